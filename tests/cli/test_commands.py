from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., "subprocess.CompletedProcess[str]"]
Refusal = Callable[..., str]


def answer(done: subprocess.CompletedProcess[str]) -> dict[str, object]:
    """The one JSON object that a command printed."""
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n") == 1
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys, ressac_lab.cli.app\n"
        "heavy = {'numba', 'numpy', 'pandas', 'networkx', 'joblib', 'rich.table', 'scipy'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_both_ways_to_call_show_the_same_help(run: Run) -> None:
    done = run("--help")
    assert done.returncode == 0
    for command in ("sweep", "report", "solve", "perft", "verify", "variants"):
        assert command in done.stdout
    assert run("--version").stdout == "ressac-lab 0.1.0\n"


def test_perft_prints_counts_and_checksums(run: Run) -> None:
    assert answer(run("perft", "detroit", "--depth", "2", "--json")) == {
        "variant": "detroit",
        "rows": [
            {"depth": 1, "perft": 88, "checksum": 88},
            {"depth": 2, "perft": 7392, "checksum": 7392},
        ],
    }


def test_divide_adds_up_to_perft(run: Run) -> None:
    rows = answer(run("perft", "mare", "--depth", "3", "--divide", "--json"))["rows"]
    assert isinstance(rows, list)
    assert len(rows) == 32
    assert rows[0]["move"] == "A1>"
    assert sum(row["perft"] for row in rows) == 21504
    assert sum(row["checksum"] for row in rows) == 28504


def test_variants_commands_speak_json(run: Run) -> None:
    listed = answer(run("variants", "list", "--json"))["variants"]
    assert isinstance(listed, list)
    assert {"name": "detroit", "title": "Le détroit"} in listed
    assert answer(
        run("variants", "show", "detroit", "--set", "boats=8", "--set", "decounts=4,8", "--json")
    )["decounts"] == [4, 8]
    maps = answer(run("variants", "maps", "detroit", "--json"))["maps"]
    assert isinstance(maps, list)
    assert len(maps) == 319
    assert sum(row["orbit"] for row in maps) == 2300


def test_the_whole_catalogue_is_sound(run: Run) -> None:
    done = run("variants", "check")
    assert done.returncode == 0
    assert all(line.startswith(("ok ", "  warning: ")) for line in done.stdout.splitlines())


def test_a_wrong_variant_file_is_named_and_the_others_are_still_checked(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text('wreks = ["A1"]')
    done = run("variants", "check", "bad.toml", "detroit")
    assert done.returncode == 2
    assert "ok     detroit" in done.stdout
    assert done.stderr == "error: bad.toml: unknown key 'wreks': did you mean 'wrecks'?\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["solve", "detriot"], "no variant 'detriot' in the catalogue: did you mean 'detroit'?"),
        (["solve", "detroit", "--plain"], "plain minimax would visit up to"),
        (["solve", "none.toml"], "none.toml: cannot be read (No such file or directory)"),
        (["solve", "mare", "--set", "boats"], "'boats' sets nothing: expected field=value"),
        (["solve", "mare", "--set", "boots=2"], "unknown field 'boots': did you mean 'boats'?"),
        (["solve", "mare", "--set", "boats=two"], "boats = 'two': expected a whole number"),
        (["solve", "mare", "--set", "wrecks=D1"], "'D1' is not on the 3×3 board"),
        (["solve", "mare", "--set", "wrecks=A1,A1"], "'A1' is named twice"),
        (["solve", "mare", "--set", "boats=5"], "boats = 5: 2 × 5 boats and 1 wrecks need 11 cells"),
        (["solve", "mare", "--set", "decounts=2,5"], "5 is past the last boat"),
        (["solve", "mare", "--set", "decounts=4,2"], "strictly increasing"),
        (["solve", "mare", "--position", "3/3/3"], "is not a position: expected ROWS PLY [L-D]"),
        (["solve", "mare", "--position", "3/1X1/3 2"], "has 0 Light boats: expected 1 after 2 plies"),
        (["perft", "mare", "--depth", "9"], "depth 9: expected 1 to 8, the plies left to play"),
        (["perft", "mare", "--depth", "0"], "depth 0: expected 1 to 8"),
        (["perft", "detroit", "--depth", "18"], "sequences, expected at most 9.2e18"),
        (["variants", "maps", "mare", "--wrecks", "3"], "3 wrecks: expected 0 to 1"),
    ],
)
def test_a_mistake_is_answered_in_one_sentence(
    arguments: list[str], sentence: str, refusal: Refusal
) -> None:
    assert sentence in refusal(*arguments)
