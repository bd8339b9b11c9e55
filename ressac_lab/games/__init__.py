"""RESSAC as other software sees games."""

from ressac_lab.games.openspiel import openspiel_game, register

__all__ = ["openspiel_game", "register"]
