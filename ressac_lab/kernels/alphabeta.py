"""Null-window search on score to go.

``reaches(…, ply, beta)`` answers one question, for the side to move: is its score to go (its points to
come minus the other side's, under best play by both) at least ``beta``? 1 is yes, 0 is no, −1 means that
the search was stopped and knows nothing. On entry ``search.position[ply]`` must hold a legal position of
the variant at that ply. Banked points play no part.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from ressac_lab.kernels.compile import kernel, lowest_bit, small_kernel
from ressac_lab.kernels.last_plies import Sizes, can_make, largest_in, last_two, touching_pairs
from ressac_lab.kernels.layout import MOST_CELLS, MOST_ROTATIONS, Integers, Layout, Masks
from ressac_lab.kernels.minimax import points_gained
from ressac_lab.kernels.moves import NONE, ONE, open_cells, slide_mask
from ressac_lab.kernels.table import (
    NO_MOVE,
    UNKNOWN_HIGH,
    UNKNOWN_LOW,
    high_of,
    key_of,
    low_of,
    move_in,
    probe,
    store,
)

YES, NO, STOPPED = 1, 0, -1
# So many plies before the end the table costs more than it saves.
UNTABLED = 3


class Search(Protocol):
    """One thread's search, as one record that kernels pass around by its address.

    ``least``, ``most``: for each ply what the mover's score to go can be at all. ``end``: the ply after
    which nothing more is scored. ``special``: 1 where only the mover scores, so that the last two plies
    are special cases. ``killers``: for each ply the move that last answered it. ``hint``, ``sizes``: see
    ``kernels.last_plies``. ``position`` (plies, 3): the mover's fleet, the other and the wrecks
    at each ply. ``fleets`` (plies, moves, 3), ``scores``, ``moves`` and ``gains`` (plies,
    moves): the moves of the position that each ply is at; a move is rotation × 64 + cell. ``nodes``: how
    many were visited at each ply. ``stop``: nonzero to end the search.
    """

    least: Integers
    most: Integers
    end: int
    special: int
    killers: Integers
    hint: Integers
    sizes: Integers
    position: Masks
    fleets: Masks
    scores: Integers
    moves: Integers
    gains: Integers
    nodes: Integers
    stop: int


_ROWS = (MOST_CELLS + 1,)
_MOVES = (MOST_CELLS + 1, MOST_CELLS * MOST_ROTATIONS)
SEARCH_TYPE = np.dtype(
    [(name, np.int64) for name in ("end", "special", "stop")]
    + [(name, np.int64, _ROWS) for name in ("least", "most", "killers", "nodes")]
    + [("hint", np.int64, (1,)), ("sizes", np.int64, (MOST_ROTATIONS,))]
    + [(name, np.int64, _MOVES) for name in ("scores", "moves", "gains")]
    + [("position", np.uint64, (*_ROWS, 3)), ("fleets", np.uint64, (*_MOVES, 3))]
)


@small_kernel
def end_reaches(layout: Layout, search: Search, flotillas: Sizes, ply: int, beta: int) -> int:
    """Answer the question of ``reaches`` for the last two plies, where only the mover scores."""
    own, other, wrecks = search.position[ply, 0], search.position[ply, 1], search.position[ply, 2]
    empty = open_cells(layout, own, other, wrecks)
    if search.end - ply == 1:
        return YES if can_make(layout, flotillas, own, empty, beta, search.hint) >= 0 else NO
    rotation = last_two(layout, flotillas, own, other, empty, beta, search.sizes, search.hint)
    return YES if rotation >= 0 else NO


@small_kernel
def add_move(layout: Layout, search: Search, ply: int, move: int, place: int) -> None:
    """Write the position after a move, and what it gains, to a place in the ply's rows."""
    rotation, boat = move >> 6, ONE << np.uint64(move & 63)
    own = slide_mask(layout, rotation, search.position[ply, 0] | boat)
    other = slide_mask(layout, rotation, search.position[ply, 1])
    search.fleets[ply, place, 0], search.fleets[ply, place, 1] = own, other
    search.fleets[ply, place, 2] = slide_mask(layout, rotation, search.position[ply, 2])
    search.moves[ply, place] = move
    search.gains[ply, place] = points_gained(layout, ply, own, other)


@small_kernel
def add_first(layout: Layout, search: Search, ply: int, move: int) -> int:
    """Write a move that is likely to be good to the first place, if it can be played; count it."""
    own, other, wrecks = search.position[ply, 0], search.position[ply, 1], search.position[ply, 2]
    if move == NO_MOVE:
        return 0
    cells = open_cells(layout, own, other, wrecks) & layout.users[move >> 6]
    if not cells & (ONE << np.uint64(move & 63)):
        return 0
    add_move(layout, search, ply, move, 0)
    return 1


