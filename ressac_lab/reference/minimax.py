"""Minimax by the reference engine: the definition of an exact value, and of a trembling-hand one.

It values *score to go*: Light's future points minus Dark's under best play by both for the margin.
Banked points never change what can still be scored, so the value of a position is remembered by its
fleets and wrecks alone (the ply follows from the fleets). Nothing is pruned, nothing is reduced by
symmetry.
"""

from __future__ import annotations

from collections.abc import Sequence

from ressac_lab.reference.engine import Reference
from ressac_lab.rules import Move, Position, Variant

_Key = tuple[frozenset[int], frozenset[int], frozenset[int]]


class ReferenceMinimax:
    """Exact values of one variant, about ten thousand positions a second.

    ``epsilons`` asks for trembling-hand values beside the exact one: at every position the mover
    plays its best move (by that same value) with probability 1 − ε, else a uniformly random move.
    """

    def __init__(self, variant: Variant, epsilons: Sequence[float] = ()) -> None:
        self.engine = Reference(variant)
        # An exact value is the trembling-hand value of a hand that never trembles.
        self._epsilons = (0.0, *epsilons)
        self._values: dict[_Key, tuple[float, ...]] = {}

    def value(self, position: Position) -> int:
        """Return the exact score to go of a position."""
        return int(self._values_of(position)[0])

    def trembling_values(self, position: Position) -> tuple[float, ...]:
        """Return the expected score to go for each ε, in the order they were asked for."""
        return self._values_of(position)[1:]

    def openings(self, position: Position) -> tuple[tuple[Move, int], ...]:
        """Return every legal move with the exact points to come from it on, Light minus Dark."""
        return tuple(
            (move, int(self._totals_after(position, move)[0])) for move in self.engine.legal_moves(position)
        )

    def _values_of(self, position: Position) -> tuple[float, ...]:
        moves = self.engine.legal_moves(position)
        if not moves:
            return (0,) * len(self._epsilons)
        key = (position.light, position.dark, position.wrecks)
        if key not in self._values:
            best = max if position.mover == 0 else min
            totals = [self._totals_after(position, move) for move in moves]
            self._values[key] = tuple(
                (1 - epsilon) * best(column) + epsilon * sum(column) / len(column)
                for epsilon, column in zip(self._epsilons, zip(*totals, strict=True), strict=True)
            )
        return self._values[key]

    def _totals_after(self, position: Position, move: Move) -> list[float]:
        after = self.engine.play(position, move)
        gain = margin(after) - margin(position)
        return [gain + value for value in self._values_of(after)]


def margin(position: Position) -> int:
    """Return the banked margin, Light minus Dark."""
    return position.points[0] - position.points[1]
