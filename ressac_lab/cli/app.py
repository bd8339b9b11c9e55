"""The ``ressac-lab`` command and its errors.

Nothing heavy is imported at the top of any module of this floor: ``--help`` must feel instant.
"""

from __future__ import annotations

import sys
from typing import Any, cast

import typer

from ressac_lab import __version__
from ressac_lab.cli import (
    atlas,
    draw,
    fit,
    ladder,
    match,
    perft,
    play,
    report,
    solve,
    sweep,
    truth,
    variants,
    verify,
)
from ressac_lab.cli.progress import tell_first_time
from ressac_lab.cli.streams import CutError, drop, open_missing, say, say_error
from ressac_lab.errors import RessacError

EXIT_USER_ERROR = 2
EXIT_PIPE_CLOSED = 1
EXIT_INTERRUPTED = 130
# Newer versions of typer bring click along under a private name, older ones import it.
UsageError = cast("type[Exception]", typer.BadParameter.__base__)

app = typer.Typer(
    name="ressac-lab",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(sweep.sweep)
app.command()(report.report)
app.command()(solve.solve)
app.command()(atlas.atlas)
app.command()(match.match)
app.command()(play.play)
app.command()(draw.draw)
app.command()(perft.perft)
app.command()(fit.fit)
app.command()(ladder.ladder)
app.command()(truth.truth)
app.command()(verify.verify)
app.add_typer(variants.app, name="variants")


def _show_version(asked: bool) -> None:
    if asked:
        typer.echo(f"ressac-lab {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: bool = typer.Option(
        False, "--version", callback=_show_version, is_eager=True, help="Show the version and exit."
    ),
) -> None:
    """Sweep RESSAC variants, measure how fair they are, solve the small ones exactly."""


def main() -> None:
    """Run the command line; a user's mistake ends in one sentence and exit code 2."""
    open_missing()
    try:
        code = _run()
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        code = EXIT_PIPE_CLOSED
        drop(sys.stdout)
    except OSError as error:
        code = EXIT_USER_ERROR
        say_error(_unusable(error))
        drop(sys.stdout)
    except (KeyboardInterrupt, typer.Abort):
        code = EXIT_INTERRUPTED
        say("interrupted")
    if code:
        sys.exit(code)


def _run() -> int:
    """Run the command and return its exit code."""
    tell_first_time()
    try:
        # Not standalone: typer would draw a box around a mistake.
        code = app(standalone_mode=False)
    except RessacError as error:
        say_error(str(error))
        return EXIT_USER_ERROR
    except UsageError as error:
        return _say_usage(error)
    except CutError as cut:
        say(str(cut))
        return EXIT_INTERRUPTED
    if code == EXIT_INTERRUPTED:
        # Newer versions of typer turn an interrupt into this code without a word.
        raise KeyboardInterrupt
    return code if isinstance(code, int) else 0


def _say_usage(error: Any) -> int:
    # Typer has printed the help by now, unless it was installed without rich.
    if type(error).__name__ == "NoArgsIsHelpError":
        if error.message:
            typer.echo(error.message)
        return 0
    command = error.ctx.command_path if error.ctx else "ressac-lab"
    message = error.format_message().strip().rstrip(".").replace(". ", ": ")
    say_error(f"{message[:1].lower()}{message[1:]}, expected what '{command} --help' lists")
    return EXIT_USER_ERROR


def _unusable(error: OSError) -> str:
    reason = error.strerror or str(error)
    if error.filename is None:
        return f"the output cannot be written ({reason}), expected room for it"
    return f"{error.filename}: cannot be used ({reason}), expected a path that can"
