"""Weights for the evaluation, fitted to what positions turned out to be worth in self-play.

Games begin with some random plies, so that many kinds of position come up; then two agents play that look
two plies ahead and play the last six exactly. A position's target is its mover's score to go in that game:
an exact value near the end, a played one before. Each kind of ply has its own least-squares fit.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ressac_lab.agents import Pairing, parse_agent
from ressac_lab.agents.weights import COLUMNS, KEY, Fitted, kind_of_ply
from ressac_lab.arena.match import play
from ressac_lab.kernels.evaluation import trace_features
from ressac_lab.kernels.layout import layout_of
from ressac_lab.kernels.player import FEATURES, POINT
from ressac_lab.rules import Variant

TEACHER = "lookahead:depth=2,endgame=6"
BATCH_GAMES = 50
# A weight that no position speaks for stays at 0; all others hardly feel this.
RIDGE = 1e-3

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class FitRow:
    """The fit of one kind of ply.

    ``positions`` it rests on, the ``weights`` in thousandths of a point, and ``explained``, the share of
    the scores' variance that they explain (R²).
    """

    kind: tuple[int, int, int]
    positions: int
    weights: tuple[int, ...]
    explained: float


def fit(
    variant: Variant,
    games: int,
    rounds: int,
    seed: int,
    workers: int,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[FitRow]:
    """Return the fits of a variant after some rounds, each played with the weights of the one before.

    The first round's agents use the hand-made evaluation. In each round ``games`` games are played for each
    number of random first plies that leaves the last six alone. ``progress`` hears of games played.
    """
    rows: list[FitRow] = []
    for round_number in range(rounds):
        known = {row.kind: row.weights for row in rows} or None
        begun = (round_number, rounds, progress)
        rows = _fit_once(
            variant, list(_samples(variant, games, seed + round_number, workers, known, begun))
        )
    return rows


def weights_csv(rows: list[FitRow]) -> str:
    """Return fits as the text of a file of weights."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow((*KEY, *COLUMNS))
    writer.writerows((*row.kind, *row.weights) for row in sorted(rows, key=lambda row: row.kind))
    return text.getvalue()


def _samples(
    variant: Variant,
    games: int,
    seed: int,
    workers: int,
    known: Fitted | None,
    begun: tuple[int, int, Callable[[int, int], None]],
) -> Iterator[tuple[int, Integers, Integers]]:
    """Yield (random plies, features, scores to go) of batches of games, in order."""
    agent = parse_agent(TEACHER if known else f"{TEACHER},eval=fleet")
    openings = range(0, max(1, variant.plies - 5), 2)
    tasks = [
        (Pairing(agent, agent, random_plies), first)
        for random_plies in openings
        for first in range(0, games, BATCH_GAMES)
    ]

    def run(task: tuple[Pairing, int]) -> tuple[int, Integers, Integers]:
        pairing, first = task
        records = play(variant, pairing, seed, first, min(BATCH_GAMES, games - first), weights=known)
        return pairing.random_plies, *_traced(variant, records.move_codes)

    round_number, rounds, progress = begun
    with ThreadPoolExecutor(workers) as pool:
        for done, sample in enumerate(pool.map(run, tasks), start=1):
            progress(round_number * len(tasks) + done, rounds * len(tasks))
            yield sample


def _traced(variant: Variant, move_codes: npt.NDArray[np.unsignedinteger]) -> tuple[Integers, Integers]:
    """Return features (games, plies, features) and scores to go (games, plies) of recorded games."""
    from ressac_lab.agents.room import fleets_for

    features = np.zeros((*move_codes.shape, FEATURES), dtype=np.int64)
    scores = np.zeros(move_codes.shape, dtype=np.int64)
    trace_features(layout_of(variant), fleets_for(variant), move_codes, features, scores)
    for ply in range(variant.plies - 2, -1, -1):
        scores[:, ply] -= scores[:, ply + 1]
    return features, scores


def _fit_once(variant: Variant, samples: list[tuple[int, Integers, Integers]]) -> list[FitRow]:
    by_kind: dict[tuple[int, int, int], list[tuple[Integers, Integers]]] = {}
    for ply in range(variant.plies):
        kind = kind_of_ply(variant, ply)
        if kind is not None:
            parts = [(f[:, ply], s[:, ply]) for random_plies, f, s in samples if ply >= random_plies]
            by_kind.setdefault(kind, []).extend(parts)
    return [_fitted(kind, parts) for kind, parts in by_kind.items()]


def _fitted(kind: tuple[int, int, int], parts: list[tuple[Integers, Integers]]) -> FitRow:
    """Return the least-squares fit of scores to features; features that never change get no weight."""
    features, scores = (np.concatenate([part[side] for part in parts]) for side in (0, 1))
    used = [c for c in range(FEATURES) if c == 0 or features[:, c].min() < features[:, c].max()]
    seen = features[:, used]
    # Sums of whole numbers: the same in any order, on any machine.
    products = (seen.T @ seen).astype(np.float64) + RIDGE * np.eye(len(used))
    solution = np.linalg.solve(products, (seen.T @ scores).astype(np.float64))
    weights = np.zeros(FEATURES)
    weights[used] = solution
    variance = float(scores.var())
    explained = 1 - float((scores - features @ weights).var()) / variance if variance else 0.0
    return FitRow(kind, len(scores), tuple(round(POINT * float(w)) for w in weights), explained)
