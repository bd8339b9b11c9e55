"""The bit layout: everything that the kernels know about a variant, as tables.

A set of cells is an unsigned 64-bit mask with the cell numbers of ``rules.board``:

    row 5   20 21 22 23 24
    row 4   15 16 17 18 19
    row 3   10 11 12 13 14      bit c of a mask is cell c;
    row 2    5  6  7  8  9      this is the 5×5 board
    row 1    0  1  2  3  4
             A  B  C  D  E

A move is a code, ``cell × slides + s``, where s counts the slides of ``rules.move.slides_of``. For
each code ``slides_table`` holds one row of six numbers: five make the slide of any mask,

    (mask & stay) | (mask & up) << up_shift | (mask & down) >> down_shift

and the sixth is the bit of the placed boat. Two stretches are enough

because a rotation of a line moves one stretch of it up and the rest down. Only lines with anchored
wrecks need more stretches; those stand in ``pieces_table``, which is otherwise empty. Two cells touch
when one of the ``joins`` rows (mask, shift) carries one to the other, in either sense. So a rule
switch is a table and never a branch.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ressac_lab.rules import Board, Move, Slide, Variant, slides_of

Masks = npt.NDArray[np.uint64]
Integers = npt.NDArray[np.int64]


class Layout(NamedTuple):
    """A variant in tables; masks are unsigned, counts signed.

    ``full`` holds all cells, ``first`` those that Light's first boat may be placed on;
    ``pie`` is 1 where Dark may take Light's side after the first ply.
    ``slides_table``: (codes, 8) of stay, up, up_shift, down, down_shift, placed and two spares.
    ``pieces_table``: (codes, pieces, 3) of mask, up_shift, down_shift (one of them 0). ``joins``:
    (2 or more, 2) of mask, shift. ``decount_at``: for each ply the decount that follows it, or −1.
    ``scores_at``: (plies, 2), 1 where the side scores after the ply.
    """

    full: np.uint64
    first: np.uint64
    wrecks: np.uint64
    pie: int
    slides: int
    plies: int
    decounts: int
    slides_table: Masks
    pieces_table: Masks
    joins: Masks
    decount_at: Integers
    scores_at: Integers


@lru_cache(maxsize=64)
def layout_of(variant: Variant) -> Layout:
    """Return the tables of a variant; komi plays no part in them."""
    board = variant.board
    slides = [slides_of(variant, cell) for cell in range(board.cells)]
    anchored = frozenset() if variant.wrecks_drift else variant.wreck_cells
    stretches = [_stretches(variant, slide, anchored) for row in slides for slide in row]
    extra = max(len(pieces) for pieces in stretches) - 2
    table = np.zeros((len(stretches), 8), dtype=np.uint64)
    pieces_table = np.zeros((len(stretches), max(0, extra), 3), dtype=np.uint64)
    for code, pieces in enumerate(stretches):
        moving = sum(mask for mask, _ in pieces)
        placed = 1 << code // len(slides[0])
        table[code, :6] = (_full(board) & ~moving, *_two_stretches(pieces), placed)
        for place, (mask, shift) in enumerate(pieces[2:]):
            pieces_table[code, place] = (mask, max(shift, 0), max(-shift, 0))
    decount_at, scores_at = _schedule(variant)
    return Layout(
        full=np.uint64(_full(board)),
        first=np.uint64(mask_of(variant.first_cells)),
        wrecks=np.uint64(mask_of(variant.wreck_cells)),
        pie=int(variant.pie == "swap"),
        slides=len(slides[0]),
        plies=variant.plies,
        decounts=len(variant.decounts),
        slides_table=table,
        pieces_table=pieces_table,
        joins=np.array(_joins(variant), dtype=np.uint64),
        decount_at=decount_at,
        scores_at=scores_at,
    )


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


def _schedule(variant: Variant) -> tuple[Integers, Integers]:
    decount_at = np.full(variant.plies, -1, dtype=np.int64)
    scores_at = np.zeros((variant.plies, 2), dtype=np.int64)
    for ply in range(variant.plies):
        decount = variant.decount_at(ply)
        if decount is not None:
            decount_at[ply] = decount
            scores_at[ply, ply % 2] = 1
            if variant.scorers == "both":
                scores_at[ply] = 1
    return decount_at, scores_at
