from __future__ import annotations

from dataclasses import replace

import pytest

from ressac_lab.agents import parse_pairing
from ressac_lab.arena import Measures, measure, play
from ressac_lab.reports.rows import Row, judged
from ressac_lab.reports.summary import Summary, bias_bounds, summaries
from ressac_lab.rules import Variant
from ressac_lab.stats import Interval
from ressac_lab.sweep.experiment import Entry
from ressac_lab.sweep.jobs import ExactValue
from ressac_lab.sweep.methods import Exact, Sampled

SMALL = Variant(3, 3, wrecks=(), boats=1, decounts=(1,))
MEASURES = measure(play(SMALL, parse_pairing("random"), 0, 0, 1), SMALL)


def sampled(label: str, wins: int, losses: int, agents: str = "greedy", pie: str = "none") -> Row:
    """Return a row of games of which only the results of the player who begins are looked at."""
    found: Measures = replace(MEASURES, advantage_counts={0: losses, 1: wins})
    return Row(Entry(label, Variant(pie=pie)), Sampled(parse_pairing(agents), 1), found)


def exact(label: str, value: int, komi: float = 0) -> Row:
    return Row(Entry(label, Variant(komi=komi)), Exact(), ExactValue(value, 1, (), (value,)))


def summary_of(*rows: Row, shown: int = 1, delta: float = 0.03) -> Summary:
    (found,) = summaries(judged(rows, delta), shown)
    return found


@pytest.mark.parametrize(
    ("low", "high", "least", "most"),
    [(0.45, 0.52, 0, 0.05), (0.55, 0.6, 0.05, 0.1), (0.3, 0.4, 0.1, 0.2), (0, 1, 0, 0.5)],
)
def test_bias_is_bounded_by_the_interval(low: float, high: float, least: float, most: float) -> None:
    bounds = bias_bounds(replace(sampled("", 1, 1), bounds=Interval(low, high)))
    assert (bounds.low, bounds.high) == (pytest.approx(least), pytest.approx(most))


def test_a_wide_interval_is_neither_fair_nor_biased() -> None:
    found = summary_of(sampled("wide", 5, 5), sampled("fair", 9000, 9000), sampled("biased", 6000, 4000))
    assert [row.entry.label for row in found.fairest] == ["fair"]
    assert [row.entry.label for row in found.most_biased] == ["biased"]
    assert found.verdicts == {"balanced": 1, "light": 1, "undecided": 1}


def test_nothing_is_called_most_biased_that_may_be_even() -> None:
    found = summary_of(sampled("a", 500, 500), sampled("b", 520, 480), shown=1)
    assert [row.entry.label for row in found.fairest] == ["a"]
    assert found.most_biased == ()
    assert found.verdicts == {"undecided": 2}


def test_the_bounds_of_those_shown_allow_for_the_choice() -> None:
    rows = [sampled(str(number), 6000, 4000) for number in range(40)] + [sampled("fair", 5000, 5000)]
    found = summary_of(*rows, shown=1)
    (fair,) = found.fairest
    judged_alone = judged([rows[-1]], 0.03)[0].bounds
    assert fair.bounds and judged_alone
    assert fair.bounds.low < judged_alone.low < judged_alone.high < fair.bounds.high


def test_the_designer_says_what_is_balanced() -> None:
    row = sampled("", 5400, 4600)
    words = [judged([row], delta)[0].verdict for delta in (0.01, 0.04, 0.1)]
    assert words == ["light", "undecided", "balanced"]


@pytest.mark.parametrize(
    ("wins", "pie", "word"),
    [(7000, "none", "light"), (3000, "none", "dark"), (7000, "swap", "first"), (3000, "swap", "second")],
)
def test_under_the_pie_rule_the_players_are_named_by_who_began(wins: int, pie: str, word: str) -> None:
    assert judged([sampled("", wins, 10000 - wins, pie=pie)], 0.03)[0].verdict == word


def test_agents_that_differ_get_no_verdict() -> None:
    (row,) = judged([sampled("", 9000, 1000, agents="greedy vs random")], 0.03)
    assert (row.verdict, row.bounds) == ("", None)


def test_each_method_is_judged_for_itself() -> None:
    rows = [sampled("", 5300, 4700), *[sampled("", 5, 5, agents="random")] * 300]
    alone, together = (judged(given, 0.01)[0].bounds for given in (rows[:1], rows))
    assert alone == together


def test_exact_rows_are_ranked_by_their_distance_from_komi() -> None:
    found = summary_of(exact("plus", 2), exact("level", 0), exact("komi", 1, komi=1))
    assert found.fairest[0].entry.label == "level"
    assert found.most_biased[0].entry.label == "plus"
    assert (found.verdicts, found.as_fair) == ({"balanced": 2, "light": 1}, 1)
    assert all(row.bounds is None for row in found.fairest)


def test_an_exact_verdict_goes_by_komi_and_not_by_delta() -> None:
    words = [row.verdict for row in judged([exact("", 1, komi=komi) for komi in (0, 1, 1.5)], 0.4)]
    assert words == ["light", "balanced", "dark"]


def test_no_row_is_shown_as_both() -> None:
    found = summary_of(exact("level", 0), exact("plus", 1), exact("minus", -2), shown=3)
    assert [row.entry.label for row in found.fairest] == ["level", "plus"]
    assert [row.entry.label for row in found.most_biased] == ["minus"]


def test_rows_that_the_intervals_cannot_tell_from_the_fairest_are_counted() -> None:
    found = summary_of(
        sampled("a", 5000, 5000),
        sampled("b", 5050, 4950),
        sampled("c", 6000, 4000),
        sampled("d", 7000, 3000),
    )
    assert found.fairest[0].entry.label == "a"
    assert found.as_fair == 1


def test_nothing_is_ranked_where_a_ranking_would_say_nothing() -> None:
    level = "all are equally far from even"
    assert summary_of(exact("one", 0), exact("two", 0)).unranked == level
    assert summary_of(exact("one", 1), exact("two", -1)).unranked == level
    assert summary_of(exact("only", 0)).unranked == "there is one variant only"
    mixed = sampled("mixed", 90, 10, agents="greedy vs random")
    found = summary_of(mixed, mixed)
    assert found.unranked.startswith("the agents differ")
    assert found.fairest == found.most_biased == ()
