"""Alpha-beta search on score to go, for variants too large to keep every position.

A value is found by null windows: one yes-or-no question at a time, each answered by the compiled search
of ``kernels.alphabeta``, which keeps what it learns in one table for all questions.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ressac_lab.errors import TooLargeError
from ressac_lab.kernels import alphabeta as kernel
from ressac_lab.kernels.fleets import fill_makers, fleets_of
from ressac_lab.kernels.interrupt import interruptible
from ressac_lab.kernels.layout import layout_of, mask_of
from ressac_lab.kernels.mirrors import fill_mirrors
from ressac_lab.kernels.records import new_record
from ressac_lab.kernels.search_rows import MOST_MOVES, SEARCH_TYPE
from ressac_lab.kernels.table import NO_MOVE, WAYS
from ressac_lab.reference import Reference
from ressac_lab.reference.minimax import margin
from ressac_lab.rules import Move, Position, Variant, rule_symmetries
from ressac_lab.solve.minimax import Solution

METHOD = "alpha-beta"
BYTES_AN_ENTRY = 16
DEFAULT_MEMORY = 512 * 2**20
LEAST_MEMORY = 2**20
UNLIMITED = 2**62
# With fewer plies to go it is faster to find out about a fleet when it comes up.
PLIES_THAT_PAY = 8
# How many moves of a position a first look goes into, and the entries of its own table.
LOOKED_AT, LOOKED_AT_FAR = 8, 4
PLIES_NOT_FAR = 10
PLIES_UNMIRRORED = 7
LOOK_ENTRIES = 2**16


class OutOfNodes(Exception):  # noqa: N818
    """The search has visited as many positions as it may; nothing is wrong."""


class AlphaBeta:
    """Exact values of one variant by search; what was found is kept from question to question.

    ``memory`` is the size of the table in bytes, rounded down to a power of two. ``workers`` threads
    search one question together on one table; answers never depend on their number, node counts do.
    ``node_limit`` ends the search with OutOfNodes once all threads have visited so many positions, or a few
    more: each gets an equal part of what is left, and the first to have spent its own ends all.
    Raises TooLargeError if ``memory`` is below ``LEAST_MEMORY`` or more than there is. A question that
    takes long can be cut by an interrupt, which is passed on once the search has stopped; ``bounds``
    then holds what is proven of the value that was asked for last, for Light.
    """

    def __init__(
        self,
        variant: Variant,
        memory: int = DEFAULT_MEMORY,
        workers: int = 1,
        node_limit: int | None = None,
    ) -> None:
        if memory < LEAST_MEMORY:
            raise TooLargeError(f"memory of {memory:,} bytes: expected at least {LEAST_MEMORY:,}")
        self.variant = variant
        self.node_limit = node_limit
        self._engine = Reference(variant)
        self._layout, self._symmetries = layout_of(variant), rule_symmetries(variant)
        entries = 1 << (memory // BYTES_AN_ENTRY).bit_length() - 1
        try:
            self._table = np.zeros(2 * max(entries, WAYS), dtype=np.uint64)
        except MemoryError:
            raise TooLargeError(f"memory of {memory:,} bytes: expected no more than there is") from None
        self._fleets, self._filled = fleets_of(variant), False
        self._searches = [new_search(variant, late_first=worker % 2) for worker in range(workers)]
        self._first_look = np.zeros(2 * LOOK_ENTRIES, dtype=np.uint64)
        self.bounds = (0, 0)
        self._widen()

    @property
    def nodes(self) -> int:
        """The number of positions visited so far."""
        return sum(int(search.visited) for search in self._searches)

    def prepare(self) -> None:
        """Fill the tables that every position of the variant shares; long questions do so by themselves."""
        if self._fleets.growing and not self._filled:
            fill_makers(self._layout, self._fleets, self.variant.decounts[-1] - 1)
            self._filled = True

    def forget(self) -> None:
        """Forget every position and every count, so that the next question is answered as if first."""
        # Clearing takes as long as some thousand positions: not before there is anything in the table.
        if self.nodes:
            self._table.fill(0)
        for search in self._searches:
            search.nodes[:] = search.visited = search.size = 0
            search.killers[:] = NO_MOVE
        self._widen()

    def _widen(self) -> None:
        most = sum(self.variant.points_possible())
        self.bounds = (-most, most)

    def value(self, position: Position) -> int:
        """Return the exact score to go of a position, Light's points to come minus Dark's."""
        return self._find(position, watched=True)

    def outcome(self, position: Position, komi: float) -> int:
        """Return 1 if Light wins under best play, 0 for a draw, −1 if Dark wins, by two questions at most.

        Points banked so far count; ``bounds`` then holds what that proves of the score to go.
        """
        needed = komi - margin(position)
        self.bounds = _for_light(position, *score_bounds(self.variant, position.ply))
        if not self._at_least(position, math.ceil(needed)):
            return -1
        if needed != math.ceil(needed):
            return 1
        return int(self._at_least(position, math.ceil(needed) + 1))

    def _at_least(self, position: Position, value: int) -> bool:
        """Return whether Light's score to go is at least a value, and narrow the bounds by the answer."""
        found = not self.reaches(position, 1 - value) if position.mover else self.reaches(position, value)
        low, high = self.bounds
        self.bounds = (max(low, value), high) if found else (low, min(high, value - 1))
        return found

    def _find(self, position: Position, watched: bool) -> int:
        """Close the bounds of a value from a first look on; if ``watched``, where others can see them."""
        low, high = score_bounds(self.variant, position.ply)
        if watched:
            self.bounds = _for_light(position, low, high)
        asked = self._look(position, low, high)
        low, high = score_bounds(self.variant, position.ply)
        while low < high:
            asked = max(min(asked, high), low + 1)
            if self.reaches(position, asked):
                low, asked = asked, asked + 1
            else:
                high, asked = asked - 1, asked - 1
            if watched:
                self.bounds = _for_light(position, low, high)
        return -low if position.mover else low

    def _look(self, position: Position, low: int, high: int) -> int:
        """Return what the value is likely to be, by looking at few moves of each position.

        The exact questions then begin close to the value: those far from it would be wasted.
        """
        search, left = self._searches[0], self.variant.plies - position.ply
        search.width = LOOKED_AT if left <= PLIES_NOT_FAR else LOOKED_AT_FAR
        self._first_look.fill(0)
        try:
            asked = 0
            while low < high:
                asked = max(min(asked, high), low + 1)
                self._place(position)
                if self._ask(position.ply, asked, looking=True):
                    low, asked = asked, asked + 1
                else:
                    high, asked = asked - 1, asked - 1
            return low
        finally:
            search.width = MOST_MOVES

    def reaches(self, position: Position, beta: int) -> bool:
        """Return whether the mover's score to go is at least ``beta``."""
        if position.ply >= self._searches[0].end:
            return beta <= 0
        self._place(position)
        return self._ask(position.ply, beta)

    def _place(self, position: Position) -> None:
        """Give every thread the position that the next question is about."""
        fleets = (position.light, position.dark)
        own, other = fleets[position.mover], fleets[1 - position.mover]
        row = np.array([mask_of(cells) for cells in (own, other, position.wrecks)], dtype=np.uint64)
        alike = sum(symmetry.position(position) == position for symmetry in self._symmetries)
        for search in self._searches:
            search.position[position.ply] = row
            # Images of positions come up, near the start, only if this one is its own image.
            search.mirrored_to = search.end - PLIES_UNMIRRORED if alike > 1 else -1

    def openings(self, position: Position) -> tuple[tuple[Move, int], ...]:
        """Return every legal move with the exact points to come from it on, Light minus Dark."""
        moves = self._engine.legal_moves(position)
        return tuple((move, self._total_after(position, move)) for move in moves)

    def solve(self, position: Position, with_openings: bool = False) -> Solution:
        """Return the exact value of a position with a line that realises it."""
        value = self.value(position)
        openings = self.openings(position) if with_openings else ()
        return Solution(value, self._line(position, value), self.nodes, openings, METHOD)

    def _ask(self, ply: int, beta: int, looking: bool = False) -> bool:
        """Run the threads so that the first to know the answer, or an interrupt, stops all."""
        end = self._searches[0].end
        if end - ply >= PLIES_THAT_PAY:
            self.prepare()
        table = self._first_look if looking else self._table
        searches = self._searches[:1] if looking else self._searches
        left = UNLIMITED if self.node_limit is None else max(0, self.node_limit - self.nodes)
        for search in searches:
            search.stop, search.limit = 0, search.visited + left // len(searches)

        def run(search: Any) -> Callable[[], int]:
            return lambda: kernel.reaches(self._layout, search, table, self._fleets, ply, beta)

        def stop() -> None:
            for search in searches:
                search.stop = 1

        answer = interruptible(*map(run, searches), stop=stop)
        if answer == kernel.STOPPED:
            raise OutOfNodes
        return answer == kernel.YES

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


def new_search(variant: Variant, late_first: int = 0) -> Any:
    """Return a thread's working rows for a variant."""
    search: Any = new_record(SEARCH_TYPE)
    search.end, search.special = 2 * variant.decounts[-1], int(variant.scorers == "mover")
    search.width, search.late_first = MOST_MOVES, late_first
    search.killers[:] = NO_MOVE
    fill_mirrors(search, variant)
    for ply in range(variant.plies + 1):
        search.least[ply], search.most[ply] = score_bounds(variant, ply)
    return search


def _for_light(position: Position, low: int, high: int) -> tuple[int, int]:
    """Return bounds on the mover's score to go as bounds on Light's."""
    return (-high, -low) if position.mover else (low, high)


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
