"""RESSAC as a game of OpenSpiel, for that library's algorithms; it needs the optional extra.

Player 0 makes the first move and player 1 answers. An action is a move code of ``kernels.layout``; where
the pie rule is played, one more action lets player 1 take Light's side instead of moving, and player 0
goes on as Dark. A player's return is the total of the side that it played minus the other side's, komi
counted for Dark: the game is zero-sum, and nothing is paid before its end.

OpenSpiel knows the game as ``ressac``, with the fields of a variant as parameters:
``ressac(boats=4,decounts=1;3;4)``. Its classes cannot be named before it is there, so what the game does
stands in two plain classes here, which ``register`` joins to OpenSpiel's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

import numpy as np

from ressac_lab.errors import RessacError
from ressac_lab.kernels.layout import cells_of, layout_of, move_of
from ressac_lab.kernels.moves import largest_flotilla, open_cells, play_move
from ressac_lab.rules import Position, Variant
from ressac_lab.rules.catalogue import check_key, parse_setting
from ressac_lab.rules.game import SWAP
from ressac_lab.rules.variant import FIELD_NAMES, value_text

NAME = "ressac"
PLAYERS = 2


def openspiel_game(variant: Variant) -> Any:
    """Return a variant as a ``pyspiel.Game``; raise RessacError if OpenSpiel is not installed."""
    return register().load_game(NAME, changes_of(variant))


@cache
def register() -> Any:
    """Make ``pyspiel.load_game("ressac")`` known, and return the module ``pyspiel``.

    Raises RessacError if OpenSpiel is not installed.
    """
    try:
        import pyspiel
    except ImportError:
        raise RessacError(
            "OpenSpiel is not installed, expected it: pip install 'ressac-lab[openspiel]'"
        ) from None
    kind = _type_of(pyspiel)

    class RessacState(State, pyspiel.State):
        """A state as OpenSpiel handles it."""

        def __init__(self, game: Any) -> None:
            pyspiel.State.__init__(self, game)
            State.__init__(self, game.rules)

        def __reduce__(self) -> tuple[Any, ...]:
            return _state_of, (pyspiel.serialize_game_and_state(self.get_game(), self),)

    class RessacGame(pyspiel.Game):
        """A variant as OpenSpiel handles it."""

        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            self.rules = rules_of(variant_of(params or {}))
            super().__init__(kind, _info_of(pyspiel, self.rules), changes_of(self.rules.variant))

        def new_initial_state(self) -> RessacState:
            """Return the start of a game."""
            return RessacState(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
            """Return what writes down a state, or the way to it."""
            return Observer(self.rules, iig_obs_type is not None and iig_obs_type.perfect_recall)

        def __reduce__(self) -> tuple[Any, ...]:
            return openspiel_game, (self.rules.variant,)

    pyspiel.register_game(kind, RessacGame)
    return pyspiel


def _state_of(serialized: str) -> Any:
    """Return a state that was pickled, perhaps by another process."""
    return register().deserialize_game_and_state(serialized)[1]


def changes_of(variant: Variant) -> dict[str, Any]:
    """Return the parameters that make a variant of the standard game.

    >>> changes_of(Variant(boats=4, decounts=(1, 3, 4)))
    {'boats': 4, 'decounts': '1;3;4;'}
    """
    found = parameters_of(variant)
    return {name: value for name, value in found.items() if value != STANDARD[name]}


def parameters_of(variant: Variant) -> dict[str, Any]:
    """Return every field of a variant as OpenSpiel keeps it.

    It takes a word of digits for a number, so a list ends with a semicolon; and komi is always a fraction.
    """
    values = {name: getattr(variant, name) for name in FIELD_NAMES}
    lists = {
        name: "".join(f"{item};" for item in items)
        for name, items in values.items()
        if isinstance(items, tuple)
    }
    return values | lists | {"komi": float(variant.komi)}


def variant_of(parameters: Mapping[str, Any]) -> Variant:
    """Return the variant of parameters; raise VariantError if they make none.

    >>> variant_of({"boats": 4, "decounts": "1;3;4"}).decounts
    (1, 3, 4)
    """
    changes: dict[str, Any] = {}
    for name, value in parameters.items():
        check_key(name, FIELD_NAMES, "field")
        text = value_text(value).removesuffix(";").replace(";", ",")
        changes |= [parse_setting(f"{name}={text}")]
    return Variant(**changes)


STANDARD = parameters_of(Variant())


def _type_of(pyspiel: Any) -> Any:
    kind = pyspiel.GameType
    return kind(
        short_name=NAME,
        long_name="RESSAC",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=PLAYERS,
        min_num_players=PLAYERS,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(STANDARD),
    )


def _info_of(pyspiel: Any, rules: Rules) -> Any:
    variant = rules.variant
    light, dark = variant.points_possible()
    # Under the pie rule either player may come to own either side, so the bounds are the same for both.
    most = float(max(light - variant.komi, dark + variant.komi))
    return pyspiel.GameInfo(
        num_distinct_actions=rules.layout.codes + rules.pie,
        max_chance_outcomes=0,
        num_players=PLAYERS,
        min_utility=-most,
        max_utility=most,
        utility_sum=0.0,
        max_game_length=variant.plies + rules.pie,
    )


class Rules:
    """What all states of a variant share; copies of a state share it too."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.layout = layout_of(variant)
        self.pie = int(variant.pie == "swap")
        self.swap = int(self.layout.codes)
        self.scores_at = self.layout.scores_at.tolist()

    def __deepcopy__(self, _: Any) -> Rules:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return rules_of, (self.variant,)


