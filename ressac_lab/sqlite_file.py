"""What every SQLite file of this toolkit needs: opening it, digests of its rows, reasons in words."""

from __future__ import annotations

import sqlite3
import struct
from hashlib import blake2b
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import BinaryIO

from ressac_lab.errors import RessacError

# Where a damaged file makes SQLite quote it, even the message may not be a text.
SQLITE_ERRORS = (sqlite3.Error, UnicodeDecodeError)

# In a file's first 100 bytes: what SQLite changes whenever it writes, and the two numbers of a seal.
# See "The Database Header" at https://www.sqlite.org/fileformat2.html
_COUNTERS = ((24, 28), (92, 100))
_SEAL = ((60, 64), (68, 72))
_HEADER_BYTES = 100
_CHUNK_BYTES = 2**20


def connected(path: Path, read_only: bool = False) -> sqlite3.Connection:
    """Return a connection in which every statement is a transaction unless one is begun.

    Raises one of SQLITE_ERRORS if the file cannot be opened.
    """
    # Never as it was given: SQLite takes ":memory:" for no file at all.
    place = path.absolute()
    # The path as a URI: "?" and "#" in a file's name must not be taken for options.
    name = f"{place.as_uri()}?mode=ro" if read_only else str(place)
    connection = sqlite3.connect(name, isolation_level=None, uri=read_only)
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


def close_sealed(connection: sqlite3.Connection, path: Path) -> None:
    """Close a file that this process alone uses, with a digest of all its bytes in its header.

    The digest stands in two numbers that SQLite keeps for applications. Rows have digests of their own;
    the seal finds what is damaged between them. Raises OSError or one of SQLITE_ERRORS.
    """
    with path.open("rb") as file:
        user_version, application_id = _seal_of(file)
        _write_seal(connection, user_version, application_id)
        # Before the file: closing it a second time drops every lock that this process has on it.
        connection.close()


def unseal(connection: sqlite3.Connection) -> None:
    """Say in a file's header that it is being written; raise one of SQLITE_ERRORS if that fails."""
    _write_seal(connection, 0, 0)


def seal_fits(connection: sqlite3.Connection, path: Path) -> bool:
    """Tell whether a file's bytes are those it was closed with, as far as it was; see ``close_sealed``.

    True for a file whose last writer was killed. Raises OSError or one of SQLITE_ERRORS.
    """
    pragmas = ("PRAGMA user_version", "PRAGMA application_id")
    found = tuple(connection.execute(pragma).fetchone()[0] for pragma in pragmas)
    if found == (0, 0):
        return True
    with path.open("rb") as file:
        return found == _seal_of(file)


def _write_seal(connection: sqlite3.Connection, user_version: int, application_id: int) -> None:
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(f"PRAGMA user_version = {user_version}")
    connection.execute(f"PRAGMA application_id = {application_id}")
    connection.execute("COMMIT")


def _seal_of(file: BinaryIO) -> tuple[int, int]:
    """Return the two numbers of a seal: a digest of what does not change when a file is sealed."""
    header = bytearray(file.read(_HEADER_BYTES))
    for first, end in (*_COUNTERS, *_SEAL):
        header[first:end] = bytes(end - first)
    digest = blake2b(header, digest_size=8)
    while chunk := file.read(_CHUNK_BYTES):
        digest.update(chunk)
    user_version, application_id = struct.unpack(">ii", digest.digest())
    return user_version, application_id


def is_locked(error: Exception) -> bool:
    """Tell whether an error of SQLite says that another process holds the file."""
    return "locked" in str(error)


def reason_of(error: Exception) -> str:
    """Return what went wrong as a part of a sentence, on one line."""
    if isinstance(error, UnicodeDecodeError):
        return "it is damaged"
    text = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return " ".join(text.split()) or type(error).__name__
