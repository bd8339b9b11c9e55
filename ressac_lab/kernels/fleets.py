"""What is worth knowing of every fleet there could be: its largest flotilla, and what one more boat makes.

Fleets are numbered by their two halves. The cells of a fleet from ``low_bits`` on are its high half. All
low halves stand in one order, by boats first; after any high half come those that leave the fleet within
``boats``, which are the first of that order. So the number of a fleet is a sum of two table entries:

    high[high half]  how many fleets have a smaller high half
    low[low half]    how many low halves come before it

A variant of more fleets than fit has no tables: flotillas are then counted each time, and what one more
boat makes is remembered by a hash of the fleet.
"""

from __future__ import annotations

from math import comb
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ressac_lab.kernels.compile import kernel, lowest_bit, popcount, signed, small_kernel
from ressac_lab.kernels.layout import Layout, Masks, layout_of
from ressac_lab.kernels.moves import NONE, ONE, flotilla_with, largest_flotilla, neighbours, slide_mask
from ressac_lab.kernels.records import new_record
from ressac_lab.rules import Variant

MOST_HALF = 16
MOST_NUMBERED_CELLS = 31
MOST_FLEETS = 1 << 24
MOST_GROWING = 1 << 22
MOST_NUMBERED_BOATS = MOST_NUMBERED_CELLS // 2
MOST_BOATS = 32
HASH_BITS = 14
HASH_FACTOR = np.uint64(0x9E3779B97F4A7C15)
FILLED = np.uint64(1 << 31)


class Fleets(Protocol):
    """The tables of a variant as one record, which threads share and kernels pass around by its address.

    ``boats``: the most boats of a fleet until the last decount; there are no tables of larger ones.
    ``low_order``: the low halves in their order; ``low_within``: how many of them have up to so many boats.
    ``sized`` and ``growing``: 1 if there is a table of flotillas, of makers. ``sizes``: by number, the
    largest flotilla of a fleet. ``reaches``: the largest that one more boat could make on an empty board,
    0 until somebody asks. ``makers`` (sizes, fleets): the cells on which one more boat makes that
    size, with bit 31 set once that is known. ``hashed`` (sizes, entries, 2): the same for variants
    without numbers, as the complement of the fleet exclusive-or the cells, and the cells: what two
    threads wrote at once gives back no fleet.
    """

    boats: int
    sized: int
    growing: int
    low_bits: np.uint64
    low_mask: np.uint64
    high: npt.NDArray[np.int32]
    low: npt.NDArray[np.int32]
    low_order: npt.NDArray[np.int32]
    low_within: npt.NDArray[np.int32]
    sizes: npt.NDArray[np.uint8]
    reaches: npt.NDArray[np.uint8]
    makers: npt.NDArray[np.uint32]
    by_size: Masks
    hashed: Masks


FLEETS_TYPE = np.dtype(
    [(name, np.int64) for name in ("boats", "sized", "growing")]
    + [("low_bits", np.uint64), ("low_mask", np.uint64)]
    + [(half, np.int32, (1 << MOST_HALF,)) for half in ("high", "low", "low_order")]
    + [("low_within", np.int32, (MOST_BOATS + 1,))]
    + [(name, np.uint8, (MOST_FLEETS,)) for name in ("sizes", "reaches")]
    + [("makers", np.uint32, (MOST_NUMBERED_BOATS + 1, MOST_GROWING))]
    + [("by_size", np.uint64, (MOST_BOATS + 1,))]
    + [("hashed", np.uint64, (MOST_BOATS + 1, 1 << HASH_BITS, 2))]
)


def fleets_of(variant: Variant) -> Fleets:
    """Return the tables of a variant; pages of memory are only taken once they are written to."""
    fleets: Any = new_record(FLEETS_TYPE)
    cells, boats = variant.board.cells, variant.decounts[-1]
    low_bits = (cells + 1) // 2
    fleets.boats, fleets.low_bits, fleets.low_mask = boats, low_bits, (1 << low_bits) - 1
    if cells > MOST_NUMBERED_CELLS:
        return fleets  # type: ignore[no-any-return]
    halves = sorted(range(1 << low_bits), key=lambda half: (half.bit_count(), half))
    fleets.low[halves] = np.arange(len(halves))
    fleets.low_order[: len(halves)] = halves
    fleets.low_within[: boats + 1] = [
        sum(comb(low_bits, count) for count in range(most + 1)) for most in range(boats + 1)
    ]
    high_halves = 1 << (cells - low_bits)
    total = 0
    for half in range(high_halves):
        fleets.high[half] = total
        left = boats - half.bit_count()
        total += int(fleets.low_within[left]) if left >= 0 else 0
    if total <= MOST_FLEETS:
        fill_sizes(layout_of(variant), fleets, boats, high_halves)
        fleets.sized = 1
        # Numbers of fleets that may grow lie as close together as all the others.
        fleets.growing = int(total <= MOST_GROWING)
    return fleets  # type: ignore[no-any-return]


