"""What an agent would do in one position, and what it thinks of the moves there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ressac_lab.agents import Agent
from ressac_lab.kernels.layout import layout_of, mask_of, move_of
from ressac_lab.rules import Move, Position, Variant
from ressac_lab.seeds import seed_of


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, and the agent's opinion of the mover's score to go with it, in points."""

    move: Move
    score: float


def choose(variant: Variant, position: Position, agent: Agent, seed: int) -> Choice:
    """Return the move of an agent in a position that is not the end; equal questions, equal answers."""
    # The compiler's import waits until an agent is really asked.
    from ressac_lab.kernels.agents import choose_move

    masks, state = _seen_by_mover(position), _stream(position, agent, seed)
    move_code, _ = choose_move(agent.number, layout_of(variant), *masks, state)
    move = move_of(variant, int(move_code))
    return Choice(move, dict(opinions(variant, position, agent, seed))[move])


def opinions(
    variant: Variant, position: Position, agent: Agent, seed: int
) -> tuple[tuple[Move, float], ...]:
    """Return every legal move with the agent's opinion of the mover's score to go, in points."""
    from ressac_lab.kernels.agents import RANDOM
    from ressac_lab.reference import Reference

    engine = Reference(variant)
    found = []
    for move in engine.legal_moves(position):
        after = engine.play(position, move)
        lead = engine.largest_flotilla(after.light) - engine.largest_flotilla(after.dark)
        found.append((move, 0.0 if agent.number == RANDOM else float(-lead if position.mover else lead)))
    return tuple(found)


def takes_light(variant: Variant, position: Position, agent: Agent, seed: int) -> bool:
    """Return whether the second player takes Light's side, as the pie rule allows after the first ply."""
    from ressac_lab.kernels import agents as kernels

    masks, state = _seen_by_mover(position), _stream(position, agent, seed)
    took, _ = kernels.takes_light(agent.number, layout_of(variant), *masks, state)
    return bool(took)


def _seen_by_mover(position: Position) -> tuple[np.uint64, np.uint64, np.uint64]:
    light, dark, wrecks = (
        np.uint64(mask_of(cells)) for cells in (position.light, position.dark, position.wrecks)
    )
    return (dark, light, wrecks) if position.mover else (light, dark, wrecks)


def _stream(position: Position, agent: Agent, seed: int) -> np.uint64:
    return np.uint64(seed_of("choose", position.text(), agent.text, seed))
