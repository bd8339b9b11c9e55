"""What a method finds out about the fairness of many variants: one verdict each, all judged together."""

from __future__ import annotations

from collections.abc import Sequence

from ressac_lab.arena.measures import Measures
from ressac_lab.stats import (
    Band,
    Histogram,
    Interval,
    Judgement,
    Verdict,
    confidence_sequence,
    judge,
    lacking,
)

# The bias in A that a designer puts up with, unless told otherwise.
DELTA = 0.03
CONFIDENCE = 0.95

BALANCED = "balanced"
UNDECIDED = "undecided"


def band_of(delta: float) -> Band:
    """Return the values of A that count as balanced; raise ValueError unless 0 < delta < 1/2."""
    return Band(0.5, delta, 0, 1)


def judge_games(found: Sequence[Measures], delta: float) -> list[Judgement]:
    """Return the verdict on A for each variant that one method has sampled.

    What is promised is in ``stats.verdicts``: of those decided, at most 5 % are wrong on average, whatever
    seeds the variants share and whenever the sampling stopped.
    """
    return judge([measures.advantage_counts for measures in found], band_of(delta), CONFIDENCE)


def games_lacking(counts: Sequence[Histogram], delta: float) -> list[float]:
    """Return about how many more games each variant needs for a verdict, from its counts of A so far."""
    return lacking(counts, band_of(delta), CONFIDENCE)


def interval_among(measures: Measures, picked: int, of: int) -> Interval:
    """Return an interval for A of one of the variants that were picked out of many for what they show.

    Of such intervals at most 5 % miss on average, however the variants were picked: the source is that
    of ``stats.verdicts``.
    """
    return confidence_sequence(measures.advantage_counts, 0, 1, 1 - (1 - CONFIDENCE) * picked / of)


def word_of(verdict: Verdict, pie: bool) -> str:
    """Return a verdict in a designer's words: ``balanced``, ``light``, ``dark`` or ``undecided``.

    A is that of the player who begins. Under the pie rule sides change hands, so that player is ``first``
    and the other ``second``.
    """
    ahead, behind = ("first", "second") if pie else ("light", "dark")
    return {
        Verdict.INSIDE: BALANCED,
        Verdict.ABOVE: ahead,
        Verdict.BELOW: behind,
        Verdict.UNDECIDED: UNDECIDED,
    }[verdict]
