"""``ressac-lab sweep``: run an experiment and write its reports."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from ressac_lab.cli.options import GamesOption, ShowOption

EXIT_INTERRUPTED = 130


def sweep(
    experiment: Annotated[Path, typer.Argument(metavar="EXPERIMENT", help="An experiment file.")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Results folder; results/NAME if left out.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", "-w", min=1, help="Jobs at once; one a core if left out.")
    ] = None,
    games: GamesOption = False,
    show: ShowOption = 3,
) -> None:
    """Run an experiment, or what is left of it, and write variants.csv."""
    from ressac_lab import sweep as floor
    from ressac_lab.cli.progress import progress_of
    from ressac_lab.cli.report import write_and_show

    found = floor.read_experiment(experiment)
    folder = out or Path("results") / found.name
    for first, second in floor.same_games(found):
        typer.echo(f"note: {second!r} is the same game as {first!r}, up to symmetry", err=True)
    try:
        with progress_of(found.name) as progress:
            summary = floor.sweep(found, folder, workers, progress)
    except KeyboardInterrupt:
        command = shlex.join(["ressac-lab", *sys.argv[1:]])
        typer.echo(f"\ninterrupted: nothing is lost, this goes on from here:\n  {command}", err=True)
        raise typer.Exit(EXIT_INTERRUPTED) from None
    if summary.reused:
        typer.echo(f"{summary.reused} of {summary.jobs} pieces of work were in {folder} already", err=True)
    with floor.Store.open(folder) as store:
        write_and_show(store, folder, games, show)