@small_kernel
def shape_of(layout: Layout, flotillas: Sizes, boats: np.uint64) -> int:
    """Return how promising a fleet looks: its largest flotilla first, then how many boats touch."""
    return 4 * largest_in(layout, flotillas, boats) + touching_pairs(layout, boats)


@kernel
def add_all(layout: Layout, search: Search, flotillas: Sizes, ply: int, done: int) -> int:
    """Write every move but the one in the first place, if one is there, to the ply's rows; count all.

    A move's score is what it gains, and by how much the mover's fleet looks better than the other.
    """
    own, other, wrecks = search.position[ply, 0], search.position[ply, 1], search.position[ply, 2]
    first, place = search.moves[ply, 0] if done else NO_MOVE, done
    empty = open_cells(layout, own, other, wrecks)
    for rotation in range(layout.rotation_count):
        cells = empty & layout.users[rotation]
        if not cells:
            continue
        theirs = shape_of(layout, flotillas, slide_mask(layout, rotation, other))
        while cells:
            move = (rotation << 6) + lowest_bit(cells)
            cells &= cells - ONE
            if move != first:
                add_move(layout, search, ply, move, place)
                mine = shape_of(layout, flotillas, search.fleets[ply, place, 0])
                search.scores[ply, place] = 16 * search.gains[ply, place] + mine - theirs
                place += 1
    return place


@small_kernel
def exchange(rows: Integers, ply: int, place: int, other: int) -> None:
    """Exchange two numbers of a ply's row."""
    number = rows[ply, place]
    rows[ply, place] = rows[ply, other]
    rows[ply, other] = number


@small_kernel
def bring_best(search: Search, ply: int, place: int, count: int) -> None:
    """Exchange the best-scored move from a place on with the one that stands there."""
    best = place
    for other in range(place + 1, count):
        if search.scores[ply, other] > search.scores[ply, best]:
            best = other
    if best != place:
        for part in range(3):
            kept = search.fleets[ply, place, part]
            search.fleets[ply, place, part] = search.fleets[ply, best, part]
            search.fleets[ply, best, part] = kept
        exchange(search.scores, ply, place, best)
        exchange(search.moves, ply, place, best)
        exchange(search.gains, ply, place, best)


@small_kernel
def step_down(search: Search, ply: int, place: int) -> None:
    """Make the position after a move the one that the next ply is at."""
    search.position[ply + 1, 0] = search.fleets[ply, place, 1]
    search.position[ply + 1, 1] = search.fleets[ply, place, 0]
    search.position[ply + 1, 2] = search.fleets[ply, place, 2]


@small_kernel
def keep_answer(
    search: Search, table: Masks, key: np.uint64, data: np.uint64, ply: int, beta: int, place: int
) -> None:
    """Remember the answer to a question: yes by the move in a place, or no if the place is below 0."""
    low, high, move = UNKNOWN_LOW, UNKNOWN_HIGH, NO_MOVE
    if data:
        low, high = low_of(data), high_of(data)
    if place >= 0:
        move = search.moves[ply, place]
        search.killers[ply] = move
        low = max(low, beta)
    else:
        high = min(high, beta - 1)
    if search.end - ply > UNTABLED:
        store(table, key, low, high, move, ply)


@kernel
def reaches(layout: Layout, search: Search, table: Masks, flotillas: Sizes, ply: int, beta: int) -> int:
    """Answer whether the mover's score to go is at least ``beta``; see the module's first lines."""
    if beta <= search.least[ply]:
        return YES
    if beta > search.most[ply]:
        return NO
    search.nodes[ply] += 1
    if search.special and search.end - ply <= 2:
        return end_reaches(layout, search, flotillas, ply, beta)
    if search.stop:
        return STOPPED
    key, data, first = NONE, NONE, search.killers[ply]
    if search.end - ply > UNTABLED:
        key = key_of(layout, search.position[ply, 0], search.position[ply, 1], search.position[ply, 2])
        data = probe(table, key)
        if data:
            if low_of(data) >= beta:
                return YES
            if high_of(data) < beta:
                return NO
            first = move_in(data) if move_in(data) != NO_MOVE else first
    count, tried, all_there = add_first(layout, search, ply, first), 0, False
    while True:
        if tried == count:
            if all_there:
                keep_answer(search, table, key, data, ply, beta, -1)
                return NO
            count, all_there = add_all(layout, search, flotillas, ply, count), True
            continue
        if all_there:
            bring_best(search, ply, tried, count)
        step_down(search, ply, tried)
        below = reaches(layout, search, table, flotillas, ply + 1, search.gains[ply, tried] - beta + 1)
        if below == STOPPED:
            return STOPPED
        if below == NO:
            keep_answer(search, table, key, data, ply, beta, tried)
            return YES
        tried += 1
