"""A game in text: the variant's name or digest, then the moves."""

from __future__ import annotations

from dataclasses import dataclass

from ressac_lab.errors import NotationError, shown
from ressac_lab.rules.move import Move
from ressac_lab.rules.variant import Variant

SWAP = "swap"


@dataclass(frozen=True, slots=True)
class Game:
    """A variant's name or digest and the moves played, from the start position on.

    ``swapped`` says that the second player took Light's side after the first ply, as the pie rule
    allows; the text then has the word ``swap`` there.

    >>> Game.parse("detroit C1> B2^", Variant()).text(Variant())
    'detroit C1> B2^'
    """

    variant: str
    moves: tuple[Move, ...]
    swapped: bool = False

    def text(self, variant: Variant) -> str:
        """Return the game in notation, which parses back to it under the same variant."""
        words = [move.text(variant) for move in self.moves]
        if self.swapped:
            words.insert(1, SWAP)
        return " ".join([self.variant, *words])

    @classmethod
    def parse(cls, text: str, variant: Variant) -> Game:
        """Return the game of a text; raise NotationError if it is none of this variant.

        Whether the moves are legal one after the other is for an engine to say.
        """
        words = text.split()
        if not words:
            raise NotationError(f"{shown(text)} is not a game: expected a variant's name and its moves")
        swapped = words[2:3] == [SWAP]
        if swapped and variant.pie == "none":
            raise NotationError(f"{shown(text)} has a {SWAP}: this variant has no pie rule")
        moves = words[1:2] + words[3:] if swapped else words[1:]
        if len(moves) > variant.plies:
            raise NotationError(
                f"{shown(text)} has {len(moves)} moves: a game of this variant has {variant.plies}"
            )
        return cls(words[0], tuple(Move.parse(word, variant) for word in moves), swapped)
