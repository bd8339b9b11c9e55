"""A position: where the boats and wrecks are, how many plies were played, what is banked."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ressac_lab.errors import NotationError, shown
from ressac_lab.rules.board import LONGEST_SIDE, SHORTEST_SIDE, Board
from ressac_lab.rules.variant import SIDES, Variant

EXAMPLE = "5/5/1XXX1/5/5 0 0-0"
_PLY = re.compile(r"[0-9]{1,4}")
_POINTS = re.compile(r"([0-9]{1,4})-([0-9]{1,4})")


@dataclass(frozen=True, slots=True)
class Position:
    """Cell numbers of the fleets and wrecks, plies played, and the points banked so far.

    The side to move follows from the plies: Light at an even number.

    >>> Position.parse("5/5/1XXX1/5/5 0 0-0").text()
    '5/5/1XXX1/5/5 0 0-0'
    """

    board: Board
    light: frozenset[int]
    dark: frozenset[int]
    wrecks: frozenset[int]
    ply: int = 0
    points: tuple[int, int] = (0, 0)

    @classmethod
    def start(cls, variant: Variant) -> Position:
        """Return the start position of a variant."""
        return cls(variant.board, frozenset(), frozenset(), variant.wreck_cells)

    @property
    def mover(self) -> int:
        """0 when Light is to move, 1 when Dark is."""
        return self.ply % 2

    @property
    def empty(self) -> list[int]:
        """The empty cells, in growing order."""
        taken = self.light | self.dark | self.wrecks
        return [cell for cell in range(self.board.cells) if cell not in taken]

    def rows_text(self) -> str:
        """Return the rows from the top of the board down, as in the position's text."""
        rows = []
        for row in reversed(range(self.board.height)):
            letters = "".join(self._letter(cell) for cell in self.board.row_cells(row))
            rows.append(re.sub(r"\.+", lambda gap: str(len(gap[0])), letters))
        return "/".join(rows)

    def _letter(self, cell: int) -> str:
        if cell in self.light:
            return "L"
        if cell in self.dark:
            return "D"
        return "X" if cell in self.wrecks else "."

    def text(self) -> str:
        """Return the position in notation, which parses back to it."""
        return f"{self.rows_text()} {self.ply} {self.points[0]}-{self.points[1]}"

    @classmethod
    def parse(cls, text: str) -> Position:
        """Return the position of a text ``ROWS PLY [L-D]``; points left out are 0-0.

        Raises NotationError if the text is no position.
        """
        parts = text.split()
        if len(parts) not in (2, 3) or not _PLY.fullmatch(parts[1]):
            raise NotationError(
                f"{shown(text)} is not a position: expected ROWS PLY [L-D], like {EXAMPLE!r}"
            )
        points = _POINTS.fullmatch(parts[2]) if len(parts) == 3 else _POINTS.fullmatch("0-0")
        if points is None:
            raise NotationError(f"{shown(parts[2])} are not banked points: expected Light-Dark, like 0-0")
        board, letters = _parse_rows(parts[0])
        fleets = {
            letter: frozenset(cell for cell, found in enumerate(letters) if found == letter)
            for letter in "LDX"
        }
        banked = (int(points[1]), int(points[2]))
        return cls(board, fleets["L"], fleets["D"], fleets["X"], int(parts[1]), banked)

    def check(self, variant: Variant) -> None:
        """Raise NotationError unless this position can stand in a game of the variant."""
        rows = shown(self.rows_text())
        if self.board != variant.board:
            raise NotationError(
                f"{rows} is a {self.board.width}×{self.board.height} board: "
                f"the variant's is {variant.width}×{variant.height}"
            )
        if self.ply > variant.plies:
            raise NotationError(f"ply {self.ply}: a game of this variant ends after {variant.plies}")
        expected = ((self.ply + 1) // 2, self.ply // 2)
        for side, boats, count in zip(SIDES, (self.light, self.dark), expected, strict=True):
            if len(boats) != count:
                raise NotationError(
                    f"{rows} has {len(boats)} {side} boats: expected {count} after {self.ply} plies"
                )
        self._check_points(variant)
        if len(self.wrecks) != len(variant.wrecks):
            raise NotationError(
                f"{rows} has {len(self.wrecks)} wrecks: the variant has {len(variant.wrecks)}"
            )
        if not variant.wrecks_drift and self.wrecks != variant.wreck_cells:
            raise NotationError(
                f"{rows} has moved wrecks: this variant's are anchored on {' '.join(variant.wrecks)}"
            )

    def _check_points(self, variant: Variant) -> None:
        possible = variant.points_possible(self.ply)
        if self.points != (0, 0):
            self._check_least_points(variant)
        for side, banked, most in zip(SIDES, self.points, possible, strict=True):
            if banked > most:
                raise NotationError(
                    f"{self.points[0]}-{self.points[1]} are not points banked after {self.ply} plies: "
                    f"expected at most {most} for {side}"
                )

    def _check_least_points(self, variant: Variant) -> None:
        """A decount scores at least 1; only 0-0 is taken for points that were not given."""
        for mover, side in enumerate(SIDES):
            least = sum(self.ply >= 2 * boats - 1 + mover for boats in variant.decounts)
            if self.points[mover] < least:
                raise NotationError(
                    f"{self.points[0]}-{self.points[1]} are not points banked after {self.ply} plies: "
                    f"expected at least {least} for {side}"
                )


def _parse_rows(text: str) -> tuple[Board, str]:
    """Return the board of a rows text and one letter a cell, from A1 on; a dot is an empty cell."""
    rows = []
    for row in text.upper().split("/"):
        letters = "".join("." * int(sign) if sign in "12345678" else sign for sign in row)
        if not row or set(row) - set("LDX12345678"):
            raise NotationError(
                f"{shown(text)} is not a board: expected rows of L, D, X and digits, split by /"
            )
        rows.append(letters)
    if len({len(row) for row in rows}) != 1:
        raise NotationError(f"{shown(text)} is not a board: expected rows of one length")
    width, height = len(rows[0]), len(rows)
    if not all(SHORTEST_SIDE <= side <= LONGEST_SIDE for side in (width, height)):
        raise NotationError(
            f"{shown(text)} is a {width}×{height} board: "
            f"expected sides of {SHORTEST_SIDE} to {LONGEST_SIDE}"
        )
    return Board(width, height), "".join(reversed(rows))
