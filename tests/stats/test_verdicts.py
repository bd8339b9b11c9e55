from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ressac_lab.stats import Band, Verdict, confidence_sequence, judge
from ressac_lab.stats.verdicts import decided_of
from tests.support import refused

BAND = Band(0.5, 0.03, 0, 1)
results = st.builds(
    lambda losses, draws, wins: {0: losses, 0.5: draws, 1: wins},
    st.integers(1, 4000),
    st.integers(0, 4000),
    st.integers(1, 4000),
)


def verdicts_of(*samples: dict[float, int]) -> list[str]:
    return [judgement.verdict.value for judgement in judge(samples, BAND)]


def test_one_sample_is_judged_by_its_own_sequence() -> None:
    even, light, dark = {0: 5000, 1: 5000}, {0: 2000, 1: 3000}, {0: 3000, 1: 2000}
    assert [verdicts_of(sample) for sample in (even, light, dark)] == [["inside"], ["above"], ["below"]]
    (judged,) = judge([light], BAND)
    assert judged.interval == confidence_sequence(light, 0, 1, 0.95)
    assert judged.interval.low > BAND.top


def test_too_few_games_are_undecided_however_even_they_look() -> None:
    assert verdicts_of({0: 50, 1: 50}, {0.5: 10}, {0: 9, 1: 1}) == ["undecided"] * 3


def test_what_one_sample_shows_is_not_enough_among_many() -> None:
    # Decided at 95 % on its own; one of a hundred such is what chance alone would bring.
    edge = next(
        sample for wins in range(500, 1000) if verdicts_of(sample := {0: 1000 - wins, 1: wins}) == ["above"]
    )
    even = {0: 10, 1: 10}
    assert verdicts_of(edge, *[even] * 99)[0] == "undecided"
    assert verdicts_of(*[edge] * 100) == ["above"] * 100


@given(st.lists(results, min_size=1, max_size=8))
def test_an_interval_bears_out_its_verdict(samples: list[dict[float, int]]) -> None:
    for judged in judge(samples, BAND):
        low, high = judged.interval.low, judged.interval.high
        borne_out = {
            Verdict.INSIDE: BAND.bottom <= low and high <= BAND.top,
            Verdict.ABOVE: low >= BAND.top,
            Verdict.BELOW: high <= BAND.bottom,
            Verdict.UNDECIDED: low < BAND.top and high > BAND.bottom,
        }
        assert borne_out[judged.verdict]


@given(st.lists(results, min_size=1, max_size=8), results)
def test_the_order_of_the_samples_does_not_matter(
    samples: list[dict[float, int]], other: dict[float, int]
) -> None:
    assert judge([other, *samples], BAND)[0] == judge([*samples, other], BAND)[-1]


@pytest.mark.parametrize(
    ("values", "decided"), [((41, 41, 41), 3), ((121, 1, 1), 1), ((119, 1, 1), 0), ((61, 61, 39), 2)]
)
def test_the_decided_are_counted_by_the_rule_of_e_values(values: tuple[float, ...], decided: int) -> None:
    # Of three at 5 %: one alone needs 2 · 3 / 0.05 = 120, two need 60 each, three need 40 each.
    assert decided_of([math.log(value) for value in values], 0.05) == decided


def test_a_band_that_is_none_is_refused() -> None:
    for reach in (0, -0.1, 0.5, math.nan):
        with refused(
            ValueError,
            f"a band of {reach} on each side of 0.5: expected a positive one within 0 and 1",
        ):
            Band(0.5, reach, 0, 1)
