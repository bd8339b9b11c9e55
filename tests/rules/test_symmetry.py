"""Symmetries of the rules: which there are, and that the reference engine bears every one out."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from support import label, random_moves, random_variant, variants

from ressac_lab.reference import Reference
from ressac_lab.reference.engine import touching_cells
from ressac_lab.rules import (
    Board,
    Direction,
    Move,
    Slide,
    Symmetry,
    Variant,
    map_symmetries,
    rule_symmetries,
    slides_of,
)

RECTANGLE = Variant(5, 4, ("B2", "D3"), 7, (3, 5, 7))


@pytest.mark.parametrize(
    ("variant", "count"),
    [
        (Variant(), 8),
        (Variant(8, 8), 8),
        (Variant(2, 2, (), 1, (1,)), 8),
        (Variant(slide_lines="any"), 8),
        (Variant(touch="corners"), 8),
        (Variant(wrecks_drift=False), 8),
        (Variant(wrecks=("A1", "B1", "D4")), 8),
        (RECTANGLE, 4),
        (Variant(slide_lines="row"), 4),
        (Variant(slide_lines="column"), 4),
        (Variant(touch="torus"), 8 * 25),
        (Variant(touch="torus", wrecks_drift=False), 8 * 25),
        (Variant(touch="torus", slide_lines="row"), 4 * 25),
        (Variant(5, 4, ("B2", "D3"), 7, (3, 5, 7), touch="torus"), 4 * 20),
        # A shift would carry an edge to the middle.
        (Variant(touch="torus", first_boat="edge"), 8),
        (Variant(first_boat="corner", pie="swap"), 8),
        # On a side of two cells that join across the edge, the mirror is a shift.
        (Variant(2, 5, (), 4, (4,), touch="torus"), 2 * 10),
        (Variant(2, 2, (), 1, (1,), touch="torus"), 8),
    ],
    ids=lambda value: label(value) if isinstance(value, Variant) else str(value),
)
def test_the_rules_say_how_many_symmetries_there_are(variant: Variant, count: int) -> None:
    assert len(rule_symmetries(variant)) == count


def test_le_detroit_keeps_its_place_under_the_four_symmetries_of_its_line() -> None:
    assert len(map_symmetries(Variant())) == 4
    assert len(map_symmetries(Variant(wrecks=("A5", "B5", "C5")))) == 1
    assert len(map_symmetries(Variant(wrecks=("A1", "C3", "E5")))) == 4
    assert len(map_symmetries(Variant(wrecks=()))) == 8


@given(variants)
def test_symmetries_are_a_group_of_distinct_permutations_that_begins_with_the_identity(
    variant: Variant,
) -> None:
    cells = range(variant.board.cells)
    images = [tuple(s.cell(cell) for cell in cells) for s in rule_symmetries(variant)]
    assert images[0] == tuple(cells)
    assert {tuple(sorted(image)) for image in images} == {tuple(cells)}
    assert len(set(images)) == len(images)
    for image in images[:6]:
        assert {tuple(image[other[cell]] for cell in cells) for other in images} == set(images)


def check_symmetry(variant: Variant, symmetry: Symmetry, source: random.Random) -> int:
    """Play a random game and its image side by side; return the points they scored."""
    engine = Reference(variant)
    image_engine = Reference(variant.with_wrecks(symmetry.cells(variant.wreck_cells)))
    moves = random_moves(variant, source, engine.play)
    images = tuple(symmetry.move(move) for move in moves)
    assert images[0].cell in image_engine.variant.first_cells
    for move in images:
        assert move.slide in slides_of(image_engine.variant, move.cell)
    game, image = list(engine.replay(tuple(moves))), list(image_engine.replay(images))
    assert [symmetry.position(position) for position in game] == image
    return sum(game[-1].points)


PROVEN = [
    Variant(),
    Variant(slide_lines="any", slide="may", slide_step=2, scorers="both"),
    Variant(slide_lines="row"),
    Variant(slide_lines="column", slide_step=3),
    Variant(touch="corners", wrecks_drift=False, wrecks=("A2", "B3", "D3")),
    Variant(touch="torus", wrecks=("A2", "B3", "D3")),
    Variant(touch="torus", wrecks_drift=False, wrecks=("A2", "B2", "D3"), slide_step=2),
    Variant(touch="torus", slide_lines="row", wrecks_drift=False),
    Variant(4, 3, ("A1", "C3"), 5, (2, 5), touch="torus", slide_lines="any", scorers="both"),
    RECTANGLE,
    Variant(first_boat="edge", pie="swap"),
    Variant(5, 4, ("B2", "D3"), 7, (3, 5, 7), touch="torus", first_boat="corner"),
    Variant(4, 7, ("B2", "B3"), 13, (1, 13), slide_step=5, wrecks_drift=False),
    Variant(2, 5, ("A1",), 4, (1, 2, 3, 4), touch="torus", wrecks_drift=False),
    Variant(2, 2, ("A1",), 1, (1,), touch="torus", scorers="both"),
]


@pytest.mark.parametrize("variant", PROVEN, ids=label)
def test_every_symmetry_carries_games_to_games_with_the_same_points(variant: Variant) -> None:
    source = random.Random(5)
    points = [check_symmetry(variant, symmetry, source) for symmetry in rule_symmetries(variant)]
    assert min(points) > 0


@pytest.mark.parametrize("seed", range(60))
def test_every_symmetry_of_a_random_variant_carries_games_to_games(seed: int) -> None:
    source = random.Random(seed)
    variant = random_variant(source, sides=(2, 6), most_boats=6)
    symmetries = rule_symmetries(variant)
    for symmetry in source.sample(symmetries, min(8, len(symmetries))):
        check_symmetry(variant, symmetry, source)


def points_at_every_ply(variant: Variant, moves: list[Move]) -> list[tuple[int, int]]:
    return [position.points for position in Reference(variant).replay(tuple(moves))]


def test_a_cyclic_shift_changes_points_where_edges_do_not_join() -> None:
    shift = Symmetry(Board(5, 5), False, False, False, (1, 0))
    assert shift not in rule_symmetries(Variant())
    source, changed = random.Random(1), 0
    for _ in range(20):
        moves = random_moves(Variant(), source, Reference(Variant()).play)
        image = Variant().with_wrecks(shift.cells(Variant().wreck_cells))
        images = [shift.move(move) for move in moves]
        changed += points_at_every_ply(Variant(), moves) != points_at_every_ply(image, images)
    assert changed > 0


def test_a_transposition_is_no_move_where_only_rows_slide() -> None:
    variant = Variant(slide_lines="row")
    transposition = Symmetry(Board(5, 5), False, False, True)
    assert transposition not in rule_symmetries(variant)
    move = Move(1, Slide(0, Direction.RIGHT))
    assert transposition.move(move) == Move(5, Slide(0, Direction.UP))
    assert transposition.move(move).slide not in slides_of(variant, 5)
    assert transposition.move(move).slide in slides_of(Variant(), 5)


def test_a_mirror_that_kept_the_direction_would_be_caught() -> None:
    """The proof above can fail: a mirror of cells alone carries games to other games."""
    mirror = Symmetry(Board(5, 5), True, False, False)
    engine, source, wrong = Reference(Variant()), random.Random(2), 0
    for _ in range(20):
        moves = random_moves(Variant(), source, engine.play)
        game = list(engine.replay(tuple(moves)))
        for before, after, move in zip(game, game[1:], moves, strict=False):
            slide = mirror.move(move).slide
            assert slide is not None
            kept = Slide(slide.line, move.slide.direction) if move.slide else None
            image = engine.play(mirror.position(before), Move(mirror.cell(move.cell), kept))
            wrong += image != mirror.position(after)
    assert wrong > 0


def test_a_move_without_a_slide_is_carried_to_one() -> None:
    quarter_turn = Symmetry(Board(5, 5), True, False, True)
    assert quarter_turn.move(Move(1, None)) == Move(quarter_turn.cell(1), None)


@given(variants)
def test_neighbours_stay_neighbours(variant: Variant) -> None:
    touching = touching_cells(variant)
    for symmetry in rule_symmetries(variant)[:16]:
        image = {frozenset(symmetry.cells(edge)) for edge in touching.edges}
        assert image == {frozenset(edge) for edge in touching.edges}
        assert all(len(edge) == 2 for edge in image)


def test_images_are_read_off_a_drawn_board() -> None:
    # A1 goes to E1 in a mirror of the columns, to A5 in one of the rows, to E5 in a half turn.
    board = Board(5, 5)
    found = [
        board.name(Symmetry(board, columns, rows, False).cell(0))
        for columns, rows in ((True, False), (False, True), (True, True))
    ]
    assert found == ["E1", "A5", "E5"]
    assert board.name(Symmetry(board, False, False, True).cell(board.cell("D2"))) == "B4"
    assert board.name(Symmetry(board, False, False, False, (2, 1)).cell(board.cell("D2"))) == "A3"
