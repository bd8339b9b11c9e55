"""Exact values."""

from ressac_lab.solve.minimax import Minimax, Solution

__all__ = ["Minimax", "Solution"]
