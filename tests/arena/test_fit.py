from __future__ import annotations

import csv
import io

import numpy as np
import pytest

from ressac_lab.agents import Pairing, parse_agent
from ressac_lab.agents.weights import COLUMNS, FITTED, fitted, kind_of_ply, weights_of
from ressac_lab.arena import play
from ressac_lab.arena.fit import fit, weights_csv
from ressac_lab.arena.pairs import measure_pairs
from ressac_lab.rules import Variant, load

MARE = load("mare").variant


def test_a_fit_depends_on_its_seed_alone() -> None:
    one, two = (fit(MARE, games=60, rounds=2, seed=4, workers=workers) for workers in (1, 3))
    assert one == two
    assert one != fit(MARE, games=60, rounds=2, seed=5, workers=2)


def test_there_is_a_fit_for_every_kind_of_ply_and_it_explains_most_near_the_end() -> None:
    rows = fit(MARE, games=200, rounds=1, seed=1, workers=2)
    kinds = {kind_of_ply(MARE, ply) for ply in range(MARE.plies)}
    assert {row.kind for row in rows} == kinds
    assert all(row.positions >= 200 for row in rows)
    assert next(row for row in rows if row.kind == (1, 1, 1)).explained > 0.3


def test_progress_goes_through_all_rounds() -> None:
    told: list[tuple[int, int]] = []
    fit(MARE, 60, 2, 1, 1, lambda done, total: told.append((done, total)))
    assert told == [(done, len(told)) for done in range(1, len(told) + 1)]


def test_the_text_of_a_fit_reads_back() -> None:
    rows = fit(MARE, games=20, rounds=1, seed=1, workers=1)
    table = list(csv.DictReader(io.StringIO(weights_csv(rows))))
    found = {
        (int(row["side"]), int(row["boats"]), int(row["decounts"])): tuple(int(row[c]) for c in COLUMNS)
        for row in table
    }
    assert found == {row.kind: row.weights for row in rows}


def test_the_file_has_every_kind_of_ply_of_the_standard_game() -> None:
    assert FITTED.is_file()
    assert set(fitted()) == {kind_of_ply(Variant(), ply) for ply in range(18)}


def test_another_variant_uses_the_weights_of_the_nearest_kind_of_ply() -> None:
    variant = Variant(boats=10, decounts=(1, 2, 3, 10), wrecks=())
    weights, known = weights_of(variant, "fitted"), fitted()
    # Seven boats until the last decount: as three are.
    assert tuple(weights[6]) == known[0, 3, 1]
    # Four decounts left, one boat until the first: as with three left.
    assert tuple(weights[1]) == known[1, 1, 3]
    assert not weights[20:].any()


def test_the_fitted_evaluation_beats_the_hand_made_one_at_equal_depth() -> None:
    agents = [parse_agent(text) for text in ("lookahead:depth=2", "lookahead:depth=2,eval=fleet")]
    pairing = Pairing(agents[0], agents[1], 4)
    seatings = [play(Variant(), pairing, 1, 0, 300, mirrored=mirrored) for mirrored in (False, True)]
    found = measure_pairs(*seatings, Variant())
    assert found.score_interval.low > 0.55
    assert found.distinct_games == 600


def test_weights_that_are_given_stand_in_for_the_files() -> None:
    agent = parse_agent("lookahead:depth=1")
    pairing, flat = Pairing(agent, agent), {(side, 1, 1): (0,) * 7 for side in (0, 1)}
    games = [play(Variant(), pairing, 1, 0, 5, weights=known).move_codes for known in (None, None, flat)]
    assert np.array_equal(games[0], games[1])
    assert not np.array_equal(games[0], games[2])


@pytest.mark.parametrize(
    ("ply", "kind"),
    [(0, (0, 3, 3)), (1, (1, 3, 3)), (5, (1, 1, 3)), (6, (0, 3, 2)), (17, (1, 1, 1))],
)
def test_the_kind_of_a_ply_says_what_is_left_of_its_side(ply: int, kind: tuple[int, int, int]) -> None:
    assert kind_of_ply(Variant(), ply) == kind


def test_there_is_no_kind_of_ply_after_the_last_decount() -> None:
    assert kind_of_ply(Variant(decounts=(3,)), 6) is None
