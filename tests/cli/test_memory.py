"""Sizes of memory: read, refused, and chosen."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import refused

from ressac_lab.cli import memory
from ressac_lab.cli.memory import default_memory, machine_memory, parse_memory, size_text
from ressac_lab.cli.options import OptionError
from ressac_lab.solve.alphabeta import LEAST_MEMORY

KIB, MIB, GIB = 2**10, 2**20, 2**30


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with 16 GiB, 12 of them free."""
    monkeypatch.setattr(memory, "machine_memory", lambda: (12 * GIB, 16 * GIB))


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("8G", 8 * GIB),
        ("8g", 8 * GIB),
        ("8GB", 8 * GIB),
        ("8GiB", 8 * GIB),
        ("8 GiB", 8 * GIB),
        ("8Gi", 8 * GIB),
        ("1.5G", 3 * GIB // 2),
        ("512", 512 * MIB),
        ("512M", 512 * MIB),
        ("2048K", 2 * MIB),
        ("0.01T", int(0.01 * 1024 * GIB)),
    ],
)
def test_a_size_is_a_number_and_a_letter(text: str, size: int) -> None:
    assert parse_memory(text) == size


@pytest.mark.parametrize("text", ["", "G", "8X", "8GM", "-8G", "8,5G", "8G8", "1e3M", "٣G", "8 B", "1_0M"])
def test_what_is_no_size_is_refused(text: str) -> None:
    with refused(OptionError, f"--memory {text!r}: expected a size like 512M or 8G"):
        parse_memory(text)


@pytest.mark.parametrize("text", ["0", "0G", "1023K", "0.9M"])
def test_a_size_too_small_for_a_table_is_refused(text: str) -> None:
    with refused(OptionError, f"--memory {text!r}: expected at least 1M"):
        parse_memory(text)


def test_more_than_the_machine_has_is_refused() -> None:
    assert parse_memory("16G") == 16 * GIB
    for text in ("17G", "999999999999T"):
        with refused(OptionError, f"--memory {text!r}: expected at most the 16G there are"):
            parse_memory(text)


def test_the_smallest_size_is_the_smallest_table() -> None:
    assert memory.LEAST_TABLE == LEAST_MEMORY


@pytest.mark.parametrize(
    ("free", "wanted", "size"),
    [
        (12 * GIB, 10**15, 2 * GIB),
        (16 * GIB, 10**15, 4 * GIB),
        (10**13, 10**15, 8 * GIB),
        (10 * MIB, 10**15, 64 * MIB),
        (0, 0, 64 * MIB),
        (16 * GIB, 1, 64 * MIB),
        (16 * GIB, 100 * MIB, 128 * MIB),
        (16 * GIB, 600 * MIB, 1 * GIB),
    ],
)
def test_a_table_is_as_large_as_is_wanted_within_a_quarter_of_what_is_free(
    free: int, wanted: int, size: int
) -> None:
    assert default_memory(wanted, free) == size


@pytest.mark.parametrize(
    ("size", "text"), [(MIB, "1M"), (1000 * MIB, "1000M"), (GIB, "1G"), (3 * GIB // 2, "1.5G"), (KIB, "1K")]
)
def test_sizes_are_written_as_they_are_read(size: int, text: str) -> None:
    assert size_text(size) == text
    if size >= MIB:
        assert parse_memory(text) == size


def test_linux_tells_its_memory_and_a_containers_limit(tmp_path: Path) -> None:
    meminfo, limit = tmp_path / "meminfo", tmp_path / "memory.max"
    meminfo.write_text("MemTotal:       8388608 kB\nMemFree:  100 kB\nMemAvailable:    4194304 kB\n")
    read = memory._linux_memory
    assert read(meminfo, limit) == (4 * GIB, 8 * GIB)
    limit.write_text("max\n")
    assert read(meminfo, limit) == (4 * GIB, 8 * GIB)
    limit.write_text(f"{GIB}\n")
    assert read(meminfo, limit) == (GIB, GIB)
    meminfo.write_text("MemTotal:       8388608 kB\nMemFree:  1024 kB\n")
    limit.unlink()
    assert read(meminfo, limit) == (MIB, 8 * GIB)


def test_this_machine_has_some_memory_free() -> None:
    free, total = machine_memory()
    assert 0 < free <= total
    assert total > 64 * MIB
