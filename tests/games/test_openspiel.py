"""The bridge plays by the reference rules, and OpenSpiel's own test for games passes."""

from __future__ import annotations

import pickle
import random
import sys
from typing import Any

import pytest
from support import label, random_variant, refused

from ressac_lab.errors import RessacError, VariantError
from ressac_lab.games.openspiel import (
    State,
    changes_of,
    openspiel_game,
    register,
    rules_of,
    variant_of,
)
from ressac_lab.kernels.layout import code_of, move_of
from ressac_lab.reference import Reference
from ressac_lab.rules import Position, Variant

PIE = Variant(width=3, height=3, wrecks=("B2",), boats=2, decounts=(2,), komi=0.5, pie="swap")
ODD = (
    Variant(),
    PIE,
    Variant(width=4, height=3, wrecks=(), boats=3, decounts=(3,), slide_lines="any", slide="may"),
    Variant(width=4, height=4, boats=4, decounts=(1, 4), wrecks=("B2", "C3"), wrecks_drift=False, komi=-3),
    Variant(touch="torus", scorers="both", slide_lines="row", slide_step=2, first_boat="edge", pie="swap"),
    Variant(width=8, height=8, boats=6, decounts=(2, 6), touch="corners", slide_lines="column"),
)


@pytest.fixture
def pyspiel() -> Any:
    return pytest.importorskip(
        "pyspiel", reason="OpenSpiel is not installed: pip install 'ressac-lab[openspiel]'"
    )


def random_end(variant: Variant, source: random.Random) -> State:
    """Play a random game, each state compared with the reference rules; return its last state."""
    state, engine, position = State(rules_of(variant)), Reference(variant), Position.start(variant)
    while not state.is_terminal():
        assert state.position() == position
        legal = engine.legal_moves(position)
        codes = [code_of(variant, move) for move in legal]
        offered = state._legal_actions(state.current_player())
        assert [action for action in offered if action != state.rules.swap] == codes
        action = source.choice(offered)
        state._apply_action(action)
        if action != state.rules.swap:
            assert state._action_to_string(0, action) == move_of(variant, action).text(variant)
            position = engine.play(position, move_of(variant, action))
    assert state.position() == position
    return state


def test_states_are_those_of_the_reference_rules_under_every_switch() -> None:
    source = random.Random(5)
    for _ in range(60):
        variant = random_variant(source)
        state = random_end(variant, source)
        margin = state.points[0] - state.points[1] - variant.komi
        assert state.returns()[state.swapped] == margin
        assert sum(state.returns()) == 0
        assert state.current_player() < 0


def test_after_a_swap_the_first_player_goes_on_as_dark() -> None:
    state = State(rules_of(PIE))
    swap = state.rules.swap
    assert swap not in state._legal_actions(0)
    state._apply_action(0)
    assert state._legal_actions(1)[-1] == swap
    assert state._action_to_string(1, swap) == "swap"
    state._apply_action(swap)
    assert (state.ply, state.current_player()) == (1, 0)
    assert swap not in state._legal_actions(0)
    state._apply_action(state._legal_actions(0)[0])
    assert (state.ply, state.current_player()) == (2, 1)
    assert str(state).endswith(" swap")


def test_parameters_lead_back_to_their_variant() -> None:
    source = random.Random(6)
    for variant in (Variant(), *(random_variant(source) for _ in range(200))):
        assert variant_of(changes_of(variant)) == variant
    assert changes_of(Variant()) == {}


def test_parameters_that_make_no_variant_are_refused() -> None:
    with refused(VariantError, "boats = 40: expected 1 to 32"):
        variant_of({"boats": 40})
    with refused(VariantError, "unknown field 'boots': did you mean 'boats'?"):
        variant_of({"boots": 4})


def test_without_openspiel_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    register.cache_clear()
    with refused(
        RessacError, "OpenSpiel is not installed, expected it: pip install 'ressac-lab[openspiel]'"
    ):
        openspiel_game(Variant())


@pytest.mark.parametrize("variant", ODD, ids=label)
def test_openspiels_own_random_simulation_passes(variant: Variant, pyspiel: Any) -> None:
    game = openspiel_game(variant)
    pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)


def test_openspiels_own_random_simulation_passes_for_random_rules(pyspiel: Any) -> None:
    source = random.Random(7)
    for _ in range(30):
        game = openspiel_game(random_variant(source))
        pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("variant", ODD, ids=label)
def test_a_game_has_a_text_that_loads_it_again(variant: Variant, pyspiel: Any) -> None:
    game = openspiel_game(variant)
    assert game.rules.variant == variant
    assert pyspiel.load_game(str(game)).rules.variant == variant


def test_the_name_in_the_readme_loads(pyspiel: Any) -> None:
    register()
    game = pyspiel.load_game("ressac(boats=4,decounts=1;3;4)")
    assert game.rules.variant == Variant(boats=4, decounts=(1, 3, 4))


def test_what_openspiel_is_told_of_a_game(pyspiel: Any) -> None:
    game = openspiel_game(Variant(komi=2.5, pie="swap"))
    assert game.num_distinct_actions() == 101
    assert game.max_game_length() == 19
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-20.5, 20.5, 0)
    assert game.get_type().short_name == "ressac"


def test_states_are_told_in_words_and_numbers(pyspiel: Any) -> None:
    game = openspiel_game(PIE)
    state = game.new_initial_state()
    for words in ("A1>", "swap"):
        state.apply_action(state.string_to_action(words))
    assert str(state) == state.observation_string(0) == "3/1X1/1L1 1 0-0 swap"
    assert state.information_state_string(1) == "A1> swap"
    numbers = state.observation_tensor(0)
    assert game.observation_tensor_shape() == [31]
    assert [place for place, bit in enumerate(numbers[:27]) if bit] == [1, 22]
    assert numbers[27:] == [0.25, 0, 0, 1]


def test_games_and_states_can_be_pickled_and_states_cloned(pyspiel: Any) -> None:
    state = openspiel_game(PIE).new_initial_state()
    state.apply_action(3)
    for copy in (state.clone(), pickle.loads(pickle.dumps(state))):
        assert str(copy) == str(state)
        copy.apply_action(copy.legal_actions()[0])
        assert (copy.ply, state.ply) == (2, 1)
    assert pickle.loads(pickle.dumps(state.get_game())).rules.variant == PIE


def test_openspiels_search_plays_a_whole_game(pyspiel: Any) -> None:
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    np = pytest.importorskip("numpy")
    game, random_state = openspiel_game(PIE), np.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(random_state=random_state)
    bot = mcts.MCTSBot(game, 2, 20, rollouts, random_state=random_state)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert state.returns()[0] == -state.returns()[1] != 0
