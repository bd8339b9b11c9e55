"""The benchmark of the solver runs, and both solvers find the reference values."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest
from support import PROJECT, oracle_positions

BENCHMARK = PROJECT / "tests" / "benchmarks" / "solver.py"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(BENCHMARK), *arguments]
    return subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_every_position_has_its_row() -> None:
    done = run("--plies", "11", "--workers", "1,2")
    assert (done.returncode, done.stderr) == (0, "")
    rows = [line.split()[0] for line in done.stdout.splitlines()]
    late = [
        position.rows_text() for position, _ in oracle_positions("deep_positions") if position.ply == 11
    ]
    assert [row for row in rows if "/" in row] == late
    assert "all" in rows
    assert ("sketch, CPU s" in done.stdout) == bool(shutil.which("g++"))


def test_plies_without_positions_are_refused() -> None:
    done = run("--plies", "3")
    assert done.returncode == 1
    assert done.stderr == "no positions after [3] plies, expected some of 8 to 11\n"
