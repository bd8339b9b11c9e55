"""Verdicts on many means at once: inside a band, above it, below it, or not decided yet.

Each sample has two bettors at each edge of the band (see ``betting``). A mean is *decided* at confidence
1 - a when its confidence sequence at 1 - a lies inside the band, wholly above it or wholly below it, which
is when the bettors it takes have 2 / a each. Of K samples, k* are decided: the largest k such that k of
them are at confidence 1 - a k / K, where a is 1 minus the confidence asked for. That is the e-BH rule, and
the intervals at 1 - a k* / K are selection-valid: among the samples decided, the share of those whose
interval misses the true mean is at most a on average, and a wrong verdict is such a miss. It holds for
samples that depend on each other in any way, such as maps that share seeds, and whenever one stops, as
each interval is a confidence sequence.

Sources: R. Wang, A. Ramdas, False discovery rate control with e-values, Journal of the Royal Statistical
Society B 84 (2022), 822-852, for the rule; Z. Xu, R. Wang, A. Ramdas, Post-selection inference for
e-value based confidence intervals, Electronic Journal of Statistics 18 (2024), 2292-2338, for the
intervals.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from ressac_lab.stats.betting import STAKES, confidence_sequence, log_wealth
from ressac_lab.stats.histogram import Histogram, total
from ressac_lab.stats.interval import Interval, refuse_confidence

# What it costs at most, in log evidence, that the wealth is split over the stakes.
PRICE = math.log(len(STAKES))


class Verdict(Enum):
    """Where a mean lies as far as its sample can tell."""

    INSIDE = "inside"
    ABOVE = "above"
    BELOW = "below"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Band:
    """The means within ``reach`` of ``centre``, of a measure from ``low`` to ``high``.

    Raises ValueError unless the reach is positive and the band lies strictly within the bounds.
    """

    centre: float
    reach: float
    low: float
    high: float

    def __post_init__(self) -> None:
        if not self.reach > 0 or not self.low < self.bottom < self.top < self.high:
            raise ValueError(
                f"a band of {self.reach} on each side of {self.centre}: expected a positive one within "
                f"{self.low} and {self.high}"
            )

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.centre - self.reach

    @property
    def top(self) -> float:
        """The upper edge."""
        return self.centre + self.reach


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on one sample of many, and the interval that goes with it.

    ``evidence`` is the logarithm of the e-value of what is best supported, whether or not it is decided.
    """

    verdict: Verdict
    interval: Interval
    evidence: float


def judge(samples: Sequence[Histogram], band: Band, confidence: float = 0.95) -> list[Judgement]:
    """Return the verdict on the mean of each sample, all of them judged together.

    The interval of a decided sample bears out its verdict. That of the others, at the same level, says
    what is known of them. The module's text has the method, its sources and what is promised.

    Raises ValueError as ``confidence_sequence`` does.

    >>> found = judge([{0: 500, 1: 500}, {0: 400, 1: 600}, {0: 6, 1: 4}], Band(0.5, 0.08, 0, 1))
    >>> [judgement.verdict.name for judgement in found]
    ['INSIDE', 'UNDECIDED', 'UNDECIDED']
    """
    claims = [best_supported(sample, band) for sample in samples]
    enough = evidence_needed([evidence for _, evidence in claims], confidence)
    return [
        Judgement(
            verdict if evidence >= enough else Verdict.UNDECIDED,
            confidence_sequence(sample, band.low, band.high, 1 - 2 * math.exp(-enough)),
            evidence,
        )
        for sample, (verdict, evidence) in zip(samples, claims, strict=True)
    ]


def lacking(samples: Sequence[Histogram], band: Band, confidence: float = 0.95) -> list[float]:
    """Return about how many more observations each sample needs to be decided, 0 for those that are.

    Evidence grows in proportion to the observations, once it has made up for what the bettors who stake the
    wrong share lose. The figure is rough: the sample's mean stands in for the true one.

    >>> lacking([{0: 500, 1: 500}, {0: 50, 1: 50}], Band(0.5, 0.08, 0, 1))[0]
    0.0
    """
    evidence = [best_supported(sample, band)[1] for sample in samples]
    needed = evidence_needed(evidence, confidence)
    return [
        0.0 if found >= needed else total(sample) * (needed - found) / (max(found, 0) + PRICE)
        for sample, found in zip(samples, evidence, strict=True)
    ]


def evidence_needed(evidence: Sequence[float], confidence: float) -> float:
    """Return the log evidence from which on a sample is decided: log (2 / (a k* / K)) of the module's text.

    Raises ValueError unless the confidence lies strictly between 0 and 1.
    """
    refuse_confidence(confidence)
    error = 1 - confidence
    share = max(decided_of(evidence, error), 1) / max(len(evidence), 1)
    return math.log(2 / (error * share))


def best_supported(sample: Histogram, band: Band) -> tuple[Verdict, float]:
    """Return what a sample supports best, and the logarithm of the e-value for it."""
    above_bottom, below_bottom = log_wealth(sample, band.bottom, band.low, band.high)
    above_top, below_top = log_wealth(sample, band.top, band.low, band.high)
    supported = {
        Verdict.INSIDE: min(above_bottom, below_top),
        Verdict.ABOVE: above_top,
        Verdict.BELOW: below_bottom,
    }
    verdict = max(supported, key=lambda kind: supported[kind])
    return verdict, supported[verdict]


def decided_of(evidence: Sequence[float], error: float) -> int:
    """Return how many samples are decided, from their log evidence: the k* of the module's text.

    >>> decided_of([math.log(2 / 0.05), math.log(2 / 0.05)], 0.05)
    2
    >>> decided_of([math.log(2 / 0.05), 0], 0.05)
    0
    """
    ranked = sorted(evidence, reverse=True)
    shares = [count / len(ranked) for count in range(1, len(ranked) + 1)]
    enough = [found >= math.log(2 / (error * share)) for found, share in zip(ranked, shares, strict=True)]
    return max((count for count, reached in enumerate(enough, start=1) if reached), default=0)
