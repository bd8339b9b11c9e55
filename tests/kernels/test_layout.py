"""The tables that stand for a variant."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from support import label, random_variant, variants

from ressac_lab.kernels.layout import cells_of, code_of, layout_of, mask_of, move_of
from ressac_lab.kernels.moves import nth_cell, slide_mask
from ressac_lab.reference.engine import slide_image
from ressac_lab.rules import Variant, slides_of


@given(variants)
def test_every_code_is_one_move_and_every_move_one_code(variant: Variant) -> None:
    codes = range(layout_of(variant).codes)
    moves = [move_of(variant, code) for code in codes]
    assert [code_of(variant, move) for move in moves] == list(codes)
    assert len(set(moves)) == len(moves)
    assert {move.cell for move in moves} == set(range(variant.board.cells))


def test_codes_run_through_the_cells_and_then_through_the_slides() -> None:
    texts = [move_of(Variant(), code).text(Variant()) for code in (0, 1, 2, 3, 4, 99)]
    assert texts == ["A1>", "A1<", "A1^", "A1v", "B1>", "E5v"]


@pytest.mark.parametrize("seed", range(100))
def test_masks_and_sets_of_cells_invert_each_other(seed: int) -> None:
    mask = random.Random(seed).getrandbits(64)
    assert mask_of(cells_of(mask)) == mask
    assert len(cells_of(mask)) == mask.bit_count()


@given(variants)
def test_only_anchored_wrecks_need_more_than_two_stretches(variant: Variant) -> None:
    layout = layout_of(variant)
    if variant.wrecks_drift or not variant.wrecks:
        assert layout.piece_count == 0
    for stay, up, _, down, _ in layout.rotation[: layout.rotation_count]:
        assert int(stay & up) == int(stay & down) == int(up & down) == 0


@given(variants)
def test_a_code_has_the_bit_of_its_cell_and_a_rotation_that_the_cell_uses(variant: Variant) -> None:
    layout = layout_of(variant)
    for code in range(layout.codes):
        assert layout.placed[code] == 1 << move_of(variant, code).cell
        assert layout.users[layout.rotation_of[code]] & layout.placed[code]
    users = layout.users[: layout.rotation_count]
    assert sum(int(cells).bit_count() for cells in users) == layout.codes


def test_a_wreck_within_a_line_makes_three_stretches() -> None:
    # A, B, D, E rotate: A to B, B to D, D to E and E to A.
    layout = layout_of(Variant(wrecks=("C1",), wrecks_drift=False))
    assert layout.piece_count == 1
    assert int(layout.pieces[layout.rotation_of[0], 0, 0]).bit_count() == 1


def test_komi_is_no_part_of_the_tables() -> None:
    one, two = layout_of(Variant()), layout_of(Variant(komi=2.5))
    assert one == two


def test_who_scores_after_which_ply_follows_the_decounts() -> None:
    variant = Variant(boats=3, decounts=(1, 3))
    layout = layout_of(variant)
    assert layout.decount_at[:6].tolist() == [0, 0, -1, -1, 1, 1]
    assert layout.scores_at[:6].tolist() == [[1, 0], [0, 1], [0, 0], [0, 0], [1, 0], [0, 1]]
    both = layout_of(replace(variant, scorers="both")).scores_at[:6].tolist()
    assert both == [[1, 1], [1, 1], [0, 0], [0, 0], [1, 1], [1, 1]]


@pytest.mark.parametrize("seed", range(40))
def test_every_cell_of_a_mask_is_found_by_its_place(seed: int) -> None:
    source = random.Random(seed)
    mask = source.getrandbits(64) if seed else 2**64 - 1
    cells = sorted(cells_of(mask))
    assert [nth_cell(np.uint64(mask), n) for n in range(len(cells))] == cells


SMALL = [
    Variant(3, 3, (), 4, (4,), slide_lines="any", slide="may"),
    Variant(3, 3, (), 4, (4,), slide_lines="any", slide_step=2),
    Variant(4, 2, (), 4, (4,), slide_lines="any", slide_step=3),
    Variant(2, 4, (), 4, (4,), slide_lines="any", slide_step=7),
    Variant(3, 3, ("B2",), 4, (4,), slide_lines="any", wrecks_drift=False),
    Variant(4, 2, ("B1", "C2"), 3, (3,), slide_lines="any", wrecks_drift=False, slide_step=2),
    Variant(2, 4, ("A1", "B1"), 3, (3,), slide_lines="any", wrecks_drift=False),
]


@pytest.mark.parametrize("variant", SMALL, ids=label)
def test_every_slide_of_every_mask_of_a_small_board_is_the_references(variant: Variant) -> None:
    layout = layout_of(variant)
    anchored = frozenset() if variant.wrecks_drift else variant.wreck_cells
    for place, slide in enumerate(slides_of(variant, 0)):
        image = slide_image(variant, slide, anchored)
        for mask in range(1 << variant.board.cells):
            slid = slide_mask(layout, place, np.uint64(mask))
            assert slid == mask_of(frozenset(image[cell] for cell in cells_of(mask)))


@pytest.mark.parametrize("seed", range(100))
def test_every_slide_of_a_random_board_carries_every_cell_where_the_reference_does(
    seed: int,
) -> None:
    variant = random_variant(random.Random(seed))
    layout = layout_of(variant)
    anchored = frozenset() if variant.wrecks_drift else variant.wreck_cells
    for place, slide in enumerate(slides_of(variant, 0)):
        image = slide_image(variant, slide, anchored)
        for cell in range(variant.board.cells):
            assert slide_mask(layout, place, np.uint64(1 << cell)) == 1 << image[cell]
        assert slide_mask(layout, place, layout.full) == layout.full
