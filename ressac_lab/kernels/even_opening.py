"""The first move under the pie rule: the one that leaves both sides closest, for the other then chooses."""

from __future__ import annotations

import numpy as np

from ressac_lab.kernels.alphabeta import add_all
from ressac_lab.kernels.chance import INCREMENT, high_below, mixed
from ressac_lab.kernels.compile import kernel
from ressac_lab.kernels.endgame import exact_score
from ressac_lab.kernels.fleets import Fleets
from ressac_lab.kernels.layout import Layout, Masks
from ressac_lab.kernels.lookahead import BEYOND, look
from ressac_lab.kernels.player import POINT, Player
from ressac_lab.kernels.search_rows import Search, step_down


@kernel
def most_even(
    player: Player,
    layout: Layout,
    fleets: Fleets,
    search: Search,
    table: Masks,
    ply: int,
    state: np.uint64,
) -> tuple[int, int, np.uint64]:
    """Return a first move whose score is nearest to komi, that score, and the stream's new state.

    A move is given as rotation × 64 + cell, its score as the mover's, in thousandths of a point: exact
    where the agent plays exactly from the next ply on, else by looking ahead. Ties are broken uniformly.
    """
    count, komi = add_all(layout, search, fleets, ply, 0), POINT * layout.komi // 2
    least, best, ties, choice = 4 * BEYOND, 0, 0, 0
    exact = search.end - ply - 1 <= player.endgame
    after = 0
    for place in range(count):
        step_down(search, ply, place)
        gain = POINT * search.gains[ply, place]
        if exact:
            after = exact_score(layout, search, table, fleets, ply + 1, after)
            score = gain - POINT * after
        else:
            floor, ceiling = gain - BEYOND, gain + BEYOND
            score = gain - look(layout, search, fleets, player, ply + 1, player.depth - 1, floor, ceiling)
        if abs(score - komi) < least:
            least, best, ties, choice = abs(score - komi), score, 1, place
        elif abs(score - komi) == least:
            ties += 1
            state += INCREMENT
            if high_below(mixed(state), ties) == 0:
                best, choice = score, place
    search.guess = 0
    return search.moves[ply, choice], best, state
