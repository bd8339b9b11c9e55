"""What tests of agents share: positions, and agents' judgement in plain Python."""

from __future__ import annotations

import random

from support import random_moves, random_variant

from ressac_lab.agents.weights import weights_of
from ressac_lab.kernels.player import POINT
from ressac_lab.reference import Reference
from ressac_lab.reference.engine import slide_image
from ressac_lab.reference.minimax import margin
from ressac_lab.rules import Board, Move, Position, Variant, slides_of
from ressac_lab.solve.alphabeta import score_bounds

EASY_SIDES = (2, 4)


def random_position(variant: Variant, source: random.Random, left: int | None = None) -> Position:
    """Return a position of a random game with plies left until the last decount, so many if it has them."""
    engine, end = Reference(variant), 2 * variant.decounts[-1]
    game = list(engine.replay(tuple(random_moves(variant, source, engine.play))))
    return game[source.randrange(end) if left is None else max(0, end - left)]


def late_positions(seed: int, count: int, left: int) -> list[tuple[Variant, Position]]:
    """Return positions of random variants with at most so many plies left."""
    source, found = random.Random(seed), []
    while len(found) < count:
        variant = random_variant(source, sides=EASY_SIDES, most_boats=4)
        found.append((variant, random_position(variant, source, source.randint(1, left))))
    return found


class Judge:
    """The evaluation and the fixed-depth search, as one would write them down."""

    def __init__(self, variant: Variant, evaluation: str) -> None:
        self.variant, self.engine = variant, Reference(variant)
        self.weights = weights_of(variant, evaluation)

    def pairs(self, fleet: frozenset[int]) -> int:
        """Pairs of boats that touch; on a torus of two lines a pair may touch twice."""
        board: Board = self.variant.board
        joins = [(1, 0), (0, 1)]
        joins += [(1, 1), (-1, 1)] if self.variant.touch == "corners" else []
        if self.variant.touch == "torus":
            joins += [(1 - board.width, 0), (0, 1 - board.height)]
        places = {(board.column_of(cell), board.row_of(cell)) for cell in fleet}
        return sum((x + dx, y + dy) in places for x, y in places for dx, dy in joins)

    def reach(self, position: Position, fleet: frozenset[int]) -> int:
        """The largest flotilla after one more boat of the fleet, no other boat or wreck in the way."""
        anchored = frozenset() if self.variant.wrecks_drift else position.wrecks
        sizes = [1]
        if len(fleet) == self.variant.decounts[-1]:
            return self.engine.largest_flotilla(fleet)
        for cell in set(range(position.board.cells)) - fleet:
            for slide in slides_of(self.variant, cell):
                image = slide_image(self.variant, slide, anchored)
                boats = frozenset(image[boat] for boat in fleet | {cell})
                sizes.append(self.engine.largest_flotilla(boats))
        return max(sizes)

    def evaluate(self, position: Position) -> int:
        fleets = (position.light, position.dark)
        row = self.weights[position.ply].tolist()
        score = row[0]
        for fleet, first in ((fleets[position.mover], 1), (fleets[1 - position.mover], 4)):
            seen = (self.engine.largest_flotilla(fleet), self.pairs(fleet), self.reach(position, fleet))
            score += sum(weight * what for weight, what in zip(row[first : first + 3], seen, strict=True))
        low, high = score_bounds(self.variant, position.ply)
        return max(POINT * low, min(POINT * high, score))

    def look(self, position: Position, depth: int) -> int:
        """The mover's score to go by minimax over so many plies, in thousandths of a point."""
        if position.ply >= 2 * self.variant.decounts[-1]:
            return 0
        if depth == 0:
            return self.evaluate(position)
        return max(self.after(position, move, depth) for move in self.engine.legal_moves(position))

    def after(self, position: Position, move: Move, depth: int) -> int:
        """The mover's score to go by a move."""
        later = self.engine.play(position, move)
        gained = (margin(later) - margin(position)) * (-1 if position.mover else 1)
        return POINT * gained - self.look(later, depth - 1)
