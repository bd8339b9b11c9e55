"""Alpha-beta search on score to go, for variants too large to keep every position.

A value is found by null windows: one yes-or-no question at a time, each answered by the compiled search
of ``kernels.alphabeta``, which keeps what it learns in one table for all questions.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ressac_lab.errors import TooLargeError
from ressac_lab.kernels import alphabeta as kernel
from ressac_lab.kernels.interrupt import interruptible
from ressac_lab.kernels.last_plies import MOST_TABLED_CELLS, fill_flotilla_table
from ressac_lab.kernels.layout import layout_of, mask_of
from ressac_lab.kernels.table import NO_MOVE, WAYS
from ressac_lab.reference import Reference
from ressac_lab.reference.minimax import margin
from ressac_lab.rules import Move, Position, Variant
from ressac_lab.solve.minimax import Solution

METHOD = "alpha-beta"
BYTES_AN_ENTRY = 16
DEFAULT_MEMORY = 512 * 2**20
LEAST_MEMORY = 2**20


class AlphaBeta:
    """Exact values of one variant by search; what was found is kept from question to question.

    ``memory`` is the size of the table in bytes, rounded down to a power of two. Raises TooLargeError if
    it is below ``LEAST_MEMORY``. A question that takes long can be cut by an interrupt, which is passed
    on once the search has stopped; ``bounds`` then holds what is proven of the value that was asked for
    last, for Light.
    """

    def __init__(self, variant: Variant, memory: int = DEFAULT_MEMORY) -> None:
        if memory < LEAST_MEMORY:
            raise TooLargeError(f"memory of {memory:,} bytes: expected at least {LEAST_MEMORY:,}")
        self.variant = variant
        self._engine = Reference(variant)
        self._layout = layout_of(variant)
        entries = 1 << (memory // BYTES_AN_ENTRY).bit_length() - 1
        try:
            self._table = np.zeros(2 * max(entries, WAYS), dtype=np.uint64)
        except MemoryError:
            raise TooLargeError(f"memory of {memory:,} bytes: expected no more than there is") from None
        cells = variant.board.cells
        self._flotillas = np.zeros(1 << cells if cells <= MOST_TABLED_CELLS else 1, dtype=np.uint8)
        if cells <= MOST_TABLED_CELLS:
            fill_flotilla_table(self._layout, self._flotillas)
        self._search = _new_search(variant)
        most = sum(variant.points_possible())
        self.bounds = (-most, most)

    @property
    def nodes(self) -> int:
        """The number of positions visited so far."""
        return int(self._search.nodes.sum())

    def value(self, position: Position) -> int:
        """Return the exact score to go of a position, Light's points to come minus Dark's."""
        return self._find(position, watched=True)

    def _find(self, position: Position, watched: bool) -> int:
        """Close the bounds of a value from 0 on; if ``watched``, keep them where others can see them."""
        low, high = score_bounds(self.variant, position.ply)
        asked = max(min(max(0, low), high), low + 1)
        if watched:
            self.bounds = (-high, -low) if position.mover else (low, high)
        while low < high:
            if self.reaches(position, asked):
                low, asked = asked, asked + 1
            else:
                high, asked = asked - 1, max(asked - 1, low + 1)
            if watched:
                self.bounds = (-high, -low) if position.mover else (low, high)
        return -low if position.mover else low

    def reaches(self, position: Position, beta: int) -> bool:
        """Return whether the mover's score to go is at least ``beta``."""
        fleets = (position.light, position.dark)
        own, other = fleets[position.mover], fleets[1 - position.mover]
        row = [mask_of(cells) for cells in (own, other, position.wrecks)]
        self._search.position[position.ply] = np.array(row, dtype=np.uint64)
        if position.ply >= self._search.end:
            return beta <= 0
        return self._ask(position.ply, beta) == kernel.YES

    def openings(self, position: Position) -> tuple[tuple[Move, int], ...]:
        """Return every legal move with the exact points to come from it on, Light minus Dark."""
        moves = self._engine.legal_moves(position)
        return tuple((move, self._total_after(position, move)) for move in moves)

    def solve(self, position: Position, with_openings: bool = False) -> Solution:
        """Return the exact value of a position with a line that realises it."""
        value = self.value(position)
        openings = self.openings(position) if with_openings else ()
        return Solution(value, self._line(position, value), self.nodes, openings, METHOD)

    def _ask(self, ply: int, beta: int) -> int:
        """Run the search so that an interrupt can stop it."""
        self._search.stop = 0

        def search() -> int:
            return kernel.reaches(self._layout, self._search, self._table, self._flotillas, ply, beta)

        def stop() -> None:
            self._search.stop = 1

        return interruptible(search, stop)

    def _total_after(self, position: Position, move: Move) -> int:
        after = self._engine.play(position, move)
        return margin(after) - margin(position) + self._find(after, watched=False)

    def _line(self, position: Position, value: int) -> tuple[Move, ...]:
        """Return moves that each keep the value: one question a move tells whether it does."""
        line: list[Move] = []
        while position.ply < self.variant.plies:
            for move in self._engine.legal_moves(position):
                after = self._engine.play(position, move)
                left = value - margin(after) + margin(position)
                # Seen from the next mover: the move keeps the value if no more than that is reached.
                if not self.reaches(after, (left if after.mover == 0 else -left) + 1):
                    break
            line.append(move)
            position, value = after, left
        return tuple(line)


def _new_search(variant: Variant) -> Any:
    """Return a thread's working rows for a variant."""
    search: Any = np.zeros(1, dtype=kernel.SEARCH_TYPE).view(np.recarray)[0]
    search.end = 2 * variant.decounts[-1]
    search.special = int(variant.scorers == "mover")
    search.killers[:] = NO_MOVE
    for ply in range(variant.plies + 1):
        search.least[ply], search.most[ply] = score_bounds(variant, ply)
    return search


def score_bounds(variant: Variant, ply: int) -> tuple[int, int]:
    """Return the least and the most that the mover's score to go can be at a ply.

    A decount scores at least 1 for a side that has boats, and at most all its boats.
    """
    least, most = [0, 0], [0, 0]
    for later in range(ply, variant.plies):
        if variant.decount_at(later) is None:
            continue
        for side in (0, 1) if variant.scorers == "both" else (later % 2,):
            boats = (later + 2 - side) // 2
            least[side] += min(1, boats)
            most[side] += boats
    mover = ply % 2
    return least[mover] - most[1 - mover], most[mover] - least[1 - mover]
