from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support import refused

from ressac_lab.arena import Records
from ressac_lab.errors import ExperimentError
from ressac_lab.sweep import Store, read_experiment, run, sweep
from ressac_lab.sweep.experiment import Experiment
from ressac_lab.sweep.jobs import Job, records_of, run_job
from ressac_lab.sweep.methods import Sampled, method_table, parse_method
from ressac_lab.sweep.results import Results
from ressac_lab.sweep.rounds import Rounds

Write = Callable[..., Path]

# Two boards; on the first the players know three komis apart.
TWO = """
base = ["mare", "canal"]
delta = {delta}
[[grid]]
komi = {komi}
[[methods]]
agents = "greedy"
games = "adaptive"
total = {total}
"""


def experiment_of(write_experiment: Write, total: int, komi: str = "[0]", delta: float = 0.2) -> Experiment:
    return read_experiment(write_experiment(TWO.format(total=total, komi=komi, delta=delta)))


def rounds_of_two(write_experiment: Write, total: int, komi: str = "[0]") -> Rounds:
    experiment = experiment_of(write_experiment, total, komi)
    (method,) = experiment.methods
    assert isinstance(method, Sampled)
    return Rounds(experiment, method)


def played(job: Job, light_wins: int) -> Records:
    """Return a block of games of which Light wins so many, by one point, and Dark the others."""
    records = Records.blank(job.variant, job.games)
    records.points[:light_wins, -1, 0] = 1
    records.points[light_wins:, -1, 1] = 1
    return records


def run_rounds(rounds: Rounds, wins: dict[int, int]) -> Iterator[list[tuple[int, int]]]:
    """Yield, round by round, width of board and first game; a block on it has so many Light wins."""
    while jobs := rounds.jobs():
        yield [(job.variant.width, job.first_game) for job in jobs]
        rounds.advance([played(job, wins[job.variant.width]) for job in jobs])


def test_after_a_block_for_each_only_the_undecided_get_more(write_experiment: Write) -> None:
    # 250 of 500 is surely balanced for δ = 0.2, 345 of 500 lies close to the edge.
    found = list(run_rounds(rounds_of_two(write_experiment, 10_000), {3: 250, 4: 345}))
    assert found[0] == [(3, 0), (4, 0)]
    assert {width for later in found[1:] for width, _ in later} == {4}
    firsts = [first for later in found for width, first in later if width == 4]
    assert firsts == list(range(0, 500 * len(firsts), 500))
    assert len(firsts) == 19


def test_the_rounds_end_when_all_is_decided(write_experiment: Write) -> None:
    assert len(list(run_rounds(rounds_of_two(write_experiment, 10_000), {3: 250, 4: 500}))) == 1


def test_the_one_closest_to_a_verdict_comes_first(write_experiment: Write) -> None:
    # 330 of 500 is closer to the middle of the band than 345 and needs fewer games, whichever board it is.
    for wins in ({3: 345, 4: 330}, {3: 330, 4: 345}):
        _, second, *_ = run_rounds(rounds_of_two(write_experiment, 10_000), wins)
        assert {width for width, _ in second} == {min(wins, key=lambda width: wins[width])}


def test_variants_that_differ_in_komi_share_their_games(write_experiment: Write) -> None:
    # At komi 1 every game that Light wins by one point is a draw, which takes A far from even.
    rounds = rounds_of_two(write_experiment, 10_000, "[0, 1]")
    first, *later = run_rounds(rounds, {3: 345, 4: 250})
    assert first == [(3, 0), (4, 0)]
    assert {width for jobs in later for width, _ in jobs} == {3}
    entries = experiment_of(write_experiment, 10_000, "[0, 1]").entries
    assert [rounds.games_of(entry) for entry in entries] == [9500, 9500, 500, 500]


def test_a_total_too_small_for_a_first_round_is_refused(write_experiment: Write, tmp_path: Path) -> None:
    with refused(
        ExperimentError, "total = 999: expected at least 1000, a first round of 500 games on each variant"
    ):
        sweep(experiment_of(write_experiment, 999), tmp_path / "out")
    assert not (tmp_path / "out").exists()


def stored(folder: Path) -> list[tuple[str, bytes, int]]:
    """What a results folder holds of each variant: moves of its games, and how many."""
    with Store.open(folder) as store:
        results = Results(store)
        (method,) = results.experiment.methods
        assert isinstance(method, Sampled)
        found = [(entry.label, results.games(entry, method)) for entry in results.experiment.entries]
    return [(label, records.move_codes.tobytes(), records.games) for label, records in found]


def test_workers_and_interruptions_change_nothing(write_experiment: Write, tmp_path: Path) -> None:
    experiment = experiment_of(write_experiment, 8000, delta=0.02)
    whole = sweep(experiment, tmp_path / "whole", workers=1)

    def stop(done: int, total: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sweep(experiment, tmp_path / "cut", workers=2, progress=stop)
    resumed = sweep(experiment, tmp_path / "cut", workers=2)
    assert resumed == run.Summary(jobs=whole.jobs, reused=3)
    assert stored(tmp_path / "whole") == stored(tmp_path / "cut")


def test_adaptive_games_with_random_plies_have_openings_of_their_own(write_experiment: Write) -> None:
    def openings(step: int, games: str) -> list[int]:
        # The two variants differ in a rule that leaves the codes of their moves alone.
        grid = f"[[grid]]\nslide_step = {step}\n"
        text = f'base = "mare"\n{grid}[[methods]]\nagents = "random"\nrandom_plies = 1\n{games}'
        experiment = read_experiment(write_experiment(text))
        job = Job(experiment.entries[0].variant, experiment.methods[0], experiment.seed, 0, 50)
        return [int(code) for code in records_of(job, run_job(job)).move_codes[:, 0]]

    adaptive = 'games = "adaptive"\ntotal = 500'
    assert openings(1, "games = 50") == openings(2, "games = 50")
    assert openings(1, adaptive) != openings(2, adaptive)


def test_the_method_parses_back() -> None:
    table = {"agents": "greedy", "games": "adaptive", "total": 5000, "random_plies": 2}
    method = parse_method(table)
    assert isinstance(method, Sampled)
    assert (method.adaptive, method.games) == (True, 5000)
    assert parse_method(method_table(method)) == method


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        (
            {"agents": "greedy", "games": "adaptive"},
            "methods: {'agents': 'greedy', 'games': 'adaptive'}: expected 'total' too, the games of all "
            "variants",
        ),
        (
            {"agents": "greedy", "games": 5, "total": 9},
            "methods: {'agents': 'greedy', 'games': 5, 'total': 9}: "
            "total goes with games = 'adaptive' only",
        ),
        (
            {"agents": ["greedy", "random"], "games": "adaptive", "total": 9},
            "methods: {'agents': ['greedy', 'random'], 'games': 'adaptive', 'total': 9}: games are "
            "adaptive until it is clear what is fair, expected the same agent on both sides",
        ),
        ({"agents": "greedy", "games": "adaptive", "total": 0}, "total = 0: expected 1 to 100,000,000"),
        ({"agents": "greedy", "games": "adapt"}, "games = 'adapt': expected a whole number or 'adaptive'"),
    ],
)
def test_a_wrong_method_is_refused(table: dict[str, object], sentence: str) -> None:
    with refused(ExperimentError, sentence):
        parse_method(table)
