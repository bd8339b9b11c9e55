"""``ressac-lab report``: rebuild the reports from a store, and show the extremes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ressac_lab.cli.options import GamesOption

if TYPE_CHECKING:
    from ressac_lab.reports.extremes import Extremes
    from ressac_lab.reports.rows import Row
    from ressac_lab.sweep import Store

SHOWN = 3


def report(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The results of a sweep.")],
    games: GamesOption = False,
) -> None:
    """Write variants.csv again from the store, and show the fairest and most biased variants."""
    from ressac_lab.sweep import Store

    with Store.open(folder) as store:
        write_and_show(store, folder, games)


def write_and_show(store: Store, folder: Path, games: bool) -> None:
    """Write the reports of a finished sweep into its folder and show the extremes."""
    from ressac_lab.reports.csv_files import write_reports
    from ressac_lab.reports.extremes import extremes
    from ressac_lab.reports.rows import read_rows

    experiment = store.experiment()
    rows = list(read_rows(experiment, store))
    for found in extremes(rows, SHOWN):
        _show(found, len(experiment.entries))
    for path in write_reports(experiment, store, rows, folder, games):
        typer.echo(f"wrote {path}")


def _show(found: Extremes, variants: int) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title=f"{found.method.text}: {variants} variants", title_justify="left")
    for heading in ("", "start map", "A", "margin", "bias"):
        table.add_column(heading, overflow="fold")
    for kind, rows in (("fairest", found.fairest), ("most biased", found.most_biased)):
        for row in rows:
            table.add_row(_drawing(row), *_cells(row, kind), end_section=True)
    console = Console()
    console.print(table)
    if variants > 1:
        console.print(
            "A is the first player's advantage, bias how far it surely and possibly is from one half. "
            "Ranked by what each row's own 95 % interval vouches for; picking a few rows out of many "
            "makes the first ones look more extreme than they are.\n"
        )


def _drawing(row: Row) -> str:
    from ressac_lab.reports.boards import draw
    from ressac_lab.rules import Position

    return draw(Position.start(row.entry.variant), labels=False)


def _cells(row: Row, kind: str) -> tuple[str, str, str, str]:
    from ressac_lab.reports.extremes import bias_bounds
    from ressac_lab.rules import class_of
    from ressac_lab.sweep.jobs import ExactValue

    bounds = bias_bounds(row)
    base, *changes = row.entry.label.split(" ")
    name = "\n".join([f"{kind}: {class_of(row.entry.variant).id}", base, *changes])
    if isinstance(row.found, ExactValue):
        return name, "", f"{row.found.value:+d}\nexact", f"{bounds.high:g} points"
    found, interval, margin = row.found, row.found.advantage_interval, row.found.margin_interval
    return (
        name,
        f"{found.advantage:.3f}\n{interval.low:.3f} to {interval.high:.3f}\n{found.games:,} games",
        f"{found.margin_mean:+.2f}\n{margin.low:+.2f} to {margin.high:+.2f}",
        f"{bounds.low:.3f} to {bounds.high:.3f}",
    )
