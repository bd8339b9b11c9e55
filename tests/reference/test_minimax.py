"""Minimax by the reference engine against the oracle's tables."""

from __future__ import annotations

from functools import lru_cache

import pytest
from support import label, oracle_positions, oracle_rows, oracle_variant

from ressac_lab.reference import ReferenceMinimax
from ressac_lab.rules import Position, Variant

EPSILONS = (0.05, 0.3, 1.0)
# Rows that take it more than two seconds wait for ``pytest -m slow``.
LARGE = [
    Variant(4, 3, ("B2",), 3, (1, 3)),
    Variant(3, 4, ("A1", "C4"), 3, (2, 3)),
    Variant(3, 3, ("C2",), 3, (3,), slide_lines="any"),
    Variant(4, 3, ("A1",), 3, (3,), slide_step=2),
    Variant(3, 3, ("B2",), 4, (2, 4)),
    Variant(3, 3, ("B2",), 4, (2, 4), scorers="both"),
]
LAST_QUICK_PLY = 15


@lru_cache
def minimax(variant: Variant) -> ReferenceMinimax:
    """Return the one solver of a variant, so that no table is worked out twice."""
    return ReferenceMinimax(variant, EPSILONS)


def variants_of(table: str) -> list[object]:
    """Return each variant of a table once, the large ones marked slow."""
    drawn = dict.fromkeys(oracle_variant(row) for row in oracle_rows(table))
    return [
        pytest.param(variant, id=label(variant), marks=[pytest.mark.slow] if variant in LARGE else [])
        for variant in drawn
    ]


def rows_of(table: str, variant: Variant) -> list[dict[str, str]]:
    return [row for row in oracle_rows(table) if oracle_variant(row) == variant]


@pytest.mark.parametrize("variant", variants_of("values"))
def test_the_oracles_value_is_met(variant: Variant) -> None:
    (row,) = rows_of("values", variant)
    assert minimax(variant).value(Position.start(variant)) == int(row["value"])


@pytest.mark.parametrize("variant", variants_of("openings"))
def test_the_oracles_openings_are_met(variant: Variant) -> None:
    expected = [(row["move"], int(row["value"])) for row in rows_of("openings", variant)]
    found = minimax(variant).openings(Position.start(variant))
    assert sorted((move.text(variant), value) for move, value in found) == sorted(expected)


@pytest.mark.parametrize("variant", variants_of("trembling"))
def test_the_oracles_trembling_hand_values_are_met(variant: Variant) -> None:
    rows = rows_of("trembling", variant)
    assert [float(row["eps"]) for row in rows] == list(EPSILONS)
    found = minimax(variant).trembling_values(Position.start(variant))
    assert found == pytest.approx([float(row["value"]) for row in rows], rel=0, abs=1e-9)


@pytest.mark.parametrize(
    ("position", "score_to_go"),
    [
        pytest.param(
            position,
            score,
            id=position.text(),
            marks=[pytest.mark.slow] if position.ply < LAST_QUICK_PLY else [],
        )
        for position, score in oracle_positions("positions")
    ],
)
def test_the_oracles_score_to_go_is_met(position: Position, score_to_go: int) -> None:
    assert ReferenceMinimax(Variant()).value(position) == score_to_go


def test_every_row_of_the_oracles_tables_is_a_case() -> None:
    rows = {table: len(oracle_rows(table)) for table in ("values", "openings", "trembling")}
    assert rows == {"values": 19, "openings": 136, "trembling": 57}
    assert [len(variants_of(table)) for table in rows] == [19, 4, 19]
    assert len(oracle_positions("positions")) == 60


def test_nothing_is_to_come_after_the_end() -> None:
    variant = Variant(boats=1, decounts=(1,))
    over = Position.parse("L3D/5/1XXX1/5/5 2 1-1")
    solver = ReferenceMinimax(variant, EPSILONS)
    assert solver.value(over) == 0
    assert solver.trembling_values(over) == (0, 0, 0)
    assert solver.openings(over) == ()
