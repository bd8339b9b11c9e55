"""What the command says on stderr, and both streams when nobody can read them any more."""

from __future__ import annotations

import os
import re
import shlex
import sys
from contextlib import suppress
from typing import TextIO

import typer

LONGEST_WORD = 200


class CutError(Exception):
    """Work that the user interrupted and that the same command goes on with."""

    def __str__(self) -> str:
        command = shlex.join(["ressac-lab", *sys.argv[1:]])
        return f"\ninterrupted: nothing is lost, this goes on from here:\n  {command}"


def say(text: str) -> None:
    """Print a line on stderr; a stderr that is closed, full or gone must not lose a sweep."""
    try:
        typer.echo(text, err=True)
    except (OSError, ValueError):
        drop(sys.stderr)


def say_error(sentence: str) -> None:
    """Print a user's mistake as one line that a terminal shows as it is."""
    say(f"error: {one_line(sentence)}")


def one_line(text: str) -> str:
    r"""Return a text with very long words shortened, and what cannot be shown escaped.

    >>> print(one_line("a\nb"))
    a\nb
    """
    shortened = re.sub(rf"(\S{{{LONGEST_WORD}}})\S+", r"\1…", text)
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in shortened)


def wants_colours() -> bool:
    """Whether stdout is a terminal that shows colours, and its user has not asked for none by NO_COLOR."""
    if sys.stdout is None or not sys.stdout.isatty():
        return False
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def open_missing() -> None:
    """Give the command the standard streams it was started without, leading nowhere.

    Else the next file opened, a store perhaps, would take the place of one and be written over.
    """
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    for stream in (sys.stdout, sys.stderr):
        # A path may hold bytes that are no text, and a terminal may know no ×.
        if (change := getattr(stream, "reconfigure", None)) is not None:
            change(errors="backslashreplace")


def drop(stream: TextIO | None) -> None:
    """Lead a stream that cannot be written to nowhere, so that Python can flush it when it ends."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())  # type: ignore[union-attr]
        os.close(nowhere)
