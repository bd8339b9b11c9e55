"""The store of an experiment: one SQLite file in its results folder, written by one process.

A job is done when its outcome is committed here. Every outcome is a transaction of its own, so being
killed at any moment loses at most the jobs that were being worked on. What is stored has a digest beside
it: a file that was damaged or edited is never taken for what was found.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from ressac_lab.errors import StoreError, shown
from ressac_lab.sqlite_file import SQLITE_ERRORS, connected, digest_of, is_locked, is_there, reason_of
from ressac_lab.sweep.experiment import Experiment
from ressac_lab.sweep.jobs import Job, Outcome, id_of
from ressac_lab.sweep.lock import FolderLock, in_use

FILE_NAME = "store.sqlite"
FORMAT = "ressac_lab store 2"
# What SQLite keeps beside a file while it is written, and our own unfinished one.
_BESIDE = ("-wal", "-shm", "-journal", ".new", ".new-journal")
_ANEW = "expected the store of a sweep: move it away and run the sweep again"
_SCHEMA = """
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    identity TEXT NOT NULL,
    games BLOB NOT NULL,
    exact TEXT NOT NULL,
    digest TEXT NOT NULL
);
"""


class Store:
    """The outcomes of an experiment's jobs. A context manager; outcomes are durable once added."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: FolderLock | None = None) -> None:
        self.path = path
        self._connection = connection
        self._lock = lock
        self._writing = False

    @classmethod
    def open(cls, folder: Path) -> Self:
        """Open the store of a results folder.

        Raises StoreError if there is none, or if the file there is not a store.
        """
        path = folder / FILE_NAME
        if not _is_there(path):
            raise StoreError(f"{folder}: no {FILE_NAME} there, expected the results of a sweep")
        store = cls(path, _connected(path))
        try:
            store._check_format()
        except BaseException:
            store.close()
            raise
        return store

    @classmethod
    def for_experiment(cls, folder: Path, experiment: Experiment) -> Self:
        """Open the store of a results folder for an experiment's sweep, making it if there is none.

        Raises StoreError if the folder cannot be written, is in use, or belongs to another experiment.
        """
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"{folder}: cannot be written ({reason_of(error)})") from None
        lock = FolderLock(folder)
        try:
            path = folder / FILE_NAME
            if not _is_there(path):
                _create(path, experiment)
            store = cls.open(folder)
        except BaseException:
            lock.release()
            raise
        store._lock = lock
        try:
            store._prepare(experiment)
        except BaseException:
            store.close()
            raise
        return store

    def _check_format(self) -> None:
        try:
            found = self._about("format")
        except SQLITE_ERRORS as error:
            if is_locked(error):
                raise in_use(self.path.parent) from None
            reason = reason_of(error) if self.path.stat().st_size else "it is empty"
            raise StoreError(f"{self.path}: not a store of ressac-lab ({reason}), {_ANEW}") from None
        if found != FORMAT:
            raise StoreError(
                f"{self.path}: format {shown(found)}, expected {FORMAT!r}: "
                "move it away and run the sweep again"
            )

    def _prepare(self, experiment: Experiment) -> None:
        """Make ready to write: another experiment's folder, or one that is read-only, ends here."""
        made_by = self.experiment().name
        if made_by != experiment.name:
            raise StoreError(
                f"{self.path.parent}: holds the results of experiment {shown(made_by)}, "
                f"expected {experiment.name!r} or a new folder"
            )
        self._write("PRAGMA locking_mode = EXCLUSIVE")
        self._write("PRAGMA journal_mode = WAL")
        self._writing = True
        self._write("PRAGMA synchronous = NORMAL")
        self._write("INSERT OR REPLACE INTO about VALUES (?, ?), (?, ?)", _about_rows(experiment))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if error is None:
            self.close()
            return
        # The first error is the one to tell; nothing that was added is lost by the second.
        with suppress(StoreError):
            self.close()

    def close(self) -> None:
        """Close the file; closing twice does no harm.

        Raises StoreError if what was added stays in SQLite's file beside the store: the next who opens
        it finds it there.
        """
        writing, self._writing = self._writing, False
        try:
            # One plain file is left behind, which can be read in a read-only folder too.
            if writing:
                self._write("PRAGMA journal_mode = DELETE")
        finally:
            self._connection.close()
            if self._lock is not None:
                self._lock.release()

    def experiment(self) -> Experiment:
        """Return the experiment that was last swept into this store."""
        try:
            text, digest = self._about("experiment"), self._about("experiment digest")
        except SQLITE_ERRORS as error:
            raise self._unreadable(error) from None
        try:
            if not isinstance(text, str) or digest != digest_of("experiment", text):
                raise ValueError("it was changed after the sweep")
            experiment = Experiment.from_json(text)
            if not experiment.entries or not experiment.methods:
                raise ValueError("nothing was swept")
        # Whatever a text of another origin makes the reader raise: it is the store that is wrong.
        except Exception as error:
            raise StoreError(
                f"{self.path}: its experiment cannot be read ({reason_of(error)}), {_ANEW}"
            ) from None
        return experiment

    def done(self) -> set[str]:
        """Return the ids of the jobs that are done."""
        return {row[0] for row in self._read("SELECT id FROM jobs")}

    def add(self, job: Job, outcome: Outcome) -> None:
        """Commit the outcome of a job; a job that is done already stays as it is."""
        row = (job.id, job.identity, outcome.games, outcome.exact)
        self._write("INSERT OR IGNORE INTO jobs VALUES (?, ?, ?, ?, ?)", (*row, digest_of(*row)))

    def drop_damaged(self) -> int:
        """Drop every outcome that is not as it was added, so that its job is done again; count them.

        Raises StoreError if it is the file that is damaged, and not only what it holds.
        """
        for (found,) in self._read("PRAGMA integrity_check(1)"):
            if found != "ok":
                raise self._unreadable(sqlite3.DatabaseError(found))
        rows = self._read("SELECT id, identity, games, exact, digest, rowid FROM jobs")
        damaged = [
            rowid
            for job_id, identity, games, exact, digest, rowid in rows
            if job_id != id_of(str(identity)) or digest != digest_of(job_id, identity, games, exact)
        ]
        for rowid in damaged:
            self._write("DELETE FROM jobs WHERE rowid = ?", (rowid,))
        return len(damaged)

    def outcomes(self, jobs: Iterable[Job]) -> list[Outcome]:
        """Return the outcomes of some jobs, in their order.

        Raises StoreError if one of them is not done, or not as it was added.
        """
        return [self._outcome(job) for job in jobs]

    def _outcome(self, job: Job) -> Outcome:
        rows = list(self._read("SELECT games, exact, digest FROM jobs WHERE id = ?", (job.id,)))
        if not rows:
            raise StoreError(
                f"{self.path}: {job.identity!r} is not done, expected a finished sweep: "
                "run it again and it goes on from here"
            )
        games, exact, digest = rows[0]
        if digest != digest_of(job.id, job.identity, games, exact):
            raise StoreError(
                f"{self.path}: the outcome of {job.identity!r} is damaged, expected it as the sweep "
                "stored it: run the sweep again to repair it"
            )
        return Outcome(games, exact)

    def _about(self, key: str) -> object:
        row = self._connection.execute("SELECT value FROM about WHERE key = ?", (key,)).fetchone()
        return row and row[0]

    def _read(self, query: str, values: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
        try:
            yield from self._connection.execute(query, values)
        except SQLITE_ERRORS as error:
            raise self._unreadable(error) from None

    def _unreadable(self, error: Exception) -> StoreError:
        if is_locked(error):
            return in_use(self.path.parent)
        return StoreError(f"{self.path}: cannot be read ({reason_of(error)}), {_ANEW}")

    def _write(self, statement: str, values: tuple[Any, ...] = ()) -> None:
        try:
            self._connection.execute(statement, values).fetchall()
        except SQLITE_ERRORS as error:
            if is_locked(error):
                raise in_use(self.path.parent) from None
            raise StoreError(f"{self.path}: cannot be written ({reason_of(error)})") from None


def _is_there(path: Path) -> bool:
    return is_there(path, "a store of ressac-lab", _ANEW, StoreError)


def _create(path: Path, experiment: Experiment) -> None:
    """Make an empty store; it is moved into place when it is whole, so that none is seen half made."""
    unfinished = path.with_name(f"{path.name}.new")
    try:
        # SQLite would take the remains of a store that was removed for a part of the new one.
        _remove_beside(path)
        connection = _connected(unfinished)
        try:
            connection.executescript(_SCHEMA)
            rows = ("format", FORMAT, *_about_rows(experiment))
            connection.execute("INSERT INTO about VALUES (?, ?), (?, ?), (?, ?)", rows)
        finally:
            connection.close()
        unfinished.replace(path)
    except BaseException as error:
        with suppress(OSError):
            _remove_beside(path)
        if isinstance(error, (OSError, *SQLITE_ERRORS)):
            raise StoreError(f"{path}: cannot be written ({reason_of(error)})") from None
        raise


def _remove_beside(path: Path) -> None:
    for ending in _BESIDE:
        path.with_name(path.name + ending).unlink(missing_ok=True)


def _connected(path: Path) -> sqlite3.Connection:
    try:
        return connected(path)
    except SQLITE_ERRORS as error:
        raise StoreError(f"{path}: cannot be read ({reason_of(error)})") from None


def _about_rows(experiment: Experiment) -> tuple[str, str, str, str]:
    text = experiment.to_json()
    return "experiment", text, "experiment digest", digest_of("experiment", text)
