from __future__ import annotations

import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from ressac_lab.errors import ExperimentError, StoreError
from ressac_lab.kernels.layout import layout_of
from ressac_lab.sweep import Store, read_experiment, run, sweep
from ressac_lab.sweep.jobs import Job, Outcome, exact_value_of, jobs_of, plan, records_of, run_job
from ressac_lab.sweep.methods import Exact

Write = Callable[..., Path]


def stored(folder: Path) -> dict[str, tuple[bytes, str]]:
    """What a results folder holds, by job."""
    with Store.open(folder) as store:
        jobs = plan(store.experiment())
        outcomes = zip(jobs, store.outcomes(jobs), strict=True)
        return {job.id: (found.games, found.exact) for job, found in outcomes}


def test_a_sweep_holds_the_same_for_any_number_of_workers(write_experiment: Write, tmp_path: Path) -> None:
    experiment = read_experiment(write_experiment())
    sweep(experiment, tmp_path / "one", workers=1)
    sweep(experiment, tmp_path / "two", workers=2)
    assert stored(tmp_path / "one") == stored(tmp_path / "two")


def test_komi_is_free_and_blocks_cover_all_games(write_experiment: Write) -> None:
    experiment = read_experiment(write_experiment())
    # Two boards × (two blocks of greedy games, one of mixed ones, an exact value); komi adds none.
    assert len(plan(experiment)) == 2 * (2 + 1 + 1)
    greedy = jobs_of(experiment.entries[0], experiment.methods[0], experiment.seed)
    assert [(job.first_game, job.games) for job in greedy] == [(0, 500), (500, 200)]


def test_under_the_pie_rule_games_are_played_for_each_komi(write_experiment: Write) -> None:
    def share_of_swaps(pie: str) -> list[float]:
        methods = '[[methods]]\nagents = "greedy"\ngames = 100'
        text = f'base = "mare"\n[[grid]]\npie = "{pie}"\nkomi = [-3, 0, 3]\n{methods}'
        jobs = plan(read_experiment(write_experiment(text)))
        return [float(records_of(job, run_job(job)).swaps.mean()) for job in jobs]

    assert share_of_swaps("none") == [0]
    always, sometimes, never = share_of_swaps("swap")
    assert always == 1 > sometimes > never == 0


def test_a_larger_sweep_goes_on_from_a_smaller_one(write_experiment: Write, tmp_path: Path) -> None:
    small = read_experiment(write_experiment('base = "mare"\n[[methods]]\nagents = "greedy"\ngames = 1000'))
    large = read_experiment(write_experiment('base = "mare"\n[[methods]]\nagents = "greedy"\ngames = 1500'))
    assert sweep(small, tmp_path / "results", workers=1) == run.Summary(jobs=2, reused=0)
    assert sweep(large, tmp_path / "results", workers=1) == run.Summary(jobs=3, reused=2)
    assert sweep(large, tmp_path / "results", workers=1) == run.Summary(jobs=3, reused=3)


def test_progress_counts_every_job_once(write_experiment: Write, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    experiment = read_experiment(write_experiment())
    sweep(experiment, tmp_path / "out", workers=2, progress=lambda done, total: told.append((done, total)))
    assert told == [(done, 8) for done in range(9)]


def test_an_exact_value_out_of_reach_is_refused_before_anything_is_written(
    write_experiment: Write, tmp_path: Path
) -> None:
    experiment = read_experiment(write_experiment('base = "detroit"\n[[methods]]\nexact = true'))
    with pytest.raises(ExperimentError, match=r"exact value of 'detroit': plain minimax would visit up to"):
        sweep(experiment, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_job_is_decided_by_its_identity(write_experiment: Write) -> None:
    experiment = read_experiment(write_experiment())
    for job in plan(experiment):
        assert run_job(job) == run_job(job)
    exact = next(job for job in plan(experiment) if isinstance(job.method, Exact))
    assert exact_value_of(run_job(exact)).value == 0


def test_a_job_that_raises_is_named_and_what_was_done_is_kept(
    write_experiment: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    experiment = read_experiment(write_experiment())
    jobs = plan(experiment)

    def run_or_fail(job: Job) -> object:
        if job == jobs[3]:
            raise ZeroDivisionError("a fault")
        return run_job(job)

    monkeypatch.setattr(run, "run_job", run_or_fail)
    with pytest.raises(run.JobFailedError, match="failed: ZeroDivisionError"):
        sweep(experiment, tmp_path / "out", workers=1)
    monkeypatch.undo()
    assert sweep(experiment, tmp_path / "out", workers=1).reused >= 3


def test_records_come_back_whole(write_experiment: Write) -> None:
    for job in plan(read_experiment(write_experiment())):
        if not isinstance(job.method, Exact):
            assert records_of(job, run_job(job)).games == job.games


def test_of_sweeps_that_start_at_once_on_a_new_folder_one_wins(
    write_experiment: Write, tmp_path: Path
) -> None:
    experiment = read_experiment(write_experiment())
    sweep(experiment, tmp_path / "alone")
    start = Barrier(4)

    def start_together(number: int) -> str:
        start.wait()
        try:
            # A run that starts when another has ended finds everything done.
            return "won" if sweep(experiment, tmp_path / "out", workers=1).reused == 0 else "reused"
        except StoreError as error:
            assert "in use by another run" in str(error)
            return "refused"

    with ThreadPoolExecutor(4) as threads:
        ends = list(threads.map(start_together, range(4)))
    assert ends.count("won") == 1
    assert stored(tmp_path / "out") == stored(tmp_path / "alone")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["store.sqlite"]


def test_a_store_that_fails_in_the_middle_ends_the_work_without_a_warning(
    write_experiment: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: Store, job: Job, outcome: Outcome) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(Store, "add", fail)
    with warnings.catch_warnings(), pytest.raises(StoreError, match="the disk is full"):
        warnings.simplefilter("error")
        sweep(read_experiment(write_experiment()), tmp_path / "out", workers=2)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"value": "1", "nodes": 1, "line": [], "openings": [0]}',
        '{"value": 1, "nodes": 1, "line": [], "openings": []}',
        '{"value": 1, "nodes": 1, "line": 3, "openings": [1]}',
    ],
)
def test_the_text_of_an_exact_value_is_read_or_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"[Ee]xpect"):
        exact_value_of(Outcome(exact=text))


def test_levels_play_a_sweep_and_share_random_first_plies_between_maps(
    write_experiment: Write, tmp_path: Path
) -> None:
    text = 'base = ["detroit", "archipel"]\n[[methods]]\nagents = "L3"\ngames = 60\nrandom_plies = 1'
    experiment = read_experiment(write_experiment(text))
    assert [method.text for method in experiment.methods] == ["L3 after 1 random"]
    sweep(experiment, tmp_path / "one", workers=1)
    sweep(experiment, tmp_path / "two", workers=2)
    assert stored(tmp_path / "one") == stored(tmp_path / "two")
    firsts = [records_of(job, run_job(job)).move_codes[:, 0] for job in plan(experiment)]
    slides = layout_of(experiment.entries[0].variant).slides
    drawn = []
    for entry, codes in zip(experiment.entries, (firsts[:2], firsts[2:]), strict=True):
        empty = [cell for cell in range(25) if cell not in entry.variant.wreck_cells]
        moves = [divmod(code, slides) for block in codes for code in block.tolist()]
        drawn.append([(empty.index(cell), slide) for cell, slide in moves])
    # The two maps have different empty cells, but the same of them in turn.
    assert drawn[0] == drawn[1]
    assert len(set(drawn[0])) > 30
