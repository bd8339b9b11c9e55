"""What a histogram says: how many observations, their mean and their median.

A histogram maps a value to how often it was observed. The arithmetic is exact and rounded once, at
the end, so no result depends on the order in which the values were met.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Mapping
from fractions import Fraction
from itertools import accumulate
from typing import TypeAlias

# A mapping's keys are invariant for the type checker, so whole numbers must be named apart.
Histogram: TypeAlias = Mapping[float, int] | Mapping[int, int]


def ordered(counts: Histogram) -> list[tuple[float, int]]:
    """Return the values that were observed and their counts, in rising order of value.

    Raises ValueError if a value is not finite, a count is negative, or nothing was observed.
    """
    for value, count in counts.items():
        if not math.isfinite(value):
            raise ValueError(f"a histogram counts the value {value}: expected finite numbers")
        if count < 0:
            raise ValueError(f"a histogram counts the value {value} {count} times: expected 0 or more")
    pairs = sorted((value, count) for value, count in counts.items() if count)
    if not pairs:
        raise ValueError("a histogram holds no observations: expected at least one")
    return pairs


def ordered_within(counts: Histogram, low: float, high: float) -> list[tuple[float, int]]:
    """Return what ``ordered`` does, of a measure between two bounds.

    Raises ValueError as ``ordered`` does, or if a value lies outside the bounds, or if the bounds are not
    finite and in order.
    """
    if not -math.inf < low <= high < math.inf:
        raise ValueError(f"bounds {low} and {high}: expected two finite numbers, the lower first")
    pairs = ordered(counts)
    for value in (pairs[0][0], pairs[-1][0]):
        if not low <= value <= high:
            raise ValueError(f"value {value}: expected every value between {low} and {high}")
    return pairs


def total(counts: Histogram) -> int:
    """Return the number of observations, 0 for an empty histogram."""
    return sum(counts.values())


def mean(counts: Histogram) -> float:
    """Return the mean of the observations: the exact mean, rounded once.

    Raises ValueError as ``ordered`` does.

    >>> mean({0.1: 3})
    0.1
    """
    pairs = ordered(counts)
    return float(sum(Fraction(value) * count for value, count in pairs) / total(counts))


def median(counts: Histogram) -> float:
    """Return the middle observation, or for an even total the mean of the two middle ones.

    Raises ValueError as ``ordered`` does.

    >>> median({0: 1, 3: 1, 10: 2})
    6.5
    """
    pairs = ordered(counts)
    reached = list(accumulate(count for _, count in pairs))
    ranks = (reached[-1] - 1) // 2, reached[-1] // 2
    below, above = (Fraction(pairs[bisect_right(reached, rank)][0]) for rank in ranks)
    return float((below + above) / 2)
