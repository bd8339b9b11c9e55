"""What every SQLite file of this toolkit needs: opening it, digests of its rows, reasons in words."""

from __future__ import annotations

import sqlite3
from hashlib import blake2b
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from ressac_lab.errors import RessacError

# Where a damaged file makes SQLite quote it, even the message may not be a text.
SQLITE_ERRORS = (sqlite3.Error, UnicodeDecodeError)


def connected(path: Path, read_only: bool = False) -> sqlite3.Connection:
    """Return a connection in which every statement is a transaction unless one is begun.

    Raises one of SQLITE_ERRORS if the file cannot be opened.
    """
    # The path as a URI: "?" and "#" in a file's name must not be taken for options.
    place = f"{path.absolute().as_uri()}?mode=ro" if read_only else str(path)
    connection = sqlite3.connect(place, isolation_level=None, uri=read_only)
    # A text that is not one is found by its digest, as all damage is.
    connection.text_factory = lambda content: content.decode("utf-8", "replace")
    return connection


def is_there(path: Path, what: str, expected: str, kind: type[RessacError]) -> bool:
    """Tell whether there is a file; raise an error of a kind for anything else in its place.

    ``what`` the file should be, as in "a store of ressac-lab", and what is ``expected`` go into the error.
    """
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        if not path.is_symlink():
            return False
        found = "a link to nothing"
    except OSError as error:
        raise kind(f"{path}: cannot be read ({reason_of(error)}), {expected}") from None
    else:
        if S_ISREG(mode):
            return True
        found = "a folder" if S_ISDIR(mode) else "no plain file"
    raise kind(f"{path}: not {what} (it is {found}), {expected}")


def digest_of(*fields: object) -> str:
    """Return a digest of some texts, bytes and numbers, each with its type and length."""
    digest = blake2b(digest_size=16)
    for field in fields:
        content = field if isinstance(field, bytes) else str(field).encode("utf-8", "surrogatepass")
        digest.update(f"{type(field).__name__} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def is_locked(error: Exception) -> bool:
    """Tell whether an error of SQLite says that another process holds the file."""
    return "locked" in str(error)


def reason_of(error: Exception) -> str:
    """Return what went wrong as a part of a sentence, on one line."""
    if isinstance(error, UnicodeDecodeError):
        return "it is damaged"
    text = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return " ".join(text.split()) or type(error).__name__
