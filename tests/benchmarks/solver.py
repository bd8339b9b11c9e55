"""CPU time and nodes of our search and of the solver sketch, on the same positions in the same run.

The sketch is ``solver_sketch.cpp`` beside this file, compiled here. Both search on tables of the same
number of bytes, cleared before each position, and take turns: sketch, ours, sketch, ours. The positions
are those of ``tests/oracle/deep_positions.csv``, and both must find their values.

Run: python tests/benchmarks/solver.py [--plies 9,10,11] [--rounds 1] [--workers 1,2] [--detroit 6]
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ressac_lab.rules import Position, Variant
from ressac_lab.solve.alphabeta import BYTES_AN_ENTRY, AlphaBeta
from ressac_lab.solve.examine import warm

SKETCH = Path(__file__).resolve().parent / "solver_sketch.cpp"
ORACLE = Path(__file__).resolve().parent.parent / "oracle" / "deep_positions.csv"
COMPILER = "g++"
TABLE_BITS = 25
# Le détroit with fewer boats, from the start: an exact draw with either number.
DETROIT = {5: Variant(boats=5, decounts=(2, 4, 5)), 6: Variant(boats=6, decounts=(2, 4, 6))}


@dataclass(frozen=True, slots=True)
class Effort:
    """What a value took: nodes, CPU seconds of all threads, seconds on the wall."""

    value: int
    nodes: int
    cpu: float
    wall: float = 0.0


Ask = Callable[[Position], Effort]


class Sketch:
    """The solver sketch as a process that is asked for one position after the other."""

    def __init__(self, variant: Variant, folder: Path) -> None:
        program = folder / "sketch"
        flags = ["-O3", "-march=native", f"-DN={variant.width}"]
        subprocess.run([COMPILER, *flags, "-o", program, SKETCH], check=True)
        decounts = ",".join(map(str, variant.decounts))
        command = [program, str(variant.boats), decounts, str(TABLE_BITS)]
        self.process = subprocess.Popen(command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, position: Position) -> Effort:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(position.rows_text(), position.ply, file=self.process.stdin, flush=True)
        words = self.process.stdout.readline().split()
        found = dict(zip(words[2::2], words[3::2], strict=True))
        return Effort(int(found["value"]), int(found["nodes"]), float(found["cpu"]))

    def close(self) -> None:
        self.process.communicate()


def ours(variant: Variant, workers: int) -> Ask:
    """Our search with a number of threads, its kernels compiled."""
    solver = AlphaBeta(variant, BYTES_AN_ENTRY << TABLE_BITS, workers)
    warm(solver)
    # The sketch fills its table of flotillas before it is timed, too.
    solver.prepare()

    def ask(position: Position) -> Effort:
        solver.forget()
        wall, cpu = time.perf_counter(), time.process_time()
        value = solver.value(position)
        return Effort(value, solver.nodes, time.process_time() - cpu, time.perf_counter() - wall)

    return ask


def deep_positions(plies: list[int]) -> list[tuple[Position, int]]:
    """The reference positions at some plies, with their values."""
    rows = [line.split(",") for line in ORACLE.read_text(encoding="utf-8").splitlines()[1:]]
    positions = [(Position.parse(f"{rows_text} {ply}"), int(value)) for rows_text, ply, value in rows]
    return [(position, value) for position, value in positions if position.ply in plies]


def measured(solvers: dict[str, Ask], position: Position, value: int, rounds: int) -> dict[str, Effort]:
    """The best effort of each solver in several rounds, in which they take turns."""
    best: dict[str, Effort] = {}
    for _ in range(rounds):
        for name, ask in solvers.items():
            effort = ask(position)
            if effort.value != value:
                sys.exit(f"{name} values {position.text()} at {effort.value:+d}, expected {value:+d}")
            if name not in best or effort.cpu < best[name].cpu:
                best[name] = effort
    return best


class Report:
    """The table that is printed, a row a position, and the totals below it."""

    def __init__(self, solvers: dict[str, Ask]) -> None:
        self.own = [name for name in solvers if name != "sketch"]
        self.against_sketch = "sketch" in solvers
        self.rows: list[dict[str, Effort]] = []
        head = f"{'':38}"
        for name in ["sketch"] * self.against_sketch + self.own[:1]:
            head += f"{name + ', CPU s':>18}{'nodes':>14}"
        if self.against_sketch:
            head += f"{'time ratio':>12}{'node ratio':>12}"
        for name in self.own[1:]:
            head += f"{name + ', speed-up':>24}"
        print(head)

    def add(self, position: Position, efforts: dict[str, Effort]) -> None:
        self.rows.append(efforts)
        self._print(f"{position.rows_text()} {position.ply}", efforts)

    def _print(self, what: str, efforts: dict[str, Effort]) -> None:
        one = efforts[self.own[0]]
        row = f"{what:38}"
        for effort in [efforts["sketch"], one] if self.against_sketch else [one]:
            row += f"{effort.cpu:18.3f}{effort.nodes:14,}"
        if self.against_sketch:
            row += f"{efforts['sketch'].cpu / one.cpu:12.2f}{efforts['sketch'].nodes / one.nodes:12.2f}"
        for name in self.own[1:]:
            row += f"{one.wall / efforts[name].wall:24.2f}"
        print(row, flush=True)

    def close(self) -> None:
        totals = {
            name: Effort(
                0,
                sum(row[name].nodes for row in self.rows),
                sum(row[name].cpu for row in self.rows),
                sum(row[name].wall for row in self.rows),
            )
            for name in self.rows[0]
        }
        self._print("all", totals)
        if self.against_sketch:
            own = self.own[0]
            times = statistics.median(row["sketch"].cpu / row[own].cpu for row in self.rows)
            nodes = statistics.median(row["sketch"].nodes / row[own].nodes for row in self.rows)
            print(f"{'median ratio':{38 + 2 * 32}}{times:12.2f}{nodes:12.2f}")


def numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--plies", type=numbers, default=[9, 10, 11], help="plies played, of 8 to 11")
    parser.add_argument("--rounds", type=int, default=1, help="the best of so many counts")
    parser.add_argument("--workers", type=numbers, default=[1], help="threads of our search")
    parser.add_argument(
        "--detroit", type=int, choices=sorted(DETROIT), help="boats, from the start instead"
    )
    given = parser.parse_args()
    variant, positions = Variant(), deep_positions(given.plies)
    if given.detroit:
        variant = DETROIT[given.detroit]
        positions = [(Position.start(variant), 0)]
    if not positions:
        sys.exit(f"no positions after {given.plies} plies, expected some of 8 to 11")
    own = {f"{n} thread{'s' * (n > 1)}": ours(variant, n) for n in given.workers}
    with tempfile.TemporaryDirectory() as folder:
        sketch = Sketch(variant, Path(folder)) if shutil.which(COMPILER) else None
        if sketch is None:
            print(f"There is no {COMPILER} to compile the solver sketch with: only our times are shown.")
        solvers = own if sketch is None else {"sketch": sketch.ask, **own}
        report = Report(solvers)
        for position, value in positions:
            report.add(position, measured(solvers, position, value, given.rounds))
        report.close()
        if sketch is not None:
            sketch.close()


if __name__ == "__main__":
    main()
