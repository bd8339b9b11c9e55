"""A thread's working room: all that the kernels need to let two agents play a variant."""

from __future__ import annotations

import threading
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from ressac_lab.agents.catalogue import Agent, Pairing
from ressac_lab.agents.reach import check_agent, exact_plies
from ressac_lab.agents.weights import Fitted, weights_of
from ressac_lab.kernels import player as kinds
from ressac_lab.kernels.agents import choose_move
from ressac_lab.kernels.fleets import FLEETS_TYPE, Fleets, fleets_of
from ressac_lab.kernels.layout import layout_of, mask_of
from ressac_lab.kernels.mcts import MOST_PLAYOUTS, PRIOR_VISITS, TREE_TYPE
from ressac_lab.kernels.player import PLAYER_TYPE, Player
from ressac_lab.kernels.playouts import play_games
from ressac_lab.kernels.records import new_record
from ressac_lab.kernels.search_rows import SEARCH_TYPE
from ressac_lab.rules import Position, Variant
from ressac_lab.solve.alphabeta import UNLIMITED, new_search

KINDS = {
    "random": kinds.RANDOM,
    "greedy": kinds.GREEDY,
    "lookahead": kinds.LOOKAHEAD,
    "mcts": kinds.MCTS,
    "perfect": kinds.LOOKAHEAD,
}
# Entries of the table for exact play: the longer an endgame, the more there is to remember.
FEWEST_ENTRIES, MOST_ENTRIES = 2**14, 2**22


class Room:
    """Tables and working rows for the agents of one pairing; one thread at a time may use it.

    ``weights`` stand in for those of the file where agents use fitted ones. Raises TooLargeError if an
    agent's exact play is out of reach.
    """

    def __init__(self, variant: Variant, pairing: Pairing, weights: Fitted | None = None) -> None:
        agents = (pairing.light, pairing.dark)
        for agent in agents:
            check_agent(variant, agent)
        self.layout, self.random_plies = layout_of(variant), pairing.random_plies
        self.light, self.dark = (_player(variant, agent, weights) for agent in agents)
        if pairing.thinks:
            self.fleets, self.search = fleets_for(variant), new_search(variant)
        else:
            self.fleets, self.search = _no_fleets(), new_record(SEARCH_TYPE)
        self.search.limit = UNLIMITED
        endgame = max(self.light.endgame, self.dark.endgame)
        entries = min(MOST_ENTRIES, max(FEWEST_ENTRIES, 2 ** (endgame + 10))) if endgame else 4
        self.table = np.zeros(2 * entries, dtype=np.uint64)
        searches = any(agent.kind == "mcts" for agent in agents)
        self.tree: Any = _new_tree() if searches else new_record(TREE_TYPE)

    def play(
        self, series: int, openings: int, first_game: int, move_codes: Any, points: Any, swaps: Any
    ) -> int:
        """Play games of a series into the arrays of their records; see ``kernels.playouts``."""
        return play_games(
            self.layout,
            self.fleets,
            self.light,
            self.dark,
            self.search,
            self.table,
            self.tree,
            np.uint64(series),
            np.uint64(openings),
            self.random_plies,
            first_game,
            move_codes,
            points,
            swaps,
        )

    def stop(self) -> None:
        """Make the kernel that works in this room give up."""
        self.search.stop = 1

    def choose(self, position: Position, state: int) -> tuple[int, int, int]:
        """Return the code of the move that the mover's agent chooses, its score, the stream's new state.

        The score is in thousandths of a point, see ``kernels.agents``.
        """
        fleets = (position.light, position.dark)
        move_code, score, after = choose_move(
            (self.light, self.dark)[position.mover],
            self.layout,
            self.fleets,
            self.search,
            self.table,
            self.tree,
            position.ply,
            np.uint64(mask_of(fleets[position.mover])),
            np.uint64(mask_of(fleets[1 - position.mover])),
            np.uint64(mask_of(position.wrecks)),
            np.uint64(state),
        )
        return int(move_code), int(score), int(after)


class _Kept(threading.local):
    """The rooms that a thread used last: two, for the seatings of a pair."""

    def __init__(self) -> None:
        self.rooms: dict[tuple[Variant, Pairing], Room] = {}


_KEPT = _Kept()
MOST_KEPT = 2


def kept_room(variant: Variant, pairing: Pairing) -> Room:
    """Return the calling thread's room for a variant and a pairing; making one takes as long as some games.

    What it has learnt of other games changes no choice.
    """
    rooms = _KEPT.rooms
    room = rooms.pop((variant, pairing), None)
    if room is None:
        while len(rooms) >= MOST_KEPT:
            # The one that was used least lately.
            rooms.pop(next(iter(rooms)))
        room = Room(variant, pairing)
    rooms[variant, pairing] = room
    return room


def _player(variant: Variant, agent: Agent, known: Fitted | None) -> Player:
    player: Any = new_record(PLAYER_TYPE)
    player.kind, player.noise = KINDS[agent.kind], round(agent.noise * 2**32)
    player.depth, player.playouts = max(1, agent.depth), agent.playouts
    player.endgame = exact_plies(variant, agent)
    if agent.thinks:
        player.weights[:] = weights_of(variant, agent.evaluation, known)
    return player  # type: ignore[no-any-return]


def fleets_for(variant: Variant) -> Fleets:
    """Return the tables of all fleets of a variant, which threads and variants share.

    What a fleet can make depends on where wrecks stand only if they are anchored.
    """
    return _fleets(replace(variant, komi=0, wrecks=() if variant.wrecks_drift else variant.wrecks))


@lru_cache(maxsize=4)
def _fleets(variant: Variant) -> Fleets:
    return fleets_of(variant)


@lru_cache(maxsize=1)
def _no_fleets() -> Fleets:
    return new_record(FLEETS_TYPE)  # type: ignore[no-any-return]


def _new_tree() -> Any:
    tree = new_record(TREE_TYPE)
    numbers = np.arange(1, MOST_PLAYOUTS + PRIOR_VISITS + 1)
    # Logarithms differ in their last digits from machine to machine: rounded, they do not.
    tree.log_root[1:] = np.sqrt(np.round(np.log(numbers), 9))
    tree.inverse_root[1:] = 1 / np.sqrt(numbers)
    return tree
