"""Plain memoised minimax on score to go: exact values of small variants and late positions.

It values Light's future points minus Dark's under best play by both for the margin. Nothing is
pruned and nothing is reduced by symmetry, which makes it the oracle for faster solvers; it equals
``reference.ReferenceMinimax`` by test.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ressac_lab.kernels.interrupt import interruptible
from ressac_lab.kernels.layout import code_of, layout_of, mask_of
from ressac_lab.kernels.minimax import (
    Memory,
    Values,
    find_slot,
    new_memory,
    points_gained,
    value_position,
)
from ressac_lab.kernels.moves import play_move
from ressac_lab.reference import Reference
from ressac_lab.rules import Move, Position, Variant
from ressac_lab.solve.size import DEFAULT_LIMIT, METHOD, check_size


@dataclass(frozen=True, slots=True)
class Solution:
    """An exact value and how it was found.

    ``value`` is the score to go, Light minus Dark; ``line`` the moves of a game from the position
    on that realises it; ``openings`` the points to come from each first move on, its own decount
    included; ``nodes`` the positions visited.
    """

    value: int
    line: tuple[Move, ...]
    nodes: int
    openings: tuple[tuple[Move, int], ...]
    method: str = METHOD


class Minimax:
    """Exact values of one variant.

    ``epsilons`` asks for trembling-hand values beside the exact one: at every position the mover
    plays its best move (by that same value) with probability 1 − ε, else a uniformly random move.
    Raises TooLargeError, with an estimate, when more than ``limit`` positions may lie below the one
    asked for.
    """

    def __init__(
        self, variant: Variant, epsilons: Sequence[float] = (), limit: int = DEFAULT_LIMIT
    ) -> None:
        self.variant = variant
        self.limit = limit
        # An exact value is the trembling-hand value of a hand that never trembles.
        self._epsilons = np.array([0.0, *epsilons])
        self._layout = layout_of(variant)
        self._engine = Reference(variant)
        self._memory: Memory | None = None

    @property
    def nodes(self) -> int:
        """The number of positions valued since the table was last renewed."""
        return 0 if self._memory is None else int(self._memory.filled[0])

    def value(self, position: Position) -> int:
        """Return the exact score to go of a position."""
        return int(self._values(position)[0])

    def trembling_values(self, position: Position) -> tuple[float, ...]:
        """Return the expected score to go for each ε, in the order they were asked for."""
        return tuple(float(value) for value in self._values(position)[1:])

    def openings(self, position: Position) -> tuple[tuple[Move, int], ...]:
        """Return every legal move with the exact points to come from it on, Light minus Dark."""
        self._values(position)
        moves = self._engine.legal_moves(position)
        return tuple((move, self._total_after(position, move)) for move in moves)

    def solve(self, position: Position) -> Solution:
        """Return the exact value of a position with a line that realises it."""
        value = self.value(position)
        line = self._line(position, value)
        openings = self.openings(position)
        return Solution(value, line, self.nodes, openings)

    def _make_room(self, position: Position) -> None:
        """See to it that the table can hold all that lies below a position."""
        size = check_size(self.variant, position, self.limit)
        if self._memory is None or not (self._stored(position) or self._holds(size)):
            slots = 1 << (size * 3 // 2).bit_length()
            self._memory = new_memory(slots, self.variant.plies, len(self._epsilons))

    def _holds(self, more: int) -> bool:
        """Return whether the table can take so many more positions."""
        assert self._memory is not None
        # Never more than two thirds full: linear probing slows down beyond.
        return self.nodes + more <= len(self._memory.used) * 2 // 3

    def _stored(self, position: Position) -> bool:
        """Return whether a position, and so all that lies below it, is in the table."""
        assert self._memory is not None
        return bool(self._memory.used[find_slot(self._memory, *self._masks(position))])

    def _values(self, position: Position) -> Values:
        self._make_room(position)
        try:
            return interruptible(lambda: self._look_up(position))
        except BaseException:
            # The work left behind still writes to this table.
            self._memory = None
            raise

    def _look_up(self, position: Position) -> Values:
        """Return the values for Light; the table must have room."""
        own, other, wrecks = self._masks(position)
        memory = self._memory
        assert memory is not None
        value_position(self._layout, self._epsilons, memory, own, other, wrecks, position.ply)
        sign = -1 if position.mover else 1
        values: Values = memory.result[position.ply] * sign
        return values

    def _total_after(self, position: Position, move: Move) -> int:
        """Return the points to come from a move on, Light minus Dark."""
        move_code = code_of(self.variant, move)
        masks = play_move(self._layout, move_code, *self._masks(position))
        # Kernels hand masks to Python as plain integers; passed back as such they would be signed.
        own, other = np.uint64(masks[0]), np.uint64(masks[1])
        gained = int(points_gained(self._layout, position.ply, own, other))
        after = self._engine.play(position, move)
        return (-gained if position.mover else gained) + int(self._look_up(after)[0])

    def _masks(self, position: Position) -> tuple[np.uint64, np.uint64, np.uint64]:
        fleets = (position.light, position.dark)
        own, other = fleets[position.mover], fleets[1 - position.mover]
        own_mask, other_mask, wrecks = (mask_of(cells) for cells in (own, other, position.wrecks))
        return np.uint64(own_mask), np.uint64(other_mask), np.uint64(wrecks)

    def _line(self, position: Position, value: int) -> tuple[Move, ...]:
        """Return moves that each keep the value: what a move gains is taken off what is to come."""
        line: list[Move] = []
        while position.ply < self.variant.plies:
            moves = self._engine.legal_moves(position)
            move = next(m for m in moves if self._total_after(position, m) == value)
            position = self._engine.play(position, move)
            value = int(self._look_up(position)[0])
            line.append(move)
        return tuple(line)
