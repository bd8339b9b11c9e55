"""The commands about agents: fit, ladder and truth."""

from __future__ import annotations

import csv
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., "subprocess.CompletedProcess[str]"]
Refusal = Callable[..., str]


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_fit_writes_a_row_for_every_kind_of_ply(run: Run, tmp_path: Path) -> None:
    done = run("fit", "mare", "--games", "20", "--rounds", "1", "--workers", "1", "--out", "mine.csv")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "wrote mine.csv"
    rows = rows_of(tmp_path / "mine.csv")
    assert len(rows) == len({(row["side"], row["boats"], row["decounts"]) for row in rows})
    assert all(f"{'LD'[int(row['side'])]} {row['boats']} {row['decounts']}:" in done.stdout for row in rows)


def test_a_ladder_has_every_meeting_and_every_level(run: Run, tmp_path: Path) -> None:
    agents = ("--agent", "random", "--agent", "greedy", "--agent", "L2")
    done = run("ladder", "mare", *agents, "--pairs", "20", "--games", "30", "--out", "mine")
    assert done.returncode == 0
    meetings, levels = (rows_of(tmp_path / "mine" / name) for name in ("cross_table.csv", "levels.csv"))
    assert [(row["agent"], row["opponent"]) for row in meetings] == [
        ("greedy", "random"),
        ("L2", "random"),
        ("L2", "greedy"),
    ]
    assert all(
        int(row["wins"]) + int(row["draws"]) + int(row["losses"]) == 2 * int(row["pairs"]) == 40
        for row in meetings
    )
    assert [row["plays"] for row in levels] == ["random", "greedy", "lookahead:depth=1"]
    for row in levels:
        assert float(row["advantage_low"]) <= float(row["advantage"]) <= float(row["advantage_high"])


def test_truth_has_every_ply_of_every_agent(run: Run, tmp_path: Path) -> None:
    agents = ("--agent", "perfect", "--agent", "random")
    done = run("truth", "mare", *agents, "--games", "20", "--out", "mine")
    assert done.returncode == 0
    rows = rows_of(tmp_path / "mine" / "truth.csv")
    assert {row["kept_share"] for row in rows if row["agent"] == "perfect"} == {"1.0000"}
    assert all(
        float(row["kept_low"]) <= float(row["kept_share"]) <= float(row["kept_high"]) for row in rows
    )
    assert len(rows) % 2 == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("truth", "detroit"), "its exact values would take some"),
        (
            ("match", "mare", "--light", "human", "--dark", "greedy"),
            "agent 'human': expected an agent here, people play in ressac-lab play",
        ),
        (("truth", "mare", "--agent", "L8"), "unknown agent 'L8': did you mean 'L"),
        (("ladder", "mare", "--agent", "lookahead:depth=99"), "'depth=99': expected 1 to 12"),
        (("ladder", "mare", "--pairs", "0"), "0 is not within 1 to"),
        (("fit", "mare", "--rounds", "11"), "11 is not within 1 to 10"),
        (("match", "detroit", "--light", "perfect", "--dark", "greedy"), "perfect would search some"),
    ],
)
def test_a_mistake_is_told_in_one_sentence(
    arguments: tuple[str, ...], sentence: str, refusal: Refusal
) -> None:
    assert sentence in refusal(*arguments)


def test_a_place_that_cannot_be_written_is_refused_before_the_games(
    refusal: Refusal, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    for command in ("ladder", "truth"):
        said = refusal(command, "mare", "--out", "file")
        assert said == "file: is not a folder, expected one or a new name"
    assert refusal("fit", "mare", "--out", ".").endswith("is a folder, expected a file or a new name")
