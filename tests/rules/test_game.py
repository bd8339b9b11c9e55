"""Games in notation."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import random_moves, refused, variants
from worked import TOTAL_14

from ressac_lab.errors import NotationError
from ressac_lab.reference import Reference
from ressac_lab.rules import Game, Variant


@given(variants, st.randoms(use_true_random=False))
def test_every_game_parses_back_from_its_text(variant: Variant, source: random.Random) -> None:
    moves = random_moves(variant, source, Reference(variant).play)
    moves = moves[: source.randint(0, len(moves))]
    swapped = bool(moves) and variant.pie == "swap" and source.choice((True, False))
    game = Game(variant.digest, tuple(moves), swapped)
    assert Game.parse(game.text(variant), variant) == game


def test_a_recorded_game_is_written_as_it_was_read() -> None:
    text = TOTAL_14[0]
    assert Game.parse(text, Variant()).text(Variant()) == text
    assert Game.parse(text.lower().replace(">", "→"), Variant()).text(Variant()) == text


def test_a_game_may_stop_early_even_before_it_starts() -> None:
    assert Game.parse("detroit", Variant()) == Game("detroit", ())


@pytest.mark.parametrize("text", ["", "  "])
def test_a_game_of_no_variant_is_refused(text: str) -> None:
    with refused(NotationError, f"{text!r} is not a game: expected a variant's name and its moves"):
        Game.parse(text, Variant())


def test_a_game_that_is_too_long_is_refused() -> None:
    variant = Variant(boats=1, decounts=(1,))
    with refused(NotationError, "'short A1> B1> C1>' has 3 moves: a game of this variant has 2"):
        Game.parse("short A1> B1> C1>", variant)


def test_a_game_with_a_word_that_is_no_move_is_refused() -> None:
    with refused(NotationError, "'F1' is not on the 5×5 board, which ends at E5"):
        Game.parse("detroit C1> F1>", Variant())


def test_a_swap_is_told_after_the_first_move() -> None:
    variant = Variant(pie="swap")
    game = Game.parse("pie C1> swap B2^", variant)
    assert (len(game.moves), game.swapped) == (2, True)
    assert game.text(variant) == "pie C1> swap B2^"
    assert not Game.parse("pie C1> B2^", variant).swapped


def test_a_swap_without_the_pie_rule_is_refused() -> None:
    message = "'detroit C1> swap' has a swap: this variant has no pie rule"
    with refused(NotationError, message):
        Game.parse("detroit C1> swap", Variant())


@pytest.mark.parametrize("text", ["pie swap C1>", "pie C1> B2^ swap", "pie C1> swap swap"])
def test_a_swap_at_another_ply_is_refused(text: str) -> None:
    with refused(NotationError, "'swa' is not a cell: expected a column letter and a row number, like C3"):
        Game.parse(text, Variant(pie="swap"))
