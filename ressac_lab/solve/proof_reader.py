"""Reading a proof file: what is proven near the root of a game, one claim a row, in one SQLite file.

A claim is the answer to a question about a position, for the side to move there: is its score to go (its
points to come minus the other side's, under best play by both) at least ``beta``? It rests

- on a **search**, at a leaf of the tree (``searched`` is 1);
- else, if the answer is yes, on one **move** that does it: below it the other side is proven to reach
  less than what the move gains leaves it;
- else, if it is no, on **all moves**: below each of them the other side is proven to reach enough.

    about      key, value, digest             format, variant, start, claims (how many), line
    claims     number, position, beta,        numbered from 1 on, in the order in which they were proven;
               reached, searched, move,       position: a key of ``solve.reduction``; the move is one of the
               nodes, seconds, digest         position that stands for all; since the claim before
    estimates  number, share, digest          what share of its question was taken for done then; 1: all

Claims are only ever added. Every row has a digest that goes by the file's header too, so that one which
was changed, renumbered or taken from another proof is found; and a file that was closed has a seal over
all its bytes.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from ressac_lab.errors import ProofError, RessacError, shown
from ressac_lab.rules import Position, Variant
from ressac_lab.rules.catalogue import parse_setting
from ressac_lab.sqlite_file import (
    SQLITE_ERRORS,
    connected,
    digest_of,
    is_locked,
    is_there,
    reason_of,
    seal_fits,
)

FORMAT = "ressac_lab proof 1"
WHAT = "a proof of ressac-lab"
EXPECTED = "expected a file that solve --proof made, or none"
WAIT_MILLISECONDS = 500
# More than any number of claims has; Python refuses to read numbers of thousands.
_MOST_DIGITS = 18


@dataclass(frozen=True, slots=True)
class Claim:
    """A proven answer; see the module's first lines. ``nodes`` and processor ``seconds`` are its cost."""

    position: bytes
    beta: int
    reached: int
    searched: int
    move: str | None = None
    nodes: int = 0
    seconds: float = 0.0


