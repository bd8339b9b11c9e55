"""``ressac-lab sweep``: run an experiment and write its reports."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ressac_lab.cli.options import GamesOption, ShowOption, whole_number
from ressac_lab.cli.streams import CutError, say

MOST_WORKERS = 1024
WORKERS_HELP = "Jobs at once; one a core if left out."


def sweep(
    experiment: Annotated[Path, typer.Argument(metavar="EXPERIMENT", help="An experiment file.")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Results folder; results/NAME if left out.")
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers", "-w", parser=whole_number(1, MOST_WORKERS), metavar="N", help=WORKERS_HELP
        ),
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
        say(f"note: {second!r} is the same game as {first!r}, up to symmetry")
    try:
        with progress_of(found.name) as progress:
            summary = floor.sweep(found, folder, workers, progress)
    except KeyboardInterrupt:
        raise CutError from None
    if summary.repaired:
        say(f"{summary.repaired} damaged pieces of work were found and done again")
    if summary.reused:
        say(f"{summary.reused} of {summary.jobs} pieces of work were in {folder} already")
    with floor.Store.open(folder) as store:
        write_and_show(store, folder, games, show)
