"""Games played in batches, and the compact records they leave."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from ressac_lab.agents import Pairing
from ressac_lab.kernels.layout import Layout, layout_of
from ressac_lab.rules import Variant
from ressac_lab.seeds import seed_of

if TYPE_CHECKING:
    from ressac_lab.agents.weights import Fitted

# What a seed and a move code mean. A change that makes the same seed play other games, or the same
# code another move, takes the next number, so that old records are not mixed with new ones.
PLAY_VERSION = 1


@dataclass(frozen=True, slots=True, eq=False)
class Records:
    """What happened in a batch of games of one variant.

    ``move_codes``: (games, plies), as in ``kernels.layout``. ``points``: (games, decounts, 2), the
    points that Light and Dark banked at each decount. ``swaps``: (games,), 1 where the second player
    took Light's side under the pie rule. All are unsigned and as narrow as will do.
    """

    move_codes: npt.NDArray[Any]
    points: npt.NDArray[Any]
    swaps: npt.NDArray[Any]

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
            np.zeros(games, dtype=np.uint8),
        )

    @classmethod
    def joined(cls, parts: Iterable[Records]) -> Self:
        """Return the games of several batches as one, in the order given."""
        parts = list(parts)
        return cls(
            np.concatenate([part.move_codes for part in parts]),
            np.concatenate([part.points for part in parts]),
            np.concatenate([part.swaps for part in parts]),
        )

    def packed(self) -> bytes:
        """Return the records, compressed, for ``unpacked`` to read back."""
        little_endian = self.move_codes.astype(self.move_codes.dtype.newbyteorder("<"))
        parts = (little_endian, self.points, self.swaps)
        return zlib.compress(b"".join(part.tobytes() for part in parts))

    @classmethod
    def unpacked(cls, variant: Variant, games: int, packed: bytes) -> Self:
        """Return the records of packed ones; raise ValueError if they are not of that shape."""
        blank = cls.blank(variant, games)
        try:
            content = zlib.decompress(packed)
        except zlib.error as error:
            raise ValueError(f"records that cannot be decompressed ({error})") from None
        arrays, start = [], 0
        for array in (blank.move_codes, blank.points, blank.swaps):
            part = content[start : start + array.nbytes]
            start += array.nbytes
            if len(part) == array.nbytes:
                flat = np.frombuffer(part, dtype=array.dtype.newbyteorder("<"))
                arrays.append(flat.reshape(array.shape))
        if start != len(content) or len(arrays) != 3:
            raise ValueError(f"records of {len(content)} bytes, expected {start} for {games} games")
        return cls(*arrays)


def play(
    variant: Variant,
    pairing: Pairing,
    seed: int,
    first_game: int,
    games: int,
    mirrored: bool = False,
    weights: Fitted | None = None,
    own_openings: bool = False,
) -> Records:
    """Play games number ``first_game`` and on of a series.

    A game depends on the rules (on komi only where the pie rule lets the second player weigh it), the
    pairing, the seed and its number alone: any split of a series into batches gives the same games. Its
    random first plies depend on the seed and its number alone: they are shared by all variants and agents,
    and its random stream is shared by all komi. ``mirrored`` plays the same series, with the same
    random streams, after the two agents have exchanged their seats. ``weights`` stand in for those of the
    file where agents use fitted ones. With ``own_openings`` the random first plies depend on the rules too.
    """
    # The compiler's import waits until games are really played.
    from ressac_lab.agents.room import Room, kept_room

    records = Records.blank(variant, games)
    rules = play_digest(variant)
    series = seed_of("ressac", PLAY_VERSION, rules, pairing.text, seed)
    opening = seed_of("opening", PLAY_VERSION, seed, *([rules] if own_openings else []))
    seated = pairing.mirrored if mirrored else pairing
    room = kept_room(variant, seated) if weights is None else Room(variant, seated, weights)
    # Few at a time: between them other threads get their turn, and an interrupt is noticed.
    step = 1 if pairing.thinks else games
    for first in range(0, games, step):
        part = slice(first, first + step)
        played = (records.move_codes[part], records.points[part], records.swaps[part])
        room.play(series, opening, first_game + first, *played)
    return records


def play_digest(variant: Variant) -> str:
    """Return the digest of what seeds games: komi is left out, so a grid over it shares random streams."""
    return replace(variant, komi=0).digest


def _code_type(layout: Layout) -> type[np.unsignedinteger[Any]]:
    return np.uint8 if layout.codes <= 256 else np.uint16
