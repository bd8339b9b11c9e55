"""Plain memoised minimax in bits: every position once, nothing pruned, nothing reduced.

All values here are for the side to move: its points to come minus the other side's.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ressac_lab.kernels.chance import mixed
from ressac_lab.kernels.compile import kernel, lowest_bit, signed, small_kernel
from ressac_lab.kernels.layout import Integers, Layout, Masks
from ressac_lab.kernels.moves import ONE, largest_flotilla, open_cells, play_move

Values = npt.NDArray[np.float64]


class Memory(NamedTuple):
    """What was found, in an open hash table of a power of two slots, and rows to work in.

    ``masks``: (slots, 3), the mover's fleet, the other, the wrecks: whole positions, so a false hit
    is impossible. ``used``: (slots,), nonzero for a filled slot: the masks of an empty board are all
    zero and cannot say so themselves. ``values``: (slots, epsilons). ``filled``: (1,), slots filled.
    ``best``, ``total``, ``result``: (plies + 1, epsilons), one row for each ply of the walk.
    """

    masks: Masks
    used: npt.NDArray[np.uint8]
    values: Values
    filled: Integers
    best: Values
    total: Values
    result: Values


def new_memory(slots: int, plies: int, epsilons: int) -> Memory:
    """Return an empty memory; the slots must be a power of two above the positions to be stored."""
    rows = [np.zeros((plies + 1, epsilons)) for _ in range(3)]
    return Memory(
        np.zeros((slots, 3), dtype=np.uint64),
        np.zeros(slots, dtype=np.uint8),
        np.zeros((slots, epsilons)),
        np.zeros(1, dtype=np.int64),
        *rows,
    )


@kernel
def find_slot(memory: Memory, own: np.uint64, other: np.uint64, wrecks: np.uint64) -> int:
    """Return the slot of a position: the one it fills, or the empty one where it belongs."""
    last = np.uint64(memory.used.shape[0] - 1)
    slot = mixed(own ^ mixed(other ^ mixed(wrecks))) & last
    while memory.used[slot]:
        masks = memory.masks
        if masks[slot, 0] == own and masks[slot, 1] == other and masks[slot, 2] == wrecks:
            break
        slot = (slot + ONE) & last
    return signed(slot)


@small_kernel
def copy_row(target: Values, target_row: int, source: Values, source_row: int) -> None:
    """Copy a row of values; a slice would allocate."""
    for e in range(source.shape[1]):
        target[target_row, e] = source[source_row, e]


@small_kernel
def points_gained(layout: Layout, ply: int, own: np.uint64, other: np.uint64) -> int:
    """Return what a ply scores for its mover minus what it scores for the other side."""
    gained = 0
    if layout.decount_at[ply] >= 0:
        mover = ply & 1
        if layout.scores_at[ply, mover]:
            gained += largest_flotilla(layout, own)
        if layout.scores_at[ply, 1 - mover]:
            gained -= largest_flotilla(layout, other)
    return gained


@small_kernel
def clear_rows(memory: Memory, ply: int) -> None:
    """Make a ply's rows ready for its moves."""
    for e in range(memory.best.shape[1]):
        memory.best[ply, e] = -np.inf
        memory.total[ply, e] = 0.0


@small_kernel
def add_move(memory: Memory, ply: int, gained: int) -> None:
    """Add a move to its ply's rows: what it gains less what the next ply's mover will make."""
    for e in range(memory.best.shape[1]):
        value = gained - memory.result[ply + 1, e]
        memory.best[ply, e] = max(memory.best[ply, e], value)
        memory.total[ply, e] += value


# Recursion goes through this one function only: numba's cache cannot load two that call each other.
@kernel
def value_position(
    layout: Layout,
    epsilons: Values,
    memory: Memory,
    own: np.uint64,
    other: np.uint64,
    wrecks: np.uint64,
    ply: int,
) -> None:
    """Write the values of a position, one for each ε, to ``memory.result[ply]``.

    ε = 0 is exact play; otherwise the mover plays its best move by this same value with probability
    1 − ε, else a uniformly random move.
    """
    # The rows of the last ply are zero and stay so: nothing is to be scored after the end.
    if ply == layout.plies:
        return
    slot = find_slot(memory, own, other, wrecks)
    if memory.used[slot]:
        copy_row(memory.result, ply, memory.values, slot)
        return
    clear_rows(memory, ply)
    moves = 0
    empty = open_cells(layout, own, other, wrecks)
    while empty:
        cell = lowest_bit(empty)
        empty &= empty - ONE
        for move_code in range(cell * layout.slides, (cell + 1) * layout.slides):
            moved, others, drifted = play_move(layout, move_code, own, other, wrecks)
            value_position(layout, epsilons, memory, others, moved, drifted, ply + 1)
            add_move(memory, ply, points_gained(layout, ply, moved, others))
            moves += 1
    for e in range(epsilons.shape[0]):
        mean = memory.total[ply, e] / moves
        memory.result[ply, e] = (1 - epsilons[e]) * memory.best[ply, e] + epsilons[e] * mean
    # The walk below has filled slots since: look again for where this position belongs.
    slot = find_slot(memory, own, other, wrecks)
    memory.masks[slot, 0], memory.masks[slot, 1], memory.masks[slot, 2] = own, other, wrecks
    copy_row(memory.values, slot, memory.result, ply)
    memory.used[slot] = 1
    memory.filled[0] += 1
