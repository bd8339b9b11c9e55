"""Many positions from a file: all are read and checked before work begins."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from ressac_lab.cli.options import OptionError
from ressac_lab.errors import RessacError
from ressac_lab.rules import Position, Variant

STANDARD_INPUT = "-"


def read_positions(
    file: str, variant: Variant, check: Callable[[Position], object] | None = None
) -> list[Position]:
    """Return the positions of a file, or of standard input for ``-``: one ``ROWS PLY [L-D]`` a line.

    Blank lines and whatever follows a # are passed over. ``check`` may refuse a position by an error of
    its own. Raises OptionError, naming the file and the line, for the first line that will not do.
    """
    name = "standard input" if file == STANDARD_INPUT else file
    positions = []
    for number, line in enumerate(_text(file, name).split("\n"), start=1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        try:
            position = Position.parse(text)
            position.check(variant)
            if check is not None:
                check(position)
        except RessacError as error:
            raise OptionError(f"{name}, line {number}: {error}") from None
        positions.append(position)
    if not positions:
        raise OptionError(f"{name}: no positions, expected one ROWS PLY or more, each on its line")
    return positions


def _text(file: str, name: str) -> str:
    try:
        data = sys.stdin.buffer.read() if file == STANDARD_INPUT else Path(file).read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        reason = error.strerror or str(error)
    except UnicodeDecodeError:
        reason = "not UTF-8 text"
    raise OptionError(f"{name}: cannot be read ({reason}), expected a file of positions")
