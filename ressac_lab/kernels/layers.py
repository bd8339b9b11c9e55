"""The layers of the position graph, from the last ply to the first.

A layer holds every position of a ply, for all start maps at once. Its positions are ranked thus:

    index = (class of the wrecks × light fleets + light) × dark fleets + dark

Wrecks stand as the canonical map of their class does; ``light`` is the rank of Light's fleet among the
cells without wrecks, ``dark`` that of Dark's among those without wrecks and Light's boats. The positions
of one class and light fleet are a *row* of the layer, and rows are worked on one by one: where a slide
carries wrecks and Light's fleet is the same for the whole row, so all of its successors under that slide
lie in one row of the layer after it, in an order that only depends on where the other cells go.

A layer stores the *worth* of each position to the side that has just moved there: the points which that
ply scored, less what the side to move can still make. So a position's value is the largest worth of its
successors, under every rule. Beside the worths may stand *means*, real numbers: for each ε the worth
under trembling hands; then for the last ply and each ply before it, down to this one, the share of
value-keeping moves and the mean cost of a random move that are to be expected there when play is random
from here on.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ressac_lab.kernels.compile import kernel, lowest_bit, popcount, small_kernel
from ressac_lab.kernels.layout import Integers, Layout, Masks
from ressac_lab.kernels.moves import NONE, ONE, largest_flotilla
from ressac_lab.kernels.ranks import Ranks, SetRanks, image_ranks, mask_of_rank, rank_of_mask

Worths = npt.NDArray[np.int8]
Means = npt.NDArray[np.float64]
# Below every worth.
NO_WORTH = -128


class WreckGraph(NamedTuple):
    """What every slide makes of every class of wrecks; cells without wrecks are numbered in order.

    ``cells``: (classes, rest) their cell numbers on the board. For each class and rotation: ``target``,
    the class it leads to; ``moved``: (classes, rotations, rest), where each cell gets to, turned so that
    the wrecks stand as in the canonical map of that class; ``users``, the cells whose boats may make it.
    ``first``: (classes,) the cells that Light's first boat may be placed on.
    """

    cells: Integers
    target: Integers
    moved: Integers
    users: Masks
    first: Masks


class Step(NamedTuple):
    """The ply between two layers.

    ``light``, ``dark``: boats on the board before it. ``light_sign``, ``dark_sign``: what the flotillas
    before it count for the side that has just moved: 1, −1, or 0 without a decount. ``onto``: (cells,
    dark fleets), at Dark's plies the rank of a dark fleet with one cell more; ``beside``: (cells,
    fleets), the dark fleets without a cell, as ``ranks_beside`` has them.
    """

    ply: int
    light: int
    dark: int
    light_sign: int
    dark_sign: int
    onto: SetRanks
    beside: SetRanks


class Work(NamedTuple):
    """Rows to work in, one set for each thread.

    ``image_of``: (cells,). ``images``: (sizes + 2, fleets). ``points``: the largest flotilla of each dark
    fleet, by rank among the cells without wrecks. For each position of a row: the ``largest`` worth of
    its successors, the ``sum`` of them, and ``keepers``, how many moves have the largest; ``best`` and
    ``total``: (positions, columns), the same for the means of the layer after.
    """

    image_of: Integers
    images: SetRanks
    points: Integers
    largest: Integers
    sum: Integers
    keepers: Integers
    best: Means
    total: Means


@kernel
def sweep_rows(
    layout: Layout,
    graph: WreckGraph,
    ranks: Ranks,
    step: Step,
    epsilons: Means,
    after_worths: Worths,
    after_means: Means,
    first_row: int,
    last_row: int,
    worths: Worths,
    means: Means,
    work: Work,
) -> None:
    """Write rows of a layer, the last one excluded, from the whole layer after it.

    Where ``means`` has no columns only worths are found.
    """
    rest = graph.cells.shape[1]
    fleets = ranks.choose[rest, step.light]
    positions = ranks.choose[rest - step.light, step.dark]
    points_of = -1
    for row in range(first_row, last_row):
        map_class = row // fleets
        light = mask_of_rank(ranks.choose, rest, step.light, row % fleets)
        if step.dark_sign and map_class != points_of:
            dark_points(layout, graph, ranks, map_class, step.dark, work)
            points_of = map_class
        clear_row(positions, after_means.shape[1], work)
        take_moves(
            layout, graph, ranks, step, map_class, light, after_worths, after_means, epsilons.shape[0], work
        )
        write_row(
            layout, graph, ranks, step, epsilons, map_class, light, row - first_row, worths, means, work
        )


@small_kernel
def open_to(graph: WreckGraph, step: Step, map_class: int, light: np.uint64) -> np.uint64:
    """Return where the next boat may go, Dark's boats not looked at."""
    # Never shifted by 64, which would be anything.
    every = ~NONE >> np.uint64(64 - graph.cells.shape[1])
    allowed: np.uint64 = graph.first[map_class] if step.ply == 0 else every & ~light
    return allowed


