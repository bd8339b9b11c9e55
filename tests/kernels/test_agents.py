"""What the agents choose, judged by the reference engine."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from kit import check_player
from players import Judge
from support import chi_square, chi_square_bound, label, random_moves, random_variant

from ressac_lab.agents import parse_agent, parse_pairing
from ressac_lab.agents.room import Room
from ressac_lab.arena import takes_light as takes_light_in_a_session
from ressac_lab.kernels.agents import choose_move, takes_light, think
from ressac_lab.kernels.alphabeta import reaches
from ressac_lab.kernels.chance import stream_of
from ressac_lab.kernels.even_opening import most_even
from ressac_lab.kernels.layout import move_of
from ressac_lab.kernels.lookahead import look
from ressac_lab.kernels.player import POINT
from ressac_lab.reference import Reference
from ressac_lab.reference.minimax import ReferenceMinimax
from ressac_lab.rules import Move, Position, Variant


def chosen(variant: Variant, position: Position, agent: str, streams: int, seed: int = 0) -> Counter[Move]:
    """Return how often an agent chooses each move, once from each of many streams."""
    room = Room(variant, parse_pairing(agent))
    counts: Counter[Move] = Counter()
    for game in range(streams):
        move_code, _, _ = room.choose(position, stream_of(np.uint64(seed), game))
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
    found = chosen(variant, position, "greedy", streams=20, seed=seed)
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
    counts = chosen(Variant(), position, "greedy", streams=60 * len(best))
    assert set(counts) == set(best)
    assert chi_square(list(counts.values())) < chi_square_bound(len(best))


def test_there_are_ties_to_break() -> None:
    assert len(tied_positions()) == 12


def test_greedy_makes_a_flotilla_of_its_own_and_breaks_the_others() -> None:
    # C3> makes a row of three and pushes one of Dark's two boats off the other; C3v only joins.
    variant, engine = Variant(wrecks=()), Reference(Variant(wrecks=()))
    position = Position.parse("5/5/LL1D1/3D1/5 4")
    counts = chosen(variant, position, "greedy", streams=400)
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
    counts = chosen(variant, position, "random", streams=30 * len(moves), seed=plies)
    assert set(counts) == set(moves)
    assert chi_square(list(counts.values())) < chi_square_bound(len(moves))


@pytest.mark.parametrize("agent", ["random", "greedy"])
def test_the_same_stream_makes_the_same_choice(agent: str) -> None:
    position = random_position(Variant(), random.Random(11))
    first, again = (chosen(Variant(), position, agent, streams=50, seed=9) for _ in range(2))
    assert first == again
    assert len(first) > 1


def share_taken(variant: Variant, position: Position, agent: str, streams: int = 400) -> float:
    """Return how often an agent, about to move as Dark, takes Light's side instead."""
    room, taken = Room(variant, parse_pairing(agent)), []
    for game in range(streams):
        _, score, state = room.choose(position, stream_of(np.uint64(5), game))
        taken.append(takes_light(-score, np.uint64(state))[0])
    assert set(taken) <= {0, 1}
    return sum(taken) / streams


def test_the_random_agent_takes_light_by_a_coin() -> None:
    assert 0.4 < share_taken(Variant(), Position.parse("L4/5/1XXX1/5/5 1"), "random") < 0.6


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
    assert least <= share_taken(Variant(), Position.parse(f"{rows} 1"), "greedy") <= most


@pytest.mark.parametrize("seed", range(30))
def test_greedy_decides_by_what_the_reference_makes_of_its_best_move(seed: int) -> None:
    source = random.Random(seed)
    variant = random_variant(source, sides=(2, 6))
    position = random_position(variant, source)
    while position.mover == 0:
        position = random_position(variant, source)
    after = Reference(variant).play(position, best_moves(variant, position)[0])
    light, dark = (Reference(variant).largest_flotilla(f) for f in (after.light, after.dark))
    share = share_taken(variant, position, "greedy", streams=40)
    assert 0 < share < 1 if light == dark else share == (light > dark)


# Its first moves are worth 0 or 1.
MEDIUM = Variant(3, 3, ("A1",), 3, (2, 3), scorers="both")
OPENINGS = ReferenceMinimax(MEDIUM).openings(Position.start(MEDIUM))


