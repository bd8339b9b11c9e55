"""What the pie rule makes of the values of the first moves."""

from __future__ import annotations

from collections.abc import Iterable

from ressac_lab.rules import Position, Variant


def pie_counts(variant: Variant, position: Position) -> bool:
    """Return whether the pie rule is still to be used: it settles the sides after the first move."""
    return variant.pie == "swap" and position.ply == 0


def pie_value(opening_values: Iterable[int], komi: float) -> float:
    """Return what the player who begins gets under the pie rule, komi taken off: never above 0.

    Whatever the first move is worth to a side, the second player takes the better side; so the best
    first move is the one that leaves the sides closest.
    """
    return -min(abs(value - komi) for value in opening_values)
