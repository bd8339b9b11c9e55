"""Games of le détroit a second on one core: each agent against itself, beside OpenSpiel in the same run.

Run: python tests/benchmarks/agents.py [AGENT ...] [--seconds S] [--simulations N]

OpenSpiel plays the same rules through ``ressac_lab.games``: random games, and its search ``mcts``. A game
of 1,000 simulations a move takes it half a minute, so it plays one of fewer, and the rate is scaled.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable

from ressac_lab.agents import parse_pairing
from ressac_lab.arena import play
from ressac_lab.errors import RessacError
from ressac_lab.games import openspiel_game
from ressac_lab.rules import Variant

AGENTS = ("random", "greedy", "lookahead:depth=2,endgame=4", "mcts:playouts=1000")
SIMULATIONS = 1000
ROUNDS = 3
STANDARD = Variant()


def rate_of(play_games: Callable[[int], object], seconds: float) -> float:
    """Games per CPU second in the best of several rounds, each of at least so many CPU seconds.

    ``play_games`` plays a number of games; how many fill a round is found out by doubling.
    """
    games, spent = 1, spent_on(play_games, 1)
    while spent < seconds:
        games *= 2
        spent = spent_on(play_games, games)
    return games / min(spent, *(spent_on(play_games, games) for _ in range(ROUNDS - 1)))


def spent_on(play_games: Callable[[int], object], games: int) -> float:
    """CPU seconds that some games take."""
    began = time.process_time()
    play_games(games)
    return time.process_time() - began


def agent_rate(text: str, seconds: float) -> float:
    """The rate of an agent against itself; raise RessacError if there is no such agent."""
    pairing = parse_pairing([text])
    # Compiled, or read from the cache, before the clock starts.
    play(STANDARD, pairing, 0, 0, 1)
    return rate_of(lambda games: play(STANDARD, pairing, 1, 0, games), seconds)


def openspiel_random_rate(seconds: float) -> float:
    """The rate of random games in OpenSpiel's loop."""
    game, source = openspiel_game(STANDARD), random.Random(1)

    def play_games(games: int) -> None:
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(source.choice(state.legal_actions()))

    play_games(1)
    return rate_of(play_games, seconds)


def openspiel_mcts_rate(simulations: int) -> float:
    """The rate of one game between two of OpenSpiel's searches."""
    import numpy as np
    from open_spiel.python.algorithms import mcts

    game, random_state = openspiel_game(STANDARD), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(random_state=random_state)
    bot = mcts.MCTSBot(game, game.max_utility(), simulations, evaluator, random_state=random_state)

    def play_game(_: int) -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(bot.step(state))

    return 1 / spent_on(play_game, 1)


def print_openspiel(seconds: float, simulations: int) -> None:
    try:
        print_rate("OpenSpiel, random", openspiel_random_rate(seconds))
    except RessacError as error:
        print(f"skipped: {error}")
        return
    scaled = openspiel_mcts_rate(simulations) * simulations / SIMULATIONS
    said = "" if simulations == SIMULATIONS else f"   one game of {simulations} a move, scaled"
    print_rate(f"OpenSpiel, mcts of {SIMULATIONS:,} simulations", scaled, said)


def print_rate(name: str, rate: float, remark: str = "") -> None:
    digits = 0 if rate >= 100 else 3
    print(f"{name:38}{rate:14,.{digits}f}{remark}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Games a second on one core.")
    parser.add_argument("agents", nargs="*", default=AGENTS)
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds a round")
    parser.add_argument("--simulations", type=int, default=100, help="of OpenSpiel's search, a move")
    given = parser.parse_args()
    print(f"le détroit, games per CPU second on one core, best of {ROUNDS} rounds")
    for text in given.agents:
        try:
            print_rate(text, agent_rate(text, given.seconds))
        except RessacError as error:
            print(f"skipped: {error}")
    print_openspiel(given.seconds, given.simulations)


if __name__ == "__main__":
    main()
