"""Plain minimax against the oracle's tables, the reference, and known facts of the game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest
from support import (
    label,
    oracle_positions,
    oracle_rows,
    oracle_variant,
    random_moves,
    random_variant,
    refused,
)

from ressac_lab.errors import TooLargeError
from ressac_lab.reference import Reference, ReferenceMinimax
from ressac_lab.rules import Move, Position, Variant, map_symmetries
from ressac_lab.solve.minimax import Minimax
from ressac_lab.solve.pie import pie_value
from ressac_lab.solve.size import layer_sizes

EPSILONS = (0.05, 0.3, 1.0)
MARE = Variant(3, 3, ("B2",), 4, (2, 4))
ROWS_ONLY = Variant(3, 3, (), 4, (4,), slide_lines="row")
BASSIN = Variant(4, 4, ("B2", "C3"), 6, (2, 4, 6))
TROIS_BATEAUX = Variant(boats=3, decounts=(1, 2, 3))


@lru_cache
def minimax(variant: Variant) -> Minimax:
    """Return the one solver of a variant, so that no table is worked out twice."""
    return Minimax(variant, EPSILONS)


@pytest.mark.parametrize(
    ("variant", "value"),
    [
        pytest.param(oracle_variant(row), int(row["value"]), id=label(oracle_variant(row)))
        for row in oracle_rows("values")
    ],
)
def test_the_oracles_value_is_met(variant: Variant, value: int) -> None:
    assert minimax(variant).value(Position.start(variant)) == value


@pytest.mark.parametrize(
    "variant",
    dict.fromkeys(oracle_variant(row) for row in oracle_rows("openings")),
    ids=label,
)
def test_the_oracles_openings_are_met(variant: Variant) -> None:
    rows = [row for row in oracle_rows("openings") if oracle_variant(row) == variant]
    found = minimax(variant).openings(Position.start(variant))
    assert sorted((move.text(variant), value) for move, value in found) == sorted(
        (row["move"], int(row["value"])) for row in rows
    )


@pytest.mark.parametrize(
    ("variant", "epsilon", "value"),
    [
        pytest.param(
            oracle_variant(row),
            float(row["eps"]),
            float(row["value"]),
            id=f"{label(oracle_variant(row))} eps {row['eps']}",
        )
        for row in oracle_rows("trembling")
    ],
)
def test_the_oracles_trembling_hand_values_are_met(variant: Variant, epsilon: float, value: float) -> None:
    found = minimax(variant).trembling_values(Position.start(variant))
    assert found[EPSILONS.index(epsilon)] == pytest.approx(value, rel=0, abs=1e-9)


@pytest.mark.parametrize(
    ("position", "score_to_go"),
    [pytest.param(*row, id=row[0].text()) for row in oracle_positions("positions")],
)
def test_the_oracles_score_to_go_is_met(position: Position, score_to_go: int) -> None:
    assert minimax(Variant()).value(position) == score_to_go


def late_position(variant: Variant, source: random.Random) -> Position:
    """Return a position of a random game with few sequences of moves left, two plies at the most."""
    engine = Reference(variant)
    game = list(engine.replay(tuple(random_moves(variant, source, engine.play))))
    return game[variant.plies - source.randint(1, 2)]


@pytest.mark.parametrize("seed", range(60))
def test_a_late_position_of_a_random_variant_is_valued_as_by_the_reference(seed: int) -> None:
    source = random.Random(seed)
    variant = random_variant(source, sides=(2, 5))
    position = late_position(variant, source)
    compiled, reference = Minimax(variant, EPSILONS), ReferenceMinimax(variant, EPSILONS)
    assert compiled.value(position) == reference.value(position)
    assert compiled.openings(position) == reference.openings(position)
    expected = pytest.approx(reference.trembling_values(position), rel=0, abs=1e-12)
    assert compiled.trembling_values(position) == expected


def test_a_board_of_64_cells_is_valued_as_by_the_reference() -> None:
    variant = Variant(8, 8, ("A1", "H8"), 31, (31,), slide_lines="row")
    for seed in range(5):
        position = late_position(variant, random.Random(seed))
        assert Minimax(variant).openings(position) == ReferenceMinimax(variant).openings(position)


@pytest.mark.parametrize(
    "variant", [MARE, ROWS_ONLY, replace(MARE, scorers="both", wrecks_drift=False)], ids=label
)
def test_the_line_of_a_solution_is_a_game_that_makes_the_value(variant: Variant) -> None:
    solution = Minimax(variant).solve(Position.start(variant))
    last = list(Reference(variant).replay(solution.line))[-1]
    assert last.ply == variant.plies
    assert last.points[0] - last.points[1] == solution.value
    assert max(value for _, value in solution.openings) == solution.value
    assert dict(solution.openings)[solution.line[0]] == solution.value


def test_every_position_of_a_solutions_line_is_valued_by_what_is_still_scored_on_it() -> None:
    solver = Minimax(MARE)
    solution = solver.solve(Position.start(MARE))
    game = list(Reference(MARE).replay(solution.line))
    margins = [position.points[0] - position.points[1] for position in game]
    assert [solver.value(position) for position in game] == [margins[-1] - m for m in margins]


def test_dark_at_move_makes_the_margin_small() -> None:
    # Dark's last boat: D3 and E3 can be joined to three, and Light's points are banked.
    variant = Variant(wrecks=(), boats=3, decounts=(3,))
    position = Position.parse("LLL2/5/3DD/5/5 5 3-0")
    solution = Minimax(variant).solve(position)
    assert solution.value == -3
    assert min(value for _, value in solution.openings) == -3
    assert max(value for _, value in solution.openings) == -1


def test_the_pie_rule_gives_the_first_player_the_opening_that_leaves_the_sides_closest() -> None:
    # A first move worth v to Light is worth −|v − komi| to whoever makes it: the other picks a side.
    assert pie_value([3, 1, -2], komi=0) == -1
    assert pie_value([3, 1, -2], komi=1) == 0
    assert pie_value([3, 1, -2], komi=-0.5) == -1.5
    start = Position.start(ROWS_ONLY)
    values = {value for _, value in Minimax(ROWS_ONLY).solve(start).openings}
    assert max(values) == 1
    assert pie_value(values, komi=0) == -min(abs(value) for value in values)


def test_the_first_boat_may_only_begin_where_the_rule_allows() -> None:
    for first_boat, cells in (("corner", 4), ("edge", 8)):
        variant = replace(MARE, first_boat=first_boat)
        start = Position.start(variant)
        openings = Minimax(variant).openings(start)
        assert len(openings) == 4 * cells
        assert dict(openings).items() <= dict(Minimax(MARE).openings(start)).items()


def test_banked_points_and_komi_never_change_what_is_to_come() -> None:
    start = Position.start(MARE)
    value = Minimax(MARE, EPSILONS).trembling_values(start)
    assert Minimax(replace(MARE, komi=2.5), EPSILONS).trembling_values(start) == value
    assert Minimax(MARE, EPSILONS).trembling_values(replace(start, points=(7, 1))) == value


def test_nothing_is_to_come_after_the_end() -> None:
    variant = Variant(boats=1, decounts=(1,))
    over = Position.parse("L3D/5/1XXX1/5/5 2 1-1")
    solution = Minimax(variant).solve(over)
    assert (solution.value, solution.line, solution.openings) == (0, (), ())


def test_what_is_known_is_not_worked_out_again() -> None:
    solver, start = Minimax(MARE), Position.start(MARE)
    solver.value(start)
    nodes = solver.nodes
    solver.solve(start)
    for move in Reference(MARE).legal_moves(start):
        solver.value(Reference(MARE).play(start, move))
    assert solver.nodes == nodes > 1000


def test_a_table_that_is_full_is_renewed_and_answers_alike() -> None:
    solver, expected = Minimax(Variant()), []
    for position, score_to_go in oracle_positions("positions")[::-1] * 2:
        expected.append(solver.value(position) == score_to_go)
    assert all(expected)


def test_a_table_with_room_is_kept() -> None:
    positions = [position for position, _ in oracle_positions("positions")]
    solver = Minimax(Variant())
    solver.value(positions[-1])
    nodes = solver.nodes
    solver.value(positions[0])
    assert (positions[-1].ply, positions[0].ply) == (14, 17)
    assert solver.nodes == nodes + 1


def test_an_empty_table_is_not_taken_for_the_empty_board() -> None:
    # All masks of the empty board without wrecks are zero, like a slot that was never filled.
    variant = Variant(2, 2, (), 2, (1, 2), scorers="both")
    solver, start = Minimax(variant), Position.start(variant)
    assert solver.value(start) == ReferenceMinimax(variant).value(start) == 2


def test_a_start_position_out_of_reach_is_refused_with_an_estimate() -> None:
    size = sum(layer_sizes(BASSIN, 0))
    message = f"plain minimax would visit up to {size:,} positions: expected at most 10,000,000"
    for ask in (Minimax(BASSIN).value, Minimax(BASSIN).openings, Minimax(BASSIN).solve):
        with refused(TooLargeError, message):
            ask(Position.start(BASSIN))


def test_the_limit_is_the_callers_to_choose() -> None:
    size = sum(layer_sizes(MARE, 0))
    assert Minimax(MARE, limit=size).value(Position.start(MARE)) == 0
    with refused(
        TooLargeError,
        f"plain minimax would visit up to {size:,} positions: expected at most {size - 1:,}",
    ):
        Minimax(MARE, limit=size - 1).value(Position.start(MARE))


def test_rows_only_on_a_3_by_3_board_without_wrecks_are_worth_one_point_to_light() -> None:
    assert minimax(ROWS_ONLY).value(Position.start(ROWS_ONLY)) == 1


def different_positions_after(variant: Variant, position: Position) -> list[Position]:
    """Return the positions after each move, one of those that symmetries of the map exchange."""
    engine, symmetries = Reference(variant), map_symmetries(variant)
    found: dict[frozenset[Position], Position] = {}
    for move in engine.legal_moves(position):
        after = engine.play(position, move)
        found.setdefault(frozenset(s.position(after) for s in symmetries), after)
    return list(found.values())


@pytest.mark.slow
def test_le_detroit_with_three_boats_is_an_exact_draw() -> None:
    # The whole graph is out of reach, so the first two plies are argued by hand: each scores one
    # point, and from there on every position is valued exactly.
    start, engine = Position.start(TROIS_BATEAUX), Reference(TROIS_BATEAUX)
    first = different_positions_after(TROIS_BATEAUX, start)
    assert len(first) == 17
    solver = Minimax(TROIS_BATEAUX)

    def totals(position: Position) -> Iterator[int]:
        moves = engine.legal_moves(position)
        for reply in dict.fromkeys(engine.play(position, move) for move in moves):
            assert reply.points == (1, 1)
            yield solver.value(reply)

    # Light has a move that loses to no reply, and none that wins against every one.
    assert min(totals(first[0])) == 0
    assert all(any(total <= 0 for total in totals(after)) for after in first)


def test_epsilon_one_is_uniformly_random_play() -> None:
    # Two moves by hand: in a 2×2 game of one boat each every flotilla is 1.
    variant = Variant(2, 2, (), 1, (1,), scorers="both")
    assert Minimax(variant, [1.0]).trembling_values(Position.start(variant)) == (1.0,)


def test_values_are_asked_for_in_any_order_and_number() -> None:
    start = Position.start(MARE)
    one = Minimax(MARE, (0.3,)).trembling_values(start)
    many = Minimax(MARE, (1.0, 0.3, 0.05, 0.0)).trembling_values(start)
    assert one == (many[1],)
    assert many[3] == Minimax(MARE).value(start)
    assert Minimax(MARE).trembling_values(start) == ()


def test_moves_of_a_position_are_those_of_the_reference() -> None:
    position = Position.parse("XLL2/1X3/DD3/5/4X 4")
    variant = Variant(wrecks=("A5", "B4", "E1"), boats=3, decounts=(3,))
    moves: list[Move] = [move for move, _ in Minimax(variant).openings(position)]
    assert moves == Reference(variant).legal_moves(position)
    assert np.unique([move.cell for move in moves]).tolist() == position.empty
