"""``ressac-lab verify``, as a user runs it."""

from __future__ import annotations

import json
import sqlite3
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from proofs import ROWS_ONLY, Counting, proven

from ressac_lab.rules import Position
from ressac_lab.solve.proof import Proof
from ressac_lab.solve.proof_file import ProofFile

Run = Callable[..., "subprocess.CompletedProcess[str]"]
Refusal = Callable[..., str]

RULES = ROWS_ONLY.canonical_text()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    proven(tmp_path / "a.proof", ROWS_ONLY, 4)
    return tmp_path / "a.proof"


def test_a_sound_proof_is_told_in_a_few_sentences(run: Run, path: Path) -> None:
    done = run("verify", path, "--sample", "3")
    assert done.returncode == 0
    said = done.stdout.splitlines()
    assert said[:3] == [
        f"{path}: every step verified, and 3 of the 62 searches: the score to go from 3/3/3 0 0-0 is +1.",
        "With komi 0 Light wins.",
        f"Rules: {RULES}",
    ]
    assert said[3].startswith("Checked ")
    assert " of which 3 were done again without a table (" in said[3]
    assert len(said) == 4
    assert done.stderr.splitlines()[-1].startswith("verify: ")


def test_a_proof_all_of_whose_searches_were_done_again_is_verified(run: Run, path: Path) -> None:
    said = run("verify", path, "--all").stdout.splitlines()
    assert said[0] == f"{path}: verified: the score to go from 3/3/3 0 0-0 is +1."


def test_json_has_the_counts_and_what_is_proven(run: Run, path: Path) -> None:
    found = json.loads(run("verify", path, "--all", "--json").stdout)
    nodes, moves, searches = (found.pop(name) for name in ("nodes", "by_moves", "by_search"))
    assert nodes > searches > 20
    assert moves > 0
    assert found == {
        "file": str(path),
        "verified": True,
        "rules": RULES,
        "digest": ROWS_ONLY.digest,
        "position": "3/3/3 0 0-0",
        "low": 1,
        "high": 1,
        "outcome": "light",
        "searched_again": searches,
        "over_limit": 0,
    }


def test_what_was_not_done_again_for_want_of_nodes_is_said(run: Run, path: Path) -> None:
    done = run("verify", path, "--all", "--nodes", "1")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].endswith(" more were drawn and given up for want of nodes.")


def test_bounds_are_told_where_the_value_is_open(run: Run, tmp_path: Path) -> None:
    path, variant = tmp_path / "b.proof", replace(ROWS_ONLY, pie="swap", komi=0.5)
    start = Position.start(variant)
    with ProofFile.for_start(path, variant, start) as file:
        Proof(file, Counting(variant), 4).reaches(start, 1)
    said = run("verify", path).stdout.splitlines()
    assert said[0].endswith("from 3/3/3 0 0-0 lies between +1 and +3.")
    assert said[1] == "With komi 0.5 and the pie rule it is not proven who wins."


def test_a_damaged_proof_is_told_with_the_place_and_another_exit_code(run: Run, path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE claims SET beta = beta - 1 WHERE number = 5")
    connection.close()
    done = run("verify", path)
    assert done.returncode == 1
    assert done.stdout.startswith(f"{path}: not verified: claim 5 (")
    assert done.stdout.endswith("): it is not as it was proven.\n")
    found = json.loads(run("verify", path, "--json").stdout)
    assert found["verified"] is False
    assert found["place"].startswith("claim 5 (")
    assert "low" not in found


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["none"], "none: no such file, expected a file that solve --proof made"),
        (["."], ".: not a proof of ressac-lab (it is a folder), expected a file that solve --proof made"),
        (["text"], "text: cannot be used as a proof of ressac-lab (file is not a database), expected"),
        (["a.proof", "--sample", "-1"], "-1 is not within 0 to"),
        (["a.proof", "--nodes", "0"], "0 is not within 1 to"),
        ([], "missing argument 'FILE'"),
    ],
)
def test_a_mistake_is_answered_in_one_sentence(
    arguments: list[str], sentence: str, refusal: Refusal, tmp_path: Path
) -> None:
    (tmp_path / "text").write_text("no proof " * 100)
    assert sentence in refusal("verify", *arguments)
