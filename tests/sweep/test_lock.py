from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ressac_lab.errors import StoreError
from ressac_lab.sweep.lock import FolderLock


def test_a_second_lock_is_refused_with_the_process_that_holds_the_first(tmp_path: Path) -> None:
    with (
        FolderLock(tmp_path),
        pytest.raises(StoreError, match=rf"in use by another run \(process {os.getpid()}\), expected"),
    ):
        FolderLock(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_lock_may_be_released_twice_and_taken_again(tmp_path: Path) -> None:
    for _ in range(2):
        lock = FolderLock(tmp_path)
        lock.release()
        lock.release()


@pytest.mark.parametrize("content", [b"", b"99999999", b"\xff nonsense"])
def test_a_file_that_a_killed_run_left_is_in_nobodys_way(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "store.lock").write_bytes(content)
    with FolderLock(tmp_path):
        assert (tmp_path / "store.lock").read_text() == str(os.getpid())
    assert list(tmp_path.iterdir()) == []


def test_of_many_who_take_and_release_never_two_hold_it(tmp_path: Path) -> None:
    holders: list[int] = []

    def take(number: int) -> int:
        try:
            with FolderLock(tmp_path):
                holders.append(number)
                held = len(holders)
                holders.remove(number)
                return held
        except StoreError:
            return 0

    with ThreadPoolExecutor(8) as threads:
        assert set(threads.map(take, range(2000))) <= {0, 1}


def test_a_folder_in_the_way_of_the_lock_is_refused(tmp_path: Path) -> None:
    (tmp_path / "store.lock").mkdir()
    with pytest.raises(StoreError, match=r"cannot be written \(Is a directory\)"):
        FolderLock(tmp_path)
