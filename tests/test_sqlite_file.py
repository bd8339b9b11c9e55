from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from ressac_lab.errors import StoreError
from ressac_lab.sqlite_file import (
    close_sealed,
    connected,
    digest_of,
    is_there,
    reason_of,
    seal_fits,
    unseal,
)


def sealed(path: Path) -> None:
    connection = connected(path)
    connection.execute("CREATE TABLE numbers (number INTEGER)")
    connection.executemany("INSERT INTO numbers VALUES (?)", [(number,) for number in range(2000)])
    close_sealed(connection, path)


def fits(path: Path) -> bool:
    connection = connected(path, read_only=True)
    try:
        return seal_fits(connection, path)
    finally:
        connection.close()


@pytest.mark.parametrize("name", ["file", "what? 100 % #1"])
def test_a_seal_fits_until_a_byte_is_changed(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    sealed(path)
    assert fits(path)
    content = path.read_bytes()
    # Bytes that belong to no row, to a row, and to the seal itself.
    for byte in (len(content) - 4096 * 2 + 100, len(content) - 1, 60, 71):
        path.write_bytes(content[:byte] + bytes([content[byte] ^ 1]) + content[byte + 1 :])
        assert not fits(path)
    path.write_bytes(content)
    assert fits(path)


@pytest.mark.parametrize("name", [":memory:", "file:a?mode=memory"])
def test_a_name_that_means_something_to_sqlite_is_a_file(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    sealed(Path(name))
    assert [entry.name for entry in tmp_path.iterdir()] == [name]
    assert fits(Path(name))


def test_a_file_that_is_being_written_has_no_seal(tmp_path: Path) -> None:
    path = tmp_path / "file"
    sealed(path)
    connection = connected(path)
    unseal(connection)
    connection.execute("DELETE FROM numbers WHERE number > 7")
    connection.close()
    assert fits(path)
    connection = connected(path)
    close_sealed(connection, path)
    assert fits(path)


def test_a_read_only_connection_cannot_write(tmp_path: Path) -> None:
    sealed(tmp_path / "file")
    connection = connected(tmp_path / "file", read_only=True)
    assert connection.execute("SELECT count(*) FROM numbers").fetchone() == (2000,)
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        connection.execute("DELETE FROM numbers")
    connection.close()


def test_digests_tell_kinds_and_borders_apart() -> None:
    different = [("1",), (1,), (b"1",), (1.0,), (None,), ("a", "bc"), ("ab", "c"), ("abc",), ()]
    assert len({digest_of(*fields) for fields in different}) == len(different)
    assert digest_of("a", 1) == digest_of("a", 1)


def test_what_is_no_plain_file_is_refused_by_name(tmp_path: Path) -> None:
    assert not is_there(tmp_path / "nothing", "a list", "expected a list", StoreError)
    (tmp_path / "file").touch()
    assert is_there(tmp_path / "file", "a list", "expected a list", StoreError)
    with pytest.raises(StoreError) as caught:
        is_there(tmp_path, "a list", "expected a list", StoreError)
    assert str(caught.value) == f"{tmp_path}: not a list (it is a folder), expected a list"


def test_reasons_are_one_line() -> None:
    assert reason_of(OSError(28, "No space left on device")) == "No space left on device"
    assert reason_of(sqlite3.Error("two\nlines")) == "two lines"
    assert reason_of(sqlite3.Error()) == "Error"
    assert reason_of(UnicodeDecodeError("utf-8", b"\xff", 0, 1, "x")) == "it is damaged"
