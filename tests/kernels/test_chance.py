"""The random numbers inside kernels, against published ones and fixed bounds."""

from __future__ import annotations

import numpy as np
import pytest
from support import chi_square, chi_square_bound

from ressac_lab.kernels.chance import INCREMENT, high_below, low_below, mixed, stream_of

ALL_ONES = np.uint64(2**64 - 1)


def bits_of(seed: int, count: int) -> list[np.uint64]:
    """Return the first numbers of a stream."""
    states = [(seed + (n + 1) * int(INCREMENT)) % 2**64 for n in range(count)]
    return [np.uint64(mixed(np.uint64(state))) for state in states]


def test_the_first_numbers_of_splitmix64_are_the_published_ones() -> None:
    # The sequence of seed 1234567, as listed on Rosetta Code (Pseudo-random numbers/Splitmix64).
    assert [int(bits) for bits in bits_of(1234567, 5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@pytest.mark.parametrize("below", [high_below, low_below])
@pytest.mark.parametrize("bound", [1, 2, 3, 100, 2048])
def test_a_number_below_a_bound_reaches_both_its_ends(below: object, bound: int) -> None:
    assert callable(below)
    assert (below(np.uint64(0), bound), below(ALL_ONES, bound)) == (0, bound - 1)


@pytest.mark.parametrize("below", [high_below, low_below])
@pytest.mark.parametrize("bound", [2, 3, 7, 88])
def test_numbers_below_a_bound_are_uniform(below: object, bound: int) -> None:
    assert callable(below)
    counts = [0] * bound
    for bits in bits_of(bound, 5000):
        counts[below(bits, bound)] += 1
    assert chi_square(counts) < chi_square_bound(bound)


def test_the_two_halves_of_a_number_are_drawn_independently() -> None:
    counts = [0] * 20
    for bits in bits_of(99, 8000):
        counts[high_below(bits, 5) * 4 + low_below(bits, 4)] += 1
    assert chi_square(counts) < chi_square_bound(20)


def test_every_game_of_every_batch_has_a_stream_of_its_own() -> None:
    streams = {
        int(stream_of(np.uint64(seed), game)) for seed in (0, 1, 2**63, 2**64 - 1) for game in range(2000)
    }
    assert len(streams) == 8000


def test_the_streams_of_recorded_games_never_change() -> None:
    # Records are made again from their seeds: other streams would be other games.
    assert int(stream_of(np.uint64(7), 41)) == 9760278905664818216
