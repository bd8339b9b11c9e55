"""Random numbers inside kernels: splitmix64 (Steele, Lea and Flood 2014), one stream a game.

A stream is one 64-bit state; whoever draws hands back the new state.
"""

from __future__ import annotations

import numpy as np

from ressac_lab.kernels.compile import signed, small_kernel

INCREMENT = np.uint64(0x9E3779B97F4A7C15)
FIRST_FACTOR = np.uint64(0xBF58476D1CE4E5B9)
SECOND_FACTOR = np.uint64(0x94D049BB133111EB)
HALF = np.uint64(32)
HALF_MASK = np.uint64(0xFFFFFFFF)


@small_kernel
def mixed(state: np.uint64) -> np.uint64:
    """Return the 64 random bits of a state."""
    bits = (state ^ (state >> np.uint64(30))) * FIRST_FACTOR
    bits = (bits ^ (bits >> np.uint64(27))) * SECOND_FACTOR
    return bits ^ (bits >> np.uint64(31))


@small_kernel
def stream_of(seed: np.uint64, game: int) -> np.uint64:
    """Return the first state of a game's stream, from a batch's seed and the game's number."""
    return mixed(seed ^ mixed(np.uint64(game) * INCREMENT + INCREMENT))


@small_kernel
def high_below(bits: np.uint64, bound: int) -> int:
    """Return a number below a bound from the upper half of 64 random bits; its bias is below bound/2³²."""
    return signed(((bits >> HALF) * np.uint64(bound)) >> HALF)


@small_kernel
def low_below(bits: np.uint64, bound: int) -> int:
    """Return a number below a bound from the lower half of 64 random bits."""
    return signed(((bits & HALF_MASK) * np.uint64(bound)) >> HALF)
