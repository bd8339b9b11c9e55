"""Whole games in compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ressac_lab.kernels.agents import choose_move, random_move, takes_light
from ressac_lab.kernels.chance import stream_of
from ressac_lab.kernels.compile import kernel, small_kernel
from ressac_lab.kernels.fleets import Fleets
from ressac_lab.kernels.layout import Layout, Masks
from ressac_lab.kernels.mcts import Tree
from ressac_lab.kernels.moves import NONE, largest_flotilla, play_move
from ressac_lab.kernels.player import GREEDY, POINT, RANDOM, Player
from ressac_lab.kernels.search_rows import Search

# Any unsigned type that holds the numbers will do: records are kept as small as they can be.
Records = npt.NDArray[Any]


@small_kernel
def bank(layout: Layout, ply: int, own: np.uint64, other: np.uint64, points: Records, game: int) -> None:
    """Add what the mover's ply scores; ``own`` is the mover's fleet after the move."""
    decount = layout.decount_at[ply]
    if decount >= 0:
        mover = ply & 1
        if layout.scores_at[ply, mover]:
            points[game, decount, mover] += largest_flotilla(layout, own)
        if layout.scores_at[ply, 1 - mover]:
            points[game, decount, 1 - mover] += largest_flotilla(layout, other)


@small_kernel
def decide_swap(
    layout: Layout,
    fleets: Fleets,
    dark: Player,
    search: Search,
    table: Masks,
    tree: Tree,
    ply: int,
    fleet: np.uint64,
    other: np.uint64,
    wrecks: np.uint64,
    banked: int,
    state: np.uint64,
) -> tuple[int, np.uint64]:
    """Let the second player decide, after Light's first ply, whether to take Light's side.

    ``fleet`` is Dark's, ``banked`` what Light has scored already: only agents that think know of points,
    but all except random weigh komi.
    ``ply`` is 1, and no constant: numba would compile ``choose_move`` once more for that, and its cache
    crashes on two versions of a kernel with the same recursion below.
    """
    behind = 0
    if dark.kind != RANDOM:
        _, score, state = choose_move(
            dark, layout, fleets, search, table, tree, ply, fleet, other, wrecks, state
        )
        behind = (POINT * banked if dark.kind > GREEDY else 0) - score - POINT * layout.komi // 2
    return takes_light(behind, state)


@kernel
def play_games(
    layout: Layout,
    fleets: Fleets,
    light: Player,
    dark: Player,
    search: Search,
    table: Masks,
    tree: Tree,
    seed: np.uint64,
    opening_seed: np.uint64,
    random_plies: int,
    first_game: int,
    move_codes: Records,
    points: Records,
    swaps: Records,
) -> int:
    """Play games number ``first_game`` and on, and fill in what happened; return how many were played.

    ``random_plies`` plies are random first, from streams of the opening seed. ``move_codes``: (games,
    plies). ``points``: (games, decounts, 2), each side's points at each decount. ``swaps``: (games,),
    1 where the second player took Light's side. The caller zeroes points and swaps. The other arguments are
    tables and working rows, see their types; a nonzero ``search.stop`` ends the work, and the game that
    was being played then counts for nothing.
    """
    for game in range(move_codes.shape[0]):
        state, opening = stream_of(seed, first_game + game), stream_of(opening_seed, first_game + game)
        own, other, wrecks = NONE, NONE, layout.wrecks
        search.guess = 0
        for ply in range(layout.plies):
            if layout.pie and ply == 1:
                banked = int(points[game, 0, 0])
                swaps[game], state = decide_swap(
                    layout, fleets, dark, search, table, tree, ply, own, other, wrecks, banked, state
                )
            player = dark if (ply & 1) ^ swaps[game] else light
            if ply < random_plies:
                move_code, opening = random_move(layout, own, other, wrecks, opening)
            else:
                move_code, _, state = choose_move(
                    player, layout, fleets, search, table, tree, ply, own, other, wrecks, state
                )
            move_codes[game, ply] = move_code
            own, other, wrecks = play_move(layout, move_code, own, other, wrecks)
            bank(layout, ply, own, other, points, game)
            own, other = other, own
        if search.stop:
            return game
    return len(move_codes)


@kernel
def replay_games(layout: Layout, move_codes: Records, points: Records) -> None:
    """Play recorded moves again and fill in the points; shapes as in ``play_games``."""
    for game in range(move_codes.shape[0]):
        own, other, wrecks = NONE, NONE, layout.wrecks
        for ply in range(layout.plies):
            move_code = int(move_codes[game, ply])
            own, other, wrecks = play_move(layout, move_code, own, other, wrecks)
            bank(layout, ply, own, other, points, game)
            own, other = other, own
