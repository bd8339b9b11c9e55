from __future__ import annotations

import random
from dataclasses import replace

import pytest

from ressac_lab.errors import NotationError
from ressac_lab.reference import Reference
from ressac_lab.reports.frames import Frame, contested_cells, frames_of
from ressac_lab.reports.phrases import Words
from ressac_lab.rules import Board, Game, Move, Position, Variant


def moves_of(text: str, variant: Variant) -> tuple[Move, ...]:
    return Game.parse(f"x {text}", variant).moves


def test_the_boat_is_where_the_slide_has_brought_it() -> None:
    # By hand: A1 goes round the edge to E1, B2 up to B3, E5 round to A5.
    variant = Variant()
    frames = frames_of(variant, moves_of("A1< B2^ E5>", variant))
    names = [frame.boat if frame.boat is None else variant.board.name(frame.boat) for frame in frames]
    assert names == [None, "E1", "B3", "A5"]


@pytest.mark.parametrize("drift", [True, False])
def test_the_boat_is_one_of_the_side_that_placed_it(drift: bool) -> None:
    variant = Variant(wrecks_drift=drift, slide_step=2, slide="may")
    for seed in range(20):
        moves = Reference(variant).random_game(random.Random(seed))
        for frame in frames_of(variant, moves)[1:]:
            placed = frame.position.dark if frame.position.mover == 0 else frame.position.light
            assert frame.boat in placed


def test_an_illegal_move_is_refused() -> None:
    variant = Variant()
    with pytest.raises(NotationError, match="B3 is not empty"):
        frames_of(variant, moves_of("B3>", variant))


def test_captions_say_the_move_and_the_points() -> None:
    variant = Variant()
    frames = frames_of(variant, moves_of("A1> A2> C1< E5> D1>", variant))
    assert [frame.caption() for frame in frames] == [
        "start map",
        "1. A1>",
        "2. A2>",
        "3. C1<",
        "4. E5>",
        "5. D1> · Light 2, Dark 0",
    ]
    assert frames[-1].caption(Words("fr")) == "5. D1> · Clair 2, Sombre 0"
    assert Frame(Position.parse("1D/LX 2")).caption() == "ply 2"


def test_contested_cells_touch_both_sides() -> None:
    position = Position.parse("2L/LXD/1D1 4")
    plain = Variant(3, 3, wrecks=("B2",), boats=2, decounts=(2,))
    board = Board(3, 3)

    def names(variant: Variant) -> list[str]:
        return [board.name(cell) for cell in sorted(contested_cells(variant, position))]

    # A1 has Light's A2 above and Dark's B1 beside it; the other empty cells touch one side only.
    assert names(plain) == ["A1"]
    # Across the edges C1 has Light's C3 below it and Dark's B1 and C2 beside, B3 Dark's B1 above it.
    assert names(replace(plain, touch="torus")) == ["A1", "C1", "B3"]
