"""The compiler's door: equal results without it, and a cache that is never stale or in the way."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numba
import pytest
from figures import kernel_figures
from support import PROJECT

from ressac_lab.kernels import compile as compile_module
from ressac_lab.kernels.compile import kernel, sources_digest

KERNELS = PROJECT / "ressac_lab" / "kernels"


def run(arguments: list[str], folder: Path = PROJECT, **environment: str) -> str:
    """Run Python in a process of its own, with a package folder in front; return what it prints."""
    paths = os.pathsep.join([str(folder), str(PROJECT / "tests")])
    finished = subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1", **environment},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout.strip()


def test_without_the_compiler_every_figure_is_the_same() -> None:
    figures = json.loads(run([str(PROJECT / "tests" / "figures.py")], NUMBA_DISABLE_JIT="1"))
    assert figures.pop("compiled") is False
    assert figures == json.loads(json.dumps(kernel_figures()))


def copied(folder: Path) -> ModuleType:
    """Return the compile module of a copy of the kernels."""
    shutil.copytree(KERNELS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    spec = importlib.util.spec_from_file_location("copied_compile", folder / "compile.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_copy_of_the_sources_has_their_digest(tmp_path: Path) -> None:
    assert copied(tmp_path / "kernels").sources_digest() == sources_digest()


@pytest.mark.parametrize("name", sorted(path.name for path in KERNELS.glob("*.py")))
def test_a_change_to_any_kernel_source_changes_the_digest(name: str, tmp_path: Path) -> None:
    module = copied(tmp_path / "kernels")
    with (tmp_path / "kernels" / name).open("a", encoding="utf-8") as file:
        file.write("\n")
    assert module.sources_digest() != sources_digest()


def test_a_kernel_source_more_or_by_another_name_changes_the_digest(tmp_path: Path) -> None:
    module = copied(tmp_path / "kernels")
    digests = {sources_digest()}
    (tmp_path / "kernels" / "more.py").touch()
    digests.add(module.sources_digest())
    (tmp_path / "kernels" / "more.py").rename(tmp_path / "kernels" / "other.py")
    digests.add(module.sources_digest())
    assert len(digests) == 3


ONE_BOAT = """
import numpy as np
from ressac_lab.kernels.layout import layout_of
from ressac_lab.kernels.minimax import points_gained
from ressac_lab.rules import Variant
layout = layout_of(Variant(boats=1, decounts=(1,)))
print(points_gained(layout, 0, np.uint64(1), np.uint64(0)))
"""


def test_a_changed_callee_in_another_file_is_compiled_anew(tmp_path: Path) -> None:
    package, cache = tmp_path / "ressac_lab", str(tmp_path / "cache")
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PROJECT / "ressac_lab", package, ignore=ignored)
    assert run(["-c", ONE_BOAT], tmp_path, RESSAC_LAB_CACHE=cache) == "1"
    moves = package / "kernels" / "moves.py"
    text = moves.read_text(encoding="utf-8")
    assert text.count("largest = 1 if boats else 0") == 1
    changed = text.replace("largest = 1 if boats else 0", "largest = 7 if boats else 0")
    moves.write_text(changed, encoding="utf-8")
    assert run(["-c", ONE_BOAT], tmp_path, RESSAC_LAB_CACHE=cache) == "7"


MIXED_SEVEN = """
import numpy as np
from ressac_lab.kernels import chance, compile
print(compile.CACHE_FOLDER, chance.mixed(np.uint64(7)))
"""
# What splitmix64 makes of the state 7, worked out in integers of any length.
SEVEN = 7


def expected_mix() -> int:
    bits = SEVEN
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        bits = (bits ^ bits >> shift) * factor % 2**64
    return bits ^ bits >> 31


@pytest.mark.parametrize("place", ["file", "file/below", "file/far/below"])
def test_a_cache_that_cannot_be_written_is_done_without(place: str, tmp_path: Path) -> None:
    # As root, folders without permission can be written; what lies below a file cannot.
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    printed = run(["-c", MIXED_SEVEN], RESSAC_LAB_CACHE=str(tmp_path / place))
    assert printed == f"None {expected_mix()}"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_compiled_kernels_are_kept_in_a_folder_named_by_the_sources(tmp_path: Path) -> None:
    cache = tmp_path / "new" / "cache"
    printed = run(["-c", MIXED_SEVEN], RESSAC_LAB_CACHE=str(cache))
    (folder,) = cache.iterdir()
    assert folder.name == f"kernels-{sources_digest()}"
    assert printed == f"{folder} {expected_mix()}"
    kept = {path.suffix for path in folder.rglob("*") if path.is_file()}
    assert kept == {".nbi", ".nbc"}


def emptied(content: bytes) -> bytes:
    return b""


def truncated(content: bytes) -> bytes:
    return content[: len(content) // 2]


def flipped(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 0xFF]) + content[middle + 1 :]


@pytest.mark.parametrize("damage", [emptied, truncated, flipped])
@pytest.mark.parametrize("ending", [".nbi", ".nbc"])
def test_a_damaged_file_of_the_cache_is_compiled_anew_and_replaced(
    ending: str, damage: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    printed = run(["-c", MIXED_SEVEN], RESSAC_LAB_CACHE=str(tmp_path))
    files = [path for path in tmp_path.rglob("*") if path.suffix == ending]
    assert files
    for path in files:
        path.write_bytes(damage(path.read_bytes()))
    damaged = {path: path.read_bytes() for path in files}
    assert run(["-c", MIXED_SEVEN], RESSAC_LAB_CACHE=str(tmp_path)) == printed
    assert any(path.read_bytes() != content for path, content in damaged.items())
    # What was compiled anew is found by the next.
    assert run(["-c", MIXED_SEVEN + HITS], RESSAC_LAB_CACHE=str(tmp_path)) == f"{printed}\n1"


HITS = "print(sum(chance.mixed.stats.cache_hits.values()))"

FULL_DISK = """
import numba.core.caching
def fail(*given):
    raise OSError(28, "No space left on device")
numba.core.caching.IndexDataCacheFile.{} = fail
"""


@pytest.mark.parametrize("step", ["_save_index", "_save_data"])
def test_a_cache_on_a_full_disk_is_done_without(step: str, tmp_path: Path) -> None:
    printed = run(["-c", FULL_DISK.format(step) + MIXED_SEVEN], RESSAC_LAB_CACHE=str(tmp_path))
    assert printed.endswith(f" {expected_mix()}")


def test_a_users_own_cache_folder_is_left_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", "their own")

    def one_more(number: int) -> int:
        return number + 1

    assert kernel(one_more)(41) == 42
    assert numba.config.CACHE_DIR == "their own"


def test_without_the_compiler_a_kernel_is_the_function_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 1)

    def one_more(number: int) -> int:
        return number + 1

    assert compile_module.kernel(one_more) is one_more
