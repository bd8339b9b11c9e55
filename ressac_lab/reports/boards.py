"""Boards as text, with colours where a terminal shows them."""

from __future__ import annotations

from ressac_lab.rules import Position
from ressac_lab.rules.board import COLUMN_LETTERS

EMPTY = "·"
# Yellow, blue and grey differ in lightness too; the letters stay, so no one needs the colours.
COLOURS = {"L": "1;30;48;5;220", "D": "1;97;48;5;25", "X": "97;48;5;240", EMPTY: "2"}
UNDERLINED = "4;"


def draw(position: Position, labels: bool = True, coloured: bool = False, boat: int | None = None) -> str:
    """Return a position drawn as lines of text, the top row first.

    ``coloured`` adds the escape sequences of terminals, and then the ``boat`` placed last is underlined.

    >>> print(draw(Position.parse("1D/LX 2")))
    2 · D
    1 L X
      A B
    """
    board = position.board
    lines = []
    for row in reversed(range(board.height)):
        signs = [(_sign(position, cell), cell == boat) for cell in board.row_cells(row)]
        cells = " ".join(_painted(sign, last) if coloured else sign for sign, last in signs)
        lines.append(f"{row + 1} {cells}" if labels else cells)
    if labels:
        lines.append("  " + " ".join(COLUMN_LETTERS[: board.width]))
    return "\n".join(lines)


def _sign(position: Position, cell: int) -> str:
    if cell in position.light:
        return "L"
    if cell in position.dark:
        return "D"
    return "X" if cell in position.wrecks else EMPTY


def _painted(sign: str, last: bool) -> str:
    return f"\x1b[{UNDERLINED if last else ''}{COLOURS[sign]}m{sign}\x1b[0m"
