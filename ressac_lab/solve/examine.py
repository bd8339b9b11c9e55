"""What is to be found out about a position, and what was: all of it, or what was known when cut short.

The same questions go to alpha-beta and to plain minimax.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from ressac_lab.reference import Reference
from ressac_lab.reference.minimax import margin
from ressac_lab.rules import Move, Position, Variant
from ressac_lab.solve.alphabeta import OutOfNodes
from ressac_lab.solve.minimax import Minimax, Solution
from ressac_lab.solve.openings import Opening, most_even, move_classes, openings_of
from ressac_lab.solve.pie import pie_counts

INTERRUPTED = "interrupted"
# What is being worked on, as progress says it.
VALUE, FIRST_MOVES, LINE = "value", "first moves", "best line"


class Solver(Protocol):
    """What a solver offers; see ``AlphaBeta``, which is one."""

    variant: Variant
    node_limit: int | None

    @property
    def bounds(self) -> tuple[int, int]:
        """What is proven of the score to go asked for last, Light minus Dark."""

    @property
    def nodes(self) -> int:
        """The positions visited since ``forget``."""

    def value(self, position: Position) -> int:
        """Return the exact score to go, Light minus Dark."""

    def outcome(self, position: Position, komi: float) -> int:
        """Return +1 if Light wins, 0 for a draw, −1 if Dark wins."""

    def solve(self, position: Position) -> Solution:
        """Return the exact score to go with a line that realises it."""

    def forget(self) -> None:
        """Clear the table and the count of nodes."""


@dataclass(frozen=True, slots=True)
class Question:
    """What to find out: the value, or only the outcome; the values of the moves; a best line.

    Where the pie rule counts, the outcome is that of the player who begins, the value comes with the values
    of the moves, and the line begins with a move that leaves the sides as close as can be, komi included.
    """

    outcome: bool = False
    openings: bool = False
    line: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found out about a position.

    ``low`` and ``high`` bound the score to go, Light minus Dark; equal, they are its value. ``winner`` is
    +1, 0 or −1 for Light, a draw and Dark, or under the pie rule for the player who begins; it and the
    ``line`` are None where they were not asked for or not found. ``openings`` holds what was valued of
    them, ``complete`` whether that is all. ``nodes`` and ``cpu_seconds`` are what it took to prove the
    value, or the outcome. ``cut`` says why the search ended early; empty, it did not.
    """

    low: int
    high: int
    nodes: int
    cpu_seconds: float
    winner: int | None = None
    line: tuple[Move, ...] | None = None
    openings: tuple[Opening, ...] = ()
    complete: bool = False
    cut: str = ""

    @property
    def exact(self) -> bool:
        """Whether the value is known."""
        return self.low == self.high


def examine(
    solver: Solver, position: Position, question: Question, tell: Callable[[str], None] | None = None
) -> Answer:
    """Return what a solver finds out about a position, after it has forgotten all others.

    ``tell`` is told what is being worked on. A spent node limit and an interrupt end the search, and the
    answer then holds what is known.
    """
    solver.forget()
    began, answer, cut = time.process_time(), None, ""
    try:
        for more in _stages(solver, position, question, tell or (lambda _: None)):
            answer = more
    except OutOfNodes:
        cut = f"node budget of {solver.node_limit:,} spent"
    except KeyboardInterrupt:
        cut = INTERRUPTED
    if answer is None:
        low, high = _bounds(solver, position, question)
        answer = Answer(low, high, solver.nodes, time.process_time() - began)
    return replace(answer, cut=cut)


def _stages(
    solver: Solver, position: Position, question: Question, tell: Callable[[str], None]
) -> Iterator[Answer]:
    """Yield the answer each time that it has grown."""
    began = time.process_time()
    pie = pie_counts(solver.variant, position)
    tell(FIRST_MOVES if pie and question.outcome else VALUE)
    winner = _winner(solver, position) if question.outcome else None
    if not question.outcome:
        solver.value(position)
    low, high = _bounds(solver, position, question)
    answer = Answer(low, high, solver.nodes, time.process_time() - began, winner)
    yield answer
    # Under the pie rule it takes the values of all first moves to know the best.
    for stage in (_with_openings, _with_line) if pie else (_with_line, _with_openings):
        for more in stage(solver, position, question, answer, tell):
            answer = more
            yield answer


