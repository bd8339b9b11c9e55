"""What is wrong with a proof file that a solver opens is told in one sentence, or put right."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from proofs import ROWS_ONLY, Counting, proven

from ressac_lab.errors import ProofError
from ressac_lab.reference import Reference
from ressac_lab.reference.minimax import margin
from ressac_lab.rules import Position
from ressac_lab.solve.proof import Proof
from ressac_lab.solve.proof_file import ProofFile
from ressac_lab.solve.verify import verify
from ressac_lab.sqlite_file import digest_of

START = Position.start(ROWS_ONLY)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A finished proof of a game that is worth one point to Light."""
    assert proven(tmp_path / "proof", ROWS_ONLY, 4) == 1
    return tmp_path / "proof"


def edited(path: Path, statement: str, *values: object) -> None:
    """Edit a file behind its back."""
    with sqlite3.connect(path) as connection:
        connection.execute(statement, values)
    connection.close()


def stated(path: Path, key: str, value: object) -> None:
    """Put a value into the header, with a digest that fits."""
    edited(
        path, "INSERT OR REPLACE INTO about VALUES (?, ?, ?)", key, value, digest_of("about", key, value)
    )


@pytest.mark.parametrize(
    "statement",
    [
        "DROP TABLE about",
        "DROP TABLE claims",
        "DROP TABLE estimates",
        "ALTER TABLE claims DROP COLUMN nodes",
        "ALTER TABLE estimates DROP COLUMN share",
    ],
)
def test_a_part_that_is_missing_is_told_and_the_file_left_alone(statement: str, path: Path) -> None:
    edited(path, statement)
    content = path.read_bytes()
    with pytest.raises(ProofError, match=rf"^{path}: .*no such (table|column): "):
        ProofFile.for_start(path, ROWS_ONLY, START)
    assert path.read_bytes() == content
    assert [entry.name for entry in path.parent.iterdir()] == ["proof"]


@pytest.mark.parametrize("count", [None, "0", "7", "", "९", "9" * 5000, "-1", " 7"])
def test_a_count_that_is_missing_or_too_low_is_put_right(count: str | None, path: Path) -> None:
    claims = verify(path).by_moves + verify(path).by_search
    if count is None:
        edited(path, "DELETE FROM about WHERE key = 'claims'")
    else:
        stated(path, "claims", count)
    fault = verify(path).fault
    assert fault is not None
    assert fault.reason == f"the file has {claims} claims, and should have {7 if count == '7' else 0}"
    with ProofFile.for_start(path, ROWS_ONLY, START) as file:
        assert (file.recounted, file.repaired, file.expected) == (True, 0, claims)
        assert file.costs()[-1][1] is not None
    assert verify(path, sample=None).fault is None
    with ProofFile.for_start(path, ROWS_ONLY, START) as file:
        assert not file.recounted


@pytest.mark.parametrize("key", ["format", "variant", "start", "claims", "line"])
@pytest.mark.parametrize("value", [b"A1>", b"\xff\x00"])
def test_bytes_in_the_place_of_a_text_are_told(key: str, value: bytes, path: Path) -> None:
    stated(path, key, value)
    reason = "format b" if key == "format" else f"damaged, its '{key}' is not as it was written"
    for use in (verify, lambda path: ProofFile.for_start(path, ROWS_ONLY, START)):
        with pytest.raises(ProofError, match=rf"^{path}: {reason}"):
            use(path)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("variant", "board=" + "9" * 5000),
        ("variant", "boats=९"),
        ("variant", "no variant"),
        ("start", "9" * 5000),
        ("start", START.text().replace("0", "9" * 5000)),
    ],
)
def test_a_header_that_says_nothing_is_told(key: str, value: str, path: Path) -> None:
    stated(path, key, value)
    for use in (verify, lambda path: ProofFile.for_start(path, ROWS_ONLY, START)):
        with pytest.raises(ProofError, match=rf"^{path}: its header cannot be read "):
            use(path)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("position", "text"),
        ("beta", "९"),
        ("beta", b"1"),
        ("reached", "9" * 5000),
        ("move", b"A1>"),
        ("nodes", "many"),
        ("seconds", b"1"),
    ],
)
def test_a_claim_of_other_kinds_is_proven_again(column: str, value: object, path: Path) -> None:
    with ProofFile.for_start(path, ROWS_ONLY, START) as file:
        salt = file._salt
    edited(path, f"UPDATE claims SET {column} = ? WHERE number = 3", value)
    with sqlite3.connect(path) as connection:
        row: tuple[Any, ...] = connection.execute("SELECT * FROM claims WHERE number = 3").fetchone()
    connection.close()
    edited(path, "UPDATE claims SET digest = ? WHERE number = 3", digest_of("claim", salt, *row[:-1]))
    fault = verify(path).fault
    assert fault is not None
    assert fault.reason == "it is not as it was proven"
    with ProofFile.for_start(path, ROWS_ONLY, START) as file:
        assert file.repaired == 1
        assert Proof(file, Counting(ROWS_ONLY), 4).solve(START).value == 1
    assert verify(path, sample=None).fault is None


def test_a_number_of_another_kind_is_told(path: Path) -> None:
    edited(path, "CREATE TABLE other AS SELECT * FROM claims")
    edited(path, "UPDATE other SET number = 'third' WHERE number = 3")
    edited(path, "DROP TABLE claims")
    edited(path, "ALTER TABLE other RENAME TO claims")
    fault = verify(path).fault
    assert fault is not None
    assert (fault.place, fault.reason) == ("claim 3", "it is missing")
    with pytest.raises(ProofError, match="'third' in the place of a claim's number"):
        ProofFile.for_start(path, ROWS_ONLY, START)


@pytest.mark.parametrize("line", ["A1> A1> A2>", "A1> Z9>", "A1> A1> B1>", "", "no moves"])
def test_a_line_that_does_not_make_the_value_is_found_anew(line: str, path: Path) -> None:
    stated(path, "line", line)
    assert verify(path).fault is not None
    with ProofFile.for_start(path, ROWS_ONLY, START) as file:
        found = Proof(file, Counting(ROWS_ONLY), 4).solve(START).line
        assert file.about("line") == " ".join(move.text(ROWS_ONLY) for move in found)
    *_, last = Reference(ROWS_ONLY).replay(found)
    assert (last.ply, margin(last)) == (ROWS_ONLY.plies, 1)
    assert verify(path, sample=None).fault is None
