"""Alpha-beta to a fixed depth, with an evaluation where it ends.

``look`` returns the score to go of the side to move as minimax over so many plies has it, in thousandths
of a point: exactly if that lies between alpha and beta, else a bound on the same side of them. On entry
``search.position[ply]`` must hold a legal position of the variant at that ply.
"""

from __future__ import annotations

import numpy as np

from ressac_lab.kernels.alphabeta import add_all
from ressac_lab.kernels.chance import INCREMENT, high_below, mixed
from ressac_lab.kernels.compile import kernel, small_kernel
from ressac_lab.kernels.evaluation import evaluate, points_made
from ressac_lab.kernels.fleets import Fleets
from ressac_lab.kernels.layout import Layout
from ressac_lab.kernels.moves import ONE, open_cells, slide_mask
from ressac_lab.kernels.player import POINT, Player
from ressac_lab.kernels.search_rows import Search, bring_best, step_down

BEYOND = 1_000 * POINT


@small_kernel
def look_once(layout: Layout, search: Search, fleets: Fleets, player: Player, ply: int, beta: int) -> int:
    """Return the score of the best move as the evaluation after it has it, or one that is at least beta."""
    own, other, wrecks = search.position[ply, 0], search.position[ply, 1], search.position[ply, 2]
    empty, best = open_cells(layout, own, other, wrecks), -BEYOND
    for rotation in range(layout.rotation_count):
        cells = empty & layout.users[rotation]
        if not cells:
            continue
        owns, others = slide_mask(layout, rotation, own), slide_mask(layout, rotation, other)
        cells = slide_mask(layout, rotation, cells)
        while cells:
            placed = owns | (cells & (~cells + ONE))
            cells &= cells - ONE
            score = POINT * points_made(layout, fleets, ply, placed, others)
            if ply + 1 < search.end:
                score -= evaluate(layout, search, fleets, player, ply + 1, others, placed)
            best = max(best, score)
        if best >= beta:
            break
    return best


@kernel
def look(
    layout: Layout,
    search: Search,
    fleets: Fleets,
    player: Player,
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
) -> int:
    """Return the mover's score to go by looking some plies ahead; see the module's first lines."""
    search.visited += 1
    if ply >= search.end:
        return 0
    if depth == 0:
        return evaluate(
            layout, search, fleets, player, ply, search.position[ply, 0], search.position[ply, 1]
        )
    if depth == 1:
        return look_once(layout, search, fleets, player, ply, beta)
    count, best = add_all(layout, search, fleets, ply, 0), -BEYOND
    for place in range(count):
        bring_best(search, ply, place, count)
        step_down(search, ply, place)
        gain, floor = POINT * search.gains[ply, place], max(alpha, best)
        score = gain - look(layout, search, fleets, player, ply + 1, depth - 1, gain - beta, gain - floor)
        best = max(best, score)
        if best >= beta:
            break
    return best


@kernel
def best_by_looking(
    layout: Layout, search: Search, fleets: Fleets, player: Player, ply: int, state: np.uint64
) -> tuple[int, int, np.uint64]:
    """Return the place of a best move in the ply's rows, its score, and the stream's new state.

    Ties are broken uniformly: the window leaves room for scores equal to the best.
    """
    count, best, ties, choice = add_all(layout, search, fleets, ply, 0), -BEYOND, 0, 0
    for place in range(count):
        bring_best(search, ply, place, count)
        step_down(search, ply, place)
        gain = POINT * search.gains[ply, place]
        ceiling = gain - best + 1
        score = gain - look(layout, search, fleets, player, ply + 1, player.depth - 1, -BEYOND, ceiling)
        if score > best:
            best, ties, choice = score, 1, place
        elif score == best:
            ties += 1
            state += INCREMENT
            if high_below(mixed(state), ties) == 0:
                choice = place
    return choice, best, state
