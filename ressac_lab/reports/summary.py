"""What to say first about a method's rows: the verdicts, and the fairest and most biased variants.

Only what the intervals vouch for is said. Rows are ranked by the ends of their intervals, never by their
estimates, and the intervals shown hold for variants that were picked out of many.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from ressac_lab.arena import Measures
from ressac_lab.arena.fairness import interval_among
from ressac_lab.reports.rows import Row, is_fair_test, lead_of
from ressac_lab.stats import Interval
from ressac_lab.sweep.jobs import ExactValue
from ressac_lab.sweep.methods import Method

# The order in which verdicts are told.
VERDICTS = ("balanced", "light", "first", "dark", "second", "undecided")


@dataclass(frozen=True, slots=True)
class Summary:
    """The rows of one method in short.

    ``verdicts`` counts the rows of each verdict. ``fairest`` and ``most_biased`` are empty where a ranking
    would mean nothing: see ``unranked``, the reason. ``as_fair`` counts the rows that cannot be told from
    the fairest. ``bounds`` of the rows shown hold for all of them together.
    """

    method: Method
    rows: int
    verdicts: dict[str, int]
    fairest: tuple[Row, ...] = ()
    most_biased: tuple[Row, ...] = ()
    as_fair: int = 0
    unranked: str = ""


def summaries(rows: list[Row], shown: int) -> list[Summary]:
    """Return a summary for every method, in the methods' order, with up to ``shown`` rows of each kind."""
    methods = dict.fromkeys(row.method for row in rows)
    return [_summary(method, [row for row in rows if row.method == method], shown) for method in methods]


def _summary(method: Method, rows: list[Row], shown: int) -> Summary:
    counted = Counter(row.verdict for row in rows)
    verdicts = {word: counted[word] for word in VERDICTS if counted[word]}
    counts = (method, len(rows), verdicts)
    if not is_fair_test(method):
        return Summary(*counts, unranked="the agents differ, so A says who plays better, not what is fair")
    if not verdicts:
        return Summary(*counts, unranked="a control failed")
    bias = [bias_bounds(row) for row in rows]
    if len(set(bias)) == 1:
        same = "there is one variant only" if len(rows) == 1 else "all are equally far from even"
        return Summary(*counts, unranked=same)
    shown = min(shown, (len(rows) + 1) // 2)
    by_fairness = sorted(range(len(rows)), key=lambda place: bias[place].high)
    fairest, others = by_fairness[:shown], by_fairness[shown:]
    biased = sorted(sorted(others), key=lambda place: -bias[place].low)[:shown]
    picked = len(fairest) + len(biased)
    smallest = bias[by_fairness[0]].high
    return Summary(
        *counts,
        fairest=tuple(_among(rows[place], picked, len(rows)) for place in fairest),
        most_biased=tuple(
            _among(rows[place], picked, len(rows)) for place in biased if bias[place].low > 0
        ),
        as_fair=sum(bounds.low <= smallest for bounds in bias) - 1,
    )


def _among(row: Row, picked: int, of: int) -> Row:
    """Return a row with bounds that hold although it was picked for what they show."""
    if isinstance(row.found, Measures):
        return replace(row, bounds=interval_among(row.found, picked, of))
    return row


def lead_bounds(row: Row) -> Interval:
    """Return how far ahead of even the player who begins surely and possibly is.

    The unit is that of A, for exact rows points with komi taken off.
    """
    if isinstance(row.found, ExactValue):
        lead = lead_of(row.found, row.entry.variant)
        return Interval(lead, lead)
    bounds = row.bounds or row.found.advantage_interval
    return Interval(bounds.low - 0.5, bounds.high - 0.5)


def bias_bounds(row: Row) -> Interval:
    """Return how far from even, one way or the other, a row at least and at most is."""
    lead = lead_bounds(row)
    least = 0.0 if lead.low <= 0 <= lead.high else min(abs(lead.low), abs(lead.high))
    return Interval(least, max(abs(lead.low), abs(lead.high)))
