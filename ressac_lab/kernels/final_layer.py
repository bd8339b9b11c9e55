"""The last layer of all: before Dark's last boat, after which nothing is left to be made.

The layer after it would be the largest by far and would hold nothing but points. It is never made: what
a last boat on a cell can score for each dark fleet is tabled once for each class of wrecks, and Light's
boats only say which cells are still open. Where both sides score, what a slide does to Light's flotilla
comes on top, so every slide has a table of its own.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ressac_lab.kernels.compile import kernel, lowest_bit, small_kernel
from ressac_lab.kernels.layers import (
    NO_WORTH,
    Means,
    Step,
    Work,
    Worths,
    WreckGraph,
    add_worth,
    clear_row,
    dark_points,
    on_board,
    rank_dark_alone,
    write_row,
)
from ressac_lab.kernels.layout import Integers, Layout
from ressac_lab.kernels.moves import ONE, largest_flotilla
from ressac_lab.kernels.ranks import Ranks, mask_of_rank, rank_of_mask


class LastBoats(NamedTuple):
    """What a last boat can score: tables of (cells × groups, dark fleets), by rank beside the wrecks.

    A group is one slide where both sides score, else all slides of the cell. ``largest``: the most it
    scores (``NO_WORTH`` on a cell that is taken), ``sum``: of what its slides score, ``keepers``: how
    many score the most. ``points``: (rotations,), to work in. ``offset``: (cells × groups,), what
    Light's flotilla takes off, for the row that is worked on.
    """

    largest: npt.NDArray[np.int8]
    sum: npt.NDArray[np.int16]
    keepers: npt.NDArray[np.int16]
    points: Integers
    offset: Integers


@kernel
def sweep_last_rows(
    layout: Layout,
    graph: WreckGraph,
    ranks: Ranks,
    step: Step,
    epsilons: Means,
    last: LastBoats,
    first_row: int,
    last_row: int,
    worths: Worths,
    means: Means,
    work: Work,
) -> None:
    """Write rows of the last layer, the last one excluded; ``means`` as in ``sweep_rows``."""
    rest = graph.cells.shape[1]
    fleets = ranks.choose[rest, step.light]
    positions = ranks.choose[rest - step.light, step.dark]
    groups = last.largest.shape[0] // rest
    tables_of = -1
    for row in range(first_row, last_row):
        map_class = row // fleets
        light = mask_of_rank(ranks.choose, rest, step.light, row % fleets)
        if map_class != tables_of:
            table_last_boats(layout, graph, ranks, step, map_class, last)
            if step.dark_sign:
                dark_points(layout, graph, ranks, map_class, step.dark, work)
            tables_of = map_class
        clear_row(positions, 0, work)
        rank_dark_alone(graph, ranks, step, light, work)
        offset_by_light(layout, graph, map_class, light, last)
        for cell in range(rest):
            if not (light >> np.uint64(cell)) & ONE:
                take_last_boat(step, cell, groups, positions, last, means.shape[1], work)
        if means.shape[1]:
            worths_as_means(positions, epsilons.shape[0], work)
        write_row(
            layout, graph, ranks, step, epsilons, map_class, light, row - first_row, worths, means, work
        )


@kernel
def table_last_boats(
    layout: Layout, graph: WreckGraph, ranks: Ranks, step: Step, map_class: int, last: LastBoats
) -> None:
    """Fill the tables for a class of wrecks."""
    rest = graph.cells.shape[1]
    for place in range(last.largest.shape[0]):
        for rank in range(ranks.choose[rest, step.dark]):
            last.largest[place, rank] = NO_WORTH
            last.sum[place, rank] = 0
            last.keepers[place, rank] = 0
    for rank in range(ranks.choose[rest, step.dark + 1]):
        fleet = mask_of_rank(ranks.choose, rest, step.dark + 1, rank)
        score_slides(layout, graph, map_class, fleet, last.points)
        left = fleet
        while left:
            cell = lowest_bit(left)
            left &= left - ONE
            before = rank_of_mask(ranks.choose, fleet & ~(ONE << np.uint64(cell)))
            table_boat(layout, graph, map_class, cell, before, last)


@kernel
def score_slides(
    layout: Layout, graph: WreckGraph, map_class: int, fleet: np.uint64, points: Integers
) -> None:
    """Write what a fleet scores after each slide that one of its boats may make; 0 without a decount."""
    decount = layout.decount_at[layout.plies - 1] >= 0
    for rotation in range(layout.rotation_count):
        points[rotation] = 0
        if decount and graph.users[map_class, rotation] & fleet:
            points[rotation] = points_after(layout, graph, map_class, rotation, fleet)


@kernel
def points_after(layout: Layout, graph: WreckGraph, map_class: int, rotation: int, fleet: np.uint64) -> int:
    """Return the largest flotilla of a fleet after a slide."""
    image = np.uint64(0)
    while fleet:
        image |= ONE << np.uint64(graph.moved[map_class, rotation, lowest_bit(fleet)])
        fleet &= fleet - ONE
    return largest_flotilla(layout, on_board(graph, graph.target[map_class, rotation], image))


@small_kernel
def table_boat(
    layout: Layout, graph: WreckGraph, map_class: int, cell: int, before: int, last: LastBoats
) -> None:
    """Table what a boat on a cell scores for the fleet before it."""
    groups = last.largest.shape[0] // graph.cells.shape[1]
    for slide in range(layout.slides):
        rotation = layout.rotation_of[graph.cells[map_class, cell] * layout.slides + slide]
        place = cell * groups + slide % groups
        points = last.points[rotation]
        last.sum[place, before] += points
        if points > last.largest[place, before]:
            last.largest[place, before] = points
            last.keepers[place, before] = 0
        if points == last.largest[place, before]:
            last.keepers[place, before] += 1


@kernel
def offset_by_light(
    layout: Layout, graph: WreckGraph, map_class: int, light: np.uint64, last: LastBoats
) -> None:
    """Write what Light's flotilla takes off after each slide, where both sides score."""
    if not layout.scores_at[layout.plies - 1, 0]:
        return
    for rotation in range(layout.rotation_count):
        last.points[rotation] = points_after(layout, graph, map_class, rotation, light)
    for cell in range(graph.cells.shape[1]):
        for slide in range(layout.slides):
            rotation = layout.rotation_of[graph.cells[map_class, cell] * layout.slides + slide]
            last.offset[cell * layout.slides + slide] = -last.points[rotation]


@small_kernel
def take_last_boat(
    step: Step, cell: int, groups: int, positions: int, last: LastBoats, columns: int, work: Work
) -> None:
    """Offer what a last boat on a cell scores to every position of a row that has the cell open."""
    images = work.images
    for place in range(cell * groups, (cell + 1) * groups):
        offset = last.offset[place]
        for at in range(positions):
            dark = images[step.dark, at]
            worth = last.largest[place, dark] + offset
            if columns == 0:
                work.largest[at] = max(work.largest[at], worth)
            elif last.keepers[place, dark]:
                add_worth(at, worth, last.keepers[place, dark], work)
                # Of a group of more than one slide the offset is 0, and all of them were summed.
                work.sum[at] += last.sum[place, dark] - last.largest[place, dark]


@small_kernel
def worths_as_means(positions: int, ladder: int, work: Work) -> None:
    """Copy a row's worths to the ladder of ε: a hand that trembles later makes no difference any more."""
    for at in range(positions):
        for e in range(ladder):
            work.best[at, e] = work.largest[at]
            work.total[at, e] = work.sum[at]
