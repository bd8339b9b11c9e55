"""What a move does to masks, and how large the largest flotilla is."""

from __future__ import annotations

import numpy as np

from ressac_lab.kernels.compile import kernel, popcount, signed, small_kernel
from ressac_lab.kernels.layout import Layout

ONE = np.uint64(1)
NONE = np.uint64(0)


@small_kernel
def slide_mask(layout: Layout, rotation: int, mask: np.uint64) -> np.uint64:
    """Return a mask after a slide."""
    row = layout.rotation
    slid: np.uint64 = mask & row[rotation, 0]
    slid |= (mask & row[rotation, 1]) << row[rotation, 2]
    slid |= (mask & row[rotation, 3]) >> row[rotation, 4]
    pieces = layout.pieces
    for piece in range(layout.piece_count):
        part = mask & pieces[rotation, piece, 0]
        slid |= (part << pieces[rotation, piece, 1]) >> pieces[rotation, piece, 2]
    return slid


@small_kernel
def open_cells(layout: Layout, own: np.uint64, other: np.uint64, wrecks: np.uint64) -> np.uint64:
    """Return the cells that the mover may place a boat on."""
    boats = own | other
    empty: np.uint64 = layout.full & ~(boats | wrecks)
    return empty if boats else empty & layout.first


@small_kernel
def play_move(
    layout: Layout, move_code: int, own: np.uint64, other: np.uint64, wrecks: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64]:
    """Return the mover's fleet, the other fleet and the wrecks after a move."""
    rotation = layout.rotation_of[move_code]
    return (
        slide_mask(layout, rotation, own | layout.placed[move_code]),
        slide_mask(layout, rotation, other),
        slide_mask(layout, rotation, wrecks),
    )


@small_kernel
def neighbours(layout: Layout, cells: np.uint64) -> np.uint64:
    """Return the cells that touch any cell of a mask."""
    joins = layout.joins
    near: np.uint64 = ((cells & joins[0, 0]) << joins[0, 1]) | ((cells >> joins[0, 1]) & joins[0, 0])
    near |= ((cells & joins[1, 0]) << joins[1, 1]) | ((cells >> joins[1, 1]) & joins[1, 0])
    for join in range(2, layout.join_count):
        mask, shift = joins[join, 0], joins[join, 1]
        near |= ((cells & mask) << shift) | ((cells >> shift) & mask)
    return near


@small_kernel
def flotilla_with(layout: Layout, boats: np.uint64, cell: np.uint64) -> np.uint64:
    """Return the flotilla that a boat belongs to; ``cell`` is its one bit."""
    flotilla = cell
    while True:
        grown = flotilla | (neighbours(layout, flotilla) & boats)
        if grown == flotilla:
            return flotilla
        flotilla = grown


@kernel
def largest_flotilla(layout: Layout, boats: np.uint64) -> int:
    """Return the size of the largest flotilla of a fleet, 0 without boats."""
    # Most boats touch nothing until late in the game: those are set aside at once.
    rest = boats & neighbours(layout, boats)
    largest = 1 if boats else 0
    # What is left cannot beat the largest found once it holds no more boats.
    while popcount(rest) > largest:
        flotilla = flotilla_with(layout, rest, rest & (~rest + ONE))
        largest = max(largest, popcount(flotilla))
        rest &= ~flotilla
    return largest


@small_kernel
def nth_cell(mask: np.uint64, n: int) -> int:
    """Return the cell number of the n-th set bit of a mask (0 for the lowest).

    Halves the stretch that holds it six times: no branch depends on the mask, which makes it faster
    than clearing bits one by one.
    """
    cell, left = np.uint64(0), n
    for half in (32, 16, 8, 4, 2, 1):
        width = np.uint64(half)
        below = popcount((mask >> cell) & ((ONE << width) - ONE))
        beyond = left >= below
        left -= below if beyond else 0
        cell += width if beyond else NONE
    return signed(cell)