@pytest.mark.parametrize("komi", [0, 0.5, 1, -1.5])
@pytest.mark.parametrize("agent", ["perfect", "lookahead:endgame=5"])
def test_exact_play_under_the_pie_rule_opens_with_the_moves_nearest_to_even(
    agent: str, komi: float
) -> None:
    variant = replace(MEDIUM, pie="swap", komi=komi)
    nearest = min(abs(value - komi) for _, value in OPENINGS)
    counts = chosen(variant, Position.start(variant), agent, streams=200)
    assert set(counts) == {move for move, value in OPENINGS if abs(value - komi) == nearest}


@pytest.mark.parametrize("komi", [0, -2.5])
def test_looking_ahead_under_the_pie_rule_opens_with_the_move_it_thinks_nearest_to_even(
    komi: float,
) -> None:
    variant, agent = Variant(pie="swap", komi=komi), "lookahead:depth=2"
    start, judge = Position.start(variant), Judge(variant, "fitted")
    distance = {
        move: abs(judge.after(start, move, 2) - POINT * komi)
        for move in Reference(variant).legal_moves(start)
        # The start map's mirrors leave these to judge; the others are as good as one of them.
        if move.cell in (0, 1, 2, 5, 6, 7)
    }
    picked = chosen(variant, start, agent, streams=60)
    assert {move for move in picked if move in distance} <= {
        move for move in distance if distance[move] == min(distance.values())
    }
    assert any(move in distance for move in picked)


@pytest.mark.parametrize(("pie", "komi", "worth"), [("none", 0, 1), ("swap", 0, 0), ("swap", 1, 1)])
def test_playouts_under_the_pie_rule_look_for_an_even_opening(pie: str, komi: float, worth: int) -> None:
    rules = Variant(3, 3, ("A1", "B2"), 2, (2,), scorers="both", touch="corners")
    values = dict(ReferenceMinimax(rules).openings(Position.start(rules)))
    assert set(values.values()) == {0, 1}
    variant = replace(rules, pie=pie, komi=komi)
    counts = chosen(variant, Position.start(variant), "mcts:playouts=20000", streams=5)
    assert {values[move] for move in counts} == {worth}


@pytest.mark.parametrize(("komi", "swapped"), [(2, False), (-2, True)])
@pytest.mark.parametrize("agent", ["greedy", "perfect", "mcts:playouts=50"])
def test_the_second_player_weighs_komi(agent: str, komi: float, swapped: bool) -> None:
    # One boat each, and nothing else to score: only komi tells the sides apart.
    variant = Variant(2, 2, (), 1, (1,), pie="swap", komi=komi)
    arrays = np.zeros((40, 2), np.uint8), np.zeros((40, 1, 2), np.uint8), np.zeros(40, np.uint8)
    Room(variant, parse_pairing(agent)).play(1, 1, 0, *arrays)
    assert arrays[2].tolist() == [int(swapped)] * 40
    after = Reference(variant).play(Position.start(variant), Move.parse("A1>", variant))
    assert takes_light_in_a_session(variant, after, parse_agent(agent), 3) == swapped


def test_kernels_with_a_recursion_below_are_compiled_for_one_type_only() -> None:
    # Two versions of one would crash the next process, which loads them from the cache.
    room, recursive = Room(Variant(pie="swap"), parse_pairing("lookahead:endgame=2")), (choose_move, think)
    arrays = np.zeros((1, 18), np.uint16), np.zeros((1, 3, 2), np.uint8), np.zeros(1, np.uint8)
    room.play(1, 1, 0, *arrays)
    room.choose(Position.start(Variant()), 5)
    for kernel in (*recursive, most_even, look, reaches):
        assert len(getattr(kernel, "signatures", [()])) <= 1


def test_a_noisy_agent_plays_at_random_as_often_as_it_says() -> None:
    variant, position = Variant(), random_position(Variant(), random.Random(11))
    best, moves = best_moves(variant, position), len(Reference(variant).legal_moves(position))
    counts = chosen(variant, position, "noisy:0.3,greedy", streams=3000)
    bad = sum(count for move, count in counts.items() if move not in best)
    expected = 0.3 * (1 - len(best) / moves)
    assert abs(bad / 3000 - expected) < 0.045


@pytest.mark.parametrize(
    "agent", ["lookahead:depth=1,endgame=2", "mcts:playouts=8", "noisy:0.5,lookahead:eval=fleet"]
)
def test_agents_that_think_play_every_variant(agent: str) -> None:
    def choose(variant: Variant, position: Position) -> Move:
        room = Room(variant, parse_pairing(agent))
        return move_of(variant, room.choose(position, stream_of(np.uint64(1), position.ply))[0])

    check_player(choose, count=12)
