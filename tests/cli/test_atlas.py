from __future__ import annotations

import csv
import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., "subprocess.CompletedProcess[str]"]
Refusal = Callable[..., str]

# Some seconds of work: long enough to be cut in the middle.
LONGER = ["atlas", "bassin", "--set", "boats=4", "--set", "decounts=2,4", "--eps", "0.1", "--out"]


def test_one_json_object_holds_every_map(run: Run, tmp_path: Path) -> None:
    done = run("atlas", "mare", "--wrecks", "1", "--eps", "0.05,1", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert [row["class"] for row in found["maps"]] == ["w1-0", "w1-1", "w1-4"]
    centre = found["maps"][2]
    assert (centre["wrecks"], centre["orbit"], centre["value"]) == (["B2"], 1, 0)
    # The oracle's figures for this map.
    assert centre["trembling"]["0.05"] == pytest.approx(-0.027054502082, abs=1e-12)
    assert centre["trembling"]["1"] == pytest.approx(-0.006323475308, abs=1e-12)
    assert "in all:           6,159 positions" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_an_atlas_is_a_table_and_its_provenance(run: Run, tmp_path: Path) -> None:
    done = run("atlas", "mare", "--out", "mine", "--eps", "0.3", "--set", "komi=0.5")
    assert done.returncode == 0, done.stderr
    assert "value 0: 3 classes, 9 start maps" in done.stdout
    assert sorted(path.name for path in (tmp_path / "mine").iterdir()) == ["atlas.csv", "atlas.json"]
    with (tmp_path / "mine" / "atlas.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    about = json.loads((tmp_path / "mine" / "atlas.json").read_text(encoding="utf-8"))
    assert [row["map_class"] for row in rows] == [row["class"] for row in about["maps"]]
    assert rows[0]["trembling_0.3"] == f"{about['maps'][0]['trembling']['0.3']:.6f}"
    assert (rows[0]["pie_value"], about["komi"]) == ("-0.500000", 0.5)
    assert "keep_share_8" in rows[0]
    assert "keep_share_9" not in rows[0]


def test_values_alone_need_no_ladder(run: Run) -> None:
    found = json.loads(run("atlas", "mare", "--values-only", "--json").stdout)
    assert [(row["value"], row["trembling"], row["keep_shares"]) for row in found["maps"]] == [
        (0, {}, [])
    ] * 3


def test_a_run_cut_in_the_middle_ends_with_the_same_bytes(run: Run, tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    assert run(*LONGER, whole).returncode == 0
    for cut in (signal.SIGKILL, signal.SIGINT):
        folder = tmp_path / str(cut)
        command = [sys.executable, "-m", "ressac_lab", *LONGER, str(folder)]
        with subprocess.Popen(
            command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stderr is not None
            while not re.search(": [1-9][0-9]* of ", process.stderr.readline()):
                assert process.poll() is None
            process.send_signal(cut)
            _, said = process.communicate()
        if cut == signal.SIGINT:
            assert process.returncode == 130
            assert f"ressac-lab {' '.join(LONGER)} {folder}" in said
        assert [path.name for path in folder.iterdir()] == ["layers"]
        again = run(*LONGER, folder)
        assert again.returncode == 0, again.stderr
        assert ": 0 of " not in again.stderr
        for name in ("atlas.csv", "atlas.json"):
            assert (folder / name).read_bytes() == (whole / name).read_bytes()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["mare", "--wrecks", "2"], "2 wrecks: expected 0 to 1, the cells that the boats leave"),
        (["mare", "--eps", "0.05,2"], "'2' is not a number above 0 and up to 1"),
        (["mare", "--eps", "nan"], "'nan' is not a number above 0 and up to 1"),
        (["mare", "--eps", "0.٣"], "'0.٣' is not a number above 0 and up to 1 with at most 6 decimals"),
        (["mare", "--eps", "0.0_1"], "'0.0_1' is not a number above 0 and up to 1"),
        (["mare", "--eps", "5e-324"], "'5e-324' is not a number above 0 and up to 1"),
        (["mare", "--eps", "0.0000001"], "'0.0000001' is not a number above 0 and up to 1"),
        (["mare", "--eps", "0"], "'0' is not a number above 0 and up to 1"),
        (["mare", "--eps", "0.1", "--values-only"], "--values-only and --eps: expected one of them"),
        (["mare", "--work", ""], "'' is not a folder, expected its path"),
        (["mare", "--memory", "0"], "--memory '0': expected at least 1M"),
        (["mare", "--backend", "dask"], "--backend dask: expected --scheduler with dask"),
        (["mare", "--scheduler", "tcp://x:1"], "--backend threads: expected --scheduler with dask"),
        (["bassin", "--memory", "8"], "of memory, expected at most 8 MiB"),
        (
            ["detroit", "--set", "boats=8", "--set", "decounts=8", "--values-only", "--memory", "16000000"],
            "on the disk",
        ),
    ],
)
def test_a_mistake_is_answered_in_one_sentence(
    arguments: list[str], sentence: str, refusal: Refusal, tmp_path: Path
) -> None:
    assert sentence in refusal("atlas", *arguments, "--out", "new")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_take_an_atlas_is_refused_before_the_work(
    refusal: Refusal, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    (tmp_path / "link").symlink_to("gone")
    for name in ("atlas.csv", "atlas.json"):
        (tmp_path / name[6:] / name).mkdir(parents=True)
    before = sorted(tmp_path.rglob("*"))
    for out, sentence in {
        "file": "file: is not a folder, expected one or a new name",
        "file/new": "file: is not a folder, expected one",
        "link": "link: is not a folder, expected one",
        "csv": "atlas.csv: a folder is in its place, expected a file or nothing there",
        "json": "atlas.json: a folder is in its place",
        "": "'' is not a folder, expected its path",
    }.items():
        said = refusal("atlas", "mare", "--values-only", "--work", "work", "--out", out)
        assert sentence in said
        assert "positions" not in said
        assert sorted(tmp_path.rglob("*")) == before


def test_layers_are_kept_only_where_a_folder_stays(refusal: Refusal) -> None:
    assert "--keep-layers: expected --out or --work too" in refusal("atlas", "mare", "--keep-layers")


def test_a_layer_damaged_between_two_runs_is_told_of_and_made_again(run: Run, tmp_path: Path) -> None:
    command = ["atlas", "mare", "--eps", "0.3", "--keep-layers", "--out", "mine"]
    assert run(*command).returncode == 0
    whole = (tmp_path / "mine" / "atlas.json").read_bytes()
    layer = tmp_path / "mine" / "layers" / "ply-00.layer"
    layer.write_bytes(bytes(layer.stat().st_size))
    again = run(*command)
    assert again.returncode == 0
    assert "ply-00.layer: does not fit its digest, so it is made again" in again.stderr
    assert (tmp_path / "mine" / "atlas.json").read_bytes() == whole


def test_nothing_is_written_as_minus_zero(run: Run, tmp_path: Path) -> None:
    # Hands that hardly tremble: means of some millionths on either side of zero.
    done = run("atlas", "mare", "--eps", "0.000001,0.00001", "--out", "mine")
    about = json.loads((tmp_path / "mine" / "atlas.json").read_text(encoding="utf-8"))
    means = [mean for row in about["maps"] for mean in row["trembling"].values()]
    assert any(-5e-7 < mean < 0 for mean in means)
    assert "-0.000000" not in (tmp_path / "mine" / "atlas.csv").read_text(encoding="utf-8")
    assert "-0.0000 " not in done.stdout
