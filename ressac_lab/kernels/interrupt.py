"""Long kernels that Ctrl-C can end.

Python hands an interrupt to the main thread between two of its own steps, and a kernel is one step. So
long ones run in threads of their own while the caller waits in short steps.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

T = TypeVar("T")
WAIT_SECONDS = 0.2


def interruptible(*works: Callable[[], T], stop: Callable[[], None] | None = None) -> T:
    """Return what the first of some works to end returns, or raise what it raises.

    ``stop`` tells the works to end. It is called when one has ended or an interrupt came, and all are
    waited for. Without it the works are left behind in threads that end with the process.
    """
    ended: queue.SimpleQueue[tuple[T | None, BaseException | None]] = queue.SimpleQueue()

    def run(work: Callable[[], T]) -> None:
        try:
            ended.put((work(), None))
        except BaseException as error:
            ended.put((None, error))

    threads = [threading.Thread(target=run, args=(work,), daemon=True) for work in works]
    for thread in threads:
        thread.start()
    try:
        result, error = _first(ended)
    finally:
        if stop is not None:
            stop()
            for thread in threads:
                thread.join()
    if error is not None:
        raise error
    return result  # type: ignore[return-value]


def _first(
    ended: queue.SimpleQueue[tuple[T | None, BaseException | None]],
) -> tuple[T | None, BaseException | None]:
    """Wait for the first result in steps short enough for an interrupt."""
    while True:
        with suppress(queue.Empty):
            return wait(ended)


def wait(ended: queue.SimpleQueue[T]) -> T:
    """Wait one step for a result; raise queue.Empty if none came."""
    return ended.get(timeout=WAIT_SECONDS)
