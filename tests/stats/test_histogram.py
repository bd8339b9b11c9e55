"""Counting, averaging and halving a histogram."""

from __future__ import annotations

import math
import random
import statistics
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ressac_lab.stats import Histogram, mean, median, total

values = st.floats(-1e6, 1e6) | st.integers(-100, 100).map(float)
histograms = st.dictionaries(values, st.integers(0, 30), min_size=1).filter(
    lambda counts: sum(counts.values()) > 0
)


def observations(counts: dict[float, int]) -> list[float]:
    """Return the histogram spelled out, one entry an observation."""
    return [value for value, count in counts.items() for _ in range(count)]


@given(histograms)
def test_a_histogram_says_what_its_observations_say(counts: dict[float, int]) -> None:
    spelled_out = observations(counts)
    assert total(counts) == len(spelled_out)
    assert mean(counts) == float(sum(map(Fraction, spelled_out)) / len(spelled_out))
    assert median(counts) == statistics.median(spelled_out)


@given(histograms, st.randoms(use_true_random=False))
def test_the_order_of_the_values_changes_no_digit(
    counts: dict[float, int], shuffler: random.Random
) -> None:
    pairs = list(counts.items())
    shuffler.shuffle(pairs)
    assert (mean(dict(pairs)), median(dict(pairs))) == (mean(counts), median(counts))


def test_the_mean_is_exact_where_a_running_sum_is_not() -> None:
    assert sum([0.1] * 3) / 3 != 0.1
    assert mean({0.1: 3}) == 0.1
    assert mean({1e16: 1, 1.0: 1, -1e16: 1}) == 1 / 3


@pytest.mark.parametrize(
    ("counts", "middle"),
    [
        ({7: 1}, 7.0),
        ({1: 1, 2: 1}, 1.5),
        ({0: 2, 10: 2}, 5.0),
        ({0: 3, 10: 2}, 0.0),
        ({0: 2, 10: 3}, 10.0),
        ({-4: 1, 0: 0, 6: 1}, 1.0),
        ({0: 10**12, 1: 10**12 + 1}, 1.0),
    ],
)
def test_the_median_is_the_middle_or_between_the_two_middles(counts: dict[int, int], middle: float) -> None:
    assert median(counts) == middle


def test_an_empty_histogram_has_a_total_but_no_mean_or_median() -> None:
    nothing: Histogram = {}
    assert total(nothing) == 0
    for measure in (mean, median):
        for counts in (nothing, {3: 0}):
            with pytest.raises(ValueError) as refusal:
                measure(counts)
            assert str(refusal.value) == ("a histogram holds no observations: expected at least one")


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ({2: -1, 3: 4}, "a histogram counts the value 2 -1 times: expected 0 or more"),
        ({math.nan: 1}, "a histogram counts the value nan: expected finite numbers"),
        ({math.inf: 1}, "a histogram counts the value inf: expected finite numbers"),
    ],
)
def test_a_histogram_that_cannot_be_is_refused(counts: Histogram, message: str) -> None:
    for measure in (mean, median):
        with pytest.raises(ValueError) as refusal:
            measure(counts)
        assert str(refusal.value) == message
