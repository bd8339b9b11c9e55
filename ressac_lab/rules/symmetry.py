"""The symmetries of a variant's rules, derived from the variant.

A symmetry is a permutation of the cells that carries every game to a game with the same points, on
the image of the start map. Which ones there are follows from the rules: a square board has eight, a
rectangle four; sliding rows only (or columns only) rules out the exchange of rows and columns; when
opposite edges join, every cyclic shift of the board is one too, because lines already slide
cyclically.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ressac_lab.rules.board import Board
from ressac_lab.rules.move import Direction, Move, Slide
from ressac_lab.rules.position import Position
from ressac_lab.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A map of the board onto itself: mirrors, then a transposition, then a cyclic shift."""

    board: Board
    mirror_columns: bool
    mirror_rows: bool
    transpose: bool
    shift: tuple[int, int] = (0, 0)

    def cell(self, cell: int) -> int:
        """Return the image of a cell number."""
        column, row = self.board.column_of(cell), self.board.row_of(cell)
        if self.mirror_columns:
            column = self.board.width - 1 - column
        if self.mirror_rows:
            row = self.board.height - 1 - row
        if self.transpose:
            column, row = row, column
        column = (column + self.shift[0]) % self.board.width
        row = (row + self.shift[1]) % self.board.height
        return row * self.board.width + column

    def cells(self, cells: Iterable[int]) -> frozenset[int]:
        """Return the image of a set of cell numbers."""
        return frozenset(self.cell(cell) for cell in cells)

    def position(self, position: Position) -> Position:
        """Return the image of a position."""
        fleets = (position.light, position.dark, position.wrecks)
        light, dark, wrecks = (self.cells(cells) for cells in fleets)
        return Position(position.board, light, dark, wrecks, position.ply, position.points)

    def move(self, move: Move) -> Move:
        """Return the image of a move: its cell, its line and its direction are all carried along."""
        if move.slide is None:
            return Move(self.cell(move.cell), None)
        return Move(self.cell(move.cell), self._slide(move.slide))

    def _slide(self, slide: Slide) -> Slide:
        mirrored = self.mirror_columns if slide.direction.along_row else self.mirror_rows
        forward = (slide.direction.sign > 0) != mirrored
        along_row = slide.direction.along_row != self.transpose
        image = self.cell(slide.line_cells(self.board)[0])
        if along_row:
            line, direction = self.board.row_of(image), (Direction.LEFT, Direction.RIGHT)[forward]
        else:
            line, direction = self.board.column_of(image), (Direction.DOWN, Direction.UP)[forward]
        return Slide(line, direction)


def rule_symmetries(variant: Variant) -> tuple[Symmetry, ...]:
    """Return the symmetries of the rules, the identity first; the start map does not matter."""
    return tuple(_symmetries(variant))


def _symmetries(variant: Variant) -> Iterator[Symmetry]:
    board = variant.board
    square = board.width == board.height and variant.slide_lines in ("own", "any")
    shifts = [(0, 0)]
    # A side of two cells that join across the edge is mirrored by a shift already.
    shortest_mirrored = 2
    # Where the first boat must go to an edge or a corner, a shifted board is another game.
    if variant.touch == "torus" and variant.first_boat == "anywhere":
        shifts = [(right, up) for up in range(board.height) for right in range(board.width)]
        shortest_mirrored = 3
    for transpose in (False, True) if square else (False,):
        for mirror_rows in (False, True) if board.height >= shortest_mirrored else (False,):
            for mirror_columns in (False, True) if board.width >= shortest_mirrored else (False,):
                for shift in shifts:
                    yield Symmetry(board, mirror_columns, mirror_rows, transpose, shift)


def map_symmetries(variant: Variant) -> tuple[Symmetry, ...]:
    """Return the symmetries of the rules that also keep the start map in its place."""
    wrecks = variant.wreck_cells
    return tuple(s for s in rule_symmetries(variant) if s.cells(wrecks) == wrecks)
