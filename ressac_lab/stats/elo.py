"""How far apart two players are, from the share of points that one takes from the other."""

from __future__ import annotations

import math

SCALE = 400


def elo_difference(score: float) -> float:
    """Return the rating difference that expects a score between 0 and 1, infinite at both ends.

    It is 400 log₁₀ (s / (1 − s)), the logistic form of A. E. Elo, The Rating of Chessplayers, Past and
    Present (1978). Raises ValueError if the score is not between 0 and 1.

    >>> elo_difference(0.5), round(elo_difference(0.75))
    (0.0, 191)
    """
    if not 0 <= score <= 1:
        raise ValueError(f"score {score}: expected a share between 0 and 1")
    if score in (0, 1):
        return math.inf if score else -math.inf
    return SCALE * math.log10(score / (1 - score))
