"""Adaptive budgets: games go, round by round, to the variants that they are likely to decide soonest.

In the first round every variant gets a block of games. Each later round spends one part in ``ROUNDS`` of
the total on those that are still undecided, beginning with the one that seems to lack the fewest games.
What a round plays is settled by the outcomes of the rounds before it alone: it depends on no worker and no
clock, and whoever reads the outcomes in order finds the same rounds again. It ends when all are decided or
the total is spent.

Intervals and verdicts stand whatever made the sampling go on or stop: they are confidence sequences.
Variants that differ in komi alone share their games. So they are one *arm*, which gets games while one of
them lacks some: none goes on with games that another has shown already.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from ressac_lab.arena import Records
from ressac_lab.arena.fairness import games_lacking
from ressac_lab.arena.measures import advantage_counts
from ressac_lab.errors import ExperimentError
from ressac_lab.sweep.experiment import Entry, Experiment
from ressac_lab.sweep.jobs import Job, block_of
from ressac_lab.sweep.methods import Sampled, is_adaptive

# How many hardly matters: with 5 and with 80 rounds the 319 maps of the quickstart have as many verdicts.
ROUNDS = 20


@dataclass(slots=True)
class Arm:
    """Variants that share their games, and what the blocks so far showed of each of them."""

    entries: list[Entry] = field(default_factory=list)
    counts: list[Counter[float]] = field(default_factory=list)
    blocks: int = 0


class Rounds:
    """The rounds of one adaptive method: ask for ``jobs``, do them, ``advance``, until there are none.

    Games come in whole blocks, as many as the total holds. Raises ExperimentError if they are too few for a
    first round.
    """

    def __init__(self, experiment: Experiment, method: Sampled) -> None:
        self.method, self.seed, self.delta = method, experiment.seed, experiment.delta
        self._block = block_of(method)
        arms: dict[str, Arm] = {}
        for entry in experiment.entries:
            arm = arms.setdefault(Job(entry.variant, method, self.seed).identity, Arm())
            arm.entries.append(entry)
            arm.counts.append(Counter())
        self._arms = list(arms.values())
        self._by_label = {entry.label: arm for arm in self._arms for entry in arm.entries}
        self.blocks = self._left = method.games // self._block
        if self.blocks < len(self._arms):
            raise ExperimentError(
                f"total = {method.games}: expected at least {len(self._arms) * self._block}, a first round "
                f"of {self._block} games on each variant"
            )
        # The arm that each block of the round belongs to.
        self._round = list(self._arms)

    def games_of(self, entry: Entry) -> int:
        """Return how many games an entry has had in the rounds so far."""
        return self._by_label[entry.label].blocks * self._block

    def jobs(self) -> list[Job]:
        """Return the jobs of the round, none when the last is over."""
        jobs, begun = [], Counter[int]()
        for arm in self._round:
            first = (arm.blocks + begun[id(arm)]) * self._block
            begun[id(arm)] += 1
            jobs.append(Job(arm.entries[0].variant, self.method, self.seed, first, self._block))
        return jobs

    def advance(self, found: Sequence[Records]) -> None:
        """Take in the games of the round's jobs, in their order, and settle the next round."""
        for arm, records in zip(self._round, found, strict=True):
            arm.blocks += 1
            for entry, counts in zip(arm.entries, arm.counts, strict=True):
                counts.update(advantage_counts(records, entry.variant))
        self._left -= len(self._round)
        self._round = self._next_round()

    def _next_round(self) -> list[Arm]:
        room = min(self._left, max(1, self.blocks // ROUNDS))
        chosen: list[Arm] = []
        for lacking, arm in self._in_need():
            # Half of what it lacks, for the figure is rough.
            wanted = max(1, round(lacking / 2 / self._block))
            chosen += [arm] * min(wanted, room - len(chosen))
        return chosen

    def _in_need(self) -> list[tuple[float, Arm]]:
        """Return the games that each arm lacks, where it lacks some, the fewest first."""
        lacking = iter(games_lacking([counts for arm in self._arms for counts in arm.counts], self.delta))
        needs = [(max(next(lacking) for _ in arm.entries), arm) for arm in self._arms]
        return sorted((need for need in needs if need[0] > 0), key=lambda need: need[0])


def rounds_of(experiment: Experiment) -> list[Rounds]:
    """Return the rounds of every adaptive method of an experiment, before the first."""
    return [Rounds(experiment, method) for method in experiment.methods if is_adaptive(method)]