def _with_line(
    solver: Solver, position: Position, question: Question, answer: Answer, tell: Callable[[str], None]
) -> Iterator[Answer]:
    """Yield the answer with a best line, if one was asked for."""
    if not question.line:
        return
    tell(LINE)
    if not pie_counts(solver.variant, position):
        yield replace(answer, line=solver.solve(position).line)
        return
    first = most_even(answer.openings, solver.variant.komi)[0].move
    after = Reference(solver.variant).play(position, first)
    yield replace(answer, line=(first, *solver.solve(after).line))


def _with_openings(
    solver: Solver, position: Position, question: Question, answer: Answer, tell: Callable[[str], None]
) -> Iterator[Answer]:
    """Yield the answer with each move that is valued, if that was asked for."""
    if not (question.openings or (pie_counts(solver.variant, position) and not question.outcome)):
        return
    tell(FIRST_MOVES)
    for opening in openings_of(solver.variant, position, solver.value):
        answer = replace(answer, openings=(*answer.openings, opening))
        yield answer
    yield replace(answer, complete=True)


def _bounds(solver: Solver, position: Position, question: Question) -> tuple[int, int]:
    """Return what is proven of the position's value, once it or who wins was worked on."""
    if question.outcome and pie_counts(solver.variant, position):
        # The solver was asked about other positions: those after the first moves.
        most = sum(solver.variant.points_possible())
        return -most, most
    return solver.bounds


def _winner(solver: Solver, position: Position) -> int:
    """Return who wins with komi; under the pie rule 0 or −1 for the player who begins."""
    variant = solver.variant
    if not pie_counts(variant, position):
        return _outcome(solver, position)
    # The other player takes the better side of whatever first move is made.
    if variant.komi != int(variant.komi):
        return -1
    engine = Reference(variant)
    afters = (engine.play(position, move) for move, _ in move_classes(variant, position))
    return 0 if any(_outcome(solver, after) == 0 for after in afters) else -1


def _outcome(solver: Solver, position: Position) -> int:
    """Return who wins from a position on, the banked points counted."""
    unbanked = replace(position, points=(0, 0))
    return solver.outcome(unbanked, solver.variant.komi - margin(position))


def warm(solver: Solver) -> None:
    """Have the kernels compiled, so that no position pays for it."""
    variant = solver.variant
    # The search looks at nothing after the last decount, plain minimax plays to the end.
    last = variant.plies if isinstance(solver, PlainSolver) else 2 * variant.decounts[-1]
    engine, position = Reference(variant), Position.start(variant)
    while position.ply < last - 1:
        position = engine.play(position, engine.legal_moves(position)[0])
    solver.value(position)


class PlainSolver:
    """Plain minimax as a solver; it cannot be cut by a count of nodes."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.node_limit: int | None = None
        self.forget()

    def forget(self) -> None:
        """Begin anew."""
        self._minimax = Minimax(self.variant)
        most = sum(self.variant.points_possible())
        self.bounds = (-most, most)

    @property
    def nodes(self) -> int:
        """The positions visited so far."""
        return self._minimax.nodes

    def value(self, position: Position) -> int:
        """Return the exact score to go of a position."""
        value = self._minimax.value(position)
        self.bounds = (value, value)
        return value

    def outcome(self, position: Position, komi: float) -> int:
        """Return +1 if Light wins with komi, 0 for a draw, −1 if Dark wins."""
        result = margin(position) + self.value(position) - komi
        return (result > 0) - (result < 0)

    def solve(self, position: Position) -> Solution:
        """Return the exact value of a position with a line that realises it."""
        return self._minimax.solve(position)
