from __future__ import annotations

import sqlite3
import sys
from pathlib import Path

import pytest
from proofs import MARE, Counting, proven

from ressac_lab.cli import proof as cli
from ressac_lab.cli.streams import CutError
from ressac_lab.rules import Position
from ressac_lab.solve.minimax import Minimax
from ressac_lab.solve.proof import Progress

START = Position.start(MARE)


def test_progress_tells_what_is_proven_open_and_left() -> None:
    progress = Progress(-2, 0, 1234, ((3, 15), (14, 83)), 360.0, 0.25)
    assert cli.progress_text(progress) == (
        "1,234 claims proven, value between -2 and 0; moves answered on the way down 3/15 14/83; "
        "roughly 25 % of this question, 18 min of processor time left"
    )
    assert cli.progress_text(Progress(0, 3, 0, (), 0.0, 0.0)) == "0 claims proven, value between 0 and +3"


def test_an_interrupt_says_how_to_go_on_and_the_next_run_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "proof"
    monkeypatch.setattr(sys, "argv", ["ressac-lab", "solve", "mare", "--proof", "my proof"])
    with pytest.raises(CutError) as caught, cli.proof_in(path, MARE, START, Counting(MARE, 30), 3) as proof:
        proof.value(START)
    assert str(caught.value) == (
        "\ninterrupted: nothing is lost, this goes on from here:\n"
        "  ressac-lab solve mare --proof 'my proof'"
    )
    assert capsys.readouterr().err == ""
    search = Counting(MARE)
    with cli.proof_in(path, MARE, START, search, 3) as proof:
        assert proof.value(START) == Minimax(MARE).value(START)
        # Those of the run that was cut count as well.
        assert proof.nodes == search.nodes + 30
        table = cli.proof_table(proof)
    assert capsys.readouterr().err.startswith(f"{path}: goes on from ")
    assert (table["file"], table["nodes"]) == (str(path), search.nodes + 30)
    assert table["claims"] > table["nodes"]


def test_what_was_damaged_is_told_and_proven_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "proof"
    value = proven(path, MARE, 3)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE claims SET beta = beta + 1 WHERE number = 2")
    connection.close()
    with cli.proof_in(path, MARE, START, Counting(MARE), 3) as proof:
        assert proof.value(START) == value
    said = capsys.readouterr().err.splitlines()
    assert said[0] == f"{path}: claims damaged or missing: 1; they are proven again"
    assert said[1].startswith(f"{path}: goes on from ")


def test_a_count_that_is_missing_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a\nb"
    proven(path, MARE, 3)
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM about WHERE key = 'claims'")
    connection.close()
    with cli.proof_in(path, MARE, START, Counting(MARE), 3):
        pass
    said = capsys.readouterr().err.splitlines()
    name = f"{tmp_path}/a\\nb"
    assert said[0] == f"{name}: the number of claims is missing or wrong; it is counted anew"
    assert said[1].startswith(f"{name}: goes on from ")
    assert len(said) == 2


def test_a_log_gets_a_line_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli, "FIRST_LINE_SECONDS", 0)
    with (
        cli.proof_in(tmp_path / "proof", MARE, START, Counting(MARE), 3) as proof,
        cli.watching_proof(proof) as tell,
    ):
        tell("value")
        proof.value(START)
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].startswith("value: 0 claims proven, value between ")
    # Each comes a quarter later than the one before.
    assert 1 < len(lines) < 60


def test_the_sentences_tell_how_far_off_the_estimate_was() -> None:
    table = {"file": "a", "claims": 1000, "nodes": 123456, "cpu_seconds": 7200.0}
    found = list(cli.proof_sentences(table | {"estimates": [{"part": 0.25, "factor": 2.04}]}))
    assert found == [
        "a holds 1,000 claims: 123,456 visited, 2 h of processor time in all.",
        "With 25 % of the longest question done its work was put at 2 times what it was.",
    ]
    assert len(list(cli.proof_sentences(table | {"estimates": []}))) == 1
    (said,) = cli.proof_sentences(table | {"file": "a\nb", "estimates": []})
    assert said.startswith("a\\nb holds 1,000 claims: ")
