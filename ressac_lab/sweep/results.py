"""The results of an experiment, read off its store: all games and exact values by variant and method."""

from __future__ import annotations

from collections.abc import Sequence

from ressac_lab.arena import Records
from ressac_lab.errors import StoreError
from ressac_lab.rules import class_of
from ressac_lab.sweep.experiment import Entry
from ressac_lab.sweep.jobs import (
    ExactValue,
    Job,
    exact_value_of,
    exhaustive_value_of,
    jobs_of,
    plan,
    records_of,
)
from ressac_lab.sweep.methods import Exhaustive, Method, Sampled
from ressac_lab.sweep.rounds import rounds_of
from ressac_lab.sweep.store import Store


class Results:
    """What a store holds of an experiment that is finished: ``experiment`` is the one last swept into it.

    ``delta`` is what verdicts go by: the experiment's, unless another is given. Raises StoreError, with the
    numbers, if some of the work is still to be done, or if it is damaged.
    """

    def __init__(self, store: Store, delta: float | None = None) -> None:
        self.store, self.experiment = store, store.experiment()
        self.delta = self.experiment.delta if delta is None else delta
        done = store.done()
        self._check(plan(self.experiment), done)
        self._rounds = {rounds.method: rounds for rounds in rounds_of(self.experiment)}
        for rounds in self._rounds.values():
            while jobs := rounds.jobs():
                self._check(jobs, done)
                rounds.advance(read_games(store, jobs))

    def _check(self, jobs: list[Job], done: set[str]) -> None:
        missing = sum(job.id not in done for job in jobs)
        if missing:
            raise StoreError(
                f"{self.store.path}: {missing} of {len(jobs)} pieces of work are not done, expected a "
                "finished sweep: run it again and it goes on from here"
            )

    def games(self, entry: Entry, method: Sampled) -> Records:
        """Return all games of one variant and method, in the order of their numbers."""
        games = self._rounds[method].games_of(entry) if method.adaptive else method.games
        return Records.joined(read_games(self.store, jobs_of(entry, method, self.experiment.seed, games)))

    def exact(self, entry: Entry, method: Method) -> ExactValue:
        """Return the exact value of a variant by a method that finds one."""
        (outcome,) = self.store.outcomes(jobs_of(entry, method, self.experiment.seed))
        try:
            if isinstance(method, Exhaustive):
                return exhaustive_value_of(outcome, class_of(entry.variant).id)
            return exact_value_of(outcome)
        except (ValueError, RecursionError) as error:
            raise StoreError(
                f"{self.store.path}: damaged exact value of {entry.label!r} ({error})"
            ) from None


def read_games(store: Store, jobs: Sequence[Job]) -> list[Records]:
    """Return the games of some jobs, in their order; raise StoreError if they are damaged or not done."""
    found = []
    for job, outcome in zip(jobs, store.outcomes(jobs), strict=True):
        try:
            found.append(records_of(job, outcome))
        except ValueError as error:
            raise StoreError(f"{store.path}: damaged games of {job.identity!r} ({error})") from None
    return found
