from __future__ import annotations

import pytest

from ressac_lab.agents import Pairing, parse_agent, parse_pairing
from ressac_lab.arena import measure, play
from ressac_lab.arena.cross_table import meetings, self_play, standings
from ressac_lab.arena.pairs import measure_pairs
from ressac_lab.rules import load

MARE = load("mare").variant
AGENTS = [parse_agent(text) for text in ("random", "greedy", "lookahead:depth=1,endgame=3")]


def test_everybody_meets_everybody_once_the_later_of_the_list_first() -> None:
    found = list(meetings(MARE, AGENTS, 5, 30, 1, workers=2))
    assert [(m.stronger, m.weaker) for m in found] == [
        (AGENTS[1], AGENTS[0]),
        (AGENTS[2], AGENTS[0]),
        (AGENTS[2], AGENTS[1]),
    ]
    pairing = Pairing(AGENTS[2], AGENTS[0], 1)
    seatings = [play(MARE, pairing, 5, 0, 30, mirrored=mirrored) for mirrored in (False, True)]
    assert found[1].measures == measure_pairs(*seatings, MARE)


def test_standings_are_means_over_all_meetings_and_sum_to_one_half_each() -> None:
    found = list(meetings(MARE, AGENTS, 5, 40, 0, workers=1))
    table = standings(found, AGENTS)
    assert [standing.agent for standing in table] == AGENTS
    assert sum(standing.score for standing in table) == pytest.approx(1.5)
    scores = {(m.stronger, m.weaker): m.measures.score for m in found}
    random, greedy, last = AGENTS
    expected = (scores[greedy, random] + 1 - scores[last, greedy]) / 2
    assert table[1].score == pytest.approx(expected)
    assert table[1].interval.low < table[1].score < table[1].interval.high


def test_self_play_is_the_series_of_the_agent() -> None:
    ((agent, found),) = self_play(MARE, AGENTS[1:2], 5, 50, workers=2)
    assert agent == AGENTS[1]
    assert found == measure(play(MARE, parse_pairing("greedy"), 5, 0, 50), MARE)
