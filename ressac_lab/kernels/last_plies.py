"""The last two plies of a game as special cases, for variants in which only the mover scores.

The last mover only asks whether it can make a flotilla of a given size: a look into ``kernels.fleets``.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from ressac_lab.kernels.compile import kernel, lowest_bit, popcount, prefetch, small_kernel
from ressac_lab.kernels.fleets import Fleets, largest_in, makers_of, number_of
from ressac_lab.kernels.layout import Layout
from ressac_lab.kernels.moves import NONE, ONE, slide_mask


class Guesses(Protocol):
    """What answered a thread's last question is tried first: the flotilla made, and the slide."""

    size: int
    slide: int


@small_kernel
def largest_made(
    layout: Layout, guesses: Guesses, fleets: Fleets, own: np.uint64, empty: np.uint64, least: int
) -> int:
    """Return the largest flotilla that one move can make, or less than ``least`` if that is too much."""
    most = popcount(own) + 1
    size = min(max(guesses.size, least), most)
    if makers_of(layout, fleets, own, size) & empty:
        while size < most and makers_of(layout, fleets, own, size + 1) & empty:
            size += 1
    else:
        size -= 1
        while size >= least and not makers_of(layout, fleets, own, size) & empty:
            size -= 1
    guesses.size = size
    return size


@small_kernel
def ask_sizes_ahead(guesses: Guesses, fleets: Fleets, own: np.uint64) -> None:
    """Fetch from memory what ``largest_made`` will look at if its guess is right."""
    if fleets.growing:
        number = number_of(fleets, own)
        prefetch(fleets.makers, guesses.size, number)
        prefetch(fleets.makers, guesses.size + 1, number)


@small_kernel
def ask_slides_ahead(layout: Layout, fleets: Fleets, other: np.uint64, size: int) -> None:
    """Fetch from memory what ``doubtful_slides`` will look at."""
    if fleets.growing and size <= popcount(other) + 1:
        for rotation in range(layout.rotation_count):
            prefetch(fleets.makers, size, number_of(fleets, slide_mask(layout, rotation, other)))


@kernel
def last_two(
    layout: Layout,
    guesses: Guesses,
    fleets: Fleets,
    own: np.uint64,
    other: np.uint64,
    empty: np.uint64,
    beta: int,
) -> bool:
    """Return whether the mover of the last ply but one scores at least ``beta`` more than the last.

    The last mover's fleet after a slide is the same wherever the mover's boat went. If it then has two
    cells on which it can answer the largest flotilla there is, no move with that slide does it.
    """
    most = popcount(other) + 1
    # The last mover makes at least 1 and at most all its boats.
    if beta <= 1 - most:
        return True
    least = max(1, beta + 1)
    size = largest_made(layout, guesses, fleets, own, empty, least)
    return size >= least and size_holds(layout, fleets, own, other, empty, beta, size)


@kernel
def size_holds(
    layout: Layout,
    fleets: Fleets,
    own: np.uint64,
    other: np.uint64,
    empty: np.uint64,
    beta: int,
    size: int,
) -> bool:
    """Answer the question of ``last_two`` when the largest flotilla that the mover can make is known."""
    doubtful = doubtful_slides(layout, fleets, other, empty, size - beta + 1)
    while doubtful:
        rotation = lowest_bit(doubtful)
        doubtful &= doubtful - ONE
        if slide_holds(layout, fleets, own, other, empty, rotation, beta, size):
            return True
    return False


@kernel
def doubtful_slides(
    layout: Layout, fleets: Fleets, other: np.uint64, empty: np.uint64, size: int
) -> np.uint64:
    """Return the slides, as bits by rotation, after which the last mover may not make a size.

    It does where it has two cells to make it on, or one that the mover's boat cannot have taken. There
    is no branch in the loop for tables, so that the processor waits for their memory all at once.
    """
    doubtful = NONE
    tabled = fleets.growing and size <= popcount(other) + 1
    for rotation in range(layout.rotation_count):
        left, others = slide_mask(layout, rotation, empty), slide_mask(layout, rotation, other)
        # A slide carries the cells of its users onto one another.
        users = layout.users[rotation]
        if tabled:
            answers = left & fleets.makers[size, number_of(fleets, others)]
        elif size <= popcount(other) + 1:
            answers = left & makers_of(layout, fleets, others, size)
        else:
            answers = NONE
        held = (answers & (answers - ONE)) | (answers & ~users)
        doubt = np.uint64((held == NONE) & (users & left != NONE))
        doubtful |= doubt << np.uint64(rotation)
    return doubtful


@kernel
def slide_holds(
    layout: Layout,
    fleets: Fleets,
    own: np.uint64,
    other: np.uint64,
    empty: np.uint64,
    rotation: int,
    beta: int,
    size: int,
) -> bool:
    """Return whether a move with a slide leaves the last mover ``beta`` behind.

    ``size`` is the largest flotilla that any move makes.
    """
    most = popcount(other) + 1
    owns, others = slide_mask(layout, rotation, own), slide_mask(layout, rotation, other)
    left = slide_mask(layout, rotation, empty)
    cells = left & layout.users[rotation]
    if 1 <= size - beta <= most:
        # Mostly the last mover can answer all but the largest: then few cells are left to look at.
        answers = left & makers_of(layout, fleets, others, size - beta)
        if (answers & (answers - ONE)) | (answers & ~cells):
            cells &= slide_mask(layout, rotation, empty & makers_of(layout, fleets, own, size))
    while cells:
        placed = cells & (~cells + ONE)
        cells ^= placed
        made = largest_in(layout, fleets, owns | placed)
        if made > beta and (
            made - beta + 1 > most
            or not makers_of(layout, fleets, others, made - beta + 1) & left & ~placed
        ):
            return True
    return False
