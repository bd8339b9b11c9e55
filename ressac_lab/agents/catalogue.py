"""The agents there are, by the one-line text form that names them everywhere.

    random                             plays every move with equal probability
    greedy                             own largest flotilla minus the other's, one ply ahead
    lookahead:depth=2,endgame=6        looks so many plies ahead, exact once so many plies are left
    mcts:playouts=1000,endgame=6       plays so many games in its head a move
    perfect                            exact from the start, where the solver can
    noisy:0.1,greedy                   plays a random move with that probability
    L0 … L7                            the levels of the ladder, see ``agents.ladder``

A pairing's text is one agent for both sides, or ``greedy vs random`` with Light's agent first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ressac_lab.errors import ExperimentError, shown
from ressac_lab.rules.catalogue import nearest_of

KINDS = ("random", "greedy", "lookahead", "mcts", "perfect")
PERSON = "human"
EVALUATIONS = ("fitted", "fleet")
MOST_DEPTH = 12
MOST_PLIES = 64
MOST_PLAYOUTS = 100_000
_SHARE = re.compile(r"0?\.[0-9]{1,6}|[01](\.0{1,6})?")
_NUMBER = re.compile(r"[0-9]{1,6}")


@dataclass(frozen=True, slots=True)
class Agent:
    """An agent: its kind, and what that leaves open.

    ``depth``: plies looked ahead. ``endgame``: play is exact once so many plies are left. ``playouts``:
    games played in its head a move. ``evaluation``: what a position is put at where it does not look on,
    ``fitted`` weights or ``fleet``, own largest flotilla minus the other's. ``noise``: the probability of
    a random move. ``level``: its name on the ladder, or nothing.
    """

    kind: str
    depth: int = 0
    endgame: int = 0
    playouts: int = 0
    evaluation: str = "fitted"
    noise: float = 0.0
    level: str = ""

    @property
    def text(self) -> str:
        """The text form, which parses back to the agent."""
        return self.level or self.definition

    @property
    def definition(self) -> str:
        """The text form that says all, even of a level of the ladder."""
        options = [f"depth={self.depth}"] if self.kind == "lookahead" else []
        options += [f"playouts={self.playouts}"] if self.kind == "mcts" else []
        options += [f"endgame={self.endgame}"] if self.kind in OPTIONS and self.endgame else []
        options += [f"eval={self.evaluation}"] if self.evaluation != "fitted" else []
        text = f"{self.kind}:{','.join(options)}" if options else self.kind
        share = f"{self.noise:.6f}".rstrip("0").rstrip(".")
        return f"noisy:{share},{text}" if self.noise else text

    @property
    def thinks(self) -> bool:
        """Whether it does more than look at its moves."""
        return self.kind not in ("random", "greedy")


# What the text form of a kind may say: the option, its default, the least and the most.
OPTIONS = {
    "lookahead": {"depth": (2, 1, MOST_DEPTH), "endgame": (0, 0, MOST_PLIES)},
    "mcts": {"playouts": (1000, 1, MOST_PLAYOUTS), "endgame": (0, 0, MOST_PLIES)},
}


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who plays Light and who plays Dark, and how many plies are random before they begin."""

    light: Agent
    dark: Agent
    random_plies: int = 0

    @property
    def text(self) -> str:
        """The text form, which parses back to the pairing."""
        both = self.light == self.dark
        text = self.light.text if both else f"{self.light.text} vs {self.dark.text}"
        return f"{text} after {self.random_plies} random" if self.random_plies else text

    @property
    def thinks(self) -> bool:
        """Whether one of the two does more than look at its moves."""
        return self.light.thinks or self.dark.thinks

    @property
    def mirrored(self) -> Pairing:
        """The same agents in each other's seats."""
        return replace(self, light=self.dark, dark=self.light)


def parse_agent(text: str) -> Agent:
    """Return the agent of a text form.

    Raises ExperimentError, with the nearest known name or what an option takes.

    >>> parse_agent("noisy:0.1,lookahead:endgame=4,depth=2").text
    'noisy:0.1,lookahead:depth=2,endgame=4'
    """
    from ressac_lab.agents.ladder import LADDER

    name, _, rest = text.strip().partition(":")
    if name == "noisy":
        return _noisy(text, rest)
    if name in LADDER and text.strip() == name:
        return replace(parse_agent(LADDER[name]), level=name)
    if text.strip() == PERSON:
        raise ExperimentError(
            f"agent {text.strip()!r}: expected an agent here, people play in ressac-lab play"
        )
    if name not in KINDS or (rest and name not in OPTIONS):
        known = [*KINDS, *LADDER, "noisy:0.1,greedy"]
        raise ExperimentError(f"unknown agent {shown(text)}: did you mean {nearest_of(text, known)!r}?")
    agent = Agent(name)
    for option, (default, _, _) in OPTIONS.get(name, {}).items():
        agent = _with(agent, option, default)
    for setting in rest.split(",") if rest else ():
        agent = _changed(agent, text, setting)
    return agent


def _noisy(text: str, rest: str) -> Agent:
    """Return the agent of a text that says how often it plays at random."""
    share, _, inner = rest.partition(",")
    noise = float(share) if _SHARE.fullmatch(share) else 0.0
    if not 0 < noise <= 1 or not inner:
        raise ExperimentError(
            f"agent {shown(text)}: expected noisy:SHARE,AGENT with a share above 0 and up to 1"
        )
    agent = parse_agent(inner)
    if agent.noise:
        raise ExperimentError(f"agent {shown(text)}: {agent.text!r} is noisy already, expected one share")
    return replace(agent, noise=noise, level="")


def _changed(agent: Agent, text: str, setting: str) -> Agent:
    """Return an agent with one option of its text set."""
    option, _, value = (part.strip() for part in setting.partition("="))
    if option == "eval" and value in EVALUATIONS:
        return replace(agent, evaluation=value)
    known = OPTIONS[agent.kind]
    if option not in known:
        choices = [f"{name}=NUMBER" for name in known] + [f"eval={' or '.join(EVALUATIONS)}"]
        raise ExperimentError(f"agent {shown(text)}: {shown(setting)}: expected {', '.join(choices)}")
    _, least, most = known[option]
    if not _NUMBER.fullmatch(value) or not least <= int(value) <= most:
        raise ExperimentError(f"agent {shown(text)}: {shown(setting)}: expected {least} to {most:,}")
    return _with(agent, option, int(value))


def _with(agent: Agent, option: str, number: int) -> Agent:
    changes: dict[str, Any] = {option: number}
    return replace(agent, **changes)


def parse_pairing(given: str | Sequence[str], random_plies: int = 0) -> Pairing:
    """Return the pairing of one text for both sides, ``A vs B``, or two texts, Light's first.

    >>> parse_pairing(["greedy", "random"]).text
    'greedy vs random'
    >>> parse_pairing("L1 vs L0 after 2 random").random_plies
    2
    """
    texts = [given] if isinstance(given, str) else list(given)
    if isinstance(given, str):
        if found := re.fullmatch(r"(.*) after ([0-9]{1,2}) random", given):
            texts, random_plies = [found[1]], int(found[2])
        texts = texts[0].split(" vs ")
    if len(texts) == 1:
        texts *= 2
    if len(texts) != 2:
        raise ExperimentError(f"agents = {given!r}: expected one agent, or Light's and Dark's")
    light, dark = (parse_agent(text) for text in texts)
    return Pairing(light, dark, random_plies)
