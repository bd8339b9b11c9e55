"""Which rows to show first: the fairest and the most biased, by what their intervals can vouch for."""

from __future__ import annotations

from dataclasses import dataclass

from ressac_lab.reports.rows import Row
from ressac_lab.stats import Interval
from ressac_lab.sweep.jobs import ExactValue
from ressac_lab.sweep.methods import Method


@dataclass(frozen=True, slots=True)
class Extremes:
    """The fairest and the most biased rows of one method, the most extreme first."""

    method: Method
    fairest: tuple[Row, ...]
    most_biased: tuple[Row, ...]


def extremes(rows: list[Row], count: int) -> list[Extremes]:
    """Return up to ``count`` rows of each kind for every method, in the order of the methods.

    The fairest are those whose bias is surely smallest, the most biased those whose bias is surely
    largest: a row is ranked by the end of its interval, never by its estimate. Ties keep the order
    of the rows; no row is both.
    """
    found = []
    for method in dict.fromkeys(row.method for row in rows):
        of_method = [row for row in rows if row.method == method]
        shown = min(count, (len(of_method) + 1) // 2)
        fairest = sorted(of_method, key=lambda row: bias_bounds(row).high)[:shown]
        left = [row for row in of_method if row not in fairest]
        biased = sorted(left, key=lambda row: -bias_bounds(row).low)[:shown]
        found.append(Extremes(method, tuple(fairest), tuple(biased)))
    return found


def bias_bounds(row: Row) -> Interval:
    """Return how large the bias |A − ½| can at least and at most be.

    For exact rows it is |value − komi|, under the pie rule |pie value|.
    """
    if isinstance(row.found, ExactValue):
        variant = row.entry.variant
        plain = abs(row.found.value - variant.komi)
        bias = -row.found.pie_value(variant.komi) if variant.pie == "swap" else plain
        return Interval(bias, bias)
    low, high = row.found.advantage_interval.low - 0.5, row.found.advantage_interval.high - 0.5
    least = 0.0 if low <= 0 <= high else min(abs(low), abs(high))
    return Interval(least, max(abs(low), abs(high)))
