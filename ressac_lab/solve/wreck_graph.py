"""Where slides take the wrecks: every class of maps, and what each slide makes of it.

Drifting wrecks go from map to map, so all maps with as many wrecks are one graph. Anchored wrecks stay:
each class is then a graph of its own, and all of them are worked on together just the same.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ressac_lab.kernels.layers import WreckGraph
from ressac_lab.kernels.layout import Integers, Layout, Masks, cells_of, layout_of, mask_of
from ressac_lab.kernels.moves import slide_mask
from ressac_lab.kernels.ranks import set_masks
from ressac_lab.rules import Variant, rule_symmetries


class WreckMaps:
    """All maps with a number of wrecks, and their classes under a variant's rules.

    ``masks``: (maps,) every map, by rank. ``class_of``: (maps,) the number of its class. ``turn_of``:
    (maps,) the number of a symmetry that carries it to the class's canonical map. ``canonical``:
    (classes,) the canonical maps, in the order of the classes' ids. ``turned``: (symmetries, cells),
    the image of each cell.
    """

    def __init__(self, variant: Variant, wrecks: int) -> None:
        cells = variant.board.cells
        symmetries = rule_symmetries(variant)
        self.turned = np.array([[s.cell(cell) for cell in range(cells)] for s in symmetries])
        self.masks = set_masks(cells, wrecks)
        least, self.turn_of = self.masks.copy(), np.zeros(len(self.masks), dtype=np.int64)
        for turn, images in enumerate(self.turned):
            image = _carried(self.masks, images)
            self.turn_of[image < least] = turn
            least = np.minimum(least, image)
        self.canonical = np.unique(least)
        self.class_of = np.searchsorted(self.canonical, least)

    def find(self, mask: int) -> tuple[int, Integers]:
        """Return the class of a map, and the image of each cell under a symmetry to its canonical map."""
        at = int(np.searchsorted(self.masks, np.uint64(mask)))
        return int(self.class_of[at]), self.turned[self.turn_of[at]]


def _carried(masks: Masks, images: Integers) -> Masks:
    """Return masks with every cell carried to its image."""
    carried = np.zeros(len(masks), dtype=np.uint64)
    for cell, image in enumerate(images.tolist()):
        carried |= ((masks >> np.uint64(cell)) & np.uint64(1)) << np.uint64(image)
    return carried


def wreck_graph(variant: Variant, maps: WreckMaps) -> WreckGraph:
    """Return the graph of a variant's wrecks; the variant's own start map plays no part."""
    wreck_lists = [sorted(cells_of(int(mask))) for mask in maps.canonical]
    every, first = range(variant.board.cells), variant.first_cells
    others = [[cell for cell in every if cell not in wrecks] for wrecks in wreck_lists]
    classes, rest, rotations = len(others), len(others[0]), layout_of(variant).rotation_count
    graph = WreckGraph(
        np.array(others, dtype=np.int64),
        np.zeros((classes, rotations), dtype=np.int64),
        np.zeros((classes, rotations, rest), dtype=np.int64),
        np.zeros((classes, rotations), dtype=np.uint64),
        np.array([_among(cells, mask_of(first)) for cells in others], dtype=np.uint64),
    )
    # Where wrecks drift every map has the same slides.
    layout = layout_of(replace(variant, wrecks=(), wrecks_drift=True, first_boat="anywhere"))
    images = _slide_images(layout)
    for number, wrecks in enumerate(wreck_lists):
        if not variant.wrecks_drift:
            anchored = replace(variant, first_boat="anywhere").with_wrecks(wrecks)
            images = _slide_images(layout_of(anchored))
        for rotation in range(rotations):
            graph.users[number, rotation] = _among(others[number], int(layout.users[rotation]))
            slid = [images[rotation][cell] for cell in wrecks]
            target, turned = maps.find(sum(1 << cell for cell in slid))
            place = {cell: at for at, cell in enumerate(others[target])}
            moved = [place[int(turned[images[rotation][cell]])] for cell in others[number]]
            graph.target[number, rotation], graph.moved[number, rotation] = target, moved
    return graph


def _slide_images(layout: Layout) -> list[list[int]]:
    """Return where each rotation takes each cell."""
    cells = int(layout.full).bit_length()
    bits = [np.uint64(1 << cell) for cell in range(cells)]
    return [
        [int(slide_mask(layout, rotation, bit)).bit_length() - 1 for bit in bits]
        for rotation in range(layout.rotation_count)
    ]


def _among(cells: list[int], mask: int) -> int:
    """Return a mask of the board among some cells, numbered in order."""
    return sum(1 << at for at, cell in enumerate(cells) if mask >> cell & 1)
