"""``ressac-lab solve``: exact values."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ressac_lab.cli.options import (
    JsonOption,
    PositionOption,
    SetOption,
    VariantArgument,
    print_json,
    whole_number,
)
from ressac_lab.cli.streams import say

if TYPE_CHECKING:
    from ressac_lab.rules import Position, Variant
    from ressac_lab.solve.minimax import Solution

OUTCOMES = {
    "light": "Light wins",
    "draw": "the game is a draw",
    "dark": "Dark wins",
    "second": "the second player wins",
}


def solve(
    variant: VariantArgument,
    settings: SetOption = None,
    position: PositionOption = None,
    openings: Annotated[bool, typer.Option("--openings", help="Value every first move as well.")] = False,
    search: Annotated[
        bool,
        typer.Option("--search", help="Alpha-beta, for what is too large otherwise; it may take for ever."),
    ] = False,
    memory: Annotated[
        int,
        typer.Option(
            "--memory", parser=whole_number(1, 2**24), metavar="MIB", help="For the search's table."
        ),
    ] = 512,
    as_json: JsonOption = False,
) -> None:
    """Prove the exact value of a variant or of a position: Light's points minus Dark's to come."""
    from ressac_lab.cli.start import start_of

    named, start = start_of(variant, settings, position)
    began = time.perf_counter()
    if search:
        solution = _searched(named.variant, start, openings, memory * 2**20)
    else:
        solution = _minimax(named.variant, start)
    seconds = time.perf_counter() - began
    answer = _answer(named.variant, start, solution, openings) | {"seconds": round(seconds, 3)}
    if as_json:
        print_json({"variant": named.label, **answer})
        return
    typer.echo(f"{named.label}: {_sentence(start, solution.value)}.")
    pie = " and the pie rule" if named.variant.pie == "swap" and start.ply == 0 else ""
    typer.echo(f"With komi {named.variant.komi}{pie} {OUTCOMES[answer['outcome']]}.")
    typer.echo(f"A best line: {' '.join(answer['line']) or '(the game is over)'}")
    typer.echo(f"Proven by {solution.method}: {solution.nodes:,} visited, {seconds:.2f} s.")
    by_value: dict[int, list[str]] = {}
    for move, value in answer.get("openings", {}).items():
        by_value.setdefault(value, []).append(move)
    for value, moves in sorted(by_value.items(), reverse=True):
        typer.echo(f"First moves worth {value:+d}: {' '.join(moves)}")


def _minimax(variant: Variant, start: Position) -> Solution:
    from ressac_lab.solve.minimax import Minimax

    return Minimax(variant).solve(start)


def _searched(variant: Variant, start: Position, openings: bool, memory: int) -> Solution:
    """Solve by search; when interrupted, say what is known by then."""
    from ressac_lab.solve.alphabeta import AlphaBeta

    solver = AlphaBeta(variant, memory)
    try:
        return solver.solve(start, openings or (variant.pie == "swap" and start.ply == 0))
    except KeyboardInterrupt:
        low, high = solver.bounds
        say(f"\nthe value is proven to lie between {low:+d} and {high:+d}")
        raise


def _answer(variant: Variant, start: Position, solution: Solution, openings: bool) -> dict[str, Any]:
    from ressac_lab.reports.rows import outcome_of
    from ressac_lab.solve.pie import pie_value

    margin = start.points[0] - start.points[1] + solution.value - variant.komi
    answer: dict[str, Any] = {
        "value": solution.value,
        "outcome": outcome_of(variant, margin),
        "exact": True,
        "line": [move.text(variant) for move in solution.line],
        "nodes": solution.nodes,
        "method": solution.method,
    }
    if start.ply == 0:
        answer["fair_komi"] = solution.value
    if start.ply == 0 and solution.openings:
        best_for_first = pie_value([value for _, value in solution.openings], variant.komi)
        answer |= {"outcome": outcome_of(variant, margin, best_for_first), "pie_value": best_for_first}
    if openings:
        answer["openings"] = {move.text(variant): value for move, value in solution.openings}
    return answer


def _sentence(start: Position, value: int) -> str:
    banked = f" on top of the {start.points[0]}-{start.points[1]} banked so far" if start.ply else ""
    if value == 0:
        return f"both sides will score the same under best play{banked}, value 0"
    side = "Light" if value > 0 else "Dark"
    points = "1 point" if abs(value) == 1 else f"{abs(value)} points"
    return f"{side} will score {points} more under best play{banked}, value {value:+d}"
