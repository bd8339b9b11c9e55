"""The moves of a position, one for each class of moves that its symmetries exchange, and their values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ressac_lab.reference import Reference
from ressac_lab.reference.minimax import margin
from ressac_lab.rules import Move, Position, Variant
from ressac_lab.rules.symmetry import rule_symmetries


@dataclass(frozen=True, slots=True)
class Opening:
    """A move, the points to come from it on, Light minus Dark, and how many moves it stands for.

    Its own decount is among the points to come. The moves it stands for, itself included, are those
    that a symmetry of the position exchanges with it; they are worth as much.
    """

    move: Move
    value: int
    stands_for: int


def move_classes(variant: Variant, position: Position) -> list[tuple[Move, int]]:
    """Return the first legal move of each class under the position's symmetries, and the class's size."""
    symmetries = [s for s in rule_symmetries(variant) if s.position(position) == position]
    classes: list[tuple[Move, int]] = []
    seen: set[Move] = set()
    for move in Reference(variant).legal_moves(position):
        if move not in seen:
            images = {symmetry.move(move) for symmetry in symmetries}
            classes.append((move, len(images)))
            seen |= images
    return classes


def openings_of(
    variant: Variant, position: Position, value_of: Callable[[Position], int]
) -> Iterator[Opening]:
    """Yield the classes of moves, each valued when its turn comes; ``value_of`` gives scores to go."""
    engine = Reference(variant)
    for move, stands_for in move_classes(variant, position):
        after = engine.play(position, move)
        value = margin(after) - margin(position) + value_of(after)
        yield Opening(move, value, stands_for)


def most_even(openings: Sequence[Opening], komi: float) -> list[Opening]:
    """Return the moves that leave the sides closest, komi counted: the best ones under the pie rule."""
    distance = min(abs(opening.value - komi) for opening in openings)
    return [opening for opening in openings if abs(opening.value - komi) == distance]
