"""Agents as kernels: given a position and a random stream, a move and the stream's new state."""

from __future__ import annotations

import numpy as np

from ressac_lab.kernels.chance import HALF, INCREMENT, high_below, low_below, mixed
from ressac_lab.kernels.compile import kernel, lowest_bit, popcount, signed, small_kernel
from ressac_lab.kernels.endgame import best_by_proof, exact_score
from ressac_lab.kernels.even_opening import most_even
from ressac_lab.kernels.fleets import Fleets
from ressac_lab.kernels.layout import Layout, Masks
from ressac_lab.kernels.lookahead import best_by_looking
from ressac_lab.kernels.mcts import Tree, best_by_playouts
from ressac_lab.kernels.moves import ONE, largest_flotilla, nth_cell, open_cells, slide_mask
from ressac_lab.kernels.player import GREEDY, MCTS, POINT, RANDOM, Player
from ressac_lab.kernels.search_rows import Search


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


@small_kernel
def code_of_move(layout: Layout, move: int) -> int:
    """Return the code of a move that a search calls rotation × 64 + cell."""
    rotation, move_code = move >> 6, (move & 63) * layout.slides
    while layout.rotation_of[move_code] != rotation:
        move_code += 1
    return move_code


@kernel
def think(
    player: Player,
    layout: Layout,
    fleets: Fleets,
    search: Search,
    table: Masks,
    tree: Tree,
    ply: int,
    state: np.uint64,
) -> tuple[int, int, np.uint64]:
    """Let an agent that looks ahead choose: the move's code, its score in thousandths, the stream's state.

    ``search.position[ply]`` holds the position. The first move under the pie rule is not the best one but
    the one nearest to even: the other player then takes the better side.
    """
    left = search.end - ply
    if layout.pie and ply == 0 and (left <= player.endgame + 1 or player.kind != MCTS):
        move, score, state = most_even(player, layout, fleets, search, table, ply, state)
        return code_of_move(layout, move), score, state
    if 0 < left <= player.endgame:
        score = exact_score(layout, search, table, fleets, ply, search.guess)
        place, state = best_by_proof(layout, search, table, fleets, ply, score, state)
        # What the mover may expect two plies on, if the other side errs not.
        search.guess = score
        return code_of_move(layout, search.moves[ply, place]), POINT * score, state
    if player.kind == MCTS and left > 0:
        move, score, state = best_by_playouts(layout, search, fleets, player, tree, ply, state)
        return code_of_move(layout, move), score, state
    place, score, state = best_by_looking(layout, search, fleets, player, ply, state)
    return code_of_move(layout, search.moves[ply, place]), score, state


@kernel
def choose_move(
    player: Player,
    layout: Layout,
    fleets: Fleets,
    search: Search,
    table: Masks,
    tree: Tree,
    ply: int,
    own: np.uint64,
    other: np.uint64,
    wrecks: np.uint64,
    state: np.uint64,
) -> tuple[int, int, np.uint64]:
    """Let an agent choose a move: its code, the agent's score of it, and the stream's new state.

    Scores are what the agent expects the mover to make from here on more than the other side, in
    thousandths of a point; 0 for a random move.
    """
    chance = 0
    if player.noise:
        state += INCREMENT
        chance = player.noise - signed(mixed(state) >> HALF)
    if chance > 0 or player.kind == RANDOM:
        move_code, state = random_move(layout, own, other, wrecks, state)
        return move_code, 0, state
    if player.kind == GREEDY:
        move_code, score, state = greedy_move(layout, own, other, wrecks, state)
        return move_code, POINT * score, state
    position = search.position
    position[ply, 0], position[ply, 1], position[ply, 2] = own, other, wrecks
    return think(player, layout, fleets, search, table, tree, ply, state)


@kernel
def takes_light(behind: int, state: np.uint64) -> tuple[int, np.uint64]:
    """Let the second player decide, under the pie rule, whether to take Light's side (1) or not (0).

    ``behind`` is by how much the player expects Dark to be behind, in any unit: it takes the better side,
    and lets the stream decide when it sees no difference.
    """
    state += INCREMENT
    coin = high_below(mixed(state), 2)
    if behind:
        return int(behind > 0), state
    return coin, state