@small_kernel
def clear_row(positions: int, columns: int, work: Work) -> None:
    """Make ready for the moves of a row."""
    for at in range(positions):
        work.largest[at] = NO_WORTH
        work.sum[at] = 0
        work.keepers[at] = 0
        for m in range(columns):
            work.best[at, m] = -np.inf
            work.total[at, m] = 0.0


@kernel
def take_moves(
    layout: Layout,
    graph: WreckGraph,
    ranks: Ranks,
    step: Step,
    map_class: int,
    light: np.uint64,
    after_worths: Worths,
    after_means: Means,
    ladder: int,
    work: Work,
) -> None:
    """Offer every successor of a row's positions to the position that it follows."""
    open_cells = open_to(graph, step, map_class, light)
    base, level = 0, step.dark
    for rotation in range(layout.rotation_count):
        users = graph.users[map_class, rotation] & open_cells
        if users and step.ply & 1:
            base = carry(graph, ranks, step, map_class, rotation, light, work)
        while users:
            cell = lowest_bit(users)
            bit = ONE << np.uint64(cell)
            users &= users - ONE
            place = cell - popcount(light & (bit - ONE))
            if step.ply & 1:
                level = step.dark + 1
                place_dark(step, place, work)
            else:
                base = carry(graph, ranks, step, map_class, rotation, light | bit, work)
            if work.best.shape[1]:
                add_means(step, ladder, place, level, base, after_worths, after_means, work)
            else:
                add_worths(step, place, level, base, after_worths, work)


@kernel
def carry(
    graph: WreckGraph,
    ranks: Ranks,
    step: Step,
    map_class: int,
    rotation: int,
    light: np.uint64,
    work: Work,
) -> int:
    """Slide Light's fleet, its new boat included; return the index where the row of the image begins.

    Writes where each cell beside the fleet goes, among those beside its image, to ``image_of``, and the
    ranks of the images of all dark fleets to ``images``.
    """
    rest = graph.cells.shape[1]
    moved = graph.moved
    image, left = np.uint64(0), light
    while left:
        image |= ONE << np.uint64(moved[map_class, rotation, lowest_bit(left)])
        left &= left - ONE
    beside = 0
    for cell in range(rest):
        if not (light >> np.uint64(cell)) & ONE:
            goal = moved[map_class, rotation, cell]
            work.image_of[beside] = goal - popcount(image & ((ONE << np.uint64(goal)) - ONE))
            beside += 1
    image_ranks(ranks, work.image_of, beside, step.dark, work.images)
    choose = ranks.choose
    row = graph.target[map_class, rotation] * choose[rest, rest - beside] + rank_of_mask(choose, image)
    base: int = row * choose[beside, step.dark + (step.ply & 1)]
    return base


@small_kernel
def place_dark(step: Step, place: int, work: Work) -> None:
    """Write the rank of the image of every dark fleet with one more boat on a cell."""
    goal = work.image_of[place]
    images, dark = work.images, step.dark
    for at in range(step.beside.shape[1]):
        images[dark + 1, at] = step.onto[goal, images[dark, step.beside[place, at]]]


@small_kernel
def add_worths(step: Step, place: int, level: int, base: int, worths: Worths, work: Work) -> None:
    """Offer what is reached by one slide of a boat on one cell to every position that has the move."""
    beside, images, largest = step.beside, work.images, work.largest
    start = np.uint64(base)
    for at in range(beside.shape[1]):
        dark = beside[place, at]
        largest[dark] = max(largest[dark], np.int64(worths[start + np.uint64(images[level, at])]))


