"""The transposition table that searches share: bounds on the score to go, by position.

An entry is two 64-bit words, (key ^ data, data), one after the other in
a flat array of 2 × entries. Threads write without locks: an entry torn between two
writers no longer gives back its key and counts as missing (Hyatt and Mann 2002). Data 0 means empty, and
no real entry has it, because bit 63 is always set.

The key of a position on a board of up to 32 cells is the position itself, two bits a cell, so a false
hit is impossible. On larger boards it is a 64-bit hash of the three masks: with 2³⁰ entries in the
table a probe of a missing position then hits falsely with odds of about 2⁻⁶².
"""

from __future__ import annotations

import numpy as np

from ressac_lab.kernels.chance import mixed
from ressac_lab.kernels.compile import kernel, signed, small_kernel
from ressac_lab.kernels.layout import Layout, Masks

# An entry's data, from the lowest bit: lower bound and upper bound + 2048 (12 bits each), the best move
# (rotation and cell, 12 bits), the ply (7 bits), and bit 63.
OFFSET = 2048
WAYS = 4
UNKNOWN_LOW, UNKNOWN_HIGH = -2048, 2047
NO_MOVE = 4095
FILLED = np.uint64(1) << np.uint64(63)
EXACT_CELLS = 32
LARGEST_EXACT = np.uint64((1 << EXACT_CELLS) - 1)
SPREAD = (
    (np.uint64(16), np.uint64(0x0000FFFF0000FFFF)),
    (np.uint64(8), np.uint64(0x00FF00FF00FF00FF)),
    (np.uint64(4), np.uint64(0x0F0F0F0F0F0F0F0F)),
    (np.uint64(2), np.uint64(0x3333333333333333)),
    (np.uint64(1), np.uint64(0x5555555555555555)),
)


@small_kernel
def spread_out(mask: np.uint64) -> np.uint64:
    """Return a mask of up to 32 bits with a gap after every bit."""
    bits = mask
    for shift, kept in SPREAD:
        bits = (bits | (bits << shift)) & kept
    return bits


@small_kernel
def key_of(layout: Layout, own: np.uint64, other: np.uint64, wrecks: np.uint64) -> np.uint64:
    """Return the key of a position: the mover's boats, the other side's, both bits for a wreck."""
    if layout.full <= LARGEST_EXACT:
        return spread_out(own | wrecks) | (spread_out(other | wrecks) << np.uint64(1))
    return mixed(own ^ mixed(other ^ mixed(wrecks)))


@small_kernel
def bucket_of(table: Masks, key: np.uint64) -> int:
    """Return where the bucket of a key begins."""
    buckets = np.uint64(table.shape[0] // (2 * WAYS))
    return signed(mixed(key) & (buckets - np.uint64(1))) * 2 * WAYS


@kernel
def probe(table: Masks, key: np.uint64) -> np.uint64:
    """Return the data stored for a key, or 0."""
    bucket = bucket_of(table, key)
    for entry in range(bucket, bucket + 2 * WAYS, 2):
        data: np.uint64 = table[entry + 1]
        if table[entry] ^ data == key and data:
            return data
    return np.uint64(0)


@small_kernel
def low_of(data: np.uint64) -> int:
    """Return the lower bound in an entry's data."""
    return signed(data & np.uint64(4095)) - OFFSET


@small_kernel
def high_of(data: np.uint64) -> int:
    """Return the upper bound in an entry's data."""
    return signed((data >> np.uint64(12)) & np.uint64(4095)) - OFFSET


@small_kernel
def move_in(data: np.uint64) -> int:
    """Return the best move in an entry's data, or NO_MOVE."""
    return signed((data >> np.uint64(24)) & np.uint64(4095))


@small_kernel
def ply_in(data: np.uint64) -> int:
    """Return the ply in an entry's data."""
    return signed((data >> np.uint64(36)) & np.uint64(127))


@kernel
def store(table: Masks, key: np.uint64, low: int, high: int, move: int, ply: int) -> None:
    """Store bounds for a key; a full bucket gives up the entry with the least play below it.

    A new entry with less below it than all others takes the last place all the same: recent positions
    come up again soon.
    """
    bucket = bucket_of(table, key)
    place, latest = bucket + 2 * WAYS - 2, ply - 1
    for entry in range(bucket, bucket + 2 * WAYS, 2):
        data = table[entry + 1]
        if data == 0 or table[entry] ^ data == key:
            place = entry
            break
        if ply_in(data) > latest:
            place, latest = entry, ply_in(data)
    bounds = np.uint64(low + OFFSET) | (np.uint64(high + OFFSET) << np.uint64(12))
    data = FILLED | bounds | (np.uint64(move) << np.uint64(24)) | (np.uint64(ply) << np.uint64(36))
    table[place] = key ^ data
    table[place + 1] = data
