from __future__ import annotations

import random

import pytest
from kit import check_player
from support import chi_square, chi_square_bound

from ressac_lab.agents import parse_agent
from ressac_lab.arena import choose, opinions, takes_light
from ressac_lab.reference import Reference
from ressac_lab.rules import Move, Position, Variant

STANDARD = Variant()
START = Position.start(STANDARD)


@pytest.mark.parametrize("text", ["random", "greedy"])
def test_every_agent_honours_every_switch(text: str) -> None:
    source, agent = random.Random(3), parse_agent(text)
    check_player(
        lambda variant, place: choose(variant, place, agent, source.getrandbits(30)).move, count=30
    )


def test_the_same_question_has_the_same_answer_and_seeds_change_it() -> None:
    agent = parse_agent("greedy")
    answers = [choose(STANDARD, START, agent, seed) for seed in range(20)]
    assert answers == [choose(STANDARD, START, agent, seed) for seed in range(20)]
    assert len({answer.move for answer in answers}) > 10


def test_random_choices_are_even() -> None:
    variant = Variant(2, 2, wrecks=("A1",), boats=1, decounts=(1,))
    start, agent = Position.start(variant), parse_agent("random")
    moves = Reference(variant).legal_moves(start)
    chosen = [choose(variant, start, agent, seed).move for seed in range(1200)]
    counts = [chosen.count(move) for move in moves]
    assert sum(counts) == 1200
    assert chi_square(counts) < chi_square_bound(len(moves))


def test_an_agent_chooses_a_move_that_it_thinks_best() -> None:
    position = Position.parse("5/1L3/1XXX1/1L1D1/5 3 0-0")
    agent = parse_agent("greedy")
    found = dict(opinions(STANDARD, position, agent, 1))
    assert list(found) == Reference(STANDARD).legal_moves(position)
    choice = choose(STANDARD, position, agent, 1)
    assert choice.score == found[choice.move] == max(found.values()) == 1
    # C2> carries D2 along and leaves two boats side by side; E5v leaves all boats alone.
    assert found[Move.parse("C2>", STANDARD)] == 1
    assert found[Move.parse("E5v", STANDARD)] == 0


def test_greedy_takes_light_where_dark_would_stay_behind() -> None:
    agent = parse_agent("greedy")
    behind = Position.parse("1LL2/1LL2/1XXX1/5/5 1 0-0")
    assert all(takes_light(STANDARD, behind, agent, seed) for seed in range(10))
    level = Position.parse("5/1L3/1XXX1/5/5 1 0-0")
    assert len({takes_light(STANDARD, level, agent, seed) for seed in range(30)}) == 2
