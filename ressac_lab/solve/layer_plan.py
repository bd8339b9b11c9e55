"""What an exhaustive sweep is going to make: its layers, their sizes, and the pieces of work."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import comb

import numpy as np

from ressac_lab.errors import TooLargeError, VariantError, shown
from ressac_lab.kernels.final_layer import LastBoats
from ressac_lab.kernels.layers import Step, Work, WreckGraph
from ressac_lab.kernels.layout import layout_of
from ressac_lab.kernels.ranks import Ranks, ranks_beside, ranks_of
from ressac_lab.rules import Variant
from ressac_lab.solve.wreck_graph import WreckMaps, wreck_graph

MOST_MAPS = 1_000_000
LARGEST_WORTH = 127
MEAN_BYTES = 8
# Some seconds of work, so that a run cut short loses little.
PART_POSITIONS = 4_000_000


@dataclass(frozen=True, slots=True)
class LayerPlan:
    """An exhaustive sweep: the rules, whose start map plays no part, the wrecks, and what to find.

    ``epsilons`` is the ladder of trembling hands. With ``means`` False only exact values are found, and
    the ladder must be empty. ``part`` is about how many positions a piece of work has. Raises
    VariantError if the wrecks do not fit, TooLargeError if points do not fit the byte that a position
    has.
    """

    variant: Variant
    wrecks: int
    epsilons: tuple[float, ...] = ()
    means: bool = True
    part: int = PART_POSITIONS

    def __post_init__(self) -> None:
        room = self.variant.board.cells - 2 * self.variant.boats
        if not 0 <= self.wrecks <= room:
            raise VariantError(
                f"{shown(self.wrecks)} wrecks: expected 0 to {room}, the cells that the boats leave"
            )
        count = comb(self.variant.board.cells, self.wrecks)
        if count > MOST_MAPS:
            raise VariantError(
                f"{self.wrecks} wrecks: {count:,} start maps, expected at most {MOST_MAPS:,}"
            )
        most = max(self.variant.points_possible())
        if most > LARGEST_WORTH:
            raise TooLargeError(
                f"an exhaustive sweep: up to {most} points, expected at most {LARGEST_WORTH}"
            )
        # Neither the start map nor komi has a part in any layer: equal sweeps are equal plans.
        bare = replace(self.variant, wrecks=(), komi=0, pie="none")
        object.__setattr__(self, "variant", bare)

    @property
    def plies(self) -> int:
        """The number of layers, one for each ply."""
        return self.variant.plies

    @property
    def rest(self) -> int:
        """The cells without wrecks."""
        return self.variant.board.cells - self.wrecks

    @property
    def classes(self) -> int:
        """The number of classes of maps."""
        return len(maps_of(self).canonical)

    @property
    def text(self) -> str:
        """All that the layers and their parts depend on, in one line."""
        ladder = ",".join(map(repr, self.epsilons))
        found = f"means={self.means} epsilons={ladder}"
        return f"{self.variant.canonical_text()} maps={self.wrecks} {found} part={self.part}"

    def boats(self, ply: int) -> tuple[int, int]:
        """Return how many boats Light and Dark have on the board before a ply."""
        return (ply + 1) // 2, ply // 2

    def row_positions(self, ply: int) -> int:
        """Return the positions in a row of a layer."""
        light, dark = self.boats(ply)
        return comb(self.rest - light, dark)

    def rows(self, ply: int) -> int:
        """Return the rows of a layer: one for each class of wrecks and light fleet."""
        return self.classes * comb(self.rest, self.boats(ply)[0])

    def positions(self, ply: int) -> int:
        """Return the positions of a layer."""
        return self.rows(ply) * self.row_positions(ply)

    def columns(self, ply: int) -> int:
        """Return how many means a position of a layer has."""
        return len(self.epsilons) + 2 * (self.plies - ply) if self.means else 0

    def layer_bytes(self, ply: int) -> int:
        """Return the size of a layer."""
        return self.positions(ply) * (1 + MEAN_BYTES * self.columns(ply))

    def shard_rows(self, ply: int) -> int:
        """Return how many rows a piece of work of a layer has.

        It depends on the sweep alone, never on the machine or the number of workers.
        """
        fleets = comb(self.rest, self.boats(ply)[0])
        rows = max(1, self.part // self.row_positions(ply))
        # Tables are made for each class anew: whole classes where they fit.
        return rows - rows % fleets if rows > fleets else rows

    def shards(self, ply: int) -> range:
        """Return the numbers of the pieces of work of a layer."""
        return range(-(-self.rows(ply) // self.shard_rows(ply)))

    def shard(self, ply: int, number: int) -> tuple[int, int]:
        """Return the rows of a piece of work: the first, and the first that it leaves to the next."""
        rows = self.shard_rows(ply)
        return number * rows, min((number + 1) * rows, self.rows(ply))


@lru_cache(maxsize=8)
def maps_of(plan: LayerPlan) -> WreckMaps:
    """Return the maps of a sweep and their classes."""
    return WreckMaps(plan.variant, plan.wrecks)


@lru_cache(maxsize=8)
def graph_of(plan: LayerPlan) -> WreckGraph:
    """Return what slides make of the maps of a sweep."""
    return wreck_graph(plan.variant, maps_of(plan))


def plan_ranks(plan: LayerPlan) -> Ranks:
    """Return the numbering of fleets."""
    return ranks_of(plan.rest, plan.variant.boats)


@lru_cache(maxsize=8)
def step_of(plan: LayerPlan, ply: int) -> Step:
    """Return the ply between a layer and the one after it, as the kernels take it."""
    light, dark = plan.boats(ply)
    beside = plan.rest - light
    light_sign = dark_sign = 0
    if ply and plan.variant.decount_at(ply - 1) is not None:
        # Light moved last before an odd ply.
        light_sign, dark_sign = (1, -1) if ply % 2 else (-1, 1)
        if plan.variant.scorers == "mover":
            light_sign, dark_sign = max(light_sign, 0), max(dark_sign, 0)
    onto = np.zeros((0, 0), dtype=np.uint32)
    if ply % 2 and ply < plan.plies - 1:
        ranks = plan_ranks(plan)
        table = ranks.insert[ranks.insert_from[dark + 1] :][: comb(plan.rest, dark) * plan.rest]
        onto = table.reshape(-1, plan.rest)[: comb(beside, dark), :beside].T.copy()
    return Step(ply, light, dark, light_sign, dark_sign, onto, ranks_beside(beside, dark))


def new_work(plan: LayerPlan, ply: int) -> Work:
    """Return rows for one thread to work in."""
    light, dark = plan.boats(ply)
    sets = max(comb(plan.rest - light, size) for size in range(dark + 1))
    positions = plan.row_positions(ply)
    # Nothing lies behind the last layer; trembling hands are still to be mixed there.
    columns = len(plan.epsilons) if ply == plan.plies - 1 else plan.columns(ply + 1)
    points, largest, total, keepers = (
        np.zeros(size, dtype=np.int64) for size in (comb(plan.rest, dark), positions, positions, positions)
    )
    return Work(
        np.zeros(plan.rest, dtype=np.int64),
        np.zeros((dark + 2, sets), dtype=np.uint32),
        points,
        largest,
        total,
        keepers,
        np.zeros((positions, columns)),
        np.zeros((positions, columns)),
    )


def new_last_boats(plan: LayerPlan) -> LastBoats:
    """Return tables for what last boats score, for one thread to work in."""
    layout = layout_of(plan.variant)
    places = plan.rest * (layout.slides if plan.variant.scorers == "both" else 1)
    fleets = comb(plan.rest, plan.variant.boats - 1)
    return LastBoats(
        np.zeros((places, fleets), dtype=np.int8),
        np.zeros((places, fleets), dtype=np.int16),
        np.zeros((places, fleets), dtype=np.int16),
        np.zeros(layout.rotation_count, dtype=np.int64),
        np.zeros(places, dtype=np.int64),
    )
