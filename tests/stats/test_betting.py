from __future__ import annotations

import math
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ressac_lab.stats import confidence_sequence, mean, mean_interval
from ressac_lab.stats.betting import STAKES, log_wealth
from tests.support import refused

histograms = st.dictionaries(
    st.sampled_from([0.0, 0.25, 0.5, 1.0]), st.integers(1, 400), min_size=1, max_size=4
)


def played_out(observations: list[float], supposed: float) -> float:
    """Return the wealth of who bets high, game by game as the text tells it."""
    purses = [1 / len(STAKES)] * len(STAKES)
    for y in observations:
        purses = [
            purse * (1 - stake + stake * y / supposed) for purse, stake in zip(purses, STAKES, strict=True)
        ]
    return sum(purses)


def test_the_wealth_is_that_of_betting_game_by_game() -> None:
    above, below = log_wealth({0: 2, 0.5: 1, 1: 3}, 0.4, 0, 1)
    assert math.exp(above) == pytest.approx(played_out([0, 1, 1, 0.5, 0, 1], 0.4))
    assert math.exp(below) == pytest.approx(played_out([1, 0, 0, 0.5, 1, 0], 0.6))


@pytest.mark.parametrize("supposed", [0.2, 0.5, 0.75])
def test_the_mean_wealth_is_one_where_the_supposed_mean_is_right(supposed: float) -> None:
    # Every sequence of five games that are won with this chance, weighted by how likely it is.
    means = [0.0, 0.0]
    for games in product((0, 1), repeat=5):
        wins = sum(games)
        chance = supposed**wins * (1 - supposed) ** (5 - wins)
        for side, wealth in enumerate(log_wealth({0: 5 - wins, 1: wins}, supposed, 0, 1)):
            means[side] += chance * math.exp(wealth)
    assert means == [pytest.approx(1), pytest.approx(1)]


@given(histograms, st.sampled_from([0.5, 0.9, 0.95, 0.999]))
def test_the_sequence_is_what_neither_bettor_rules_out(counts: dict[float, int], confidence: float) -> None:
    found = confidence_sequence(counts, 0, 1, confidence)
    ruin = math.log(2 / (1 - confidence))
    assert found.low <= mean(counts) <= found.high
    nudge = 1e-6
    if found.low > nudge:
        assert log_wealth(counts, found.low - nudge, 0, 1)[0] >= ruin
    if found.low + nudge < mean(counts):
        assert log_wealth(counts, found.low + nudge, 0, 1)[0] < ruin
    if found.high < 1 - nudge:
        assert log_wealth(counts, found.high + nudge, 0, 1)[1] >= ruin


@given(histograms)
def test_turning_the_measure_round_turns_the_sequence_round(counts: dict[float, int]) -> None:
    found = confidence_sequence(counts, 0, 1)
    mirrored = confidence_sequence({1 - value: count for value, count in counts.items()}, 0, 1)
    assert (1 - mirrored.high, 1 - mirrored.low) == (pytest.approx(found.low), pytest.approx(found.high))


@given(histograms)
def test_looking_at_any_time_costs_width_and_units_do_not_matter(counts: dict[float, int]) -> None:
    found, once = confidence_sequence(counts, 0, 1), mean_interval(counts, 0, 1)
    assert found.high - found.low >= once.high - once.low - 1e-9
    scaled = confidence_sequence({6 * value - 4: count for value, count in counts.items()}, -4, 2)
    assert (scaled.low, scaled.high) == (
        pytest.approx(6 * found.low - 4),
        pytest.approx(6 * found.high - 4),
    )


def test_games_all_won_leave_room_on_one_side_only() -> None:
    # The boldest bettor on "lower" has 2^n twelfths at a supposed half, and 1/m^n at any m.
    found = confidence_sequence({1: 20}, 0, 1)
    assert found.high == 1
    assert found.low == pytest.approx((12 * 2 / 0.05) ** (-1 / 20), abs=0.03)


def test_what_is_no_measure_is_refused() -> None:
    with refused(ValueError, "value 2: expected every value between 0 and 1"):
        confidence_sequence({2: 1}, 0, 1)
    with refused(ValueError, "supposed mean 2: expected one between 0 and 1"):
        log_wealth({1: 1}, 2, 0, 1)
    with refused(ValueError, "confidence 1: expected a share strictly between 0 and 1"):
        confidence_sequence({1: 1}, 0, 1, 1)
    with refused(ValueError, "a histogram holds no observations: expected at least one"):
        confidence_sequence({}, 0, 1)
