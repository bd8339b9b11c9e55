"""Long proofs that survive: a solver that keeps in a file what it proves near the root.

A question about a position, "is the score to go of the side to move at least ``beta``?", is answered from
what the file says, else by the fast search if the position is a leaf, else by the questions about the
positions after its moves, one at a time, the most promising first. Positions that symmetries carry into
one another are one. Every answer goes to the file, so that whoever asks again goes on from there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import ceil, prod
from typing import Protocol

from ressac_lab.errors import NotationError
from ressac_lab.reference import Reference
from ressac_lab.reference.engine import touching_cells
from ressac_lab.reference.minimax import margin
from ressac_lab.rules import Move, Position, Variant, slides_of
from ressac_lab.solve.alphabeta import score_bounds
from ressac_lab.solve.estimate import GROWTH, Share
from ressac_lab.solve.minimax import Solution
from ressac_lab.solve.proof_file import ProofFile
from ressac_lab.solve.proof_reader import Claim
from ressac_lab.solve.reduction import Reduction

METHOD = "alpha-beta below a stored proof"
# The default leaves are the first positions below which a perfectly sorted search sees so few.
LEAF_WORK = 10_000_000


class Search(Protocol):
    """What answers the questions about leaves; ``AlphaBeta`` does."""

    node_limit: int | None

    @property
    def nodes(self) -> int:
        """The number of positions visited so far."""

    def reaches(self, position: Position, beta: int) -> bool:
        """Return whether the mover's score to go is at least ``beta``."""

    def forget(self) -> None:
        """Forget every position and every count."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a proof stands.

    ``low`` and ``high`` bound the score to go that was asked for last, Light minus Dark. ``open`` has
    (moves answered, moves) of each position on the way to the leaf at work. ``seconds`` of the processor
    went into the question at work so far, and ``share`` of it is taken for done.
    """

    low: int
    high: int
    claims: int
    open: tuple[tuple[int, int], ...]
    seconds: float
    share: float

    @property
    def seconds_left(self) -> float | None:
        """The processor seconds that are left, by the estimate of ``solve.estimate``, if there is one."""
        return self.seconds * (1 - self.share) / self.share if self.share > 0 else None


@dataclass(frozen=True, slots=True)
class _Child:
    """A move, the position after it, and what must be asked there to tell whether the move does it."""

    move: Move
    position: bytes
    beta: int


