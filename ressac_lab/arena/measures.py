"""What the records of one variant and method say."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ressac_lab.arena.match import Records
from ressac_lab.rules import Variant
from ressac_lab.stats import Interval, mean, mean_interval, median, wilson

Histogram = dict[float, int]


@dataclass(frozen=True, slots=True)
class Measures:
    """The measures of a number of games; every estimate has its interval beside it.

    ``results`` counts Light wins, draws and Dark wins under the variant's komi; ``advantage`` is
    A = (wins + draws / 2) / games for the player who began, who is Light unless the pie rule swapped
    the sides (``swapped`` games), and ``advantage_counts`` how often it was 0, ½ and 1; margins are
    Light's total minus Dark's before komi; ``decount_points`` holds the mean points of (Light, Dark) at
    each decount; ``saturation`` is points made over points possible; ``lead_changes`` the mean number of
    times per game that the lead passed from one side to the other between decounts.
    """

    games: int
    distinct_games: int
    results: tuple[int, int, int]
    result_intervals: tuple[Interval, Interval, Interval]
    advantage: float
    advantage_counts: Histogram
    advantage_interval: Interval
    margin_mean: float
    margin_interval: Interval
    margin_median: float
    decount_points: tuple[tuple[float, float], ...]
    saturation: float
    lead_changes: float
    swapped: int


def measure(records: Records, variant: Variant, confidence: float = 0.95) -> Measures:
    """Read the measures off the records of at least one game."""
    totals = records.points.sum(axis=1, dtype=np.int64)
    margins = histogram(totals[:, 0] - totals[:, 1])
    results = _results(margins, variant.komi)
    games = records.games
    light_share, draw_share, dark_share = (wilson(count, games, confidence) for count in results)
    advantage = advantage_counts(records, variant)
    light_most, dark_most = variant.points_possible()
    sums = records.points.sum(axis=0, dtype=np.int64)
    return Measures(
        games=games,
        distinct_games=distinct_games(records),
        results=results,
        result_intervals=(light_share, draw_share, dark_share),
        advantage=mean(advantage),
        advantage_counts=advantage,
        advantage_interval=mean_interval(advantage, 0, 1, confidence),
        margin_mean=mean(margins),
        margin_interval=mean_interval(margins, -dark_most, light_most, confidence),
        margin_median=median(margins),
        decount_points=tuple((int(light) / games, int(dark) / games) for light, dark in sums),
        saturation=int(sums.sum()) / (games * (light_most + dark_most)),
        lead_changes=lead_changes(records) / games,
        swapped=int(np.count_nonzero(records.swaps)),
    )


def advantage_counts(records: Records, variant: Variant) -> Histogram:
    """Return how often the result of the player who began was 0, ½ and 1."""
    return histogram((np.sign(first_player_margins(records, variant)) + 1) / 2)


def first_player_margins(records: Records, variant: Variant) -> npt.NDArray[Any]:
    """Return the margin of each game, after komi, for the player who began."""
    totals = records.points.sum(axis=1, dtype=np.int64)
    # Who began is Light, unless the sides were swapped: then that player's margin is Dark's.
    margins: npt.NDArray[Any] = totals[:, 0] - totals[:, 1] - variant.komi
    return margins * np.where(records.swaps, -1, 1)


def lead_changes(records: Records) -> int:
    """Return how often, over all games, a side took the lead at a decount from the other side.

    The lead is read when both sides have had their k-th decount; a tie in between leaves it with
    the side that led before.
    """
    running = records.points.astype(np.int64).cumsum(axis=1)
    signs = np.sign(running[:, :, 0] - running[:, :, 1])
    leader = signs[:, 0].copy()
    changes = 0
    for column in range(1, signs.shape[1]):
        sign = signs[:, column]
        changes += int(np.count_nonzero(sign * leader < 0))
        leader = np.where(sign != 0, sign, leader)
    return changes


def _results(margins: Histogram, komi: float) -> tuple[int, int, int]:
    """Return Light wins, draws and Dark wins."""
    wins = sum(count for margin, count in margins.items() if margin > komi)
    draws = margins.get(komi, 0)
    return wins, draws, sum(margins.values()) - wins - draws


def histogram(values: npt.NDArray[Any]) -> Histogram:
    """Return how often each value is there."""
    return {float(value): count for value, count in sorted(Counter(values.tolist()).items())}


def distinct_games(records: Records) -> int:
    """Return how many different move sequences there are."""
    return len({game.tobytes() for game in records.move_codes})
