"""Whole games in compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ressac_lab.kernels.agents import choose_move, takes_light
from ressac_lab.kernels.chance import stream_of
from ressac_lab.kernels.compile import kernel, small_kernel
from ressac_lab.kernels.layout import Layout
from ressac_lab.kernels.moves import NONE, largest_flotilla, play_move

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


@kernel
def play_games(
    layout: Layout,
    light_agent: int,
    dark_agent: int,
    seed: np.uint64,
    first_game: int,
    move_codes: Records,
    points: Records,
    swaps: Records,
) -> None:
    """Play games number ``first_game`` and on, and fill in what happened.

    ``move_codes``: (games, plies). ``points``: (games, decounts, 2), each side's points at each
    decount. ``swaps``: (games,), 1 where the second player took Light's side. The caller zeroes
    points and swaps.
    """
    for game in range(move_codes.shape[0]):
        state = stream_of(seed, first_game + game)
        own, other, wrecks = NONE, NONE, layout.wrecks
        for ply in range(layout.plies):
            if layout.pie and ply == 1:
                swaps[game], state = takes_light(dark_agent, layout, own, other, wrecks, state)
            agent = dark_agent if (ply & 1) ^ swaps[game] else light_agent
            move_code, state = choose_move(agent, layout, own, other, wrecks, state)
            move_codes[game, ply] = move_code
            own, other, wrecks = play_move(layout, move_code, own, other, wrecks)
            bank(layout, ply, own, other, points, game)
            own, other = other, own


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
