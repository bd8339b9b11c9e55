"""Exact play of the last plies: a move is drawn from all those that keep the value."""

from __future__ import annotations

import numpy as np

from ressac_lab.kernels.alphabeta import NO, YES, add_all, reaches
from ressac_lab.kernels.chance import INCREMENT, high_below, mixed
from ressac_lab.kernels.compile import kernel
from ressac_lab.kernels.fleets import Fleets
from ressac_lab.kernels.layout import Layout, Masks
from ressac_lab.kernels.search_rows import Search, exchange_moves, step_down


@kernel
def exact_score(layout: Layout, search: Search, table: Masks, fleets: Fleets, ply: int, guess: int) -> int:
    """Return the exact score to go of a position, in points, by null windows from a guess on."""
    low, high, asked = search.least[ply], search.most[ply], guess
    while low < high and not search.stop:
        asked = max(low + 1, min(high, asked))
        if reaches(layout, search, table, fleets, ply, asked) == YES:
            low = asked
            asked += 1
        else:
            asked -= 1
            high = asked
    return low  # type: ignore[no-any-return]


@kernel
def best_by_proof(
    layout: Layout,
    search: Search,
    table: Masks,
    fleets: Fleets,
    ply: int,
    score: int,
    state: np.uint64,
) -> tuple[int, np.uint64]:
    """Return the place, in the ply's rows, of a move that keeps an exact score, and the stream's new state.

    Every such move is as likely as any other.
    """
    count = add_all(layout, search, fleets, ply, 0)
    for place in range(count):
        state += INCREMENT
        exchange_moves(search, ply, place, place + high_below(mixed(state), count - place))
        step_down(search, ply, place)
        below = search.gains[ply, place] - score + 1
        if reaches(layout, search, table, fleets, ply + 1, below) == NO:
            return place, state
    return 0, state
