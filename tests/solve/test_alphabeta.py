"""Alpha-beta equals plain minimax and the reference figures, under every switch."""

from __future__ import annotations

import pytest
from kit import check_solver
from support import interrupt_the_first_wait, label, oracle_positions, oracle_rows, oracle_variant, refused

from ressac_lab.errors import TooLargeError
from ressac_lab.reference import Reference
from ressac_lab.rules import Position, Variant
from ressac_lab.solve.alphabeta import AlphaBeta, OutOfNodes, score_bounds
from ressac_lab.solve.minimax import Minimax

SMALL_TABLE = 2**20
ROWS = [(oracle_variant(row), int(row["value"])) for row in oracle_rows("values")]


@pytest.mark.parametrize(("variant", "value"), ROWS, ids=[label(variant) for variant, _ in ROWS])
def test_the_oracles_values_are_met(variant: Variant, value: int) -> None:
    assert AlphaBeta(variant, SMALL_TABLE).value(Position.start(variant)) == value


@pytest.mark.parametrize("ply", [17, 16, 15, 14])
def test_the_oracles_late_positions_are_met(ply: int) -> None:
    solver = AlphaBeta(Variant(), SMALL_TABLE)
    for position, score_to_go in oracle_positions("positions"):
        if position.ply == ply:
            assert solver.value(position) == score_to_go


@pytest.mark.parametrize(
    "ply", [11, 10, pytest.param(9, marks=pytest.mark.slow), pytest.param(8, marks=pytest.mark.slow)]
)
def test_the_oracles_deep_positions_are_met(ply: int) -> None:
    solver = AlphaBeta(Variant())
    for position, score_to_go in oracle_positions("deep_positions"):
        if position.ply == ply:
            assert solver.value(position) == score_to_go


def test_every_switch_is_honoured() -> None:
    check_solver(lambda variant, position: AlphaBeta(variant, SMALL_TABLE).value(position))


def test_openings_and_line_are_those_of_minimax() -> None:
    for row in oracle_rows("values")[::3]:
        variant = oracle_variant(row)
        start = Position.start(variant)
        found = AlphaBeta(variant, SMALL_TABLE).solve(start, with_openings=True)
        assert found.openings == Minimax(variant).openings(start)
        *_, last = Reference(variant).replay(found.line)
        assert last.ply == variant.plies
        assert last.points[0] - last.points[1] == found.value == int(row["value"])


@pytest.mark.slow
def test_le_bassin_is_worth_one_point_to_dark() -> None:
    bassin = Variant(4, 4, ("B2", "C3"), 6, (2, 4, 6))
    assert AlphaBeta(bassin).value(Position.start(bassin)) == -1


def test_le_detroit_with_three_boats_is_an_exact_draw() -> None:
    variant = Variant(boats=3, decounts=(1, 2, 3))
    assert AlphaBeta(variant).value(Position.start(variant)) == 0


def test_no_score_to_go_lies_outside_its_bounds() -> None:
    variant = Variant(3, 3, ("B2",), 4, (2, 4), scorers="both")
    engine, solver, position = Reference(variant), Minimax(variant), Position.start(variant)
    while position.ply < variant.plies:
        sign = -1 if position.mover else 1
        least, most = score_bounds(variant, position.ply)
        assert least <= sign * solver.value(position) <= most
        position = engine.play(position, engine.legal_moves(position)[0])


def test_a_table_that_is_too_small_is_refused() -> None:
    with refused(TooLargeError, "memory of 1,000 bytes: expected at least 1,048,576"):
        AlphaBeta(Variant(), 1000)


def test_an_interrupt_stops_the_search_and_leaves_what_is_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    solver, start = AlphaBeta(Variant(), SMALL_TABLE), Position.start(Variant())
    interrupt_the_first_wait(monkeypatch)
    with pytest.raises(KeyboardInterrupt):
        solver.value(start)
    monkeypatch.undo()
    assert solver.bounds[0] < 0 < solver.bounds[1]
    late, score_to_go = oracle_positions("positions")[0]
    assert solver.value(late) == score_to_go
    assert solver.bounds == (score_to_go, score_to_go)


@pytest.mark.parametrize("workers", [2, 3])
def test_answers_do_not_depend_on_the_number_of_workers(workers: int) -> None:
    solver = AlphaBeta(Variant(), SMALL_TABLE, workers)
    for position, score_to_go in oracle_positions("deep_positions"):
        if position.ply >= 10:
            assert solver.value(position) == score_to_go


def test_a_forgetful_solver_visits_the_same_positions_again() -> None:
    (first, _), (second, _) = oracle_positions("deep_positions")[:2]
    solver, counts = AlphaBeta(Variant(), SMALL_TABLE), []
    for position in (first, second, first):
        solver.forget()
        solver.value(position)
        counts.append(solver.nodes)
    assert counts[0] == counts[2] != counts[1]


def test_the_outcome_is_the_sign_of_the_value_less_the_komi() -> None:
    for row in oracle_rows("values")[::5]:
        variant, value = oracle_variant(row), int(row["value"])
        for komi in (-1.5, -1, -0.5, 0, 0.5, 1, 2.5):
            solver, start = AlphaBeta(variant, SMALL_TABLE), Position.start(variant)
            assert solver.outcome(start, komi) == (value > komi) - (value < komi)
            assert solver.bounds[0] <= value <= solver.bounds[1]


def test_points_banked_so_far_count_for_the_outcome() -> None:
    position, score_to_go = oracle_positions("positions")[0]
    for light, dark in ((0, 0), (3, 0), (0, 3), (9, 1)):
        banked = Position(
            position.board, position.light, position.dark, position.wrecks, position.ply, (light, dark)
        )
        total = light - dark + score_to_go
        assert AlphaBeta(Variant(), SMALL_TABLE).outcome(banked, 0) == (total > 0) - (total < 0)


def test_a_spent_node_limit_leaves_what_is_proven() -> None:
    position, score_to_go = next(
        (position, score) for position, score in oracle_positions("deep_positions") if position.ply == 9
    )
    widths = []
    for limit in (100, 200_000, 10_000_000):
        solver = AlphaBeta(Variant(), SMALL_TABLE, node_limit=limit)
        if limit < 10_000_000:
            with pytest.raises(OutOfNodes):
                solver.value(position)
            assert limit <= solver.nodes <= limit + 100
        else:
            assert solver.value(position) == score_to_go
        assert solver.bounds[0] <= score_to_go <= solver.bounds[1]
        widths.append(solver.bounds[1] - solver.bounds[0])
    assert widths[0] > 0 == widths[-1]


def test_a_start_map_that_is_its_own_image_is_valued_as_without_symmetry(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for variant in (Variant(boats=3, decounts=(1, 2, 3)), Variant(4, 4, (), 3, (2, 3), touch="torus")):
        start, counts = Position.start(variant), []
        for plies in (7, 99):
            monkeypatch.setattr("ressac_lab.solve.alphabeta.PLIES_UNMIRRORED", plies)
            solver = AlphaBeta(variant)
            counts.append((solver.value(start), solver.nodes))
        assert counts[0][0] == counts[1][0]
