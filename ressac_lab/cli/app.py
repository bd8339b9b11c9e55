"""The ``ressac-lab`` command and its errors.

Nothing heavy is imported at the top of any module of this floor: ``--help`` must feel instant.
"""

from __future__ import annotations

import sys

import typer

from ressac_lab import __version__
from ressac_lab.cli import perft, report, solve, sweep, variants
from ressac_lab.errors import RessacError

EXIT_USER_ERROR = 2

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
app.command()(perft.perft)
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
    try:
        app()
    except RessacError as error:
        typer.echo(f"error: {error}", err=True)
        sys.exit(EXIT_USER_ERROR)
