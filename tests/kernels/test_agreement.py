"""The kernels against the reference engine: hand-worked turns, small boards, random games."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest
from support import random_moves, random_variant
from worked import FLEETS, TURNS, Fleet, Turn

from ressac_lab.kernels.layout import Layout, cells_of, code_of, layout_of, mask_of, move_of
from ressac_lab.kernels.moves import largest_flotilla, play_move
from ressac_lab.kernels.playouts import bank, replay_games
from ressac_lab.reference import Reference
from ressac_lab.rules import Move, Position, Variant

RANDOM_VARIANTS = 320

Masks = tuple[np.uint64, np.uint64, np.uint64]


def played(layout: Layout, move_code: int, masks: Masks) -> Masks:
    """Play a move by the kernels, which hand masks to Python as plain integers."""
    own, other, wrecks = play_move(layout, move_code, *masks)
    return np.uint64(own), np.uint64(other), np.uint64(wrecks)


def masks_of(position: Position, mover: int) -> Masks:
    """Return the mover's fleet, the other fleet and the wrecks."""
    fleets = (position.light, position.dark)
    own, other = fleets[mover], fleets[1 - mover]
    own_mask, other_mask, wrecks = (mask_of(cells) for cells in (own, other, position.wrecks))
    return np.uint64(own_mask), np.uint64(other_mask), np.uint64(wrecks)


@pytest.mark.parametrize("turn", TURNS, ids=lambda turn: turn.title)
def test_a_move_worked_by_hand_is_played_so(turn: Turn) -> None:
    variant = turn.variant
    layout, before = layout_of(variant), Position.parse(turn.before)
    move_code = code_of(variant, Move.parse(turn.move, variant))
    own, other, wrecks = played(layout, move_code, masks_of(before, before.mover))
    points = np.zeros((1, len(variant.decounts), 2), dtype=np.uint8)
    bank(layout, before.ply, own, other, points, 0)
    light, dark = (own, other) if before.mover == 0 else (other, own)
    gained = points.sum(axis=(0, 1)).tolist()
    after = Position(
        before.board,
        cells_of(int(light)),
        cells_of(int(dark)),
        cells_of(int(wrecks)),
        before.ply + 1,
        (before.points[0] + gained[0], before.points[1] + gained[1]),
    )
    assert after.text() == turn.after


@pytest.mark.parametrize("touch", ["edges", "corners", "torus"])
@pytest.mark.parametrize("fleet", FLEETS, ids=lambda fleet: fleet.title)
def test_a_flotilla_counted_by_hand_is_that_large(fleet: Fleet, touch: str) -> None:
    layout = layout_of(fleet.variant(touch))
    assert largest_flotilla(layout, np.uint64(mask_of(fleet.boats))) == getattr(fleet, touch)


@pytest.mark.parametrize("touch", ["edges", "corners", "torus"])
@pytest.mark.parametrize(("width", "height"), [(3, 3), (4, 3), (2, 5)])
def test_every_fleet_on_a_small_board_has_the_references_largest_flotilla(
    width: int, height: int, touch: str
) -> None:
    variant = Variant(width, height, (), 1, (1,), touch=touch)
    layout, engine = layout_of(variant), Reference(variant)
    for mask in range(1 << variant.board.cells):
        assert largest_flotilla(layout, np.uint64(mask)) == engine.largest_flotilla(cells_of(mask))


def drawn_variant(seed: int) -> Variant:
    """Return a random variant: one in four fills its board, one is 2 wide, one is 8×8."""
    source = random.Random(seed)
    kind = seed % 4
    if kind == 1:
        return random_variant(source, width=2)
    if kind == 2:
        return random_variant(source, width=8, height=8)
    variant = random_variant(source)
    if kind == 3:
        boats = (variant.board.cells - len(variant.wrecks)) // 2
        fields = {field: getattr(variant, field) for field in ("width", "height", "wrecks")}
        return random_variant(source, **fields, boats=boats, decounts=(boats,))
    return variant


@pytest.mark.parametrize("seed", range(RANDOM_VARIANTS))
def test_a_random_game_of_a_random_variant_is_played_alike(seed: int) -> None:
    variant = drawn_variant(seed)
    layout, engine = layout_of(variant), Reference(variant)
    moves = random_moves(variant, random.Random(seed), engine.play)
    own, other, wrecks = np.uint64(0), np.uint64(0), layout.wrecks
    game = list(engine.replay(tuple(moves)))
    for (before, after), move in zip(pairwise(game), moves, strict=True):
        move_code = code_of(variant, move)
        assert move_of(variant, move_code) == Move.parse(move.text(variant), variant) == move
        own, other, wrecks = played(layout, move_code, (own, other, wrecks))
        assert (own, other, wrecks) == masks_of(after, before.mover)
        for mask, boats in zip((own, other), fleets_of(after, before.mover), strict=True):
            assert largest_flotilla(layout, mask) == engine.largest_flotilla(boats)
        assert Position.parse(after.text()) == after
        own, other = other, own
    assert decount_points(variant, moves) == reference_points(variant, game)


def fleets_of(position: Position, mover: int) -> tuple[frozenset[int], frozenset[int]]:
    fleets = (position.light, position.dark)
    return fleets[mover], fleets[1 - mover]


def decount_points(variant: Variant, moves: list[Move]) -> list[list[int]]:
    """Return the points of each decount, Light's and Dark's, as the kernels bank them."""
    codes = np.array([[code_of(variant, move) for move in moves]])
    points = np.zeros((1, len(variant.decounts), 2), dtype=np.uint8)
    replay_games(layout_of(variant), codes, points)
    return [decount.tolist() for decount in points[0]]


def reference_points(variant: Variant, game: list[Position]) -> list[list[int]]:
    """Return the points of each decount, Light's and Dark's, as the reference banks them."""
    found = [[0, 0] for _ in variant.decounts]
    for before, after in pairwise(game):
        decount = variant.decount_at(before.ply)
        for side in (0, 1):
            gained = after.points[side] - before.points[side]
            if decount is None:
                assert gained == 0
            else:
                found[decount][side] += gained
    return found


def test_the_random_variants_hold_every_rule_and_every_kind_of_board() -> None:
    drawn = [drawn_variant(seed) for seed in range(RANDOM_VARIANTS)]
    assert len(set(drawn)) == RANDOM_VARIANTS
    switches = {(v.slide_lines, v.slide, v.touch, v.wrecks_drift, v.scorers) for v in drawn}
    assert len(switches) > 80  # of 96
    assert {variant.first_boat for variant in drawn} == {"anywhere", "edge", "corner"}
    assert {variant.slide_step for variant in drawn} == set(range(1, 8))
    assert sum(variant.board.cells == 64 for variant in drawn) >= 80
    assert sum(variant.width == 2 or variant.height == 2 for variant in drawn) >= 80
    full = [v for v in drawn if 2 * v.boats + len(v.wrecks) == v.board.cells]
    assert len(full) >= 30
    assert any(variant.board.cells == 64 for variant in full)
    assert any(not variant.wrecks_drift and len(variant.wrecks) > 3 for variant in full)
