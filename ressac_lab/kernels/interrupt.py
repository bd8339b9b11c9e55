"""Long kernels that Ctrl-C can end.

Python hands an interrupt to the main thread between two of its own steps, and a kernel is one step. So
a long one runs in a thread of its own while the caller waits in short steps.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
WAIT_SECONDS = 0.2


def interruptible(work: Callable[[], T], stop: Callable[[], None] | None = None) -> T:
    """Return what some work returns, or raise what it raises; an interrupt ends the waiting.

    ``stop`` tells the work to end, which is then waited for. Without it the work is left behind in a
    thread that ends with the process.
    """
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(WAIT_SECONDS)
    except BaseException:
        if stop is not None:
            stop()
            thread.join()
        raise
    if errors:
        raise errors[0]
    return results[0]
