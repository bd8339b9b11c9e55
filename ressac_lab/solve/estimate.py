"""How much of a long proof is done: an estimate, and how far off it turned out to be.

The search for an answer stands on a path of positions. Where all moves must be answered, each is taken for
an equal share of its position's work. Where one move is enough, the share of a move is one over the number
of tries that such positions at that ply have taken so far, on average, on top of those that have failed
here already. Multiplied along the path this gives the share of the question that is done, and the work
left is the work so far × (1 − share) / share.

It is rough: positions that come up again and answers that the search remembers make later moves cheaper
than earlier ones, so that early on more work is expected than there is. ``off_by`` tells what an estimate
was worth once its question is answered.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

PARTS = (0.1, 0.25, 0.5, 0.75)
# An estimate is kept whenever the work has grown by so much since the last.
GROWTH = 1.1


@dataclass(slots=True)
class Frame:
    """One position on the path: ``done`` of its ``moves`` are answered; is one of them enough?"""

    moves: int
    one_is_enough: bool
    done: int = 0


class Share:
    """The share of a question that is done, as the search goes down and up its tree."""

    def __init__(self) -> None:
        self.path: list[Frame] = []
        # For each depth, positions where one move was enough and the moves that were tried there.
        self._tries: dict[int, tuple[int, int]] = {}

    def enter(self, moves: int, one_is_enough: bool) -> Frame:
        """Go down to a position with so many moves to answer."""
        frame = Frame(moves, one_is_enough)
        self.path.append(frame)
        return frame

    def leave(self, answered: bool) -> None:
        """Go up again; ``answered`` if one move was enough: the first that is not counted as done."""
        frame, depth = self.path.pop(), len(self.path)
        if answered:
            positions, tries = self._tries.get(depth, (0, 0))
            self._tries[depth] = positions + 1, tries + frame.done + 1

    def value(self) -> float:
        """Return the share that is done, 0 to 1."""
        done, part = 0.0, 1.0
        for depth, frame in enumerate(self.path):
            moves: float = frame.moves
            if frame.one_is_enough:
                positions, tries = self._tries.get(depth, (1, 1))
                moves = min(moves, frame.done + tries / positions)
            done += part * frame.done / moves
            part /= moves
        return done


@dataclass(frozen=True, slots=True)
class OffBy:
    """How far off the estimate was when a ``part`` of the work was done: expected ÷ actual work."""

    part: float
    factor: float


def off_by(costs: Iterable[tuple[float, float | None]]) -> tuple[OffBy, ...]:
    """Return how far off the estimates of the question that took longest were.

    ``costs`` has the claims of a proof in order: processor seconds, and the share of the question that was
    taken for done, if an estimate was noted; 1 where the question was answered.
    """
    longest: tuple[float, list[tuple[float, float]]] = (0.0, [])
    spent, noted = 0.0, list[tuple[float, float]]()
    for seconds, share in costs:
        spent += seconds
        if share == 1:
            longest = max(longest, (spent, noted), key=lambda question: question[0])
            spent, noted = 0.0, []
        elif share:
            noted.append((spent, share))
    actual, estimates = longest
    later = ([(so_far, share) for so_far, share in estimates if so_far >= part * actual] for part in PARTS)
    firsts = dict.fromkeys(found[0] for found in later if found)
    return tuple(OffBy(so_far / actual, so_far / share / actual) for so_far, share in firsts)
