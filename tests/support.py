"""What tests of several floors share: the reference tables, random variants, exact refusals."""

from __future__ import annotations

import csv
import math
import random
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from ressac_lab.errors import VariantError
from ressac_lab.kernels import interrupt
from ressac_lab.rules import Move, Position, Variant, slides_of
from ressac_lab.rules.variant import CHOICES, LONGEST_STEP

PROJECT = Path(__file__).resolve().parent.parent
ORACLE = Path(__file__).resolve().parent / "oracle"
# Tables with one figure more than the variant's fields tell their rows apart by these.
OWN_COLUMNS = ("depth", "perft", "checksum", "value", "eps", "move")


def oracle_rows(name: str) -> list[dict[str, str]]:
    """Return the rows of a reference table."""
    with (ORACLE / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def oracle_variant(row: Mapping[str, str]) -> Variant:
    """Return the variant of a row of a reference table."""
    fields: dict[str, Any] = {key: row[key] for key in row if key not in OWN_COLUMNS}
    for field in ("width", "height", "boats", "slide_step"):
        fields[field] = int(fields[field])
    fields["wrecks"] = tuple(fields["wrecks"].split())
    fields["decounts"] = tuple(int(decount) for decount in fields["decounts"].split())
    fields["wrecks_drift"] = fields["wrecks_drift"] == "true"
    return Variant(**fields)


def oracle_positions(name: str) -> list[tuple[Position, int]]:
    """Return the positions of a reference table of the standard game, with their score to go."""
    return [
        (Position.parse(f"{row['position']} {row['ply']}"), int(row["score_to_go"]))
        for row in oracle_rows(name)
    ]


def label(variant: Variant) -> str:
    """Return what is not standard about a variant, to name a test case by."""
    changes = variant.differences(Variant())
    return " ".join(f"{field}={value}" for field, value in changes.items()) or "standard"


def refused(kind: type[Exception], message: str) -> pytest.RaisesExc[Exception]:
    """Expect an error of a kind whose message is exactly this."""
    return pytest.raises(kind, match=rf"\A{re.escape(message)}\Z")


def random_variant(
    source: random.Random, *, sides: tuple[int, int] = (2, 8), most_boats: int = 32, **fixed: Any
) -> Variant:
    """Return a variant with every field drawn, but for the fixed ones.

    Where wrecks fill every cell that the first boat might begin on, it may begin anywhere.
    """
    width = fixed.pop("width", None) or source.randint(*sides)
    height = fixed.pop("height", None) or source.randint(*sides)
    cells = width * height
    names = [f"{'ABCDEFGH'[cell % width]}{cell // width + 1}" for cell in range(cells)]
    wrecks = source.sample(names, source.randint(0, min(6, cells - 2)))
    boats = source.randint(1, min(most_boats, (cells - len(wrecks)) // 2))
    count = source.randint(1, min(4, boats))
    fields = {
        "wrecks": tuple(wrecks),
        "boats": boats,
        "decounts": tuple(sorted(source.sample(range(1, boats + 1), count))),
        "slide_step": source.choice((1, 1, 2, source.randint(1, LONGEST_STEP))),
        "wrecks_drift": source.choice((True, False)),
        "komi": source.randint(-6, 6) / 2,
        **{field: source.choice(choices) for field, choices in CHOICES.items()},
    }
    fields = {**fields, **fixed}
    try:
        return Variant(width, height, **fields)
    except VariantError:
        return Variant(width, height, **{**fields, "first_boat": "anywhere"})


def random_moves(variant: Variant, source: random.Random, play: Any) -> list[Move]:
    """Return the moves of a random game; ``play`` is an engine's (position, move) → position."""
    position, moves = Position.start(variant), []
    while position.ply < variant.plies:
        cells = [cell for cell in position.empty if position.ply or cell in variant.first_cells]
        cell = source.choice(cells)
        moves.append(Move(cell, source.choice(slides_of(variant, cell))))
        position = play(position, moves[-1])
    return moves


variants = st.builds(random_variant, st.randoms(use_true_random=False))


def chi_square(counts: list[int]) -> float:
    """Return the chi-square statistic of counts that should all be equal."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


def chi_square_bound(kinds: int) -> float:
    """Return a bound that chi-square of so many equally likely kinds all but never passes.

    Its mean is kinds − 1 and its variance twice that; six standard deviations and a little more
    leave a chance below one in ten thousand even for two kinds.
    """
    freedom = kinds - 1
    return freedom + 6 * math.sqrt(2 * freedom) + 8


def interrupt_the_first_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the first wait for long work the moment in which a person presses Ctrl-C."""

    def wait(_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(interrupt, "wait", wait)
