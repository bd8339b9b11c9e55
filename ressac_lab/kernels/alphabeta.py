"""Null-window search on score to go.

``reaches(…, ply, beta)`` answers one question, for the side to move: is its score to go (its points to
come minus the other side's, under best play by both) at least ``beta``? 1 is yes, 0 is no, −1 means that
the search was stopped and knows nothing. On entry ``search.position[ply]`` must hold a legal position of
the variant at that ply. Banked points play no part.
"""

from __future__ import annotations

import numpy as np

from ressac_lab.kernels.compile import kernel, lowest_bit, small_kernel
from ressac_lab.kernels.fleets import Fleets, largest_in, makers_of, touching_pairs
from ressac_lab.kernels.last_plies import last_two
from ressac_lab.kernels.layout import Layout, Masks
from ressac_lab.kernels.mirrors import move_image, shared_key
from ressac_lab.kernels.moves import NONE, ONE, open_cells, slide_mask
from ressac_lab.kernels.search_rows import (
    MOST_MOVES,
    UNNARROWED,
    Search,
    add_first,
    add_move,
    bring_best,
    count_node,
    step_down,
)
from ressac_lab.kernels.siblings import refute_siblings
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
PROMOTED = 1 << 20


@small_kernel
def end_reaches(layout: Layout, search: Search, fleets: Fleets, ply: int, beta: int) -> int:
    """Answer the question of ``reaches`` for the last two plies, where only the mover scores."""
    own, other, wrecks = search.position[ply, 0], search.position[ply, 1], search.position[ply, 2]
    empty = open_cells(layout, own, other, wrecks)
    if search.end - ply == 1:
        return YES if makers_of(layout, fleets, own, beta) & empty else NO
    return YES if last_two(layout, search, fleets, own, other, empty, beta) else NO


@small_kernel
def shape_of(layout: Layout, fleets: Fleets, boats: np.uint64) -> int:
    """Return how promising a fleet looks: its largest flotilla first, then how many boats touch."""
    return 4 * largest_in(layout, fleets, boats) + touching_pairs(layout, boats)


@kernel
def add_all(layout: Layout, search: Search, fleets: Fleets, ply: int, done: int) -> int:
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
        theirs = shape_of(layout, fleets, slide_mask(layout, rotation, other))
        while cells:
            move = (rotation << 6) + lowest_bit(cells)
            cells &= cells - ONE
            if move != first:
                add_move(layout, search, ply, move, place)
                mine = shape_of(layout, fleets, search.fleets[ply, place, 0])
                search.scores[ply, place] = 16 * search.gains[ply, place] + mine - theirs
                place += 1
    return place


@small_kernel
def keep_answer(
    search: Search,
    table: Masks,
    key: np.uint64,
    mirror: int,
    data: np.uint64,
    ply: int,
    beta: int,
    place: int,
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
        store(table, key, low, high, move_image(search, mirror, move), ply)


@small_kernel
def promote_known(
    layout: Layout, search: Search, table: Masks, ply: int, first: int, count: int, beta: int
) -> None:
    """Have a move tried next that the table knows to be the answer, if there is one from a place on."""
    if search.end - ply <= UNTABLED + 1:
        return
    for place in range(first, count):
        own, other = search.fleets[ply, place, 1], search.fleets[ply, place, 0]
        key, _ = key_at(layout, search, ply + 1, own, other, search.fleets[ply, place, 2])
        data = probe(table, key)
        if data and high_of(data) < search.gains[ply, place] - beta + 1:
            search.scores[ply, place] += PROMOTED
            return


@small_kernel
def key_at(
    layout: Layout, search: Search, ply: int, own: np.uint64, other: np.uint64, wrecks: np.uint64
) -> tuple[np.uint64, int]:
    """Return the key of a position at a ply, and the symmetry that carries it there; 0 is no key."""
    if search.end - ply <= UNTABLED:
        return NONE, 0
    if ply <= search.mirrored_to:
        return shared_key(layout, search, own, other, wrecks)
    return key_of(layout, own, other, wrecks), 0


@small_kernel
def drop_refuted(
    layout: Layout, search: Search, fleets: Fleets, ply: int, tried: int, count: int, beta: int
) -> int:
    """Drop the untried moves that one reply refutes, where that can be seen at once; return the count."""
    if search.special and search.end - ply == 4 and tried < count:
        return refute_siblings(layout, search, fleets, ply, tried, count, beta)
    return count


@small_kernel
def add_rest(
    layout: Layout, search: Search, table: Masks, fleets: Fleets, ply: int, tried: int, beta: int
) -> int:
    """Add the moves not tried yet, without those that are refuted at once; return the count of all."""
    count = add_all(layout, search, fleets, ply, tried)
    promote_known(layout, search, table, ply, tried, count, beta)
    return drop_refuted(layout, search, fleets, ply, tried, count, beta)


@small_kernel
def key_here(layout: Layout, search: Search, ply: int) -> tuple[np.uint64, int]:
    """Return the key of the position that a ply is at, and the symmetry that carries it there."""
    own, other, wrecks = search.position[ply, 0], search.position[ply, 1], search.position[ply, 2]
    return key_at(layout, search, ply, own, other, wrecks)


@kernel
def reaches(layout: Layout, search: Search, table: Masks, fleets: Fleets, ply: int, beta: int) -> int:
    """Answer whether the mover's score to go is at least ``beta``; see the module's first lines."""
    if beta <= search.least[ply]:
        return YES
    if beta > search.most[ply]:
        return NO
    count_node(search, ply)
    if search.special and search.end - ply <= 2:
        return end_reaches(layout, search, fleets, ply, beta)
    if search.stop or search.visited > search.limit:
        return STOPPED
    key, mirror = key_here(layout, search, ply)
    data, first = probe(table, key) if key else NONE, search.killers[ply]
    if data:
        if low_of(data) >= beta:
            return YES
        if high_of(data) < beta:
            return NO
        if move_in(data) != NO_MOVE:
            first = move_image(search, search.inverse[mirror], move_in(data))
    count, tried, all_there = add_first(layout, search, ply, first), 0, False
    most_tried = search.width if search.end - ply > UNNARROWED else MOST_MOVES
    while True:
        if tried >= min(count, most_tried):
            if all_there:
                keep_answer(search, table, key, mirror, data, ply, beta, -1)
                return NO
            count, all_there = add_rest(layout, search, table, fleets, ply, tried, beta), True
            continue
        if all_there:
            bring_best(search, ply, tried, count)
        step_down(search, ply, tried)
        below = reaches(layout, search, table, fleets, ply + 1, search.gains[ply, tried] - beta + 1)
        if below == STOPPED:
            return STOPPED
        tried += 1
        if below == NO:
            keep_answer(search, table, key, mirror, data, ply, beta, tried - 1)
            return YES
        count = drop_refuted(layout, search, fleets, ply, tried, count, beta)
