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
from ressac_lab.solve.pie import pie_value
from ressac_lab.stats import Interval, wilson

SWAP = "swap"


@dataclass(frozen=True, slots=True)
class PlyTruth:
    """What an agent's decisions at one point of the game cost, in a number of games.

    ``decision`` is the ply of a move, or SWAP where the second player chose its side under the pie rule.
    ``kept``: how many kept the value; ``lost``: the points that the others gave away, in all.
    """

    agent: Agent
    decision: int | str
    games: int
    kept: int
    lost: float

    @property
    def interval(self) -> Interval:
        """The 95 % interval of the share that kept the value."""
        return wilson(self.kept, self.games)


def truths(
    variant: Variant, agents: list[Agent], seed: int, games: int, solver: AlphaBeta
) -> Iterator[PlyTruth]:
    """Yield what the decisions of each agent cost, one after the other up to the last decount.

    A move costs what the value before it, for its mover, was more than that after it; ``solver`` finds
    both. Under the pie rule a first move costs what its player comes out at once the other takes the better
    side, less than after the best one, and the worse side costs its player the difference, komi included.
    Raises TooLargeError if an agent cannot play the variant.
    """
    start = Position.start(variant)
    pie = (
        pie_value([value for _, value in solver.openings(start)], variant.komi)
        if variant.pie == "swap"
        else 0
    )
    plies = range(2 * variant.decounts[-1])
    decisions = [0, SWAP, *plies[1:]] if variant.pie == "swap" else [*plies]
    for agent in agents:
        records = play(variant, Pairing(agent, agent), seed, 0, games)
        costs = []
        for move_codes, swapped in zip(records.move_codes.tolist(), records.swaps.tolist(), strict=True):
            values = _values(variant, move_codes[: len(plies)], solver)
            cost: list[float] = [(-1) ** ply * (values[ply] - values[ply + 1]) for ply in plies]
            if variant.pie == "swap":
                ahead = values[1] - variant.komi
                cost[:1] = [pie + abs(ahead), abs(ahead) - (ahead if swapped else -ahead)]
            costs.append(cost)
        for place, decision in enumerate(decisions):
            column = [cost[place] for cost in costs]
            yield PlyTruth(agent, decision, games, column.count(0), sum(column))


def _values(variant: Variant, move_codes: list[int], solver: AlphaBeta) -> list[int]:
    """Return how a game ends under best play from the start and after each move, Light minus Dark."""
    engine, position = Reference(variant), Position.start(variant)
    values = [solver.value(position)]
    for move_code in move_codes:
        position = engine.play(position, move_of(variant, move_code))
        values.append(margin(position) + solver.value(position))
    return values
