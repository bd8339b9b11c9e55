"""Who is told that kernels are being compiled, which takes some seconds the first time they are used.

A module of its own that needs no compiler: a front end says what it likes before any kernel is loaded.
"""

from __future__ import annotations

from collections.abc import Callable

_tell: Callable[[], None] | None = None


def tell_when_compiling(tell: Callable[[], None] | None) -> None:
    """Have a function called once, when the first kernel that is in no cache is compiled, or nothing."""
    global _tell  # noqa: PLW0603
    _tell = tell


def compiling() -> None:
    """Say that a kernel is being compiled."""
    tell = _tell
    tell_when_compiling(None)
    if tell is not None:
        tell()
