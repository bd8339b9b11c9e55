from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pandas as pd
import pytest

from ressac_lab.errors import StoreError
from ressac_lab.reference import Reference
from ressac_lab.reports import csv_files
from ressac_lab.reports.columns import GAME, VARIANTS_CSV, Kind, spelled_out
from ressac_lab.reports.csv_files import csv_text, write_reports
from ressac_lab.reports.rows import read_rows
from ressac_lab.rules import Game, Variant
from ressac_lab.rules.catalogue import load
from ressac_lab.sweep import Store, read_experiment, sweep
from ressac_lab.sweep.lock import FolderLock
from ressac_lab.sweep.results import Results

Write = Callable[..., Path]
GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture
def results(write_experiment: Write, tmp_path: Path) -> Path:
    """A results folder with all reports of the tiny experiment."""
    folder = tmp_path / "out"
    sweep(read_experiment(write_experiment()), folder, workers=1)
    write(folder)
    return folder


def write(folder: Path) -> None:
    with Store.open(folder) as store:
        results = Results(store)
        write_reports(results, read_rows(results), folder, with_games=True)


def test_the_files_are_those_of_the_golden_folder(results: Path) -> None:
    # A change that is meant to show here is shown by the difference of the two files.
    assert (results / "variants.csv").read_bytes() == (GOLDEN / "variants.csv").read_bytes()
    games = (results / "games.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    assert "".join(games[:12]) == (GOLDEN / "games-head.csv").read_text(encoding="utf-8")
    assert len(games) == 1 + 4 * (700 + 60)


def test_the_headers_are_the_declared_columns(results: Path) -> None:
    for name, columns in (("variants.csv", VARIANTS_CSV), ("games.csv", GAME)):
        header = (results / name).read_text(encoding="utf-8").splitlines()[0]
        assert header.split(",") == [column.name for column in spelled_out(columns, 2)]


def test_every_column_says_what_it_means() -> None:
    names = [column.name for column in VARIANTS_CSV]
    assert len(set(names)) == len(names)
    assert all(column.meaning for column in (*VARIANTS_CSV, *GAME))


def test_the_rows_of_games_add_up_to_the_rows_of_variants(results: Path) -> None:
    variants = pd.read_csv(results / "variants.csv", keep_default_na=False)
    games = pd.read_csv(results / "games.csv")
    for row in variants[variants["method"] != "exact"].to_dict("records"):
        of_row = games[(games["variant"] == row["variant"]) & (games["method"] == row["method"])]
        margins = of_row["light_points"] - of_row["dark_points"]
        assert len(of_row) == int(row["games"])
        assert (margins > row["komi"]).sum() == int(row["light_wins"])
        assert margins.mean() == pytest.approx(float(row["margin_mean"]), abs=1e-6)
        assert of_row["moves"].nunique() == int(row["distinct_games"])


def test_the_moves_of_games_replay_to_their_points(results: Path) -> None:
    games = pd.read_csv(results / "games.csv")
    for row in games.groupby(["variant", "method"]).head(3).to_dict("records"):
        variant: Variant = load(row["variant"].split()[0]).variant
        game = Game.parse(f"{row['digest']} {row['moves']}", variant)
        *_, last = Reference(variant).replay(game.moves)
        assert last.points == (row["light_points"], row["dark_points"])


def test_exact_rows_have_a_value_and_no_interval(results: Path) -> None:
    variants = pd.read_csv(results / "variants.csv")
    exact = variants[variants["method"] == "exact"]
    assert len(exact) == 4
    assert exact["value"].notna().all()
    assert exact[[name for name in exact if name.endswith(("_low", "_high"))]].isna().all(axis=None)
    assert list(exact["outcome"]) == ["draw", "dark", "draw", "dark"]


def test_the_provenance_names_seed_methods_and_rules(results: Path) -> None:
    made = json.loads((results / "variants.json").read_text(encoding="utf-8"))
    assert made["seed"] == 11
    assert made["methods"][1] == {"agents": ["random", "greedy"], "games": 60}
    assert made["variants"][1]["digest"] == load("mare", ["komi=0.5"]).variant.digest


def test_writing_again_gives_the_same_bytes(results: Path) -> None:
    before = {path.name: path.read_bytes() for path in results.iterdir()}
    write(results)
    assert {path.name: path.read_bytes() for path in results.iterdir()} == before


def test_a_report_that_cannot_be_written_leaves_the_old_one_whole(results: Path) -> None:
    before = (results / "variants.csv").read_bytes()
    (results / "variants.csv.new").mkdir()
    with pytest.raises(StoreError, match=r"variants.csv: cannot be written \(Is a directory\)"):
        write(results)
    assert (results / "variants.csv").read_bytes() == before


@pytest.mark.parametrize("name", ["variants.csv", "variants.json", "games.csv"])
def test_a_folder_in_the_way_of_one_report_keeps_all_as_they_were(name: str, results: Path) -> None:
    (results / name).unlink()
    (results / name).mkdir()
    for path in results.glob("*s.*"):
        if path.is_file():
            path.write_text("as it was")
    with pytest.raises(StoreError, match=f"{name}: cannot be written \\(a folder is in its place\\)"):
        write(results)
    names = {"store.sqlite", "variants.csv", "variants.json", "games.csv"}
    assert {path.name for path in results.iterdir()} == names
    assert {path.read_text() for path in results.glob("*s.*") if path.is_file()} == {"as it was"}


@pytest.mark.parametrize("fault", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_fault_in_the_middle_leaves_the_old_reports_and_nothing_else(
    fault: BaseException, results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {path.name: path.read_bytes() for path in results.iterdir()}

    def pieces(*given: object) -> Iterator[str]:
        yield "the first piece"
        raise fault

    monkeypatch.setattr(csv_files, "_games_csv", pieces)
    with pytest.raises((StoreError, KeyboardInterrupt)) as caught:
        write(results)
    if isinstance(fault, OSError):
        expected = f"{results / 'games.csv'}: cannot be written (No space left on device)"
        assert str(caught.value) == expected
    assert {path.name: path.read_bytes() for path in results.iterdir()} == before


def test_two_reports_at_once_are_refused(results: Path) -> None:
    with FolderLock(results), pytest.raises(StoreError, match="in use by another run"):
        write(results)


def test_nothing_is_written_as_minus_zero() -> None:
    column = next(column for column in VARIANTS_CSV if column.kind is Kind.NUMBER)
    cells = [{column.name: number} for number in (-1e-9, -0.0, -0.0000006, None)]
    assert csv_text(cells, [column]) == f'{column.name}\n0.000000\n0.000000\n-0.000001\n""\n'
