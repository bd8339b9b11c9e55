"""Perft in bits against the oracle's table and the reference engine."""

from __future__ import annotations

import random
from dataclasses import replace
from math import prod

import pytest
from support import label, oracle_rows, oracle_variant, random_moves, random_variant, refused

from ressac_lab.errors import TooLargeError
from ressac_lab.kernels.perft import Perft, divide, perft
from ressac_lab.reference import Reference
from ressac_lab.reference import perft as reference_perft
from ressac_lab.rules import Position, Variant

START = Position.start(Variant())


def cases() -> list[object]:
    found: list[object] = []
    for row in oracle_rows("perft"):
        variant = oracle_variant(row)
        figures = Perft(*(int(row[key]) for key in ("depth", "perft", "checksum")))
        found.append(pytest.param(variant, figures, id=f"{label(variant)} depth {figures.depth}"))
    return found


@pytest.mark.parametrize(("variant", "figures"), cases())
def test_the_oracles_count_and_checksum_are_met(variant: Variant, figures: Perft) -> None:
    assert perft(variant, Position.start(variant), figures.depth) == figures


def test_the_standard_game_has_44_943_360_sequences_of_four_moves() -> None:
    assert perft(Variant(), START, 4).perft == 88 * 84 * 80 * 76 == 44_943_360


def late_position(variant: Variant, source: random.Random, most_sequences: int) -> tuple[Position, int]:
    """Return a position of a random game and a depth that leaves few sequences."""
    engine = Reference(variant)
    game = list(engine.replay(tuple(random_moves(variant, source, engine.play))))
    position = game[source.randrange(variant.plies)]
    slides, depth = len(engine.slides[0]), 1
    while depth < variant.plies - position.ply:
        sequences = prod(slides * (len(position.empty) - ply) for ply in range(depth + 1))
        if sequences > most_sequences:
            break
        depth += 1
    return position, depth


@pytest.mark.parametrize("seed", range(60))
def test_a_random_position_of_a_random_variant_counts_as_by_the_reference(seed: int) -> None:
    source = random.Random(seed)
    variant = random_variant(source)
    position, depth = late_position(variant, source, 4000)
    found = perft(variant, position, depth)
    assert (found.perft, found.checksum) == reference_perft(Reference(variant), position, depth)


@pytest.mark.parametrize("seed", range(20))
def test_the_parts_of_each_first_move_are_that_moves_own_count(seed: int) -> None:
    source = random.Random(seed)
    variant = random_variant(source, sides=(2, 5))
    position, depth = late_position(variant, source, 2000)
    engine = Reference(variant)
    rows = divide(variant, position, depth)
    assert [move for move, _ in rows] == engine.legal_moves(position)
    for move, found in rows:
        after = engine.play(position, move)
        if depth == 1:
            moved = (after.light, after.dark)[position.mover]
            assert found == Perft(1, 1, engine.largest_flotilla(moved))
        else:
            below = reference_perft(engine, after, depth - 1)
            assert found == Perft(depth, *below)


def test_a_wrong_slide_shows_in_the_checksum_and_not_in_the_count() -> None:
    # Positions of the same fleets: the same number of sequences, but other flotillas.
    near = Position.parse("LL3/DD3/1XXX1/5/5 4")
    far = Position.parse("L3L/D3D/1XXX1/5/5 4")
    near_perft, far_perft = (perft(Variant(), position, 2) for position in (near, far))
    assert near_perft.perft == far_perft.perft
    assert near_perft.checksum != far_perft.checksum


@pytest.mark.parametrize("depth", [-1, 0, 19])
def test_a_depth_before_the_first_ply_or_past_the_last_is_refused(depth: int) -> None:
    with refused(TooLargeError, f"depth {depth}: expected 1 to 18, the plies left to play"):
        perft(Variant(), START, depth)


def test_a_depth_past_the_end_of_a_late_position_is_refused() -> None:
    with refused(TooLargeError, "depth 3: expected 1 to 2, the plies left to play"):
        perft(Variant(), replace(START, ply=16), 3)


def test_a_count_past_64_bits_is_refused_before_it_is_begun() -> None:
    message = "depth 12: 5.2e+21 sequences, expected at most 9.2e18"
    with refused(TooLargeError, message):
        perft(Variant(), START, 12)
