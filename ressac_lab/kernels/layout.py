"""The bit layout: everything that the kernels know about a variant, as tables.

A set of cells is an unsigned 64-bit mask with the cell numbers of ``rules.board``:

    row 5   20 21 22 23 24
    row 4   15 16 17 18 19
    row 3   10 11 12 13 14      bit c of a mask is cell c;
    row 2    5  6  7  8  9      this is the 5×5 board
    row 1    0  1  2  3  4
             A  B  C  D  E

A move is a code, ``cell × slides + s``, where s counts the slides of ``rules.move.slides_of``. Moves of
many cells share a slide: a *rotation* is one of the different slides, at most 33. Its row of numbers
makes the slide of any mask,

    (mask & stay) | (mask & up) << up_shift | (mask & down) >> down_shift

because a rotation of a line moves one stretch of it up and the rest down. Only lines with anchored
wrecks need more stretches; those stand in ``pieces``, which is otherwise empty. Two cells touch when one
of the ``joins`` rows (mask, shift) carries one to the other, in either sense. So a rule switch is a table
and never a branch.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ressac_lab.kernels.records import new_record
from ressac_lab.rules import Board, Move, Slide, Variant, slides_of

Masks = npt.NDArray[np.uint64]
Integers = npt.NDArray[np.int64]

MOST_CELLS = 64
MOST_ROTATIONS = 33
MOST_PIECES = 6
MOST_JOINS = 4


class Layout(Protocol):
    """A variant in tables, as one record that kernels pass around by its address.

    ``full`` holds all cells, ``first`` those that Light's first boat may be placed on; ``pie`` is 1 where
    Dark may take Light's side after the first ply, and ``komi``, in half points, then counts in that; else
    it is 0, for komi has no other part in play. For each move code ``rotation_of`` has its rotation
    and ``placed`` the bit of its boat. For each rotation ``rotation`` has stay, up, up_shift, down,
    down_shift, and ``users`` the cells whose boats may make it; ``pieces`` (rotations, pieces, 3) has
    mask, up_shift, down_shift (one of them 0). ``joins``: mask, shift. ``decount_at``: for each ply the
    decount that follows it, or −1. ``scores_at``: (plies, 2), 1 where the side scores after the ply.
    """

    full: np.uint64
    first: np.uint64
    wrecks: np.uint64
    pie: int
    komi: int
    slides: int
    plies: int
    codes: int
    rotation_count: int
    piece_count: int
    join_count: int
    rotation_of: Integers
    placed: Masks
    rotation: Masks
    users: Masks
    pieces: Masks
    joins: Masks
    decount_at: Integers
    scores_at: Integers


# The sizes are those of the largest variant: one type for all, so kernels are compiled once.
LAYOUT_TYPE = np.dtype(
    [(name, np.uint64) for name in ("full", "first", "wrecks")]
    + [
        (name, np.int64)
        for name in (
            "pie",
            "komi",
            "slides",
            "plies",
            "codes",
            "rotation_count",
            "piece_count",
            "join_count",
        )
    ]
    + [
        ("rotation_of", np.int64, (MOST_CELLS * MOST_ROTATIONS,)),
        ("placed", np.uint64, (MOST_CELLS * MOST_ROTATIONS,)),
        ("rotation", np.uint64, (MOST_ROTATIONS, 5)),
        ("users", np.uint64, (MOST_ROTATIONS,)),
        ("pieces", np.uint64, (MOST_ROTATIONS, MOST_PIECES, 3)),
        ("joins", np.uint64, (MOST_JOINS, 2)),
        ("decount_at", np.int64, (MOST_CELLS,)),
        ("scores_at", np.int64, (MOST_CELLS, 2)),
    ]
)


@lru_cache(maxsize=64)
def layout_of(variant: Variant) -> Layout:
    """Return the tables of a variant; komi plays no part in them but under the pie rule."""
    layout: Any = new_record(LAYOUT_TYPE)
    layout.full, layout.first = _full(variant.board), mask_of(variant.first_cells)
    layout.wrecks, layout.pie = mask_of(variant.wreck_cells), int(variant.pie == "swap")
    layout.komi = int(2 * variant.komi) if layout.pie else 0
    layout.plies = variant.plies
    _lay_out_moves(layout, variant)
    joins = _joins(variant)
    layout.join_count = len(joins)
    layout.joins[: len(joins)] = np.array(joins, dtype=np.uint64)
    for ply in range(variant.plies):
        decount = variant.decount_at(ply)
        layout.decount_at[ply] = -1 if decount is None else decount
        if decount is not None:
            layout.scores_at[ply] = (1, 1) if variant.scorers == "both" else (1 - ply % 2, ply % 2)
    found: Layout = layout
    return found


def _lay_out_moves(layout: Any, variant: Variant) -> None:
    """Fill in what depends on the slides."""
    by_cell = [slides_of(variant, cell) for cell in range(variant.board.cells)]
    every_slide = [slide for slides in by_cell for slide in slides]
    rotations = {slide: number for number, slide in enumerate(dict.fromkeys(every_slide))}
    anchored = frozenset() if variant.wrecks_drift else variant.wreck_cells
    layout.slides, layout.codes, layout.rotation_count = len(by_cell[0]), len(every_slide), len(rotations)
    for move_code, slide in enumerate(every_slide):
        cell = move_code // len(by_cell[0])
        layout.rotation_of[move_code] = rotations[slide]
        layout.placed[move_code] = 1 << cell
        layout.users[rotations[slide]] |= np.uint64(1 << cell)
    for slide, number in rotations.items():
        stretches = _stretches(variant, slide, anchored)
        moving = sum(mask for mask, _ in stretches)
        layout.rotation[number] = (_full(variant.board) & ~moving, *_two_stretches(stretches))
        layout.piece_count = max(layout.piece_count, len(stretches) - 2)
        for place, (mask, shift) in enumerate(stretches[2:]):
            layout.pieces[number, place] = (mask, max(shift, 0), max(-shift, 0))


def mask_of(cells: frozenset[int]) -> int:
    """Return the mask of a set of cell numbers."""
    return sum(1 << cell for cell in cells)


def cells_of(mask: int) -> frozenset[int]:
    """Return the cell numbers of a mask."""
    return frozenset(cell for cell in range(64) if mask >> cell & 1)


def move_of(variant: Variant, move_code: int) -> Move:
    """Return the move of a code."""
    slides = layout_of(variant).slides
    cell = move_code // slides
    return Move(cell, slides_of(variant, cell)[move_code % slides])


def code_of(variant: Variant, move: Move) -> int:
    """Return the code of a move."""
    place = slides_of(variant, move.cell).index(move.slide)
    return move.cell * layout_of(variant).slides + place


def _full(board: Board) -> int:
    return (1 << board.cells) - 1


def _stretches(variant: Variant, slide: Slide | None, anchored: frozenset[int]) -> list[tuple[int, int]]:
    """Return the (mask, shift) stretches of a slide, negative shifts going down.

    A rotation that moves anything moves some cells up and some down: the first stretch goes up, the
    second down, and only anchored wrecks leave more. One that moves nothing is one stretch, shift 0.
    """
    if slide is None:
        return []
    moving = [cell for cell in slide.line_cells(variant.board) if cell not in anchored]
    step = slide.direction.sign * variant.slide_step
    masks: dict[int, int] = {}
    for place, cell in enumerate(moving):
        shift = moving[(place + step) % len(moving)] - cell
        masks[shift] = masks.get(shift, 0) | 1 << cell
    ups = sorted(((m, s) for s, m in masks.items() if s >= 0), key=lambda piece: piece[1])
    downs = sorted(((m, s) for s, m in masks.items() if s < 0), key=lambda piece: piece[1])
    return [*ups[:1], *downs[:1], *ups[1:], *downs[1:]]


def _two_stretches(pieces: list[tuple[int, int]]) -> tuple[int, int, int, int]:
    """Return up, up_shift, down, down_shift of a slide's first two stretches."""
    up, up_shift = pieces[0] if pieces else (0, 0)
    down, down_shift = pieces[1] if len(pieces) > 1 else (0, 0)
    return up, up_shift, down, -down_shift


def _joins(variant: Variant) -> list[tuple[int, int]]:
    """Return (mask, shift) rows: a cell of the mask touches the cell that many bits further up."""
    board, width, height = variant.board, variant.width, variant.height
    offsets = [(1, 0), (0, 1)]
    if variant.touch == "corners":
        offsets += [(1, 1), (-1, 1)]
    if variant.touch == "torus":
        offsets += [(width - 1, 0), (0, height - 1)]
    rows = []
    for right, up in offsets:
        cells = [
            cell
            for cell in range(board.cells)
            if 0 <= board.column_of(cell) + right < width and board.row_of(cell) + up < height
        ]
        rows.append((mask_of(frozenset(cells)), up * width + right))
    return rows
