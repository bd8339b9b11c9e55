from __future__ import annotations

from typing import cast

import pytest

from ressac_lab.agents import parse_pairing
from ressac_lab.arena import Measures
from ressac_lab.reports.rows import Row
from ressac_lab.reports.summary import Summary, bias_bounds, summaries
from ressac_lab.rules import Variant
from ressac_lab.stats import Interval
from ressac_lab.sweep.experiment import Entry
from ressac_lab.sweep.jobs import ExactValue
from ressac_lab.sweep.methods import Exact, Sampled


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
    (found,) = summaries(rows, 1)
    assert found.fairest[0].entry.label == "fair"
    assert found.most_biased[0].entry.label == "biased"


def test_exact_rows_are_ranked_by_their_distance_from_komi() -> None:
    (found,) = summaries([exact("plus", 2), exact("level", 0), exact("komi", 1, komi=1)], 1)
    assert found.fairest[0].entry.label == "level"
    assert found.most_biased[0].entry.label == "plus"
    assert (found.ahead, found.behind, found.undecided, found.as_fair) == (1, 0, 2, 1)


def test_no_row_is_shown_as_both() -> None:
    (found,) = summaries([exact("level", 0), exact("plus", 1), exact("minus", -2)], 3)
    assert [row.entry.label for row in found.fairest] == ["level", "plus"]
    assert [row.entry.label for row in found.most_biased] == ["minus"]


def test_rows_that_the_intervals_cannot_tell_from_the_fairest_are_counted() -> None:
    rows = [
        sampled("a", 0.49, 0.53),
        sampled("b", 0.48, 0.55),
        sampled("c", 0.55, 0.57),
        sampled("d", 0.6, 0.7),
    ]
    (found,) = summaries(rows, 1)
    assert found.fairest[0].entry.label == "a"
    assert found.as_fair == 1
    assert (found.ahead, found.behind, found.undecided) == (2, 0, 2)


def unranked(found: list[Summary]) -> str:
    (summary,) = found
    assert summary.fairest == summary.most_biased == ()
    return summary.unranked


def test_nothing_is_ranked_where_a_ranking_would_say_nothing() -> None:
    even = [exact("one", 0), exact("two", 0)]
    assert unranked(summaries(even, 3)) == "all are equally far from even"
    assert unranked(summaries([exact("one", 1), exact("two", -1)], 3)) == "all are equally far from even"
    assert unranked(summaries([exact("only", 0)], 3)) == "there is one variant only"
    row = sampled("mixed", 0.9, 1.0)
    mixed = Row(row.entry, Sampled(parse_pairing("greedy vs random"), 10), row.found)
    assert unranked(summaries([mixed, mixed], 3)).startswith("the agents differ")
