"""The store of an experiment: one SQLite file in its results folder, written by one process.

A job is done when its outcome is committed here. Every outcome is a transaction of its own, so being
killed at any moment loses at most the jobs that were being worked on. What is stored has a digest beside
it: a file that was damaged or edited is never taken for what was found.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from types import TracebackType
from typing import Any, Self

from ressac_lab.errors import StoreError, shown
from ressac_lab.sweep.experiment import Experiment
from ressac_lab.sweep.jobs import Job, Outcome, id_of
from ressac_lab.sweep.lock import FolderLock, in_use

FILE_NAME = "store.sqlite"
FORMAT = "ressac_lab store 2"
# What SQLite keeps beside a file while it is written, and our own unfinished one.
_BESIDE = ("-wal", "-shm", "-journal", ".new", ".new-journal")
_ANEW = "expected the store of a sweep: move it away and run the sweep again"
# Where a damaged file makes SQLite quote it, even the message may not be a text.
_SQLITE_ERRORS = (sqlite3.Error, UnicodeDecodeError)
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
            raise StoreError(f"{folder}: cannot be written ({_reason(error)})") from None
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
        except _SQLITE_ERRORS as error:
            if _is_locked(error):
                raise in_use(self.path.parent) from None
            reason = _reason(error) if self.path.stat().st_size else "it is empty"
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
        except _SQLITE_ERRORS as error:
            raise self._unreadable(error) from None
        try:
            if not isinstance(text, str) or digest != _digest("experiment", text):
                raise ValueError("it was changed after the sweep")
            experiment = Experiment.from_json(text)
            if not experiment.entries or not experiment.methods:
                raise ValueError("nothing was swept")
        # Whatever a text of another origin makes the reader raise: it is the store that is wrong.
        except Exception as error:
            raise StoreError(
                f"{self.path}: its experiment cannot be read ({_reason(error)}), {_ANEW}"
            ) from None
        return experiment

    def done(self) -> set[str]:
        """Return the ids of the jobs that are done."""
        return {row[0] for row in self._read("SELECT id FROM jobs")}

    def add(self, job: Job, outcome: Outcome) -> None:
        """Commit the outcome of a job; a job that is done already stays as it is."""
        row = (job.id, job.identity, outcome.games, outcome.exact)
        self._write("INSERT OR IGNORE INTO jobs VALUES (?, ?, ?, ?, ?)", (*row, _digest(*row)))

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
            if job_id != id_of(str(identity)) or digest != _digest(job_id, identity, games, exact)
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
        if digest != _digest(job.id, job.identity, games, exact):
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
        except _SQLITE_ERRORS as error:
            raise self._unreadable(error) from None

    def _unreadable(self, error: Exception) -> StoreError:
        if _is_locked(error):
            return in_use(self.path.parent)
        return StoreError(f"{self.path}: cannot be read ({_reason(error)}), {_ANEW}")

    def _write(self, statement: str, values: tuple[Any, ...] = ()) -> None:
        try:
            self._connection.execute(statement, values).fetchall()
        except _SQLITE_ERRORS as error:
            if _is_locked(error):
                raise in_use(self.path.parent) from None
            raise StoreError(f"{self.path}: cannot be written ({_reason(error)})") from None


def _is_there(path: Path) -> bool:
    """Tell whether there is a file; raise StoreError for anything else in its place."""
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        if not path.is_symlink():
            return False
        what = "a link to nothing"
    except OSError as error:
        raise StoreError(f"{path}: cannot be read ({_reason(error)}), {_ANEW}") from None
    else:
        if S_ISREG(mode):
            return True
        what = "a folder" if S_ISDIR(mode) else "no plain file"
    raise StoreError(f"{path}: not a store of ressac-lab (it is {what}), {_ANEW}")


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
        if isinstance(error, (OSError, *_SQLITE_ERRORS)):
            raise StoreError(f"{path}: cannot be written ({_reason(error)})") from None
        raise


def _remove_beside(path: Path) -> None:
    for ending in _BESIDE:
        path.with_name(path.name + ending).unlink(missing_ok=True)


def _connected(path: Path) -> sqlite3.Connection:
    try:
        connection = sqlite3.connect(path, isolation_level=None)
    except _SQLITE_ERRORS as error:
        raise StoreError(f"{path}: cannot be read ({_reason(error)})") from None
    # A text that is not one is found by its digest, as all damage is.
    connection.text_factory = lambda content: content.decode("utf-8", "replace")
    return connection


def _about_rows(experiment: Experiment) -> tuple[str, str, str, str]:
    text = experiment.to_json()
    return "experiment", text, "experiment digest", _digest("experiment", text)


def _digest(*fields: object) -> str:
    """Return a digest of some texts and bytes, each with its type and length."""
    digest = blake2b(digest_size=16)
    for field in fields:
        content = field if isinstance(field, bytes) else str(field).encode("utf-8", "surrogatepass")
        digest.update(f"{type(field).__name__} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def _is_locked(error: Exception) -> bool:
    return "locked" in str(error)


def _reason(error: Exception) -> str:
    """Return what went wrong as a part of a sentence, on one line."""
    if isinstance(error, UnicodeDecodeError):
        return "it is damaged"
    text = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return " ".join(text.split()) or type(error).__name__
