"""``ressac-lab solve --proof``, as a user runs it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ressac_lab.solve.verify import verify

Run = Callable[..., "subprocess.CompletedProcess[str]"]
Refusal = Callable[..., str]

ROWS_ONLY = ["mare", "--set", "wrecks=", "--set", "slide_lines=row", "--set", "decounts=4"]
SMALL = ["--memory", "1M", "--proof", "a.proof", "--leaf", "4"]
# Slow enough to be caught at work, and out of reach.
DETROIT = ["detroit", "--memory", "64M", "--proof", "d.proof", "--leaf", "7"]
BEGUN = "claims proven"


def answer(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    """The one JSON object that a command printed."""
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def test_a_proof_gives_the_answer_of_the_search(run: Run, tmp_path: Path) -> None:
    names = ("value", "outcome", "exact", "fair_komi", "position")
    plain = answer(run("solve", *ROWS_ONLY, "--json"))
    kept = answer(run("solve", *ROWS_ONLY, *SMALL, "--json"))
    assert {name: kept[name] for name in names} == {name: plain[name] for name in names}
    assert kept["method"] == "alpha-beta below a stored proof"
    assert kept["proof"]["file"] == "a.proof"
    assert kept["nodes"] == kept["proof"]["nodes"] > 0
    verdict = verify(tmp_path / "a.proof", sample=None)
    assert (verdict.fault, verdict.low, verdict.high) == (None, 1, 1)
    again = run("solve", *ROWS_ONLY, *SMALL, "--json")
    assert again.stderr.startswith(f"a.proof: goes on from {kept['proof']['claims']:,} claims\n")
    assert answer(again)["line"] == kept["line"]
    assert answer(again)["nodes"] == kept["nodes"]


def test_outcome_and_openings_are_kept_too(run: Run, tmp_path: Path) -> None:
    found = answer(run("solve", *ROWS_ONLY, *SMALL, "--outcome", "--json"))
    assert (found["outcome"], found["exact"]) == ("light", True)
    found = answer(run("solve", *ROWS_ONLY, *SMALL, "--openings", "--json"))
    assert found["openings"] == answer(run("solve", *ROWS_ONLY, "--openings", "--json"))["openings"]
    assert verify(tmp_path / "a.proof", sample=None).fault is None


def test_the_sentences_end_with_what_the_file_holds(run: Run) -> None:
    said = run("solve", *ROWS_ONLY, *SMALL).stdout.splitlines()
    assert any(line.startswith("Proven by alpha-beta below a stored proof") for line in said)
    assert any(line.startswith("a.proof holds ") for line in said)


def test_a_budget_cuts_a_proof_and_the_next_run_goes_on(run: Run, tmp_path: Path) -> None:
    first = answer(run("solve", *DETROIT, "--nodes", "300000", "--json"))
    assert first["exact"] is False
    assert first["reason"] == "node budget of 300,000 spent"
    assert first["proof"]["claims"] > 0
    second = answer(run("solve", *DETROIT, "--nodes", "300000", "--json"))
    assert second["proof"]["claims"] > first["proof"]["claims"]
    verdict = verify(tmp_path / "d.proof")
    assert (verdict.fault, verdict.by_moves + verdict.by_search) == (None, second["proof"]["claims"])


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGKILL])
def test_a_command_that_is_stopped_keeps_what_is_proven(
    ending: signal.Signals, run: Run, tmp_path: Path
) -> None:
    code = (
        "import sys, ressac_lab.cli.proof as proof, ressac_lab.solve.proof_file as file\n"
        "proof.FIRST_LINE_SECONDS, proof.LINE_GROWTH = 0, 1.01\n"
        "file.SECONDS_AT_STAKE = 0.0\n"
        "from ressac_lab.cli.app import main\n"
        "sys.argv[0] = 'ressac-lab'\n"
        "main()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, "solve", *DETROIT],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    ) as process:
        assert process.stderr is not None
        lines = 0
        while lines < 20:
            lines += BEGUN in process.stderr.readline()
        process.send_signal(ending)
        said = process.communicate()[1]
    if ending == signal.SIGINT:
        assert process.returncode == 130
        assert "The value is proven to lie between " in said
        command = "ressac-lab solve detroit --memory 64M --proof d.proof --leaf 7"
        assert said.endswith(f"\ninterrupted: nothing is lost, this goes on from here:\n  {command}\n")
        assert [entry.name for entry in tmp_path.iterdir()] == ["d.proof"]
    verdict = verify(tmp_path / "d.proof")
    assert verdict.fault is None
    assert verdict.by_search > 0
    done = run("solve", *DETROIT, "--nodes", "1", "--json")
    assert done.stderr.startswith(
        f"d.proof: goes on from {verdict.by_moves + verdict.by_search:,} claims\n"
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--proof", "a", "--plain"], "--plain with --proof: expected --proof with the search only"),
        (
            ["--proof", "a", "--positions", "x"],
            "--positions with --proof: expected a proof of one position",
        ),
        (["--leaf", "4"], "--leaf without --proof: expected both, only a proof has leaves"),
        (["--proof", "a", "--leaf", "-1"], "-1 is not within 0 to 64"),
        (["--proof", "."], ".: not a proof of ressac-lab (it is a folder), expected"),
        (["--proof", "text"], "text: cannot be used as a proof of ressac-lab (file is not a database)"),
        (["--proof", "no/a"], "no/a: cannot be opened (unable to open database file), expected"),
    ],
)
def test_a_mistake_is_answered_in_one_sentence(
    arguments: list[str], sentence: str, refusal: Refusal, tmp_path: Path
) -> None:
    (tmp_path / "text").write_text("no proof " * 100)
    assert sentence in refusal("solve", "mare", *arguments)


def test_a_proof_of_another_variant_is_refused(run: Run, refusal: Refusal) -> None:
    assert run("solve", *ROWS_ONLY, *SMALL).returncode == 0
    sentence = refusal("solve", "mare", *SMALL)
    assert sentence == (
        "a.proof: is a proof for wrecks= decounts=4 slide_lines=row, "
        "expected wrecks=B2 decounts=2,4 slide_lines=own or a new file"
    )
