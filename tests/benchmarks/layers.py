"""Positions a second of the exhaustive sweep on one core, layer by layer.

Run: python tests/benchmarks/layers.py          5×5 with three boats, then a small board by both engines
     python tests/benchmarks/layers.py full     sampled rows of every layer of the standard game
"""

from __future__ import annotations

import sys
import tempfile
import time
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np

from ressac_lab.kernels.final_layer import sweep_last_rows
from ressac_lab.kernels.layers import sweep_rows
from ressac_lab.kernels.layout import layout_of
from ressac_lab.reference import Reference
from ressac_lab.rules import Position, Variant
from ressac_lab.solve.layer_plan import LayerPlan, graph_of, new_last_boats, new_work, plan_ranks, step_of

THREE_BOATS = LayerPlan(Variant(boats=3, decounts=(1, 2, 3)), 3, (), means=False)
SMALL = LayerPlan(Variant(3, 3, (), 3, (1, 2, 3)), 1, (), means=False)
SMALL_PLY = 4
FULL = LayerPlan(Variant(), 3, (), means=False)
SAMPLED_POSITIONS = 3_000_000


def make_rows(plan: LayerPlan, ply: int, rows: tuple[int, int], after: np.ndarray) -> np.ndarray:
    """Make some rows of a layer's worths."""
    worths = np.zeros((rows[1] - rows[0]) * plan.row_positions(ply), dtype=np.int8)
    no_means = np.zeros((0, 0))
    rules = layout_of(plan.variant), graph_of(plan), plan_ranks(plan), step_of(plan, ply), np.zeros(0)
    work = new_work(plan, ply)
    if ply == plan.plies - 1:
        sweep_last_rows(*rules, new_last_boats(plan), *rows, worths, no_means, work)
    else:
        sweep_rows(*rules, after, no_means, *rows, worths, no_means, work)
    return worths


def make_layers(plan: LayerPlan, shown: bool) -> list[np.ndarray]:
    """Make every layer, from the last to the first; return them by ply."""
    layers = [np.zeros(0, dtype=np.int8)]
    spent = 0.0
    for ply in reversed(range(plan.plies)):
        # Tables are made before the clock starts, and counted as nothing: they serve every row.
        step_of(plan, ply), graph_of(plan), plan_ranks(plan)
        began = time.process_time()
        layers.insert(0, make_rows(plan, ply, (0, plan.rows(ply)), layers[0]))
        seconds = time.process_time() - began
        spent += seconds
        if shown:
            show(f"ply {ply + 1}", plan.positions(ply), seconds)
    if shown:
        show("in all", sum(map(plan.positions, range(plan.plies))), spent)
    return layers


def show(what: str, positions: int, seconds: float) -> None:
    print(f"  {what:28}{positions:16,} positions {positions / seconds:14,.0f} a second")


def reference_layer(plan: LayerPlan, ply: int) -> tuple[int, float]:
    """Value every position of a layer with the reference engine; return how many, and the seconds.

    The layer after it is valued first, off the clock.
    """
    engine = Reference(plan.variant.with_wrecks([0]))
    values: dict[Position, int] = {}
    for later in reversed(range(ply, plan.plies)):
        began = time.process_time()
        found = {position: value(engine, position, values) for position in positions_of(plan, later)}
        seconds, values = time.process_time() - began, found
    return len(values), seconds


def value(engine: Reference, position: Position, after: dict[Position, int]) -> int:
    """Light's points to come minus Dark's."""
    choose = min if position.mover else max
    return choose(
        end.points[0] - end.points[1] + after.get(bare(end), 0)
        for end in (engine.play(position, move) for move in engine.legal_moves(position))
    )


def bare(position: Position) -> Position:
    return Position(position.board, position.light, position.dark, position.wrecks, position.ply)


def positions_of(plan: LayerPlan, ply: int) -> list[Position]:
    """Every position of a ply, none left out for symmetry."""
    board, (light, dark) = plan.variant.board, plan.boats(ply)
    found = []
    for wrecks in combinations(range(board.cells), plan.wrecks):
        rest = [cell for cell in range(board.cells) if cell not in wrecks]
        for lights in combinations(rest, light):
            beside = [cell for cell in rest if cell not in lights]
            for darks in combinations(beside, dark):
                found.append(Position(board, *map(frozenset, (lights, darks, wrecks)), ply))
    return found


def sample_full_game() -> None:
    """Time some rows of each layer; the layer after is a file full of holes, read once to warm it."""
    hours = 0.0
    for ply in reversed(range(FULL.plies)):
        size = FULL.positions(ply + 1) if ply < FULL.plies - 1 else 1
        rows = min(FULL.rows(ply), max(1, SAMPLED_POSITIONS // FULL.row_positions(ply)))
        first = FULL.rows(ply) // 2 if rows < FULL.rows(ply) // 2 else 0
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "after"
            with path.open("wb") as file:
                file.truncate(size)
            after = np.asarray(np.memmap(path, dtype=np.int8, mode="r+"))
            for _ in range(2):
                # A class's tables serve hundreds of millions of positions: what one row costs comes off.
                times = []
                for last in (first + 1, first + rows):
                    began = time.process_time()
                    made = make_rows(FULL, ply, (first, last), after)
                    times.append(time.process_time() - began)
            del after
        seconds = max(times[1] - times[0], 1e-6)
        rate = len(made) / seconds
        hours += FULL.positions(ply) / rate / 3600
        show(f"ply {ply + 1}, of {FULL.positions(ply):,}", len(made), seconds)
    print(f"  core-hours in all {hours:,.0f}")


def main() -> None:
    make_layers(LayerPlan(Variant(3, 3, (), 2, (1,)), 1, (), means=False), shown=False)
    if sys.argv[1:] == ["full"]:
        print("the standard game, all three-wreck maps, sampled rows, exact values on one core")
        sample_full_game()
        return
    print("5×5, three wrecks, three boats a side, decounts 1, 2, 3: exact values on one core")
    make_layers(THREE_BOATS, shown=True)
    print(f"3×3, one wreck, three boats a side: ply {SMALL_PLY + 1} on one core")
    count, seconds = reference_layer(SMALL, SMALL_PLY)
    show("reference engine, plain Python", count, seconds)
    layers = make_layers(SMALL, shown=False)
    rounds = 200
    began = time.process_time()
    for _ in range(rounds):
        make_rows(SMALL, SMALL_PLY, (0, SMALL.rows(SMALL_PLY)), layers[SMALL_PLY + 1])
    seconds = time.process_time() - began
    show("exhaustive sweep", rounds * SMALL.positions(SMALL_PLY), seconds)
    share = SMALL.positions(SMALL_PLY) / (9 * comb(8, 2) * comb(6, 2))
    print(f"  (and it needs {share:.0%} of the positions, the rest by symmetry)")


if __name__ == "__main__":
    main()
