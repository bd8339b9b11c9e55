"""Progress on stderr: a moving bar for a person, a line at every tenth for a log."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ressac_lab.cli.streams import say


@contextmanager
def progress_of(what: str) -> Iterator[Callable[[int, int], None]]:
    """Yield a function that is told how many of the jobs are done, and how many there are."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield _Log(what)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


class _Log:
    """Prints a line at the start and whenever another tenth is done."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.tenth = -1

    def __call__(self, done: int, total: int) -> None:
        tenth = 10 * done // total if total else 10
        if tenth > self.tenth:
            self.tenth = tenth
            say(f"{self.what}: {done} of {total} pieces of work done")
