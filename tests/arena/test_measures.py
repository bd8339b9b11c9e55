from __future__ import annotations

import numpy as np
import pytest

from ressac_lab.arena import Records, measure
from ressac_lab.arena.measures import lead_changes
from ressac_lab.rules import Variant
from ressac_lab.stats import wilson

VARIANT = Variant()


def records_of(
    *games: tuple[tuple[int, int, int], tuple[int, int, int]], swaps: list[int] | None = None
) -> Records:
    """Records with made-up moves and the given points: (Light's decounts, Dark's decounts) a game."""
    points = np.array([list(zip(light, dark, strict=True)) for light, dark in games], dtype=np.uint8)
    codes = np.zeros((len(games), VARIANT.plies), dtype=np.uint8)
    codes[:, 0] = np.arange(len(games)) % 3
    return Records(codes, points, np.array(swaps or [0] * len(games), dtype=np.uint8))


FOUR = records_of(
    ((3, 4, 7), (2, 4, 6)),  # 14-12: Light leads all the way
    ((1, 2, 3), (1, 2, 3)),  # 6-6: never a lead
    ((1, 6, 4), (3, 3, 9)),  # 11-15: Dark leads, then Light, then Dark again
    ((2, 2, 9), (2, 5, 2)),  # 13-9: level, Dark leads, Light wins
)


def test_results_margins_and_points_are_counted_by_hand() -> None:
    found = measure(FOUR, VARIANT)
    assert found.results == (2, 1, 1)
    assert found.advantage == 0.625
    assert found.margin_mean == pytest.approx((2 + 0 - 4 + 4) / 4)
    assert found.margin_median == 1
    assert found.decount_points == ((7 / 4, 8 / 4), (14 / 4, 14 / 4), (23 / 4, 20 / 4))
    assert found.saturation == pytest.approx((26 + 12 + 26 + 22) / (4 * 36))
    assert found.games == 4
    assert found.distinct_games == 3


def test_lead_changes_pass_over_ties() -> None:
    assert lead_changes(FOUR) == 3
    # Light leads, the sides draw level, Light leads again: the lead never passed.
    assert lead_changes(records_of(((3, 1, 5), (1, 3, 1)))) == 0
    # Light leads, the sides draw level, Dark leads: it passed once.
    assert lead_changes(records_of(((3, 1, 1), (1, 3, 5)))) == 1


def test_komi_moves_the_results_and_not_the_margins() -> None:
    by_komi = {komi: measure(FOUR, Variant(komi=komi)) for komi in (0, 2, 2.5, -0.5)}
    assert by_komi[2].results == (1, 1, 2)
    assert by_komi[2.5].results == (1, 0, 3)
    assert by_komi[-0.5].results == (3, 0, 1)
    assert {found.margin_mean for found in by_komi.values()} == {by_komi[0].margin_mean}


def test_after_a_swap_the_advantage_is_that_of_the_player_who_began() -> None:
    games = [((3, 4, 7), (2, 4, 6))] * 3  # Light wins three times
    found = measure(records_of(*games, swaps=[1, 0, 1]), VARIANT)
    assert found.results == (3, 0, 0)
    assert found.advantage == pytest.approx(1 / 3)
    assert found.swapped == 2
    # The komi is Dark's, whoever plays Dark.
    assert measure(records_of(*games, swaps=[1, 1, 1]), Variant(komi=2)).advantage == 0.5
    assert measure(records_of(*games, swaps=[1, 1, 1]), Variant(komi=2.5)).advantage == 1.0


def test_shares_have_wilson_intervals_and_estimates_lie_inside_theirs() -> None:
    found = measure(FOUR, VARIANT)
    assert found.result_intervals[0] == wilson(2, 4)
    assert found.advantage_interval.low < found.advantage < found.advantage_interval.high
    assert found.margin_interval.low < found.margin_mean < found.margin_interval.high


def test_games_that_are_all_alike_are_no_certainty() -> None:
    found = measure(records_of(*[((3, 4, 7), (2, 4, 6))] * 10), VARIANT)
    assert found.advantage == 1.0
    assert found.advantage_interval.low < 0.8
    assert found.margin_interval.low < 2 < found.margin_interval.high
