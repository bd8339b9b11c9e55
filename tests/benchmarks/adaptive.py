"""How many of the 319 three-wreck maps a total of games decides: spread evenly, and adaptively.

``python -m tests.benchmarks.adaptive`` prints a CSV. Greedy players, δ = 0.03, seed 2026; both ways play
the same games of a map in the same order, and differ in how many.
"""

from __future__ import annotations

import csv
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from ressac_lab.arena.fairness import UNDECIDED
from ressac_lab.reports.rows import read_rows
from ressac_lab.sweep import Store, read_experiment, sweep
from ressac_lab.sweep.results import Results

MAPS = 319
TOTALS = tuple(MAPS * games for games in (500, 1000, 1500, 2000, 3000))
EXPERIMENT = """
name = "budgets"
base = "detroit"
seed = 2026
[grid]
start_maps = 3
[[methods]]
agents = "greedy"
"""


def decided(games: str, folder: Path) -> tuple[int, int]:
    """Return how many maps a sweep decides, and how many games it plays."""
    path = folder / "budgets.toml"
    path.write_text(EXPERIMENT + games, encoding="utf-8")
    experiment = read_experiment(path)
    # One folder for all: what another sweep played is played already.
    sweep(experiment, folder / "out")
    with Store.open(folder / "out") as store:
        rows = read_rows(Results(store))
    verdicts = Counter(row.verdict for row in rows)
    played = sum(getattr(row.found, "games", 0) for row in rows)
    return len(rows) - verdicts[UNDECIDED], played


def main() -> None:
    """Print the table."""
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(("total", "uniform_decided", "adaptive_decided", "ratio", "adaptive_games"))
    with TemporaryDirectory() as name:
        for total in TOTALS:
            uniform, _ = decided(f"games = {total // MAPS}", Path(name))
            adaptive, played = decided(f'games = "adaptive"\ntotal = {total}', Path(name))
            table.writerow((total, uniform, adaptive, f"{adaptive / uniform:.2f}", played))


if __name__ == "__main__":
    main()
