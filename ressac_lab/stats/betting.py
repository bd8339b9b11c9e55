"""How sure a mean is, however often one looks: confidence sequences for a measure that has bounds.

Suppose the mean is m, and bet on each observation y, scaled to 0..1, that it comes out higher: a share c
of what one has is put at stake and comes back as y/m times the stake. The wealth is multiplied by
1 - c + c y/m, whose mean is 1 if m is right and less if the true mean is below m. So the wealth rarely
grows: the chance that it *ever* reaches w is at most 1/w (Ville's inequality), whatever made one stop, and
a supposed mean at which it did is ruled out. Betting that y comes out lower is the mirror image. The
wealth is an e-value: evidence that may be averaged, looked at any time, and compared over many maps.

The stake should suit how far off the supposed mean is, which nobody knows; so the wealth is split over the
shares in ``STAKES``, from all of it down, and each part bets its own share throughout. The product does
not depend on the order of the games: a histogram is all that is needed.

Source: I. Waudby-Smith, A. Ramdas, Estimating means of bounded random variables by betting, Journal of
the Royal Statistical Society B 86 (2024), 1-27; constant bets mixed over a grid are its section 4 and
appendix. Coverage holds at every number of games at once, for any distribution within the bounds, if each
game's mean is the same given the games before it.
"""

from __future__ import annotations

import math

from ressac_lab.stats.histogram import Histogram, mean, ordered_within
from ressac_lab.stats.interval import Interval, refuse_confidence

# Each bets half as much as the one before: between two of them at most a tenth of the growth is lost.
# The last suits means that some million games tell apart.
STAKES = tuple(2.0**-power for power in range(12))
HALVINGS = 48


def log_wealth(counts: Histogram, supposed: float, low: float, high: float) -> tuple[float, float]:
    """Return the logarithms of the two bettors' wealth if the mean of a measure is supposed.

    The first bets that the true mean lies above ``supposed``, the second that it lies below; each started
    with 1. Both are infinite for what a supposed mean at a bound makes impossible.

    Raises ValueError as ``mean_interval`` does, or if the supposed mean lies outside the bounds.

    >>> above, below = log_wealth({0: 40, 1: 60}, 0.5, low=0, high=1)
    >>> round(math.exp(above), 2), round(math.exp(below), 2)
    (1.96, 0.52)
    """
    pairs = ordered_within(counts, low, high)
    if not low <= supposed <= high:
        raise ValueError(f"supposed mean {supposed}: expected one between {low} and {high}")
    above = _bettor([(value - low, count) for value, count in pairs], supposed - low)
    below = _bettor([(high - value, count) for value, count in pairs], high - supposed)
    return above, below


def confidence_sequence(counts: Histogram, low: float, high: float, confidence: float = 0.95) -> Interval:
    """Return the interval of a mean that may be looked at as often as one likes, in its own unit.

    With the stated confidence the intervals after 1, 2, 3, … observations *all* hold the true mean, so
    one may stop at any of them and for any reason; the price is three quarters as much width again
    as ``mean_interval``'s. The result holds the sample mean and lies within the bounds.

    Raises ValueError as ``mean_interval`` does.

    >>> interval = confidence_sequence({0: 40, 1: 60}, low=0, high=1)
    >>> round(interval.low, 3), round(interval.high, 3)
    (0.426, 0.756)
    """
    refuse_confidence(confidence)
    pairs = ordered_within(counts, low, high)
    centre = mean(counts)
    # Half of the error for each of the two bettors.
    ruin = math.log(2 / (1 - confidence))
    down = _farthest([(value - low, count) for value, count in pairs], centre - low, ruin)
    up = _farthest([(high - value, count) for value, count in pairs], high - centre, ruin)
    return Interval(float(max(low, low + down)), float(min(high, high - up)))


def _bettor(heights: list[tuple[float, int]], supposed: float) -> float:
    """Return the log wealth of who bets that heights above a bound have a mean above ``supposed``."""
    if supposed <= 0:
        return math.inf if any(height > 0 for height, _ in heights) else 0.0
    parts = [
        math.fsum(count * _log_factor(stake, height / supposed) for height, count in heights)
        for stake in STAKES
    ]
    largest = max(parts)
    return largest + math.log(math.fsum(math.exp(part - largest) for part in parts) / len(STAKES))


def _log_factor(stake: float, multiple: float) -> float:
    factor = stake * (multiple - 1)
    return math.log1p(factor) if factor > -1 else -math.inf


def _farthest(heights: list[tuple[float, int]], centre: float, ruin: float) -> float:
    """Return the lowest supposed mean, up to the sample's, that does not make the bettor that rich."""
    least, most = 0.0, centre
    for _ in range(HALVINGS):
        middle = (least + most) / 2
        if _bettor(heights, middle) < ruin:
            most = middle
        else:
            least = middle
    # The outer one of the two, which errs by a rounding at most.
    return least
