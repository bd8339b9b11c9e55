"""What the agents choose, judged by the reference engine."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from support import chi_square, chi_square_bound, label, random_moves, random_variant

from ressac_lab.kernels.agents import GREEDY, RANDOM, choose_move, takes_light
from ressac_lab.kernels.chance import stream_of
from ressac_lab.kernels.layout import layout_of, mask_of, move_of
from ressac_lab.reference import Reference
from ressac_lab.rules import Move, Position, Variant


def chosen(variant: Variant, position: Position, agent: int, streams: int, seed: int = 0) -> Counter[Move]:
    """Return how often an agent chooses each move, once from each of many streams."""
    layout = layout_of(variant)
    fleets = [np.uint64(mask_of(cells)) for cells in (position.light, position.dark)]
    masks = fleets[position.mover], fleets[1 - position.mover], np.uint64(mask_of(position.wrecks))
    counts: Counter[Move] = Counter()
    for game in range(streams):
        state = np.uint64(stream_of(np.uint64(seed), game))
        move_code, _ = choose_move(agent, layout, *masks, state)
        counts[move_of(variant, move_code)] += 1
    return counts


def best_moves(variant: Variant, position: Position) -> list[Move]:
    """Return the moves that make own largest flotilla minus the other's largest."""
    engine = Reference(variant)

    def score(move: Move) -> int:
        after = engine.play(position, move)
        sizes = [engine.largest_flotilla(fleet) for fleet in (after.light, after.dark)]
        return sizes[position.mover] - sizes[1 - position.mover]

    scores = {move: score(move) for move in engine.legal_moves(position)}
    return [move for move in scores if scores[move] == max(scores.values())]


def random_position(variant: Variant, source: random.Random) -> Position:
    """Return a position of a random game, with a move left to play."""
    engine = Reference(variant)
    game = list(engine.replay(tuple(random_moves(variant, source, engine.play))))
    return game[source.randrange(variant.plies)]


@pytest.mark.parametrize("seed", range(100))
def test_greedy_plays_a_move_that_the_reference_scores_best(seed: int) -> None:
    source = random.Random(seed)
    variant = random_variant(source, sides=(2, 6))
    position = random_position(variant, source)
    found = chosen(variant, position, GREEDY, streams=20, seed=seed)
    assert set(found) <= set(best_moves(variant, position))


def tied_positions() -> list[Any]:
    """Return late positions of the standard game with 2 to 40 best moves."""
    found = []
    for seed in range(40):
        position = random_position(Variant(), random.Random(seed))
        if 2 <= len(best_moves(Variant(), position)) <= 40:
            found.append(pytest.param(position, id=position.text()))
    return found[:12]


@pytest.mark.parametrize("position", tied_positions())
def test_greedy_breaks_ties_uniformly(position: Position) -> None:
    best = best_moves(Variant(), position)
    counts = chosen(Variant(), position, GREEDY, streams=60 * len(best))
    assert set(counts) == set(best)
    assert chi_square(list(counts.values())) < chi_square_bound(len(best))


def test_there_are_ties_to_break() -> None:
    assert len(tied_positions()) == 12


def test_greedy_makes_a_flotilla_of_its_own_and_breaks_the_others() -> None:
    # C3> makes a row of three and pushes one of Dark's two boats off the other; C3v only joins.
    variant, engine = Variant(wrecks=()), Reference(Variant(wrecks=()))
    position = Position.parse("5/5/LL1D1/3D1/5 4")
    counts = chosen(variant, position, GREEDY, streams=400)
    assert counts[Move.parse("C3>", variant)] > 0
    assert counts[Move.parse("C3v", variant)] == 0
    for move in counts:
        after = engine.play(position, move)
        sizes = [engine.largest_flotilla(fleet) for fleet in (after.light, after.dark)]
        assert sizes == [3, 1]


VARIANTS = [
    Variant(),
    Variant(slide_lines="any", slide="may"),
    Variant(8, 8, ("A1", "H8"), 31, (31,), slide_lines="row"),
    Variant(2, 2, (), 2, (2,)),
]


@pytest.mark.parametrize("variant", VARIANTS, ids=label)
@pytest.mark.parametrize("plies", [0, 3])
def test_the_random_agent_plays_every_move_equally_often(variant: Variant, plies: int) -> None:
    engine, position = Reference(variant), Position.start(variant)
    for move in random_moves(variant, random.Random(3), engine.play)[:plies]:
        position = engine.play(position, move)
    moves = engine.legal_moves(position)
    counts = chosen(variant, position, RANDOM, streams=30 * len(moves), seed=plies)
    assert set(counts) == set(moves)
    assert chi_square(list(counts.values())) < chi_square_bound(len(moves))


@pytest.mark.parametrize("agent", [RANDOM, GREEDY])
def test_the_same_stream_makes_the_same_choice(agent: int) -> None:
    position = random_position(Variant(), random.Random(11))
    first, again = (chosen(Variant(), position, agent, streams=50, seed=9) for _ in range(2))
    assert first == again
    assert len(first) > 1


def share_taken(variant: Variant, position: Position, agent: int, streams: int = 400) -> float:
    """Return how often an agent, about to move as Dark, takes Light's side instead."""
    layout = layout_of(variant)
    fleets = [np.uint64(mask_of(cells)) for cells in (position.dark, position.light)]
    wrecks = np.uint64(mask_of(position.wrecks))
    states = [np.uint64(stream_of(np.uint64(5), game)) for game in range(streams)]
    taken = [takes_light(agent, layout, *fleets, wrecks, state)[0] for state in states]
    assert set(taken) <= {0, 1}
    return sum(taken) / streams


def test_the_random_agent_takes_light_by_a_coin() -> None:
    assert 0.4 < share_taken(Variant(), Position.parse("L4/5/1XXX1/5/5 1"), RANDOM) < 0.6


@pytest.mark.parametrize(
    ("rows", "least", "most"),
    [
        # Whatever Dark plays, it is one boat against one: the coin decides.
        ("L4/5/1XXX1/5/5", 0.4, 0.6),
        # Dark can make two against one, and stays Dark.
        ("L4/5/1XXX1/5/4D", 0.0, 0.0),
        # Dark has one boat against at least two of the four, and would rather be Light.
        ("5/LLLL1/2X2/5/XX3", 1.0, 1.0),
    ],
)
def test_greedy_takes_light_where_dark_would_be_behind(rows: str, least: float, most: float) -> None:
    assert least <= share_taken(Variant(), Position.parse(f"{rows} 1"), GREEDY) <= most


@pytest.mark.parametrize("seed", range(30))
def test_greedy_decides_by_what_the_reference_makes_of_its_best_move(seed: int) -> None:
    source = random.Random(seed)
    variant = random_variant(source, sides=(2, 6))
    position = random_position(variant, source)
    while position.mover == 0:
        position = random_position(variant, source)
    after = Reference(variant).play(position, best_moves(variant, position)[0])
    light, dark = (Reference(variant).largest_flotilla(f) for f in (after.light, after.dark))
    share = share_taken(variant, position, GREEDY, streams=40)
    assert 0 < share < 1 if light == dark else share == (light > dark)
