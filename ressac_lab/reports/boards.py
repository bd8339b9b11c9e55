"""Boards as text."""

from __future__ import annotations

from ressac_lab.rules import Position
from ressac_lab.rules.board import COLUMN_LETTERS

EMPTY = "·"


def draw(position: Position, labels: bool = True) -> str:
    """Return a position drawn as lines of text, the top row first.

    >>> print(draw(Position.parse("1D/LX 2")))
    2 · D
    1 L X
      A B
    """
    board = position.board
    lines = []
    for row in reversed(range(board.height)):
        cells = " ".join(_sign(position, cell) for cell in board.row_cells(row))
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
