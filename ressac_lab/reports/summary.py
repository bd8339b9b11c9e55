"""What to say first about a method's rows: who is ahead, and the fairest and most biased variants.

Only what the intervals vouch for is said: a row counts as ahead when its whole interval is, and rows
are ranked by the ends of their intervals, never by their estimates.
"""

from __future__ import annotations

from dataclasses import dataclass

from ressac_lab.reports.rows import Row
from ressac_lab.stats import Interval
from ressac_lab.sweep.jobs import ExactValue
from ressac_lab.sweep.methods import Method, Sampled


@dataclass(frozen=True, slots=True)
class Summary:
    """The rows of one method in short.

    ``ahead`` and ``behind`` count the rows in which the player who begins surely is; ``undecided`` the
    others (for exact rows: those that are even). ``fairest`` and ``most_biased`` are empty where a
    ranking would mean nothing: see ``unranked``, the reason. ``as_fair`` counts the rows that cannot be
    told from the fairest.
    """

    method: Method
    rows: int
    ahead: int
    behind: int
    undecided: int
    fairest: tuple[Row, ...] = ()
    most_biased: tuple[Row, ...] = ()
    as_fair: int = 0
    unranked: str = ""


def summaries(rows: list[Row], shown: int) -> list[Summary]:
    """Return a summary for every method, in the methods' order, with up to ``shown`` rows of each kind."""
    methods = dict.fromkeys(row.method for row in rows)
    return [_summary(method, [row for row in rows if row.method == method], shown) for method in methods]


def _summary(method: Method, rows: list[Row], shown: int) -> Summary:
    leads = [lead_bounds(row) for row in rows]
    ahead = sum(lead.low > 0 for lead in leads)
    behind = sum(lead.high < 0 for lead in leads)
    counts = (method, len(rows), ahead, behind, len(rows) - ahead - behind)
    if isinstance(method, Sampled) and method.pairing.light != method.pairing.dark:
        return Summary(*counts, unranked="the agents differ, so A says who plays better, not what is fair")
    if len({bias_bounds(row) for row in rows}) == 1:
        same = "there is one variant only" if len(rows) == 1 else "all are equally far from even"
        return Summary(*counts, unranked=same)
    shown = min(shown, (len(rows) + 1) // 2)
    by_fairness = sorted(range(len(rows)), key=lambda place: bias_bounds(rows[place]).high)
    fairest, others = by_fairness[:shown], by_fairness[shown:]
    biased = sorted(sorted(others), key=lambda place: -bias_bounds(rows[place]).low)[:shown]
    smallest = bias_bounds(rows[by_fairness[0]]).high
    return Summary(
        *counts,
        fairest=tuple(rows[place] for place in fairest),
        most_biased=tuple(rows[place] for place in biased),
        as_fair=sum(bias_bounds(row).low <= smallest for row in rows) - 1,
    )


def lead_bounds(row: Row) -> Interval:
    """Return how far ahead of even the player who begins surely and possibly is.

    The unit is that of A, for exact rows points with komi taken off.
    """
    if isinstance(row.found, ExactValue):
        variant = row.entry.variant
        lead = row.found.value - variant.komi
        if variant.pie == "swap":
            lead = row.found.pie_value(variant.komi)
        return Interval(lead, lead)
    interval = row.found.advantage_interval
    return Interval(interval.low - 0.5, interval.high - 0.5)


def bias_bounds(row: Row) -> Interval:
    """Return how far from even, one way or the other, a row at least and at most is."""
    lead = lead_bounds(row)
    least = 0.0 if lead.low <= 0 <= lead.high else min(abs(lead.low), abs(lead.high))
    return Interval(least, max(abs(lead.low), abs(lead.high)))
