"""Exact play near the end, judged by plain minimax."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from players import late_positions, random_position
from support import chi_square, chi_square_bound

from ressac_lab.agents import parse_pairing
from ressac_lab.agents.room import Room
from ressac_lab.kernels.chance import stream_of
from ressac_lab.kernels.layout import move_of
from ressac_lab.kernels.player import POINT
from ressac_lab.reference import Reference
from ressac_lab.reference.minimax import margin
from ressac_lab.rules import Move, Position, Variant
from ressac_lab.solve.minimax import Minimax


def keepers(variant: Variant, position: Position) -> tuple[int, list[Move]]:
    """Return the mover's score to go and the moves that keep it, by plain minimax."""
    solver, sign = Minimax(variant), -1 if position.mover else 1
    openings = dict(solver.openings(position))
    best = max(sign * value for value in openings.values())
    return best, [move for move, value in openings.items() if sign * value == best]


@pytest.mark.parametrize("agent", ["lookahead:depth=1,endgame=64", "mcts:playouts=1,endgame=64", "perfect"])
def test_the_last_plies_are_played_exactly(agent: str) -> None:
    for seed, (variant, position) in enumerate(late_positions(seed=3, count=60, left=4)):
        value, kept = keepers(variant, position)
        room = Room(variant, parse_pairing(agent))
        for stream in range(5):
            move_code, score, _ = room.choose(position, stream_of(np.uint64(seed), stream))
            assert score == POINT * value
            assert move_of(variant, move_code) in kept


def test_every_move_that_keeps_the_value_is_as_likely_as_any_other() -> None:
    variant = Variant(3, 3, ("B2",), 3, (2, 3))
    position = random_position(variant, random.Random(8), left=3)
    _, kept = keepers(variant, position)
    assert 2 <= len(kept) <= 15
    room, counts = Room(variant, parse_pairing("perfect")), Counter[Move]()
    for stream in range(100 * len(kept)):
        move_code, _, _ = room.choose(position, stream_of(np.uint64(2), stream))
        counts[move_of(variant, move_code)] += 1
    assert set(counts) == set(kept)
    assert chi_square(list(counts.values())) < chi_square_bound(len(kept))


def test_two_perfect_players_make_the_value() -> None:
    variant = Variant(4, 3, ("B2", "C2"), 3, (1, 3))
    start = Position.start(variant)
    value = Minimax(variant).value(start)
    room, engine = Room(variant, parse_pairing("perfect")), Reference(variant)
    for game in range(20):
        position, state = start, int(stream_of(np.uint64(4), game))
        while position.ply < variant.plies:
            move_code, _, state = room.choose(position, state)
            position = engine.play(position, move_of(variant, move_code))
        assert margin(position) == value
