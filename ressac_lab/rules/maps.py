"""Start maps: every way to lay out the wrecks, and the classes that play alike.

Two maps are of one class when a symmetry of the variant's rules carries one to the other. The class
is represented by its canonical map, the one whose cells, read as a binary number with A1 as the
lowest digit, are smallest. The id of a class is made from that map alone: the number of wrecks and
the map's rank among all maps with as many wrecks (combinatorial numbering), so it never depends on
which other maps were looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb

from ressac_lab.errors import VariantError, shown
from ressac_lab.rules.board import Board
from ressac_lab.rules.symmetry import map_symmetries, rule_symmetries
from ressac_lab.rules.variant import Variant

MOST_MAPS = 1_000_000
MOST_IMAGES = 20_000_000


@dataclass(frozen=True, slots=True)
class MapClass:
    """A class of start maps: its id, its canonical map, and how many maps it holds.

    ``symmetries`` counts the symmetries that keep the canonical map in place; a map is symmetric
    when there are more than one.
    """

    id: str
    wrecks: tuple[str, ...]
    orbit: int
    symmetries: int

    @property
    def symmetric(self) -> bool:
        """Whether the map looks the same from another side."""
        return self.symmetries > 1


def class_of(variant: Variant) -> MapClass:
    """Return the class of a variant's own start map."""
    wrecks = variant.wreck_cells
    orbit = {symmetry.cells(wrecks) for symmetry in rule_symmetries(variant)}
    canonical = min(orbit, key=_mask)
    kept = len(map_symmetries(variant))
    names = variant.with_wrecks(canonical).wrecks
    return MapClass(class_id(variant.board, canonical), names, len(orbit), kept)


def map_classes(variant: Variant, wrecks: int) -> list[MapClass]:
    """Return the classes of all start maps with a number of wrecks, in the order of their ids.

    Maps that leave no cell for Light's first boat are left out. Raises VariantError if such maps do
    not fit the variant, or are too many to list.
    """
    images = map_images(variant, wrecks)
    if images > MOST_IMAGES:
        raise VariantError(
            f"{wrecks} wrecks: {images:,} images of start maps under the variant's symmetries, "
            f"expected at most {MOST_IMAGES:,}"
        )
    first_cells = variant.first_cells
    return [
        class_of(variant.with_wrecks(cells))
        for cells in _canonical_maps(variant, wrecks)
        if first_cells - cells
    ]


def map_images(variant: Variant, wrecks: int) -> int:
    """Return how many maps with a number of wrecks there are, times the symmetries of the rules.

    Raises VariantError if such maps do not fit the variant, or are too many to list.
    """
    room = variant.board.cells - 2 * variant.boats
    if not 0 <= wrecks <= room:
        raise VariantError(f"{shown(wrecks)} wrecks: expected 0 to {room}, the cells that the boats leave")
    count = comb(variant.board.cells, wrecks)
    if count > MOST_MAPS:
        raise VariantError(f"{wrecks} wrecks: {count:,} start maps, expected at most {MOST_MAPS:,}")
    return count * len(rule_symmetries(variant))


def _canonical_maps(variant: Variant, wrecks: int) -> Iterator[frozenset[int]]:
    """Yield the canonical map of every class, smallest first."""
    symmetries = rule_symmetries(variant)
    images = [[symmetry.cell(cell) for cell in range(variant.board.cells)] for symmetry in symmetries]
    maps = (frozenset(cells) for cells in combinations(range(variant.board.cells), wrecks))
    for cells in sorted(maps, key=_mask):
        mask = _mask(cells)
        if all(_mask([image[cell] for cell in cells]) >= mask for image in images):
            yield cells


def class_id(board: Board, canonical: frozenset[int]) -> str:
    """Return the id of the class with this canonical map, such as ``w3-0439``.

    The number is the map's rank in the combinatorial number system: cells c1 < c2 < … stand for
    C(c1, 1) + C(c2, 2) + …, so ranks of k wrecks run from 0 to C(cells, k) − 1.
    """
    rank = sum(comb(cell, place) for place, cell in enumerate(sorted(canonical), start=1))
    digits = len(str(comb(board.cells, len(canonical)) - 1))
    return f"w{len(canonical)}-{rank:0{digits}d}"


def _mask(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)
