"""Whether best play is known to make every point there is."""

from __future__ import annotations

from ressac_lab.errors import TooLargeError
from ressac_lab.reference import Reference
from ressac_lab.reference.lint import Finding
from ressac_lab.rules import Position, Variant
from ressac_lab.solve.minimax import Minimax

# Small enough to be proven in about a second while files are checked.
LINT_LIMIT = 300_000


def saturation_finding(variant: Variant) -> list[Finding]:
    """Return a finding if a line of best play is proven to make every point possible, else nothing.

    Variants too large to prove in about a second are passed over.
    """
    start = Position.start(variant)
    try:
        line = Minimax(variant, limit=LINT_LIMIT).solve(start).line
    except TooLargeError:
        return []
    *_, last = Reference(variant).replay(line)
    if last.points != variant.points_possible():
        return []
    light, dark = last.points
    moves = " ".join(move.text(variant) for move in line)
    sentence = f"best play makes every point possible, {light}-{dark}: nobody need hinder anybody ({moves})"
    return [Finding("total saturation", sentence)]
