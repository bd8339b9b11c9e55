"""Who chooses a move: agents by their one-line text form."""

from ressac_lab.agents.catalogue import AGENTS, Agent, Pairing, parse_agent, parse_pairing

__all__ = ["AGENTS", "Agent", "Pairing", "parse_agent", "parse_pairing"]
