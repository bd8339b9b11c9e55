"""The ways to find out about a variant, as an experiment file names them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeGuard

from ressac_lab.agents import Pairing, parse_pairing
from ressac_lab.errors import ExperimentError, shown
from ressac_lab.rules.catalogue import nearest_of
from ressac_lab.solve.trembling import LADDER, epsilon_text

KEYS = ("agents", "games", "total", "random_plies", "exact", "exhaustive", "eps")
ADAPTIVE = "adaptive"
MOST_GAMES = 100_000_000
MOST_RANDOM_PLIES = 64


@dataclass(frozen=True, slots=True)
class Exact:
    """The exact value by plain minimax, for small variants."""

    @property
    def text(self) -> str:
        """The text form."""
        return "exact"


@dataclass(frozen=True, slots=True)
class Exhaustive:
    """Exact and trembling values of every start map at once, by a sweep over all positions."""

    epsilons: tuple[float, ...]

    @property
    def text(self) -> str:
        """The text form."""
        return " ".join(["exhaustive", *map(epsilon_text, self.epsilons)])


@dataclass(frozen=True, slots=True)
class Sampled:
    """A number of games between two agents: on each variant or, if ``adaptive``, on all together."""

    pairing: Pairing
    games: int
    adaptive: bool = False

    @property
    def text(self) -> str:
        """The text form: the pairing's; the number of games is a column of its own."""
        return self.pairing.text


Method = Exact | Exhaustive | Sampled


def is_adaptive(method: Method) -> TypeGuard[Sampled]:
    """Return whether a method's games go where they decide most."""
    return isinstance(method, Sampled) and method.adaptive


def parse_method(table: Any) -> Method:
    """Return the method of a table ``{agents, games}``, ``{exact = true}`` or ``{exhaustive = true, eps}``.

    Raises ExperimentError if the table is none of them.
    """
    if not isinstance(table, dict):
        raise ExperimentError(f"methods: {shown(table)} is not a table of agents and games, or of exact")
    for key in table:
        if key not in KEYS:
            nearest = nearest_of(key, KEYS)
            raise ExperimentError(f"methods: unknown key {shown(key)}: did you mean {nearest!r}?")
    if "exact" in table:
        if len(table) > 1 or table["exact"] is not True:
            raise ExperimentError(f"methods: {shown(table)}: expected exact = true and nothing else")
        return Exact()
    if "exhaustive" in table:
        if set(table) - {"exhaustive", "eps"} or table["exhaustive"] is not True:
            raise ExperimentError(
                f"methods: {shown(table)}: expected exhaustive = true, and eps or nothing else"
            )
        return Exhaustive(_epsilons(table.get("eps", list(LADDER))))
    for key in ("agents", "games"):
        if key not in table:
            raise ExperimentError(f"methods: {shown(table)}: expected {shown(key)} too")
    random_plies = _number("random_plies", table.get("random_plies", 0), 0, MOST_RANDOM_PLIES)
    pairing = parse_pairing(_agents(table["agents"]), random_plies)
    if table["games"] == ADAPTIVE:
        return _adaptive(pairing, table)
    if "total" in table:
        raise ExperimentError(f"methods: {shown(table)}: total goes with games = {ADAPTIVE!r} only")
    return Sampled(pairing, _number("games", table["games"], 1, MOST_GAMES))


def _adaptive(pairing: Pairing, table: dict[str, Any]) -> Sampled:
    if "total" not in table:
        raise ExperimentError(f"methods: {shown(table)}: expected 'total' too, the games of all variants")
    if pairing.light != pairing.dark:
        raise ExperimentError(
            f"methods: {shown(table)}: games are {ADAPTIVE} until it is clear what is fair, expected the "
            "same agent on both sides"
        )
    return Sampled(pairing, _number("total", table["total"], 1, MOST_GAMES), adaptive=True)


def method_table(method: Method) -> dict[str, Any]:
    """Return the table of a method, which parses back to it."""
    if isinstance(method, Exact):
        return {"exact": True}
    if isinstance(method, Exhaustive):
        return {"exhaustive": True, "eps": list(method.epsilons)}
    pairing = method.pairing
    games = {"games": ADAPTIVE, "total": method.games} if method.adaptive else {"games": method.games}
    table = {"agents": [pairing.light.text, pairing.dark.text], **games}
    return table | ({"random_plies": pairing.random_plies} if pairing.random_plies else {})


def _epsilons(given: Any) -> tuple[float, ...]:
    if not isinstance(given, list) or not all(
        isinstance(epsilon, int | float) and 0 < epsilon <= 1 for epsilon in given
    ):
        raise ExperimentError(f"eps = {shown(given)}: expected a list of numbers above 0 and up to 1")
    return tuple(dict.fromkeys(map(float, given)))


def _agents(given: Any) -> str | list[str]:
    if isinstance(given, str) or (
        isinstance(given, list) and given and all(isinstance(text, str) for text in given)
    ):
        return given
    raise ExperimentError(f"agents = {shown(given)}: expected one agent, or Light's and Dark's")


def _number(key: str, given: Any, least: int, most: int) -> int:
    if isinstance(given, bool) or not isinstance(given, int):
        kind = f"a whole number or {ADAPTIVE!r}" if key == "games" else "a whole number"
        raise ExperimentError(f"{key} = {shown(given)}: expected {kind}")
    if not least <= given <= most:
        raise ExperimentError(f"{key} = {shown(given)}: expected {least} to {most:,}")
    return given