@kernel
def fill_sizes(layout: Layout, fleets: Fleets, boats: int, high_halves: int) -> None:
    """Fill in the largest flotilla of every fleet of up to so many boats, in the order of their numbers."""
    number = 0
    for high in range(high_halves):
        half = np.uint64(high)
        within = fleets.low_within[boats - popcount(half)] if popcount(half) <= boats else 0
        for place in range(within):
            fleet = (half << fleets.low_bits) | np.uint64(fleets.low_order[place])
            flotilla = flotilla_with(layout, fleet, fleet & (~fleet + ONE))
            # What is left has a smaller number, whose entry is there already.
            rest = fleets.sizes[number_of(fleets, fleet & ~flotilla)] if fleet else 0
            fleets.sizes[number] = max(popcount(flotilla), rest)
            number += 1


@small_kernel
def number_of(fleets: Fleets, fleet: np.uint64) -> int:
    """Return the number of a fleet."""
    number: int = fleets.high[fleet >> fleets.low_bits] + fleets.low[fleet & fleets.low_mask]
    return number


@small_kernel
def largest_in(layout: Layout, fleets: Fleets, fleet: np.uint64) -> int:
    """Return the size of a fleet's largest flotilla, from the table where there is one."""
    if fleets.sized:
        return np.int64(fleets.sizes[number_of(fleets, fleet)])  # type: ignore[return-value]
    return largest_flotilla(layout, fleet)


@small_kernel
def touching_pairs(layout: Layout, boats: np.uint64) -> int:
    """Return at least the number of pairs of boats that touch: a flotilla of t boats has t − 1 or more."""
    joins = layout.joins
    pairs = popcount(boats & (boats >> joins[0, 1]) & joins[0, 0])
    pairs += popcount(boats & (boats >> joins[1, 1]) & joins[1, 0])
    for join in range(2, layout.join_count):
        pairs += popcount(boats & (boats >> joins[join, 1]) & joins[join, 0])
    return pairs


@kernel
def find_makers(layout: Layout, fleets: Fleets, fleet: np.uint64, size: int) -> np.uint64:
    """Return the cells on which one more boat, with a slide it may make, makes a flotilla of a size."""
    found = NONE
    for rotation in range(layout.rotation_count):
        cells = layout.users[rotation] & ~(fleet | found)
        boats = slide_mask(layout, rotation, fleet)
        # A boat touches four others at most where edges join, and eight where corners do.
        if touching_pairs(layout, boats) + 2 * layout.join_count + 1 < size:
            continue
        if size == 1 or largest_in(layout, fleets, boats) >= size:
            found |= cells
            continue
        near = neighbours(layout, boats)
        while cells:
            cell = cells & (~cells + ONE)
            cells ^= cell
            placed = slide_mask(layout, rotation, cell)
            if placed & near and largest_in(layout, fleets, boats | placed) >= size:
                found |= cell
    return found


@kernel
def fill_makers(layout: Layout, fleets: Fleets, boats: int) -> None:
    """Fill in the makers of every fleet of so many boats for all sizes, which is faster than one by one."""
    by_size = fleets.by_size
    # The next larger number of as many bits, from one to the next (Hakmem 175).
    fleet = (ONE << np.uint64(boats)) - ONE
    while fleet <= layout.full:
        by_size[:] = NONE
        sort_makers(layout, fleets, fleet)
        number, cells = number_of(fleets, fleet), FILLED
        for size in range(boats + 1, 0, -1):
            cells |= by_size[size]
            fleets.makers[size, number] = np.uint32(cells)
        if not fleet:
            break
        lowest = fleet & (~fleet + ONE)
        ripple = fleet + lowest
        fleet = ripple | (((fleet ^ ripple) >> np.uint64(2)) >> np.uint64(lowest_bit(lowest)))


@small_kernel
def sort_makers(layout: Layout, fleets: Fleets, fleet: np.uint64) -> None:
    """Add every cell to ``by_size`` under the sizes that one more boat on it makes with its slides."""
    for rotation in range(layout.rotation_count):
        cells = layout.users[rotation] & ~fleet
        boats = slide_mask(layout, rotation, fleet)
        near, alone = neighbours(layout, boats), max(1, largest_in(layout, fleets, boats))
        while cells:
            cell = cells & (~cells + ONE)
            cells ^= cell
            placed = slide_mask(layout, rotation, cell)
            size = largest_in(layout, fleets, boats | placed) if placed & near else alone
            fleets.by_size[size] |= cell


@small_kernel
def makers_of(layout: Layout, fleets: Fleets, fleet: np.uint64, size: int) -> np.uint64:
    """Return the cells on which one more boat makes a flotilla of a size; bit 31 may be set as well."""
    if fleets.growing:
        number = number_of(fleets, fleet)
        kept = np.uint64(fleets.makers[size, number])
        if kept:
            return kept
        found = find_makers(layout, fleets, fleet, size)
        fleets.makers[size, number] = np.uint32(found | FILLED)
        return found
    return hashed_makers(layout, fleets, fleet, size)


@kernel
def hashed_makers(layout: Layout, fleets: Fleets, fleet: np.uint64, size: int) -> np.uint64:
    """Return the same from what is remembered by a hash of the fleet."""
    entry = signed((fleet * HASH_FACTOR) >> np.uint64(64 - HASH_BITS))
    kept: np.uint64 = fleets.hashed[size, entry, 1]
    if fleets.hashed[size, entry, 0] ^ kept == ~fleet:
        return kept
    found = find_makers(layout, fleets, fleet, size)
    fleets.hashed[size, entry, 0] = ~fleet ^ found
    fleets.hashed[size, entry, 1] = found
    return found
