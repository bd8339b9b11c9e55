from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest
from support import label, oracle_rows, oracle_variant

from ressac_lab.reference import Reference
from ressac_lab.rules import Move, Position, Variant, map_classes, map_symmetries
from ressac_lab.solve.alphabeta import AlphaBeta
from ressac_lab.solve.atlas import MapRow, Openings, atlas_rows
from ressac_lab.solve.layer_files import LayerFiles
from ressac_lab.solve.layer_plan import LayerPlan
from ressac_lab.solve.layers import sweep_layers
from ressac_lab.solve.minimax import Minimax


def rows_of(variant: Variant, folder: Path, epsilons: tuple[float, ...] = ()) -> list[MapRow]:
    files = LayerFiles(folder, LayerPlan(variant, len(variant.wrecks), epsilons))
    sweep_layers(files, workers=1)
    return atlas_rows(files)


def oracle_openings() -> dict[Variant, dict[str, int]]:
    found: dict[Variant, dict[str, int]] = defaultdict(dict)
    for row in oracle_rows("openings"):
        found[oracle_variant(row)][row["move"]] = int(row["value"])
    return found


@pytest.mark.parametrize(
    ("variant", "values"), oracle_openings().items(), ids=[label(variant) for variant in oracle_openings()]
)
def test_the_oracles_openings_are_counted_up_to_symmetry(
    variant: Variant, values: dict[str, int], tmp_path: Path
) -> None:
    # The row of a class speaks of its canonical map: carry the oracle's moves there.
    symmetries = map_symmetries(variant)
    orbits = {
        frozenset(symmetry.move(Move.parse(text, variant)) for symmetry in symmetries): value
        for text, value in values.items()
    }
    expected = sorted(orbits.values())
    rows = {row.map_class.wrecks: row for row in rows_of(variant, tmp_path)}
    own = next(c for c in map_classes(variant, len(variant.wrecks)) if _holds(c.wrecks, variant))
    found = rows[own.wrecks].openings
    assert [opening.value for opening in found for _ in range(opening.moves)] == expected
    assert rows[own.wrecks].keepers == expected.count(max(expected))


def _holds(wrecks: tuple[str, ...], variant: Variant) -> bool:
    from ressac_lab.rules import class_of

    return class_of(variant).wrecks == wrecks


@pytest.mark.parametrize(
    "variant",
    [
        Variant(3, 3, ("B2",), 3, (1, 3)),
        Variant(3, 3, ("B2",), 3, (2, 3), scorers="both", first_boat="corner"),
        Variant(3, 2, ("A1", "B1"), 2, (1, 2), slide_lines="row", wrecks_drift=False),
        Variant(3, 3, ("A1", "B2"), 3, (3,), touch="torus"),
    ],
    ids=label,
)
def test_every_class_of_maps_has_its_row(variant: Variant, tmp_path: Path) -> None:
    classes = map_classes(variant, len(variant.wrecks))
    rows = rows_of(variant, tmp_path, (0.5,))
    assert [row.map_class for row in rows] == classes
    for row in rows:
        start_map = variant.with_wrecks(variant.board.cell(name) for name in row.map_class.wrecks)
        start = Position.start(start_map)
        solver = Minimax(start_map, (0.5,))
        assert row.value == solver.value(start) == row.openings[-1].value
        assert row.trembling[0.5] == pytest.approx(solver.trembling_values(start)[0], abs=1e-12)
        openings = {move.text(start_map): value for move, value in solver.openings(start)}
        assert sorted(set(openings.values())) == [opening.value for opening in row.openings]
        assert all(openings[opening.example] == opening.value for opening in row.openings)
        keeping = sum(value == row.value for value in openings.values())
        assert row.keep_shares[0] == pytest.approx(keeping / len(openings))
        assert row.blunder_costs[0] == pytest.approx(row.value - sum(openings.values()) / len(openings))
        assert len(row.keep_shares) == len(row.blunder_costs) == variant.plies


@pytest.mark.parametrize(
    "variant",
    [
        Variant(4, 4, ("B2", "C3"), 3, (1, 2, 3)),
        Variant(4, 4, ("A1",), 3, (2, 3), scorers="both", touch="corners"),
        Variant(4, 3, ("A1", "B1"), 4, (2, 4), slide_lines="row"),
        Variant(3, 3, ("A1",), 4, (4,), slide_lines="any", slide="may"),
    ],
    ids=label,
)
def test_alpha_beta_agrees_on_every_class(variant: Variant, tmp_path: Path) -> None:
    for row in rows_of(variant, tmp_path):
        start_map = variant.with_wrecks(variant.board.cell(name) for name in row.map_class.wrecks)
        assert AlphaBeta(start_map, 2**20).value(Position.start(start_map)) == row.value


def test_one_class_of_the_small_board_is_lost_for_light(tmp_path: Path) -> None:
    plan = LayerPlan(Variant(4, 4, (), 6, (2, 4, 6)), 2, (), means=False)
    files = LayerFiles(tmp_path, plan)
    sweep_layers(files)
    values = {row.map_class.wrecks: row.value for row in atlas_rows(files)}
    assert len(values) == 21
    assert [wrecks for wrecks, value in values.items() if value] == [("C2", "B3")]
    assert values["C2", "B3"] == -1


def test_maps_that_leave_no_first_cell_are_left_out(tmp_path: Path) -> None:
    variant = Variant(3, 3, ("A1", "C1", "A3"), 2, (2,), first_boat="corner")
    rows = rows_of(
        Variant(3, 3, (), 2, (2,), first_boat="corner").with_wrecks(variant.wreck_cells), tmp_path
    )
    four = Variant(3, 3, ("A1", "C1", "A3", "B2"), 2, (2,), first_boat="corner")
    assert len(rows) == len(map_classes(variant, 3))
    rows = rows_of(four, tmp_path / "four")
    assert ("A1", "C1", "A3", "C3") not in [row.map_class.wrecks for row in rows]
    assert Reference(four).legal_moves(Position.start(four))


def test_the_pie_rule_takes_the_opening_that_is_closest_to_even() -> None:
    maps = map_classes(Variant(), 0)[0]
    row = MapRow(
        maps, 3, {}, (), (), (Openings(-2, 4, "A1>"), Openings(1, 2, "B1>"), Openings(3, 1, "C1^"))
    )
    assert (row.closest(0).example, row.table(0)["pie_value"]) == ("B1>", -1)
    assert (row.closest(2.5).example, row.table(2.5)["pie_value"]) == ("C1^", -0.5)
    assert (row.closest(-2).example, row.table(-2)["pie_value"]) == ("A1>", 0)
    assert row.keepers == 1
