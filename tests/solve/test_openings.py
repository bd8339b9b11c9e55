"""Moves by class: together they are all moves, and those of a class are worth the same."""

from __future__ import annotations

import random

import pytest
from support import oracle_positions, random_moves, random_variant

from ressac_lab.errors import TooLargeError
from ressac_lab.reference import Reference
from ressac_lab.rules import Move, Position, Variant, load
from ressac_lab.rules.symmetry import rule_symmetries
from ressac_lab.solve.minimax import Minimax
from ressac_lab.solve.openings import move_classes, openings_of


def test_the_88_first_moves_of_le_detroit_are_25_classes() -> None:
    # Four symmetries. Four cells of a kind off the middle lines: 4 kinds, 4 moves each, 16 classes of 4.
    # C1 and C5, C2 and C4, A3 and E3: the two slides across the middle line are alike, the two along it
    # are not, so each pair makes a class of 4 and two of 2.
    sizes = [stands_for for _, stands_for in move_classes(Variant(), Position.start(Variant()))]
    assert (sizes.count(4), sizes.count(2), len(sizes), sum(sizes)) == (19, 6, 25, 88)


def test_a_position_without_symmetry_has_every_move_for_itself() -> None:
    position, _ = oracle_positions("deep_positions")[0]
    classes = move_classes(Variant(), position)
    assert [move for move, _ in classes] == Reference(Variant()).legal_moves(position)
    assert {stands_for for _, stands_for in classes} == {1}


def test_nobody_moves_after_the_end() -> None:
    variant = Variant(boats=1, decounts=(1,))
    assert move_classes(variant, Position.parse("L3D/5/1XXX1/5/5 2 1-1")) == []


@pytest.mark.parametrize("seed", range(60))
def test_moves_of_one_class_are_worth_the_same(seed: int) -> None:
    source = random.Random(seed)
    variant = random_variant(source, sides=(2, 3), most_boats=3)
    engine = Reference(variant)
    moves = tuple(random_moves(variant, source, engine.play))
    for position in [Position.start(variant), *engine.replay(moves)][: variant.plies]:
        solver = Minimax(variant, limit=100_000)
        try:
            values = dict(solver.openings(position))
        except TooLargeError:
            continue
        found = list(openings_of(variant, position, solver.value))
        assert sum(opening.stands_for for opening in found) == len(values)
        symmetries = [s for s in rule_symmetries(variant) if s.position(position) == position]
        seen: set[Move] = set()
        for opening in found:
            images = {symmetry.move(opening.move) for symmetry in symmetries}
            assert len(images) == opening.stands_for
            assert {values[move] for move in images} == {opening.value}
            assert not images & seen
            seen |= images
        assert seen == set(values)


def test_symmetries_of_the_map_spare_half_the_work_on_canal() -> None:
    canal = load("canal").variant
    start = Position.start(canal)
    assert len(move_classes(canal, start)) == 25
    assert len(Reference(canal).legal_moves(start)) == 44
