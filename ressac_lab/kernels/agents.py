"""Agents as kernels: given masks and a random stream, a move code and the stream's new state."""

from __future__ import annotations

import numpy as np

from ressac_lab.kernels.chance import INCREMENT, high_below, low_below, mixed
from ressac_lab.kernels.compile import kernel, lowest_bit, popcount
from ressac_lab.kernels.layout import Layout
from ressac_lab.kernels.moves import ONE, largest_flotilla, nth_cell, open_cells, slide_mask

RANDOM = 0
GREEDY = 1


@kernel
def random_move(
    layout: Layout, own: np.uint64, other: np.uint64, wrecks: np.uint64, state: np.uint64
) -> tuple[int, np.uint64]:
    """Draw a move uniformly from all moves."""
    empty = open_cells(layout, own, other, wrecks)
    state += INCREMENT
    bits = mixed(state)
    cell = nth_cell(empty, high_below(bits, popcount(empty)))
    return cell * layout.slides + low_below(bits, layout.slides), state


@kernel
def greedy_move(
    layout: Layout, own: np.uint64, other: np.uint64, wrecks: np.uint64, state: np.uint64
) -> tuple[int, int, np.uint64]:
    """Choose the move that makes own largest flotilla minus the other's largest; give that score too.

    Ties are broken uniformly: the k-th best move found replaces the choice with probability 1/k.
    """
    best, ties, choice = -65, 0, 0
    # A fleet with boats has a flotilla of at least 1, so the own part alone can rule a move out.
    least_other = 1 if other else 0
    empty = open_cells(layout, own, other, wrecks)
    while empty:
        cell = lowest_bit(empty)
        empty &= empty - ONE
        for move_code in range(cell * layout.slides, (cell + 1) * layout.slides):
            rotation = layout.rotation_of[move_code]
            placed = own | layout.placed[move_code]
            size = largest_flotilla(layout, slide_mask(layout, rotation, placed))
            if size - least_other < best:
                continue
            score = size - largest_flotilla(layout, slide_mask(layout, rotation, other))
            if score > best:
                best, ties, choice = score, 1, move_code
            elif score == best:
                ties += 1
                state += INCREMENT
                if high_below(mixed(state), ties) == 0:
                    choice = move_code
    return choice, best, state


@kernel
def choose_move(
    agent: int,
    layout: Layout,
    own: np.uint64,
    other: np.uint64,
    wrecks: np.uint64,
    state: np.uint64,
) -> tuple[int, np.uint64]:
    """Let the agent with a number choose."""
    if agent == RANDOM:
        return random_move(layout, own, other, wrecks, state)
    choice, _, state = greedy_move(layout, own, other, wrecks, state)
    return choice, state


@kernel
def takes_light(
    agent: int,
    layout: Layout,
    own: np.uint64,
    other: np.uint64,
    wrecks: np.uint64,
    state: np.uint64,
) -> tuple[int, np.uint64]:
    """Let the second player decide, under the pie rule, whether to take Light's side (1) or not (0).

    The masks are Dark's, about to move. Greedy takes Light if its best move as Dark would leave it
    behind, keeps Dark if ahead; when level, and always for random, the stream decides.
    """
    score = 0
    if agent == GREEDY:
        _, score, state = greedy_move(layout, own, other, wrecks, state)
    state += INCREMENT
    coin = high_below(mixed(state), 2)
    if score:
        return int(score < 0), state
    return coin, state
