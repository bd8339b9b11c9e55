"""Matches between two agents: a number of games, or of colour-swapped pairs, spread over threads.

In a *pair* both agents play the same seed in both seats. What favours a seat then favours both agents
alike, and the two games of a pair are not independent: so the pair is the unit of statistics.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ressac_lab.agents import Pairing
from ressac_lab.arena.match import Records, play
from ressac_lab.arena.measures import distinct_games, first_player_margins, histogram
from ressac_lab.rules import Variant
from ressac_lab.stats import Interval, elo_difference, mean, mean_interval

# A block keeps a thread busy for a while, and is what an interrupt must wait for.
BLOCKS, LARGEST_BLOCK = 100, 1000

Progress = Callable[[int, int], None]
Results = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Match:
    """What was played of a match: ``records`` as seated, ``exchanged`` with the seats exchanged.

    Without pairs ``exchanged`` is None. Game i of the one and of the other are a pair. ``asked`` says how
    many were to be played: more than there are, if the match was interrupted.
    """

    records: Records
    exchanged: Records | None
    asked: int

    @property
    def played(self) -> int:
        """The number of games or pairs that there are."""
        return self.records.games


@dataclass(frozen=True, slots=True)
class PairMeasures:
    """The measures of a number of pairs, for the agent that is seated first; intervals go by pairs.

    ``results`` counts its wins, draws and losses over all games under the variant's komi, ``pair_scores``
    the pairs by the share of points that it took (0, ¼, ½, ¾, 1). ``elo`` and its interval are the
    score's, infinite where that is 0 or 1. ``advantage`` is the share of points of who began.
    """

    pairs: int
    distinct_games: int
    results: tuple[int, int, int]
    pair_scores: dict[float, int]
    score: float
    score_interval: Interval
    elo: float
    elo_interval: Interval
    advantage: float
    advantage_interval: Interval


def play_match(
    variant: Variant,
    pairing: Pairing,
    seed: int,
    games: int,
    workers: int = 1,
    pairs: bool = False,
    progress: Progress | None = None,
) -> Match:
    """Play a number of games, or of pairs, in blocks on so many threads; the games never depend on that.

    ``progress`` is told how many are done and how many there are. An interrupt ends the match with the
    blocks that are done by then.
    """
    tell = progress or (lambda done, total: None)
    size = min(LARGEST_BLOCK, max(1, games // BLOCKS))
    firsts = range(0, games, size)
    executor = ThreadPoolExecutor(workers)
    blocks: dict[int, tuple[Records, ...]] = {}
    try:
        tell(0, games)
        waiting: dict[Future[tuple[Records, ...]], int] = {
            executor.submit(_block, variant, pairing, seed, first, min(size, games - first), pairs): first
            for first in firsts
        }
        for future in as_completed(waiting):
            blocks[waiting[future]] = future.result()
            tell(sum(block[0].games for block in blocks.values()), games)
    except KeyboardInterrupt:
        pass
    finally:
        executor.shutdown(cancel_futures=True)
    in_order = [blocks[first] for first in sorted(blocks)]
    seatings = [
        Records.joined([Records.blank(variant, 0), *(block[seating] for block in in_order)])
        for seating in range(1 + pairs)
    ]
    return Match(seatings[0], seatings[1] if pairs else None, games)


def _block(
    variant: Variant, pairing: Pairing, seed: int, first: int, games: int, pairs: bool
) -> tuple[Records, ...]:
    """Play a block of games, or of pairs: the games as seated, then those with the seats exchanged."""
    seated = play(variant, pairing, seed, first, games)
    if not pairs:
        return (seated,)
    return seated, play(variant, pairing, seed, first, games, mirrored=True)


def measure_pairs(
    records: Records, exchanged: Records, variant: Variant, confidence: float = 0.95
) -> PairMeasures:
    """Read the measures off the records of at least one pair; game i of both are a pair."""
    began, answered = _results(records, variant), _results(exchanged, variant)
    # Who is seated first answers in the second game of a pair.
    own = np.concatenate([began, 1 - answered])
    scores = histogram((began + 1 - answered) / 2)
    advantages = histogram((began + answered) / 2)
    interval = mean_interval(scores, 0, 1, confidence)
    return PairMeasures(
        pairs=records.games,
        distinct_games=distinct_games(Records.joined([records, exchanged])),
        results=tuple(int(np.count_nonzero(own == result)) for result in (1, 0.5, 0)),  # type: ignore[arg-type]
        pair_scores={quarter / 4: scores.get(quarter / 4, 0) for quarter in range(5)},
        score=mean(scores),
        score_interval=interval,
        elo=elo_difference(mean(scores)),
        elo_interval=Interval(elo_difference(interval.low), elo_difference(interval.high)),
        advantage=mean(advantages),
        advantage_interval=mean_interval(advantages, 0, 1, confidence),
    )


def _results(records: Records, variant: Variant) -> Results:
    """Return the result of each game for who began: 1, ½ or 0."""
    results: npt.NDArray[Any] = (np.sign(first_player_margins(records, variant)) + 1) / 2
    return results
