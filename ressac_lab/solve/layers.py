"""The exhaustive sweep: every map of a board, from one pass over the position graph.

All start maps with as many wrecks, under the same rules, live in one graph that has a layer for each ply.
The sweep makes the layers from the last to the first, and the first is the answer: the exact value of
every map, for Light, with what trembling hands make of it. What a layer holds and how its positions are
ranked is told in ``kernels.layers``.
"""

from __future__ import annotations

import shutil
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np

from ressac_lab.errors import RessacError, TooLargeError
from ressac_lab.kernels.final_layer import sweep_last_rows
from ressac_lab.kernels.layers import sweep_rows
from ressac_lab.kernels.layout import layout_of
from ressac_lab.solve.layer_files import LayerFiles, Tell, file_bytes
from ressac_lab.solve.layer_plan import (
    LayerPlan,
    graph_of,
    new_last_boats,
    new_work,
    plan_ranks,
    step_of,
)

# Told the positions done and all there are.
Progress = Callable[[int, int], None]


def sweep_layers(
    files: LayerFiles,
    workers: int | None = None,
    keep: bool = False,
    scheduler: str | None = None,
    progress: Progress | None = None,
    tell: Tell | None = None,
) -> None:
    """Make every layer of a sweep that its folder does not hold yet.

    ``workers`` threads work at once (None: one for each core), or those of the Dask cluster whose
    scheduler is named; they must see the same folder. Nothing of that changes a byte. A layer is dropped
    once the one before it is made, unless ``keep``; the first two stay in any case. What an earlier run
    left is read once before it is gone on from; what is damaged is made again, and ``tell`` told so.
    Raises StoreError for a folder that cannot be used.
    """
    plan = files.plan
    files.prepare()
    report, tell = progress or (lambda done, total: None), tell or (lambda sentence: None)
    positions = [plan.positions(ply) for ply in range(plan.plies)]
    # The first layer alone does not say what the first moves are worth.
    first = next((ply for ply in range(1, plan.plies) if files.take_layer(ply, tell)), plan.plies)
    if first == 1 and files.take_layer(0, tell):
        first = 0
    with ExitStack() as stack:
        run = stack.enter_context(_crew(workers, scheduler))
        for ply in reversed(range(first)):
            missing = [number for number in plan.shards(ply) if not files.take_part(ply, number, tell)]
            done = sum(positions[ply:]) - sum(part_positions(plan, ply, number) for number in missing)
            report(done, sum(positions))
            for made in run(files, ply, missing):
                done += made
                report(done, sum(positions))
            files.join(ply)
            if not keep:
                files.drop_layers(ply)
    report(sum(positions), sum(positions))


def part_positions(plan: LayerPlan, ply: int, number: int) -> int:
    """Return how many positions a piece of work has."""
    first, last = plan.shard(ply, number)
    return (last - first) * plan.row_positions(ply)


def make_part(files: LayerFiles, ply: int, number: int) -> int:
    """Do a piece of work: make one part of a layer from the layer after it; return its positions.

    Nothing but the plan and the number decides what is written, so doing it twice does no harm.
    """
    plan = files.plan
    first, last = plan.shard(ply, number)
    positions = part_positions(plan, ply, number)
    worths = np.zeros(positions, dtype=np.int8)
    means = np.zeros((positions if plan.means else 0, plan.columns(ply)))
    rules = layout_of(plan.variant), graph_of(plan), plan_ranks(plan), step_of(plan, ply)
    epsilons, rows = np.array(plan.epsilons, dtype=np.float64), (first, last)
    if ply == plan.plies - 1:
        sweep_last_rows(*rules, epsilons, new_last_boats(plan), *rows, worths, means, new_work(plan, ply))
    else:
        after = files.load_layer(ply + 1)
        sweep_rows(*rules, epsilons, *after, *rows, worths, means, new_work(plan, ply))
    files.save_part(ply, number, worths, means)
    return positions


