"""Whether an agent can play a variant at all: exact play from too early on would never end."""

from __future__ import annotations

from ressac_lab.agents.catalogue import Agent
from ressac_lab.errors import TooLargeError
from ressac_lab.rules import Variant
from ressac_lab.solve.size import search_size

# Some seconds for a first move; later ones find most of it in the table.
MOST_POSITIONS = 100_000_000


def exact_plies(variant: Variant, agent: Agent) -> int:
    """Return how many plies before the end an agent's play becomes exact."""
    return variant.plies if agent.kind == "perfect" else agent.endgame


def check_agent(variant: Variant, agent: Agent) -> None:
    """Raise TooLargeError if an agent's exact play of a variant is out of reach."""
    first = max(0, variant.plies - exact_plies(variant, agent))
    size = search_size(variant, first)
    if exact_plies(variant, agent) and size > MOST_POSITIONS:
        raise TooLargeError(
            f"{agent.text} would search some {size:,} positions from ply {first} on: expected at most "
            f"{MOST_POSITIONS:,}"
        )
