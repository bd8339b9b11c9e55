"""The uncertainty of a share: how many of a number of trials succeeded."""

from __future__ import annotations

import math

from ressac_lab.stats.interval import Interval, standard_score


def wilson(successes: int, trials: int, confidence: float = 0.95) -> Interval:
    """Return the Wilson score interval of a share, within 0 and 1.

    It holds every true share that has the observed one within its own standard errors. So it stays
    honest when no trial or every trial succeeded; its near end is then exactly 0 or 1. Coverage is
    approximate: close to the confidence on average over the true shares, but near 0.84 instead of
    0.95 for the worst, which expect about 0.2 successes or failures in all.

    Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference,
    Journal of the American Statistical Association 22 (1927), 209-212.

    Raises ValueError if there is no trial, if the successes are not between 0 and the trials, or if
    the confidence is not strictly between 0 and 1.

    >>> interval = wilson(0, 10)
    >>> interval.low, round(interval.high, 4)
    (0.0, 0.2775)
    """
    if trials < 1:
        raise ValueError(f"{successes} successes in {trials} trials: expected at least one trial")
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes in {trials} trials: expected a number from 0 to {trials}")
    score = standard_score(confidence)
    weight = score * score
    failures = trials - successes
    centre = (successes + weight / 2) / (trials + weight)
    reach = score * math.sqrt(successes * failures / trials + weight / 4) / (trials + weight)
    return Interval(
        low=0.0 if successes == 0 else max(0.0, centre - reach),
        high=1.0 if failures == 0 else min(1.0, centre + reach),
    )
