from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Write = Callable[..., Path]
Run = Callable[..., "subprocess.CompletedProcess[str]"]
Refusal = Callable[..., str]

# Enough work that a run can be cut in the middle: 60 jobs of some milliseconds each.
LONGER = """
name = "longer"
base = "mare"
seed = 4
[grid]
decounts = [[2, 4], [4], [1, 4], [3, 4], [1, 2, 3, 4], [2]]
[[methods]]
agents = "greedy"
games = 5000
"""


def files_of(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in ("variants.csv", "variants.json", "games.csv")}


def test_one_worker_and_two_write_the_same_bytes(run: Run, write_experiment: Write, tmp_path: Path) -> None:
    path = write_experiment()
    for workers in ("1", "2"):
        done = run("sweep", path, "--out", tmp_path / workers, "--workers", workers, "--games")
        assert done.returncode == 0, done.stderr
    assert files_of(tmp_path / "1") == files_of(tmp_path / "2")


@pytest.mark.parametrize("cut", [signal.SIGKILL, signal.SIGINT])
def test_a_run_cut_in_the_middle_ends_with_the_same_bytes(
    cut: signal.Signals, run: Run, write_experiment: Write, tmp_path: Path
) -> None:
    path = write_experiment(LONGER, "longer.toml")
    arguments = ["sweep", str(path), "--workers", "2", "--games", "--out"]
    assert run(*arguments, tmp_path / "whole").returncode == 0

    folder = tmp_path / "cut"
    command = [sys.executable, "-m", "ressac_lab", *arguments, str(folder)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        while " 18 of 60 " not in process.stderr.readline():
            assert process.poll() is None
        process.send_signal(cut)
        _, said = process.communicate()
    if cut == signal.SIGINT:
        assert process.returncode == 130
        assert f"ressac-lab sweep {path} --workers 2 --games --out {folder}" in said
    assert not (folder / "variants.csv").exists()

    again = run(*arguments, folder)
    assert again.returncode == 0, again.stderr
    assert " of 60 pieces of work were in " in again.stderr
    assert files_of(folder) == files_of(tmp_path / "whole")


def test_results_go_to_results_by_name_and_report_rebuilds_them(
    run: Run, write_experiment: Write, tmp_path: Path
) -> None:
    assert run("sweep", write_experiment()).returncode == 0
    folder = tmp_path / "results" / "tiny"
    before = (folder / "variants.csv").read_bytes()
    (folder / "variants.csv").unlink()
    done = run("report", folder)
    assert done.returncode == 0
    assert "most biased" in done.stdout
    assert (folder / "variants.csv").read_bytes() == before


def test_spaces_and_accents_in_paths_are_fine(run: Run, write_experiment: Write, tmp_path: Path) -> None:
    path = write_experiment(name="ma première épave.toml")
    done = run("sweep", path, "--out", tmp_path / "là bas")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "là bas" / "variants.csv").is_file()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("name = ", "not a TOML file"),
        ('agents = "greedy"', "unknown key 'agents': did you mean 'methods'?"),
        ('[[methods]]\nagents = "greedy"\ngames = 0', "games = 0: expected 1 to 100,000,000"),
        ('[[methods]]\nagents = "gready"\ngames = 9', "unknown agent 'gready': did you mean 'greedy'?"),
        ('[grid]\nkomi = []\n[[methods]]\nagents = "greedy"\ngames = 9', "grid: komi = [] is empty"),
    ],
)
def test_a_wrong_experiment_is_refused_and_nothing_is_written(
    text: str, sentence: str, refusal: Refusal, write_experiment: Write, tmp_path: Path
) -> None:
    path = write_experiment(text)
    assert sentence in refusal("sweep", path)
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


def test_folders_that_cannot_be_used_are_refused(
    refusal: Refusal, run: Run, write_experiment: Write, tmp_path: Path
) -> None:
    path = write_experiment()
    (tmp_path / "file").write_text("in the way")
    assert "cannot be written (Not a directory)" in refusal("sweep", path, "--out", "file/out")
    (tmp_path / "no-store").mkdir()
    (tmp_path / "no-store" / "store.sqlite").write_text("something else")
    assert "not a store of ressac-lab" in refusal("sweep", path, "--out", "no-store")
    assert "not a store of ressac-lab" in refusal("report", "no-store")
    assert "no store.sqlite there" in refusal("report", "nowhere")
    assert run("sweep", path, "--out", "mine").returncode == 0
    other = write_experiment('[[methods]]\nagents = "random"\ngames = 5', "other.toml")
    assert "experiment 'tiny', expected 'other'" in refusal("sweep", other, "--out", "mine")


def test_a_half_finished_store_cannot_be_reported(
    refusal: Refusal, run: Run, write_experiment: Write, tmp_path: Path
) -> None:
    import sqlite3

    assert run("sweep", write_experiment(), "--out", "out").returncode == 0
    with sqlite3.connect(tmp_path / "out" / "store.sqlite") as connection:
        connection.execute("DELETE FROM jobs WHERE identity LIKE '%exact%'")
    connection.close()
    assert "2 of 8 pieces of work are not done, expected a finished sweep" in refusal("report", "out")


def test_the_verdicts_go_by_the_delta_of_the_experiment_or_of_the_report(
    run: Run, refusal: Refusal, write_experiment: Write, tmp_path: Path
) -> None:
    text = 'delta = 0.2\nbase = "mare"\n[[methods]]\nagents = "greedy"\ngames = 2000'
    assert run("sweep", write_experiment(text), "--out", "out").returncode == 0
    table = tmp_path / "out" / "variants.csv"
    assert ",greedy,balanced," in table.read_text(encoding="utf-8")
    done = run("report", "out", "--delta", "0.01")
    assert "Balanced means A within 0.01 of 1/2" in done.stdout
    assert ",greedy,undecided," in table.read_text(encoding="utf-8")
    assert "'0.5' is not a number above 0 and below 0.5" in refusal("report", "out", "--delta", "0.5")
    sentence = refusal("sweep", write_experiment(text.replace("0.2", "true")))
    assert sentence.endswith("delta = True: expected a number above 0 and below 0.5")
