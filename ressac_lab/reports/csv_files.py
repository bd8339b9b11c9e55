"""Writing the CSV files and the provenance beside them.

One number format, one line ending, a fixed order of rows and columns: equal results are equal bytes.
The files are written beside their places and moved there when all of them are whole.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from errno import EISDIR
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ressac_lab import __version__
from ressac_lab.arena import Records
from ressac_lab.arena.match import PLAY_VERSION
from ressac_lab.errors import StoreError
from ressac_lab.kernels.layout import move_of
from ressac_lab.reports.columns import EXHAUSTIVE, GAME, VARIANTS_CSV, Column, Kind, spelled_out
from ressac_lab.reports.rows import Row, cells_of_row
from ressac_lab.rules import Variant
from ressac_lab.rules.game import SWAP
from ressac_lab.sweep import Experiment
from ressac_lab.sweep.experiment import Entry
from ressac_lab.sweep.lock import FolderLock
from ressac_lab.sweep.methods import Exhaustive, Method, Sampled, method_table
from ressac_lab.sweep.results import Results

if TYPE_CHECKING:
    import pandas as pd

DECIMALS = 6
NUMBER_FORMAT = f"%.{DECIMALS}f"
DTYPES = {Kind.TEXT: "string", Kind.COUNT: "Int64", Kind.NUMBER: "Float64"}


def write_reports(results: Results, rows: list[Row], folder: Path, with_games: bool) -> list[Path]:
    """Write ``variants.csv``, its provenance and on request ``games.csv``; return their paths.

    Raises StoreError if a file cannot be written; what was there before is then still whole.
    """
    experiment = results.experiment
    decounts = max(len(entry.variant.decounts) for entry in experiment.entries)
    cells = [cells_of_row(row) for row in rows]
    text = json.dumps(provenance_of(results), indent=2, ensure_ascii=False)
    files: dict[Path, Iterable[str | bytes]] = {
        folder / "variants.csv": [csv_text(cells, _variants_columns(experiment, decounts))],
        folder / "variants.json": [f"{text}\n"],
    }
    if with_games:
        files[folder / "games.csv"] = _games_csv(results, spelled_out(GAME, decounts))
    with FolderLock(folder):
        write_all(files)
    return list(files)


def _variants_columns(experiment: Experiment, decounts: int) -> list[Column]:
    """Return the columns of ``variants.csv``; those of exhaustive sweeps only where there are any."""
    sweeps = [method for method in experiment.methods if isinstance(method, Exhaustive)]
    columns = VARIANTS_CSV + EXHAUSTIVE if sweeps else VARIANTS_CSV
    epsilons = sorted({epsilon for sweep in sweeps for epsilon in sweep.epsilons})
    plies = max(entry.variant.plies for entry in experiment.entries)
    return spelled_out(columns, decounts, epsilons, plies)


def provenance_of(results: Results) -> dict[str, Any]:
    """Return what was run: enough to make the same files again."""
    experiment = results.experiment
    return {
        "made_by": f"ressac-lab {__version__}",
        "play_version": PLAY_VERSION,
        "experiment": experiment.name,
        "title": experiment.title,
        "seed": experiment.seed,
        "delta": results.delta,
        "verdicts": "balanced: A within delta of 1/2; wrong for at most 5 % of those decided, on average",
        "intervals": "95 %, each row for itself: Wilson for shares, score intervals for A and margins",
        "methods": [method_table(method) for method in experiment.methods],
        "variants": [
            {
                "variant": entry.label,
                "digest": entry.variant.digest,
                "rules": entry.variant.canonical_text(),
            }
            for entry in experiment.entries
        ],
    }


def csv_text(cells: list[dict[str, Any]], columns: list[Column], header: bool = True) -> str:
    """Return rows of cells as the text of a CSV file."""
    import pandas as pd

    table: dict[str, pd.Series[Any]] = {}
    for column in columns:
        values = [row.get(column.name) for row in cells]
        table[column.name] = pd.Series(values, dtype=DTYPES[column.kind])
        if column.kind is Kind.NUMBER:
            # What rounds to zero from below must not be written as -0.
            table[column.name] = table[column.name].round(DECIMALS) + 0.0
    text = pd.DataFrame(table).to_csv(
        index=False, header=header, float_format=NUMBER_FORMAT, lineterminator="\n"
    )
    return str(text)


def _games_csv(results: Results, columns: list[Column]) -> Iterator[str]:
    """Yield the file in pieces, the games of one variant and method at a time."""
    header = True
    for entry in results.experiment.entries:
        names: dict[int, str] = {}
        for method in results.experiment.methods:
            if isinstance(method, Sampled):
                records = results.games(entry, method)
                yield csv_text(list(_game_cells(entry, method, records, names)), columns, header)
                header = False
    if header:
        yield csv_text([], columns)


def _game_cells(
    entry: Entry, method: Method, records: Records, names: dict[int, str]
) -> Iterator[dict[str, Any]]:
    """Yield the cells of every game; ``names`` remembers the notation of the variant's moves."""
    totals = records.points.sum(axis=1, dtype=int).tolist()
    points = records.points.tolist()
    for game, codes in enumerate(records.move_codes.tolist()):
        words = [_name(entry.variant, code, names) for code in codes]
        if records.swaps[game]:
            words.insert(1, SWAP)
        cells = {
            "variant": entry.label,
            "digest": entry.variant.digest,
            "method": method.text,
            "game": game,
            "light_points": totals[game][0],
            "dark_points": totals[game][1],
            "moves": " ".join(words),
        }
        for k, (light, dark) in enumerate(points[game], start=1):
            cells |= {f"light_decount_{k}": light, f"dark_decount_{k}": dark}
        yield cells


def _name(variant: Variant, move_code: int, names: dict[int, str]) -> str:
    if move_code not in names:
        names[move_code] = move_of(variant, move_code).text(variant)
    return names[move_code]


def write_all(files: Mapping[Path, Iterable[str | bytes]]) -> None:
    """Write all files or, whatever goes wrong, none; text is written as UTF-8."""
    unfinished = {path: path.with_name(f"{path.name}.new") for path in files}
    try:
        for path, pieces in files.items():
            with _named(path), unfinished[path].open("wb") as file:
                if path.is_dir():
                    raise IsADirectoryError(EISDIR, "a folder is in its place")
                for piece in pieces:
                    file.write(piece.encode() if isinstance(piece, str) else piece)
        for path in files:
            with _named(path):
                unfinished[path].replace(path)
    finally:
        for path in unfinished.values():
            with suppress(OSError):
                path.unlink(missing_ok=True)


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Tell an error of the system as a StoreError that names a file."""
    try:
        yield
    except OSError as error:
        raise StoreError(f"{path}: cannot be written ({error.strerror})") from None
