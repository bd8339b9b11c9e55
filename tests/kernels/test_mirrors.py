"""Images of positions: their keys are one, and moves are carried along."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from support import label

from ressac_lab.kernels.layout import code_of, layout_of, mask_of
from ressac_lab.kernels.mirrors import MIRROR_FIELDS, fill_mirrors, image_of, move_image, shared_key
from ressac_lab.kernels.table import NO_MOVE
from ressac_lab.reference import Reference
from ressac_lab.rules import Position, Variant, rule_symmetries

VARIANTS = [
    Variant(),
    Variant(5, 4, ("B2",), 4, (2, 4)),
    Variant(4, 4, (), 4, (4,), slide_lines="row", touch="torus"),
    Variant(4, 4, ("A1",), 4, (4,), wrecks_drift=False, slide_lines="any", slide="may"),
    Variant(6, 6, ("B2", "D4"), 9, (3, 9)),
]


def mirrors_of(variant: Variant) -> Any:
    mirrors: Any = np.zeros(1, dtype=np.dtype(MIRROR_FIELDS)).view(np.recarray)[0]
    fill_mirrors(mirrors, variant)
    return mirrors


def masks_of(position: Position) -> list[np.uint64]:
    fleets = (position.light, position.dark)
    cells = (fleets[position.mover], fleets[1 - position.mover], position.wrecks)
    return [np.uint64(mask_of(part)) for part in cells]


def used(variant: Variant) -> list[Any]:
    """Return the symmetries that keys may share: no shifts, and anchored wrecks stay."""
    return [
        symmetry
        for symmetry in rule_symmetries(variant)
        if symmetry.shift == (0, 0)
        and (variant.wrecks_drift or symmetry.cells(variant.wreck_cells) == variant.wreck_cells)
    ]


@pytest.mark.parametrize("variant", VARIANTS, ids=label)
def test_a_position_and_its_images_share_a_key_and_others_do_not(variant: Variant) -> None:
    layout, mirrors, engine = layout_of(variant), mirrors_of(variant), Reference(variant)
    assert mirrors.mirrors == len(used(variant))
    classes: dict[int, set[Position]] = {}
    for seed in range(20):
        for position in engine.replay(engine.random_game(random.Random(seed))):
            images = {symmetry.position(position) for symmetry in used(variant)}
            keys = {int(shared_key(layout, mirrors, *masks_of(image))[0]) for image in images}
            assert len(keys) == 1
            bare = {Position(p.board, p.light, p.dark, p.wrecks, p.ply) for p in images}
            assert classes.setdefault(keys.pop() * 2 + position.mover, bare) == bare


@pytest.mark.parametrize("variant", VARIANTS, ids=label)
def test_moves_and_masks_are_carried_as_the_symmetries_carry_them(variant: Variant) -> None:
    layout, mirrors, engine = layout_of(variant), mirrors_of(variant), Reference(variant)
    images = {tuple(s.cell(cell) for cell in range(variant.board.cells)): s for s in used(variant)}
    start = Position.start(variant)
    for number in range(mirrors.mirrors):
        symmetry = images[tuple(mirrors.cells[number, : variant.board.cells])]
        back = mirrors.inverse[number]
        assert move_image(mirrors, number, NO_MOVE) == NO_MOVE
        for move in engine.legal_moves(start):
            packed = packed_move(variant, move)
            image = move_image(mirrors, number, packed)
            assert image == packed_move(variant, symmetry.move(move))
            assert move_image(mirrors, back, image) == packed
            mask = np.uint64(mask_of(start.wrecks | {move.cell}))
            assert image_of(mirrors, number, mask) == mask_of(symmetry.cells(start.wrecks | {move.cell}))
    assert layout.full


def packed_move(variant: Variant, move: Any) -> int:
    return int(layout_of(variant).rotation_of[code_of(variant, move)]) * 64 + int(move.cell)
