"""The uncertainty of the mean of a measure that has bounds, such as a game's result or margin.

The method is the score interval. For each supposed mean, take the distribution on [low, high] that
has this mean and makes the sample most likely; the supposed mean is in the interval if the sample
mean is within z standard errors of it under that distribution. For two values this is Wilson's
interval (1927); for loss, draw and win it is Tango's interval for paired differences (T. Tango,
Equivalence test and confidence interval for the difference in proportions for the paired-sample
design, Statistics in Medicine 17 (1998), 891-908). The most likely distribution comes from
empirical likelihood (A. B. Owen, Empirical Likelihood, 2001, chapters 2 and 3).

How the lower end is found; the upper end is its mirror. Let n be the number of observations, x̄
their mean, and c_i the count of value x_i. The most likely distributions form one family,
p_i ∝ c_i / (x_i - a), with an *anchor* a at or below ``low``. Within it, with v the variance at the
supposed mean m, n (x̄ - m)² / v = z² turns into

    m = (n x̄ + z² a) / (n + z²)    and    Σ c_i (x_i - x̄)² / ((x̄ - a) (x_i - a)) = z²

The first says that the end is the mean of the sample and z² further observations at the anchor. The
second falls as the anchor moves away, so it fixes the anchor: one root, a sum without cancellation.
If the anchor comes as near as ``low`` before the sum reaches z², it stays there: ``low`` was never
observed, and the most likely distribution puts the mass it needs at ``low`` itself. A sample of one
value is the plainest case, and gives Wilson's bound for no successes: z² / (n + z²) at the far end.

Limits. Coverage is approximate and nears the confidence as the sample grows. Computed at 0.95 and
30 games, over true shares of losses, draws and wins in steps of 0.05, none of them 0: 0.952 on
average, 0.938 at worst; where nearly all games are drawn, above 0.95. It falls short where the true
mean lies within about 1/n of a bound (0.86 at 30 games, one in 200 lost and the rest won), as
Wilson's does. The misses of a skewed measure may all lie on one side. A value that never occurred
gets no mass, except a bound; without that exception the interval would cover 0.66 for 30 games of
which one in twenty is lost, one in twenty won and the rest drawn.
"""

from __future__ import annotations

import math

from ressac_lab.stats.histogram import Histogram, mean, ordered_within, total
from ressac_lab.stats.interval import Interval, standard_score

# Newton's step converges from one side and quadratically: after a step this small, relative to the
# anchor's gap, the next would be below the last digit.
SMALL_STEP = 1e-9


def mean_interval(counts: Histogram, low: float, high: float, confidence: float = 0.95) -> Interval:
    """Return the score interval of the mean of a measure between two bounds, in its own unit.

    ``counts`` says how often each value was observed, in independent observations. The result holds
    the sample mean, lies within the bounds, and does not depend on the order of the mapping. The
    module's text has the method, its sources and its limits.

    Raises ValueError if nothing was observed, a count is negative, a value lies outside the bounds,
    the bounds are not finite and in order, or the confidence is not strictly between 0 and 1.

    >>> interval = mean_interval({0: 0, 0.5: 19, 1: 1}, low=0, high=1)
    >>> round(interval.low, 4), round(interval.high, 4)
    (0.4404, 0.6181)
    """
    pairs = ordered_within(counts, low, high)
    first, last = pairs[0][0], pairs[-1][0]
    centre = mean(counts)
    weight = standard_score(confidence) ** 2
    share = weight / (total(counts) + weight)
    squares = [count * (value - centre) ** 2 for value, count in pairs]
    below = [value - first for value, _ in pairs]
    above = [last - value for value, _ in pairs]
    down = share * _anchor(squares, below, centre - first, first - low, weight)
    up = share * _anchor(squares, above, last - centre, high - last, weight)
    return Interval(float(max(low, centre - down)), float(min(high, centre + up)))


def _anchor(
    squares: list[float], gaps: list[float], outermost: float, beyond: float, weight: float
) -> float:
    """Return the distance from the sample mean to the anchor on one side.

    ``squares`` are c_i (x_i - x̄)², ``gaps`` the distances of the values from the outermost one on
    this side, ``outermost`` its distance from the sample mean, ``beyond`` from it to the bound, and
    ``weight`` is z². The unknown is the gap from the outermost value to the anchor: where that
    value is rare the gap is tiny, and would drown in a distance from the mean.
    """
    if outermost <= 0 or weight == 0:
        return outermost + beyond
    if beyond > 0 and _pull(squares, gaps, outermost, beyond)[0] <= weight:
        return outermost + beyond
    # The outermost value's own term reaches z² here, so the whole sum does: left of the root.
    own = squares[gaps.index(0)] / weight
    gap = max(beyond, 2 * own / (outermost + math.sqrt(outermost**2 + 4 * own)))
    step = math.inf
    while step > SMALL_STEP * gap:
        pull, slope = _pull(squares, gaps, outermost, gap)
        step = 2 * (math.sqrt(pull / weight) - 1) / slope
        gap += step
    return outermost + gap


def _pull(squares: list[float], gaps: list[float], outermost: float, gap: float) -> tuple[float, float]:
    """Return the sum that must equal z², and how fast its logarithm falls as the gap grows."""
    terms = [square / (gap + other) for square, other in zip(squares, gaps, strict=True)]
    slopes = [term / (gap + other) for term, other in zip(terms, gaps, strict=True)]
    whole = math.fsum(terms)
    return whole / (outermost + gap), math.fsum(slopes) / whole + 1 / (outermost + gap)
