from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ressac_lab.agents import parse_pairing
from ressac_lab.arena import Records, play
from ressac_lab.kernels.layout import layout_of, move_of
from ressac_lab.kernels.playouts import replay_games
from ressac_lab.reference import Reference
from ressac_lab.rules import Variant

STANDARD = Variant()
GREEDY, RANDOM = parse_pairing("greedy"), parse_pairing("random")


def same(first: Records, second: Records) -> bool:
    return np.array_equal(first.move_codes, second.move_codes) and np.array_equal(
        first.points, second.points
    )


def test_a_series_is_the_same_however_it_is_split() -> None:
    whole = play(STANDARD, GREEDY, 3, 0, 20)
    parts = [play(STANDARD, GREEDY, 3, 0, 7), play(STANDARD, GREEDY, 3, 7, 13)]
    assert same(whole, Records.joined(parts))


def test_seed_rules_and_agents_each_give_other_games() -> None:
    games = play(STANDARD, GREEDY, 3, 0, 20)
    assert not same(games, play(STANDARD, GREEDY, 4, 0, 20))
    assert not same(games, play(STANDARD, RANDOM, 3, 0, 20))
    assert not same(games, play(replace(STANDARD, wrecks=("A1", "B1", "C1")), GREEDY, 3, 0, 20))


def test_komi_never_changes_the_games() -> None:
    assert same(play(STANDARD, GREEDY, 3, 0, 20), play(replace(STANDARD, komi=2.5), GREEDY, 3, 0, 20))


def test_records_unpack_to_what_was_packed_with_wide_move_codes_too() -> None:
    wide = Variant(width=8, height=8, boats=12, slide_lines="any", slide="may")
    for variant in (STANDARD, wide):
        records = play(variant, RANDOM, 1, 0, 9)
        assert same(records, Records.unpacked(variant, 9, records.packed()))
    assert play(wide, RANDOM, 1, 0, 9).move_codes.max() > 255


def test_records_of_another_shape_are_refused() -> None:
    packed = play(STANDARD, RANDOM, 1, 0, 9).packed()
    for games in (8, 10):
        with pytest.raises(
            ValueError, match=f"records of 225 bytes, expected {games * 25} for {games} games"
        ):
            Records.unpacked(STANDARD, games, packed)
    with pytest.raises(ValueError, match="cannot be decompressed"):
        Records.unpacked(STANDARD, 9, b"nonsense")


def test_the_points_are_those_of_the_reference_rules() -> None:
    engine, records = Reference(STANDARD), play(STANDARD, GREEDY, 5, 0, 10)
    for codes, points in zip(records.move_codes.tolist(), records.points, strict=True):
        *_, last = engine.replay(tuple(move_of(STANDARD, code) for code in codes))
        assert last.points == tuple(points.sum(axis=0))


def test_replaying_the_moves_gives_the_points_again() -> None:
    records = play(STANDARD, GREEDY, 5, 0, 50)
    again = Records.blank(STANDARD, 50)
    replay_games(layout_of(STANDARD), records.move_codes, again.points)
    assert np.array_equal(again.points, records.points)
