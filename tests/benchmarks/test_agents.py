"""The benchmark of the agents runs, and says what it skips."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys

from support import PROJECT

BENCHMARK = PROJECT / "tests" / "benchmarks" / "agents.py"


def test_every_agent_has_its_row_and_what_is_missing_its_sentence() -> None:
    arguments = ["random", "nobody", "--seconds", "0.001", "--simulations", "2"]
    done = subprocess.run(
        [sys.executable, str(BENCHMARK), *arguments],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    title, rate, skipped, *openspiel = done.stdout.splitlines()
    assert title.startswith("le détroit, games per CPU second")
    assert re.fullmatch(r"random +[0-9,]+", rate)
    assert skipped.startswith("skipped: unknown agent 'nobody'")
    if importlib.util.find_spec("pyspiel") is None:
        assert openspiel == [
            "skipped: OpenSpiel is not installed, expected it: pip install 'ressac-lab[openspiel]'"
        ]
        return
    names = [re.split(r"  +", line)[0] for line in openspiel]
    assert names == ["OpenSpiel, random", "OpenSpiel, mcts of 1,000 simulations"]
