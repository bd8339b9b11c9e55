"""Telling whether two variants are the same game, whatever words their files use.

The signature of a variant says what its rules do, not how they are written: which contents each
slide moves where, which cells touch, who scores when. It is read off the reference engine's own
tables, and written so that boards which are turned, mirrored or, on a torus, shifted look the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256

from ressac_lab.reference.engine import slide_image, touching_cells
from ressac_lab.rules import Slide, Variant, slides_of

Relabelling = Callable[[int], int]


def signature(variant: Variant) -> str:
    """Return a digest that two variants share exactly if a renaming of cells makes them one game.

    The renamings tried are the turns and mirrors of the board, and on a torus its cyclic shifts too.
    """
    best = min(_described(variant, relabelling) for relabelling in _smallest_maps(variant))
    return sha256(best.encode()).hexdigest()[:16]


def _smallest_maps(variant: Variant) -> list[Relabelling]:
    """Return the relabellings that lay the wrecks on the smallest cell numbers; the others lose anyway."""
    wrecks = variant.wreck_cells
    laid = [(sorted(map(relabel, wrecks)), relabel) for relabel in _relabellings(variant)]
    smallest = min(cells for cells, _ in laid)
    return [relabel for cells, relabel in laid if cells == smallest]


def _relabellings(variant: Variant) -> Iterator[Relabelling]:
    width, height = variant.width, variant.height
    shifts = [(0, 0)]
    if variant.touch == "torus":
        shifts = [(right, up) for up in range(height) for right in range(width)]
    for transpose in (False, True):
        for mirror_columns in (False, True):
            for mirror_rows in (False, True):
                for shift in shifts:
                    yield _relabelling(width, height, transpose, mirror_columns, mirror_rows, shift)


def _relabelling(
    width: int,
    height: int,
    transpose: bool,
    mirror_columns: bool,
    mirror_rows: bool,
    shift: tuple[int, int],
) -> Relabelling:
    def relabel(cell: int) -> int:
        column, row = (cell % width + shift[0]) % width, (cell // width + shift[1]) % height
        column = width - 1 - column if mirror_columns else column
        row = height - 1 - row if mirror_rows else row
        return column * height + row if transpose else row * width + column

    return relabel


def _described(variant: Variant, relabel: Relabelling) -> str:
    """Return all that the rules do, in one text, under other cell numbers."""
    cells = range(variant.board.cells)
    wrecks = sorted(map(relabel, variant.wreck_cells))
    edges = sorted(sorted((relabel(a), relabel(b))) for a, b in touching_cells(variant).edges)
    first = sorted(relabel(cell) for cell in variant.first_cells - variant.wreck_cells)
    schedule = (variant.boats, variant.decounts, variant.scorers, variant.komi, variant.pie)
    parts = (len(cells), wrecks, edges, first, schedule, _slides(variant, relabel))
    return repr(parts)


def _slides(variant: Variant, relabel: Relabelling) -> list[tuple[list[int], list[int]]]:
    """Return every rearrangement that a slide makes, with the cells whose boats may make it."""
    anchored = frozenset() if variant.wrecks_drift else variant.wreck_cells
    users: dict[tuple[tuple[int, int], ...], Counter[int]] = {}
    images: dict[Slide | None, tuple[tuple[int, int], ...]] = {}
    for cell in range(variant.board.cells):
        for slide in slides_of(variant, cell):
            if slide not in images:
                image = slide_image(variant, slide, anchored)
                images[slide] = tuple(sorted((relabel(a), relabel(b)) for a, b in enumerate(image)))
            users.setdefault(images[slide], Counter())[relabel(cell)] += 1
    return sorted(
        ([target for _, target in image], sorted(counts.elements())) for image, counts in users.items()
    )
