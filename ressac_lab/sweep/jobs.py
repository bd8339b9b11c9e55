"""Jobs: the pieces of work of an experiment, each a pure function of its identity.

The identity is a text: what is to be found out, about which rules, with which seed. A job's id is
its digest. Two experiments that share a piece of work share its id.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from typing import Any

from ressac_lab.agents.reach import check_agent
from ressac_lab.arena import Records, play
from ressac_lab.arena.match import PLAY_VERSION, play_digest
from ressac_lab.errors import ExperimentError, TooLargeError
from ressac_lab.rules import Position, Variant, map_classes
from ressac_lab.solve.pie import pie_value
from ressac_lab.solve.size import check_size
from ressac_lab.sweep.exhaustive import LAYERS_VERSION, check_sweep, sweep_maps
from ressac_lab.sweep.experiment import Entry, Experiment
from ressac_lab.sweep.methods import Exact, Exhaustive, Method, Sampled, is_adaptive

# Games in a full block, few where agents think. Part of every identity: changing it orphans the games in
# old stores.
BLOCK_GAMES, THINKING_BLOCK_GAMES = 500, 50


@dataclass(frozen=True, slots=True)
class Job:
    """One block of games, one exact value, or the values of all start maps with as many wrecks."""

    variant: Variant
    method: Method
    seed: int
    first_game: int = 0
    games: int = 0

    @property
    def identity(self) -> str:
        """The text that says all that the outcome depends on."""
        rules = f"ressac {play_digest(self.variant)}"
        if isinstance(self.method, Exact):
            return f"{rules} exact"
        if isinstance(self.method, Exhaustive):
            return f"{rules} {self.method.text} layers={LAYERS_VERSION}"
        if self.variant.pie == "swap":
            # The second player weighs komi when it chooses its side.
            rules += f" komi={self.variant.komi}"
        games = f"games={self.first_game}-{self.first_game + self.games - 1}"
        openings = " openings=own" if self.own_openings else ""
        return f"{rules} {self.method.text} seed={self.seed} {games}{openings} play={PLAY_VERSION}"

    @property
    def own_openings(self) -> bool:
        """Whether random first plies are this variant's own.

        Where more games go to a variant because of what others showed, it must not be about to play the
        openings that they showed it with.
        """
        method = self.method
        return isinstance(method, Sampled) and method.adaptive and method.pairing.random_plies > 0

    @property
    def id(self) -> str:
        """The digest of the identity."""
        return id_of(self.identity)


def id_of(identity: str) -> str:
    """Return the id of the job of an identity."""
    return sha256(identity.encode()).hexdigest()[:24]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a job found: packed records of games, or the JSON text of one or many exact values."""

    games: bytes = b""
    exact: str = ""


@dataclass(frozen=True, slots=True)
class ExactValue:
    """The exact value of a start position, the positions it took, and a line that realises it.

    ``opening_values`` holds the different values of the first moves, in rising order.
    """

    value: int
    nodes: int
    line: tuple[str, ...]
    opening_values: tuple[int, ...]

    def pie_value(self, komi: float) -> float:
        """Return what the player who begins gets under the pie rule, komi taken off."""
        return pie_value(self.opening_values, komi)


@dataclass(frozen=True, slots=True)
class ExhaustiveValue(ExactValue):
    """The exact value of a start position from an exhaustive sweep, which has no line to show.

    ``nodes`` counts the positions of the sweep, ``table`` is that of a ``solve.atlas.MapRow``.
    """

    table: dict[str, Any]


def block_of(method: Sampled) -> int:
    """Return how many games a full block of a method has."""
    return THINKING_BLOCK_GAMES if method.pairing.thinks else BLOCK_GAMES


