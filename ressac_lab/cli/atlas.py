"""``ressac-lab atlas``: every start map of a board, from one exhaustive sweep."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from ressac_lab.cli.answers import signed
from ressac_lab.cli.memory import parse_size
from ressac_lab.cli.options import (
    JsonOption,
    OptionError,
    SetOption,
    VariantArgument,
    print_json,
    whole_number,
)
from ressac_lab.cli.streams import CutError, say
from ressac_lab.cli.sweep import MOST_WORKERS, WORKERS_HELP
from ressac_lab.errors import RessacError, shown

if TYPE_CHECKING:
    from ressac_lab.rules import NamedVariant
    from ressac_lab.solve.atlas import MapRow
    from ressac_lab.solve.layer_files import LayerFiles
    from ressac_lab.solve.layer_plan import LayerPlan


class Backend(Enum):
    """Who makes the layers."""

    THREADS = "threads"
    DASK = "dask"


LADDER = "0.01,0.05,0.1,0.3,1"
LAYERS_NAME = "layers"
# A plain decimal: no underscores, no exponents, no digits but 0 to 9.
_EPSILON = re.compile(r"[01]|[01]?\.[0-9]{1,6}")
# A text, which the option parses like any other.
DEFAULT_MEMORY: Any = "8G"
DEFAULT_PART = 4_000_000


def epsilons_of(given: Any) -> tuple[float, ...]:
    """Return the ladder of ε of a text like ``0.05,0.3``; an empty text is no ladder."""
    ladder = []
    for word in filter(None, str(given).split(",")):
        epsilon = float(word) if _EPSILON.fullmatch(word.strip(" ")) else 0.0
        if not 0 < epsilon <= 1:
            raise typer.BadParameter(
                f"{shown(word)} is not a number above 0 and up to 1 with at most 6 decimals"
            )
        ladder.append(epsilon)
    return tuple(dict.fromkeys(ladder))


def folder_of(given: Any) -> Path:
    """Return the folder of a path; an empty text, which would be the current folder, is refused."""
    if not str(given):
        raise typer.BadParameter("'' is not a folder, expected its path, like results or .")
    return Path(given)


WrecksOption = Annotated[
    int | None,
    typer.Option(
        "--wrecks", "-k", parser=whole_number(), metavar="N", help="The variant's own if left out."
    ),
]
EpsOption = Annotated[
    Any,
    typer.Option(
        "--eps",
        parser=epsilons_of,
        metavar="LIST",
        help=f"How often a hand trembles; {LADDER} if left out.",
    ),
]
ValuesOption = Annotated[
    bool,
    typer.Option("--values-only", help="Exact values and nothing else: a byte a position, and faster."),
]
OutOption = Annotated[
    Path | None,
    typer.Option("--out", "-o", parser=folder_of, metavar="PATH", help="For atlas.csv and atlas.json."),
]
WorkOption = Annotated[
    Path | None,
    typer.Option(
        "--work", parser=folder_of, metavar="PATH", help="For the layers; OUT/layers if left out."
    ),
]
KeepOption = Annotated[bool, typer.Option("--keep-layers", help="Leave all layers in the work folder.")]
MemoryOption = Annotated[
    int,
    typer.Option("--memory", parser=parse_size, metavar="SIZE", help="For two layers at a time, like 8G."),
]
WorkersOption = Annotated[
    int | None,
    typer.Option("--workers", "-w", parser=whole_number(1, MOST_WORKERS), metavar="N", help=WORKERS_HELP),
]
PartOption = Annotated[
    int,
    typer.Option(
        "--part", parser=whole_number(1, 2**40), metavar="N", help="Positions in a piece of work."
    ),
]
BackendOption = Annotated[
    Backend, typer.Option("--backend", help="Threads here, or the workers of a Dask cluster.")
]
SchedulerOption = Annotated[
    str | None,
    typer.Option("--scheduler", metavar="ADDRESS", help="Of the cluster, which must see the work folder."),
]


def atlas(
    variant: VariantArgument,
    settings: SetOption = None,
    wrecks: WrecksOption = None,
    eps: EpsOption = None,
    values_only: ValuesOption = False,
    out: OutOption = None,
    work: WorkOption = None,
    keep: KeepOption = False,
    memory: MemoryOption = DEFAULT_MEMORY,
    part: PartOption = DEFAULT_PART,
    workers: WorkersOption = None,
    backend: BackendOption = Backend.THREADS,
    scheduler: SchedulerOption = None,
    as_json: JsonOption = False,
) -> None:
    """Value every start map with as many wrecks exactly, from one pass over all positions."""
    from ressac_lab.rules import load
    from ressac_lab.solve.layer_plan import LayerPlan

    _check_options(values_only and eps is not None, keep and out is work is None, backend, scheduler)
    ladder = () if values_only else epsilons_of(LADDER) if eps is None else eps
    named = load(variant, settings or ())
    count = len(named.variant.wrecks) if wrecks is None else wrecks
    plan = LayerPlan(named.variant, count, ladder, not values_only, part)
    with _work_folder(work, out) as folder:
        room = (folder, keep, memory)
        rows, written = _make(named, plan, *room, workers, scheduler, out)
    if as_json:
        from ressac_lab.reports.atlas import atlas_table

        print_json(atlas_table(named.label, plan, named.variant.komi, rows))
        return
    _show(rows)
    for path in written:
        typer.echo(f"wrote {path}")


def _check_options(ladder: bool, kept: bool, backend: Backend, scheduler: str | None) -> None:
    """Raise RessacError for options that contradict each other.

    ``ladder``: means are asked for where there are none; ``kept``: layers, where no folder stays behind.
    """
    if (backend is Backend.DASK) != (scheduler is not None):
        raise RessacError(
            f"--backend {backend.value}: expected --scheduler with dask, and with nothing else"
        )
    if kept:
        raise OptionError("--keep-layers: expected --out or --work too, a folder to keep the layers in")
    if ladder:
        raise OptionError("--values-only and --eps: expected one of them, values alone have no ladder")


def _make(
    named: NamedVariant,
    plan: LayerPlan,
    folder: Path,
    keep: bool,
    memory: int,
    workers: int | None,
    scheduler: str | None,
    out: Path | None,
) -> tuple[list[MapRow], list[Path]]:
    """Make the layers and what is written from them; return the rows and the paths of the files."""
    from ressac_lab.reports.atlas import NAMES, write_atlas
    from ressac_lab.reports.places import check_folder, make_folder
    from ressac_lab.solve.layer_files import LayerFiles
    from ressac_lab.solve.layers import check_room

    if out is not None:
        check_folder(out, NAMES)
    check_room(plan, folder, memory, keep)
    if out is not None:
        make_folder(out)
    _say_sizes(plan, keep)
    # The workers of a cluster may have been started in other folders.
    files, written = LayerFiles(folder.absolute(), plan), []
    rows = _swept(files, named.label, workers, keep, scheduler)
    if out is not None:
        written = write_atlas(named.label, plan, named.variant.komi, rows, out)
    if not keep:
        files.remove()
    return rows, written


def _swept(
    files: LayerFiles, label: str, workers: int | None, keep: bool, scheduler: str | None
) -> list[MapRow]:
    """Make the layers, or what is left of them, and read the atlas off the first two."""
    from ressac_lab.cli.progress import progress_of
    from ressac_lab.solve.atlas import atlas_rows
    from ressac_lab.solve.layers import sweep_layers
    from ressac_lab.sweep.lock import FolderLock

    files.prepare()
    with FolderLock(files.folder), progress_of(label, "positions") as progress:
        sweep_layers(files, workers, keep, scheduler, progress, say)
        return atlas_rows(files)


@contextmanager
def _work_folder(work: Path | None, out: Path | None) -> Iterator[Path]:
    """Yield the folder for the layers; only one that stays behind can be gone on from when cut."""
    if work is None and out is None:
        with tempfile.TemporaryDirectory(prefix="ressac-lab-") as folder:
            yield Path(folder)
        return
    try:
        yield work or cast(Path, out) / LAYERS_NAME
    except KeyboardInterrupt:
        raise CutError from None


def _say_sizes(plan: LayerPlan, keep: bool) -> None:
    """Say what is going to be made, before it is."""
    from ressac_lab.solve.layers import disk_needed, memory_needed, mib

    for ply in range(plan.plies):
        size = plan.layer_bytes(ply)
        say(f"ply {ply + 1:2}: {plan.positions(ply):15,} positions, {mib(size)}")
    total = sum(plan.positions(ply) for ply in range(plan.plies))
    memory, disk = mib(memory_needed(plan)), mib(disk_needed(plan, keep))
    say(f"in all: {total:15,} positions, {memory} of memory, {disk} on the disk")


def _show(rows: list[MapRow]) -> None:
    """Say in short what an atlas holds."""
    for value in sorted({row.value for row in rows}, reverse=True):
        found = [row for row in rows if row.value == value]
        maps = sum(row.map_class.orbit for row in found)
        typer.echo(f"value {signed(value)}: {len(found)} classes, {maps:,} start maps")
    for epsilon in rows[0].trembling if rows else ():
        low, *_, high = sorted([*rows, *rows], key=lambda row: row.trembling[epsilon])
        typer.echo(
            f"trembling {epsilon:g}: from {mean_text(low.trembling[epsilon])} ({low.map_class.id}, "
            f"{' '.join(low.map_class.wrecks)}) to {mean_text(high.trembling[epsilon])} "
            f"({high.map_class.id}, {' '.join(high.map_class.wrecks)})"
        )


def mean_text(mean: float) -> str:
    """Return a mean with its sign; what rounds to zero is +0.0000, from whichever side.

    >>> mean_text(-0.00001), mean_text(-0.25)
    ('+0.0000', '-0.2500')
    """
    return f"{round(mean, 4) + 0.0:+.4f}"
