from __future__ import annotations

import random
from itertools import combinations
from math import comb

import numpy as np
import pytest

from ressac_lab.kernels.ranks import (
    image_ranks,
    mask_of_rank,
    rank_of_mask,
    ranks_beside,
    ranks_of,
    set_masks,
)


@pytest.mark.parametrize(("cells", "size"), [(5, 0), (6, 2), (9, 4), (7, 7), (64, 2)])
def test_ranks_count_the_sets_in_the_order_of_their_masks(cells: int, size: int) -> None:
    choose = ranks_of(cells, size).choose
    masks = [sum(1 << cell for cell in chosen) for chosen in combinations(range(cells), size)]
    for rank, mask in enumerate(sorted(masks)):
        assert rank_of_mask(choose, np.uint64(mask)) == rank
        assert mask_of_rank(choose, cells, size, rank) == mask
    assert set_masks(cells, size).tolist() == sorted(masks)


@pytest.mark.parametrize(
    ("cells", "goals", "size"), [(6, 6, 3), (5, 9, 2), (8, 8, 1), (4, 4, 0), (7, 8, 5)]
)
def test_images_of_all_sets_are_ranked(cells: int, goals: int, size: int) -> None:
    image_of = random.Random(size).sample(range(goals), cells)
    images = np.zeros((size + 1, max(comb(cells, s) for s in range(size + 1))), dtype=np.uint32)
    # The tables of a larger number of cells serve as well.
    image_ranks(ranks_of(goals + 2, size + 1), np.array(image_of), cells, size, images)
    places = {int(mask): rank for rank, mask in enumerate(set_masks(goals, size))}
    for rank, mask in enumerate(set_masks(cells, size).tolist()):
        image = sum(1 << image_of[cell] for cell in range(cells) if mask >> cell & 1)
        assert images[size, rank] == places[image]


def test_sets_without_a_cell_come_as_if_it_were_not_there() -> None:
    masks = set_masks(6, 2).tolist()
    for cell, row in enumerate(ranks_beside(6, 2)):
        others = [other for other in range(6) if other != cell]
        named = [
            sum(1 << others[c] for c in range(5) if mask >> c & 1) for mask in set_masks(5, 2).tolist()
        ]
        assert [masks[rank] for rank in row] == named
