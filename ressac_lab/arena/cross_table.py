"""Every agent against every other, in colour-swapped pairs, and each against itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

from ressac_lab.agents import Agent, Pairing
from ressac_lab.arena.measures import Measures, measure
from ressac_lab.arena.pairs import PairMeasures, measure_pairs, play_match
from ressac_lab.rules import Variant
from ressac_lab.stats import Interval, mean, mean_interval

Done = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Meeting:
    """What two agents, the later of the list first, did against each other."""

    stronger: Agent
    weaker: Agent
    measures: PairMeasures


@dataclass(frozen=True, slots=True)
class Standing:
    """An agent's share of points over all its pairs, with as many against each of the others."""

    agent: Agent
    score: float
    interval: Interval


def meetings(
    variant: Variant, agents: list[Agent], seed: int, pairs: int, random_plies: int, workers: int
) -> Iterator[Meeting]:
    """Yield what each two of the agents did in a number of pairs."""
    for weaker, stronger in combinations(agents, 2):
        match = play_match(
            variant, Pairing(stronger, weaker, random_plies), seed, pairs, workers, pairs=True
        )
        if match.exchanged is None or match.played < pairs:
            raise KeyboardInterrupt
        yield Meeting(stronger, weaker, measure_pairs(match.records, match.exchanged, variant))


def self_play(
    variant: Variant, agents: list[Agent], seed: int, games: int, workers: int
) -> Iterator[tuple[Agent, Measures]]:
    """Yield what each agent does against itself in a number of games."""
    for agent in agents:
        match = play_match(variant, Pairing(agent, agent), seed, games, workers)
        if match.played < games:
            raise KeyboardInterrupt
        yield agent, measure(match.records, variant)


def standings(found: list[Meeting], agents: list[Agent]) -> list[Standing]:
    """Return each agent's score over all its meetings, with a 95 % interval.

    The interval takes all pairs of an agent for draws from one distribution: since it has as many against
    each opponent, that makes it too wide rather than too narrow.
    """
    table = []
    for agent in agents:
        scores: dict[float, int] = {}
        for meeting in found:
            for score, count in meeting.measures.pair_scores.items():
                if agent in (meeting.stronger, meeting.weaker):
                    own = score if agent == meeting.stronger else 1 - score
                    scores[own] = scores.get(own, 0) + count
        table.append(Standing(agent, mean(scores), mean_interval(scores, 0, 1)))
    return table
