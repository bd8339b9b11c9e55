"""A variant refuses contradictions, and says its rules in one text."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import refused, variants

from ressac_lab.errors import VariantError, shown
from ressac_lab.rules import Position, Variant
from ressac_lab.rules.variant import FIELD_NAMES

NOT_WHOLE = [True, 9.0, "9", None, [9]]


def test_the_standard_game_is_le_detroit() -> None:
    assert Variant().canonical_text() == (
        "width=5 height=5 wrecks=B3,C3,D3 boats=9 decounts=3,6,9 slide_lines=own slide=must "
        "slide_step=1 touch=edges wrecks_drift=true scorers=mover komi=0"
    )


def test_the_digest_of_the_standard_game_never_changes() -> None:
    # Results are filed under digests: another text of the same rules would orphan them.
    assert Variant().digest == "a273612d1a70"


@given(variants, st.randoms(use_true_random=False))
def test_wrecks_named_in_any_order_and_case_are_one_variant(
    variant: Variant, source: random.Random
) -> None:
    names = [source.choice((name, name.lower())) for name in variant.wrecks]
    source.shuffle(names)
    same = replace(variant, wrecks=tuple(names))
    assert (same, same.digest) == (variant, variant.digest)


@given(variants, variants, st.sampled_from(FIELD_NAMES))
def test_texts_and_digests_differ_exactly_where_the_rules_do(
    variant: Variant, other: Variant, field: str
) -> None:
    try:
        changed = replace(variant, **{field: getattr(other, field)})
    except VariantError:
        changed = other
    same = changed == variant
    assert (changed.canonical_text() == variant.canonical_text()) == same
    assert (changed.digest == variant.digest) == same
    assert (changed.differences(variant) == {}) == same


@given(variants)
def test_a_list_does_as_well_as_a_tuple(variant: Variant) -> None:
    lists: Any = {"wrecks": list(variant.wrecks), "decounts": list(variant.decounts)}
    assert hash(replace(variant, **lists)) == hash(variant)


def test_a_whole_komi_is_one_komi_however_it_is_written() -> None:
    assert Variant(komi=-0.0).digest == Variant(komi=0.0).digest == Variant().digest
    assert Variant(komi=2.0).canonical_text().endswith("komi=2")
    assert Variant(komi=-1.5).canonical_text().endswith("komi=-1.5")


@given(variants)
def test_a_variant_on_its_own_map_is_itself(variant: Variant) -> None:
    assert variant.with_wrecks(variant.wreck_cells) == variant
    assert Position.start(variant).wrecks == variant.wreck_cells


def test_a_full_board_is_allowed_and_one_boat_more_is_not() -> None:
    full = Variant(4, 4, ("B2", "C3"), 7, (7,))
    assert full.plies + len(full.wrecks) == full.board.cells
    with refused(
        VariantError,
        "boats = 8: 2 × 8 boats and 2 wrecks need 18 cells, but the 4×4 board has 16",
    ):
        replace(full, boats=8)


def test_decounts_follow_the_same_boats_of_both_sides() -> None:
    found = [Variant().decount_at(ply) for ply in range(18)]
    assert [ply for ply, decount in enumerate(found) if decount is not None] == [4, 5, 10, 11, 16, 17]
    assert [decount for decount in found if decount is not None] == [0, 0, 1, 1, 2, 2]


def test_18_points_are_possible_in_the_standard_game() -> None:
    assert Variant().points_possible() == (18, 18)


def test_when_both_score_light_may_find_every_dark_boat_and_dark_one_fewer() -> None:
    # Light counts 3+3, 6+6, 9+9; at Light's own decounts Dark has 2, 5 and 8 boats.
    assert Variant(scorers="both").points_possible() == (36, 33)


@pytest.mark.parametrize("field", ["width", "height", "boats", "slide_step"])
@pytest.mark.parametrize("value", NOT_WHOLE, ids=repr)
def test_what_is_no_whole_number_is_refused(field: str, value: object) -> None:
    with refused(VariantError, f"{field} = {value!r}: expected a whole number"):
        Variant(**{field: value})


def test_the_rules_of_the_opening_are_named_only_where_they_are_used() -> None:
    assert Variant(first_boat="edge", pie="swap").canonical_text() == (
        f"{Variant().canonical_text()} pie=swap first_boat=edge"
    )


def test_the_first_boat_may_have_any_cell_of_its_kind() -> None:
    sizes = {first: len(Variant(first_boat=first).first_cells) for first in ("anywhere", "edge")}
    assert sizes == {"anywhere": 25, "edge": 16}
    corners = [Variant().board.name(cell) for cell in Variant(first_boat="corner").first_cells]
    assert sorted(corners) == ["A1", "A5", "E1", "E5"]


def test_a_wreck_on_every_cell_that_the_first_boat_may_have_is_refused() -> None:
    corners = ("A1", "A5", "E1", "E5")
    Variant(wrecks=corners[:3], first_boat="corner")
    with refused(
        VariantError,
        "first_boat = 'corner': a wreck stands on every corner cell, "
        "expected an empty one for Light's first boat",
    ):
        Variant(wrecks=corners, first_boat="corner")


CHOICES = {
    "pie": "none, swap",
    "first_boat": "anywhere, edge, corner",
    "slide_lines": "own, row, column, any",
    "slide": "must, may",
    "touch": "edges, corners, torus",
    "scorers": "mover, both",
}


@pytest.mark.parametrize(("field", "expected"), CHOICES.items())
@pytest.mark.parametrize("value", ["Own", "", "all", 1, True, None, ["own"]], ids=repr)
def test_what_is_none_of_the_choices_is_refused(field: str, expected: str, value: object) -> None:
    with refused(VariantError, f"{field} = {value!r}: expected one of {expected}"):
        Variant(**{field: value})


@pytest.mark.parametrize("value", [1, 0, "true", None], ids=repr)
def test_wrecks_drift_is_true_or_false(value: Any) -> None:
    with refused(VariantError, f"wrecks_drift = {value!r}: expected true or false"):
        Variant(wrecks_drift=value)


@pytest.mark.parametrize("field", ["width", "height"])
@pytest.mark.parametrize("value", [-5, 0, 1, 9, 10**30])
def test_a_side_out_of_range_is_refused(field: str, value: int) -> None:
    with refused(VariantError, f"{field} = {value}: expected 2 to 8"):
        Variant(**{field: value})


@pytest.mark.parametrize("boats", [0, -1])
def test_each_side_has_a_boat(boats: int) -> None:
    with refused(VariantError, f"boats = {boats}: expected at least 1"):
        Variant(boats=boats)


@pytest.mark.parametrize("step", [0, -1, 8])
def test_a_slide_moves_1_to_7_cells(step: int) -> None:
    with refused(VariantError, f"slide_step = {step}: expected 1 to 7"):
        Variant(slide_step=step)


@pytest.mark.parametrize("value", ["B3", 3, None, ["B3", 3], ["B3", True], {"B3"}], ids=repr)
def test_wrecks_that_are_no_list_of_names_are_refused(value: Any) -> None:
    with refused(VariantError, f"wrecks = {value!r}: expected a list of cell names"):
        Variant(wrecks=value)


def test_a_wreck_off_the_board_is_refused() -> None:
    with refused(VariantError, "wrecks: 'F3' is not on the 5×5 board, which ends at E5"):
        Variant(wrecks=("F3",))


def test_a_wreck_on_no_cell_is_refused() -> None:
    message = "wrecks: 'middle' is not a cell: expected a column letter and a row number, like C3"
    with refused(VariantError, message):
        Variant(wrecks=("middle",))


def test_a_wreck_named_twice_is_refused() -> None:
    with refused(VariantError, "wrecks: 'c3' is named twice, expected distinct cells"):
        Variant(wrecks=("C3", "B3", "c3"))


@pytest.mark.parametrize("value", ["3,6,9", 9, None, [3, "6"], [3, 6.0], [True, 6]], ids=repr)
def test_decounts_that_are_no_list_of_whole_numbers_are_refused(value: Any) -> None:
    with refused(VariantError, f"decounts = {value!r}: expected a list of whole numbers"):
        Variant(decounts=value)


@pytest.mark.parametrize(
    ("decounts", "expected"),
    [
        ((), "expected at least one decount"),
        ((0, 3), "0 is before the first boat, expected 1 or more"),
        ((-3,), "-3 is before the first boat, expected 1 or more"),
        ((3, 6, 10), "10 is past the last boat, expected at most 9"),
        ((3, 3), "expected strictly increasing numbers"),
        ((3, 9, 6), "expected strictly increasing numbers"),
    ],
)
def test_decounts_that_no_game_could_have_are_refused(decounts: tuple[int, ...], expected: str) -> None:
    with refused(VariantError, f"decounts = {list(decounts)}: {expected}"):
        Variant(decounts=decounts)


@pytest.mark.parametrize(
    "komi",
    [0.3, 0.25, float("nan"), float("inf"), float("-inf"), 1000.5, -1001, 10**400, "1", True, None],
    ids=lambda komi: repr(komi)[:8],
)
def test_a_komi_that_is_no_multiple_of_one_half_is_refused(komi: Any) -> None:
    with refused(VariantError, f"komi = {shown(komi)}: expected a multiple of 0.5 between -1000 and 1000"):
        Variant(komi=komi)
