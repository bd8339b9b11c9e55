"""RESSAC in plain Python and networkx, written to be compared with the rulebook."""

from ressac_lab.reference.engine import Reference
from ressac_lab.reference.minimax import ReferenceMinimax
from ressac_lab.reference.perft import perft

__all__ = ["Reference", "ReferenceMinimax", "perft"]