@lru_cache(maxsize=64)
def rules_of(variant: Variant) -> Rules:
    """Return what the states of a variant share."""
    return Rules(variant)


class State:
    """A position and who plays which side, by the methods that OpenSpiel asks for.

    ``masks`` holds the cells of Light, Dark and the wrecks; ``swapped`` is 1 once player 1 is Light.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.masks = (0, 0, int(rules.layout.wrecks))
        self.ply = 0
        self.points = (0, 0)
        self.swapped = 0

    def current_player(self) -> int:
        """Return who is to move; −4, which is OpenSpiel's number for it, once the game is over."""
        return -4 if self.is_terminal() else (self.ply & 1) ^ self.swapped

    def is_terminal(self) -> bool:
        """Return whether the last ply was played."""
        return self.ply == self.rules.variant.plies

    def _legal_actions(self, _: int) -> list[int]:
        slides = self.rules.layout.slides
        cells = int(open_cells(self.rules.layout, *self._seen_by_mover()))
        open_to = [cell for cell in range(cells.bit_length()) if cells >> cell & 1]
        codes = [code for cell in open_to for code in range(cell * slides, (cell + 1) * slides)]
        may_swap = self.rules.pie and self.ply == 1 and not self.swapped
        return [*codes, self.rules.swap] if may_swap else codes

    def _seen_by_mover(self) -> tuple[np.uint64, np.uint64, np.uint64]:
        """Return the mover's fleet, the other and the wrecks, as kernels take them."""
        light, dark, wrecks = map(np.uint64, self.masks)
        return (dark, light, wrecks) if self.ply & 1 else (light, dark, wrecks)

    def _apply_action(self, action: int) -> None:
        if action == self.rules.swap:
            self.swapped = 1
            return
        own, other, wrecks = map(int, play_move(self.rules.layout, action, *self._seen_by_mover()))
        fleets = (other, own) if self.ply & 1 else (own, other)
        self.masks = (*fleets, wrecks)
        scores = self.rules.scores_at[self.ply]
        if any(scores):
            light, dark = (
                points + int(largest_flotilla(self.rules.layout, np.uint64(fleet))) if scored else points
                for points, fleet, scored in zip(self.points, fleets, scores, strict=True)
            )
            self.points = (light, dark)
        self.ply += 1

    def _action_to_string(self, _: int, action: int) -> str:
        if action == self.rules.swap:
            return SWAP
        return move_of(self.rules.variant, action).text(self.rules.variant)

    def returns(self) -> list[float]:
        """Return what each player has at the end, 0 before it."""
        if not self.is_terminal():
            return [0.0, 0.0]
        margin = float(self.points[0] - self.points[1] - self.rules.variant.komi)
        return [-margin, margin] if self.swapped else [margin, -margin]

    def position(self) -> Position:
        """Return the position."""
        light, dark, wrecks = map(cells_of, self.masks)
        return Position(self.rules.variant.board, light, dark, wrecks, self.ply, self.points)

    def __str__(self) -> str:
        return f"{self.position().text()}{f' {SWAP}' if self.swapped else ''}"


class Observer:
    """Writes down a state: as its position, or where all is to be remembered as the moves so far.

    The tensor holds a plane (rows, columns) each for Light, Dark and the wrecks, the share of plies played,
    both sides' points over those possible in all, and whether the sides were swapped.
    """

    def __init__(self, rules: Rules, recalls: bool) -> None:
        self.rules, self._recalls = rules, recalls
        board = rules.variant.board
        self.tensor = None if recalls else np.zeros(3 * board.cells + 4, np.float32)
        self.dict = {}
        if self.tensor is not None:
            planes, numbers = self.tensor[: 3 * board.cells], self.tensor[3 * board.cells :]
            self.dict = {"cells": planes.reshape(3, board.height, board.width), "numbers": numbers}

    def set_from(self, state: State, _: int) -> None:
        """Fill the tensor."""
        if self.tensor is None:
            return
        most = sum(self.rules.variant.points_possible())
        cells = self.rules.variant.board.cells
        bits = [mask >> cell & 1 for mask in state.masks for cell in range(cells)]
        light, dark = state.points
        numbers = [state.ply / self.rules.variant.plies, light / most, dark / most, state.swapped]
        self.tensor[:] = [*bits, *numbers]

    def string_from(self, state: Any, _: int) -> str:
        """Return the state in text."""
        if not self._recalls:
            return str(state)
        return " ".join(state._action_to_string(0, action) for action in state.history())
