"""Matches on the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from ressac_lab.agents import parse_pairing
from ressac_lab.arena import measure, pairs, play
from ressac_lab.cli.app import main
from ressac_lab.rules import load

Run = Callable[..., "subprocess.CompletedProcess[str]"]
Refusal = Callable[..., str]
AGENTS = ("--light", "greedy", "--dark", "random")


def test_a_match_prints_what_its_games_say(run: Run) -> None:
    done = run("match", "mare", *AGENTS, "--games", "300", "--seed", "4")
    assert done.returncode == 0
    assert done.stderr.splitlines()[-1] == "mare: greedy vs random: 300 of 300 games done"
    variant = load("mare").variant
    found = measure(play(variant, parse_pairing(["greedy", "random"]), 4, 0, 300), variant)
    title, *lines = done.stdout.splitlines()
    assert title == "mare: Light greedy, Dark random, seed 4"
    counts = [int(line[26:].split()[0].replace(",", "")) for line in lines[:3]]
    assert tuple(counts) == found.results
    assert lines[3].split()[3] == f"{found.advantage:.3f}"
    assert lines[4].split()[3] == f"{found.margin_mean:+.2f}"
    assert lines[5].endswith(f"{found.distinct_games}  of 300")


def test_json_is_the_same_for_any_number_of_workers(run: Run) -> None:
    found = [
        run("match", "mare", *AGENTS, "--games", "200", "--json", "--workers", workers).stdout
        for workers in ("1", "3")
    ]
    assert found[0] == found[1]
    table = json.loads(found[0])
    assert table["complete"] is True
    assert table["light_wins"] + table["draws"] + table["dark_wins"] == table["games"] == 200
    assert table["advantage"]["low"] < table["advantage"]["value"] < table["advantage"]["high"]


def test_pairs_say_who_is_stronger(run: Run) -> None:
    arguments = ["match", "mare", *AGENTS, "--games", "60", "--pairs"]
    table = json.loads(run(*arguments, "--json").stdout)
    assert sum(table["pair_scores"].values()) == table["pairs"] == 60
    assert table["wins"] + table["draws"] + table["losses"] == 120
    assert table["score"]["low"] > 0.5
    assert table["elo"]["low"] > 0
    said = run(*arguments).stdout
    assert f"greedy in both seats: {table['wins']} wins, " in said
    assert f"score                         {table['score']['value']:.3f}  (" in said


def test_an_infinite_difference_is_null_in_json(run: Run) -> None:
    table = json.loads(run("match", "detroit", *AGENTS, "--games", "20", "--pairs", "--json").stdout)
    assert (table["elo"]["value"], table["elo"]["high"]) == (None, None)
    assert table["elo"]["low"] > 100


@pytest.mark.parametrize("as_json", [False, True])
def test_an_interrupted_match_says_what_it_knows(
    as_json: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played = []

    def play_some(*arguments: Any) -> Any:
        if len(played) == 3:
            raise KeyboardInterrupt
        played.append(play(*arguments))
        return played[-1]

    monkeypatch.setattr(pairs, "play", play_some)
    words = ["match", "mare", *AGENTS, "--games", "1000", *(["--json"] if as_json else [])]
    monkeypatch.setattr(sys, "argv", ["ressac-lab", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    said = capsys.readouterr()
    assert ended.value.code == 130
    assert said.err.endswith("interrupted\n")
    if as_json:
        table = json.loads(said.out)
        assert (table["games"], table["complete"]) == (30, False)
    else:
        assert said.out == ""
        assert "  of 30\n" in said.err


def test_random_first_plies_make_more_games_different(run: Run) -> None:
    arguments = ["match", "mare", *AGENTS, "--games", "40", "--pairs", "--json"]
    tables = [json.loads(run(*arguments, "--random-plies", plies).stdout) for plies in ("0", "3")]
    assert [table["random_plies"] for table in tables] == [0, 3]
    assert tables[0] != tables[1] | {"random_plies": 0}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--light", "greedy"], "missing option '--dark'"),
        (["--light", "nobody", "--dark", "greedy"], "unknown agent 'nobody'"),
        ([*AGENTS, "--games", "0"], "0 is not within 1 to 10000000"),
        ([*AGENTS, "--workers", "0"], "0 is not within 1 to 256"),
        ([*AGENTS, "--seed", "-1"], "-1 is not within 0 to"),
        ([*AGENTS, "--random-plies", "8"], "--random-plies 8: expected fewer than the 8 plies"),
    ],
)
def test_a_mistake_is_answered_in_one_sentence(
    arguments: list[str], sentence: str, refusal: Refusal
) -> None:
    assert sentence in refusal("match", "mare", *arguments)
