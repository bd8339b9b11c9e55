"""Monte Carlo tree search: UCT (Kocsis and Szepesvári 2006) on points, not on wins.

Every move in the tree has a number of visits and the mean of the points it led to, for its mover. A new
move begins with some visits as if it had led to what the evaluation says, so that the few playouts there
are go to what looks good. A playout plays at random, but makes the largest flotilla it can at decounts.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

from ressac_lab.kernels.alphabeta import add_all
from ressac_lab.kernels.chance import INCREMENT, high_below, low_below, mixed
from ressac_lab.kernels.compile import kernel, popcount, small_kernel
from ressac_lab.kernels.evaluation import evaluate, points_made
from ressac_lab.kernels.fleets import Fleets, largest_in, makers_of
from ressac_lab.kernels.last_plies import largest_made
from ressac_lab.kernels.layout import Integers, Layout
from ressac_lab.kernels.moves import nth_cell, open_cells, slide_mask
from ressac_lab.kernels.player import POINT, Player
from ressac_lab.kernels.search_rows import Search, add_move, step_down

MOST_PLAYOUTS = 100_000
MOST_ENTRIES = 1 << 22
# How many visits the evaluation of a new move counts for, and after how many its own moves are added.
PRIOR_VISITS = 8
VISITS_TO_GROW = 1
# How many points of doubt a move is given for each unit of UCT's bonus.
DOUBT = 1.5 * POINT

Numbers = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int32]


class Tree(Protocol):
    """The moves of a search, as one record that kernels pass around by its address.

    Entry 0 is the root. ``used``: entries in use. For each entry ``move``, ``gain`` in points, ``visits``,
    ``total`` and ``average`` in thousandths of a point for the move's mover, and where the moves after it
    stand (``first``, ``count``). ``path``: the entries from the root to the leaf. ``log_root`` and
    ``inverse_root``: √(ln n) and 1/√n by n, from one table so that they are the same on every machine.
    """

    used: int
    move: Counts
    gain: Counts
    visits: Counts
    first: Counts
    count: Counts
    total: Integers
    average: Numbers
    path: Integers
    log_root: Numbers
    inverse_root: Numbers


TREE_TYPE = np.dtype(
    [("used", np.int64), ("path", np.int64, (65,))]
    + [(name, np.int32, (MOST_ENTRIES,)) for name in ("move", "gain", "visits", "first", "count")]
    + [("total", np.int64, (MOST_ENTRIES,)), ("average", np.float64, (MOST_ENTRIES,))]
    + [(name, np.float64, (MOST_PLAYOUTS + PRIOR_VISITS + 1,)) for name in ("log_root", "inverse_root")]
)


@kernel
def grow(
    layout: Layout, search: Search, fleets: Fleets, player: Player, tree: Tree, entry: int, ply: int
) -> None:
    """Add the moves of an entry's position, which ``search.position[ply]`` holds, to the tree."""
    first, count = tree.used, add_all(layout, search, fleets, ply, 0)
    tree.first[entry], tree.count[entry] = first, count
    tree.used += count
    for place in range(count):
        own, other = search.fleets[ply, place, 1], search.fleets[ply, place, 0]
        score = POINT * search.gains[ply, place]
        if ply + 1 < search.end:
            score -= evaluate(layout, search, fleets, player, ply + 1, own, other)
        child = first + place
        tree.move[child], tree.gain[child] = search.moves[ply, place], search.gains[ply, place]
        tree.visits[child], tree.total[child], tree.average[child] = (
            PRIOR_VISITS,
            PRIOR_VISITS * score,
            score,
        )
        tree.count[child] = 0


@kernel
def most_promising(tree: Tree, entry: int) -> int:
    """Return the move after an entry with the highest upper confidence bound."""
    doubt = DOUBT * tree.log_root[tree.visits[entry]]
    best, bound = 0, -np.inf
    first = tree.first[entry]
    for child in range(first, first + tree.count[entry]):
        upper = tree.average[child] + doubt * tree.inverse_root[tree.visits[child]]
        if upper > bound:
            best, bound = child, upper
    return best


@kernel
def most_promising_even(tree: Tree, komi: int) -> int:
    """Return the first move with the highest bound where the pie rule counts: nearest to komi is best."""
    doubt = DOUBT * tree.log_root[tree.visits[0]]
    best, bound = 0, -np.inf
    first = tree.first[0]
    for child in range(first, first + tree.count[0]):
        upper = doubt * tree.inverse_root[tree.visits[child]] - abs(tree.average[child] - komi)
        if upper > bound:
            best, bound = child, upper
    return best


