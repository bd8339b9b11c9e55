"""Perft in bits: how many move sequences there are, with a checksum over their ends.

The count alone cannot detect a wrong slide, since every empty cell has as many moves as any other;
the checksum can.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import prod

import numpy as np

from ressac_lab.errors import TooLargeError
from ressac_lab.kernels.compile import kernel, lowest_bit
from ressac_lab.kernels.interrupt import interruptible
from ressac_lab.kernels.layout import Layout, cells_of, layout_of, mask_of, move_of
from ressac_lab.kernels.moves import ONE, largest_flotilla, open_cells, play_move
from ressac_lab.rules import Move, Position, Variant, slides_of

LARGEST_COUNT = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Perft:
    """The number of move sequences of one length and their checksum.

    The checksum is the sum, over the sequences, of the last mover's largest flotilla at the end.
    """

    depth: int
    perft: int
    checksum: int


def perft(variant: Variant, position: Position, depth: int) -> Perft:
    """Count the move sequences of a length from a position.

    Raises TooLargeError as ``check_depth`` does.
    """
    rows = divide(variant, position, depth)
    return Perft(depth, sum(row.perft for _, row in rows), sum(row.checksum for _, row in rows))


def check_depth(variant: Variant, position: Position, depth: int) -> None:
    """Raise TooLargeError if a depth is past the end or its counts would not fit 64 bits."""
    empty, left = len(position.empty), variant.plies - position.ply
    if not 1 <= depth <= left:
        raise TooLargeError(f"depth {depth}: expected 1 to {left}, the plies left to play")
    count = prod(len(slides_of(variant, 0)) * (empty - ply) for ply in range(depth))
    if count * variant.boats > LARGEST_COUNT:
        raise TooLargeError(f"depth {depth}: {count:.1e} sequences, expected at most 9.2e18")


def divide(variant: Variant, position: Position, depth: int) -> list[tuple[Move, Perft]]:
    """Count the sequences of a length that begin with each legal move, in the moves' order."""
    check_depth(variant, position, depth)
    layout = layout_of(variant)
    fleets = [np.uint64(mask_of(cells)) for cells in (position.light, position.dark)]
    own, other = fleets[position.mover], fleets[1 - position.mover]
    wrecks = np.uint64(mask_of(position.wrecks))
    rows = []
    for cell in sorted(cells_of(int(open_cells(layout, own, other, wrecks)))):
        for move_code in range(cell * layout.slides, (cell + 1) * layout.slides):
            after = partial(perft_after, layout, move_code, own, other, wrecks, depth)
            rows.append((move_of(variant, move_code), Perft(depth, *interruptible(after))))
    return rows


@kernel
def perft_checksum(
    layout: Layout, own: np.uint64, other: np.uint64, wrecks: np.uint64, depth: int
) -> tuple[int, int]:
    """Return the number of move sequences of a length and the sum of the last mover's flotillas.

    ``own`` is the mover's fleet. The caller sees to it that the game has as many plies left.
    """
    count, checksum = 0, 0
    empty = open_cells(layout, own, other, wrecks)
    while empty:
        cell = lowest_bit(empty)
        empty &= empty - ONE
        for move_code in range(cell * layout.slides, (cell + 1) * layout.slides):
            moved, others, drifted = play_move(layout, move_code, own, other, wrecks)
            if depth == 1:
                count += 1
                checksum += largest_flotilla(layout, moved)
            else:
                below, below_checksum = perft_checksum(layout, others, moved, drifted, depth - 1)
                count += below
                checksum += below_checksum
    return count, checksum


@kernel
def perft_after(
    layout: Layout, move_code: int, own: np.uint64, other: np.uint64, wrecks: np.uint64, depth: int
) -> tuple[int, int]:
    """Return count and checksum of the sequences of a length that begin with one move."""
    moved, others, drifted = play_move(layout, move_code, own, other, wrecks)
    if depth == 1:
        return 1, largest_flotilla(layout, moved)
    return perft_checksum(layout, others, moved, drifted, depth - 1)
