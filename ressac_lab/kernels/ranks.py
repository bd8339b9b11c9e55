"""Numbers for sets of cells: the combinatorial number system, and what a move of cells makes of it.

The sets of ``size`` cells out of ``cells``, read as masks, have ranks 0, 1, 2, … in the order of their
masks: cells c1 < c2 < … have rank C(c1, 1) + C(c2, 2) + … (Lehmer 1964), whatever the number of cells.
So one table for the largest number of cells serves all smaller ones.

The ranks of the images of *all* sets under a map of cells are found together: the sets with the same
cells above their lowest follow each other, and each of them has the rank that comes from putting the
image of its lowest cell into the image of the rest, which is one look-up in ``insert``.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ressac_lab.kernels.compile import kernel, lowest_bit, small_kernel
from ressac_lab.kernels.layout import Integers, Masks
from ressac_lab.kernels.moves import ONE

SetRanks = npt.NDArray[np.uint32]


class Ranks(NamedTuple):
    """Tables of the sets of up to ``sizes`` cells out of ``cells``.

    ``choose``: (cells + 1, sizes + 1) binomial coefficients. ``insert``: one table after the other for
    s = 1, 2, …, from ``insert_from[s]`` on, each (sets of s − 1, cells): the rank of the set with one
    cell more; 0 where it has the cell already. ``lowest``: for s = 0, 1, … from ``lowest_from[s]`` on,
    the lowest cell of every set of s; that of the empty set is never asked for.
    """

    choose: Integers
    insert: SetRanks
    insert_from: Integers
    lowest: SetRanks
    lowest_from: Integers


@lru_cache(maxsize=16)
def ranks_of(cells: int, sizes: int) -> Ranks:
    """Return the tables for sets of up to ``sizes`` out of ``cells`` cells."""
    choose = np.array([[comb(c, s) for s in range(sizes + 1)] for c in range(cells + 1)], dtype=np.int64)
    inserts = [np.zeros(0, dtype=np.uint32)]
    lowests = [np.zeros(1, dtype=np.uint32)]
    for size in range(1, sizes + 1):
        smaller, masks = set_masks(cells, size - 1), set_masks(cells, size)
        bits = np.uint64(1) << np.arange(cells, dtype=np.uint64)
        found = np.searchsorted(masks, smaller[:, None] | bits)
        found[(smaller[:, None] & bits) != 0] = 0
        inserts.append(found.astype(np.uint32).reshape(-1))
        lowests.append(np.searchsorted(bits, masks & (~masks + np.uint64(1))).astype(np.uint32))
    starts = [np.cumsum([0, *map(len, tables)])[:-1] for tables in (inserts, lowests)]
    return Ranks(choose, np.concatenate(inserts), starts[0], np.concatenate(lowests), starts[1])


@lru_cache(maxsize=64)
def set_masks(cells: int, size: int) -> Masks:
    """Return the masks of all sets of a size, by rank."""
    if size == 0:
        return np.zeros(1, dtype=np.uint64)
    smaller = set_masks(cells, size - 1)
    tops = [smaller[: comb(top, size - 1)] | np.uint64(1 << top) for top in range(size - 1, cells)]
    return np.concatenate(tops) if tops else np.zeros(0, dtype=np.uint64)


def ranks_beside(cells: int, size: int) -> SetRanks:
    """Return, for each cell left out, the ranks of all sets of the other cells: (cells, sets).

    The sets of the other cells come in the order that they have when the cell is taken off the board.
    """
    masks, others = set_masks(cells, size), set_masks(cells - 1, size)
    rows = []
    for cell in range(cells):
        below = np.uint64((1 << cell) - 1)
        rows.append(np.searchsorted(masks, (others & below) | (others & ~below) << np.uint64(1)))
    return np.array(rows, dtype=np.uint32).reshape(cells, len(others))


@small_kernel
def rank_of_mask(choose: Integers, mask: np.uint64) -> int:
    """Return the rank of a set."""
    rank, size = 0, 0
    while mask:
        size += 1
        rank += choose[lowest_bit(mask), size]
        mask &= mask - ONE
    return rank


@small_kernel
def mask_of_rank(choose: Integers, cells: int, size: int, rank: int) -> np.uint64:
    """Return the set of a rank."""
    mask = np.uint64(0)
    for cell in range(cells - 1, -1, -1):
        if size and rank >= choose[cell, size]:
            rank -= choose[cell, size]
            size -= 1
            mask |= ONE << np.uint64(cell)
    return mask


@kernel
def image_ranks(ranks: Ranks, image_of: Integers, cells: int, size: int, images: SetRanks) -> None:
    """Write the rank of the image of every set of a size, by rank, to ``images[size]``.

    ``image_of`` has the image of each of the ``cells``, no two alike; ``images`` is (sizes + 1, sets),
    with room for the smaller sets too.
    """
    width = ranks.choose.shape[0] - 1
    images[0, 0] = 0
    for s in range(1, size + 1):
        at = 0
        for rest in range(ranks.choose[cells, s - 1]):
            # Unsigned numbers index without a test for negative ones.
            row = np.uint64(ranks.insert_from[s] + np.int64(images[s - 1, rest]) * width)
            lowest = cells if s == 1 else np.int64(ranks.lowest[ranks.lowest_from[s - 1] + rest])
            for cell in range(lowest):
                images[s, at] = ranks.insert[row + np.uint64(image_of[cell])]
                at += 1