@small_kernel
def scoring_move(
    layout: Layout,
    search: Search,
    fleets: Fleets,
    own: np.uint64,
    empty: np.uint64,
    state: np.uint64,
) -> tuple[int, int, np.uint64]:
    """Return the cell and the rotation of a move that makes the largest flotilla there is."""
    size = largest_made(layout, search, fleets, own, empty, 1)
    cells = makers_of(layout, fleets, own, size) & empty
    state += INCREMENT
    cell = nth_cell(cells, high_below(mixed(state), popcount(cells)))
    slide = low_below(mixed(state), layout.slides)
    rotation = 0
    for _ in range(layout.slides):
        rotation = layout.rotation_of[cell * layout.slides + slide]
        placed = own | layout.placed[cell * layout.slides]
        if largest_in(layout, fleets, slide_mask(layout, rotation, placed)) >= size:
            break
        slide = slide + 1 if slide + 1 < layout.slides else 0
    return cell, rotation, state


@kernel
def play_out(
    layout: Layout, search: Search, fleets: Fleets, ply: int, state: np.uint64
) -> tuple[int, np.uint64]:
    """Play a game to its end; return the score to go of its mover at a ply, and the stream's new state."""
    own, other, wrecks = search.position[ply, 0], search.position[ply, 1], search.position[ply, 2]
    score, sign = 0, 1
    for later in range(ply, search.end):
        empty = open_cells(layout, own, other, wrecks)
        if layout.decount_at[later] >= 0 and layout.scores_at[later, later & 1]:
            cell, rotation, state = scoring_move(layout, search, fleets, own, empty, state)
        else:
            state += INCREMENT
            bits = mixed(state)
            cell = nth_cell(empty, high_below(bits, popcount(empty)))
            rotation = layout.rotation_of[cell * layout.slides + low_below(bits, layout.slides)]
        own = slide_mask(layout, rotation, own | layout.placed[cell * layout.slides])
        other, wrecks = slide_mask(layout, rotation, other), slide_mask(layout, rotation, wrecks)
        score += sign * points_made(layout, fleets, later, own, other)
        sign = -sign
        own, other = other, own
    return score, state


@small_kernel
def descend(layout: Layout, search: Search, tree: Tree, entry: int, ply: int) -> int:
    """Choose the most promising move of an entry, play it, and return its own entry."""
    if layout.pie and ply == 0:
        child = most_promising_even(tree, POINT * layout.komi // 2)
    else:
        child = most_promising(tree, entry)
    add_move(layout, search, ply, tree.move[child], 0)
    step_down(search, ply, 0)
    tree.path[ply + 1] = child
    return child


@kernel
def play_once(
    layout: Layout,
    search: Search,
    fleets: Fleets,
    player: Player,
    tree: Tree,
    ply: int,
    state: np.uint64,
) -> np.uint64:
    """Go down the tree to a leaf, play one game from there, and tell every entry on the way."""
    entry, at = 0, ply
    while tree.count[entry] and at < search.end:
        entry = descend(layout, search, tree, entry, at)
        at += 1
    grown = tree.visits[entry] >= PRIOR_VISITS + VISITS_TO_GROW
    if grown and at < search.end and tree.used + layout.codes <= MOST_ENTRIES:
        grow(layout, search, fleets, player, tree, entry, at)
        entry = descend(layout, search, tree, entry, at)
        at += 1
    score, state = play_out(layout, search, fleets, at, state)
    while at > ply:
        entry = tree.path[at]
        score = tree.gain[entry] - score
        tree.visits[entry] += 1
        tree.total[entry] += POINT * score
        tree.average[entry] = tree.total[entry] / tree.visits[entry]
        at -= 1
    tree.visits[0] += 1
    return state


@kernel
def best_by_playouts(
    layout: Layout,
    search: Search,
    fleets: Fleets,
    player: Player,
    tree: Tree,
    ply: int,
    state: np.uint64,
) -> tuple[int, int, np.uint64]:
    """Return the move that was visited most, its mean score, and the stream's new state; ties at random."""
    tree.used, tree.visits[0] = 1, 1
    grow(layout, search, fleets, player, tree, 0, ply)
    for _ in range(player.playouts):
        if search.stop:
            break
        state = play_once(layout, search, fleets, player, tree, ply, state)
    first, best, ties = tree.first[0], tree.first[0], 1
    for child in range(first + 1, first + tree.count[0]):
        if tree.visits[child] > tree.visits[best]:
            best, ties = child, 1
        elif tree.visits[child] == tree.visits[best]:
            ties += 1
            state += INCREMENT
            if high_below(mixed(state), ties) == 0:
                best = child
    return tree.move[best], round(tree.average[best]), state
