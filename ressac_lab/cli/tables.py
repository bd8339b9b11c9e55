"""Tables of cells that are texts or whole numbers, for the terminal and as CSV files."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import typer

Row = dict[str, Any]
Table = list[Row]


def show_table(rows: Table) -> None:
    """Print a table with its columns in line."""
    lines = [list(rows[0]), *([str(cell) for cell in row.values()] for row in rows)] if rows else []
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        typer.echo("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())
    typer.echo()


def write_tables(folder: Path, tables: dict[str, Table]) -> None:
    """Write tables as CSV files into a folder, all or none; raise StoreError if they cannot be written."""
    from ressac_lab.reports.csv_files import write_all
    from ressac_lab.reports.places import make_folder

    make_folder(folder)
    files = {}
    for name, rows in tables.items():
        text = io.StringIO()
        writer = csv.DictWriter(text, list(rows[0]) if rows else [], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        files[folder / name] = [text.getvalue()]
    write_all(files)
    for path in files:
        typer.echo(f"wrote {path}")
