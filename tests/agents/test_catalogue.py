from __future__ import annotations

import pytest

from ressac_lab.agents import AGENTS, parse_agent, parse_pairing
from ressac_lab.errors import ExperimentError
from ressac_lab.kernels import agents as kernels


def test_every_agent_text_parses_back() -> None:
    for text, agent in AGENTS.items():
        assert parse_agent(text) is agent


def test_the_numbers_are_those_of_the_kernels() -> None:
    assert parse_agent("random").number == kernels.RANDOM
    assert parse_agent("greedy").number == kernels.GREEDY


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ("greedy", "greedy"),
        (["greedy"], "greedy"),
        (["greedy", "greedy"], "greedy"),
        (["greedy", "random"], "greedy vs random"),
        ("random vs greedy", "random vs greedy"),
    ],
)
def test_a_pairing_has_one_text_that_parses_back(given: str | list[str], text: str) -> None:
    pairing = parse_pairing(given)
    assert pairing.text == text
    assert parse_pairing(pairing.text) == pairing


def test_an_unknown_agent_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(ExperimentError, match=r"unknown agent 'greddy': did you mean 'greedy'\?"):
        parse_agent("greddy")


def test_three_agents_are_refused() -> None:
    with pytest.raises(ExperimentError, match=r"expected one agent, or Light's and Dark's"):
        parse_pairing(["greedy", "random", "greedy"])
