"""The agents there are, and how an experiment names them.

An agent's text form is its name; a pairing's is one agent for both sides, or ``greedy vs random``
with Light's agent first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ressac_lab.errors import ExperimentError
from ressac_lab.rules.catalogue import nearest_of


@dataclass(frozen=True, slots=True)
class Agent:
    """An agent: its text form, the number its kernel goes by, and what it does."""

    text: str
    number: int
    meaning: str


# The numbers are those of kernels.agents, which is not imported here: it would start the compiler.
AGENTS: dict[str, Agent] = {
    agent.text: agent
    for agent in (
        Agent("random", 0, "plays every move with equal probability"),
        Agent("greedy", 1, "makes own largest flotilla minus the other's largest; ties at random"),
    )
}


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who plays Light and who plays Dark."""

    light: Agent
    dark: Agent

    @property
    def text(self) -> str:
        """The text form, which parses back to the pairing."""
        if self.light == self.dark:
            return self.light.text
        return f"{self.light.text} vs {self.dark.text}"


def parse_agent(text: str) -> Agent:
    """Return the agent of a text form; raise ExperimentError, with the nearest known one, if none."""
    agent = AGENTS.get(text.strip())
    if agent is None:
        raise ExperimentError(f"unknown agent {text!r}: did you mean {nearest_of(text, AGENTS)!r}?")
    return agent


def parse_pairing(given: str | Sequence[str]) -> Pairing:
    """Return the pairing of one text for both sides, ``A vs B``, or two texts, Light's first.

    >>> parse_pairing(["greedy", "random"]).text
    'greedy vs random'
    """
    texts = given.split(" vs ") if isinstance(given, str) else list(given)
    if len(texts) == 1:
        texts *= 2
    if len(texts) != 2:
        raise ExperimentError(f"agents = {given!r}: expected one agent, or Light's and Dark's")
    light, dark = (parse_agent(text) for text in texts)
    return Pairing(light, dark)
