"""The weights by which agents put a value on a position: fitted ones from a file, or by hand.

The file has a row for each kind of ply: who is to move, how many boats that side places until its next
decount, this ply's included, and how many decounts it has left. A ply of any variant uses the nearest.
Weights are thousandths of a point.
"""

from __future__ import annotations

import csv
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ressac_lab.kernels.layout import MOST_CELLS
from ressac_lab.kernels.player import FEATURES, MOVER, OTHER, POINT
from ressac_lab.rules import Variant

FITTED = Path(__file__).parent / "weights.csv"
KEY = ("side", "boats", "decounts")
COLUMNS = (
    "constant",
    *(f"{fleet}_{feature}" for fleet in ("mover", "other") for feature in ("largest", "pairs", "reach")),
)

Weights = npt.NDArray[np.int64]
# Weights by kind of ply: side, boats until its next decount, decounts left.
Fitted = dict[tuple[int, int, int], tuple[int, ...]]


def kind_of_ply(variant: Variant, ply: int) -> tuple[int, int, int] | None:
    """Return side, boats until its next decount and decounts left; None when nothing is to be scored."""
    boat = ply // 2 + 1
    left = [decount for decount in variant.decounts if decount >= boat]
    return (ply % 2, left[0] - boat + 1, len(left)) if left else None


def weights_of(variant: Variant, evaluation: str, known: Fitted | None = None) -> Weights:
    """Return the weights of every ply of a variant, (plies, features), for ``fitted`` or ``fleet``.

    Fitted ones are those of the file, or others that are ``known``.
    """
    weights = np.zeros((MOST_CELLS + 1, FEATURES), dtype=np.int64)
    for ply in range(variant.plies):
        kind = kind_of_ply(variant, ply)
        if kind is None:
            continue
        if evaluation == "fleet":
            weights[ply, [MOVER, OTHER]] = POINT, -POINT
        else:
            weights[ply] = _nearest(known or fitted(), kind)
    return weights


def _nearest(rows: Fitted, kind: tuple[int, int, int]) -> tuple[int, ...]:
    """Return the weights of the kind of ply that is most like one: as many decounts, then boats, to go."""
    side, boats, decounts = kind
    nearest = min(rows, key=lambda row: (row[0] != side, abs(row[2] - decounts), abs(row[1] - boats)))
    return rows[nearest]


@lru_cache(maxsize=1)
def fitted() -> Fitted:
    """Return the weights of the file by kind of ply."""
    with FITTED.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {
        (int(row["side"]), int(row["boats"]), int(row["decounts"])): tuple(int(row[c]) for c in COLUMNS)
        for row in rows
    }
