"""Moves in notation."""

from __future__ import annotations

import pytest
from hypothesis import given
from support import refused, variants

from ressac_lab.errors import NotationError
from ressac_lab.rules import Direction, Move, Slide, Variant, slides_of

ANY = Variant(slide_lines="any")
MAY = Variant(slide="may")


@given(variants)
def test_every_move_parses_back_from_its_text_and_no_two_share_one(variant: Variant) -> None:
    moves = [Move(cell, slide) for cell in range(variant.board.cells) for slide in slides_of(variant, cell)]
    texts = [move.text(variant) for move in moves]
    assert [Move.parse(text, variant) for text in texts] == moves
    assert len(set(texts)) == len(moves)


@given(variants)
def test_every_cell_has_as_many_slides_as_any_other(variant: Variant) -> None:
    lines = {"own": 2, "row": 1, "column": 1, "any": variant.width + variant.height}
    count = 2 * lines[variant.slide_lines] + (variant.slide == "may")
    slides = [slides_of(variant, cell) for cell in range(variant.board.cells)]
    assert {len(found) for found in slides} == {count}
    assert {len(set(found)) for found in slides} == {count}


@pytest.mark.parametrize(
    ("text", "variant", "move"),
    [
        ("C3>", Variant(), Move(12, Slide(2, Direction.RIGHT))),
        ("A2<", Variant(), Move(5, Slide(1, Direction.LEFT))),
        ("A2^", Variant(), Move(5, Slide(0, Direction.UP))),
        ("E1v", Variant(), Move(4, Slide(4, Direction.DOWN))),
        ("C3-", MAY, Move(12, None)),
        ("C3:4>", ANY, Move(12, Slide(3, Direction.RIGHT))),
        ("C3:B^", ANY, Move(12, Slide(1, Direction.UP))),
    ],
)
def test_a_text_says_the_cell_the_line_and_the_direction(text: str, variant: Variant, move: Move) -> None:
    assert Move.parse(text, variant) == move
    assert move.text(variant) == text


@pytest.mark.parametrize(
    ("given_text", "text"), [("c3→", "C3>"), ("C3←", "C3<"), ("c3↑", "C3^"), ("C3↓", "C3v"), ("c3V", "C3v")]
)
def test_arrows_and_either_case_are_read(given_text: str, text: str) -> None:
    assert Move.parse(given_text, Variant()).text(Variant()) == text


def test_a_line_is_read_in_either_case() -> None:
    assert Move.parse("c3:b↓", ANY).text(ANY) == "C3:Bv"


@pytest.mark.parametrize("text", ["C3", "C3x", "C3>>", "C3 >", "3C>", ">", "", "C>", "Z9^"])
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match=r"is not a (move|cell): expected a c"):
        Move.parse(text, Variant())


def test_a_sign_that_is_no_direction_is_refused_with_those_there_are() -> None:
    with refused(NotationError, "'C3x' is not a move: expected a cell and one of > < ^ v, like C3>"):
        Move.parse("C3x", Variant())


def test_a_cell_off_the_board_is_refused() -> None:
    with refused(NotationError, "'F1' is not on the 5×5 board, which ends at E5"):
        Move.parse("F1>", Variant())


def test_a_move_without_a_slide_is_refused_where_the_slide_is_a_must() -> None:
    with refused(NotationError, "'C3-' does not slide: this variant's slide is a must"):
        Move.parse("C3-", Variant())


def test_a_line_that_does_not_slide_is_refused() -> None:
    with refused(NotationError, "'C3:4-' is not a move: expected a cell and one of > < ^ v, like C3>"):
        Move.parse("C3:4-", Variant(slide_lines="any", slide="may"))


def test_a_named_line_is_refused_where_the_boats_own_lines_slide() -> None:
    with refused(NotationError, "'C3:3>' names a line: this variant slides the boat's own lines"):
        Move.parse("C3:3>", Variant())


@pytest.mark.parametrize(("lines", "text"), [("row", "C3^"), ("row", "C3v"), ("column", "C3>")])
def test_a_slide_of_the_other_kind_of_line_is_refused(lines: str, text: str) -> None:
    with refused(NotationError, f"{text!r} is not allowed: this variant slides the {lines} only"):
        Move.parse(text, Variant(slide_lines=lines))


@pytest.mark.parametrize("text", ["C3>", "C3:>", "C3:6>", "C3:0>", "C3:B>", "C3:11>"])
def test_a_row_that_is_not_there_is_refused(text: str) -> None:
    with refused(
        NotationError,
        f"{text!r} slides no row of the board: expected a line of 1–5 after a colon, like C3:1>",
    ):
        Move.parse(text, ANY)


@pytest.mark.parametrize("text", ["C3^", "C3:F^", "C3:3^", "C3:AB^"])
def test_a_column_that_is_not_there_is_refused(text: str) -> None:
    with refused(
        NotationError,
        f"{text!r} slides no column of the board: expected a line of A–E after a colon, like C3:A^",
    ):
        Move.parse(text, ANY)
