"""What the tests of proofs share: a search that stands in for alpha-beta, and proofs made with it."""

from __future__ import annotations

from pathlib import Path

from ressac_lab.rules import Position, Variant
from ressac_lab.solve.minimax import Minimax
from ressac_lab.solve.proof import Proof
from ressac_lab.solve.proof_file import ProofFile

MARE = Variant(3, 3, ("B2",), 4, (2, 4))
ROWS_ONLY = Variant(3, 3, (), 4, (4,), slide_lines="row")
BOTH = Variant(3, 3, ("B2",), 4, (2, 4), scorers="both", touch="corners", komi=0.5)
ANCHORED = Variant(4, 3, ("B2",), 3, (1, 3), wrecks_drift=False, slide="may")
ANY = Variant(3, 3, (), 3, (2, 3), slide_lines="any", slide="may", scorers="both", first_boat="corner")
TORUS = Variant(3, 3, ("A1",), 4, (3, 4), touch="torus", slide_lines="row", komi=-1)
PIE = Variant(3, 3, ("A1",), 4, (2, 3), pie="swap")
VARIANTS = [MARE, ROWS_ONLY, BOTH, ANCHORED, ANY, TORUS, PIE]


class Counting:
    """Plain minimax as a search; counts the questions, and is interrupted at the one it is told."""

    def __init__(self, variant: Variant, interrupt_at: int | None = None) -> None:
        self.node_limit: int | None = None
        self.nodes = 0
        self._minimax = Minimax(variant)
        self._interrupt_at = interrupt_at

    def reaches(self, position: Position, beta: int) -> bool:
        if self.nodes == self._interrupt_at:
            raise KeyboardInterrupt
        self.nodes += 1
        value = self._minimax.value(position)
        return (-value if position.mover else value) >= beta

    def forget(self) -> None:
        self.nodes = 0


def proven(
    path: Path, variant: Variant, leaf_plies: int | None = None, start: Position | None = None
) -> int:
    """Make the proof of a position's value, by default the start's, or go on with it; return the value."""
    start = start or Position.start(variant)
    with ProofFile.for_start(path, variant, start) as file:
        return Proof(file, Counting(variant), leaf_plies).solve(start).value