Run = Callable[[LayerFiles, int, list[int]], Iterator[int]]


@contextmanager
def _crew(workers: int | None, scheduler: str | None) -> Iterator[Run]:
    """Yield a function that makes parts in parallel and yields their positions as they are done."""
    from joblib import Parallel, cpu_count, delayed, parallel_config

    with ExitStack() as stack:
        options: dict[str, Any] = {"n_jobs": workers or cpu_count(), "backend": "threading"}
        if scheduler is not None:
            stack.enter_context(_dask_client(scheduler))
            stack.enter_context(parallel_config(backend="dask"))
            options = {"n_jobs": -1}

        def run(files: LayerFiles, ply: int, numbers: list[int]) -> Iterator[int]:
            if numbers:
                parallel = Parallel(return_as="generator_unordered", batch_size=1, **options)
                made = parallel(delayed(make_part)(files, ply, number) for number in numbers)
                yield from _stopped_quietly(made)

        yield run


def _stopped_quietly(made: Any) -> Iterator[int]:
    """Yield what comes in; end the work, without a word, when nobody asks for more."""
    try:
        yield from made
    finally:
        with warnings.catch_warnings():
            # joblib advises to use all results; what ended the sweep says more.
            warnings.filterwarnings("ignore", r"\d+ tasks", UserWarning)
            made.close()


def _dask_client(scheduler: str) -> Any:
    """Return a client of a cluster; raise RessacError where Dask is missing or the cluster is."""
    try:
        from distributed import Client
    except ImportError:
        raise RessacError(
            "the backend 'dask': Dask is not installed, expected it: pip install 'ressac-lab[dask]'"
        ) from None
    try:
        return Client(scheduler)
    except (OSError, ValueError) as error:
        raise RessacError(f"{scheduler!r}: no Dask scheduler answers there ({error})") from None


def memory_needed(plan: LayerPlan) -> int:
    """Return the most bytes that a sweep holds at a time: a layer, and the one that is made of it."""
    return max(
        sum(plan.layer_bytes(p) for p in (ply, ply + 1) if p < plan.plies) for ply in range(plan.plies)
    )


def disk_needed(plan: LayerPlan, keep: bool) -> int:
    """Return the most bytes on the disk at a time: a layer's parts, the layer, and those after it."""
    sizes = [file_bytes(plan, ply, plan.rows(ply)) for ply in range(plan.plies)]
    if keep:
        return sum(sizes) + max(sizes)
    return max(2 * size + after for size, after in zip(sizes, [*sizes[1:], 0], strict=True))


def check_room(plan: LayerPlan, folder: Path, memory: int, keep: bool) -> None:
    """Raise TooLargeError, with the numbers, if a sweep does not fit the memory or the disk."""
    needed = memory_needed(plan)
    what = f"{sum(plan.positions(ply) for ply in range(plan.plies)):,} positions"
    if needed > memory:
        raise TooLargeError(
            f"{what}: two layers need {mib(needed)} of memory, expected at most {mib(memory)}"
        )
    existing = next(path for path in [folder.absolute(), *folder.absolute().parents] if path.exists())
    # What an earlier run left there is part of what is needed.
    free, needed = shutil.disk_usage(existing).free + _bytes_in(folder), disk_needed(plan, keep)
    if needed > free:
        raise TooLargeError(f"{what}: layers need {mib(needed)} on the disk, and {mib(free)} are free")


def _bytes_in(folder: Path) -> int:
    """Return the size of the files of a folder; links count for themselves, whatever they lead to."""
    held = 0
    for path in folder.iterdir() if folder.is_dir() else ():
        with suppress(FileNotFoundError):
            held += path.lstat().st_size
    return held


def mib(size: int) -> str:
    """Return a number of bytes in MiB, rounded up, as messages have it."""
    return f"{-(-size // 2**20):,} MiB"
