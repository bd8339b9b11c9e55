"""``ressac-lab report``: rebuild the reports from a store, and say in short what they hold."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ressac_lab.cli.options import DeltaOption, GamesOption, ShowOption
from ressac_lab.cli.streams import one_line, say, wants_colours

if TYPE_CHECKING:
    from rich.text import Text

    from ressac_lab.reports.rows import Row
    from ressac_lab.reports.summary import Summary
    from ressac_lab.sweep import Store


def report(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The results of a sweep.")],
    games: GamesOption = False,
    show: ShowOption = 3,
    delta: DeltaOption = None,
) -> None:
    """Write variants.csv again from the store, and show the fairest and most biased variants."""
    from ressac_lab.sweep import Store

    with Store.open(folder) as store:
        write_and_show(store, folder, games, show, delta)


def write_and_show(store: Store, folder: Path, games: bool, show: int, delta: float | None = None) -> None:
    """Write the reports of a finished sweep into its folder, then say in short what they hold.

    ``delta`` stands in for the experiment's.
    """
    from ressac_lab.reports.csv_files import write_reports
    from ressac_lab.reports.rows import read_rows
    from ressac_lab.reports.summary import summaries
    from ressac_lab.sweep.results import Results

    results = Results(store, delta)
    rows = read_rows(results)
    written = write_reports(results, rows, folder, games)
    if not games and (folder / "games.csv").exists():
        say(f"note: {folder / 'games.csv'} is of an earlier run, --games writes it anew")
    for summary in summaries(rows, show):
        _show(summary, results.delta)
    for path in written:
        typer.echo(f"wrote {path}")


def _show(summary: Summary, delta: float) -> None:
    from rich.console import Console
    from rich.markup import escape

    console = Console(highlight=False)
    console.print(f"\n[bold]{escape(summary.method.text)}[/bold], {_verdicts(summary, delta)}")
    if summary.unranked:
        console.print(f"No ranking: {summary.unranked}.", markup=False)
    elif summary.fairest:
        console.print(_table(summary))
        console.print(
            "Bias is how far from even a variant at least and at most is. The fairest have the smallest "
            f"bias at most, the most biased the largest at least. {_variants(summary.as_fair, 'other ')} "
            f"may be as fair as the first.{_picked(summary)}"
        )


def _variants(count: int, kind: str = "") -> str:
    return f"{count:,} {kind}variant{'' if count == 1 else 's'}"


def _verdicts(summary: Summary, delta: float) -> str:
    from ressac_lab.sweep.methods import Sampled

    counts = ", ".join(f"{count:,} {word}" for word, count in summary.verdicts.items())
    said = f"{_variants(summary.rows)}{': ' if counts else ''}{counts}."
    if not counts:
        return said
    if not isinstance(summary.method, Sampled):
        return f"{said} By their values, komi taken off."
    return (
        f"{said} Balanced means A within {delta:g} of 1/2; at most 5 % of all verdicts but undecided are "
        "wrong, on average."
    )


def _picked(summary: Summary) -> str:
    from ressac_lab.sweep.methods import Sampled

    if not isinstance(summary.method, Sampled):
        return ""
    return " The intervals of A allow for these having been picked out of all."


def _table(summary: Summary) -> object:
    from rich.table import Table

    table = Table("", "variant", "A or value", "margin before komi", "bias", show_lines=True)
    for kind, rows in (("fairest", summary.fairest), ("most biased", summary.most_biased)):
        for row in rows:
            table.add_row(_drawing(row), *_cells(row, kind))
    return table


def _drawing(row: Row) -> Text:
    from rich.text import Text

    from ressac_lab.reports.boards import draw
    from ressac_lab.rules import Position

    board = draw(Position.start(row.entry.variant), labels=False, coloured=wants_colours())
    return Text.from_ansi(board)


def _cells(row: Row, kind: str) -> tuple[str, str, str, str]:
    from rich.markup import escape

    from ressac_lab.reports.summary import bias_bounds
    from ressac_lab.rules import class_of
    from ressac_lab.sweep.jobs import ExactValue

    bounds = bias_bounds(row)
    words = [one_line(word) for word in row.entry.label.split(" ")]
    name = "\n".join([f"[bold]{kind}[/bold]", *map(escape, words), class_of(row.entry.variant).id])
    if isinstance(row.found, ExactValue):
        return name, f"{row.found.value:+d} exact", "", f"{bounds.high:g} points"
    found, margin = row.found, row.found.margin_interval
    interval = row.bounds or found.advantage_interval
    return (
        name,
        f"A {found.advantage:.3f}\n{interval.low:.3f}–{interval.high:.3f}\n{found.games:,} games",
        f"{found.margin_mean:+.2f}\n{margin.low:+.2f} to {margin.high:+.2f}",
        f"{bounds.low:.3f}–{bounds.high:.3f}",
    )
