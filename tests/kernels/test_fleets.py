"""Tables of fleets: numbers without gaps, flotillas and makers that counting gives too."""

from __future__ import annotations

import itertools
import random
from math import comb

import numpy as np
import pytest
from support import label

from ressac_lab.kernels.fleets import (
    FILLED,
    fill_makers,
    find_makers,
    fleets_of,
    largest_in,
    makers_of,
    number_of,
)
from ressac_lab.kernels.layout import layout_of, mask_of, move_of
from ressac_lab.kernels.moves import largest_flotilla, slide_mask
from ressac_lab.rules import Variant

TABLED = [
    Variant(3, 3, ("B2",), 4, (2, 4)),
    Variant(4, 4, ("B2", "C3"), 6, (2, 4, 6)),
    Variant(4, 4, (), 5, (5,), touch="torus", slide_lines="any"),
    Variant(3, 4, ("A1", "C2"), 4, (4,), touch="corners", wrecks_drift=False),
    Variant(5, 6, (), 4, (4,), slide="may"),
]
HASHED = [Variant(6, 6, ("B2",), 9, (3, 9)), Variant(6, 5, (), 14, (14,)), Variant(8, 8, (), 30, (30,))]


@pytest.mark.parametrize("variant", TABLED[:3], ids=label)
def test_every_fleet_has_a_number_of_its_own_and_none_is_left_out(variant: Variant) -> None:
    cells, boats = variant.board.cells, variant.decounts[-1]
    fleets = fleets_of(variant)
    masks = (
        np.uint64(mask_of(frozenset(fleet)))
        for count in range(boats + 1)
        for fleet in itertools.combinations(range(cells), count)
    )
    numbers = sorted(number_of(fleets, mask) for mask in masks)
    assert numbers == list(range(sum(comb(cells, count) for count in range(boats + 1))))


@pytest.mark.parametrize("variant", TABLED + HASHED, ids=label)
def test_flotillas_and_makers_are_those_that_counting_gives(variant: Variant) -> None:
    layout, fleets, source = layout_of(variant), fleets_of(variant), random.Random(5)
    cells, boats = variant.board.cells, variant.decounts[-1]
    assert bool(fleets.growing) == (variant in TABLED)
    for _ in range(60):
        count = source.randrange(boats)
        fleet = np.uint64(mask_of(frozenset(source.sample(range(cells), count))))
        assert largest_in(layout, fleets, fleet) == largest_flotilla(layout, fleet)
        size = source.randint(1, count + 1)
        expected = makers_by_moves(variant, int(fleet), size)
        for _ in range(2):
            # The second answer is the remembered one.
            assert int(makers_of(layout, fleets, fleet, size)) & int(layout.full) == expected


def makers_by_moves(variant: Variant, fleet: int, size: int) -> int:
    """Return the same by trying every move of the variant."""
    layout, found = layout_of(variant), 0
    for code in range(layout.codes):
        cell = 1 << int(move_of(variant, code).cell)
        if not fleet & cell:
            made = np.uint64(slide_mask(layout, layout.rotation_of[code], np.uint64(fleet | cell)))
            found |= cell if largest_flotilla(layout, made) >= size else 0
    return found


@pytest.mark.parametrize("variant", TABLED, ids=label)
def test_makers_filled_in_at_once_are_those_found_one_by_one(variant: Variant) -> None:
    layout, fleets, boats = layout_of(variant), fleets_of(variant), variant.decounts[-1] - 1
    fill_makers(layout, fleets, boats)
    source = random.Random(7)
    for _ in range(40):
        fleet = np.uint64(mask_of(frozenset(source.sample(range(variant.board.cells), boats))))
        for size in range(1, boats + 2):
            kept = np.uint64(fleets.makers[size, number_of(fleets, fleet)])
            assert kept == find_makers(layout, fleets, fleet, size) | FILLED


def test_a_slide_carries_its_users_onto_one_another() -> None:
    for variant in (*TABLED, *HASHED, Variant(4, 4, ("A1", "B2"), 3, (3,), wrecks_drift=False)):
        layout = layout_of(variant)
        for rotation in range(layout.rotation_count):
            assert slide_mask(layout, rotation, layout.users[rotation]) == layout.users[rotation]
