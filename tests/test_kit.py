"""The kit passes what honours every switch and catches what forgets one."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from kit import check_player, check_solver

from ressac_lab.reference import Reference, ReferenceMinimax
from ressac_lab.rules import Move, Position, Variant
from ressac_lab.rules.variant import CHOICES


def reference_value(variant: Variant, position: Position) -> int:
    return ReferenceMinimax(variant).value(position)


def random_move(variant: Variant, position: Position) -> Move:
    return random.Random(position.text()).choice(Reference(variant).legal_moves(position))


def test_the_reference_passes_as_solver_and_as_player() -> None:
    check_solver(reference_value, count=100)
    check_player(random_move)


@pytest.mark.parametrize(
    "field", [*sorted(set(CHOICES) - {"pie", "first_boat"}), "slide_step", "wrecks_drift"]
)
def test_a_solver_that_forgets_a_switch_is_caught(field: str) -> None:
    def forgetful(variant: Variant, position: Position) -> int:
        standard = getattr(Variant(), field)
        return reference_value(replace(variant, **{field: standard}), position)

    with pytest.raises(AssertionError, match="not "):
        check_solver(forgetful)


def test_a_player_that_forgets_where_the_first_boat_goes_is_caught() -> None:
    def forgetful(variant: Variant, position: Position) -> Move:
        return random_move(replace(variant, first_boat="anywhere"), position)

    with pytest.raises(AssertionError, match="is not legal"):
        check_player(forgetful)
