"""Agents against the truth: exact values, exact means of random play, exact play near the end."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from players import random_position

from ressac_lab.agents import parse_agent, parse_pairing
from ressac_lab.agents.ladder import LADDER
from ressac_lab.arena import choose, measure, play
from ressac_lab.arena.truth import truths
from ressac_lab.reference import Reference
from ressac_lab.reference.minimax import margin
from ressac_lab.rules import Position, Variant, load
from ressac_lab.solve.alphabeta import AlphaBeta
from ressac_lab.solve.minimax import Minimax

MEDIUM = Variant(3, 3, ("B2",), 3, (1, 3))


def test_perfect_play_keeps_every_value_and_random_play_does_not() -> None:
    agents = [parse_agent("perfect"), parse_agent("random")]
    rows = list(truths(MEDIUM, agents, 1, 40, AlphaBeta(MEDIUM, 2**20)))
    assert [(row.agent, row.decision) for row in rows] == [
        (agent, ply) for agent in agents for ply in range(6)
    ]
    assert all((row.kept, row.lost) == (40, 0) for row in rows[:6])
    assert sum(row.kept for row in rows[6:]) < 200
    assert sum(row.lost for row in rows[6:]) > 40


def test_what_moves_cost_adds_up_to_value_minus_margin() -> None:
    agent = parse_agent("greedy")
    rows = list(truths(MEDIUM, [agent], 3, 30, AlphaBeta(MEDIUM, 2**20)))
    found = measure(play(MEDIUM, parse_pairing("greedy"), 3, 0, 30), MEDIUM)
    value = Minimax(MEDIUM).value(Position.start(MEDIUM))
    cost = sum((-1) ** row.decision * row.lost for row in rows) / 30
    assert found.margin_mean == pytest.approx(value - cost, rel=0, abs=1e-12)


@pytest.mark.parametrize("komi", [0, 1.5])
def test_under_the_pie_rule_the_opening_and_the_choice_of_side_are_judged(komi: float) -> None:
    rules = Variant(3, 3, ("A1",), 3, (2, 3), scorers="both")
    variant = replace(rules, pie="swap", komi=komi)
    agents = [parse_agent("perfect"), parse_agent("random")]
    rows = list(truths(variant, agents, 1, 60, AlphaBeta(variant, 2**20)))
    assert [row.decision for row in rows[:7]] == [0, "swap", 1, 2, 3, 4, 5]
    assert all((row.kept, row.lost) == (60, 0) for row in rows[:7])
    openings = [value - komi for _, value in Minimax(rules).openings(Position.start(rules))]
    assert len(set(openings)) == 2
    nearest = min(map(abs, openings))
    # Random play chooses its first move and its side uniformly.
    opening, swap = rows[7:9]
    expected = sum(abs(value) - nearest for value in openings) / len(openings)
    assert opening.lost / 60 == pytest.approx(expected, abs=0.5)
    expected = sum(map(abs, openings)) / len(openings)
    assert swap.lost / 60 == pytest.approx(expected, abs=1)
    assert swap.kept < 60


@pytest.mark.parametrize(
    "variant",
    [
        load("mare").variant,
        MEDIUM,
        Variant(3, 3, ("A1",), 3, (2, 3), touch="corners", scorers="both", slide="may"),
        Variant(4, 2, ("B2",), 3, (3,), touch="torus", wrecks_drift=False, slide_lines="row"),
    ],
    ids=["mare", "medium", "both", "anchored"],
)
def test_sampled_random_play_meets_the_exact_mean(variant: Variant) -> None:
    (exact,) = Minimax(variant, (1.0,)).trembling_values(Position.start(variant))
    found = measure(play(variant, parse_pairing("random"), 11, 0, 40_000), variant, confidence=0.9999)
    assert found.margin_interval.low <= exact <= found.margin_interval.high
    assert found.margin_interval.high - found.margin_interval.low < 0.15


@pytest.mark.slow
def test_the_top_level_never_loses_more_than_the_value_allows() -> None:
    # From 200 positions with 8 plies or fewer left, against three very different opponents.
    variant, engine, solver = Variant(), Reference(Variant()), AlphaBeta(Variant(), 2**28)
    top, source = parse_agent(max(LADDER)), random.Random(8)
    others = [parse_agent(text) for text in ("random", "L3", max(LADDER))]
    for number in range(200):
        position = random_position(variant, source, left=1 + number % 8)
        side = position.mover if number % 3 else 1 - position.mover
        owed = margin(position) + solver.value(position)
        while position.ply < variant.plies:
            agent = top if position.mover == side else others[number % len(others)]
            move = choose(variant, position, agent, number).move
            position = engine.play(position, move)
        made = margin(position)
        assert made >= owed if side == 0 else made <= owed
