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
)

if TYPE_CHECKING:
    from ressac_lab.rules import Position, Variant
    from ressac_lab.solve import Solution

OUTCOMES = {"light": "Light wins", "draw": "a draw", "dark": "Dark wins"}


def solve(
    variant: VariantArgument,
    settings: SetOption = None,
    position: PositionOption = None,
    openings: Annotated[bool, typer.Option("--openings", help="Value every first move as well.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Prove the exact value of a variant or of a position: Light's points minus Dark's to come."""
    from ressac_lab.cli.start import start_of
    from ressac_lab.solve import Minimax

    named, start = start_of(variant, settings, position)
    began = time.perf_counter()
    solution = Minimax(named.variant).solve(start, with_openings=openings)
    seconds = time.perf_counter() - began
    answer = _answer(named.variant, start, solution) | {"seconds": round(seconds, 3)}
    if as_json:
        print_json({"variant": named.label, **answer})
        return
    typer.echo(f"{named.label}: {_sentence(start, solution.value)}.")
    typer.echo(f"With komi {named.variant.komi} the game is {OUTCOMES[answer['outcome']]}.")
    typer.echo(f"A best line: {' '.join(answer['line']) or '(the game is over)'}")
    typer.echo(f"Proven by {solution.method}: {solution.nodes:,} positions, {seconds:.2f} s.")
    for move, value in answer.get("openings", {}).items():
        typer.echo(f"  {move:8}{value:+d}")


def _answer(variant: Variant, start: Position, solution: Solution) -> dict[str, Any]:
    from ressac_lab.reports.rows import outcome_of

    total = start.points[0] - start.points[1] + solution.value
    answer: dict[str, Any] = {
        "value": solution.value,
        "outcome": outcome_of(total - variant.komi),
        "exact": True,
        "line": [move.text(variant) for move in solution.line],
        "nodes": solution.nodes,
        "method": solution.method,
    }
    if start.ply == 0:
        answer["fair_komi"] = solution.value
    if solution.openings:
        answer["openings"] = {move.text(variant): value for move, value in solution.openings}
    return answer


def _sentence(start: Position, value: int) -> str:
    banked = f" on top of the banked {start.points[0]}-{start.points[1]}" if start.ply else ""
    if value == 0:
        return f"both sides will score the same under best play{banked}, value 0"
    side = "Light" if value > 0 else "Dark"
    points = "1 point" if abs(value) == 1 else f"{abs(value)} points"
    return f"{side} will score {points} more under best play{banked}, value {value:+d}"
