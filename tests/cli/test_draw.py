from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ressac_lab.cli import streams

Run = Callable[..., "subprocess.CompletedProcess[str]"]
Refusal = Callable[..., str]
GAME = "C1> B2^ C2>"


def test_a_game_is_drawn_in_the_terminal_without_colours_where_nobody_looks(run: Run) -> None:
    done = run("draw", "detroit", "--game", GAME, "--ply", "1", "--lang", "fr")
    assert done.stdout == (
        "5 · · · · ·\n4 · · · · ·\n3 · X X X ·\n2 · · · · ·\n1 · · · L ·\n  A B C D E\n1. C1>\n\n"
        "L bateaux du camp clair, D bateaux du camp sombre, X épaves\n"
    )


def test_moves_a_saved_game_and_its_file_are_one_game(run: Run, tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(f"# mine\ndetroit {GAME}\n", encoding="utf-8")
    given = (GAME, f"detroit {GAME}", "game.txt")
    drawn = {run("draw", "detroit", "--game", game, "--strip").stdout for game in given}
    assert len(drawn) == 1
    assert "3. C2>" in drawn.pop()


def test_a_picture_is_written(run: Run, tmp_path: Path) -> None:
    done = run("draw", "2L/LXD/1D1 4", "--contested", "-o", "board.svg")
    assert (done.returncode, done.stdout) == (0, "wrote board.svg\n")
    svg = (tmp_path / "board.svg").read_text(encoding="utf-8")
    assert svg.startswith("<svg ") and svg.count("stroke-dasharray") == 1
    assert run("draw", "2L/LXD/1D1 4", "--contested").stdout.splitlines()[4:6] == ["ply 4", "contested: A1"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["detroit", "-o", "board.gif"],
            "board.gif: a picture of an unknown kind, expected a name in .svg",
        ),
        (["detroit", "--ply", "1"], "--ply 1: draws a game, expected --game MOVES too"),
        (["detroit", "--strip"], "--strip: draws a game, expected --game MOVES too"),
        (["detroit", "--game", GAME, "--ply", "4"], "--ply 4: expected 0 to 3, the plies of the game"),
        (["detroit", "--game", GAME, "--strip", "--ply", "1"], "expected neither --ply nor --contested"),
        (["detroit", "--game", "B3>"], "B3 is not empty"),
        (["detroit", "--game", "canal A1>"], "the game is one of 'canal': expected one of 'detroit'"),
        (["detroit", "--game", "none.txt"], "none.txt: cannot be read (No such file or directory)"),
        (["detroit", "--game", ""], "'' is not a game: expected moves like 'C1> B2^', or a file"),
        (["detroit", "--game", GAME, "--position", "x"], "--game and --position contradict each other"),
        (["detroit", "--position", "5/5/5/5/5 0"], "has 0 wrecks: the variant has 3"),
        (["1D/LX 2", "--set", "boats=3"], "'1D/LX 2' is a position: expected a variant before --game"),
        (["1D/LX"], "'1D/LX' is not a position: expected ROWS PLY [L-D]"),
        (["detroit", "--lang", "de"], "'de' is not a language known here: en or fr"),
        (["detroit", "-o", "none/board.svg"], "none/board.svg: cannot be written (No such file"),
    ],
)
def test_what_cannot_be_drawn_is_refused(arguments: list[str], sentence: str, refusal: Refusal) -> None:
    assert sentence in refusal("draw", *arguments)


class Terminal:
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("variables", "wanted"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False)],
)
def test_a_terminal_gets_colours_unless_it_says_no(
    variables: dict[str, str], wanted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(streams.sys, "stdout", Terminal())
    assert streams.wants_colours() is wanted


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals here")
def test_a_terminal_shows_colours() -> None:
    import pty

    ours, theirs = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | {
        "TERM": "xterm"
    }
    command = [sys.executable, "-m", "ressac_lab", "draw", "mare"]
    subprocess.run(command, stdout=theirs, env=environment, check=True)
    os.close(theirs)
    shown = os.read(ours, 10_000).decode()
    os.close(ours)
    assert "\x1b[97;48;5;240mX\x1b[0m" in shown
