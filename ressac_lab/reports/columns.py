"""Every column of the CSV files, declared once: its name, kind, unit and meaning.

The headers, their order and the data dictionary all come from here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from ressac_lab.solve.trembling import epsilon_text


class Kind(Enum):
    """What a column holds, and so how it is written."""

    TEXT = "text"
    COUNT = "whole number"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Column:
    """A column.

    In a name ``{k}`` stands for the decounts 1, 2, … of the variant with the most, ``{ply}`` for the
    plies 1, 2, … of the longest game, ``{eps}`` for a ladder of trembling hands.
    """

    name: str
    kind: Kind
    unit: str
    meaning: str


_T, _C, _N = Kind.TEXT, Kind.COUNT, Kind.NUMBER
_LOW = "lower end of the 95 % interval"
_HIGH = "upper end of the 95 % interval"

RULES = (
    Column("variant", _T, "", "name of the base variant and the fields changed on top of it"),
    Column("digest", _T, "", "identifies the rules; equal rules have equal digests"),
    Column("map_class", _T, "", "id of the start map's class under the variant's symmetries"),
    Column("map_orbit", _C, "maps", "how many start maps are of this class"),
    Column("map_symmetries", _C, "symmetries", "how many symmetries keep the map in its place"),
    Column("width", _C, "cells", "columns of the board"),
    Column("height", _C, "cells", "rows of the board"),
    Column("wrecks", _T, "cells", "the start map"),
    Column("boats", _C, "boats", "boats a side"),
    Column("decounts", _T, "boats", "a side scores after each of these boats of its own"),
    Column("slide_lines", _T, "", "which lines may slide"),
    Column("slide", _T, "", "whether the slide is a must"),
    Column("slide_step", _C, "cells", "how far a line slides"),
    Column("touch", _T, "", "which boats join into flotillas"),
    Column("wrecks_drift", _T, "", "whether wrecks slide along"),
    Column("scorers", _T, "", "who scores at a decount"),
    Column("komi", _N, "points", "added to Dark's total when the result is read"),
    Column("pie", _T, "", "whether Dark may take Light's side after the first ply"),
    Column("first_boat", _T, "", "where Light's first boat may be placed"),
)

MEASURES = (
    Column("method", _T, "", "exact, or the agents that played (Light's first)"),
    Column(
        "verdict",
        _T,
        "",
        "balanced, light, dark or undecided (first and second for light and dark under the pie rule)",
    ),
    Column("verdict_low", _N, "share", "lower end of the interval for A that all rows' verdicts rest on"),
    Column("verdict_high", _N, "share", "upper end of the interval for A that all rows' verdicts rest on"),
    Column("games", _C, "games", "games played"),
    Column("distinct_games", _C, "games", "different move sequences among them"),
    Column("light_wins", _C, "games", "games that Light won"),
    Column("light_share", _N, "share", "Light wins ÷ games"),
    Column("light_low", _N, "share", f"{_LOW} of light_share (Wilson)"),
    Column("light_high", _N, "share", f"{_HIGH} of light_share (Wilson)"),
    Column("draws", _C, "games", "drawn games"),
    Column("draw_share", _N, "share", "draws ÷ games"),
    Column("draw_low", _N, "share", f"{_LOW} of draw_share (Wilson)"),
    Column("draw_high", _N, "share", f"{_HIGH} of draw_share (Wilson)"),
    Column("dark_wins", _C, "games", "games that Dark won"),
    Column("dark_share", _N, "share", "Dark wins ÷ games"),
    Column("dark_low", _N, "share", f"{_LOW} of dark_share (Wilson)"),
    Column("dark_high", _N, "share", f"{_HIGH} of dark_share (Wilson)"),
    Column("advantage", _N, "share", "A = (wins + draws / 2) ÷ games of the player who began"),
    Column("advantage_low", _N, "share", f"{_LOW} of advantage (score interval)"),
    Column("advantage_high", _N, "share", f"{_HIGH} of advantage (score interval)"),
    Column("margin_mean", _N, "points", "mean of Light's total minus Dark's, before komi"),
    Column("margin_low", _N, "points", f"{_LOW} of margin_mean (score interval)"),
    Column("margin_high", _N, "points", f"{_HIGH} of margin_mean (score interval)"),
    Column("margin_median", _N, "points", "median of Light's total minus Dark's, before komi"),
    Column("saturation", _N, "share", "points made ÷ points possible, both sides together"),
    Column("swap_share", _N, "share", "games in which the pie rule's swap was taken ÷ games"),
    Column("lead_changes", _N, "per game", "times the lead passed from side to side between decounts"),
    Column("light_decount_{k}", _N, "points", "mean points of Light at its k-th decount"),
    Column("dark_decount_{k}", _N, "points", "mean points of Dark at its k-th decount"),
    Column("value", _C, "points", "exact: Light's total minus Dark's under best play by both, before komi"),
    Column("outcome", _T, "", "exact: light, draw or dark under komi; second or draw under the pie rule"),
    Column("fair_komi", _N, "points", "exact: the komi under which best play is a draw"),
    Column(
        "pie_value",
        _N,
        "points",
        "exact: what who begins would get under the pie rule, less komi",
    ),
    Column("nodes", _C, "positions", "exact: positions visited"),
)

GAME = (
    Column("variant", _T, "", "as in variants.csv"),
    Column("digest", _T, "", "as in variants.csv"),
    Column("method", _T, "", "as in variants.csv"),
    Column("game", _C, "", "number of the game in its series, from 0"),
    Column("light_points", _C, "points", "Light's total"),
    Column("dark_points", _C, "points", "Dark's total"),
    Column("light_decount_{k}", _C, "points", "points of Light at its k-th decount"),
    Column("dark_decount_{k}", _C, "points", "points of Dark at its k-th decount"),
    Column("moves", _T, "", "the moves in notation"),
)

EXHAUSTIVE = (
    Column(
        "openings", _C, "moves", "exhaustive: first moves, those that play alike on this map counted once"
    ),
    Column("keepers", _C, "moves", "exhaustive: those among them that keep the value"),
    Column(
        "trembling_{eps}", _N, "points", "exhaustive: the value if each move is random with this chance"
    ),
    Column(
        "keep_share_{ply}", _N, "share", "exhaustive: moves that keep the value at this ply of random play"
    ),
    Column("blunder_cost_{ply}", _N, "points", "exhaustive: what a random move loses there on the mean"),
)

_OF_A_MAP = ("map_class", "map_orbit", "map_symmetries", "wrecks", "value", "fair_komi", "pie_value")

VARIANTS_CSV = RULES + MEASURES
ATLAS_CSV = (
    *(column for column in RULES + MEASURES if column.name in _OF_A_MAP),
    Column(
        "pie_opening", _T, "", "a first move that leaves the sides closest: the choice under the pie rule"
    ),
    *EXHAUSTIVE,
)


def spelled_out(
    columns: tuple[Column, ...], decounts: int, epsilons: Sequence[float] = (), plies: int = 0
) -> list[Column]:
    """Return the columns with ``{k}``, ``{eps}`` and ``{ply}`` replaced.

    By the numbers of the decounts and of the plies, from 1 on, and by a ladder of ε.
    """
    choices = {
        "{k}": [str(k) for k in range(1, decounts + 1)],
        "{eps}": [epsilon_text(epsilon) for epsilon in epsilons],
        "{ply}": [str(ply) for ply in range(1, plies + 1)],
    }
    spelled = []
    for column in columns:
        mark = next((mark for mark in choices if mark in column.name), "")
        for choice in choices.get(mark, [""]):
            name = column.name.replace(mark, choice)
            spelled.append(Column(name, column.kind, column.unit, column.meaning))
    return spelled
