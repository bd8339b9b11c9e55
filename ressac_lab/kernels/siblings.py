"""Many moves refuted by one reply, four plies before the end of a game in which only the mover scores.

Where every move fails, the reply that refuted one refutes most of the others. All of them are first
taken two plies on, so that what the last two plies ask of memory is on its way when they are judged.
"""

from __future__ import annotations

import numpy as np

from ressac_lab.kernels.compile import kernel, small_kernel
from ressac_lab.kernels.fleets import Fleets
from ressac_lab.kernels.last_plies import ask_sizes_ahead, ask_slides_ahead, largest_made, size_holds
from ressac_lab.kernels.layout import Layout
from ressac_lab.kernels.minimax import points_gained
from ressac_lab.kernels.moves import ONE, open_cells, slide_mask
from ressac_lab.kernels.search_rows import Search, count_node, exchange_moves
from ressac_lab.kernels.table import NO_MOVE

UNREADY, SMALL = 0, -1


@kernel
def refute_siblings(
    layout: Layout, search: Search, fleets: Fleets, ply: int, first: int, count: int, beta: int
) -> int:
    """Drop the moves from a place on that the next mover's usual reply refutes; return the new count.

    ``search.ready`` of a place is then UNREADY where the reply cannot be played or bounds say more,
    SMALL where no flotilla that the move's side can still make is enough, or the largest of them.
    """
    for place in range(first, count):
        take_on(layout, search, fleets, ply, place, beta)
    for place in range(first, count):
        if search.ready[place] != UNREADY:
            ask_size(layout, search, fleets, place)
    last = count
    for place in range(count - 1, first - 1, -1):
        if search.ready[place] == UNREADY:
            continue
        count_node(search, ply + 1)
        count_node(search, ply + 2)
        own, other, empty = search.after[place, 0], search.after[place, 1], search.after[place, 2]
        size, asked = search.ready[place], search.asked[place]
        if size == SMALL or not size_holds(layout, fleets, own, other, empty, asked, size):
            last -= 1
            exchange_moves(search, ply, place, last)
    return last


@small_kernel
def take_on(layout: Layout, search: Search, fleets: Fleets, ply: int, place: int, beta: int) -> None:
    """Write the position after a move and the reply to a place in ``after``, and what is asked of it."""
    search.ready[place] = UNREADY
    below, reply = search.gains[ply, place] - beta + 1, search.killers[ply + 1]
    if reply == NO_MOVE or below <= search.least[ply + 1] or below > search.most[ply + 1]:
        return
    rotation, boat = reply >> 6, ONE << np.uint64(reply & 63)
    own, other = search.fleets[ply, place, 1], search.fleets[ply, place, 0]
    empty = open_cells(layout, own, other, search.fleets[ply, place, 2])
    if not empty & layout.users[rotation] & boat:
        return
    own, other = slide_mask(layout, rotation, own | boat), slide_mask(layout, rotation, other)
    search.after[place, 0], search.after[place, 1] = other, own
    search.after[place, 2] = slide_mask(layout, rotation, empty ^ boat)
    search.asked[place] = points_gained(layout, ply + 1, own, other) - below + 1
    search.ready[place] = 1
    ask_sizes_ahead(search, fleets, other)


@small_kernel
def ask_size(layout: Layout, search: Search, fleets: Fleets, place: int) -> None:
    """Find the largest flotilla that can be made in a place, or SMALL, and fetch what depends on it."""
    own, other, empty = search.after[place, 0], search.after[place, 1], search.after[place, 2]
    least = max(1, search.asked[place] + 1)
    size = largest_made(layout, search, fleets, own, empty, least)
    search.ready[place] = size if size >= least else SMALL
    if size >= least:
        ask_slides_ahead(layout, fleets, other, size - search.asked[place] + 1)
