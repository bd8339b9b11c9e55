"""Exact values."""

from ressac_lab.solve.minimax import Minimax, Solution, check_size, pie_value
from ressac_lab.solve.saturation import saturation_finding

__all__ = ["Minimax", "Solution", "check_size", "pie_value", "saturation_finding"]