@small_kernel
def add_means(
    step: Step, ladder: int, place: int, level: int, base: int, worths: Worths, means: Means, work: Work
) -> None:
    """Do as ``add_worths`` does, and offer the means too."""
    beside, images, best, total = step.beside, work.images, work.best, work.total
    start = np.uint64(base)
    for at in range(beside.shape[1]):
        dark, target = beside[place, at], start + np.uint64(images[level, at])
        add_worth(dark, worths[target], 1, work)
        for m in range(ladder):
            best[dark, m] = max(best[dark, m], means[target, m])
        for m in range(means.shape[1]):
            total[dark, m] += means[target, m]


@small_kernel
def add_worth(at: int, worth: int | np.int8, keepers: int, work: Work) -> None:
    """Count some moves of one worth, the largest among them."""
    work.sum[at] += worth
    if worth > work.largest[at]:
        work.largest[at], work.keepers[at] = worth, 0
    if worth == work.largest[at]:
        work.keepers[at] += keepers


@kernel
def dark_points(
    layout: Layout, graph: WreckGraph, ranks: Ranks, map_class: int, size: int, work: Work
) -> None:
    """Write the largest flotilla of every fleet of a size to ``points``."""
    rest = graph.cells.shape[1]
    for rank in range(ranks.choose[rest, size]):
        fleet = mask_of_rank(ranks.choose, rest, size, rank)
        work.points[rank] = largest_flotilla(layout, on_board(graph, map_class, fleet))


@small_kernel
def on_board(graph: WreckGraph, map_class: int, fleet: np.uint64) -> np.uint64:
    """Return the board mask of cells that are numbered among those without wrecks."""
    board = np.uint64(0)
    while fleet:
        board |= ONE << np.uint64(graph.cells[map_class, lowest_bit(fleet)])
        fleet &= fleet - ONE
    return board


@kernel
def rank_dark_alone(graph: WreckGraph, ranks: Ranks, step: Step, light: np.uint64, work: Work) -> None:
    """Write the ranks of the dark fleets of a row, Light's boats not counted, to ``images``."""
    beside = 0
    for cell in range(graph.cells.shape[1]):
        if not (light >> np.uint64(cell)) & ONE:
            work.image_of[beside] = cell
            beside += 1
    image_ranks(ranks, work.image_of, beside, step.dark, work.images)


@kernel
def write_row(
    layout: Layout,
    graph: WreckGraph,
    ranks: Ranks,
    step: Step,
    epsilons: Means,
    map_class: int,
    light: np.uint64,
    row: int,
    worths: Worths,
    means: Means,
    work: Work,
) -> None:
    """Write what the moves of a row's positions come to."""
    beside = graph.cells.shape[1] - step.light
    positions = ranks.choose[beside, step.dark]
    gained = 0
    if step.light_sign:
        gained = step.light_sign * largest_flotilla(layout, on_board(graph, map_class, light))
    if step.dark_sign:
        rank_dark_alone(graph, ranks, step, light, work)
    moves = layout.slides * (popcount(open_to(graph, step, map_class, light)) - step.dark)
    for at in range(positions):
        scored = gained
        if step.dark_sign:
            scored += step.dark_sign * work.points[work.images[step.dark, at]]
        worths[row * positions + at] = scored - work.largest[at]
        if means.shape[1]:
            write_means(epsilons, scored, moves, at, row * positions + at, means, work)


@small_kernel
def write_means(
    epsilons: Means, scored: int, moves: int, at: int, index: int, means: Means, work: Work
) -> None:
    """Write the means of a position: the ladder of ε, those of later plies, those of this ply."""
    ladder, later = epsilons.shape[0], work.best.shape[1]
    for e in range(ladder):
        mean = work.total[at, e] / moves
        means[index, e] = scored - ((1 - epsilons[e]) * work.best[at, e] + epsilons[e] * mean)
    for m in range(ladder, later):
        means[index, m] = work.total[at, m] / moves
    means[index, later] = work.keepers[at] / moves
    means[index, later + 1] = work.largest[at] - work.sum[at] / moves
