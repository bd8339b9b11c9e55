"""Progress on stderr: a moving bar for a person, a line at every tenth for a log."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ressac_lab.cli.answers import signed
from ressac_lab.cli.streams import say

if TYPE_CHECKING:
    from ressac_lab.solve.examine import Solver

LOOKS_A_SECOND = 2


def tell_first_time() -> None:
    """Tell a person why the command is slow for once, when it comes to that: kernels are compiled."""
    from ressac_lab.kernels.waiting import tell_when_compiling

    if sys.stderr is not None and sys.stderr.isatty():
        tell_when_compiling(lambda: say("compiling, once on this machine: up to half a minute"))


@contextmanager
def progress_of(what: str, unit: str = "pieces of work") -> Iterator[Callable[[int, int], None]]:
    """Yield a function that is told how many of the jobs, or what else, are done and how many there are."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield _Log(what, unit)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


class _Log:
    """Prints a line at the start and whenever another tenth is done."""

    def __init__(self, what: str, unit: str) -> None:
        self.what, self.unit = what, unit
        self.tenth = -1

    def __call__(self, done: int, total: int) -> None:
        tenth = 10 * done // total if total else 10
        if tenth > self.tenth:
            self.tenth = tenth
            say(f"{self.what}: {done} of {total} {self.unit} done")


@contextmanager
def watching(solver: Solver) -> Iterator[Callable[[str], None]]:
    """Show a person how far a solver is; yield a function that is told what it works on."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda _: None
        return
    watch = _Watch(solver)
    with shown_live(watch.text):
        yield watch.tell


@contextmanager
def shown_live(text: Callable[[], str]) -> Iterator[None]:
    """Keep a line on the terminal's stderr that says what ``text`` returns by then; it leaves no trace."""
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    with Live(
        console=Console(stderr=True),
        refresh_per_second=LOOKS_A_SECOND,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
        # As a Text, whose numbers are not coloured.
        get_renderable=lambda: Text(text()),
    ):
        yield


class _Watch:
    """Says of a solver at work what can be read off it."""

    def __init__(self, solver: Solver) -> None:
        self.solver = solver
        self.work = ""
        self.began = time.perf_counter()

    def tell(self, work: str) -> None:
        self.work = work

    def text(self) -> str:
        from ressac_lab.solve.examine import VALUE

        seconds = time.perf_counter() - self.began
        text = f"{self.work}: {seconds:.0f} s, {self.solver.nodes:,} visited"
        if self.work != VALUE:
            return text
        low, high = self.solver.bounds
        return f"{text}, between {signed(low)} and {signed(high)}"
