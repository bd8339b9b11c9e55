"""The exhaustive sweep equals the reference figures and plain minimax, under every switch."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from math import comb
from pathlib import Path

import pytest
from support import label, oracle_rows, oracle_variant, random_moves, random_variant

from ressac_lab.reference import Reference, ReferenceMinimax
from ressac_lab.rules import Position, Variant
from ressac_lab.rules.variant import CHOICES
from ressac_lab.solve.atlas import index_of
from ressac_lab.solve.layer_files import LayerFiles
from ressac_lab.solve.layer_plan import LayerPlan
from ressac_lab.solve.layers import sweep_layers
from ressac_lab.solve.minimax import Minimax

EPSILONS = (0.05, 0.3, 1.0)
ROWS = list({oracle_variant(row): int(row["value"]) for row in oracle_rows("values")}.items())
TREMBLING = {(oracle_variant(row), float(row["eps"])): row["value"] for row in oracle_rows("trembling")}
MARE = Variant(3, 3, ("B2",), 2, (1, 2))


def swept(variant: Variant, folder: Path, epsilons: tuple[float, ...] = EPSILONS) -> LayerFiles:
    files = LayerFiles(folder, LayerPlan(variant, len(variant.wrecks), epsilons))
    sweep_layers(files, workers=1, keep=True)
    return files


@pytest.mark.parametrize(("variant", "value"), ROWS, ids=[label(variant) for variant, _ in ROWS])
def test_the_oracles_values_are_met_to_the_last_digit(variant: Variant, value: int, tmp_path: Path) -> None:
    files = swept(variant, tmp_path)
    worths, means = files.load_layer(0)
    at = index_of(files, Position.start(variant))
    assert -worths[at] == value
    for column, epsilon in enumerate(EPSILONS):
        assert -means[at, column] == pytest.approx(float(TREMBLING[variant, epsilon]), abs=6e-13)


def small_sweeps(count: int) -> Iterator[Variant]:
    """Yield variants whose whole graph is small, some of them on large boards."""
    yield Variant(8, 8, (), 1, (1,))
    yield Variant(8, 8, ("C4",), 1, (1,), touch="torus")
    yield Variant(8, 8, ("B7",), 1, (1,), scorers="both", slide_lines="any", wrecks_drift=False)
    source, found = random.Random(3), 0
    while found < count:
        variant = random_variant(source, most_boats=5)
        cells, wrecks = variant.board.cells, len(variant.wrecks)
        sizes = [
            comb(cells, wrecks) * comb(cells - wrecks, light) * comb(cells - wrecks - light, dark)
            for light, dark in ((variant.boats, variant.boats - 1), (variant.boats, 1), (0, 0))
        ]
        if sum(sizes) < 200_000:
            found += 1
            yield variant


def test_every_position_has_its_worth_under_every_switch(tmp_path: Path) -> None:
    seen = []
    for number, variant in enumerate(small_sweeps(60)):
        files = swept(variant, tmp_path / str(number), (0.25,))
        solver, engine = Minimax(variant, (0.25,), limit=10**6), Reference(variant)
        game = list(engine.replay(tuple(random_moves(variant, random.Random(number), engine.play))))
        for before, position in pairwise([game[0], *game[:-1]]):
            worths, means = files.load_layer(position.ply)
            at = index_of(files, position)
            gained = position.points[0] - position.points[1] - before.points[0] + before.points[1]
            # A worth is that of the side which has just moved.
            sign = 1 if position.mover else -1
            assert sign * worths[at] == gained + solver.value(position), variant.canonical_text()
            expected = gained + solver.trembling_values(position)[0]
            assert sign * means[at, 0] == pytest.approx(expected, abs=1e-12), variant.canonical_text()
        seen.append(variant)
    for field, choices in CHOICES.items():
        assert {getattr(variant, field) for variant in seen} == set(choices), field
    assert {variant.wrecks_drift for variant in seen} == {True, False}
    assert len({variant.slide_step for variant in seen}) > 3
    assert max(variant.board.cells for variant in seen) == 64
    assert any(variant.touch == "torus" and variant.wrecks and variant.boats > 1 for variant in seen)


def expected_at(variant: Variant, position: Position, ply: int) -> tuple[float, float]:
    """The share of keepers and the mean cost at a ply under random play, move by move."""
    engine, solver = Reference(variant), ReferenceMinimax(variant)
    afters = [engine.play(position, move) for move in engine.legal_moves(position)]
    if position.ply < ply:
        below = [expected_at(variant, after, ply) for after in afters]
    else:
        sign = -1 if position.mover else 1
        worths = [sign * (after.points[0] - after.points[1] + solver.value(after)) for after in afters]
        below = [(float(worth == max(worths)), float(max(worths) - worth)) for worth in worths]
    return sum(share for share, _ in below) / len(below), sum(cost for _, cost in below) / len(below)


@pytest.mark.parametrize(
    "variant",
    [
        Variant(3, 2, ("A1",), 2, (1, 2)),
        Variant(3, 2, ("B1",), 2, (2,), scorers="both", first_boat="corner"),
        Variant(3, 2, ("B2",), 2, (1, 2), slide="may", wrecks_drift=False, slide_lines="row"),
    ],
    ids=label,
)
def test_shares_and_costs_are_those_of_random_play(variant: Variant, tmp_path: Path) -> None:
    files = swept(variant, tmp_path, ())
    _, means = files.load_layer(0)
    start = Position.start(variant)
    for ply in range(variant.plies):
        # The last ply comes first.
        column = 2 * (variant.plies - 1 - ply)
        found = means[index_of(files, start), column : column + 2]
        assert tuple(found) == pytest.approx(expected_at(variant, start, ply), abs=1e-12)


def test_worths_alone_are_the_same_worths(tmp_path: Path) -> None:
    for number, variant in enumerate(small_sweeps(10)):
        whole = swept(variant, tmp_path / f"{number} whole", ())
        plan = LayerPlan(variant, len(variant.wrecks), (), means=False)
        alone = LayerFiles(tmp_path / f"{number} alone", plan)
        sweep_layers(alone, workers=1, keep=True)
        for ply in range(variant.plies):
            assert alone.load_layer(ply)[0].tolist() == whole.load_layer(ply)[0].tolist()
            assert alone.load_layer(ply)[1].size == 0
