"""Running an experiment: what is missing is worked on in parallel and stored as it comes in."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ressac_lab.sweep.experiment import Experiment
from ressac_lab.sweep.jobs import Job, Outcome, plan, run_job
from ressac_lab.sweep.results import read_games
from ressac_lab.sweep.rounds import rounds_of
from ressac_lab.sweep.store import Store

# Told how many of the jobs are done, and how many there are.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Summary:
    """How many jobs a sweep had, how many of them the store held already, how much it held damaged."""

    jobs: int
    reused: int
    repaired: int = 0


class JobFailedError(Exception):
    """A job that raised: a bug of ours, shown with the job's identity."""


def sweep(
    experiment: Experiment,
    folder: Path,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Summary:
    """Run every job of an experiment that its results folder does not hold yet.

    ``workers`` threads work at once (None: one for each core); how many there are, and in which
    order they finish, changes nothing in the results. Outcomes that the folder holds damaged are dropped,
    and worked out again where the experiment asks for them. Raises StoreError for a folder that cannot be
    used, ExperimentError for an exact value out of reach, both before anything is written.
    """
    jobs, adaptive = plan(experiment), rounds_of(experiment)
    with Store.for_experiment(folder, experiment) as store:
        repaired = store.drop_damaged()
        most = len(jobs) + sum(rounds.blocks for rounds in adaptive)
        work = _Work(store, workers, most, progress or (lambda done, total: None))
        work.do(jobs)
        for rounds in adaptive:
            while asked := rounds.jobs():
                work.do(asked)
                rounds.advance(read_games(store, asked))
        work.end()
    return Summary(work.finished, work.reused, repaired)


class _Work:
    """Does the jobs of a sweep as they are asked for, and tells how many of at most ``most`` are done."""

    def __init__(self, store: Store, workers: int | None, most: int, tell: Progress) -> None:
        self._store, self._workers, self._most, self._tell = store, workers, most, tell
        self._done = store.done()
        self.finished = self.reused = 0

    def do(self, jobs: list[Job]) -> None:
        """Do those of some jobs that the store does not hold yet."""
        missing = {job.id: job for job in jobs if job.id not in self._done}
        self.reused += len(jobs) - len(missing)
        self.finished += len(jobs) - len(missing)
        self._tell(self.finished, self._most)
        with _stopped_quietly(_run_all(list(missing.values()), self._workers)) as outcomes:
            for job_id, outcome in outcomes:
                self._store.add(missing[job_id], outcome)
                self.finished += 1
                self._tell(self.finished, self._most)

    def end(self) -> None:
        """Tell that all is done, where it was less than it could have been."""
        if self.finished < self._most:
            self._tell(self.finished, self.finished)


Outcomes = Generator[tuple[str, Outcome], None, None]


@contextmanager
def _stopped_quietly(outcomes: Outcomes) -> Iterator[Outcomes]:
    """End the work when the block ends, before the error that ended it is told."""
    try:
        yield outcomes
    finally:
        with warnings.catch_warnings():
            # joblib advises to use all results; what ended the sweep says more.
            warnings.filterwarnings("ignore", r"\d+ tasks", UserWarning)
            outcomes.close()


def _run_all(jobs: list[Job], workers: int | None) -> Outcomes:
    """Yield (job id, outcome) in the order in which the jobs finish."""
    if not jobs:
        return
    from joblib import Parallel, cpu_count, delayed

    count = min(workers or cpu_count(), len(jobs))
    # Jobs spend their time in kernels, which run without the GIL: threads do as well as processes,
    # start at once, share what is compiled, and never outlive a sweep that is killed.
    parallel = Parallel(n_jobs=count, backend="threading", return_as="generator_unordered")
    yield from parallel(delayed(_run)(job) for job in jobs)


def _run(job: Job) -> tuple[str, Outcome]:
    try:
        return job.id, run_job(job)
    except Exception as error:
        raise JobFailedError(f"job {job.identity!r} failed: {error!r}") from error
