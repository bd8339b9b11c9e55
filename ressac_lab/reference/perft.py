"""Perft by the reference engine: the slow count that the kernels' count must equal."""

from __future__ import annotations

from ressac_lab.reference.engine import Reference
from ressac_lab.rules import Position


def perft(engine: Reference, position: Position, depth: int) -> tuple[int, int]:
    """Return the number of move sequences of a length, and their checksum.

    The checksum is the sum, over the sequences, of the last mover's largest flotilla at the end;
    sequences of length 0 have checksum 0.
    """
    if depth == 0:
        return 1, 0
    count = checksum = 0
    for move in engine.legal_moves(position):
        after = engine.play(position, move)
        if depth == 1:
            count += 1
            checksum += engine.largest_flotilla((after.light, after.dark)[position.mover])
        else:
            below, below_checksum = perft(engine, after, depth - 1)
            count += below
            checksum += below_checksum
    return count, checksum
