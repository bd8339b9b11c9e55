"""What an agent would do in one position, and what it thinks of the moves there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ressac_lab.agents import Agent, Pairing
from ressac_lab.reference import Reference
from ressac_lab.reference.minimax import margin
from ressac_lab.rules import Move, Position, Variant
from ressac_lab.seeds import seed_of
from ressac_lab.solve.pie import pie_counts

POINT = 1000


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, and the agent's opinion of the mover's score to go with it, in points."""

    move: Move
    score: float


def choose(variant: Variant, position: Position, agent: Agent, seed: int) -> Choice:
    """Return the move of an agent in a position that is not the end; equal questions, equal answers.

    Raises TooLargeError if the agent cannot play the variant.
    """
    from ressac_lab.kernels.layout import move_of

    move_code, score, _ = _asked(variant, agent)(position, _stream(position, agent, seed))
    return Choice(move_of(variant, move_code), score / POINT)


def opinions(
    variant: Variant, position: Position, agent: Agent, seed: int
) -> tuple[tuple[Move, float], ...]:
    """Return every legal move with the agent's opinion of the mover's score to go, in points.

    That is what the move gains, less what the agent would expect in the other side's place; greedy looks at
    its move alone, and random has no opinion. Where the pie rule is still to be used, an agent that thinks
    puts a first move at what its player comes out at once the other has chosen, komi included.
    """
    agent, engine = replace(agent, noise=0.0), Reference(variant)
    ask, sign = _asked(variant, agent), -1 if position.mover else 1
    found = []
    for move in engine.legal_moves(position):
        after = engine.play(position, move)
        score = 0.0
        if agent.kind == "greedy":
            score = sign * float(engine.largest_flotilla(after.light) - engine.largest_flotilla(after.dark))
        elif agent.thinks:
            score = sign * float(margin(after) - margin(position))
            if after.ply < variant.plies:
                score -= ask(after, _stream(after, agent, seed))[1] / POINT
            if pie_counts(variant, position):
                score = -abs(score - variant.komi)
        found.append((move, score))
    return tuple(found)


def takes_light(variant: Variant, position: Position, agent: Agent, seed: int) -> bool:
    """Return whether the second player takes Light's side, as the pie rule allows after the first ply."""
    import numpy as np

    from ressac_lab.kernels import agents as kernels

    _, score, state = _asked(variant, agent)(position, _stream(position, agent, seed))
    banked = POINT * margin(position) if agent.thinks else 0
    komi = 0 if agent.kind == "random" else int(POINT * variant.komi)
    took, _ = kernels.takes_light(banked - score - komi, np.uint64(state))
    return bool(took)


def _asked(variant: Variant, agent: Agent) -> Callable[[Position, int], tuple[int, int, int]]:
    """Return what asks an agent: position and stream to the move's code, its score, the stream's state."""
    # The compiler's import waits until an agent is really asked.
    from ressac_lab.agents.room import kept_room

    return kept_room(variant, Pairing(agent, agent)).choose


def _stream(position: Position, agent: Agent, seed: int) -> int:
    return seed_of("choose", position.text(), agent.text, seed)
