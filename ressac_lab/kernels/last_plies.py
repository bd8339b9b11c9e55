"""The last two plies of a game as special cases, for variants in which only the mover scores.

The last mover only asks whether it can make a flotilla of a given size. Moves are taken by slide: for
each one a fleet is slid once, and the boats that may be added are looked at together.

On boards of up to 25 cells the largest flotilla of every fleet there could be is looked up in a table of
one byte a fleet, 32 MiB at most; on larger ones it is counted each time.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ressac_lab.kernels.compile import kernel, lowest_bit, popcount, small_kernel
from ressac_lab.kernels.layout import Integers, Layout
from ressac_lab.kernels.moves import ONE, flotilla_with, largest_flotilla, slide_mask

MOST_TABLED_CELLS = 25

Sizes = npt.NDArray[np.uint8]


@kernel
def fill_flotilla_table(layout: Layout, table: Sizes) -> None:
    """Fill in the largest flotilla of every fleet: a table of 2 to the power of the cells."""
    for fleet in range(1, table.shape[0]):
        boats = np.uint64(fleet)
        flotilla = flotilla_with(layout, boats, boats & (~boats + ONE))
        # The rest is a smaller number, whose entry is there already.
        table[fleet] = max(popcount(flotilla), table[boats & ~flotilla])


@small_kernel
def touching_pairs(layout: Layout, boats: np.uint64) -> int:
    """Return at least the number of pairs of boats that touch: a flotilla of t boats has t − 1 or more."""
    joins = layout.joins
    pairs = popcount(boats & (boats >> joins[0, 1]) & joins[0, 0])
    pairs += popcount(boats & (boats >> joins[1, 1]) & joins[1, 0])
    for join in range(2, layout.join_count):
        pairs += popcount(boats & (boats >> joins[join, 1]) & joins[join, 0])
    return pairs


@small_kernel
def largest_in(layout: Layout, flotillas: Sizes, boats: np.uint64) -> int:
    """Return the size of the largest flotilla, from the table where there is one."""
    if flotillas.shape[0] > 1:
        return np.int64(flotillas[boats])  # type: ignore[return-value]
    return largest_flotilla(layout, boats)


@kernel
def can_make(
    layout: Layout, flotillas: Sizes, own: np.uint64, empty: np.uint64, size: int, hint: Integers
) -> int:
    """Return the cell of a boat whose move makes a flotilla of a size, or −1.

    The slide that did it last time, kept in ``hint[0]``, is tried first.
    """
    rotations, rotation = layout.rotation_count, hint[0]
    for _ in range(rotations):
        cells = empty & layout.users[rotation]
        if cells:
            boats = slide_mask(layout, rotation, own)
            while cells:
                cell = cells & (~cells + ONE)
                fleet = boats | slide_mask(layout, rotation, cell)
                # Counting pairs is cheap and rules out most fleets; the table's memory is far away.
                if (
                    touching_pairs(layout, fleet) + 1 >= size
                    and largest_in(layout, flotillas, fleet) >= size
                ):
                    hint[0] = rotation
                    return lowest_bit(cell)
                cells ^= cell
        rotation += 1
        if rotation == rotations:
            rotation = 0
    return -1


@kernel
def sizes_by_slide(
    layout: Layout, flotillas: Sizes, own: np.uint64, empty: np.uint64, sizes: Integers
) -> int:
    """Fill in the largest flotilla that a move with each slide makes; return the largest of them."""
    largest = 0
    for rotation in range(layout.rotation_count):
        size, cells = 0, empty & layout.users[rotation]
        if cells:
            boats = slide_mask(layout, rotation, own)
            while cells:
                cell = cells & (~cells + ONE)
                cells ^= cell
                size = max(size, largest_in(layout, flotillas, boats | slide_mask(layout, rotation, cell)))
        sizes[rotation] = size
        largest = max(largest, size)
    return largest


@kernel
def last_two(
    layout: Layout,
    flotillas: Sizes,
    own: np.uint64,
    other: np.uint64,
    empty: np.uint64,
    beta: int,
    sizes: Integers,
    hint: Integers,
) -> int:
    """Return whether the mover of the last ply but one scores at least ``beta`` more than the last.

    The answer is the slide (its rotation) that does it, or −1. One question to the last mover settles
    all moves with one slide: its fleet after the slide is the same wherever the mover's boat went, and
    its reply stands unless it needs that very cell.
    """
    boats = popcount(other) + 1
    # The last mover makes at least 1 and at most all its boats.
    if beta <= 1 - boats:
        return 0
    least = max(1, beta + 1)
    for size in range(sizes_by_slide(layout, flotillas, own, empty, sizes), least - 1, -1):
        for rotation in range(layout.rotation_count):
            if sizes[rotation] == size and slide_holds(
                layout, flotillas, own, other, empty, rotation, size, beta, hint
            ):
                return rotation
    return -1


@kernel
def slide_holds(
    layout: Layout,
    flotillas: Sizes,
    own: np.uint64,
    other: np.uint64,
    empty: np.uint64,
    rotation: int,
    size: int,
    beta: int,
    hint: Integers,
) -> bool:
    """Return whether some move with a slide keeps the last mover ``beta`` behind.

    ``size`` is the largest flotilla that the slide's moves make.
    """
    most = popcount(other) + 1
    if size - beta + 1 > most:
        return True
    others, left = slide_mask(layout, rotation, other), slide_mask(layout, rotation, empty)
    reply = can_make(layout, flotillas, others, left, size - beta + 1, hint)
    if reply < 0:
        return True
    taken = ONE << np.uint64(reply)
    if not slide_mask(layout, rotation, empty & layout.users[rotation]) & taken:
        return False
    # Only the boat placed on the reply's own cell is still to be answered.
    made = largest_in(layout, flotillas, slide_mask(layout, rotation, own) | taken)
    if made < beta + 1:
        return False
    return (
        made - beta + 1 > most
        or can_make(layout, flotillas, others, left ^ taken, made - beta + 1, hint) < 0
    )
