from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from support import refused

from ressac_lab.errors import ExperimentError
from ressac_lab.reports.csv_files import write_reports
from ressac_lab.reports.rows import read_rows
from ressac_lab.sweep import Experiment, Store, read_experiment, sweep
from ressac_lab.sweep.jobs import plan
from ressac_lab.sweep.methods import Exhaustive, method_table, parse_method
from ressac_lab.sweep.results import Results

Write = Callable[..., Path]

ALL_MAPS = """
base = "mare"
[grid]
start_maps = [0, 1]
komi = [0, 0.5]
[[methods]]
exhaustive = true
eps = [0.3, 0.05]
[[methods]]
exact = true
[[methods]]
agents = "random"
games = 50
"""


def test_one_sweep_serves_every_map_and_komi(write_experiment: Write) -> None:
    jobs = [
        job
        for job in plan(read_experiment(write_experiment(ALL_MAPS)))
        if isinstance(job.method, Exhaustive)
    ]
    assert [len(job.variant.wrecks) for job in jobs] == [0, 1]
    assert jobs[1].identity.endswith("exhaustive 0.3 0.05 layers=1")


def test_exhaustive_rows_stand_beside_exact_and_sampled_ones(
    write_experiment: Write, tmp_path: Path
) -> None:
    experiment = read_experiment(write_experiment(ALL_MAPS))
    sweep(experiment, tmp_path / "out", workers=1)
    with Store.open(tmp_path / "out") as store:
        results = Results(store)
        write_reports(results, read_rows(results), tmp_path / "out", with_games=False)
    table = pd.read_csv(tmp_path / "out" / "variants.csv")
    exhaustive = table[table["method"] == "exhaustive 0.3 0.05"].reset_index()
    exact = table[table["method"] == "exact"].reset_index()
    assert len(exhaustive) == len(exact) == 8
    for column in ("variant", "value", "outcome", "fair_komi", "pie_value"):
        assert exhaustive[column].equals(exact[column])
    assert exact["trembling_0.05"].isna().all()
    # The oracle's figure for the wreck in the middle.
    middle = exhaustive[exhaustive["wrecks"] == "B2"]
    assert middle["trembling_0.05"].tolist() == pytest.approx([-0.027055] * 2, abs=1e-6)
    # A random player's first moves keep the value as often as the sweep says, on every map.
    assert exhaustive["keep_share_1"].between(0, 1).all()
    assert list(table.columns[-16:]) == [
        f"{name}_{ply}" for name in ("keep_share", "blunder_cost") for ply in range(1, 9)
    ]


def test_experiments_without_sweeps_have_no_columns_for_them(
    write_experiment: Write, tmp_path: Path
) -> None:
    experiment = read_experiment(
        write_experiment('base = "mare"\n[[methods]]\nagents = "random"\ngames = 5')
    )
    sweep(experiment, tmp_path / "out", workers=1)
    with Store.open(tmp_path / "out") as store:
        results = Results(store)
        write_reports(results, read_rows(results), tmp_path / "out", False)
    assert "keepers" not in (tmp_path / "out" / "variants.csv").read_text()


def test_the_method_parses_back() -> None:
    for table in (
        {"exhaustive": True},
        {"exhaustive": True, "eps": [0.5, 1]},
        {"exhaustive": True, "eps": []},
    ):
        method = parse_method(table)
        assert isinstance(method, Exhaustive)
        assert parse_method(method_table(method)) == method
    assert parse_method({"exhaustive": True}).text == "exhaustive 0.01 0.05 0.1 0.3 1"


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        (
            {"exhaustive": False},
            "methods: {'exhaustive': False}: expected exhaustive = true, and eps or nothing else",
        ),
        (
            {"exhaustive": True, "games": 5},
            "methods: {'exhaustive': True, 'games': 5}: "
            "expected exhaustive = true, and eps or nothing else",
        ),
        ({"exhaustive": True, "eps": [0]}, "eps = [0]: expected a list of numbers above 0 and up to 1"),
        ({"exhaustive": True, "eps": 0.5}, "eps = 0.5: expected a list of numbers above 0 and up to 1"),
    ],
)
def test_a_wrong_method_is_refused(table: dict[str, object], sentence: str) -> None:
    with refused(ExperimentError, sentence):
        parse_method(table)


def test_a_sweep_out_of_reach_is_refused_before_any_work(write_experiment: Write, tmp_path: Path) -> None:
    experiment: Experiment = read_experiment(write_experiment("[[methods]]\nexhaustive = true"))
    with pytest.raises(
        ExperimentError, match=r"'detroit': two layers of an exhaustive sweep need [0-9,]+ MiB"
    ):
        sweep(experiment, tmp_path / "out")
    assert not (tmp_path / "out").exists()
