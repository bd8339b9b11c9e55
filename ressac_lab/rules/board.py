"""The board: cells and their names.

Cell numbers run along the rows from the bottom left: on the 5×5 board A1 is 0, E1 is 4, A2 is 5 and
E5 is 24. A cell is written as its column letter and its row number.
"""

from __future__ import annotations

from dataclasses import dataclass

from ressac_lab.errors import NotationError, shown

COLUMN_LETTERS = "ABCDEFGH"
LONGEST_SIDE = 8
SHORTEST_SIDE = 2


@dataclass(frozen=True, slots=True)
class Board:
    """A board of ``width`` columns and ``height`` rows.

    >>> board = Board(5, 5)
    >>> board.cell("c3"), board.name(12)
    (12, 'C3')
    """

    width: int
    height: int

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.width * self.height

    @property
    def last_cell(self) -> str:
        """The name of the top right cell, for messages."""
        return self.name(self.cells - 1)

    def name(self, cell: int) -> str:
        """Return the name of a cell number."""
        return f"{COLUMN_LETTERS[cell % self.width]}{cell // self.width + 1}"

    def cell(self, text: str) -> int:
        """Return the number of a named cell, read case-insensitively.

        Raises NotationError if the text is no cell of this board.
        """
        column = COLUMN_LETTERS.find(text[:1].upper()) if text else -1
        row = text[1:]
        if not (column >= 0 and len(row) == 1 and row in "12345678"):
            raise NotationError(
                f"{shown(text)} is not a cell: expected a column letter and a row number, like C3"
            )
        if column >= self.width or int(row) > self.height:
            raise NotationError(
                f"{shown(text)} is not on the {self.width}×{self.height} board, "
                f"which ends at {self.last_cell}"
            )
        return (int(row) - 1) * self.width + column

    def column_of(self, cell: int) -> int:
        """Return the column index (0 for A) of a cell."""
        return cell % self.width

    def row_of(self, cell: int) -> int:
        """Return the row index (0 for row 1) of a cell."""
        return cell // self.width

    def row_cells(self, row: int) -> tuple[int, ...]:
        """Return the cells of a row, from column A on."""
        return tuple(range(row * self.width, (row + 1) * self.width))

    def column_cells(self, column: int) -> tuple[int, ...]:
        """Return the cells of a column, from row 1 up."""
        return tuple(range(column, self.cells, self.width))
