"""The search without a table equals plain minimax, under every switch, and keeps to its limit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from kit import check_solver
from support import oracle_positions

from ressac_lab.kernels.layout import layout_of, mask_of
from ressac_lab.kernels.plain_search import NO, UNKNOWN, YES, new_plain, plain_reaches
from ressac_lab.rules import Position, Variant
from ressac_lab.solve.alphabeta import score_bounds


def answer(variant: Variant, position: Position, beta: int, limit: int = 10**9) -> tuple[int, Any]:
    """Whether the mover reaches ``beta``, and the record of the search."""
    plain = new_plain([score_bounds(variant, ply) for ply in range(variant.plies + 1)], limit)
    fleets = (position.light, position.dark)
    own, other = fleets[position.mover], fleets[1 - position.mover]
    own_mask, other_mask, wrecks = (np.uint64(mask_of(cells)) for cells in (own, other, position.wrecks))
    found = plain_reaches(layout_of(variant), plain, own_mask, other_mask, wrecks, position.ply, beta)
    return found, plain


def value_of(variant: Variant, position: Position) -> int:
    """The value for Light, by one question after the other."""
    low, high = score_bounds(variant, position.ply)
    while low < high and answer(variant, position, low + 1)[0] == YES:
        low += 1
    return -low if position.mover else low


def test_every_switch_is_honoured() -> None:
    check_solver(value_of)


@pytest.mark.parametrize("ply", [17, 16, 15, 14])
def test_the_oracles_late_positions_are_met(ply: int) -> None:
    for position, score_to_go in oracle_positions("positions"):
        if position.ply == ply:
            score = -score_to_go if position.mover else score_to_go
            assert answer(Variant(), position, score)[0] == YES
            assert answer(Variant(), position, score + 1)[0] == NO


def test_a_search_that_needs_more_than_it_may_visit_knows_nothing() -> None:
    variant = Variant(boats=3, decounts=(1, 2, 3))
    start = Position.start(variant)
    found, plain = answer(variant, start, 1)
    assert found == NO
    assert answer(variant, start, 1, int(plain.nodes))[0] == NO
    assert answer(variant, start, 1, int(plain.nodes) - 1)[0] == UNKNOWN
