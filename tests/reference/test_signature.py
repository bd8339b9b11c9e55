"""Telling whether two variants are the same game."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from support import label, random_variant

from ressac_lab.reference.signature import signature
from ressac_lab.rules import Variant, rule_symmetries

STANDARD = Variant()


@pytest.mark.parametrize("seed", range(40))
def test_the_images_of_a_map_under_the_rules_own_symmetries_are_the_same_game(seed: int) -> None:
    variant = random_variant(random.Random(seed), sides=(2, 5))
    for symmetry in random.Random(seed).sample(rule_symmetries(variant), 3 if seed % 2 else 1):
        image = variant.with_wrecks(symmetry.cells(variant.wreck_cells))
        assert signature(image) == signature(variant)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (STANDARD, Variant(slide_step=4)),
        (STANDARD, Variant(wrecks=("C2", "C3", "C4"))),
        (Variant(5, 4, ("A1",), slide_lines="row"), Variant(4, 5, ("D1",), slide_lines="column")),
        (Variant(wrecks=()), Variant(wrecks=(), wrecks_drift=False)),
        (Variant(2, 2, (), 2, (2,)), Variant(2, 2, (), 2, (2,), touch="torus")),
        (Variant(2, 4, (), 4, (4,)), Variant(2, 4, (), 4, (4,), first_boat="edge")),
        (Variant(touch="torus"), Variant(wrecks=("D5", "E5", "A5"), touch="torus")),
    ],
    ids=label,
)
def test_the_same_game_in_other_words_has_the_same_signature(one: Variant, other: Variant) -> None:
    assert one != other
    assert signature(one) == signature(other)


@pytest.mark.parametrize(
    "other",
    [
        Variant(wrecks=("B2", "C3", "D3")),
        Variant(wrecks=("D5", "E5", "A5")),
        Variant(boats=10, decounts=(3, 6, 9)),
        Variant(decounts=(3, 6, 8)),
        Variant(slide_lines="row"),
        Variant(slide_lines="any"),
        Variant(slide="may"),
        Variant(slide_step=2),
        Variant(touch="corners"),
        Variant(touch="torus"),
        Variant(wrecks_drift=False),
        Variant(scorers="both"),
        Variant(komi=0.5),
        Variant(pie="swap"),
        Variant(first_boat="edge"),
    ],
    ids=label,
)
def test_every_rule_that_counts_changes_the_signature(other: Variant) -> None:
    assert signature(other) != signature(STANDARD)


def test_rows_and_columns_are_told_apart_where_the_map_tells_them_apart() -> None:
    rows, columns = Variant(slide_lines="row"), Variant(slide_lines="column")
    assert signature(rows) != signature(columns)
    assert signature(replace(rows, wrecks=())) == signature(replace(columns, wrecks=()))
