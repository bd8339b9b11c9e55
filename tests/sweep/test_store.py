from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ressac_lab.errors import StoreError
from ressac_lab.sqlite_file import digest_of
from ressac_lab.sweep import Experiment, Store, read_experiment, sweep
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
    with pytest.raises(StoreError, match=r"format 'ressac_lab store 99', expected 'ressac_lab store 2'"):
        Store.open(tmp_path)


def test_a_folder_without_a_store_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"no store.sqlite there, expected the results of a sweep"):
        Store.open(tmp_path)


def test_a_folder_that_cannot_be_written_is_refused(experiment: Experiment, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match=r"cannot be written \(Not a directory\)"):
        Store.for_experiment(tmp_path / "file" / "out", experiment)


def changed(folder: Path, *statements: str) -> None:
    """Edit a store behind its back."""
    with sqlite3.connect(folder / "store.sqlite") as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def said(call: Callable[[], object]) -> str:
    """The one sentence with which a call is refused."""
    with pytest.raises(StoreError) as caught:
        call()
    assert "\n" not in str(caught.value)
    return str(caught.value)


HOLD = """
import sys
from pathlib import Path
from ressac_lab.sweep import Store, read_experiment
with Store.for_experiment(Path(sys.argv[2]), read_experiment(Path(sys.argv[1]))):
    print("open", flush=True)
    sys.stdin.read()
"""


@pytest.mark.parametrize("killed", [False, True])
def test_of_two_processes_on_a_new_folder_one_wins(
    killed: bool, write_experiment: Write, tmp_path: Path
) -> None:
    path, folder = write_experiment(), tmp_path / "out"
    experiment = read_experiment(path)
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path), str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        for refused in (lambda: sweep(experiment, folder), lambda: Store.open(folder)):
            assert f"{folder}: in use by another run (process {process.pid})" in said(refused)
        if killed:
            process.kill()
        process.communicate()
    assert (folder / "store.lock").exists() == killed
    assert sweep(experiment, folder).reused == 0
    assert [entry.name for entry in folder.iterdir()] == ["store.sqlite"]


@pytest.mark.parametrize("ending", ["-wal", "-shm", "-journal", ".new", ".new-journal"])
def test_the_remains_of_a_removed_store_do_not_reach_the_new_one(
    ending: str, experiment: Experiment, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    kept = Store.for_experiment(other, experiment)
    kept.add(plan(experiment)[0], Outcome(b"old games"))
    content = (other / "store.sqlite-wal").read_bytes()
    kept.close()
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / f"store.sqlite{ending}").write_bytes(content)
    with Store.for_experiment(folder, experiment) as opened:
        assert opened.done() == set()
    assert [entry.name for entry in folder.iterdir()] == ["store.sqlite"]


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE jobs SET games = x'00' WHERE length(games) > 0",
        "UPDATE jobs SET games = 'text' WHERE length(games) > 0",
        "UPDATE jobs SET games = 7",
        "UPDATE jobs SET games = (SELECT games FROM jobs ORDER BY length(games) DESC LIMIT 1)",
        "UPDATE jobs SET exact = replace(exact, '0', '1')",
        "UPDATE jobs SET exact = x'ff'",
        "UPDATE jobs SET exact = CAST(x'ff' AS TEXT)",
        "UPDATE jobs SET digest = ''",
        "UPDATE jobs SET digest = (SELECT max(digest) FROM jobs)",
    ],
)
def test_a_damaged_outcome_is_refused_when_read_and_repaired_by_a_sweep(
    damage: str, experiment: Experiment, tmp_path: Path
) -> None:
    sweep(experiment, tmp_path)
    jobs = plan(experiment)
    with Store.open(tmp_path) as opened:
        before = opened.outcomes(jobs)
    changed(tmp_path, damage)
    with Store.open(tmp_path) as opened:
        sentence = said(lambda: opened.outcomes(jobs))
    assert sentence.startswith(f"{tmp_path / 'store.sqlite'}: the outcome of 'ressac ")
    assert sentence.endswith(
        "is damaged, expected it as the sweep stored it: run the sweep again to repair it"
    )
    summary = sweep(experiment, tmp_path)
    assert summary.repaired == summary.jobs - summary.reused > 0
    assert sweep(experiment, tmp_path).repaired == 0
    with Store.open(tmp_path) as opened:
        assert opened.outcomes(jobs) == before


