"""Where files are going to be written, looked at before the work that they are for."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from ressac_lab.errors import StoreError


def check_folder(folder: Path, names: Iterable[str]) -> None:
    """Raise StoreError if files of some names cannot be written into a folder, or into a new one there."""
    existing = next(path for path in [folder, *folder.absolute().parents] if os.path.lexists(path))
    if not existing.is_dir():
        raise StoreError(f"{existing}: is not a folder, expected one or a new name")
    if not os.access(existing, os.W_OK | os.X_OK):
        raise StoreError(f"{existing}: cannot be written, expected a folder that can")
    for path in (folder / name for name in names):
        if path.is_dir():
            raise StoreError(f"{path}: a folder is in its place, expected a file or nothing there")


def make_folder(folder: Path) -> None:
    """Make a folder; raise StoreError if it cannot be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{folder}: cannot be made ({error.strerror})") from None
