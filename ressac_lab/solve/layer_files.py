"""The layers of a sweep as files, each whole or not there.

A layer is one file: the worths of all its positions, a byte each, filled up to a multiple of 8 bytes, then
the means, 8 bytes each, position by position. A piece of work writes a part, with the rows of its own;
when all parts are there they are joined into the layer. Parts and layers are written beside their place,
forced to the disk and moved there, so whoever is killed leaves nothing half made behind, and whoever does
the same piece twice, here or on another machine, puts the same bytes in the same place.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import numpy as np
import numpy.typing as npt

from ressac_lab.errors import StoreError
from ressac_lab.kernels.layers import Means, Worths
from ressac_lab.solve.layer_plan import MEAN_BYTES, LayerPlan

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer as Buffer

# Part of every folder: layers of other versions are never taken for one's own.
FORMAT = "ressac_lab layers 1"
PLAN_NAME = "plan.txt"
# What is being written has a longer name, which nobody else takes, here or on another machine.
_LAYER = re.compile(r"ply-(\d\d)\.(layer|\d{6}\.part)(\.\w+\.new)?")


@dataclass(frozen=True, slots=True)
class LayerFiles:
    """The folder that a sweep keeps its layers in while it runs."""

    folder: Path
    plan: LayerPlan

    def prepare(self) -> None:
        """Make the folder this sweep's; raise StoreError if it holds another one's layers."""
        text = f"{FORMAT}\n{self.plan.text}\n"
        path = self.folder / PLAN_NAME
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if not path.exists():
                _write_whole(path, [text.encode()])
            found = path.read_text(encoding="utf-8", errors="replace")
        except OSError as error:
            raise StoreError(f"{self.folder}: cannot be written ({error.strerror})") from None
        if found != text:
            raise StoreError(
                f"{self.folder}: holds the layers of another sweep, "
                "expected those of this one or a new folder"
            )

    def layer_path(self, ply: int) -> Path:
        """Return where a layer is, once it is whole."""
        return self.folder / f"ply-{ply:02d}.layer"

    def part_path(self, ply: int, number: int) -> Path:
        """Return where a part is, once it is whole."""
        return self.folder / f"ply-{ply:02d}.{number:06d}.part"

    def has_layer(self, ply: int) -> bool:
        """Return whether a layer is whole."""
        return _size_of(self.layer_path(ply)) == file_bytes(self.plan, ply, self.plan.rows(ply))

    def has_part(self, ply: int, number: int) -> bool:
        """Return whether a part is whole."""
        first, last = self.plan.shard(ply, number)
        return _size_of(self.part_path(ply, number)) == file_bytes(self.plan, ply, last - first)

    def load_layer(self, ply: int) -> tuple[Worths, Means]:
        """Return a layer's worths and means, read from the file as they are needed."""
        return _mapped(self.layer_path(ply), self.plan, ply, self.plan.rows(ply))

    def save_part(self, ply: int, number: int, worths: Worths, means: Means) -> None:
        """Write a part."""
        padding = bytes(-len(worths) % MEAN_BYTES)
        _write_whole(self.part_path(ply, number), [worths.data, padding, means.data])

    def join(self, ply: int) -> None:
        """Make a layer of its parts, and drop them."""
        plan = self.plan
        parts = []
        for number in plan.shards(ply):
            first, last = plan.shard(ply, number)
            parts.append(_mapped(self.part_path(ply, number), plan, ply, last - first))
        padding = bytes(-plan.positions(ply) % MEAN_BYTES)
        worths, means = [part[0].data for part in parts], [part[1].data for part in parts]
        _write_whole(self.layer_path(ply), [*worths, padding, *means])
        del parts, worths, means
        for number in plan.shards(ply):
            self.part_path(ply, number).unlink(missing_ok=True)

    def drop_layers(self, after: int) -> None:
        """Drop the layers after a ply, and all their parts; those of the first two plies stay."""
        for path in self.folder.iterdir():
            match = _LAYER.fullmatch(path.name)
            if match and int(match[1]) > max(after, 1):
                path.unlink(missing_ok=True)

    def remove(self) -> None:
        """Remove the folder and all layers in it; what else is there stays, and so does the folder then."""
        for path in self.folder.iterdir():
            if _LAYER.fullmatch(path.name) or path.name == PLAN_NAME:
                path.unlink(missing_ok=True)
        with suppress(OSError):
            self.folder.rmdir()


def file_bytes(plan: LayerPlan, ply: int, rows: int) -> int:
    """Return the size of a file with some rows of a layer."""
    positions = rows * plan.row_positions(ply)
    return positions + -positions % MEAN_BYTES + positions * plan.columns(ply) * MEAN_BYTES


def _mapped(path: Path, plan: LayerPlan, ply: int, rows: int) -> tuple[Worths, Means]:
    positions, columns = rows * plan.row_positions(ply), plan.columns(ply)
    content: npt.NDArray[np.uint8] = np.memmap(path, dtype=np.uint8, mode="r+")
    means = content[positions + -positions % MEAN_BYTES :].view(np.float64)
    # Arrays that could be written to, though nobody does, since kernels are compiled for one kind only; and
    # shared with the file, since a private map larger than the memory would be refused.
    return (
        np.asarray(content[:positions].view(np.int8)),
        np.asarray(means.reshape(positions, columns)) if columns else np.zeros((0, 0)),
    )


def _size_of(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return -1


def _write_whole(path: Path, pieces: Iterable[Buffer]) -> None:
    """Write a file so that it is whole or not there; raise StoreError if it cannot be written."""
    unfinished = path.with_name(f"{path.name}.{uuid4().hex}.new")
    try:
        with unfinished.open("wb") as file:
            for piece in pieces:
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except OSError as error:
        raise StoreError(f"{path}: cannot be written ({error.strerror})") from None
    finally:
        unfinished.unlink(missing_ok=True)