def test_an_edited_identity_is_repaired(experiment: Experiment, tmp_path: Path) -> None:
    sweep(experiment, tmp_path)
    changed(tmp_path, "UPDATE jobs SET identity = identity || ' '")
    assert sweep(experiment, tmp_path).repaired == 8


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE about SET value = replace(value, 'Small', 'Large')",
        "UPDATE about SET value = '' WHERE key = 'experiment digest'",
        "UPDATE about SET value = x'ff' WHERE key = 'experiment'",
        "DELETE FROM about WHERE key = 'experiment'",
        "DELETE FROM about WHERE key = 'experiment digest'",
    ],
)
def test_an_experiment_that_was_changed_is_refused(
    damage: str, experiment: Experiment, tmp_path: Path
) -> None:
    Store.for_experiment(tmp_path, experiment).close()
    changed(tmp_path, damage)

    def read() -> Experiment:
        with Store.open(tmp_path) as opened:
            return opened.experiment()

    for call in (read, lambda: sweep(experiment, tmp_path)):
        sentence = said(call)
        assert sentence.startswith(f"{tmp_path / 'store.sqlite'}: its experiment cannot be read (it was")
        assert sentence.endswith("move it away and run the sweep again")


@pytest.mark.parametrize(
    "text",
    [
        "no JSON",
        "[]",
        "null",
        "{}",
        "[" * 100_000,
        '{"name": "a", "title": "", "seed": 0, "entries": [], "methods": []}',
        '{"name": "a", "title": "", "seed": 0, "entries": [3], "methods": []}',
        '{"name": "a", "title": "", "seed": 0, "entries": 3, "methods": []}',
        '{"name": "a", "title": "", "seed": 0, "entries": [{"label": "", "variant": {"x": 1}}]}',
        '{"name": "a", "title": "", "seed": 0, "entries": [], "methods": [{"exact": 1}]}',
    ],
)
def test_an_experiment_of_another_shape_is_refused(
    text: str, experiment: Experiment, tmp_path: Path
) -> None:
    Store.for_experiment(tmp_path, experiment).close()
    digest = digest_of("experiment", text)
    changed(tmp_path, f"UPDATE about SET value = '{text}' WHERE key = 'experiment'")
    changed(tmp_path, f"UPDATE about SET value = '{digest}' WHERE key = 'experiment digest'")
    with Store.open(tmp_path) as opened:
        sentence = said(opened.experiment)
    assert sentence.startswith(f"{tmp_path / 'store.sqlite'}: its experiment cannot be read (")


def test_a_store_without_its_jobs_is_refused(experiment: Experiment, tmp_path: Path) -> None:
    Store.for_experiment(tmp_path, experiment).close()
    changed(tmp_path, "DROP TABLE jobs")
    with Store.open(tmp_path) as opened:
        for call in (opened.done, lambda: opened.outcomes(plan(experiment))):
            assert "store.sqlite: cannot be read (no such table: jobs)" in said(call)
    assert "cannot be read (no such table: jobs)" in said(lambda: sweep(experiment, tmp_path))


@pytest.mark.parametrize("damaged", [b"CREATE TABLE about", b"CREATE TABLE jobs", b"autoindex"])
def test_a_store_whose_schema_is_no_text_is_refused(
    damaged: bytes, experiment: Experiment, tmp_path: Path
) -> None:
    Store.for_experiment(tmp_path, experiment).close()
    path = tmp_path / "store.sqlite"
    content = path.read_bytes()
    assert damaged in content
    path.write_bytes(content.replace(damaged, damaged[:-1] + b"\xde"))
    for call in (lambda: Store.open(tmp_path), lambda: sweep(experiment, tmp_path)):
        assert "not a store of ressac-lab (" in said(call)