def jobs_of(entry: Entry, method: Method, seed: int, games: int | None = None) -> list[Job]:
    """Return the jobs of one variant and method, in order; ``games`` of them if that is given."""
    if isinstance(method, Exact):
        return [Job(entry.variant, method, seed)]
    if isinstance(method, Exhaustive):
        # One sweep serves every start map, so all of them have this job in common.
        first = map_classes(entry.variant, len(entry.variant.wrecks))[0].wrecks
        return [Job(replace(entry.variant, wrecks=first, komi=0), method, seed)]
    block, games = block_of(method), method.games if games is None else games
    return [
        Job(entry.variant, method, seed, first, min(block, games - first))
        for first in range(0, games, block)
    ]


def plan(experiment: Experiment) -> list[Job]:
    """Return every job of an experiment once, in order; those of adaptive methods are for ``rounds``.

    Raises ExperimentError if an exact value is out of reach, before any work is done.
    """
    jobs: dict[str, Job] = {}
    for entry in experiment.entries:
        for method in experiment.methods:
            _check_reach(entry, method)
            if not is_adaptive(method):
                for job in jobs_of(entry, method, experiment.seed):
                    jobs.setdefault(job.id, job)
    return list(jobs.values())


def _check_reach(entry: Entry, method: Method) -> None:
    """Raise ExperimentError if an exact value, or exact play, is out of reach."""
    try:
        if isinstance(method, Exact):
            check_size(entry.variant, Position.start(entry.variant))
        if isinstance(method, Exhaustive):
            check_sweep(entry.variant, method.epsilons)
    except TooLargeError as error:
        raise ExperimentError(f"exact value of {entry.label!r}: {error}") from None
    try:
        if isinstance(method, Sampled):
            check_agent(entry.variant, method.pairing.light)
            check_agent(entry.variant, method.pairing.dark)
    except TooLargeError as error:
        raise ExperimentError(f"agents of {entry.label!r}: {error}") from None


def run_job(job: Job) -> Outcome:
    """Do a job; nothing but the job decides the outcome."""
    if isinstance(job.method, Sampled):
        series = (job.variant, job.method.pairing, job.seed, job.first_game, job.games)
        records = play(*series, own_openings=job.own_openings)
        return Outcome(games=records.packed())
    if isinstance(job.method, Exhaustive):
        return Outcome(exact=json.dumps(sweep_maps(job.variant, job.method.epsilons)))
    from ressac_lab.solve.minimax import Minimax

    solution = Minimax(job.variant).solve(Position.start(job.variant))
    line = [move.text(job.variant) for move in solution.line]
    openings = sorted({value for _, value in solution.openings})
    found = {"value": solution.value, "nodes": solution.nodes, "line": line, "openings": openings}
    return Outcome(exact=json.dumps(found))


def records_of(job: Job, outcome: Outcome) -> Records:
    """Return the records of a block of games; raise ValueError if they are not of its shape."""
    return Records.unpacked(job.variant, job.games, outcome.games)


def exact_value_of(outcome: Outcome) -> ExactValue:
    """Return the exact value that a job found; raise ValueError if its text is of another shape."""
    found = json.loads(outcome.exact)
    try:
        value, nodes, openings = found["value"], found["nodes"], tuple(found["openings"])
        if not openings or not all(type(number) is int for number in (value, nodes, *openings)):
            raise TypeError
        return ExactValue(value, nodes, tuple(found["line"]), openings)
    except (KeyError, TypeError):
        raise ValueError("expected value, nodes, line and openings") from None


def exhaustive_value_of(outcome: Outcome, map_class: str) -> ExhaustiveValue:
    """Return the value of a class of start maps; raise ValueError if the text is of another shape."""
    found = _parsed(outcome.exact)
    try:
        table = found["maps"][map_class]
        values = tuple(value for value, _, _ in table["openings"])
        return ExhaustiveValue(table["value"], found["positions"], (), values, table)
    except (KeyError, TypeError, ValueError):
        raise ValueError("expected positions, and every class of start maps") from None


@lru_cache(maxsize=4)
def _parsed(text: str) -> Any:
    return json.loads(text)
