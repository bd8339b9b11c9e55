from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from ressac_lab.agents import parse_pairing
from ressac_lab.arena import Records, pairs, play
from ressac_lab.arena.pairs import Match, measure_pairs, play_match
from ressac_lab.rules import Variant, load
from ressac_lab.stats import mean_interval

MARE = load("mare").variant
MIXED = parse_pairing(["greedy", "random"])


def same(first: Records, second: Records | None) -> bool:
    return second is not None and first.packed() == second.packed()


def records_of(margins: list[int], swaps: list[int] | None = None, variant: Variant = MARE) -> Records:
    """Records of games that end with the given margins of Light, each of another first move."""
    records = Records.blank(variant, len(margins))
    records.move_codes[:, 0] = range(len(margins))
    records.points[:, 0, 0] = [4 + margin for margin in margins]
    records.points[:, 0, 1] = 4
    records.swaps[:] = swaps or [0] * len(margins)
    return records


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize("with_pairs", [False, True])
def test_a_match_is_its_series_whatever_the_workers(
    workers: int, with_pairs: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairs, "BLOCKS", 7)
    match = play_match(MARE, MIXED, 5, 50, workers, with_pairs)
    assert (match.played, match.asked) == (50, 50)
    assert same(play(MARE, MIXED, 5, 0, 50), match.records)
    if with_pairs:
        assert same(play(MARE, MIXED, 5, 0, 50, mirrored=True), match.exchanged)
    else:
        assert match.exchanged is None


def test_progress_ends_with_all_games() -> None:
    told: list[tuple[int, int]] = []
    play_match(MARE, MIXED, 1, 30, progress=lambda done, total: told.append((done, total)))
    assert told == [(done, 30) for done in range(31)]


def test_an_interrupt_leaves_the_blocks_that_are_done(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(done: int, _: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    match = play_match(MARE, MIXED, 1, 30, progress=interrupt)
    assert (match.played, match.asked) == (4, 30)
    whole = {game.tobytes() for game in play(MARE, MIXED, 1, 0, 30).move_codes}
    assert {game.tobytes() for game in match.records.move_codes} <= whole


def test_a_match_that_is_interrupted_at_once_has_no_games() -> None:
    def interrupt(done: int, _: int) -> None:
        if done == 0:
            raise KeyboardInterrupt

    match = play_match(MARE, MIXED, 1, 30, pairs=True, progress=interrupt)
    assert match == Match(match.records, match.exchanged, 30)
    assert match.played == 0


def test_an_error_in_a_thread_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> Records:
        raise ValueError("no games today")

    monkeypatch.setattr(pairs, "play", fail)
    with pytest.raises(ValueError, match="no games today"):
        play_match(MARE, MIXED, 1, 30, workers=2)


def test_the_pair_is_the_unit_of_statistics() -> None:
    # Seated first: win, win, draw, loss; then as Dark: win, draw, loss, loss.
    found = measure_pairs(records_of([1, 2, 0, -3]), records_of([-1, 0, 2, 1]), MARE)
    assert found.pair_scores == {0: 1, 0.25: 1, 0.5: 0, 0.75: 1, 1: 1}
    assert found.results == (3, 2, 3)
    assert found.score == 0.5
    assert found.score_interval == mean_interval({0: 1, 0.25: 1, 0.75: 1, 1: 1}, 0, 1)
    assert found.elo == 0
    assert found.elo_interval.low == pytest.approx(-found.elo_interval.high)
    # Who began: 1 + 0, 1 + ½, ½ + 1, 0 + 1, each halved.
    assert found.advantage == (0.5 + 0.75 + 0.75 + 0.5) / 4
    assert (found.pairs, found.distinct_games) == (4, 4)


def test_komi_and_swaps_count() -> None:
    komi = replace(MARE, komi=1)
    found = measure_pairs(records_of([1, 2]), records_of([1, 2]), komi)
    # Light: a draw and a win; as Dark a draw and a loss.
    assert found.results == (1, 2, 1)
    swapped = measure_pairs(records_of([3, 3], swaps=[1, 0]), records_of([3, 3], swaps=[0, 1]), MARE)
    # Under the pie rule who began may have ended as Dark.
    assert swapped.pair_scores == {0: 1, 0.25: 0, 0.5: 0, 0.75: 0, 1: 1}
    assert swapped.advantage == 0.5


def test_a_clean_sweep_is_infinitely_far_ahead_but_not_surely() -> None:
    found = measure_pairs(records_of([1] * 20), records_of([-1] * 20), MARE)
    assert (found.score, found.elo, found.elo_interval.high) == (1, math.inf, math.inf)
    assert 100 < found.elo_interval.low < 1000


def test_the_better_agent_wins_from_either_seat() -> None:
    for texts, wins in ((["greedy", "random"], True), (["random", "greedy"], False)):
        match = play_match(MARE, parse_pairing(texts), 3, 100, pairs=True)
        assert match.exchanged is not None
        interval = measure_pairs(match.records, match.exchanged, MARE).score_interval
        assert interval.low > 0.5 if wins else interval.high < 0.5
