"""The reference engine against moves, flotillas and a game worked out by hand."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import random_variant, refused, variants
from worked import FLEETS, TOTAL_14, TURNS, Fleet, Turn

from ressac_lab.errors import NotationError
from ressac_lab.reference import Reference
from ressac_lab.reference.engine import slide_image
from ressac_lab.rules import Direction, Game, Move, Position, Slide, Variant, slides_of

OPPOSITE = {Direction(there): Direction(back) for there, back in ("><", "<>", "^v", "v^")}

seeds = st.integers(0, 2**32)


@pytest.mark.parametrize("turn", TURNS, ids=lambda turn: turn.title)
def test_a_move_worked_by_hand_is_played_so(turn: Turn) -> None:
    variant = turn.variant
    before, after = Position.parse(turn.before), Position.parse(turn.after)
    before.check(variant)
    after.check(variant)
    assert Reference(variant).play(before, Move.parse(turn.move, variant)).text() == turn.after


@pytest.mark.parametrize("touch", ["edges", "corners", "torus"])
@pytest.mark.parametrize("fleet", FLEETS, ids=lambda fleet: fleet.title)
def test_a_flotilla_counted_by_hand_is_that_large(fleet: Fleet, touch: str) -> None:
    engine = Reference(fleet.variant(touch))
    assert engine.largest_flotilla(fleet.boats) == getattr(fleet, touch)


def test_decounts_3_4_and_7_total_14() -> None:
    text, points = TOTAL_14
    positions = list(Reference(Variant()).replay(Game.parse(text, Variant()).moves))
    totals = [positions[2 * boat].points for boat in (3, 6, 9)]
    assert totals == [(3, 1), (7, 5), (14, 9)]
    assert [sum(column) for column in zip(*points, strict=True)] == [14, 9]


def test_a_standard_game_scores_after_the_third_sixth_and_ninth_boats_only() -> None:
    game = Game.parse(TOTAL_14[0], Variant())
    positions = list(Reference(Variant()).replay(game.moves))
    banked = [after.points != before.points for before, after in pairwise(positions)]
    assert [ply + 1 for ply, scored in enumerate(banked) if scored] == [5, 6, 11, 12, 17, 18]


def test_a_standard_game_opens_with_four_slides_of_each_of_22_cells() -> None:
    moves = Reference(Variant()).legal_moves(Position.start(Variant()))
    assert len(moves) == len(set(moves)) == 88
    assert [move.text(Variant()) for move in moves[:4]] == ["A1>", "A1<", "A1^", "A1v"]


def test_slides_that_change_nothing_are_moves_all_the_same() -> None:
    variant = Variant(slide_step=5)
    engine, start = Reference(variant), Position.start(variant)
    after = {engine.play(start, move) for move in engine.legal_moves(start)}
    assert (len(engine.legal_moves(start)), len(after)) == (88, 22)


def test_wherever_a_boat_is_placed_it_is_the_movers() -> None:
    engine, variant = Reference(Variant()), Variant()
    first = engine.play(Position.start(variant), Move.parse("A1>", variant))
    second = engine.play(first, Move.parse("A1^", variant))
    assert (first.text(), second.text()) == ("5/5/1XXX1/5/1L3 1 0-0", "5/5/1XXX1/D4/1L3 2 0-0")


@given(variants, seeds)
def test_a_game_lasts_as_many_plies_as_there_are_boats_and_removes_nothing(
    variant: Variant, seed: int
) -> None:
    engine = Reference(variant)
    positions = list(engine.replay(engine.random_game(random.Random(seed))))
    assert len(positions) == 2 * variant.boats + 1
    assert engine.legal_moves(positions[-1]) == []
    for position in positions:
        position.check(variant)
        assert len(position.light | position.dark | position.wrecks) == position.ply + len(variant.wrecks)


@given(variants, seeds)
def test_only_a_decount_banks_points_and_never_more_than_the_boats_on_the_board(
    variant: Variant, seed: int
) -> None:
    engine = Reference(variant)
    game = list(engine.replay(engine.random_game(random.Random(seed))))
    for before, after in pairwise(game):
        gains = [later - now for later, now in zip(after.points, before.points, strict=True)]
        scoring = {before.mover} if variant.scorers == "mover" else {0, 1}
        if before.ply // 2 + 1 not in variant.decounts:
            scoring = set()
        for side, boats in enumerate((after.light, after.dark)):
            least, most = (min(len(boats), 1), len(boats)) if side in scoring else (0, 0)
            assert least <= gains[side] <= most
    for total, possible in zip(game[-1].points, variant.points_possible(), strict=True):
        assert total <= possible


@given(variants)
def test_a_slide_is_undone_by_the_opposite_slide(variant: Variant) -> None:
    anchored = frozenset() if variant.wrecks_drift else variant.wreck_cells
    for slide in slides_of(variant, 0):
        if slide is not None:
            there = slide_image(variant, slide, anchored)
            back = slide_image(variant, Slide(slide.line, OPPOSITE[slide.direction]), anchored)
            assert [back[cell] for cell in there] == list(range(variant.board.cells))


@pytest.mark.parametrize("seed", range(10))
def test_a_random_game_is_made_again_from_its_seed(seed: int) -> None:
    engine = Reference(random_variant(random.Random(seed)))
    assert engine.random_game(random.Random(seed)) == engine.random_game(random.Random(seed))


def test_random_games_from_different_seeds_differ() -> None:
    engine = Reference(Variant())
    assert len({engine.random_game(random.Random(seed)) for seed in range(50)}) == 50


def test_a_boat_is_not_placed_on_a_wreck_or_a_boat() -> None:
    engine, position = Reference(Variant()), Position.start(Variant())
    with refused(NotationError, "'B3>' cannot be played by Light at ply 0: B3 is not empty"):
        engine.check_legal(position, Move.parse("B3>", Variant()))
    after = engine.play(position, Move.parse("A1>", Variant()))
    with refused(NotationError, "'B1^' cannot be played by Dark at ply 1: B1 is not empty"):
        engine.check_legal(after, Move.parse("B1^", Variant()))


@pytest.mark.parametrize(("first_boat", "moves"), [("anywhere", 88), ("edge", 64), ("corner", 16)])
def test_only_lights_first_boat_is_told_where_to_begin(first_boat: str, moves: int) -> None:
    variant = Variant(first_boat=first_boat)
    engine, start = Reference(variant), Position.start(variant)
    assert len(engine.legal_moves(start)) == moves
    assert len(engine.legal_moves(engine.play(start, Move.parse("A1>", variant)))) == 84


def test_a_first_boat_on_another_cell_is_refused() -> None:
    variant = Variant(first_boat="corner")
    engine, start = Reference(variant), Position.start(variant)
    with refused(NotationError, "'A2>' cannot be played first: expected a cell on the corner"):
        engine.check_legal(start, Move.parse("A2>", variant))
    engine.check_legal(engine.play(start, Move.parse("E5>", variant)), Move.parse("A2>", variant))


def test_a_game_that_goes_on_after_its_end_is_refused() -> None:
    variant = Variant(boats=1, decounts=(1,))
    moves = tuple(Move.parse(text, variant) for text in ("A1>", "A1<", "A5>"))
    with refused(NotationError, "'A5>' comes after the end: the game has 2 plies"):
        list(Reference(variant).replay(moves))


def test_an_illegal_move_within_a_game_is_refused_at_its_ply() -> None:
    game = Game.parse("detroit A1> A1> B1>", Variant())
    with refused(NotationError, "'B1>' cannot be played by Light at ply 2: B1 is not empty"):
        list(Reference(Variant()).replay(game.moves))
