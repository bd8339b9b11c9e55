"""Sizes of memory: reading and writing them, and how much of it this machine has."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

from ressac_lab.cli.options import OptionError
from ressac_lab.errors import shown

MIB = 2**20
LETTERS = "KMGT"
LEAST_TABLE = MIB
LEAST_DEFAULT, MOST_DEFAULT = 64 * MIB, 8192 * MIB
_SIZE = re.compile(r"([0-9]{1,12}(?:\.[0-9]{1,3})?) ?(?:([KMGT])I?B?)?", re.IGNORECASE)
_MEMINFO = Path("/proc/meminfo")
_CONTAINER_LIMIT = Path("/sys/fs/cgroup/memory.max")


def parse_size(given: Any) -> int:
    """Return the bytes of a ``--memory`` option; raise OptionError if it is no size or too small.

    The letters are powers of 1024, and a number alone is MiB.
    """
    text = str(given)
    found = _SIZE.fullmatch(text)
    if found is None:
        raise OptionError(f"--memory {shown(text)}: expected a size like 512M or 8G")
    letter = (found[2] or "M").upper()
    size = int(float(found[1]) * 1024 ** (1 + LETTERS.index(letter)))
    if size < LEAST_TABLE:
        raise OptionError(f"--memory {shown(text)}: expected at least {size_text(LEAST_TABLE)}")
    return size


def parse_memory(given: Any) -> int:
    """Return the bytes of a ``--memory`` option that this machine must have."""
    size, total = parse_size(given), machine_memory()[1]
    if size > total:
        raise OptionError(
            f"--memory {shown(str(given))}: expected at most the {size_text(total)} there are"
        )
    return size


def size_text(size: int) -> str:
    """Return a size with the largest letter that leaves at least 1, and at most one decimal.

    >>> size_text(512 * 2**20), size_text(2**33), size_text(25 * 2**30 // 2)
    ('512M', '8G', '12.5G')
    """
    power = max(1, min((size.bit_length() - 1) // 10, len(LETTERS)))
    number = f"{size / 1024**power:.1f}".removesuffix(".0")
    return f"{number}{LETTERS[power - 1]}"


def power_of_two(size: int) -> int:
    """Return the largest power of two that is not above a size."""
    return 1 << size.bit_length() - 1


def default_memory(wanted: int, free: int) -> int:
    """Return the bytes of a table that would like to have some and can have a quarter of the free ones.

    A power of two between 64 MiB and 8 GiB.
    """
    most = min(max(power_of_two(max(free // 4, 1)), LEAST_DEFAULT), MOST_DEFAULT)
    return min(max(2 * power_of_two(max(wanted, 1)), LEAST_DEFAULT), most)


def machine_memory() -> tuple[int, int]:
    """Return the bytes of memory that are free, and of all memory.

    Where the system only says how much there is, half of it counts as free.
    """
    if sys.platform == "win32":
        return _windows_memory()
    if _MEMINFO.is_file():
        return _linux_memory(_MEMINFO, _CONTAINER_LIMIT)
    total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return total // 2, total


def _linux_memory(meminfo: Path, container_limit: Path) -> tuple[int, int]:
    """Return free and total memory by /proc/meminfo, whose sizes are in KiB, and a container's limit."""
    lines = re.findall(r"(\w+): +([0-9]+) kB", meminfo.read_text(encoding="ascii"))
    sizes = {name: int(size) * 1024 for name, size in lines}
    free, total = sizes.get("MemAvailable", sizes["MemFree"]), sizes["MemTotal"]
    limit = container_limit.read_text(encoding="ascii").strip() if container_limit.is_file() else "max"
    if limit == "max":
        return free, total
    return min(free, int(limit)), min(total, int(limit))


def _windows_memory() -> tuple[int, int]:
    """Return free and total memory by GlobalMemoryStatusEx of the Windows API."""
    import ctypes

    class Status(ctypes.Structure):
        _fields_ = (
            ("size", ctypes.c_uint32),
            ("percent_used", ctypes.c_uint32),
            ("total", ctypes.c_uint64),
            ("free", ctypes.c_uint64),
            ("others", ctypes.c_uint64 * 5),
        )

    status = Status(size=ctypes.sizeof(Status))
    ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status))  # type: ignore[attr-defined]
    return status.free, status.total
