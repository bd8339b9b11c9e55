"""A thread's working rows: the moves of the position that each ply is at, and what is done with them."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from ressac_lab.kernels.compile import small_kernel
from ressac_lab.kernels.last_plies import Guesses
from ressac_lab.kernels.layout import MOST_CELLS, MOST_ROTATIONS, Integers, Layout, Masks
from ressac_lab.kernels.minimax import points_gained
from ressac_lab.kernels.mirrors import MIRROR_FIELDS, Mirrors
from ressac_lab.kernels.moves import ONE, open_cells, slide_mask
from ressac_lab.kernels.table import NO_MOVE

MOST_MOVES = MOST_CELLS * MOST_ROTATIONS
# A narrowed search looks at all moves of the last plies: they cost little and decide much.
UNNARROWED = 4
TRIED_IN_ORDER = 3


class Search(Guesses, Mirrors, Protocol):
    """One thread's search, as one record that kernels pass around by its address.

    ``end``: the ply after which nothing more is scored. ``special``: 1 where only the mover scores, so
    that the last plies are special cases. ``least``, ``most``: for each ply what the mover's score to go
    can be at all. ``stop``: nonzero to end the search; ``visited`` counts positions up to ``limit``, and
    ``nodes`` how many of each ply. ``width``: how many moves of a position are tried, but for the last
    plies. ``late_first``: 1 for a helping thread. ``guess``: a value to ask about first. ``killers``: for
    each ply the move that last answered it. ``position`` (plies, 3): the mover's fleet, the other and the
    wrecks at each ply. ``fleets`` (plies, moves, 3), ``scores``, ``moves`` and ``gains`` (plies, moves):
    the moves of the position that each ply is at; a move is rotation × 64 + cell. ``ready``, ``asked`` and
    ``after``: see ``kernels.siblings``.
    """

    end: int
    special: int
    stop: int
    visited: int
    limit: int
    width: int
    late_first: int
    guess: int
    least: Integers
    most: Integers
    nodes: Integers
    killers: Integers
    position: Masks
    fleets: Masks
    scores: Integers
    moves: Integers
    gains: Integers
    ready: Integers
    asked: Integers
    after: Masks


_ROWS = (MOST_CELLS + 1,)
_MOVES = (MOST_CELLS + 1, MOST_MOVES)
_NUMBERS = ("end", "special", "stop", "visited", "limit", "width", "late_first", "guess", "size", "slide")
SEARCH_TYPE = np.dtype(
    [(name, np.int64) for name in _NUMBERS]
    + MIRROR_FIELDS
    + [(name, np.int64, _ROWS) for name in ("least", "most", "killers", "nodes")]
    + [(name, np.int64, _MOVES) for name in ("scores", "moves", "gains")]
    + [(name, np.int64, (MOST_MOVES,)) for name in ("ready", "asked")]
    + [("position", np.uint64, (*_ROWS, 3)), ("fleets", np.uint64, (*_MOVES, 3))]
    + [("after", np.uint64, (MOST_MOVES, 3))]
)


@small_kernel
def count_node(search: Search, ply: int) -> None:
    """Count a visit to a position."""
    search.nodes[ply] += 1
    search.visited += 1


@small_kernel
def exchange(rows: Integers, ply: int, place: int, other: int) -> None:
    """Exchange two numbers of a ply's row."""
    number = rows[ply, place]
    rows[ply, place] = rows[ply, other]
    rows[ply, other] = number


@small_kernel
def exchange_moves(search: Search, ply: int, place: int, other: int) -> None:
    """Exchange two moves of a ply's rows."""
    for part in range(3):
        kept = search.fleets[ply, place, part]
        search.fleets[ply, place, part] = search.fleets[ply, other, part]
        search.fleets[ply, other, part] = kept
    exchange(search.scores, ply, place, other)
    exchange(search.moves, ply, place, other)
    exchange(search.gains, ply, place, other)


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
def bring_best(search: Search, ply: int, place: int, count: int) -> None:
    """Exchange the best-scored move from a place on with the one that stands there.

    A helping thread takes the worst first once the most promising have been tried: the moves that all
    fail are then shared between the threads, which meet in the middle.
    """
    best, sign = place, 1
    if search.late_first and place >= TRIED_IN_ORDER and search.end - ply > UNNARROWED:
        sign = -1
    for other in range(place + 1, count):
        if sign * search.scores[ply, other] > sign * search.scores[ply, best]:
            best = other
    if best != place:
        exchange_moves(search, ply, place, best)


@small_kernel
def step_down(search: Search, ply: int, place: int) -> None:
    """Make the position after a move the one that the next ply is at."""
    search.position[ply + 1, 0] = search.fleets[ply, place, 1]
    search.position[ply + 1, 1] = search.fleets[ply, place, 0]
    search.position[ply + 1, 2] = search.fleets[ply, place, 2]
