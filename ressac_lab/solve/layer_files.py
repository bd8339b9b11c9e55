"""The layers of a sweep as files, each whole or not there.

A layer is one file: the worths of all its positions, a byte each, filled up to a multiple of 8 bytes, then
the means, 8 bytes each, position by position. A piece of work writes a part, with the rows of its own;
when all parts are there they are joined into the layer. Parts and layers are written beside their place,
forced to the disk and moved there, so whoever is killed leaves nothing half made behind, and whoever does
the same piece twice, here or on another machine, puts the same bytes in the same place. Beside each is its
digest, there before the file itself is, by which a later run knows whether the file is still what it was.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterable
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
_LAYER = re.compile(r"ply-(\d\d)\.(layer|\d{6}\.part)(\.digest)?(\.\w+\.new)?")

# Told, in a sentence, what a user should know of a folder.
Tell = Callable[[str], None]


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

    def take_layer(self, ply: int, tell: Tell) -> bool:
        """Return whether a layer of an earlier run is there; read it all, and drop it if it is damaged."""
        return _taken(self.layer_path(ply), file_bytes(self.plan, ply, self.plan.rows(ply)), tell)

    def take_part(self, ply: int, number: int, tell: Tell) -> bool:
        """Return whether a part of an earlier run is there; read it all, and drop it if it is damaged."""
        first, last = self.plan.shard(ply, number)
        return _taken(self.part_path(ply, number), file_bytes(self.plan, ply, last - first), tell)

    def load_layer(self, ply: int) -> tuple[Worths, Means]:
        """Return a layer's worths and means, read from the file as they are needed."""
        return _mapped(self.layer_path(ply), self.plan, ply, self.plan.rows(ply))

    def save_part(self, ply: int, number: int, worths: Worths, means: Means) -> None:
        """Write a part."""
        padding = bytes(-len(worths) % MEAN_BYTES)
        _write_checked(self.part_path(ply, number), [worths.data, padding, means.reshape(-1).data])

    def join(self, ply: int) -> None:
        """Make a layer of its parts, and drop them."""
        plan = self.plan
        parts = []
        for number in plan.shards(ply):
            first, last = plan.shard(ply, number)
            parts.append(_mapped(self.part_path(ply, number), plan, ply, last - first))
        padding = bytes(-plan.positions(ply) % MEAN_BYTES)
        worths, means = [part[0].data for part in parts], [part[1].reshape(-1).data for part in parts]
        _write_checked(self.layer_path(ply), [*worths, padding, *means])
        del parts, worths, means
        for number in plan.shards(ply):
            _drop(self.part_path(ply, number))

    def drop_layers(self, after: int) -> None:
        """Drop the layers after a ply, and all their parts; those of the first two plies stay."""
        for path in self.folder.iterdir():
            match = _LAYER.fullmatch(path.name)
            if match and int(match[1]) > max(after, 1):
                path.unlink(missing_ok=True)

    def remove(self) -> None:
        """Remove the folder and all layers in it; what else is there stays, and so does the folder then."""
        for path in self.folder.iterdir():
            if _LAYER.fullmatch(path.name):
                path.unlink(missing_ok=True)
        # The last to go: layers without it would be taken for those of any sweep.
        (self.folder / PLAN_NAME).unlink(missing_ok=True)
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


def digest_path(path: Path) -> Path:
    """Return where the digest of a layer or part is."""
    return path.with_name(f"{path.name}.digest")


def _taken(path: Path, size: int, tell: Tell) -> bool:
    """Return whether a file is there and as it was written; tell of one that is not, and drop it."""
    try:
        if not os.path.lexists(path):
            return False
        if _is_intact(path, size):
            return True
        tell(f"{path}: does not fit its digest, so it is made again")
        _drop(path)
    except OSError as error:
        raise StoreError(f"{path}: cannot be read ({error.strerror})") from None
    return False


def _is_intact(path: Path, size: int) -> bool:
    try:
        if path.stat().st_size != size:
            return False
        written = digest_path(path).read_bytes()
        with path.open("rb") as file:
            return hashlib.file_digest(file, hashlib.blake2b).hexdigest().encode() == written
    except FileNotFoundError:
        return False


def _drop(path: Path) -> None:
    """Drop a layer or part, and its digest after it."""
    path.unlink(missing_ok=True)
    digest_path(path).unlink(missing_ok=True)


def _write_checked(path: Path, pieces: Iterable[Buffer]) -> None:
    """Write a layer or part, and its digest before it counts; raise StoreError if it cannot be."""
    _write_whole(path, pieces, digest_path(path))


def _write_whole(path: Path, pieces: Iterable[Buffer], digest_to: Path | None = None) -> None:
    """Write a file so that it is whole or not there; raise StoreError if it cannot be written."""
    unfinished, digest = path.with_name(f"{path.name}.{uuid4().hex}.new"), hashlib.blake2b()
    try:
        with unfinished.open("wb") as file:
            for piece in pieces:
                file.write(piece)
                if digest_to is not None:
                    digest.update(piece)
            file.flush()
            os.fsync(file.fileno())
        if digest_to is not None:
            _write_whole(digest_to, [digest.hexdigest().encode()])
        unfinished.replace(path)
    except OSError as error:
        raise StoreError(f"{path}: cannot be written ({error.strerror})") from None
    finally:
        unfinished.unlink(missing_ok=True)
