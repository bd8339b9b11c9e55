"""Null-window search without a table: what checks the answers of the fast search.

``plain_reaches(…, ply, beta)`` answers one question, for the side to move: is its score to go (its
points to come minus the other side's, under best play by both) at least ``beta``? 1 is yes, 0 is no, −1
means that more positions were visited than allowed, and nothing is known.

It shares with ``kernels.alphabeta`` the rules in ``kernels.moves`` and nothing else: no table, no
special cases for the last plies, no flotillas looked up, nothing merged.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from ressac_lab.kernels.compile import kernel, small_kernel
from ressac_lab.kernels.layout import MOST_CELLS, MOST_ROTATIONS, Integers, Layout
from ressac_lab.kernels.minimax import points_gained
from ressac_lab.kernels.moves import largest_flotilla, open_cells, play_move
from ressac_lab.kernels.records import new_record

YES, NO, UNKNOWN = 1, 0, -1
# In the last plies sorting the moves costs more than it saves.
UNSORTED = 2


class Plain(Protocol):
    """What a search works with, as one record that kernels pass around by its address.

    ``least``, ``most``: for each ply what the mover's score to go can be at all. ``limit``: how many
    positions may be visited, ``nodes`` how many were. ``killers``: for each ply the move that last answered
    it. ``moves``, ``scores`` (plies, moves): the legal moves of the position that each ply is at and how
    good they look.
    """

    least: Integers
    most: Integers
    limit: int
    nodes: int
    killers: Integers
    moves: Integers
    scores: Integers


_ROWS = (MOST_CELLS + 1,)
_MOVES = (MOST_CELLS + 1, MOST_CELLS * MOST_ROTATIONS)
PLAIN_TYPE = np.dtype(
    [("limit", np.int64), ("nodes", np.int64)]
    + [(name, np.int64, _ROWS) for name in ("least", "most", "killers")]
    + [(name, np.int64, _MOVES) for name in ("moves", "scores")]
)


def new_plain(bounds: list[tuple[int, int]], limit: int) -> Any:
    """Return the record of a search; ``bounds`` has the least and the most of every ply."""
    plain: Any = new_record(PLAIN_TYPE)
    plain.limit = limit
    for ply, (least, most) in enumerate(bounds):
        plain.least[ply], plain.most[ply] = least, most
    return plain


@kernel
def list_moves(
    layout: Layout, plain: Plain, own: np.uint64, other: np.uint64, wrecks: np.uint64, ply: int
) -> int:
    """Write the legal moves to the ply's rows, the last one that answered it first; count them."""
    cells, count = open_cells(layout, own, other, wrecks), 0
    for move_code in range(layout.codes):
        if not cells & layout.placed[move_code]:
            continue
        score = 0
        if layout.plies - ply > UNSORTED:
            moved, others, _ = play_move(layout, move_code, own, other, wrecks)
            score = 2 * points_gained(layout, ply, moved, others)
            score += largest_flotilla(layout, moved) - largest_flotilla(layout, others)
        if move_code == plain.killers[ply]:
            score += MOST_CELLS
        plain.moves[ply, count], plain.scores[ply, count] = move_code, score
        count += 1
    return count


@small_kernel
def best_of(plain: Plain, ply: int, place: int, count: int) -> int:
    """Return the best-scored move from a place on, leaving the one that stood there in its stead."""
    best = place
    for later in range(place + 1, count):
        if plain.scores[ply, later] > plain.scores[ply, best]:
            best = later
    move_code: int = plain.moves[ply, best]
    plain.moves[ply, best], plain.scores[ply, best] = plain.moves[ply, place], plain.scores[ply, place]
    return move_code


@kernel
def plain_reaches(
    layout: Layout,
    plain: Plain,
    own: np.uint64,
    other: np.uint64,
    wrecks: np.uint64,
    ply: int,
    beta: int,
) -> int:
    """Answer whether the mover's score to go is at least ``beta``; see the module's first lines."""
    if beta <= plain.least[ply]:
        return YES
    if beta > plain.most[ply]:
        return NO
    plain.nodes += 1
    if plain.nodes > plain.limit:
        return UNKNOWN
    count = list_moves(layout, plain, own, other, wrecks, ply)
    for place in range(count):
        move_code = best_of(plain, ply, place, count)
        moved, others, drifted = play_move(layout, move_code, own, other, wrecks)
        left = points_gained(layout, ply, moved, others) - beta + 1
        below = plain_reaches(layout, plain, others, moved, drifted, ply + 1, left)
        if below == UNKNOWN:
            return UNKNOWN
        if below == NO:
            plain.killers[ply] = move_code
            return YES
    return NO
