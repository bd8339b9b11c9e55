"""An agent as kernels know it: one record of numbers."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from ressac_lab.kernels.layout import MOST_CELLS, Integers

RANDOM, GREEDY, LOOKAHEAD, MCTS = range(4)
# Scores are whole thousandths of a point: sums of them are the same on every machine.
POINT = 1000
# For each fleet its largest flotilla, its pairs of boats that touch, and what one more boat could make.
FLEET_FEATURES = 3
BIAS, MOVER, OTHER = 0, 1, 1 + FLEET_FEATURES
FEATURES = 1 + 2 * FLEET_FEATURES


class Player(Protocol):
    """What an agent plays by, as one record that kernels pass around by its address.

    ``kind``: one of the numbers above. ``noise``: the chance of a random move, in 2⁻³². ``depth``: plies
    that are looked ahead. ``endgame``: play is exact once so many plies are left. ``playouts``: playouts
    a move. ``weights`` (plies, features): for each ply what a mover's score to go is put at, in thousandths
    of a point: a constant, and a weight for each feature of the mover's fleet and of the other.
    """

    kind: int
    noise: int
    depth: int
    endgame: int
    playouts: int
    weights: Integers


PLAYER_TYPE = np.dtype(
    [(name, np.int64) for name in ("kind", "noise", "depth", "endgame", "playouts")]
    + [("weights", np.int64, (MOST_CELLS + 1, FEATURES))]
)
