"""Writing a proof file: claims are added one by one, and survive whatever ends the process.

What the file holds is told in ``solve.proof_reader``. One process writes, and SQLite's lock on the file
ends with it. What was added is committed once a second of work is at stake, together with the number of
claims there should be; so being killed loses at most that second and the search that was going on.
"""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from dataclasses import astuple
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from ressac_lab.errors import ProofError
from ressac_lab.rules import Position, Variant
from ressac_lab.solve.proof_reader import EXPECTED, FORMAT, WHAT, Claim, ProofReader, opened
from ressac_lab.sqlite_file import SQLITE_ERRORS, close_sealed, digest_of, is_there, reason_of, unseal

# Committing every claim would take longer than many of the searches.
SECONDS_AT_STAKE = 1.0
_SCHEMA = (
    "CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL, digest TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE claims (number INTEGER PRIMARY KEY, position BLOB NOT NULL, beta INTEGER NOT NULL, "
    "reached INTEGER NOT NULL, searched INTEGER NOT NULL, move TEXT, nodes INTEGER NOT NULL, "
    "seconds REAL NOT NULL, digest TEXT NOT NULL)",
    "CREATE INDEX claims_by_position ON claims (position)",
    "CREATE TABLE estimates (number INTEGER PRIMARY KEY, share REAL NOT NULL, digest TEXT NOT NULL)",
)


class ProofFile(ProofReader):
    """A proof file to read and to add to. A context manager; closing commits what was added."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        super().__init__(path, connection)
        self.repaired = 0
        self.recounted = False
        self._at_stake = 0.0
        self._writing = False

    @classmethod
    def for_start(cls, path: Path, variant: Variant, start: Position) -> Self:
        """Open the proof file of a position to add to it, making the file if there is none.

        If claims were damaged, they are dropped and with them all that rest on others: searches are what
        costs, the rest is soon redone. ``repaired`` says how many claims were lost, and ``recounted`` that
        the number of claims was missing or too low. Raises ProofError if the file cannot be written, is
        in use or no proof of this position.
        """
        is_there(path, WHAT, EXPECTED, ProofError)
        file = cls(path, opened(path, read_only=False))
        with file._closed_on_error():
            file._lock(variant, start)
            file._read_header()
            file._check_same(variant, start)
            if (damage := file.damage()) is not None:
                raise ProofError(f"{path}: damaged ({damage}), expected a whole file: move it away")
            numbered, estimates_fit = file._found()
            file._write("PRAGMA journal_mode = WAL")
            file._writing = True
            file._write("PRAGMA synchronous = FULL")
            file._unseal()
            file._repair(numbered, estimates_fit)
        return file

    def _lock(self, variant: Variant, start: Position) -> None:
        """Lock the file; if it is empty, begin the proof, in one transaction."""
        header = {"format": FORMAT, "variant": variant.canonical_text(), "start": start.text()}
        try:
            self._connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._connection.execute("BEGIN EXCLUSIVE")
            if not self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                for statement in _SCHEMA:
                    self._connection.execute(statement)
                for key, value in {**header, "claims": "0"}.items():
                    self._set_about(key, value)
            self._connection.execute("COMMIT")
        except SQLITE_ERRORS as error:
            raise self._unusable(error) from None

    def _unseal(self) -> None:
        try:
            unseal(self._connection)
        except SQLITE_ERRORS as error:
            raise self._unwritable(error) from None

    def _check_same(self, variant: Variant, start: Position) -> None:
        if self.variant != variant:
            fields = self.variant.differences(variant)
            asked = variant.differences(self.variant)
            held, wanted = (" ".join(f"{f}={found[f]}" for f in fields) for found in (fields, asked))
            raise ProofError(f"{self.path}: is a proof for {held}, expected {wanted} or a new file")
        if self.start != start:
            raise ProofError(
                f"{self.path}: is a proof from {self.start.text()!r}, "
                f"expected {start.text()!r} or a new file"
            )

    def _found(self) -> tuple[list[tuple[int, Claim | None]], bool]:
        """Return all claims with their numbers, and whether the estimates are as they were noted."""
        try:
            return list(self.numbered()), self.damaged_estimate() is None
        except SQLITE_ERRORS as error:
            raise self._unusable(error) from None

    def _repair(self, numbered: list[tuple[int, Claim | None]], estimates_fit: bool) -> None:
        whole = [claim for _, claim in numbered if claim is not None]
        highest = max([self.expected, *(number for number, _ in numbered)])
        self.repaired = highest - len(whole)
        self.recounted = self.about("claims") != str(highest)
        if not self.repaired and not self.recounted and estimates_fit:
            return
        self._begin()
        if self.repaired or not estimates_fit:
            self._write("DELETE FROM estimates")
        if self.repaired:
            self._write("DELETE FROM claims")
            for claim in whole:
                if claim.searched:
                    self.add(claim)
        self.commit()

    def add(self, claim: Claim) -> None:
        """Add a claim; once enough work is at stake, all that was added is committed."""
        self._begin()
        number, fields = self._last() + 1, astuple(claim)
        row = (number, *fields, digest_of("claim", self._salt, number, *fields))
        self._write(f"INSERT INTO claims VALUES ({', '.join('?' * len(row))})", *row)
        self._at_stake += claim.seconds
        if self._at_stake >= SECONDS_AT_STAKE:
            self.commit()

    def add_estimate(self, share: float) -> None:
        """Note beside the last claim what share of its question is taken for done; 1 for an answer."""
        self._begin()
        number = self._last()
        digest = digest_of("estimate", self._salt, number, share)
        self._write("INSERT OR REPLACE INTO estimates VALUES (?, ?, ?)", number, share, digest)

    def note_line(self, line: str) -> None:
        """Keep the moves of a best line."""
        self._begin()
        self._set_about("line", line)

    def commit(self) -> None:
        """Make what was added durable, with the number of claims that there should be."""
        if self._connection.in_transaction:
            self._set_about("claims", str(self._last()))
            self._write("COMMIT")
        self._at_stake = 0.0

    def _last(self) -> int:
        return int(self._read("SELECT coalesce(max(number), 0) FROM claims")[0][0])

    def _set_about(self, key: str, value: str) -> None:
        digest = digest_of("about", key, value)
        self._write("INSERT OR REPLACE INTO about VALUES (?, ?, ?)", key, value, digest)

    def _begin(self) -> None:
        if not self._connection.in_transaction:
            self._write("BEGIN IMMEDIATE")

    def _write(self, statement: str, *values: Any) -> None:
        try:
            self._connection.execute(statement, values).fetchall()
        except SQLITE_ERRORS as error:
            raise self._unwritable(error) from None

    def _unwritable(self, error: Exception) -> ProofError:
        return ProofError(
            f"{self.path}: cannot be written ({reason_of(error)}): what was proven before is kept, and "
            "the same command goes on from it"
        )

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if error is None:
            self.close()
            return
        # The first error is the one to tell.
        with suppress(ProofError):
            self.close()

    def close(self) -> None:
        """Commit and close; closing twice does no harm. One plain file is left behind."""
        writing, self._writing = self._writing, False
        try:
            if writing:
                self.commit()
                self._write("PRAGMA journal_mode = DELETE")
                # Left by one who read the file of a killed run; a lock like ours has no use for it.
                self.path.with_name(f"{self.path.name}-shm").unlink(missing_ok=True)
                close_sealed(self._connection, self.path)
        except (OSError, *SQLITE_ERRORS) as error:
            raise ProofError(f"{self.path}: cannot be closed ({reason_of(error)})") from None
        finally:
            self._connection.close()
