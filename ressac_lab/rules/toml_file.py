"""Reading the TOML files that users write: variants and experiments.

Whatever is wrong with a file, its path, its encoding or its syntax, is refused in one sentence.
"""

from __future__ import annotations

import stat
import tomllib
from pathlib import Path
from typing import Any

from ressac_lab.errors import RessacError, shown

LARGEST_FILE = 10_000_000


def read_toml(path: Path, kind: str, refusal: type[RessacError]) -> dict[str, Any]:
    """Return the table of a TOML file, with or without a byte order mark.

    ``kind`` says what was expected, for messages. Raises ``refusal``; its message leaves the naming
    of the file to the caller.
    """
    text = _read_text(path, kind, refusal)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise refusal("not a TOML file that can be read (nested too deeply)") from None
    except ValueError as error:
        # Not only TOMLDecodeError: tomllib lets through what int() says of thousands of digits.
        reason = "a number has too many digits" if "set_int_max_str_digits" in str(error) else error
        raise refusal(f"not a TOML file ({reason})") from None


def _read_text(path: Path, kind: str, refusal: type[RessacError]) -> str:
    try:
        found = path.stat()
        # A pipe or a device may never end.
        if not (stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode)):
            reason = "not a regular file"
        elif found.st_size > LARGEST_FILE:
            reason = f"{found.st_size:,} bytes, at most {LARGEST_FILE:,} are read"
        else:
            return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        reason = error.strerror or str(error)
    except UnicodeDecodeError:
        reason = "not UTF-8 text"
    except ValueError:
        reason = f"{shown(str(path))} is no path"
    raise refusal(f"cannot be read ({reason}), expected {kind} file")
