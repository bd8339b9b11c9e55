"""The search equals plain minimax on very many positions, each of them counted."""

from __future__ import annotations

from collections import Counter

import pytest
from kit import check_solver
from support import random_moves

from ressac_lab.reference import Reference
from ressac_lab.rules import Position, Variant
from ressac_lab.seeds import generator
from ressac_lab.solve.alphabeta import AlphaBeta
from ressac_lab.solve.minimax import Minimax

SMALL_TABLE = 2**20
SLOW = pytest.mark.slow


def late_position(number: int) -> Position:
    """A position of a random game of le détroit, one to five plies before its end.

    Plain minimax takes half a second for five plies, so they are one in a hundred.
    """
    left = 5 if number % 100 == 0 else 1 + number % 4
    engine = Reference(Variant())
    moves = random_moves(Variant(), generator("agreement", number), engine.play)
    return list(engine.replay(tuple(moves)))[Variant().plies - left]


@pytest.mark.parametrize("count", [500, pytest.param(10_000, marks=SLOW)])
def test_random_late_positions_of_the_standard_game(count: int) -> None:
    search, plain = AlphaBeta(Variant(), SMALL_TABLE), Minimax(Variant())
    values: Counter[int] = Counter()
    left: Counter[int] = Counter()
    for number in range(count):
        position = late_position(number)
        value = plain.value(position)
        assert search.value(position) == value, position.text()
        values[value] += 1
        left[Variant().plies - position.ply] += 1
    assert values.total() == left.total() == count
    assert left[5] == count // 100
    assert sorted(left) == [1, 2, 3, 4, 5]
    # Agreement on one value only would say little.
    assert len(values) > 10


@pytest.mark.parametrize("count", [200, pytest.param(3_000, marks=SLOW)])
def test_random_positions_of_random_variants(count: int) -> None:
    compared = []

    def value_of(variant: Variant, position: Position) -> int:
        compared.append(variant)
        return AlphaBeta(variant, SMALL_TABLE).value(position)

    check_solver(value_of, count, seed=3)
    assert len(compared) == count
