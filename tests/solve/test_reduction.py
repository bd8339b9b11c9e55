from __future__ import annotations

import random

import pytest
from support import label, random_moves

from ressac_lab.reference import Reference
from ressac_lab.rules import Position, Variant, map_symmetries, rule_symmetries
from ressac_lab.solve.reduction import Reduction

VARIANTS = [
    Variant(),
    Variant(4, 3, ("B2",), 3, (3,)),
    Variant(3, 3, ("B2",), 4, (2, 4), touch="torus"),
    Variant(4, 4, ("A1", "B2"), 4, (4,), wrecks_drift=False),
    Variant(5, 4, ("A1",), 4, (4,), slide_lines="any", slide="may"),
    Variant(8, 8, ("A1", "H8"), 9, (3, 9)),
]


def positions(variant: Variant) -> list[Position]:
    engine, source = Reference(variant), random.Random(5)
    return [
        position
        for _ in range(4)
        for position in engine.replay(tuple(random_moves(variant, source, engine.play)))
    ]


@pytest.mark.parametrize("variant", VARIANTS, ids=label)
def test_positions_that_symmetries_exchange_have_one_key(variant: Variant) -> None:
    reduction = Reduction(variant)
    symmetries = rule_symmetries(variant) if variant.wrecks_drift else map_symmetries(variant)
    for position in positions(variant):
        assert {reduction.key(s.position(position)) for s in symmetries} == {reduction.key(position)}


@pytest.mark.parametrize("variant", VARIANTS, ids=label)
def test_a_key_gives_back_the_position_that_stands_for_all(variant: Variant) -> None:
    reduction = Reduction(variant)
    for position in positions(variant):
        key = reduction.key(position)
        standing = reduction.position(key)
        assert reduction.key(standing) == key
        assert standing.points == (0, 0)
        image = reduction.symmetry(position).position(position)
        assert (image.light, image.dark, image.wrecks) == (standing.light, standing.dark, standing.wrecks)
        assert image.ply == standing.ply


def test_positions_that_differ_have_different_keys() -> None:
    reduction = Reduction(Variant())
    texts = ("5/5/1XXX1/5/L4 1", "5/5/1XXX1/5/1L3 1", "5/5/1XXX1/L4/5 1", "5/5/XXX2/5/L4 1")
    assert len({reduction.key(Position.parse(text)) for text in texts}) == len(texts)


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        (b"", "expected 12 bytes"),
        (b"\x00" * 11 + b"\xff" * 2, "expected 12 bytes"),
        (b"\x02" + b"\x00" * 11, "expected cells of the board"),
        (b"\x00\x00\x00\x01" * 2 + b"\x00" * 4, "expected one thing on a cell"),
        (b"\x01" + b"\x00" * 11, "expected the smallest of its images"),
    ],
)
def test_a_key_that_no_position_has_is_refused(key: bytes, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Reduction(Variant()).position(key)
