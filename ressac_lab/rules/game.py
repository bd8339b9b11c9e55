"""A game in text: the variant's name or digest, then the moves."""

from __future__ import annotations

from dataclasses import dataclass

from ressac_lab.errors import NotationError
from ressac_lab.rules.move import Move
from ressac_lab.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class Game:
    """A variant's name or digest and the moves played, from the start position on.

    >>> Game.parse("detroit C1> B2^", Variant()).text(Variant())
    'detroit C1> B2^'
    """

    variant: str
    moves: tuple[Move, ...]

    def text(self, variant: Variant) -> str:
        """Return the game in notation, which parses back to it under the same variant."""
        return " ".join([self.variant, *(move.text(variant) for move in self.moves)])

    @classmethod
    def parse(cls, text: str, variant: Variant) -> Game:
        """Return the game of a text; raise NotationError if it is none of this variant.

        Whether the moves are legal one after the other is for an engine to say.
        """
        words = text.split()
        if not words:
            raise NotationError(f"{text!r} is not a game: expected a variant's name and its moves")
        if len(words) - 1 > variant.plies:
            raise NotationError(
                f"{text!r} has {len(words) - 1} moves: a game of this variant has {variant.plies}"
            )
        return cls(words[0], tuple(Move.parse(word, variant) for word in words[1:]))
