"""The interval of a bounded mean: against its definition, Tango, Wilson, and its laws."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from statistics import NormalDist

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ressac_lab.stats import Interval, mean, mean_interval, total, wilson
from ressac_lab.stats.interval import standard_score

LARGEST_MARGIN = 16

margins = st.integers(-LARGEST_MARGIN, LARGEST_MARGIN)
counts_of_margins = st.dictionaries(
    margins, st.integers(1, 40) | st.integers(1, 10**6), min_size=1, max_size=33
)
confidences = st.sampled_from([0.5, 0.8, 0.9, 0.95, 0.99, 0.999999])


def margin_interval(counts: dict[int, int], confidence: float = 0.95) -> Interval:
    return mean_interval(counts, -LARGEST_MARGIN, LARGEST_MARGIN, confidence)


def result_interval(losses: int, draws: int, wins: int, confidence: float = 0.95) -> Interval:
    return mean_interval({0: losses, 0.5: draws, 1: wins}, 0, 1, confidence)


# --- the definition, written slowly -------------------------------------------------------------


def most_likely_variance(counts: dict[int, int], low: float, supposed: float) -> float:
    """Return the variance under the most likely distribution above ``low`` with a supposed mean.

    The supposed mean lies between ``low`` and the sample mean. Owen's weights 1 / (1 + t (x - m)):
    the multiplier t is found by bisection, up to where the weight of ``low`` has no limit.
    """
    observations = total(counts)

    def chances(multiplier: float) -> dict[float, float]:
        return {
            value: count / observations / (1 + multiplier * (value - supposed))
            for value, count in counts.items()
        }

    def excess(multiplier: float) -> float:
        return math.fsum(p * (value - supposed) for value, p in chances(multiplier).items())

    at_most = 1 / (supposed - low)
    if low not in counts and excess(at_most) > 0:
        found = chances(at_most)
        found[low] = 1 - math.fsum(found.values())
    else:
        left, right = 0.0, at_most * (1 - 1e-15)
        for _ in range(100):
            middle = (left + right) / 2
            left, right = (middle, right) if excess(middle) > 0 else (left, middle)
        found = chances(left)
    return math.fsum(p * (value - supposed) ** 2 for value, p in found.items())


@given(
    st.dictionaries(margins, st.integers(1, 40), min_size=1, max_size=33),
    st.sampled_from([0.5, 0.9, 0.95, 0.99]),
)
def test_an_end_is_a_mean_whose_most_likely_distribution_puts_the_sample_z_standard_errors_away(
    counts: dict[int, int], confidence: float
) -> None:
    score = standard_score(confidence)
    for sided in (counts, {-value: count for value, count in counts.items()}):
        end = margin_interval(sided, confidence).low
        if end == -LARGEST_MARGIN:
            assert mean(sided) == -LARGEST_MARGIN
            continue
        variance = most_likely_variance(sided, -LARGEST_MARGIN, end)
        distance = (mean(sided) - end) / math.sqrt(variance / total(sided))
        assert distance == pytest.approx(score, rel=1e-6)


# --- Tango's interval ---------------------------------------------------------------------------


def tango(losses: int, draws: int, wins: int, confidence: float = 0.95) -> tuple[float, float]:
    """Return Tango's interval for the share of wins less the share of losses.

    Statistics in Medicine 17 (1998), 891-908: his closed form of the most likely share of losses
    under a supposed difference, then bisection on the score.
    """
    n = losses + draws + wins
    limit = NormalDist().inv_cdf((1 + confidence) / 2)

    def score(difference: float) -> float:
        linear = (2 * n - wins + losses) * difference - wins - losses
        constant = -losses * difference * (1 - difference)
        lost = (math.sqrt(max(0.0, linear**2 - 8 * n * constant)) - linear) / (4 * n)
        variance = n * (2 * lost + difference * (1 - difference))
        return (wins - losses - n * difference) / math.sqrt(max(variance, 1e-300))

    ends = []
    for edge, sign in ((-1.0, 1), (1.0, -1)):
        outside, inside = edge, (wins - losses) / n
        for _ in range(60):
            middle = (outside + inside) / 2
            outside, inside = (middle, inside) if sign * score(middle) > limit else (outside, middle)
        ends.append(inside)
    return ends[0], ends[1]


# Bentur et al. (2009) and Cavo et al. (2012) as evaluated by M. W. Fagerland, S. Lydersen and
# P. Laake, Recommended tests and confidence intervals for paired binomial proportions, Statistics
# in Medicine 33 (2014), 2850-2875, the second with the four digits that their R package
# contingencytables prints. The third is what scoreci.mp of the R package PropCIs prints.
PUBLISHED_TANGO = [
    # losses, draws, wins, confidence, low, high, digits
    (7, 13, 1, 0.95, -0.517, -0.026, 3),
    (16, 139, 6, 0.95, -0.1240, -0.0054, 4),
    (25, 565, 28, 0.90, -0.0148, 0.0247, 4),
]


@pytest.mark.parametrize(
    ("losses", "draws", "wins", "confidence", "low", "high", "digits"), PUBLISHED_TANGO
)
def test_the_published_intervals_of_paired_differences_are_met(
    losses: int, draws: int, wins: int, confidence: float, low: float, high: float, digits: int
) -> None:
    interval = mean_interval({-1: losses, 0: draws, 1: wins}, -1, 1, confidence)
    assert (round(interval.low, digits), round(interval.high, digits)) == (low, high)


def test_losses_draws_and_wins_give_tangos_interval() -> None:
    small = [(a, b, n - a - b) for n in range(1, 11) for a in range(n + 1) for b in range(n + 1 - a)]
    large = [(0, 999, 1), (1, 998, 1), (3, 990, 7), (400, 200, 400), (0, 5000, 5000), (1, 0, 4999)]
    for losses, draws, wins in small + large:
        interval = mean_interval({-1: losses, 0: draws, 1: wins}, -1, 1)
        assert (interval.low, interval.high) == pytest.approx(tango(losses, draws, wins), abs=1e-8), (
            losses,
            draws,
            wins,
        )


# --- Wilson's interval --------------------------------------------------------------------------


@given(st.integers(0, 10**6), st.integers(0, 10**6), confidences)
def test_two_values_give_wilsons_interval(successes: int, failures: int, confidence: float) -> None:
    assume(successes + failures > 0)
    interval = mean_interval({0: failures, 1: successes}, 0, 1, confidence)
    expected = wilson(successes, successes + failures, confidence)
    assert (interval.low, interval.high) == pytest.approx((expected.low, expected.high), abs=1e-9)


@given(margins, st.integers(1, 1000), confidences)
def test_equal_observations_give_wilsons_bound_towards_either_bound(
    value: int, observations: int, confidence: float
) -> None:
    unseen = wilson(0, observations, confidence).high
    interval = margin_interval({value: observations}, confidence)
    assert interval.low == pytest.approx(value - unseen * (value + LARGEST_MARGIN), abs=1e-9)
    assert interval.high == pytest.approx(value + unseen * (LARGEST_MARGIN - value), abs=1e-9)


# --- laws ---------------------------------------------------------------------------------------


@given(counts_of_margins, confidences)
def test_the_interval_holds_the_sample_mean_and_stays_within_the_bounds(
    counts: dict[int, int], confidence: float
) -> None:
    interval = margin_interval(counts, confidence)
    assert -LARGEST_MARGIN <= interval.low <= mean(counts) <= interval.high <= LARGEST_MARGIN


@given(counts_of_margins, confidences)
def test_swapping_the_sides_mirrors_the_interval_to_the_last_digit(
    counts: dict[int, int], confidence: float
) -> None:
    interval = margin_interval(counts, confidence)
    swapped = margin_interval({-value: count for value, count in counts.items()}, confidence)
    assert swapped == Interval(-interval.high, -interval.low)


@given(counts_of_margins, st.randoms(use_true_random=False))
def test_the_order_of_the_values_changes_no_digit(counts: dict[int, int], shuffler: random.Random) -> None:
    pairs = [*counts.items(), *((value, 0) for value in range(-3, 4) if value not in counts)]
    shuffler.shuffle(pairs)
    assert margin_interval(dict(pairs)) == margin_interval(counts)


@given(counts_of_margins, st.integers(1, 1000), st.floats(-100, 100))
def test_another_unit_gives_the_same_interval_in_that_unit(
    counts: dict[int, int], unit: int, origin: float
) -> None:
    interval = margin_interval(counts)
    scaled = mean_interval(
        {origin + value / unit: count for value, count in counts.items()},
        origin - LARGEST_MARGIN / unit,
        origin + LARGEST_MARGIN / unit,
    )
    assert unit * (scaled.low - origin) == pytest.approx(interval.low, abs=1e-8)
    assert unit * (scaled.high - origin) == pytest.approx(interval.high, abs=1e-8)


@given(counts_of_margins)
def test_more_confidence_or_wider_bounds_never_narrow_the_interval(counts: dict[int, int]) -> None:
    ladder = [margin_interval(counts, confidence) for confidence in (0.5, 0.9, 0.95, 0.999)]
    ladder.append(mean_interval(counts, -LARGEST_MARGIN - 2, LARGEST_MARGIN + 5, 0.999))
    for inner, outer in itertools.pairwise(ladder):
        assert outer.low <= inner.low + 1e-12
        assert outer.high >= inner.high - 1e-12


@given(counts_of_margins, st.integers(2, 50))
def test_a_sample_repeated_is_as_sure_at_so_many_times_the_squared_score(
    counts: dict[int, int], copies: int
) -> None:
    score = 1.5
    repeated = {value: count * copies for value, count in counts.items()}
    once = margin_interval(counts, 2 * NormalDist().cdf(score / math.sqrt(copies)) - 1)
    many = margin_interval(repeated, 2 * NormalDist().cdf(score) - 1)
    assert (once.low, once.high) == pytest.approx((many.low, many.high), abs=1e-8)


def test_a_rare_value_is_neither_lost_nor_overrated() -> None:
    # One win among a thousand million draws: within a hair of the draws alone, and on both sides.
    interval = result_interval(0, 10**9, 1)
    assert interval.low == pytest.approx(result_interval(0, 10**9, 0).low, abs=1e-9)
    assert interval.high == pytest.approx(0.5 + wilson(1, 10**9 + 1).high / 2, rel=1e-12)


def test_draws_and_one_win_do_not_prove_an_advantage() -> None:
    assert result_interval(0, 19, 1).low < 0.5 < result_interval(0, 19, 1).high


# --- coverage -----------------------------------------------------------------------------------


def exact_coverage(games: int, shares: list[tuple[float, float, float]]) -> list[float]:
    """Return, for each (loss, draw, win), the exact chance that the interval holds the mean."""
    samples = [
        (losses, wins, result_interval(losses, games - losses - wins, wins))
        for losses in range(games + 1)
        for wins in range(games + 1 - losses)
    ]
    covered = []
    for lost, drawn, won in shares:
        truth = won + drawn / 2
        covered.append(
            math.fsum(
                math.comb(games, losses)
                * math.comb(games - losses, wins)
                * (lost**losses * won**wins * drawn ** (games - losses - wins))
                for losses, wins, interval in samples
                if interval.low <= truth <= interval.high
            )
        )
    return covered


def test_thirty_games_are_covered_at_0_95_on_average_and_0_938_at_worst() -> None:
    shares = [
        (lost / 20, (20 - lost - won) / 20, won / 20)
        for lost in range(1, 20)
        for won in range(1, 20 - lost)
    ]
    covered = exact_coverage(30, shares)
    assert math.fsum(covered) / len(covered) == pytest.approx(0.952, abs=0.001)
    assert min(covered) == pytest.approx(0.938, abs=0.001)
    assert max(covered) == pytest.approx(0.969, abs=0.001)


def test_thirty_games_with_many_draws_are_covered() -> None:
    shares = [(0.1, 0.8, 0.1), (0.05, 0.9, 0.05), (0.02, 0.96, 0.02), (0.0, 0.9, 0.1)]
    assert exact_coverage(30, shares) == pytest.approx([0.952, 0.969, 0.997, 0.992], abs=0.001)


def test_a_mean_next_to_a_bound_is_covered_too_rarely() -> None:
    # The limit that the docstring admits: 0.15 losses expected in 30 games.
    assert exact_coverage(30, [(0.005, 0.0, 0.995)]) == pytest.approx([0.860], abs=0.001)


@pytest.mark.parametrize(
    ("weights", "at_least", "at_most"),
    [
        ([math.exp(-((i - 16) ** 2) / 50) for i in range(33)], 0.935, 0.965),
        ([1.0] * 33, 0.935, 0.965),
        ([math.exp(-i / 3) for i in range(33)], 0.935, 0.98),
        ([60.0 if i == 16 else 1.0 for i in range(33)], 0.935, 0.965),
    ],
    ids=["bell", "flat", "skewed", "mostly level"],
)
def test_a_hundred_margins_are_covered(weights: list[float], at_least: float, at_most: float) -> None:
    margins = range(-LARGEST_MARGIN, LARGEST_MARGIN + 1)
    truth = math.fsum(m * w for m, w in zip(margins, weights, strict=True)) / math.fsum(weights)
    generator = random.Random(1998)
    samples, held = 1500, 0
    for _ in range(samples):
        interval = margin_interval(Counter(generator.choices(margins, weights, k=100)))
        held += interval.low <= truth <= interval.high
    # The standard error of this share is 0.006.
    assert at_least <= held / samples <= at_most


# --- refusals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counts", "low", "high", "confidence", "message"),
    [
        ({}, 0, 1, 0.95, "a histogram holds no observations: expected at least one"),
        ({0.5: 0}, 0, 1, 0.95, "a histogram holds no observations: expected at least one"),
        ({0: 2, 1: -1}, 0, 1, 0.95, "a histogram counts the value 1 -1 times: expected 0 or more"),
        ({0: 2, 1.5: 1}, 0, 1, 0.95, "value 1.5: expected every value between 0 and 1"),
        ({-3: 2, 1: 1}, 0, 1, 0.95, "value -3: expected every value between 0 and 1"),
        ({0: 2}, 1, 0, 0.95, "bounds 1 and 0: expected two finite numbers, the lower first"),
        (
            {0: 2},
            0,
            math.inf,
            0.9,
            "bounds 0 and inf: expected two finite numbers, the lower first",
        ),
        ({0: 2}, 0, 1, 1.0, "confidence 1.0: expected a share strictly between 0 and 1"),
    ],
)
def test_what_has_no_interval_is_refused(
    counts: dict[float, int], low: float, high: float, confidence: float, message: str
) -> None:
    with pytest.raises(ValueError) as refusal:
        mean_interval(counts, low, high, confidence)
    assert str(refusal.value) == message


def test_a_measure_that_can_take_one_value_only_has_a_point() -> None:
    assert mean_interval({0: 7}, 0, 0) == Interval(0.0, 0.0)
