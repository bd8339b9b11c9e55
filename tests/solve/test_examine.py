"""What is found out about a position, whole or cut short, is true."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from support import interrupt_the_first_wait, label, oracle_positions, oracle_rows, oracle_variant

from ressac_lab.reference import Reference
from ressac_lab.rules import Position, Variant
from ressac_lab.solve.alphabeta import AlphaBeta
from ressac_lab.solve.examine import INTERRUPTED, Answer, PlainSolver, Question, Solver, examine, warm
from ressac_lab.solve.minimax import Minimax
from ressac_lab.solve.pie import pie_value

SMALL_TABLE = 2**20
ROWS_ONLY = Variant(3, 3, (), 4, (4,), slide_lines="row")
MARE = Variant(3, 3, ("B2",), 4, (2, 4))
EVERYTHING = Question(openings=True, line=True)
VARIANTS = [(oracle_variant(row), int(row["value"])) for row in oracle_rows("values")][::3]


def solvers(variant: Variant) -> list[Solver]:
    return [AlphaBeta(variant, SMALL_TABLE), PlainSolver(variant)]


def sign(number: float) -> int:
    return (number > 0) - (number < 0)


@pytest.mark.parametrize(("variant", "value"), VARIANTS, ids=[label(variant) for variant, _ in VARIANTS])
def test_search_and_plain_minimax_answer_everything_alike(variant: Variant, value: int) -> None:
    start = Position.start(variant)
    answers = [examine(solver, start, EVERYTHING) for solver in solvers(variant)]
    for answer in answers:
        assert (answer.low, answer.high, answer.exact, answer.cut) == (value, value, True, "")
        assert answer.complete
        assert answer.line is not None
        *_, last = Reference(variant).replay(answer.line)
        assert last.ply == variant.plies
        assert last.points[0] - last.points[1] == value
        assert max(opening.value for opening in answer.openings) == value
        assert answer.nodes > 0
    assert answers[0].openings == answers[1].openings


@pytest.mark.parametrize("komi", [-1.5, -1, 0, 0.5, 1, 1.5, 2])
def test_the_outcome_is_read_off_the_value_komi_and_the_banked_points(komi: float) -> None:
    variant = replace(ROWS_ONLY, komi=komi)
    for solver in solvers(variant):
        answer = examine(solver, Position.start(variant), Question(outcome=True))
        assert answer.winner == sign(1 - komi)
        assert (answer.line, answer.openings) == (None, ())


def test_banked_points_count_for_the_outcome_whoever_moves() -> None:
    source, seen = random.Random(5), set()
    for position, score_to_go in oracle_positions("positions")[::6]:
        light, dark = source.choice([(13, 8), (8, 13), (9, 9), (6, 12), (12, 6), (7, 4)])
        komi = source.choice([0, 0, 0.5, -2])
        variant = Variant(komi=komi)
        banked = replace(position, points=(light, dark))
        for solver in solvers(variant):
            winner = examine(solver, banked, Question(outcome=True)).winner
            assert winner == sign(light - dark + score_to_go - komi)
            seen.add((winner, position.mover))
    assert {winner for winner, _ in seen} == {-1, 0, 1}
    assert {mover for _, mover in seen} == {0, 1}


@pytest.mark.parametrize("komi", [-1, -0.5, 0, 0.5, 1, 2])
@pytest.mark.parametrize("base", [ROWS_ONLY, MARE], ids=["rows only", "mare"])
def test_under_the_pie_rule_the_outcome_is_that_of_the_first_player(base: Variant, komi: float) -> None:
    variant = replace(base, pie="swap", komi=komi)
    start = Position.start(variant)
    expected = sign(pie_value([value for _, value in Minimax(base).openings(start)], komi))
    for solver in solvers(variant):
        assert examine(solver, start, Question(outcome=True)).winner == expected


def test_after_the_first_move_the_pie_rule_counts_no_more() -> None:
    variant = replace(ROWS_ONLY, pie="swap")
    engine, start = Reference(variant), Position.start(variant)
    after = engine.play(start, engine.legal_moves(start)[0])
    value = Minimax(variant).value(after)
    for solver in solvers(variant):
        answer = examine(solver, after, Question(outcome=True))
        assert answer.winner == sign(value)
        assert not examine(solver, after, Question()).complete


def test_under_the_pie_rule_a_value_comes_with_the_first_moves() -> None:
    variant = replace(ROWS_ONLY, pie="swap")
    for solver in solvers(variant):
        answer = examine(solver, Position.start(variant), Question())
        assert answer.complete
        assert sum(opening.stands_for for opening in answer.openings) == 18


def cut_after(nodes: int, question: Question, variant: Variant = MARE) -> Answer:
    solver = AlphaBeta(variant, SMALL_TABLE)
    solver.node_limit = nodes
    return examine(solver, Position.start(variant), question)


def test_whatever_the_budget_what_is_said_is_true() -> None:
    whole = examine(AlphaBeta(MARE, SMALL_TABLE), Position.start(MARE), EVERYTHING)
    kinds = set()
    for nodes in (1, 10, 100, 300, 1000, 3000, 5000, 10_000, 20_000, 50_000, 10**9):
        answer = cut_after(nodes, EVERYTHING)
        assert answer.low <= whole.low == whole.high <= answer.high
        assert answer.line in (None, whole.line)
        assert answer.openings == whole.openings[: len(answer.openings)]
        assert answer.complete == (answer.cut == "")
        if answer.cut:
            assert answer.cut == f"node budget of {nodes:,} spent"
        kinds.add((answer.exact, answer.line is not None, answer.complete))
    assert (False, False, False) in kinds
    assert (True, True, True) in kinds


def test_an_outcome_that_was_cut_short_is_none_and_its_bounds_are_true() -> None:
    variant = replace(MARE, pie="swap")
    most = sum(variant.points_possible())
    for nodes in (1, 50, 200, 500):
        answer = cut_after(nodes, Question(outcome=True))
        assert answer.low <= 0 <= answer.high
        assert (answer.winner is None) == bool(answer.cut)
        # The bounds of the position after some first move are not those of the start.
        under_pie = cut_after(nodes, Question(outcome=True), variant)
        assert (under_pie.low, under_pie.high) == (-most, most)
    assert cut_after(1, Question(outcome=True)).winner is None


def test_bounds_of_one_position_are_never_told_of_another() -> None:
    solver = AlphaBeta(Variant(), SMALL_TABLE)
    late, score_to_go = oracle_positions("positions")[0]
    assert examine(solver, late, Question()).low == score_to_go
    solver.node_limit = 1
    answer = examine(solver, Position.start(Variant()), Question())
    assert answer.low < 0 < answer.high


def test_no_position_changes_the_nodes_of_the_next() -> None:
    solver = AlphaBeta(Variant(), SMALL_TABLE)
    places = [position for position, _ in oracle_positions("positions")[::7]]
    alone = [examine(AlphaBeta(Variant(), SMALL_TABLE), place, Question()).nodes for place in places]
    assert [examine(solver, place, Question()).nodes for place in places] == alone
    assert [examine(solver, place, Question()).nodes for place in reversed(places)] == alone[::-1]


def test_an_interrupt_ends_the_search_and_not_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    solver = AlphaBeta(Variant(), SMALL_TABLE)
    warm(solver)
    interrupt_the_first_wait(monkeypatch)
    answer = examine(solver, Position.start(Variant()), EVERYTHING)
    assert answer.cut == INTERRUPTED
    assert answer.low < 0 < answer.high
    assert answer.line is None


def test_those_who_watch_are_told_what_is_worked_on() -> None:
    for variant, question, expected in (
        (MARE, EVERYTHING, ["value", "best line", "first moves"]),
        (MARE, Question(outcome=True), ["value"]),
        (replace(MARE, pie="swap"), Question(outcome=True), ["first moves"]),
    ):
        told: list[str] = []
        examine(PlainSolver(variant), Position.start(variant), question, told.append)
        assert told == expected


@pytest.mark.parametrize(
    "variant", [Variant(boats=1, decounts=(1,)), Variant(decounts=(1,)), Variant(2, 2, (), 2, (2,)), MARE]
)
def test_every_variant_can_be_warmed_up(variant: Variant) -> None:
    for solver in solvers(variant):
        warm(solver)
        solver.forget()
        assert solver.nodes == 0
