"""A move: place a boat, then slide one line by the variant's step.

A line is named by its row number or its column letter. In the standard game the line is the row or
the column of the placed boat, so the direction alone says which; ``Move`` always holds the line it
slides, and its text leaves out what the variant's rules already say.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass

from ressac_lab.errors import NotationError, shown
from ressac_lab.rules.board import COLUMN_LETTERS, Board
from ressac_lab.rules.variant import Variant


class Direction(enum.Enum):
    """The way a line slides; the value is its sign in the notation."""

    RIGHT = ">"
    LEFT = "<"
    UP = "^"
    DOWN = "v"

    @property
    def along_row(self) -> bool:
        """Whether a row slides this way (else a column does)."""
        return self in (Direction.RIGHT, Direction.LEFT)

    @property
    def sign(self) -> int:
        """+1 towards the next column or row number, −1 back."""
        return 1 if self in (Direction.RIGHT, Direction.UP) else -1


ARROWS = str.maketrans("→←↑↓V", "><^vv")


@dataclass(frozen=True, slots=True)
class Slide:
    """One line sliding one way: ``line`` is the index of the row or of the column."""

    line: int
    direction: Direction

    def line_cells(self, board: Board) -> tuple[int, ...]:
        """Return the cells of the line, in growing order."""
        if self.direction.along_row:
            return board.row_cells(self.line)
        return board.column_cells(self.line)

    def line_name(self) -> str:
        """Return the row number or the column letter."""
        return str(self.line + 1) if self.direction.along_row else COLUMN_LETTERS[self.line]


@dataclass(frozen=True, slots=True)
class Move:
    """A placement on a cell number and a slide, or None for no slide."""

    cell: int
    slide: Slide | None

    def text(self, variant: Variant) -> str:
        """Return the move in notation, which parses back to it under the same variant."""
        place = variant.board.name(self.cell)
        if self.slide is None:
            return f"{place}-"
        line = f":{self.slide.line_name()}" if variant.slide_lines == "any" else ""
        return f"{place}{line}{self.slide.direction.value}"

    @classmethod
    def parse(cls, text: str, variant: Variant) -> Move:
        """Return the move of a text such as ``C3>``.

        Raises NotationError if the text is no move of this variant. Whether the cell is empty is
        not looked at: that takes a position.
        """
        sign = text[-1:].translate(ARROWS)
        place, colon, line = text[:-1].partition(":")
        board = variant.board
        cell = board.cell(place)
        if sign == "-" and not colon:
            if variant.slide == "must":
                raise NotationError(f"{shown(text)} does not slide: this variant's slide is a must")
            return cls(cell, None)
        if sign not in {direction.value for direction in Direction}:
            raise NotationError(
                f"{shown(text)} is not a move: expected a cell and one of > < ^ v, like C3>"
            )
        direction = Direction(sign)
        own = board.row_of(cell) if direction.along_row else board.column_of(cell)
        if variant.slide_lines != "any":
            if colon:
                raise NotationError(f"{shown(text)} names a line: this variant slides the boat's own lines")
            move = cls(cell, Slide(own, direction))
        else:
            move = cls(cell, Slide(_line_index(text, line, direction, board), direction))
        if move.slide not in slides_of(variant, cell):
            raise NotationError(
                f"{shown(text)} is not allowed: this variant slides the {variant.slide_lines} only"
            )
        return move


def _line_index(text: str, line: str, direction: Direction, board: Board) -> int:
    names = "12345678"[: board.height] if direction.along_row else COLUMN_LETTERS[: board.width]
    index = names.find(line.upper()) if len(line) == 1 else -1
    if index < 0:
        kind = "row" if direction.along_row else "column"
        raise NotationError(
            f"{shown(text)} slides no {kind} of the board: expected a line of {names[0]}–{names[-1]} "
            f"after a colon, like C3:{names[0]}{direction.value}"
        )
    return index


def slides_of(variant: Variant, cell: int) -> tuple[Slide | None, ...]:
    """Return the slides that may follow a placement on a cell, in the order moves are listed.

    Rows come before columns, lines in growing order, the forward direction first; no slide, where
    the variant allows it, comes last. The number of slides is the same for every cell.
    """
    return tuple(_slides(variant, cell))


def _slides(variant: Variant, cell: int) -> Iterator[Slide | None]:
    board = variant.board
    rows: tuple[int, ...] = (board.row_of(cell),)
    columns: tuple[int, ...] = (board.column_of(cell),)
    if variant.slide_lines == "any":
        rows, columns = tuple(range(board.height)), tuple(range(board.width))
    if variant.slide_lines != "column":
        for row in rows:
            yield Slide(row, Direction.RIGHT)
            yield Slide(row, Direction.LEFT)
    if variant.slide_lines != "row":
        for column in columns:
            yield Slide(column, Direction.UP)
            yield Slide(column, Direction.DOWN)
    if variant.slide == "may":
        yield None