def test_a_store_with_a_damaged_index_is_refused_before_any_work(
    experiment: Experiment, tmp_path: Path
) -> None:
    sweep(experiment, tmp_path)
    with sqlite3.connect(tmp_path / "store.sqlite") as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE type = 'index'").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    connection.close()
    content = bytearray((tmp_path / "store.sqlite").read_bytes())
    key = plan(experiment)[0].id.encode()
    place = content.index(key, (page - 1) * size)
    content[place : place + 4] = b"zzzz"
    (tmp_path / "store.sqlite").write_bytes(content)
    assert "store.sqlite: cannot be read (" in said(lambda: sweep(experiment, tmp_path))


def test_what_is_no_file_is_refused_and_left_alone(experiment: Experiment, tmp_path: Path) -> None:
    places = {name: tmp_path / name / "store.sqlite" for name in ("folder", "nothing", "loop", "pipe")}
    for path in places.values():
        path.parent.mkdir()
    places["folder"].mkdir()
    places["nothing"].symlink_to("nowhere")
    places["loop"].symlink_to("store.sqlite")
    os.mkfifo(places["pipe"])
    for name, reason in (
        ("folder", "not a store of ressac-lab (it is a folder)"),
        ("nothing", "not a store of ressac-lab (it is a link to nothing)"),
        ("loop", "cannot be read (Too many levels of symbolic links)"),
        ("pipe", "not a store of ressac-lab (it is no plain file)"),
    ):
        path = places[name]
        for call in (lambda: Store.open(path.parent), lambda: sweep(experiment, path.parent)):  # noqa: B023
            assert said(call).startswith(f"{path}: {reason}, expected")
        assert list(path.parent.iterdir()) == [path]


def test_a_folder_with_too_long_a_name_is_refused(experiment: Experiment, tmp_path: Path) -> None:
    folder = tmp_path / "x" / ("n" * 300)
    assert "cannot be written (File name too long)" in said(lambda: sweep(experiment, folder))
    assert "cannot be read (File name too long)" in said(lambda: Store.open(folder))


def test_a_full_disk_ends_in_one_sentence_and_nothing_is_lost(
    experiment: Experiment, tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    job, next_job = plan(experiment)[:2]
    opened = Store.for_experiment(tmp_path, experiment)
    opened.add(job, Outcome(b"games"))
    # SQLite's own limit of a file's size ends in the same error as a full disk.
    opened._connection.execute("PRAGMA max_page_count = 1")
    large = Outcome(os.urandom(100_000))
    sentence = said(lambda: opened.add(next_job, large))
    assert sentence == f"{tmp_path / 'store.sqlite'}: cannot be written (database or disk is full)"
    opened.close()
    with Store.open(tmp_path) as again:
        assert again.done() == {job.id}


def test_a_store_that_cannot_be_made_leaves_nothing(
    experiment: Experiment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    assert "cannot be written (No space left on device)" in said(
        lambda: sweep(experiment, tmp_path / "out")
    )
    assert list((tmp_path / "out").iterdir()) == []


def test_a_store_that_cannot_be_closed_into_one_file_says_so_and_stays_whole(
    experiment: Experiment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = plan(experiment)[0]
    opened = Store.for_experiment(tmp_path, experiment)
    opened.add(job, Outcome(b"games"))
    write = Store._write

    def fail(self: Store, statement: str, values: tuple[object, ...] = ()) -> None:
        write(self, "INSERT INTO nowhere VALUES (1)" if "DELETE" in statement else statement, values)

    monkeypatch.setattr(Store, "_write", fail)
    assert "cannot be written (no such table: nowhere)" in said(opened.close)
    monkeypatch.undo()
    with Store.for_experiment(tmp_path, experiment) as again:
        assert again.outcomes([job]) == [Outcome(b"games")]
