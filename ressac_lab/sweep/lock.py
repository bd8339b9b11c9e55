"""The claim of one run to a results folder, which ends with the process at the latest."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path

from ressac_lab.errors import StoreError

LOCK_NAME = "store.lock"
# Where another process holds the lock, the systems differ in which of these they say.
_TAKEN = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)

if sys.platform == "win32":
    import msvcrt

    # Far behind the text: on Windows the locked bytes cannot be read by others.
    _LOCKED_BYTE = 1 << 20

    def _lock(descriptor: int) -> None:
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        os.lseek(descriptor, 0, os.SEEK_SET)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FolderLock:
    """Held from construction to ``release``; a context manager.

    The system's lock counts and not the file: one that a killed run left behind is in nobody's way.
    Raises StoreError if another run holds it, or if the folder cannot be written.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / LOCK_NAME
        descriptor: int | None = None
        try:
            while descriptor is None:
                descriptor = self._locked()
        except OSError as error:
            raise StoreError(f"{folder}: cannot be written ({error.strerror})") from None
        self._descriptor: int | None = descriptor

    def _locked(self) -> int | None:
        """Return the open and locked file; None if it was removed by another run meanwhile."""
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
        descriptor = os.open(self.path, flags, 0o666)
        try:
            self._claim(descriptor)
            removed = not self._is_at_path(descriptor)
        except BaseException:
            os.close(descriptor)
            raise
        if removed:
            os.close(descriptor)
            return None
        # Only a courtesy to those who come later: a full disk must not end the run here.
        with suppress(OSError):
            os.ftruncate(descriptor, 0)
            os.write(descriptor, str(os.getpid()).encode())
        return descriptor

    def _is_at_path(self, descriptor: int) -> bool:
        """Return whether the open file is still the one that others would find."""
        try:
            return os.path.samestat(os.fstat(descriptor), self.path.stat())
        except FileNotFoundError:
            return False

    def _claim(self, descriptor: int) -> None:
        try:
            _lock(descriptor)
        except OSError as error:
            if error.errno in _TAKEN:
                raise in_use(self.path.parent) from None
            raise

    def release(self) -> None:
        """Give the folder free; doing so twice does no harm."""
        if self._descriptor is None:
            return
        descriptor, self._descriptor = self._descriptor, None
        # Windows removes no open file; elsewhere it must go while it is locked, or it may be another's.
        if sys.platform == "win32":
            os.close(descriptor)
        with suppress(OSError):
            self.path.unlink()
        if sys.platform != "win32":
            os.close(descriptor)

    def __enter__(self) -> FolderLock:
        return self

    def __exit__(self, *raised: object) -> None:
        self.release()


def in_use(folder: Path) -> StoreError:
    """Return the error for a folder that another run holds, naming its process if that is known."""
    try:
        holder = (folder / LOCK_NAME).read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        holder = ""
    process = f" (process {holder})" if holder.isdigit() else ""
    return StoreError(f"{folder}: in use by another run{process}, expected that to end first")
