"""Start maps and their classes, against counts made another way."""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb

import pytest
from support import label, random_variant, refused

from ressac_lab.errors import VariantError
from ressac_lab.rules import Variant, class_of, map_classes, rule_symmetries
from ressac_lab.rules.maps import class_id

FOUR = Variant(4, 4, (), 6, (2, 4, 6))
SIX = Variant(6, 6, (), 12, (4, 8, 12))


@pytest.mark.parametrize(
    ("variant", "wrecks", "classes"),
    [(Variant(), 3, 319), (FOUR, 3, 77), (FOUR, 2, 21), (SIX, 3, 920)],
    ids=["5×5 with 3", "4×4 with 3", "4×4 with 2", "6×6 with 3"],
)
def test_the_known_numbers_of_classes_are_met(variant: Variant, wrecks: int, classes: int) -> None:
    found = map_classes(variant, wrecks)
    assert len(found) == len({entry.id for entry in found}) == classes
    assert sum(entry.orbit for entry in found) == comb(variant.board.cells, wrecks)


def test_the_5_by_5_board_has_2300_maps_of_three_wrecks() -> None:
    assert sum(entry.orbit for entry in map_classes(Variant(), 3)) == 2300


def fixed_maps(permutation: list[int], wrecks: int) -> int:
    """Count the maps that a permutation keeps: those made of whole cycles."""
    ways, seen = [1] + [0] * wrecks, set()
    for first in range(len(permutation)):
        cell, length = first, 0
        while cell not in seen:
            seen.add(cell)
            cell, length = permutation[cell], length + 1
        for total in range(wrecks, length - 1, -1) if length else ():
            ways[total] += ways[total - length]
    return ways[wrecks]


@pytest.mark.parametrize(
    "variant",
    [
        Variant(),
        Variant(slide_lines="row"),
        Variant(touch="torus"),
        Variant(touch="torus", slide_lines="column", wrecks_drift=False),
        FOUR,
        Variant(2, 6, (), 3, (3,), touch="torus"),
        Variant(3, 7, (), 5, (5,)),
    ],
    ids=label,
)
@pytest.mark.parametrize("wrecks", range(5))
def test_there_are_as_many_classes_as_maps_kept_by_a_symmetry_on_average(
    variant: Variant, wrecks: int
) -> None:
    # The Cauchy-Frobenius lemma.
    symmetries = rule_symmetries(variant)
    kept = sum(
        fixed_maps([s.cell(cell) for cell in range(variant.board.cells)], wrecks) for s in symmetries
    )
    assert len(map_classes(variant, wrecks)) == Fraction(kept, len(symmetries))


@pytest.mark.parametrize("seed", range(80))
def test_a_class_is_the_same_from_whichever_of_its_maps_one_starts(seed: int) -> None:
    source = random.Random(seed)
    variant = random_variant(source)
    symmetries = rule_symmetries(variant)
    found = class_of(variant)
    for symmetry in source.sample(symmetries, min(8, len(symmetries))):
        assert class_of(variant.with_wrecks(symmetry.cells(variant.wreck_cells))) == found
    assert class_of(variant.with_wrecks(variant.board.cell(name) for name in found.wrecks)) == found


@pytest.mark.parametrize("seed", range(80))
def test_maps_in_a_class_times_symmetries_of_a_map_make_all_symmetries(seed: int) -> None:
    variant = random_variant(random.Random(seed))
    found = class_of(variant)
    assert found.orbit * found.symmetries == len(rule_symmetries(variant))
    assert found.symmetric == (found.orbit < len(rule_symmetries(variant)))


def test_the_listed_classes_are_those_of_their_maps_in_the_order_of_their_ids() -> None:
    found = map_classes(FOUR, 2)
    assert found == sorted(found, key=lambda entry: entry.id)
    for entry in found:
        cells = [FOUR.board.cell(name) for name in entry.wrecks]
        assert class_of(FOUR.with_wrecks(cells)) == entry


def test_the_class_of_le_detroit_is_named_by_its_rank_among_all_maps() -> None:
    # B3, C3, D3 are cells 11, 12, 13: C(11,1) + C(12,2) + C(13,3) = 11 + 66 + 286.
    found = class_of(Variant())
    assert (found.id, found.wrecks, found.orbit) == ("w3-0363", ("B3", "C3", "D3"), 2)
    assert class_of(Variant(wrecks=("C2", "C3", "C4"))) == found


def test_ranks_number_all_maps_without_a_gap() -> None:
    board = FOUR.board
    ids = {class_id(board, frozenset((one, two))) for two in range(board.cells) for one in range(two)}
    assert ids == {f"w2-{rank:03d}" for rank in range(comb(16, 2))}


def test_the_class_of_the_empty_map_holds_that_map_alone() -> None:
    (only,) = map_classes(Variant(), 0)
    assert (only.id, only.wrecks, only.orbit, only.symmetries) == ("w0-0", (), 1, 8)


@pytest.mark.parametrize("wrecks", [-1, 8])
def test_more_wrecks_than_the_boats_leave_room_for_are_refused(wrecks: int) -> None:
    message = f"{wrecks} wrecks: expected 0 to 7, the cells that the boats leave"
    with refused(VariantError, message):
        map_classes(Variant(), wrecks)


def test_more_images_than_can_be_looked_at_are_refused() -> None:
    torus = Variant(8, 8, (), 1, (1,), touch="torus")
    message = (
        "3 wrecks: 21,331,968 images of start maps under the variant's symmetries, "
        "expected at most 20,000,000"
    )
    with refused(VariantError, message):
        map_classes(torus, 3)


def test_maps_without_a_cell_for_the_first_boat_are_left_out() -> None:
    corner = Variant(wrecks=(), first_boat="corner", boats=9)
    listed = {entry.wrecks for entry in map_classes(corner, 4)}
    assert len(listed) == len(map_classes(Variant(), 4)) - 1
    assert ("A1", "E1", "A5", "E5") not in listed


def test_more_maps_than_can_be_listed_are_refused() -> None:
    message = "8 wrecks: 30,260,340 start maps, expected at most 1,000,000"
    with refused(VariantError, message):
        map_classes(SIX, 8)
