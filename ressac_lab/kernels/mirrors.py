"""The images of a position under the symmetries of a variant's rules, for keys that all of them share.

A mask is carried over byte by byte: eight looks into tables give its image.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from ressac_lab.kernels.compile import kernel, small_kernel
from ressac_lab.kernels.layout import (
    MOST_CELLS,
    MOST_ROTATIONS,
    Integers,
    Layout,
    Masks,
    code_of,
    layout_of,
    move_of,
)
from ressac_lab.kernels.table import NO_MOVE, key_of
from ressac_lab.rules import Variant, rule_symmetries

MOST_MIRRORS = 8
MASK_BYTES = 8
BYTE = np.uint64(255)


class Mirrors(Protocol):
    """The symmetries of a variant in tables; the first is the identity.

    ``images`` (symmetries, bytes, 256): what each byte of a mask becomes. ``cells`` (symmetries, cells)
    and ``rotations`` (symmetries, rotations): what they become. ``inverse``: the symmetry that undoes
    each. ``mirrored_to``: the last ply whose positions share keys with their images.
    """

    mirrors: int
    mirrored_to: int
    images: Masks
    cells: Integers
    rotations: Integers
    inverse: Integers


MIRROR_FIELDS = [
    ("mirrors", np.int64),
    ("mirrored_to", np.int64),
    ("images", np.uint64, (MOST_MIRRORS, MASK_BYTES, 256)),
    ("cells", np.int64, (MOST_MIRRORS, MOST_CELLS)),
    ("rotations", np.int64, (MOST_MIRRORS, MOST_ROTATIONS)),
    ("inverse", np.int64, (MOST_MIRRORS,)),
]


def fill_mirrors(mirrors: Any, variant: Variant) -> None:
    """Fill in the symmetries that are no cyclic shifts: those alone are a group too."""
    layout, cells = layout_of(variant), variant.board.cells
    group = [
        symmetry
        for symmetry in rule_symmetries(variant)
        if symmetry.shift == (0, 0)
        and symmetry.cells(variant.first_cells) == variant.first_cells
        # Where anchored wrecks lie is part of the tables.
        and (variant.wrecks_drift or symmetry.cells(variant.wreck_cells) == variant.wreck_cells)
    ]
    group.sort(key=lambda symmetry: [symmetry.cell(cell) for cell in range(cells)])
    numbers = {tuple(symmetry.cell(cell) for cell in range(cells)): n for n, symmetry in enumerate(group)}
    mirrors.mirrors, mirrors.mirrored_to = len(group), -1
    for number, symmetry in enumerate(group):
        image = [symmetry.cell(cell) for cell in range(cells)]
        mirrors.cells[number, :cells] = image
        mirrors.inverse[number] = numbers[tuple(image.index(cell) for cell in range(cells))]
        for cell in range(cells):
            table = mirrors.images[number, cell // 8]
            table[np.arange(256) >> cell % 8 & 1 == 1] |= np.uint64(1 << image[cell])
        for move_code in range(layout.codes):
            moved = code_of(variant, symmetry.move(move_of(variant, move_code)))
            mirrors.rotations[number, layout.rotation_of[move_code]] = layout.rotation_of[moved]


@small_kernel
def image_of(mirrors: Mirrors, number: int, mask: np.uint64) -> np.uint64:
    """Return the image of a mask under a symmetry."""
    images, image, place = mirrors.images, mask ^ mask, 0
    while mask:
        image |= images[number, place, mask & BYTE]
        mask >>= np.uint64(8)
        place += 1
    return image


@small_kernel
def move_image(mirrors: Mirrors, number: int, move: int) -> int:
    """Return the image of a move (rotation × 64 + cell) under a symmetry; NO_MOVE stays."""
    if move == NO_MOVE:
        return move
    image: int = (mirrors.rotations[number, move >> 6] << 6) + mirrors.cells[number, move & 63]
    return image


@kernel
def shared_key(
    layout: Layout, mirrors: Mirrors, own: np.uint64, other: np.uint64, wrecks: np.uint64
) -> tuple[np.uint64, int]:
    """Return the smallest key of a position's images, and the symmetry that gives it."""
    best, least = 0, key_of(layout, own, other, wrecks)
    for number in range(1, mirrors.mirrors):
        key = key_of(
            layout,
            image_of(mirrors, number, own),
            image_of(mirrors, number, other),
            image_of(mirrors, number, wrecks),
        )
        if key < least:
            best, least = number, key
    return least, best
