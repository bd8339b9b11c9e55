"""Games played in batches, and the compact records they leave."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from ressac_lab.agents import Pairing
from ressac_lab.kernels.layout import Layout, layout_of
from ressac_lab.rules import Variant
from ressac_lab.seeds import seed_of

# What a seed and a move code mean. A change that makes the same seed play other games, or the same
# code another move, takes the next number, so that old records are not mixed with new ones.
PLAY_VERSION = 1


@dataclass(frozen=True, slots=True, eq=False)
class Records:
    """What happened in a batch of games of one variant.

    ``move_codes``: (games, plies), as in ``kernels.layout``. ``points``: (games, decounts, 2), the
    points that Light and Dark banked at each decount. Both are unsigned and as narrow as will do.
    """

    move_codes: npt.NDArray[Any]
    points: npt.NDArray[Any]

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.move_codes)

    @classmethod
    def blank(cls, variant: Variant, games: int) -> Self:
        """Return records with room for a number of games, all zero."""
        layout = layout_of(variant)
        return cls(
            np.zeros((games, variant.plies), dtype=_code_type(layout)),
            np.zeros((games, len(variant.decounts), 2), dtype=np.uint8),
        )

    @classmethod
    def joined(cls, parts: Iterable[Records]) -> Self:
        """Return the games of several batches as one, in the order given."""
        parts = list(parts)
        return cls(
            np.concatenate([part.move_codes for part in parts]),
            np.concatenate([part.points for part in parts]),
        )

    def packed(self) -> tuple[bytes, bytes]:
        """Return the moves and the points, compressed, for ``unpacked`` to read back."""
        little_endian = self.move_codes.astype(self.move_codes.dtype.newbyteorder("<"))
        return zlib.compress(little_endian.tobytes()), zlib.compress(self.points.tobytes())

    @classmethod
    def unpacked(cls, variant: Variant, games: int, moves: bytes, points: bytes) -> Self:
        """Return the records of a packed pair; raise ValueError if it is not of that shape."""
        blank = cls.blank(variant, games)
        code_type = blank.move_codes.dtype.newbyteorder("<")
        try:
            codes = np.frombuffer(zlib.decompress(moves), dtype=code_type)
            banked = np.frombuffer(zlib.decompress(points), dtype=np.uint8)
        except zlib.error as error:
            raise ValueError(f"records that cannot be decompressed ({error})") from None
        return cls(codes.reshape(blank.move_codes.shape), banked.reshape(blank.points.shape))


def play(variant: Variant, pairing: Pairing, seed: int, first_game: int, games: int) -> Records:
    """Play games number ``first_game`` and on of a series.

    A game depends on the rules (komi aside), the pairing, the seed and its number alone: any split
    of a series into batches gives the same games.
    """
    # The compiler's import waits until games are really played.
    from ressac_lab.kernels.playouts import play_games

    records = Records.blank(variant, games)
    series = seed_of("ressac", PLAY_VERSION, play_digest(variant), pairing.text, seed)
    play_games(
        layout_of(variant),
        pairing.light.number,
        pairing.dark.number,
        np.uint64(series),
        first_game,
        records.move_codes,
        records.points,
    )
    return records


def play_digest(variant: Variant) -> str:
    """Return the digest of what decides play: komi only counts when the result is read."""
    return replace(variant, komi=0).digest


def _code_type(layout: Layout) -> type[np.unsignedinteger[Any]]:
    return np.uint8 if len(layout.slides_table) <= 256 else np.uint16
