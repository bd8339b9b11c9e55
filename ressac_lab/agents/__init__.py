"""Who chooses a move: agents by their one-line text form."""

from ressac_lab.agents.catalogue import Agent, Pairing, parse_agent, parse_pairing

__all__ = ["Agent", "Pairing", "parse_agent", "parse_pairing"]
