"""The store of an experiment: one SQLite file in its results folder, written by one process.

A job is done when its outcome is committed here. Every outcome is a transaction of its own, so being
killed at any moment loses at most the jobs that were being worked on.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from ressac_lab.errors import StoreError
from ressac_lab.sweep.experiment import Experiment
from ressac_lab.sweep.jobs import Job, Outcome

FILE_NAME = "store.sqlite"
FORMAT = "ressac_lab store 1"
_SCHEMA = """
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    identity TEXT NOT NULL,
    games BLOB NOT NULL,
    exact TEXT NOT NULL
);
"""


class Store:
    """The outcomes of an experiment's jobs. A context manager; outcomes are durable once added."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        self._writing = False

    @classmethod
    def open(cls, folder: Path) -> Self:
        """Open the store of a results folder.

        Raises StoreError if there is none, or if the file there is not a store.
        """
        path = folder / FILE_NAME
        if not path.is_file():
            raise StoreError(f"{folder}: no {FILE_NAME} there, expected the results of a sweep")
        connection = sqlite3.connect(path, isolation_level=None)
        try:
            found = connection.execute("SELECT value FROM about WHERE key = 'format'").fetchone()
        except sqlite3.Error as error:
            connection.close()
            if "locked" in str(error):
                raise StoreError(f"{path}: in use by another run, expected that to end") from None
            raise StoreError(f"{path}: not a store of ressac-lab ({error})") from None
        if found is None or found[0] != FORMAT:
            connection.close()
            shown = found and found[0]
            raise StoreError(f"{path}: format {shown!r}, expected {FORMAT!r}")
        return cls(path, connection)

    @classmethod
    def for_experiment(cls, folder: Path, experiment: Experiment) -> Self:
        """Open the store of a results folder for an experiment's sweep, making it if there is none.

        Raises StoreError if the folder cannot be written or belongs to another experiment.
        """
        if (folder / FILE_NAME).exists():
            store = cls.open(folder)
            made_by = store.experiment().name
            if made_by != experiment.name:
                store.close()
                raise StoreError(
                    f"{folder}: holds the results of experiment {made_by!r}, "
                    f"expected {experiment.name!r} or a new folder"
                )
        else:
            store = cls._create(folder, experiment)
        store._prepare(experiment)
        return store

    @classmethod
    def _create(cls, folder: Path, experiment: Experiment) -> Self:
        path = folder / FILE_NAME
        try:
            folder.mkdir(parents=True, exist_ok=True)
            # The finished file is moved into place: a store is never seen half made.
            unfinished = folder / f"{FILE_NAME}.new"
            unfinished.unlink(missing_ok=True)
            connection = sqlite3.connect(unfinished, isolation_level=None)
            with connection:
                connection.executescript(_SCHEMA)
                rows = [("format", FORMAT), ("experiment", experiment.to_json())]
                connection.executemany("INSERT INTO about VALUES (?, ?)", rows)
            connection.close()
            unfinished.replace(path)
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"{folder}: cannot be written ({_reason(error)})") from None
        return cls(path, sqlite3.connect(path, isolation_level=None))

    def _prepare(self, experiment: Experiment) -> None:
        """Make ready to write: a second sweep of the folder, or a folder that is read-only, ends here."""
        try:
            self._connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = NORMAL")
            self._connection.execute(
                "UPDATE about SET value = ? WHERE key = 'experiment'", (experiment.to_json(),)
            )
            self._writing = True
        except sqlite3.Error as error:
            self.close()
            raise StoreError(f"{self.path}: cannot be written ({_reason(error)})") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; closing twice does no harm."""
        with suppress(sqlite3.Error):
            if self._writing:
                # One plain file is left behind, which can be read in a read-only folder too.
                self._connection.execute("PRAGMA journal_mode = DELETE")
        self._connection.close()

    def experiment(self) -> Experiment:
        """Return the experiment that was last swept into this store."""
        row = self._connection.execute("SELECT value FROM about WHERE key = 'experiment'").fetchone()
        try:
            return Experiment.from_json(row[0])
        except (TypeError, ValueError, KeyError) as error:
            raise StoreError(f"{self.path}: its experiment cannot be read ({error})") from None

    def done(self) -> set[str]:
        """Return the ids of the jobs that are done."""
        return {row[0] for row in self._connection.execute("SELECT id FROM jobs")}

    def add(self, job: Job, outcome: Outcome) -> None:
        """Commit the outcome of a job; a job that is done already stays as it is."""
        row = (job.id, job.identity, outcome.games, outcome.exact)
        try:
            self._connection.execute("INSERT OR IGNORE INTO jobs VALUES (?, ?, ?, ?)", row)
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: cannot be written ({_reason(error)})") from None

    def outcomes(self, jobs: Iterable[Job]) -> list[Outcome]:
        """Return the outcomes of some jobs, in their order.

        Raises StoreError if one of them is not done.
        """
        return [self._outcome(job) for job in jobs]

    def _outcome(self, job: Job) -> Outcome:
        query = "SELECT games, exact FROM jobs WHERE id = ?"
        try:
            row = self._connection.execute(query, (job.id,)).fetchone()
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: cannot be read ({_reason(error)})") from None
        if row is None:
            raise StoreError(
                f"{self.path}: {job.identity!r} is not done, expected a finished sweep: "
                "run it again and it goes on from here"
            )
        return Outcome(*row)


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
