"""Lookahead and its evaluation, judged by the same written down in plain Python."""

from __future__ import annotations

import random

import numpy as np
import pytest
from players import Judge, random_position
from support import chi_square, chi_square_bound, random_variant

from ressac_lab.agents import parse_pairing
from ressac_lab.agents.room import Room
from ressac_lab.kernels.chance import stream_of
from ressac_lab.kernels.evaluation import evaluate
from ressac_lab.kernels.layout import mask_of, move_of
from ressac_lab.reference import Reference
from ressac_lab.rules import Position, Variant


@pytest.mark.parametrize("evaluation", ["fitted", "fleet"])
@pytest.mark.parametrize("seed", range(60))
def test_a_position_is_put_at_what_its_two_fleets_weigh(seed: int, evaluation: str) -> None:
    source = random.Random(seed)
    variant = random_variant(source)
    room = Room(variant, parse_pairing(f"lookahead:eval={evaluation}"))
    judge = Judge(variant, evaluation)
    for _ in range(3):
        position = random_position(variant, source)
        fleets = (position.light, position.dark)
        own, other = fleets[position.mover], fleets[1 - position.mover]
        masks = (np.uint64(mask_of(own)), np.uint64(mask_of(other)))
        tables = (room.layout, room.search, room.fleets, room.light)
        for _ in range(2):
            assert evaluate(*tables, position.ply, *masks) == judge.evaluate(position)


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("seed", range(25))
def test_the_move_is_one_that_minimax_to_that_depth_scores_best(seed: int, depth: int) -> None:
    source = random.Random(seed)
    variant = random_variant(source, sides=(2, 3), most_boats=4)
    room, judge = Room(variant, parse_pairing(f"lookahead:depth={depth}")), Judge(variant, "fitted")
    position = random_position(variant, source)
    scores = {move: judge.after(position, move, depth) for move in Reference(variant).legal_moves(position)}
    for stream in range(10):
        move_code, score, _ = room.choose(position, stream_of(np.uint64(seed), stream))
        assert score == max(scores.values())
        assert scores[move_of(variant, move_code)] == score


def test_ties_are_broken_uniformly() -> None:
    # No slide changes a line of one kind of boat, so all four cells are alike.
    variant, position = Variant(2, 2, (), 2, (1, 2)), Position.parse("2/2 0")
    room = Room(variant, parse_pairing("lookahead:depth=2"))
    cells = [room.choose(position, stream_of(np.uint64(1), game))[0] // 4 for game in range(2000)]
    counts = [cells.count(cell) for cell in range(4)]
    assert chi_square(counts) < chi_square_bound(4)


def test_a_deeper_look_wins_more_points() -> None:
    totals = []
    for agents in ("lookahead:depth=2 vs lookahead:depth=1", "lookahead:depth=1 vs lookahead:depth=2"):
        room = Room(Variant(), parse_pairing(f"{agents} after 4 random"))
        move_codes = np.zeros((100, 18), dtype=np.uint16)
        points, swaps = np.zeros((100, 3, 2), dtype=np.uint8), np.zeros(100, dtype=np.uint8)
        room.play(5, 5, 0, move_codes, points, swaps)
        totals.append(points.sum(axis=(0, 1), dtype=int))
    assert totals[0][0] + totals[1][1] > totals[0][1] + totals[1][0] + 200
