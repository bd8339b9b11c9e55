from __future__ import annotations

from typing import cast

import pytest

from ressac_lab.arena import Measures
from ressac_lab.reports.extremes import bias_bounds, extremes
from ressac_lab.reports.rows import Row
from ressac_lab.rules import Variant
from ressac_lab.stats import Interval
from ressac_lab.sweep.experiment import Entry
from ressac_lab.sweep.jobs import ExactValue
from ressac_lab.sweep.methods import Exact


class _Found:
    """A stand-in for measures of which only the interval is looked at."""

    def __init__(self, low: float, high: float) -> None:
        self.advantage_interval = Interval(low, high)


def sampled(label: str, low: float, high: float) -> Row:
    return Row(Entry(label, Variant()), Exact(), cast(Measures, _Found(low, high)))


def exact(label: str, value: int, komi: float = 0) -> Row:
    return Row(Entry(label, Variant(komi=komi)), Exact(), ExactValue(value, 1, (), (value,)))


@pytest.mark.parametrize(
    ("low", "high", "least", "most"),
    [(0.45, 0.52, 0, 0.05), (0.55, 0.6, 0.05, 0.1), (0.3, 0.4, 0.1, 0.2), (0, 1, 0, 0.5)],
)
def test_bias_is_bounded_by_the_interval(low: float, high: float, least: float, most: float) -> None:
    bounds = bias_bounds(sampled("", low, high))
    assert (bounds.low, bounds.high) == (pytest.approx(least), pytest.approx(most))


def test_a_wide_interval_is_neither_fair_nor_biased() -> None:
    rows = [sampled("wide", 0.2, 0.8), sampled("fair", 0.48, 0.52), sampled("biased", 0.58, 0.62)]
    (found,) = extremes(rows, 1)
    assert found.fairest[0].entry.label == "fair"
    assert found.most_biased[0].entry.label == "biased"


def test_exact_rows_are_ranked_by_their_distance_from_komi() -> None:
    (found,) = extremes([exact("plus", 2), exact("level", 0), exact("komi", 1, komi=1)], 1)
    assert found.fairest[0].entry.label == "level"
    assert found.most_biased[0].entry.label == "plus"


def test_no_row_is_shown_as_both() -> None:
    (found,) = extremes([exact("only", 0)], 3)
    assert len(found.fairest) == 1
    assert found.most_biased == ()
