"""How large an exact answer may be, against what is really reached."""

from __future__ import annotations

import random
from functools import lru_cache

import pytest
from support import label, random_variant

from ressac_lab.reference import Reference
from ressac_lab.rules import Position, Variant
from ressac_lab.solve.minimax import Minimax
from ressac_lab.solve.size import layer_sizes, search_size

SMALL = [
    Variant(3, 3, ("B2",), 3, (3,)),
    Variant(3, 3, ("B2",), 3, (3,), wrecks_drift=False),
    Variant(3, 2, (), 2, (2,), slide_lines="any", slide="may"),
    Variant(2, 3, ("A1",), 2, (1, 2), slide_lines="column"),
]


@lru_cache
def reached(variant: Variant) -> list[int]:
    """Return how many positions there are at each ply but the last, by walking through them."""
    engine, layer, sizes = Reference(variant), {Position.start(variant)}, []
    while (ply := next(iter(layer)).ply) < variant.plies:
        sizes.append(len({(p.light, p.dark, p.wrecks) for p in layer}))
        layer = {engine.play(p, move) for p in layer for move in engine.legal_moves(p)}
        layer = {Position(p.board, p.light, p.dark, p.wrecks, ply + 1) for p in layer}
    return sizes


@pytest.mark.parametrize("variant", SMALL, ids=label)
def test_no_ply_reaches_more_positions_than_its_bound(variant: Variant) -> None:
    bounds = layer_sizes(variant, 0)
    found = reached(variant)
    assert len(found) == len(bounds) == variant.plies
    assert all(size <= bound for size, bound in zip(found, bounds, strict=True))
    assert max(bounds) <= 4 * max(found)


@pytest.mark.parametrize("variant", SMALL, ids=label)
def test_minimax_visits_each_position_that_is_reached_once(variant: Variant) -> None:
    solver = Minimax(variant)
    solver.value(Position.start(variant))
    assert solver.nodes == sum(reached(variant))


def test_the_bounds_of_the_standard_game_begin_with_its_move_sequences() -> None:
    bounds = layer_sizes(Variant(), 0)
    assert bounds[:5] == [1, 88, 7392, 591_360, 44_943_360]
    assert len(bounds) == 18


@pytest.mark.parametrize("seed", range(40))
def test_a_later_position_has_the_plies_left_and_never_larger_bounds(seed: int) -> None:
    variant = random_variant(random.Random(seed))
    start = Position.start(variant)
    bounds = layer_sizes(variant, start.ply)
    for ply in range(variant.plies + 1):
        later = Position(start.board, start.light, start.dark, start.wrecks, ply)
        found = layer_sizes(variant, later.ply)
        assert len(found) == variant.plies - ply
        assert found[:1] in ([1], [])
        assert all(size <= bound for size, bound in zip(found, bounds[ply:], strict=True))


@pytest.mark.parametrize("variant", SMALL, ids=label)
def test_a_search_never_wants_to_remember_more_than_there_is(variant: Variant) -> None:
    start = Position.start(variant)
    assert search_size(variant, start.ply) <= sum(layer_sizes(variant, start.ply))


def test_a_search_of_late_positions_wants_to_remember_far_less_than_there_are() -> None:
    start, wanted = Position.start(Variant()), []
    for ply in range(18):
        later = Position(start.board, start.light, start.dark, start.wrecks, ply)
        wanted.append(search_size(Variant(), later.ply))
    assert wanted == sorted(wanted, reverse=True)
    # The root of 36 × 32 × 28 × 24 × 20, rounded down.
    assert wanted[13] == 3934
    assert wanted[17] == 1