class ProofReader:
    """An open proof file, and what it says. A context manager."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self.variant = Variant()
        self.start = Position.start(self.variant)
        self._connection = connection
        self._salt = ""

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open a proof file to read it.

        Raises ProofError if there is none, if the file is no proof, or if it is being written.
        """
        if not is_there(path, WHAT, EXPECTED, ProofError):
            raise ProofError(f"{path}: no such file, expected a file that solve --proof made")
        file = cls(path, opened(path, read_only=True))
        with file._closed_on_error():
            file._read_header()
        return file

    @contextmanager
    def _closed_on_error(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            self._connection.close()
            raise

    def _read_header(self) -> None:
        try:
            rows = self._connection.execute("SELECT key, value, digest FROM about").fetchall()
        except SQLITE_ERRORS as error:
            raise self._unusable(error) from None
        about = {key: value for key, value, _ in rows}
        if (found := about.get("format")) != FORMAT:
            raise ProofError(f"{self.path}: format {shown(found)}, expected {FORMAT!r}")
        for key, value, digest in rows:
            # SQLite takes any kind of value in any column.
            texts = isinstance(key, str) and isinstance(value, str)
            if not texts or digest != digest_of("about", key, value):
                raise ProofError(f"{self.path}: damaged, its {shown(key)} is not as it was written")
        try:
            settings = dict(parse_setting(setting) for setting in about["variant"].split(" "))
            self.variant = Variant(**settings)
            self.start = Position.parse(about["start"])
            self.start.check(self.variant)
        except (KeyError, ValueError, RessacError) as error:
            raise ProofError(f"{self.path}: its header cannot be read ({reason_of(error)})") from None
        self._salt = digest_of(about["format"], about["variant"], about["start"])

    def damage(self) -> str | None:
        """Return what SQLite finds wrong with the file itself, or None."""
        try:
            ((found,),) = self._connection.execute("PRAGMA integrity_check(1)").fetchall()
        except SQLITE_ERRORS as error:
            return reason_of(error)
        return None if found == "ok" else " ".join(str(found).split())

    def is_as_closed(self) -> bool:
        """Tell whether every byte is as it was when the file was closed, if it was."""
        try:
            return seal_fits(self._connection, self.path)
        except (OSError, *SQLITE_ERRORS) as error:
            raise ProofError(f"{self.path}: damaged ({reason_of(error)})") from None

    def about(self, key: str) -> str | None:
        """Return a value of the header, or None."""
        rows = self._read("SELECT value FROM about WHERE key = ?", key)
        return rows[0][0] if rows else None

    @property
    def expected(self) -> int:
        """How many claims the file should have; 0 if it does not say so."""
        counted = self.about("claims") or ""
        fits = counted.isascii() and counted.isdigit() and len(counted) <= _MOST_DIGITS
        return int(counted) if fits else 0

    def numbered(self) -> Iterator[tuple[int, Claim | None]]:
        """Yield every claim with its number, None for one that is not as it was added.

        Raises one of SQLITE_ERRORS where the file is damaged.
        """
        columns = "position, beta, reached, searched, move, nodes, seconds, digest"
        for number, *fields, digest in self._connection.execute(
            f"SELECT number, {columns} FROM claims ORDER BY number"
        ):
            if not isinstance(number, int):
                raise sqlite3.DataError(f"{shown(number)} in the place of a claim's number")
            claim = Claim(*fields)
            whole = digest == digest_of("claim", self._salt, number, *fields) and _kinds_fit(claim)
            yield number, claim if whole else None

    def position_of(self, number: int) -> bytes:
        """Return the position of a claim, whole or not; nothing if there is none."""
        rows = self._read("SELECT position FROM claims WHERE number = ?", number)
        return rows[0][0] if rows and isinstance(rows[0][0], bytes) else b""

    def damaged_estimate(self) -> int | None:
        """Return the number of the first claim whose estimate is not as it was noted, or None."""
        for number, share, digest in self._read("SELECT number, share, digest FROM estimates ORDER BY 1"):
            if not isinstance(number, int):
                raise ProofError(f"{self.path}: damaged ({shown(number)} in the place of a claim's number)")
            kinds_fit = isinstance(share, float)
            if not kinds_fit or digest != digest_of("estimate", self._salt, number, share):
                return number
        return None

    def bounds(self, position: bytes) -> tuple[int | None, int | None]:
        """Return what is proven of the score to go of a position: at least and at most, or None."""
        ((low, high),) = self._read(
            "SELECT max(CASE WHEN reached THEN beta END), min(CASE WHEN NOT reached THEN beta - 1 END) "
            "FROM claims WHERE position = ?",
            position,
        )
        return low, high

    def move_of(self, position: bytes, beta: int) -> str | None:
        """Return a move that is proven to reach ``beta``, or None."""
        query = "SELECT move FROM claims WHERE position = ? AND beta >= ? AND move IS NOT NULL"
        rows = self._read(query, position, beta)
        return rows[0][0] if rows else None

    def totals(self) -> tuple[int, int, float]:
        """Return how many claims there are, the nodes searched for them, and the processor seconds."""
        query = "SELECT count(*), coalesce(sum(nodes), 0), coalesce(sum(seconds), 0.0) FROM claims"
        ((claims, nodes, seconds),) = self._read(query)
        return claims, nodes, seconds

    def leaves(self) -> int:
        """Return how many claims rest on a search."""
        return int(self._read("SELECT count(*) FROM claims WHERE searched")[0][0])

    def costs(self) -> list[tuple[float, float | None]]:
        """Return the seconds of every claim in order, each with the estimate noted beside it or None."""
        return self._read(
            "SELECT seconds, share FROM claims LEFT JOIN estimates USING (number) ORDER BY number"
        )

    def seconds_since_answer(self) -> float:
        """Return the processor seconds that went into the claims since a question was last answered."""
        ((seconds,),) = self._read(
            "SELECT coalesce(sum(seconds), 0.0) FROM claims WHERE number > "
            "(SELECT coalesce(max(number), 0) FROM estimates WHERE share = 1)"
        )
        return float(seconds)

    def _read(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        try:
            return self._connection.execute(query, values).fetchall()
        except SQLITE_ERRORS as error:
            raise ProofError(f"{self.path}: damaged ({reason_of(error)})") from None

    def _unusable(self, error: Exception) -> ProofError:
        if is_locked(error):
            return ProofError(f"{self.path}: in use by another run, expected that to end first")
        return ProofError(f"{self.path}: cannot be used as {WHAT} ({reason_of(error)}), {EXPECTED}")

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
        self._connection.close()


def _kinds_fit(claim: Claim) -> bool:
    """Tell whether every value of a claim is of its kind; SQLite takes any in any column."""
    return (
        isinstance(claim.position, bytes)
        and all(isinstance(number, int) for number in (claim.beta, claim.nodes))
        and {claim.reached, claim.searched} <= {0, 1}
        and isinstance(claim.move, str | None)
        and isinstance(claim.seconds, float)
    )


def opened(path: Path, read_only: bool) -> sqlite3.Connection:
    """Return a connection to a proof file; raise ProofError if it cannot be opened."""
    try:
        connection = connected(path, read_only)
        connection.execute(f"PRAGMA busy_timeout = {WAIT_MILLISECONDS}")
    except SQLITE_ERRORS as error:
        raise ProofError(f"{path}: cannot be opened ({reason_of(error)}), {EXPECTED}") from None
    return connection
