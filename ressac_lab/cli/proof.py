"""``ressac-lab solve --proof FILE``: a solver whose proofs survive, with its progress."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ressac_lab.cli.progress import shown_live
from ressac_lab.cli.streams import CutError, one_line, say

if TYPE_CHECKING:
    from ressac_lab.rules import Position, Variant
    from ressac_lab.solve.proof import Progress, Proof, Search

# A log gets a line whenever the time has grown by so much, and every ten minutes at the latest.
FIRST_LINE_SECONDS = 5
LINE_GROWTH = 1.25
LONGEST_SILENCE = 600
UNITS = (("s", 1), ("min", 60), ("h", 3600), ("days", 86_400))


@contextmanager
def proof_in(
    path: Path, variant: Variant, start: Position, search: Search, leaf_plies: int | None = None
) -> Iterator[Proof]:
    """Yield a solver that keeps its proofs in a file, going on from what is there.

    An interrupt inside closes the file and becomes the error that says how to go on.
    """
    from ressac_lab.solve.proof import Proof
    from ressac_lab.solve.proof_file import ProofFile

    try:
        with ProofFile.for_start(path, variant, start) as file:
            if file.recounted:
                say(one_line(f"{path}: the number of claims is missing or wrong; it is counted anew"))
            if file.repaired:
                lost = f"claims damaged or missing: {file.repaired:,}; they are proven again"
                say(one_line(f"{path}: {lost}"))
            if claims := file.totals()[0]:
                say(one_line(f"{path}: goes on from {claims:,} claims"))
            yield Proof(file, search, leaf_plies)
    except KeyboardInterrupt:
        raise CutError from None


@contextmanager
def watching_proof(proof: Proof) -> Iterator[Callable[[str], None]]:
    """Show on stderr where a proof stands; yield a function that is told what is worked on."""
    if sys.stderr is None or not sys.stderr.isatty():
        log = _Log()
        proof.report = log.report
        yield log.tell
        return
    watch = _Watch()
    proof.report = watch.report
    with shown_live(watch.text):
        yield watch.tell


class _Watch:
    """Keeps where a proof stands and puts it in words."""

    def __init__(self) -> None:
        self.work = ""
        self.progress: Progress | None = None

    def tell(self, work: str) -> None:
        """Take what is worked on now."""
        self.work = work

    def report(self, progress: Progress) -> None:
        """Take where the proof stands now."""
        self.progress = progress

    def text(self) -> str:
        """Return where the proof stands."""
        return f"{self.work}: {progress_text(self.progress)}" if self.progress else self.work


class _Log(_Watch):
    """Prints where the proof stands from time to time."""

    def __init__(self) -> None:
        super().__init__()
        self._began = time.perf_counter()
        self._next = float(FIRST_LINE_SECONDS)

    def report(self, progress: Progress) -> None:
        super().report(progress)
        seconds = time.perf_counter() - self._began
        if seconds >= self._next:
            self._next = min(seconds * LINE_GROWTH, seconds + LONGEST_SILENCE)
            say(self.text())


def progress_text(progress: Progress) -> str:
    """Return what is proven, what is open, and roughly how much work is left."""
    low, high = (f"{bound:+d}" if bound else "0" for bound in (progress.low, progress.high))
    said = [f"{progress.claims:,} claims proven, value between {low} and {high}"]
    if progress.open:
        steps = " ".join(f"{done}/{moves}" for done, moves in progress.open)
        said.append(f"moves answered on the way down {steps}")
    if progress.seconds_left is not None:
        said.append(
            f"roughly {100 * progress.share:.2g} % of this question, "
            f"{duration(progress.seconds_left)} of processor time left"
        )
    return "; ".join(said)


def duration(seconds: float) -> str:
    """Return a rough time in words.

    >>> duration(30), duration(5400), duration(3e7)
    ('30 s', '1.5 h', '347 days')
    """
    name, length = next((n, u) for n, u in reversed(UNITS) if seconds >= u or u == 1)
    count = seconds / length
    return f"{count:,.0f} {name}" if count >= 10 else f"{count:.2g} {name}"


def proof_table(proof: Proof) -> dict[str, Any]:
    """Return what a proof file holds and took so far, as JSON shows it.

    ``estimates`` has, for some parts of the work on the longest question, the work that was expected
    then as a multiple of what it came to.
    """
    from ressac_lab.solve.estimate import off_by

    claims, nodes, seconds = proof.file.totals()
    estimates = [
        {"part": round(e.part, 3), "factor": round(e.factor, 3)} for e in off_by(proof.file.costs())
    ]
    table: dict[str, Any] = {"file": str(proof.file.path), "claims": claims, "nodes": nodes}
    return table | {"cpu_seconds": round(seconds, 3), "estimates": estimates}


def proof_sentences(table: dict[str, Any]) -> Iterator[str]:
    """Yield what there is to say of a proof file, told from its table."""
    yield one_line(
        f"{table['file']} holds {table['claims']:,} claims: {table['nodes']:,} visited, "
        f"{duration(table['cpu_seconds'])} of processor time in all."
    )
    if table["estimates"]:
        parts = ", ".join(f"{100 * e['part']:.0f} %" for e in table["estimates"])
        factors = ", ".join(f"{e['factor']:.2g}" for e in table["estimates"])
        yield f"With {parts} of the longest question done its work was put at {factors} times what it was."
