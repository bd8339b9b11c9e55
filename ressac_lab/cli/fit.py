"""``ressac-lab fit``: the weights by which strong agents put a value on a position."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ressac_lab.cli.options import OptionError, SeedOption, SetOption, VariantArgument, whole_number
from ressac_lab.cli.sweep import MOST_WORKERS, WORKERS_HELP
from ressac_lab.errors import shown

MOST_GAMES = 1_000_000
MOST_ROUNDS = 10


GamesOption = Annotated[
    int,
    typer.Option(
        "--games", parser=whole_number(1, MOST_GAMES), metavar="N", help="Games of each kind of opening."
    ),
]
RoundsOption = Annotated[
    int,
    typer.Option(
        "--rounds",
        parser=whole_number(1, MOST_ROUNDS),
        metavar="N",
        help="Each round plays with the weights of the one before.",
    ),
]
WorkersOption = Annotated[
    int | None,
    typer.Option("--workers", "-w", parser=whole_number(1, MOST_WORKERS), metavar="N", help=WORKERS_HELP),
]
OutOption = Annotated[Path | None, typer.Option("--out", "-o", help="Write the weights to this file.")]


def fit(
    variant: VariantArgument,
    settings: SetOption = None,
    games: GamesOption = 2000,
    rounds: RoundsOption = 3,
    seed: SeedOption = 1,
    workers: WorkersOption = None,
    out: OutOption = None,
) -> None:
    """Fit the evaluation of the strong agents to exact values near the end and to self-play."""
    import os

    from ressac_lab.arena.fit import fit as fit_weights
    from ressac_lab.arena.fit import weights_csv
    from ressac_lab.cli.progress import progress_of
    from ressac_lab.reports.csv_files import write_all
    from ressac_lab.reports.places import check_folder
    from ressac_lab.rules import load

    if out is not None and out.is_dir():
        raise OptionError(f"--out {shown(str(out))}: is a folder, expected a file or a new name")
    if out is not None:
        check_folder(out.parent, [out.name])
    named = load(variant, settings or ())
    with progress_of(named.label, "batches of games") as progress:
        rows = fit_weights(named.variant, games, rounds, seed, workers or os.cpu_count() or 1, progress)
    typer.echo("boats until the decount, decounts left: share of the variance explained, positions")
    for row in rows:
        side, boats, decounts = row.kind
        name = f"{'LD'[side]} {boats} {decounts}"
        typer.echo(f"{name:>12}: {row.explained:5.3f}, {row.positions:,}")
    if out is not None:
        write_all({out: [weights_csv(rows)]})
        typer.echo(f"wrote {out}")
