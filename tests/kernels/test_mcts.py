"""Monte Carlo tree search: what must hold of any, and what it is worth."""

from __future__ import annotations

import random

import numpy as np
import pytest
from players import random_position
from support import random_variant

from ressac_lab.agents import parse_pairing
from ressac_lab.agents.room import Room
from ressac_lab.kernels.chance import stream_of
from ressac_lab.kernels.layout import mask_of, move_of
from ressac_lab.kernels.mcts import PRIOR_VISITS, play_out, scoring_move
from ressac_lab.reference import Reference
from ressac_lab.rules import Position, Variant
from ressac_lab.solve.alphabeta import score_bounds
from ressac_lab.solve.minimax import Minimax


def thinking(variant: Variant, position: Position, playouts: int, seed: int = 1) -> Room:
    """Return a room in which one move was thought about."""
    room = Room(variant, parse_pairing(f"mcts:playouts={playouts}"))
    room.choose(position, stream_of(np.uint64(seed), 0))
    return room


@pytest.mark.parametrize("seed", range(30))
def test_every_playout_is_a_visit_to_one_of_the_moves(seed: int) -> None:
    source = random.Random(seed)
    variant = random_variant(source, sides=(2, 5))
    position = random_position(variant, source)
    tree = thinking(variant, position, 200).tree
    first, count = int(tree.first[0]), int(tree.count[0])
    assert int(tree.visits[first : first + count].sum()) == 200 + PRIOR_VISITS * count
    low, high = score_bounds(variant, position.ply)
    means = tree.average[first : first + count]
    assert 1000 * low <= means.min()
    assert means.max() <= 1000 * high


@pytest.mark.parametrize("seed", range(20))
def test_many_playouts_find_the_value_one_ply_before_the_end(seed: int) -> None:
    source = random.Random(seed)
    variant = random_variant(source, sides=(2, 4), scorers="mover")
    position = random_position(variant, source, left=1)
    room = Room(variant, parse_pairing("mcts:playouts=2000"))
    move_code, score, _ = room.choose(position, stream_of(np.uint64(seed), 1))
    value = -Minimax(variant).value(position)
    after = Reference(variant).play(position, move_of(variant, move_code))
    assert after.points[1] - position.points[1] == value
    assert score == 1000 * value


@pytest.mark.parametrize("seed", range(40))
def test_a_playout_makes_the_largest_flotilla_there_is_at_a_decount(seed: int) -> None:
    source = random.Random(seed)
    variant = random_variant(source, sides=(2, 5))
    engine, position = Reference(variant), random_position(variant, source)
    fleets = (position.light, position.dark)
    sizes = {}
    for move in engine.legal_moves(position):
        after = engine.play(position, move)
        sizes[move] = engine.largest_flotilla((after.light, after.dark)[position.mover])
    room = Room(variant, parse_pairing("mcts"))
    cells = frozenset(position.empty) & (variant.first_cells if position.ply == 0 else frozenset(range(64)))
    for stream in range(5):
        cell, rotation, _ = scoring_move(
            room.layout,
            room.search,
            room.fleets,
            np.uint64(mask_of(fleets[position.mover])),
            np.uint64(mask_of(cells)),
            np.uint64(stream_of(np.uint64(seed), stream)),
        )
        codes = range(cell * room.layout.slides, (cell + 1) * room.layout.slides)
        move = next(move_of(variant, code) for code in codes if room.layout.rotation_of[code] == rotation)
        assert sizes[move] == max(sizes.values())


@pytest.mark.parametrize("seed", range(10))
def test_a_playout_scores_within_what_the_rules_allow(seed: int) -> None:
    source = random.Random(seed)
    variant = random_variant(source)
    position = random_position(variant, source)
    room = Room(variant, parse_pairing("mcts"))
    fleets = (position.light, position.dark)
    masks = [mask_of(fleets[position.mover]), mask_of(fleets[1 - position.mover]), mask_of(position.wrecks)]
    room.search.position[position.ply] = np.array(masks, dtype=np.uint64)
    low, high = score_bounds(variant, position.ply)
    state = np.uint64(stream_of(np.uint64(seed), 0))
    for _ in range(50):
        score, state = play_out(room.layout, room.search, room.fleets, position.ply, np.uint64(state))
        assert low <= score <= high
