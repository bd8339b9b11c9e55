"""Positions up to the symmetries of the rules, each packed into a short key.

A key is three masks one after the other, Light's boats, Dark's and the wrecks, each of as many whole
bytes as the board's cells need, the highest cell first; bit c of a mask is cell c. Of all positions that
symmetries carry into one another the one with the smallest key stands for all of them. The plies played
follow from the boats; banked points are left out, because they change nothing that is still to come.
"""

from __future__ import annotations

from ressac_lab.rules import Position, Symmetry, Variant, map_symmetries, rule_symmetries

Masks = tuple[int, int, int]


class Reduction:
    """The keys of the positions of one variant."""

    def __init__(self, variant: Variant) -> None:
        self._board = variant.board
        self._bytes = (variant.board.cells + 7) // 8
        # Anchored wrecks must stay where they are.
        symmetries = rule_symmetries(variant) if variant.wrecks_drift else map_symmetries(variant)
        cells = range(variant.board.cells)
        self._images = [(s, [1 << s.cell(cell) for cell in cells]) for s in symmetries]

    def key(self, position: Position) -> bytes:
        """Return the key of a position."""
        masks = min(_masks(bits, position) for _, bits in self._images)
        return b"".join(mask.to_bytes(self._bytes, "big") for mask in masks)

    def symmetry(self, position: Position) -> Symmetry:
        """Return a symmetry that carries a position to the one its key stands for."""
        return min(self._images, key=lambda image: _masks(image[1], position))[0]

    def position(self, key: bytes) -> Position:
        """Return the position that a key stands for, with no points banked.

        Raises ValueError for a key that no position has.
        """
        if len(key) != 3 * self._bytes:
            raise ValueError(f"expected {3 * self._bytes} bytes")
        masks = [int.from_bytes(key[i : i + self._bytes], "big") for i in range(0, len(key), self._bytes)]
        if max(masks) >> self._board.cells:
            raise ValueError("expected cells of the board")
        light, dark, wrecks = (
            frozenset(cell for cell in range(self._board.cells) if mask >> cell & 1) for mask in masks
        )
        if light & dark or light & wrecks or dark & wrecks:
            raise ValueError("expected one thing on a cell")
        position = Position(self._board, light, dark, wrecks, len(light) + len(dark))
        if self.key(position) != key:
            raise ValueError("expected the smallest of its images")
        return position


def _masks(bits: list[int], position: Position) -> Masks:
    """Return the masks of an image; ``bits`` has the image of every cell as a mask."""
    light, dark, wrecks = (
        sum([bits[cell] for cell in cells]) for cells in (position.light, position.dark, position.wrecks)
    )
    return light, dark, wrecks
