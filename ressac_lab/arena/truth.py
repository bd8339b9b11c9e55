"""How often an agent's moves keep the exact value, ply by ply, in games against itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ressac_lab.agents import Agent, Pairing
from ressac_lab.arena.match import play
from ressac_lab.kernels.layout import move_of
from ressac_lab.reference import Reference
from ressac_lab.reference.minimax import margin
from ressac_lab.rules import Position, Variant
from ressac_lab.solve.alphabeta import AlphaBeta
from ressac_lab.stats import Interval, wilson


@dataclass(frozen=True, slots=True)
class PlyTruth:
    """What an agent's moves of one ply cost, in a number of games.

    ``kept``: how many kept the value; ``lost``: the points that the others gave away, in all.
    """

    agent: Agent
    ply: int
    games: int
    kept: int
    lost: int

    @property
    def interval(self) -> Interval:
        """The 95 % interval of the share that kept the value."""
        return wilson(self.kept, self.games)


def truths(
    variant: Variant, agents: list[Agent], seed: int, games: int, solver: AlphaBeta
) -> Iterator[PlyTruth]:
    """Yield what the moves of each agent cost, ply by ply up to the last decount.

    A move costs what the value before it, for its mover, was more than that after it; ``solver`` finds
    both. Raises TooLargeError if an agent cannot play the variant.
    """
    end = 2 * variant.decounts[-1]
    for agent in agents:
        records = play(variant, Pairing(agent, agent), seed, 0, games)
        costs = [_costs(variant, game, end, solver) for game in records.move_codes.tolist()]
        for ply in range(end):
            column = [cost[ply] for cost in costs]
            yield PlyTruth(agent, ply, games, column.count(0), sum(column))


def _costs(variant: Variant, move_codes: list[int], end: int, solver: AlphaBeta) -> list[int]:
    """Return what each move of a game costs its mover."""
    engine, position = Reference(variant), Position.start(variant)
    ends = [solver.value(position)]
    for move_code in move_codes[:end]:
        position = engine.play(position, move_of(variant, move_code))
        ends.append(margin(position) + solver.value(position))
    return [(1 - 2 * (ply % 2)) * (ends[ply] - ends[ply + 1]) for ply in range(end)]
