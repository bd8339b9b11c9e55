"""What the pie rule makes of the values of the first moves."""

from __future__ import annotations

from collections.abc import Iterable


def pie_value(opening_values: Iterable[int], komi: float) -> float:
    """Return what the player who begins gets under the pie rule, komi taken off: never above 0.

    Whatever the first move is worth to a side, the second player takes the better side; so the best
    first move is the one that leaves the sides closest.
    """
    return -min(abs(value - komi) for value in opening_values)
