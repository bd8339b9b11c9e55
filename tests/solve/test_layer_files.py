"""A sweep that is cut at any moment goes on, and ends with the same bytes."""

from __future__ import annotations

import shutil
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path

import pytest
from support import refused

from ressac_lab.errors import RessacError, StoreError, TooLargeError, VariantError
from ressac_lab.rules import Variant
from ressac_lab.solve.layer_files import LayerFiles, digest_path, file_bytes
from ressac_lab.solve.layer_plan import LayerPlan
from ressac_lab.solve.layers import check_room, disk_needed, memory_needed, sweep_layers

MARE = LayerPlan(Variant(3, 3, (), 3, (1, 3)), 1, (0.3,), part=100)


class CutError(Exception):
    """The moment in which a run is killed."""


def swept(folder: Path, keep: bool = True, workers: int = 1) -> dict[str, bytes]:
    sweep_layers(LayerFiles(folder, MARE), workers, keep)
    return contents(folder)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def with_digests(*plies: int) -> list[str]:
    return [f"ply-{ply:02d}.layer{end}" for ply in plies for end in ("", ".digest")]


def damage_file(path: Path, damage: str) -> None:
    """Overwrite a byte, cut the end off, or do something to the digest."""
    content = bytearray(path.read_bytes())
    if damage == "a byte":
        content[len(content) // 2] ^= 1
        path.write_bytes(content)
    elif damage == "cut":
        path.write_bytes(content[:-1])
    elif damage == "digest":
        digest_path(path).write_text("0" * 128)
    else:
        digest_path(path).unlink()


def test_a_sweep_cut_at_any_file_ends_with_the_same_bytes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    whole = swept(tmp_path / "whole")
    assert list(whole) == ["plan.txt", *with_digests(*range(6))]
    # Each with its digest, but for the plan.
    files = 2 * sum(len(MARE.shards(ply)) + 1 for ply in range(6)) + 1
    assert files > 80
    real = Path.replace
    for cut in range(files):
        left = [cut]

        def replace(path: Path, target: Path, left: list[int] = left) -> Path:
            if not left[0]:
                raise CutError
            left[0] -= 1
            return real(path, target)

        monkeypatch.setattr(Path, "replace", replace)
        with pytest.raises(CutError):
            swept(tmp_path / str(cut))
        monkeypatch.setattr(Path, "replace", real)
        # What a killed run was writing stays behind under a name of its own.
        (tmp_path / str(cut) / "ply-05.000000.part.abc.new").write_bytes(b"half")
        found = swept(tmp_path / str(cut))
        del found["ply-05.000000.part.abc.new"]
        assert found == whole


def test_parts_that_are_there_are_not_made_again(tmp_path: Path) -> None:
    files = LayerFiles(tmp_path, MARE)
    whole = swept(tmp_path)
    layer = files.layer_path(3)
    for ply in range(4):
        files.layer_path(ply).unlink()
    # Zeros with the digest of zeros are taken.
    first, last = MARE.shard(3, 0)
    zeros = bytes(file_bytes(MARE, 3, last - first))
    files.part_path(3, 0).write_bytes(zeros)
    digest_path(files.part_path(3, 0)).write_text(blake2b(zeros).hexdigest())
    swept(tmp_path)
    positions = (last - first) * MARE.row_positions(3)
    found = layer.read_bytes()
    assert found[:positions] == bytes(positions)
    assert found[positions : MARE.positions(3)] == whole[layer.name][positions : MARE.positions(3)]


@pytest.mark.parametrize("ply", range(6))
@pytest.mark.parametrize("damage", ["a byte", "cut", "digest", "no digest"])
def test_a_damaged_layer_is_made_again(ply: int, damage: str, tmp_path: Path) -> None:
    files, whole = LayerFiles(tmp_path, MARE), swept(tmp_path)
    for before in range(ply):
        files.layer_path(before).unlink()
    path = files.layer_path(ply)
    damage_file(path, damage)
    told: list[str] = []
    sweep_layers(files, 1, True, tell=told.append)
    assert told == [f"{path}: does not fit its digest, so it is made again"]
    assert contents(tmp_path) == whole


@pytest.mark.parametrize("damage", ["a byte", "cut", "digest", "no digest"])
def test_a_damaged_part_is_made_again(damage: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    whole = swept(tmp_path / "whole")
    files = LayerFiles(tmp_path / "cut", MARE)

    def cut(files: LayerFiles, ply: int) -> None:
        raise CutError

    monkeypatch.setattr(LayerFiles, "join", cut)
    with pytest.raises(CutError):
        swept(files.folder)
    monkeypatch.undo()
    path = files.part_path(5, 2)
    damage_file(path, damage)
    told: list[str] = []
    sweep_layers(files, 1, True, tell=told.append)
    assert told == [f"{path}: does not fit its digest, so it is made again"]
    assert contents(files.folder) == whole


def test_workers_change_no_byte(tmp_path: Path) -> None:
    assert swept(tmp_path / "1") == swept(tmp_path / "2", workers=2)


def test_layers_are_dropped_when_they_are_no_longer_needed(tmp_path: Path) -> None:
    whole = swept(tmp_path / "whole")
    found = swept(tmp_path / "short", keep=False)
    assert list(found) == ["plan.txt", *with_digests(0, 1)]
    assert found["ply-01.layer"] == whole["ply-01.layer"]
    (tmp_path / "short" / "mine.txt").write_text("stays")
    LayerFiles(tmp_path / "short", MARE).remove()
    assert [path.name for path in (tmp_path / "short").iterdir()] == ["mine.txt"]
    LayerFiles(tmp_path / "whole", MARE).remove()
    assert not (tmp_path / "whole").exists()


def test_sizes_are_those_of_the_files(tmp_path: Path) -> None:
    found = swept(tmp_path)
    for ply in range(6):
        size = len(found[f"ply-{ply:02d}.layer"])
        assert size == file_bytes(MARE, ply, MARE.rows(ply))
        # Filled up to whole numbers of eight bytes.
        assert 0 <= size - MARE.layer_bytes(ply) < 8
    layers = [len(content) for name, content in found.items() if name.endswith(".layer")]
    assert disk_needed(MARE, keep=True) == sum(layers) + max(layers)


def test_the_numbers_of_the_standard_board() -> None:
    three = LayerPlan(Variant(boats=3, decounts=(1, 2, 3)), 3, (), means=False)
    assert three.classes == 319
    assert [three.positions(ply) for ply in range(6)] == [319, 7018, 147378, 1473780, 14000910, 84005460]
    full = LayerPlan(Variant(), 3, (), means=False)
    assert sum(full.positions(ply) for ply in range(18)) == pytest.approx(1.8e12, rel=0.05)
    torus = LayerPlan(Variant(touch="torus"), 3)
    assert torus.classes == 19


def test_komi_the_pie_rule_and_the_start_map_have_no_part_in_layers() -> None:
    assert LayerPlan(Variant(komi=2, pie="swap", wrecks=()), 3) == LayerPlan(Variant(), 3)


def test_what_does_not_fit_is_refused_with_the_numbers(tmp_path: Path) -> None:
    needed = memory_needed(MARE)
    check_room(MARE, tmp_path / "not yet" / "there", needed, keep=False)
    with refused(TooLargeError, "3,639 positions: two layers need 1 MiB of memory, expected at most 0 MiB"):
        check_room(MARE, tmp_path, 0, keep=False)
    huge = LayerPlan(Variant(), 3)
    with pytest.raises(
        TooLargeError, match=r"layers need [0-9,]+ MiB on the disk, and [0-9,]+ MiB are free\Z"
    ):
        check_room(huge, tmp_path, 2**60, keep=False)


def test_what_cannot_be_swept_is_refused() -> None:
    with refused(VariantError, "8 wrecks: expected 0 to 7, the cells that the boats leave"):
        LayerPlan(Variant(), 8)
    with pytest.raises(VariantError, match="7 wrecks: 621,216,192 start maps, expected at most 1,000,000"):
        LayerPlan(Variant(8, 8), 7)
    long = Variant(8, 8, (), 16, tuple(range(1, 17)))
    with refused(TooLargeError, "an exhaustive sweep: up to 136 points, expected at most 127"):
        LayerPlan(long, 0)


def test_folders_that_cannot_be_used_are_refused(tmp_path: Path) -> None:
    swept(tmp_path / "mine")
    other = LayerFiles(tmp_path / "mine", LayerPlan(MARE.variant, 1, (0.2,)))
    with pytest.raises(StoreError, match="mine: holds the layers of another sweep, expected those of this"):
        other.prepare()
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(
        StoreError, match=r"cannot be written \(File exists\)|cannot be written \(Not a dir"
    ):
        LayerFiles(tmp_path / "file", MARE).prepare()


def test_a_cluster_without_dask_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with refused(
        RessacError,
        "the backend 'dask': Dask is not installed, expected it: pip install 'ressac-lab[dask]'",
    ):
        sweep_layers(LayerFiles(tmp_path, MARE), scheduler="tcp://127.0.0.1:1")


@pytest.mark.slow
def test_a_cluster_writes_the_same_bytes(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    whole = swept(tmp_path / "whole")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        files = LayerFiles(tmp_path / "dask", MARE)
        sweep_layers(files, keep=True, scheduler=cluster.scheduler_address)
    assert {path.name: path.read_bytes() for path in files.folder.iterdir()} == whole


def test_pieces_of_work_cover_every_row_once() -> None:
    for part in (1, 1000, 10**6, 10**9):
        three = LayerPlan(Variant(boats=3, decounts=(1, 2, 3)), 3, (), False, part)
        for ply in (0, 1, 3):
            rows = [three.shard(ply, number) for number in three.shards(ply)]
            assert rows[0][0] == 0
            assert rows[-1][1] == three.rows(ply)
            assert all(last == first for (_, last), (first, _) in pairwise(rows))


def test_a_link_that_leads_nowhere_is_no_hindrance(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "gone")
    check_room(MARE, tmp_path, memory_needed(MARE), keep=True)


def test_what_an_earlier_run_left_counts_as_room(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    held = sum(map(len, swept(tmp_path).values()))
    usage = shutil.disk_usage(tmp_path)
    for free, fits in ((disk_needed(MARE, True) - held, True), (disk_needed(MARE, True) - held - 1, False)):
        monkeypatch.setattr(shutil, "disk_usage", lambda path, free=free: usage._replace(free=free))
        if fits:
            check_room(MARE, tmp_path, memory_needed(MARE), keep=True)
        else:
            with pytest.raises(TooLargeError, match="on the disk"):
                check_room(MARE, tmp_path, memory_needed(MARE), keep=True)
