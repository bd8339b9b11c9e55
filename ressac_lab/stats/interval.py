"""An interval of uncertainty, and how many standard deviations a confidence asks for."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist


@dataclass(frozen=True, slots=True)
class Interval:
    """What a sample leaves possible: ``low`` to ``high``, both included, in the measure's unit.

    Raises ValueError if ``low`` is above ``high``, or if either is no number.
    """

    low: float
    high: float

    def __post_init__(self) -> None:
        if not self.low <= self.high:
            raise ValueError(
                f"no interval runs from {self.low} to {self.high}: expected low at or below high"
            )


def standard_score(confidence: float) -> float:
    """Return how many standard deviations each side of the mean hold a share of a normal variable.

    Raises ValueError unless the confidence lies strictly between 0 and 1.

    >>> round(standard_score(0.95), 6)
    1.959964
    """
    refuse_confidence(confidence)
    # The lower tail, because 1 - confidence keeps the digits that 1 + confidence would lose.
    return -NormalDist().inv_cdf((1 - confidence) / 2)


def refuse_confidence(confidence: float) -> None:
    """Raise ValueError unless a confidence lies strictly between 0 and 1."""
    if not 0 < confidence < 1:
        raise ValueError(f"confidence {confidence}: expected a share strictly between 0 and 1")
