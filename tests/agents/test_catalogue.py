from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import refused

from ressac_lab.agents import Agent, Pairing, parse_agent, parse_pairing
from ressac_lab.agents.catalogue import EVALUATIONS
from ressac_lab.agents.ladder import LADDER
from ressac_lab.errors import ExperimentError

evaluations = st.sampled_from(EVALUATIONS)
endgames = st.integers(0, 64)
noises = st.integers(0, 1_000_000).map(lambda millionths: millionths / 1_000_000)
agents = st.one_of(
    st.builds(Agent, st.sampled_from(["random", "greedy", "perfect"]), noise=noises),
    st.builds(
        Agent, st.just("lookahead"), st.integers(1, 12), endgames, evaluation=evaluations, noise=noises
    ),
    st.builds(
        Agent,
        st.just("mcts"),
        endgame=endgames,
        playouts=st.integers(1, 100_000),
        evaluation=evaluations,
        noise=noises,
    ),
    st.sampled_from(sorted(LADDER)).map(parse_agent),
)


@given(agents)
def test_an_agents_text_parses_back(agent: Agent) -> None:
    assert parse_agent(agent.text) == agent


@given(st.builds(Pairing, agents, agents, st.integers(0, 64)))
def test_a_pairings_text_parses_back(pairing: Pairing) -> None:
    assert parse_pairing(pairing.text) == pairing
    assert pairing.mirrored.mirrored == pairing


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ("lookahead", "lookahead:depth=2"),
        ("lookahead:endgame=6", "lookahead:depth=2,endgame=6"),
        ("lookahead:endgame=6,depth=3,eval=fleet", "lookahead:depth=3,endgame=6,eval=fleet"),
        ("lookahead: endgame = 6", "lookahead:depth=2,endgame=6"),
        ("mcts", "mcts:playouts=1000"),
        ("mcts:endgame=4,playouts=50", "mcts:playouts=50,endgame=4"),
        ("noisy:.5,greedy", "noisy:0.5,greedy"),
        ("noisy:1,perfect", "noisy:1,perfect"),
        (" L1 ", "L1"),
    ],
)
def test_an_agent_has_one_text(given: str, text: str) -> None:
    assert parse_agent(given).text == text


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ("greedy", "greedy"),
        (["greedy"], "greedy"),
        (["greedy", "greedy"], "greedy"),
        (["greedy", "random"], "greedy vs random"),
        ("random vs greedy", "random vs greedy"),
        ("random vs L2 after 3 random", "random vs L2 after 3 random"),
    ],
)
def test_a_pairing_has_one_text_that_parses_back(given: str | list[str], text: str) -> None:
    pairing = parse_pairing(given)
    assert pairing.text == text
    assert parse_pairing(pairing.text) == pairing


@pytest.mark.parametrize("level", sorted(LADDER))
def test_a_level_plays_by_its_definition_under_its_own_name(level: str) -> None:
    agent = parse_agent(level)
    assert agent.text == level
    assert agent.definition == LADDER[level] == parse_agent(LADDER[level]).text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("greddy", "unknown agent 'greddy': did you mean 'greedy'?"),
        ("L9", "unknown agent 'L9': did you mean 'L7'?"),
        ("random:depth=2", "unknown agent 'random:depth=2': did you mean 'random'?"),
        (
            "lookahead:deep=2",
            "agent 'lookahead:deep=2': 'deep=2': "
            "expected depth=NUMBER, endgame=NUMBER, eval=fitted or fleet",
        ),
        ("lookahead:depth=0", "agent 'lookahead:depth=0': 'depth=0': expected 1 to 12"),
        ("lookahead:depth=٢", "agent 'lookahead:depth=٢': 'depth=٢': expected 1 to 12"),
        ("mcts:playouts=", "agent 'mcts:playouts=': 'playouts=': expected 1 to 100,000"),
        (
            "mcts:playouts=9999999",
            "agent 'mcts:playouts=9999999': 'playouts=9999999': expected 1 to 100,000",
        ),
        (
            "noisy:0,greedy",
            "agent 'noisy:0,greedy': expected noisy:SHARE,AGENT with a share above 0 and up to 1",
        ),
        ("noisy:0.1", "agent 'noisy:0.1': expected noisy:SHARE,AGENT with a share above 0 and up to 1"),
        (
            "noisy:0.1,noisy:0.2,greedy",
            "agent 'noisy:0.1,noisy:0.2,greedy': 'noisy:0.2,greedy' is noisy already, expected one share",
        ),
    ],
)
def test_what_is_no_agent_is_refused(text: str, message: str) -> None:
    with refused(ExperimentError, message):
        parse_agent(text)


@pytest.mark.parametrize("given", [["greedy", "random", "greedy"], "greedy vs random vs greedy", []])
def test_other_than_two_agents_are_refused(given: Any) -> None:
    with pytest.raises(ExperimentError, match=r"expected one agent, or Light's and Dark's"):
        parse_pairing(given)
