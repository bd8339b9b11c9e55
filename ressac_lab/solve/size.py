"""How large an exact answer is, before anyone starts on it."""

from __future__ import annotations

from math import comb, isqrt, prod

from ressac_lab.errors import TooLargeError
from ressac_lab.rules import Position, Variant, slides_of

DEFAULT_LIMIT = 10_000_000
METHOD = "plain minimax"


def layer_sizes(variant: Variant, first: int) -> list[int]:
    """Return an upper bound on the positions that can arise at each ply from one at a first ply on.

    The first entry is that position itself, the last the ply before the end. A layer holds no more
    positions than there are move sequences that lead to it, nor than ways to lay out the wrecks and
    the two fleets (the wrecks in one way only, where they are anchored).
    """
    cells, wrecks = variant.board.cells, len(variant.wrecks)
    sizes, sequences = [], 1
    for ply in range(first, variant.plies):
        light, dark = (ply + 1) // 2, ply // 2
        layouts = comb(cells, wrecks) if variant.wrecks_drift else 1
        layouts *= comb(cells - wrecks, light) * comb(cells - wrecks - light, dark)
        sizes.append(min(sequences, layouts))
        sequences *= _moves_at(variant, ply)
    return sizes


def _moves_at(variant: Variant, ply: int) -> int:
    """Return how many moves a position has at a ply, or more where the first boat is held to some cells."""
    return len(slides_of(variant, 0)) * (variant.board.cells - len(variant.wrecks) - ply)


def search_size(variant: Variant, first: int) -> int:
    """Return a generous guess of how many positions a search from a ply on wants to remember.

    Not more than there are; and where they are few beside the moves that lead to them, about the root of
    the number of move sequences, which is what alpha-beta visits if it always tries a best move first
    (Knuth and Moore 1975).
    """
    sequences = prod(_moves_at(variant, ply) for ply in range(first, variant.plies))
    return min(sum(layer_sizes(variant, first)), isqrt(sequences))


def check_size(variant: Variant, position: Position, limit: int = DEFAULT_LIMIT) -> int:
    """Return how many positions plain minimax may visit from a position on.

    Raises TooLargeError, with that estimate, if there are more than ``limit``.
    """
    size = sum(layer_sizes(variant, position.ply))
    if size > limit:
        raise TooLargeError(f"{METHOD} would visit up to {size:,} positions: expected at most {limit:,}")
    return size
