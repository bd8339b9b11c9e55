"""The Wilson interval against published values, its own definition and its exact coverage."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ressac_lab.stats import Interval, wilson
from ressac_lab.stats.interval import standard_score

# R. G. Newcombe, Two-sided confidence intervals for the single proportion: comparison of seven
# methods, Statistics in Medicine 17 (1998), 857-872, table I, method 3.
NEWCOMBE = [
    (81, 263, 0.2553, 0.3662),
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0000, 0.1611),
    (1, 29, 0.0061, 0.1718),
]

samples = st.integers(1, 10**6).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
confidences = st.sampled_from([0.5, 0.8, 0.9, 0.95, 0.99, 0.999999])


@pytest.mark.parametrize(("successes", "trials", "low", "high"), NEWCOMBE)
def test_the_published_intervals_are_met(successes: int, trials: int, low: float, high: float) -> None:
    interval = wilson(successes, trials)
    assert (round(interval.low, 4), round(interval.high, 4)) == (low, high)


def test_no_success_leaves_the_share_z2_over_n_plus_z2() -> None:
    # 1.959964² = 3.841459, and 3.841459 / 13.841459 = 0.277533.
    interval = wilson(0, 10)
    assert interval.low == 0.0
    assert interval.high == pytest.approx(0.277533, abs=5e-7)


@given(samples, confidences)
def test_an_inner_end_is_a_share_with_the_sample_z_standard_errors_away(
    sample: tuple[int, int], confidence: float
) -> None:
    successes, trials = sample
    interval = wilson(successes, trials, confidence)
    score = standard_score(confidence)
    for end in (interval.low, interval.high):
        if 0.0 < end < 1.0:
            distance = abs(successes / trials - end)
            assert distance == pytest.approx(
                score * math.sqrt(end * (1 - end) / trials), rel=1e-6, abs=1e-12
            )


@given(samples, confidences)
def test_the_interval_holds_the_observed_share_and_stays_within_0_and_1(
    sample: tuple[int, int], confidence: float
) -> None:
    successes, trials = sample
    interval = wilson(successes, trials, confidence)
    assert 0.0 <= interval.low <= successes / trials <= interval.high <= 1.0
    assert (interval.low == 0.0) == (successes == 0)
    assert (interval.high == 1.0) == (successes == trials)


@given(samples)
def test_counting_failures_instead_mirrors_the_interval(sample: tuple[int, int]) -> None:
    successes, trials = sample
    mirrored = wilson(trials - successes, trials)
    interval = wilson(successes, trials)
    assert interval.low == pytest.approx(1 - mirrored.high, abs=1e-12)
    assert interval.high == pytest.approx(1 - mirrored.low, abs=1e-12)


def coverage(share: float, trials: int) -> float:
    """Return the exact chance that the interval holds the true share."""
    held = 0.0
    for successes in range(trials + 1):
        interval = wilson(successes, trials)
        if interval.low <= share <= interval.high:
            chance = share**successes * (1 - share) ** (trials - successes)
            held += math.comb(trials, successes) * chance
    return held


def test_exact_coverage_is_0_95_on_average() -> None:
    covered = [coverage(i / 1000, 30) for i in range(1, 1000)]
    assert math.fsum(covered) / len(covered) == pytest.approx(0.952, abs=0.001)


@pytest.mark.parametrize("trials", [30, 1000])
def test_exact_coverage_is_0_84_for_a_share_too_small_to_be_held_by_one_success(
    trials: int,
) -> None:
    share = 0.9999 * wilson(1, trials).low
    assert share * trials == pytest.approx(0.177, abs=0.001)
    assert coverage(share, trials) == pytest.approx(0.838, abs=0.001)


@pytest.mark.parametrize(
    ("successes", "trials", "confidence", "message"),
    [
        (0, 0, 0.95, "0 successes in 0 trials: expected at least one trial"),
        (1, -3, 0.95, "1 successes in -3 trials: expected at least one trial"),
        (-1, 5, 0.95, "-1 successes in 5 trials: expected a number from 0 to 5"),
        (6, 5, 0.95, "6 successes in 5 trials: expected a number from 0 to 5"),
        (1, 5, 95, "confidence 95: expected a share strictly between 0 and 1"),
        (1, 5, 0.0, "confidence 0.0: expected a share strictly between 0 and 1"),
        (1, 5, math.nan, "confidence nan: expected a share strictly between 0 and 1"),
    ],
)
def test_impossible_counts_are_refused(
    successes: int, trials: int, confidence: float, message: str
) -> None:
    with pytest.raises(ValueError) as refusal:
        wilson(successes, trials, confidence)
    assert str(refusal.value) == message


@pytest.mark.parametrize(("low", "high"), [(0.6, 0.4), (math.nan, 1.0)])
def test_an_interval_runs_upwards(low: float, high: float) -> None:
    with pytest.raises(ValueError) as refusal:
        Interval(low, high)
    assert str(refusal.value) == (f"no interval runs from {low} to {high}: expected low at or below high")
