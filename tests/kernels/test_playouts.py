"""Whole games in compiled code: recorded, replayed, and the same however they are split."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from support import label, random_variant
from worked import TOTAL_14

from ressac_lab.agents import parse_pairing
from ressac_lab.agents.room import Room
from ressac_lab.kernels.layout import code_of, layout_of, move_of
from ressac_lab.kernels.playouts import replay_games
from ressac_lab.reference import Reference
from ressac_lab.rules import Game, Variant

SIMPLE = ["random", "greedy", "greedy vs random", "random vs greedy"]
THINKING = [
    "lookahead:depth=1 vs lookahead:depth=2,eval=fleet",
    "noisy:0.3,lookahead:depth=2,endgame=3 vs greedy",
    "mcts:playouts=30 vs mcts:playouts=30,endgame=2",
    "random vs lookahead:endgame=2 after 3 random",
]
AGENTS = SIMPLE + THINKING
PLAYED = [
    Variant(),
    Variant(slide_lines="any", scorers="both", slide="may"),
    Variant(8, 8, ("A1", "H8", "D4"), 30, (1, 15, 30), touch="torus", wrecks_drift=False),
    Variant(2, 3, (), 3, (1, 2, 3), slide_step=2, touch="corners"),
    Variant(pie="swap", first_boat="corner"),
]

Batch = tuple[list[list[int]], list[list[list[int]]]]


def play(variant: Variant, agents: str, games: int, first_game: int = 0, seed: int = 1) -> Batch:
    """Return the move codes and the points of a batch of games."""
    move_codes, points, _ = arrays(variant, agents, games, first_game, seed)
    return move_codes.tolist(), points.tolist()


def arrays(variant: Variant, agents: str, games: int, first_game: int = 0, seed: int = 1) -> Any:
    """Return the arrays that the kernel fills in: move codes, points and swaps."""
    move_codes = np.zeros((games, variant.plies), dtype=np.uint16)
    points = np.zeros((games, len(variant.decounts), 2), dtype=np.uint8)
    swaps = np.zeros(games, dtype=np.uint8)
    room = Room(variant, parse_pairing(agents))
    assert room.play(seed, seed + 1, first_game, move_codes, points, swaps) == games
    return move_codes, points, swaps


def replayed(variant: Variant, move_codes: list[list[int]]) -> list[list[list[int]]]:
    """Return the points of recorded games."""
    points = np.zeros((len(move_codes), len(variant.decounts), 2), dtype=np.uint8)
    replay_games(layout_of(variant), np.array(move_codes, dtype=np.uint16), points)
    return points.tolist()


@pytest.mark.parametrize("agents", AGENTS)
@pytest.mark.parametrize("variant", PLAYED, ids=label)
def test_recorded_games_replay_with_the_same_points(variant: Variant, agents: str) -> None:
    games = 200 if agents in SIMPLE else 4
    move_codes, points = play(variant, agents, games)
    assert replayed(variant, move_codes) == points
    for game in (0, games // 3, games - 1):
        moves = tuple(move_of(variant, move_code) for move_code in move_codes[game])
        last = list(Reference(variant).replay(moves))[-1]
        assert last.ply == variant.plies
        assert list(last.points) == [sum(column) for column in zip(*points[game], strict=True)]


@pytest.mark.parametrize("agents", AGENTS)
@pytest.mark.parametrize("variant", PLAYED, ids=label)
def test_games_are_the_same_whole_or_in_halves(variant: Variant, agents: str) -> None:
    half = 50 if agents in SIMPLE else 2
    whole = play(variant, agents, games=2 * half)
    halves = [play(variant, agents, games=half, first_game=first) for first in (0, half)]
    assert whole == (halves[0][0] + halves[1][0], halves[0][1] + halves[1][1])


@pytest.mark.parametrize("seed", range(20))
def test_a_random_variants_games_replay_and_do_not_depend_on_the_split(seed: int) -> None:
    variant = random_variant(random.Random(seed))
    agents = AGENTS[seed % len(AGENTS)]
    move_codes, points = play(variant, agents, games=7, seed=seed)
    assert replayed(variant, move_codes) == points
    ones = [play(variant, agents, games=1, first_game=game, seed=seed) for game in range(7)]
    assert [codes for one, _ in ones for codes in one] == move_codes


def test_games_are_made_again_from_their_seed_and_others_from_another() -> None:
    assert play(Variant(), "greedy", 50) == play(Variant(), "greedy", 50)
    assert play(Variant(), "greedy", 50, seed=1) != play(Variant(), "greedy", 50, seed=2)


def test_random_first_plies_are_the_same_for_all_agents_and_maps() -> None:
    openings = []
    for variant in (Variant(), Variant(wrecks=("A1", "E5", "C3"))):
        for agents in ("greedy after 4 random", "mcts:playouts=5 vs random after 4 random"):
            room = Room(variant, parse_pairing(agents))
            move_codes = np.zeros((20, 18), dtype=np.uint16)
            points, swaps = np.zeros((20, 3, 2), dtype=np.uint8), np.zeros(20, dtype=np.uint8)
            room.play(len(openings), 77, 0, move_codes, points, swaps)
            openings.append(move_codes.tolist())
    first_slides = [[[code % 4 for code in game[:4]] for game in games] for games in openings]
    assert first_slides[0] == first_slides[1] == first_slides[2] == first_slides[3]
    assert [game[:4] for game in openings[0]] == [game[:4] for game in openings[1]]
    assert [game[4:] for game in openings[0]] != [game[4:] for game in openings[1]]


def test_what_is_stopped_says_how_many_games_it_played() -> None:
    room = Room(Variant(), parse_pairing("mcts:playouts=5"))
    room.stop()
    move_codes = np.zeros((3, 18), dtype=np.uint16)
    points, swaps = np.zeros((3, 3, 2), dtype=np.uint8), np.zeros(3, dtype=np.uint8)
    assert room.play(1, 1, 0, move_codes, points, swaps) == 0


def test_equal_agents_do_not_replay_one_game() -> None:
    for agents in SIMPLE:
        move_codes, _ = play(Variant(), agents, games=500)
        assert len({tuple(codes) for codes in move_codes}) == 500


def test_the_sides_play_the_agents_that_they_are_given() -> None:
    totals = {}
    for agents in SIMPLE:
        _, points = play(Variant(), agents, games=300)
        totals[agents] = np.array(points).sum(axis=(0, 1)) / 300
    assert min(totals["greedy vs random"][0], totals["random vs greedy"][1]) > 12
    assert max(totals["greedy vs random"][1], totals["random vs greedy"][0]) < 8
    assert all(points > 12 for points in totals["greedy"])


def test_decounts_of_a_recorded_game_are_3_4_and_7() -> None:
    text, points = TOTAL_14
    codes = [code_of(Variant(), move) for move in Game.parse(text, Variant()).moves]
    assert replayed(Variant(), [codes]) == [[list(pair) for pair in points]]


def test_points_are_added_to_what_stands_there() -> None:
    move_codes, points = play(Variant(), "random", games=5)
    twice = np.zeros((5, 3, 2), dtype=np.uint8)
    for _ in range(2):
        replay_games(layout_of(Variant()), np.array(move_codes, dtype=np.uint16), twice)
    assert twice.tolist() == (2 * np.array(points)).tolist()


def test_the_first_games_of_a_seed_never_change() -> None:
    # A record says its seed and no more: other games under the same seed would belie it.
    move_codes, _ = play(Variant(), "greedy vs random", games=1, seed=1)
    text = Game("detroit", tuple(move_of(Variant(), code) for code in move_codes[0])).text(Variant())
    assert text == ("detroit B5< D1v A4v D3> A5v C4> C4< B1v A2^ C1v C4v D4< A4> E5< A2v B5< B1^ E2v")


def swaps_of(variant: Variant, agents: str, games: int) -> tuple[list[list[int]], list[int]]:
    """Return the points by side and the swaps of some games."""
    _, points, swaps = arrays(variant, agents, games)
    return points.sum(axis=1).tolist(), swaps.tolist()


def test_nobody_swaps_without_the_pie_rule() -> None:
    assert sum(swaps_of(Variant(), "random", 200)[1]) == 0


def test_after_a_swap_the_agents_have_changed_sides() -> None:
    # Light's agent is greedy and Dark's is random, so Light scores more exactly where nobody swapped.
    totals, swaps = swaps_of(Variant(pie="swap"), "greedy vs random", 400)
    assert 150 < sum(swaps) < 250
    light_ahead = [light > dark for light, dark in totals]
    assert sum(ahead != bool(swap) for ahead, swap in zip(light_ahead, swaps, strict=True)) > 390


def test_a_greedy_second_player_keeps_the_side_that_its_best_move_puts_ahead() -> None:
    # Nobody slides anything here (a step of 2 on lines of 2), and the first boat cannot be beaten:
    # both sides have a flotilla of 1 after Dark's best move, so the stream decides.
    level = Variant(2, 2, (), 2, (2,), slide_step=2, pie="swap")
    assert 60 < sum(swaps_of(level, "greedy", 200)[1]) < 140


def test_the_first_boat_goes_where_the_rule_allows_and_later_ones_anywhere() -> None:
    corners, cells = {0, 4, 20, 24}, set()
    for agents in SIMPLE:
        move_codes, _ = play(Variant(first_boat="corner"), agents, games=300)
        assert {codes[0] // 4 for codes in move_codes} == corners
        cells |= {code // 4 for codes in move_codes for code in codes[1:]}
    assert cells == set(range(25))