class Proof:
    """A solver of positions of one variant whose answers are kept in a proof file.

    ``search`` answers the questions about leaves, which have ``leaf_plies`` plies to go or fewer.
    ``report`` is told where the proof stands after every claim. What the search raises, an interrupt or a
    spent node limit, is passed on; ``bounds`` then holds what is proven of the position asked about last.
    """

    def __init__(self, file: ProofFile, search: Search, leaf_plies: int | None = None) -> None:
        self.file, self.variant = file, file.variant
        plies = default_leaf_plies(self.variant, file.start) if leaf_plies is None else leaf_plies
        self.report: Callable[[Progress], None] = lambda progress: None
        self._leaf = self.variant.plies - plies
        self._search = search
        self._engine = Reference(self.variant)
        self._reduction = Reduction(self.variant)
        graph = touching_cells(self.variant)
        self._near = [frozenset(graph[cell]) for cell in range(self.variant.board.cells)]
        self._asked = file.start
        self._share = Share()
        self._claims, self._nodes_before, _ = file.totals()
        self._spent = self._noted = 0.0
        self._clock = time.process_time()

    @property
    def node_limit(self) -> int | None:
        """How many positions the search may visit."""
        return self._search.node_limit

    @node_limit.setter
    def node_limit(self, nodes: int | None) -> None:
        self._search.node_limit = nodes

    @property
    def nodes(self) -> int:
        """The number of positions visited for what is in the file, and since it was opened."""
        return self._nodes_before + self._search.nodes

    @property
    def bounds(self) -> tuple[int, int]:
        """What is proven of the score to go asked for last, Light minus Dark."""
        low, high = self._known(self._reduction.key(self._asked), self._asked.ply)
        return (-high, -low) if self._asked.mover else (low, high)

    def forget(self) -> None:
        """Let the search begin anew; what is in the file stays known."""
        self._search.forget()

    def value(self, position: Position) -> int:
        """Return the exact score to go of a position, Light's points to come minus Dark's."""
        self._asked = position
        low, high = self.bounds
        while low < high:
            # From 0 outwards.
            self._at_least(position, low + 1 if low >= 0 else min(high, 0))
            low, high = self.bounds
        return low

    def outcome(self, position: Position, komi: float) -> int:
        """Return +1 if Light wins, 0 for a draw, −1 if Dark wins, by two questions at most."""
        needed = komi - margin(position)
        if not self._at_least(position, ceil(needed)):
            return -1
        if needed != ceil(needed):
            return 1
        return int(self._at_least(position, ceil(needed) + 1))

    def solve(self, position: Position) -> Solution:
        """Return the exact value of a position with a line that realises it."""
        value = self.value(position)
        return Solution(value, self._line(position, value), self.nodes, (), METHOD)

    def _at_least(self, position: Position, points: int) -> bool:
        """Answer whether Light's score to go is at least so much."""
        if position.mover:
            return not self.reaches(position, 1 - points)
        return self.reaches(position, points)

    def reaches(self, position: Position, beta: int) -> bool:
        """Return whether the mover's score to go is at least ``beta``."""
        self._asked = position
        self._share = Share()
        # Work on a question that was cut short is gone on with.
        self._spent = self._noted = self.file.seconds_since_answer()
        self._clock = time.process_time()
        self._tell()
        before = self._claims
        reached = self._answer(self._reduction.key(position), position.ply, beta, hopeful=beta <= 0)
        if self._claims > before:
            self.file.add_estimate(1.0)
            self.file.commit()
        return reached

    def _known(self, key: bytes, ply: int) -> tuple[int, int]:
        """Return what is known of a mover's score to go without any work."""
        least, most = score_bounds(self.variant, ply)
        low, high = self.file.bounds(key)
        return max(least, least if low is None else low), min(most, most if high is None else high)

    def _answer(self, key: bytes, ply: int, beta: int, hopeful: bool) -> bool:
        """Answer whether the mover reaches ``beta``; ``hopeful`` if that is to be expected."""
        low, high = self._known(key, ply)
        if low >= beta or high < beta:
            return low >= beta
        position = self._reduction.position(key)
        if ply >= self._leaf:
            before = self._search.nodes
            reached = self._search.reaches(position, beta)
            self._add(Claim(key, beta, int(reached), 1, None, self._search.nodes - before))
            return reached
        move = self._move_for(position, beta, hopeful)
        text = None if move is None else move.text(self.variant)
        self._add(Claim(key, beta, int(move is not None), 0, text))
        return move is not None

    def _move_for(self, position: Position, beta: int, hopeful: bool) -> Move | None:
        """Return a move that reaches ``beta``, or None if no move does."""
        ply, open_moves = position.ply + 1, []
        for child in self._children(position, beta):
            low, high = self._known(child.position, ply)
            if high < child.beta:
                return child.move
            if low < child.beta:
                open_moves.append(child)
        frame = self._share.enter(len(open_moves), hopeful)
        for child in open_moves:
            if not self._answer(child.position, ply, child.beta, not hopeful):
                self._share.leave(answered=True)
                return child.move
            frame.done += 1
        self._share.leave(answered=False)
        return None

    def _children(self, position: Position, beta: int) -> list[_Child]:
        """Return the moves that lead to different positions, the most promising first."""
        scored: dict[bytes, tuple[int, _Child]] = {}
        for move in self._engine.legal_moves(position):
            after = self._engine.play(position, move)
            key = self._reduction.key(after)
            if key in scored:
                continue
            gained = (margin(after) - margin(position)) * (-1 if position.mover else 1)
            fleets = (after.light, after.dark)
            shape = self._shape(fleets[position.mover]) - self._shape(fleets[1 - position.mover])
            scored[key] = 16 * gained + shape, _Child(move, key, gained - beta + 1)
        return [child for _, child in sorted(scored.values(), key=lambda pair: -pair[0])]

    def _shape(self, boats: frozenset[int]) -> int:
        """Return how promising a fleet looks: its largest flotilla first, then how many boats touch."""
        pairs = sum(len(self._near[boat] & boats) for boat in boats) // 2
        return 4 * self._engine.largest_flotilla(boats) + pairs

    def _add(self, claim: Claim) -> None:
        now = time.process_time()
        seconds, self._clock = round(now - self._clock, 6), now
        self._spent += seconds
        self._claims += 1
        self.file.add(replace(claim, seconds=seconds))
        if self._spent >= GROWTH * self._noted and self._share.path:
            self.file.add_estimate(self._share.value())
            self._noted = self._spent
        self._tell()

    def _tell(self) -> None:
        steps = tuple((frame.done, frame.moves) for frame in self._share.path)
        self.report(Progress(*self.bounds, self._claims, steps, self._spent, self._share.value()))

    def _line(self, position: Position, value: int) -> tuple[Move, ...]:
        """Return moves that each keep the value: those of the file, else found and kept there."""
        of_file = replace(position, points=self.file.start.points) == self.file.start
        if of_file and (noted := self._noted_line(value)) is not None:
            return noted
        line = tuple(self._kept(position, value))
        if of_file:
            self.file.note_line(" ".join(move.text(self.variant) for move in line))
            self.file.commit()
        return line

    def _noted_line(self, value: int) -> tuple[Move, ...] | None:
        """Return the line of the file, unless it has none or that is no game that makes the value."""
        noted = self.file.about("line")
        if noted is None:
            return None
        position, line = self.file.start, []
        try:
            for word in noted.split():
                line.append(Move.parse(word, self.variant))
                self._engine.check_legal(position, line[-1])
                position = self._engine.play(position, line[-1])
        except NotationError:
            return None
        made = margin(position) - margin(self.file.start)
        return tuple(line) if (position.ply, made) == (self.variant.plies, value) else None

    def _kept(self, position: Position, value: int) -> Iterator[Move]:
        """Yield moves that each keep the value, from the file as far as it goes, then by search."""
        while position.ply < self.variant.plies:
            for move in self._candidates(position, value):
                after = self._engine.play(position, move)
                left = value - margin(after) + margin(position)
                # Seen from the next mover: the move keeps the value if no more than that is reached.
                if not self._line_reaches(after, (-left if after.mover else left) + 1):
                    break
            yield move
            position, value = after, left

    def _candidates(self, position: Position, value: int) -> Iterator[Move]:
        """Yield moves that may keep a value: a proven one first, then those that look good."""
        target = -value if position.mover else value
        proven = self.file.move_of(self._reduction.key(position), target)
        if proven is not None:
            symmetry = self._reduction.symmetry(position)
            yield next(
                move
                for move in self._engine.legal_moves(position)
                if symmetry.move(move).text(self.variant) == proven
            )
        yield from (child.move for child in self._children(position, target))

    def _line_reaches(self, position: Position, beta: int) -> bool:
        """Answer a question about a position of the line, which need not be in the file."""
        low, high = self._known(self._reduction.key(position), position.ply)
        if low >= beta or high < beta:
            return low >= beta
        return self._search.reaches(position, beta)


def default_leaf_plies(variant: Variant, start: Position) -> int:
    """Return how many plies before the end the fast search takes over unless told otherwise."""
    slides, cells = len(slides_of(variant, 0)), variant.board.cells - len(variant.wrecks)
    for ply in range(start.ply, variant.plies):
        sequences = prod(slides * (cells - later) for later in range(ply, variant.plies))
        # A perfectly sorted alpha-beta search visits about the square root of all sequences.
        if sequences <= LEAF_WORK**2:
            return variant.plies - ply
    return 0
