"""Positions in notation, and which of them can stand in a game."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import refused, variants

from ressac_lab.errors import NotationError, shown
from ressac_lab.rules import Board, Position, Variant


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any content on any board, after any number of plies."""
    board = Board(draw(st.integers(2, 8)), draw(st.integers(2, 8)))
    letters = draw(st.text(".LDX", min_size=board.cells, max_size=board.cells))
    light, dark, wrecks = (
        frozenset(cell for cell in range(board.cells) if letters[cell] == letter) for letter in "LDX"
    )
    points = (draw(st.integers(0, 9999)), draw(st.integers(0, 9999)))
    return Position(board, light, dark, wrecks, draw(st.integers(0, 9999)), points)


@given(positions())
def test_every_position_parses_back_from_its_text(position: Position) -> None:
    assert Position.parse(position.text()) == position
    assert Position.parse(position.text().lower()) == position


@given(positions(), positions())
def test_two_positions_share_a_text_only_if_they_are_equal(one: Position, two: Position) -> None:
    assert (one.text() == two.text()) == (one == two)
    moved = replace(one, light=one.dark, dark=one.light)
    assert (one.text() == moved.text()) == (one == moved)


def test_the_text_runs_from_the_top_of_the_board_down() -> None:
    board = Board(5, 5)
    position = Position(
        board,
        light=frozenset({board.cell("A5")}),
        dark=frozenset({board.cell("E1")}),
        wrecks=frozenset({board.cell("B3"), board.cell("C3"), board.cell("D3")}),
        ply=2,
    )
    assert position.text() == "L4/5/1XXX1/5/4D 2 0-0"


def test_the_standard_game_starts_with_three_wrecks_across_the_middle() -> None:
    assert Position.start(Variant()).text() == "5/5/1XXX1/5/5 0 0-0"


def test_points_left_out_are_none() -> None:
    assert Position.parse("5/5/1XXX1/5/5 0") == Position.start(Variant())


def test_light_moves_at_even_plies_and_dark_at_odd_ones() -> None:
    start = Position.start(Variant())
    assert [replace(start, ply=ply).mover for ply in range(4)] == [0, 1, 0, 1]


@given(positions())
def test_a_cell_is_empty_unless_something_stands_there(position: Position) -> None:
    taken = position.light | position.dark | position.wrecks
    assert set(position.empty) == set(range(position.board.cells)) - taken
    assert position.empty == sorted(position.empty)


EXPECTED = "expected ROWS PLY [L-D], like '5/5/1XXX1/5/5 0 0-0'"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "5/5/5/5/5",
        "5/5/5/5/5 x",
        "5/5/5/5/5 -1",
        "5/5/5/5/5 1.0",
        "5/5/5/5/5 0 0-0 0",
        "5/5/5/5/5 ²",
        "5/5/5/5/5 ٣",
        "5/5/5/5/5 " + 5000 * "9",
    ],
    ids=lambda text: text[:20],
)
def test_what_is_no_position_is_refused(text: str) -> None:
    with refused(NotationError, f"{shown(text)} is not a position: {EXPECTED}"):
        Position.parse(text)


@pytest.mark.parametrize("points", ["0", "0:0", "-1-0", "1-", "a-b", "0-0-0", "12345-0", "٣-٣"])
def test_what_are_no_points_is_refused(points: str) -> None:
    with refused(NotationError, f"{points!r} are not banked points: expected Light-Dark, like 0-0"):
        Position.parse(f"5/5/5/5/5 0 {points}")


@pytest.mark.parametrize("rows", ["5/5/5/5/5/", "/5", "5//5", "5/5/4Q", "5/5/..5", "50/50", "9/9"])
def test_rows_of_anything_but_letters_and_digits_are_refused(rows: str) -> None:
    with refused(
        NotationError,
        f"{rows!r} is not a board: expected rows of L, D, X and digits, split by /",
    ):
        Position.parse(f"{rows} 0")


def test_rows_of_different_lengths_are_refused() -> None:
    with refused(NotationError, "'5/4L/5L' is not a board: expected rows of one length"):
        Position.parse("5/4L/5L 0")


@pytest.mark.parametrize(
    ("rows", "size"), [("5", "5×1"), ("1/1/1", "1×3"), ("8L/8L", "9×2"), ("/".join("5" * 9), "5×9")]
)
def test_a_board_of_sides_out_of_range_is_refused(rows: str, size: str) -> None:
    with refused(NotationError, f"{rows!r} is a {size} board: expected sides of 2 to 8"):
        Position.parse(f"{rows} 0")


@pytest.mark.parametrize(
    ("variant", "text", "message"),
    [
        (Variant(), "4/4/4/4 0", "'4/4/4/4' is a 4×4 board: the variant's is 5×5"),
        (Variant(), "5/5/1XXX1/5/5 19", "ply 19: a game of this variant ends after 18"),
        (
            Variant(),
            "5/5/1XXX1/5/5 1",
            "'5/5/1XXX1/5/5' has 0 Light boats: expected 1 after 1 plies",
        ),
        (
            Variant(),
            "LD3/5/1XXX1/5/5 1",
            "'LD3/5/1XXX1/5/5' has 1 Dark boats: expected 0 after 1 plies",
        ),
        (
            Variant(),
            "5/5/1XXX1/5/5 0 9-9",
            "9-9 are not points banked after 0 plies: expected at most 0 for Light",
        ),
        (
            Variant(),
            "LLL2/DD3/1XXX1/5/5 5 3-1",
            "3-1 are not points banked after 5 plies: expected at most 0 for Dark",
        ),
        (Variant(), "5/5/1XX2/5/5 0", "'5/5/1XX2/5/5' has 2 wrecks: the variant has 3"),
        (
            Variant(wrecks_drift=False),
            "5/5/XXX2/5/5 0",
            "'5/5/XXX2/5/5' has moved wrecks: this variant's are anchored on B3 C3 D3",
        ),
    ],
)
def test_a_position_that_no_game_reaches_is_refused(variant: Variant, text: str, message: str) -> None:
    with refused(NotationError, message):
        Position.parse(text).check(variant)


@given(variants, st.randoms(use_true_random=False))
def test_boats_anywhere_pass_when_their_number_fits_the_ply(
    variant: Variant, source: random.Random
) -> None:
    ply = source.randint(0, variant.plies)
    room = source.sample(Position.start(variant).empty, ply)
    light, dark = frozenset(room[: (ply + 1) // 2]), frozenset(room[(ply + 1) // 2 :])
    position = replace(Position.start(variant), light=light, dark=dark, ply=ply)
    position.check(variant)
    if ply < variant.plies:
        with pytest.raises(NotationError, match=r"boats: expected|ends after"):
            replace(position, ply=ply + 1).check(variant)


def test_points_below_one_a_decount_are_refused_and_none_given_are_not() -> None:
    rows = "LDLD1/LD1XD/D1LLX/DXLDL/L1LD1 17"
    Position.parse(f"{rows} 3-2").check(Variant())
    Position.parse(rows).check(Variant())
    with refused(NotationError, "2-2 are not points banked after 17 plies: expected at least 3 for Light"):
        Position.parse(f"{rows} 2-2").check(Variant())
