"""Perft by the reference engine against the oracle's table."""

from __future__ import annotations

import pytest
from support import label, oracle_rows, oracle_variant

from ressac_lab.reference import Reference, perft
from ressac_lab.rules import Position, Variant

# The reference plays some 200,000 moves a second: longer rows wait for ``pytest -m slow``.
QUICK = 200_000


def cases() -> list[object]:
    found: list[object] = []
    for row in oracle_rows("perft"):
        variant, figures = oracle_variant(row), [int(row[key]) for key in ("depth", "perft", "checksum")]
        marks = [pytest.mark.slow] if figures[1] > QUICK else []
        found.append(
            pytest.param(variant, *figures, id=f"{label(variant)} depth {figures[0]}", marks=marks)
        )
    return found


@pytest.mark.parametrize(("variant", "depth", "count", "checksum"), cases())
def test_the_oracles_count_and_checksum_are_met(
    variant: Variant, depth: int, count: int, checksum: int
) -> None:
    found = perft(Reference(variant), Position.start(variant), depth)
    assert found == (count, checksum)


def test_every_row_of_the_oracles_table_is_a_case() -> None:
    assert len(cases()) == 38


def test_one_sequence_of_no_moves_ends_nothing() -> None:
    assert perft(Reference(Variant()), Position.start(Variant()), 0) == (1, 0)


def test_no_sequence_goes_beyond_the_end() -> None:
    variant = Variant(2, 2, (), 1, (1,))
    start = Position.start(variant)
    assert [perft(Reference(variant), start, depth)[0] for depth in (1, 2, 3)] == [16, 192, 0]
