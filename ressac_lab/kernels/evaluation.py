"""What a position is put at without looking ahead: a weighted sum of what is seen of the two fleets.

All scores are of the side to move, its score to go, in thousandths of a point.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ressac_lab.kernels.compile import kernel, popcount, small_kernel
from ressac_lab.kernels.fleets import Fleets, largest_in, number_of, touching_pairs
from ressac_lab.kernels.layout import Integers, Layout
from ressac_lab.kernels.moves import NONE, ONE, neighbours, play_move, slide_mask
from ressac_lab.kernels.player import BIAS, MOVER, OTHER, POINT, Player
from ressac_lab.kernels.search_rows import Search

Records = npt.NDArray[Any]


@kernel
def find_reach(layout: Layout, fleets: Fleets, fleet: np.uint64) -> int:
    """Return the largest flotilla that a fleet could make with one more boat, were the board its own.

    That of a fleet that has all its boats is the largest that it has.
    """
    if popcount(fleet) >= fleets.boats:
        return largest_in(layout, fleets, fleet)
    reach = 1
    for rotation in range(layout.rotation_count):
        cells = layout.users[rotation] & ~fleet
        if not cells:
            continue
        boats = slide_mask(layout, rotation, fleet)
        near = neighbours(layout, boats) & slide_mask(layout, rotation, cells)
        reach = max(reach, largest_in(layout, fleets, boats))
        while near:
            placed = near & (~near + ONE)
            near ^= placed
            reach = max(reach, largest_in(layout, fleets, boats | placed))
    return reach


@small_kernel
def reach_of(layout: Layout, fleets: Fleets, fleet: np.uint64) -> int:
    """Return the same from the table where there is one."""
    if not fleets.sized:
        return find_reach(layout, fleets, fleet)
    number = number_of(fleets, fleet)
    # A thread that finds 0 here works it out itself: all write the same.
    reach: int = np.int64(fleets.reaches[number])  # type: ignore[assignment]
    if reach == 0:
        reach = find_reach(layout, fleets, fleet)
        fleets.reaches[number] = reach
    return reach


@small_kernel
def fleet_score(
    layout: Layout, fleets: Fleets, player: Player, ply: int, first: int, fleet: np.uint64
) -> int:
    """Return a fleet's part of the score; ``first`` is its first weight, ``MOVER`` or ``OTHER``."""
    weights = player.weights
    score = weights[ply, first] * largest_in(layout, fleets, fleet)
    if weights[ply, first + 1]:
        score += weights[ply, first + 1] * touching_pairs(layout, fleet)
    if weights[ply, first + 2]:
        score += weights[ply, first + 2] * reach_of(layout, fleets, fleet)
    return score  # type: ignore[no-any-return]


@small_kernel
def evaluate(
    layout: Layout,
    search: Search,
    fleets: Fleets,
    player: Player,
    ply: int,
    own: np.uint64,
    other: np.uint64,
) -> int:
    """Return what a position is put at, within what it can be at all."""
    score: int = player.weights[ply, BIAS]
    score += fleet_score(layout, fleets, player, ply, MOVER, own)
    score += fleet_score(layout, fleets, player, ply, OTHER, other)
    within: int = max(POINT * search.least[ply], min(POINT * search.most[ply], score))
    return within


@small_kernel
def points_made(layout: Layout, fleets: Fleets, ply: int, own: np.uint64, other: np.uint64) -> int:
    """Return what a ply scores for its mover minus what it scores for the other side, in points."""
    made = 0
    if layout.decount_at[ply] >= 0:
        mover = ply & 1
        if layout.scores_at[ply, mover]:
            made += largest_in(layout, fleets, own)
        if layout.scores_at[ply, 1 - mover]:
            made -= largest_in(layout, fleets, other)
    return made


@kernel
def trace_features(
    layout: Layout, fleets: Fleets, move_codes: Records, features: Integers, gains: Integers
) -> None:
    """Play recorded games again and note what the evaluation sees before every move, and what each gains.

    Nothing is noted after the last decount.
    ``move_codes``: (games, plies). ``features``: (games, plies, features), in the order of weights.
    ``gains``: (games, plies), the mover's points minus the other's after each ply.
    """
    for game in range(move_codes.shape[0]):
        own, other, wrecks = NONE, NONE, layout.wrecks
        for ply in range(2 * fleets.boats):
            features[game, ply, BIAS] = 1
            for first in (MOVER, OTHER):
                fleet = own if first == MOVER else other
                features[game, ply, first] = largest_in(layout, fleets, fleet)
                features[game, ply, first + 1] = touching_pairs(layout, fleet)
                features[game, ply, first + 2] = reach_of(layout, fleets, fleet)
            own, other, wrecks = play_move(layout, int(move_codes[game, ply]), own, other, wrecks)
            gains[game, ply] = points_made(layout, fleets, ply, own, other)
            own, other = other, own
