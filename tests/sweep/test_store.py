from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from ressac_lab.errors import StoreError
from ressac_lab.sweep import Experiment, Store, read_experiment
from ressac_lab.sweep.jobs import Outcome, plan

Write = Callable[..., Path]


@pytest.fixture
def experiment(write_experiment: Write) -> Experiment:
    return read_experiment(write_experiment())


def test_an_outcome_is_there_for_the_next_who_opens(experiment: Experiment, tmp_path: Path) -> None:
    job = plan(experiment)[0]
    with Store.for_experiment(tmp_path / "out", experiment) as store:
        store.add(job, Outcome(b"games"))
        store.add(job, Outcome(b"other"))
    with Store.open(tmp_path / "out") as store:
        assert store.outcomes([job]) == [Outcome(b"games")]
        assert store.done() == {job.id}
        assert store.experiment() == experiment


def test_a_closed_store_is_one_plain_file(experiment: Experiment, tmp_path: Path) -> None:
    with Store.for_experiment(tmp_path / "out", experiment) as store:
        store.add(plan(experiment)[0], Outcome(b"games"))
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["store.sqlite"]


def test_a_job_that_is_not_done_is_named(experiment: Experiment, tmp_path: Path) -> None:
    with (
        Store.for_experiment(tmp_path / "out", experiment) as store,
        pytest.raises(StoreError, match=r"games=0-499 play=1' is not done, expected a finished sweep"),
    ):
        store.outcomes(plan(experiment)[:1])


def test_a_folder_of_another_experiment_is_refused(
    experiment: Experiment, write_experiment: Write, tmp_path: Path
) -> None:
    Store.for_experiment(tmp_path / "out", experiment).close()
    before = (tmp_path / "out" / "store.sqlite").read_bytes()
    other = read_experiment(write_experiment('name = "other"\n[[methods]]\nagents = "random"\ngames = 1'))
    with pytest.raises(StoreError, match=r"holds the results of experiment 'tiny', expected 'other'"):
        Store.for_experiment(tmp_path / "out", other)
    assert (tmp_path / "out" / "store.sqlite").read_bytes() == before


def test_a_store_in_use_is_refused(experiment: Experiment, tmp_path: Path) -> None:
    with (
        Store.for_experiment(tmp_path / "out", experiment),
        pytest.raises(StoreError, match="in use by another run"),
    ):
        Store.open(tmp_path / "out")


@pytest.mark.parametrize("content", [b"", b"not a store", b"SQLite format 3\x00" + b"\xff" * 200])
def test_a_file_that_is_no_store_is_refused_and_left_alone(
    content: bytes, experiment: Experiment, tmp_path: Path
) -> None:
    path = tmp_path / "store.sqlite"
    path.write_bytes(content)
    for open_it in (lambda: Store.open(tmp_path), lambda: Store.for_experiment(tmp_path, experiment)):
        with pytest.raises(StoreError, match="not a store of ressac-lab"):
            open_it()
    assert path.read_bytes() == content


def test_a_store_of_another_format_is_refused(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "store.sqlite") as connection:
        connection.execute("CREATE TABLE about (key TEXT, value TEXT)")
        connection.execute("INSERT INTO about VALUES ('format', 'ressac_lab store 99')")
    connection.close()
    with pytest.raises(StoreError, match=r"format 'ressac_lab store 99', expected 'ressac_lab store 1'"):
        Store.open(tmp_path)


def test_a_folder_without_a_store_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"no store.sqlite there, expected the results of a sweep"):
        Store.open(tmp_path)


def test_a_folder_that_cannot_be_written_is_refused(experiment: Experiment, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match=r"cannot be written \(Not a directory\)"):
        Store.for_experiment(tmp_path / "file" / "out", experiment)
