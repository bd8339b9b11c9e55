"""Every mistake is one sentence, and a stream that nobody reads loses nothing."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from ressac_lab.cli.report import _show
from ressac_lab.cli.streams import one_line
from ressac_lab.reports.rows import read_rows
from ressac_lab.reports.summary import summaries
from ressac_lab.sweep import Store
from ressac_lab.sweep.results import Results

Write = Callable[..., Path]
Run = Callable[..., "subprocess.CompletedProcess[str]"]
Refusal = Callable[..., str]

COMMAND = f"{sys.executable} -m ressac_lab"


def shell(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a line of the shell in which RESSAC stands for the command."""
    line = f"set -o pipefail; {line.replace('RESSAC', COMMAND)}"
    return subprocess.run(["bash", "-c", line], cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["sweep", "x.toml", "--workers", "0"], "'--workers' / '-w': 0 is not within 1 to 1024"),
        (["sweep", "x.toml", "--workers", "9999"], "9999 is not within 1 to 1024"),
        (["perft", "mare", "--depth", "x"], "'x' is not a whole number of at most 18 digits"),
        (["perft", "mare", "--depth", "1_0"], "'1_0' is not a whole number"),
        (["perft", "mare", "--depth", "9" * 5000], "…"),
        (["variants", "maps", "mare", "--wrecks", "٣"], "'٣' is not a whole number"),
        (["report", "x", "--show", "-1"], "-1 is not within 0 to"),
        (["solve"], "missing argument 'VARIANT', expected what"),
        (["solve", "mare", "--speed"], "no such option: --speed"),
        (["solve", "mare", "canal"], "got unexpected extra argument"),
        (["slove"], "no such command 'slove'"),
        (["variants", "shwo"], "no such command 'shwo'"),
        (["solve", "mare", "--set"], "option '--set' requires an argument"),
        (["sweep", "x\n\x1b.toml"], r"x\n\x1b.toml: cannot be read"),
        (["report", "a" * 300], "(File name too long), expected"),
        (["solve", "detroit", "--position", "5/5/1XXX1/5/5 0 9-9"], "9-9 are not points banked"),
    ],
)
def test_a_wrong_command_line_is_answered_in_one_sentence(
    arguments: list[str], sentence: str, refusal: Refusal
) -> None:
    found = refusal(*arguments)
    assert sentence in found
    assert len(found) < 500


def test_a_mistake_prints_nothing_but_its_line(run: Run) -> None:
    done = run("sweep", "x.toml", "--workers", "0")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("error: ")


def test_a_results_folder_whose_name_is_too_long_is_refused(
    refusal: Refusal, write_experiment: Write, tmp_path: Path
) -> None:
    path = write_experiment()
    assert "(File name too long)" in refusal("sweep", path, "--out", "a" * 300)
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("arguments", [[], ["variants"], ["--help"], ["-h"], ["sweep", "--help"]])
def test_help_is_no_mistake(arguments: list[str], run: Run) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Usage: " in done.stdout


def test_a_full_stdout_is_an_error_in_one_sentence(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    done = shell("RESSAC variants list > /dev/full", tmp_path)
    assert done.returncode == 2
    assert done.stderr == (
        "error: the output cannot be written (No space left on device), expected room for it\n"
    )


def test_a_pipe_that_is_closed_ends_the_command_quietly(tmp_path: Path) -> None:
    done = shell("RESSAC variants maps detroit --set boats=6 --set decounts=6 -k 5 | head -1", tmp_path)
    assert done.stderr == ""
    assert done.returncode in (0, 1)
    assert done.stdout.count("\n") == 1


@pytest.mark.parametrize("closed", ["2>&-", "2> /dev/full", ">&- 2>&-", "<&- 2>&-"])
def test_a_sweep_needs_nobody_to_listen(closed: str, write_experiment: Write, tmp_path: Path) -> None:
    done = shell(f"RESSAC sweep {write_experiment()} --out out {closed}", tmp_path)
    assert done.returncode == 0
    assert done.stderr == ""
    assert (tmp_path / "out" / "variants.csv").is_file()


def test_an_interrupted_command_says_so_in_a_line(tmp_path: Path) -> None:
    code = (
        "import os, signal, ressac_lab.cli.start as start, sys\n"
        "from ressac_lab.cli.app import main\n"
        "start.load = lambda *given: os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.argv = ['ressac-lab', 'perft', 'mare']\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "interrupted\n")


def test_a_label_is_shown_as_it_is(
    run: Run, write_experiment: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("sweep", write_experiment(), "--out", "out").returncode == 0
    with Store.open(tmp_path / "out") as store:
        rows = read_rows(Results(store))
    # The library takes any label, though files are held to names.
    named = [replace(row, entry=replace(row.entry, label="a[/b][red]x\x1b[2J")) for row in rows]
    for summary in summaries(named, 1):
        _show(summary, 0.03)
    said = capsys.readouterr().out
    assert r"a[/b][red]x\x1b[2J" in said
    assert "\x1b" not in said


def test_a_line_escapes_what_a_terminal_would_obey() -> None:
    assert one_line("a\x1b[31m×\udcff") == r"a\x1b[31m×\udcff"
    assert one_line("x" * 300) == "x" * 200 + "…"
