"""A game in the terminal, its lines read from a file."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ressac_lab.reference import Reference
from ressac_lab.rules import Game, load

Run = Callable[..., "subprocess.CompletedProcess[str]"]
Refusal = Callable[..., str]


def played(run: Run, *arguments: str | Path, lines: str = "") -> str:
    done = run("play", *arguments, stdin=lines)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_a_whole_game_of_agents_is_shown_with_its_result(run: Run) -> None:
    said = played(run, "mare", "--light", "greedy", "--dark", "greedy", "--seed", "3")
    assert said == played(run, "mare", "--light", "greedy", "--dark", "greedy", "--seed", "3")
    *_, result, text = said.splitlines()
    game = Game.parse(text.removeprefix("The game: "), load("mare").variant)
    *_, last = Reference(load("mare").variant).replay(game.moves)
    light, dark = last.points
    assert f"ply 8 of 8; Light {light}, Dark {dark}" in said
    winner = "Light" if light > dark else "Dark"
    assert result == f"The game is over: {winner} (greedy) wins by {abs(light - dark)}."
    assert said.count("Decount after ") == 4


def test_wrong_lines_are_answered_in_a_sentence_and_asked_again(run: Run) -> None:
    said = played(run, "mare", "--dark", "human", lines="B2>\nZ9>\nhnit\nswap\nundo\n\nA1>\nquit\n")
    for sentence in (
        "'B2>' cannot be played by Light at ply 0: B2 is not empty.",
        "'Z9' is not a cell: expected a column letter and a row number, like C3.",
        "'hnit' is no word known here: expected a move such as C3>, or help.",
        "no swap: this variant has no pie rule.",
        "nothing to undo: expected an earlier move of a person.",
    ):
        assert sentence in said.splitlines()
    assert said.endswith("Dark> quit\nThe game: mare A1>\n")


def test_the_end_of_the_input_ends_the_game_politely(run: Run) -> None:
    assert played(run, "mare", "--dark", "human", lines="A1>").endswith("\nThe game: mare A1>\n")
    assert played(run, "mare").endswith("\nThe game: mare\n")


def test_the_swap_is_offered_and_undone(run: Run) -> None:
    lines = "A1>\nhint\nswap\nundo\nC1>\n"
    said = played(run, "mare", "--set", "pie=swap", "--dark", "human", lines=lines)
    assert "Dark or swap> swap\nThe sides are swapped: Light is human, Dark is human.\nDark> undo\n" in said
    assert "Dark comes out at 0 with the best of these, and at 0 with swap, komi and all counted." in said
    assert said.endswith(f"The game: {load('mare', ['pie=swap']).variant.digest} A1> C1>\n")


def test_hints_are_exact_near_the_end_and_opinions_before(run: Run) -> None:
    said = played(run, "mare", lines="hint\n")
    assert "Light's points to come minus the other side's, exact, for best play:\n      0  A1> A1<" in said
    said = played(run, "detroit", "--dark", "greedy", lines="hint\n")
    assert "in the opinion of greedy:\n     +1  A1> A1<" in said
    hints = said.split("greedy:\n")[1].split("Light>")[0].split("The game")[0]
    assert len(hints.split()) == 1 + 88


def test_a_game_is_saved_and_taken_up_again(run: Run, tmp_path: Path) -> None:
    said = played(run, "mare", "--dark", "human", lines="A1>\nB3^\nsave my game.txt\n")
    assert "Saved in my game.txt.\n" in said
    assert (tmp_path / "my game.txt").read_text() == "mare A1> B3^\n"
    said = played(run, "mare", "--dark", "human", "--from", "my game.txt", lines="C1>\nsave my game.txt\n")
    assert "ply 2 of 8" in said
    assert (tmp_path / "my game.txt").read_text() == "mare A1> B3^ C1>\n"
    assert [path.name for path in tmp_path.iterdir()] == ["my game.txt"]


def test_what_cannot_be_saved_is_a_sentence_and_the_game_goes_on(run: Run, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    said = played(run, "mare", lines="save\nsave none/x\nsave folder\nquit\n")
    assert "save where: expected a file's name, like save game.txt." in said
    assert "'none/x': cannot be written (No such file or directory), expected a file." in said
    assert "'folder': cannot be written (Is a directory), expected a file." in said
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_help_lists_every_word(run: Run) -> None:
    said = played(run, "mare", lines="help\n")
    for word in ("C3>", "swap", "hint", "undo", "save FILE", "help", "quit"):
        assert f"\n  {word} " in said


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "saved.txt: has 0 games, expected one, on one line"),
        ("mare A1>\nmare\n", "saved.txt: has 2 games, expected one, on one line"),
        ("mare A1", "saved.txt: 'A' is not a cell"),
        ("canal A1>", "saved.txt: the game is one of 'canal': expected one of 'mare'"),
        ("mare A1> swap", "has a swap: this variant has no pie rule"),
        ("mare B2>", "saved.txt: 'B2>' cannot be played by Light at ply 0: B2 is not empty"),
    ],
)
def test_a_saved_game_that_will_not_do_is_refused(
    text: str, sentence: str, refusal: Refusal, tmp_path: Path
) -> None:
    (tmp_path / "saved.txt").write_text(text)
    assert sentence in refusal("play", "mare", "--from", "saved.txt")


def test_other_mistakes_are_refused(refusal: Refusal) -> None:
    assert "unknown agent 'nobody'" in refusal("play", "mare", "--dark", "nobody")
    assert "none.txt: cannot be read (No such file or directory)" in refusal(
        "play", "mare", "--from", "none.txt"
    )
    assert "'x' is not a whole number" in refusal("play", "mare", "--seed", "x")
