"""``ressac-lab perft``: count move sequences."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ressac_lab.cli.options import (
    JsonOption,
    PositionOption,
    SetOption,
    VariantArgument,
    print_json,
    whole_number,
)


def perft(
    variant: VariantArgument,
    depth: Annotated[
        int,
        typer.Option("--depth", "-d", parser=whole_number(), metavar="N", help="The longest sequences."),
    ] = 3,
    divide: Annotated[bool, typer.Option("--divide", help="Split by the first move.")] = False,
    settings: SetOption = None,
    position: PositionOption = None,
    as_json: JsonOption = False,
) -> None:
    """Count move sequences, with a checksum over the flotillas they end in."""
    from ressac_lab.cli.start import start_of
    from ressac_lab.kernels import perft as kernel

    named, start = start_of(variant, settings, position)
    if divide:
        moves = kernel.divide(named.variant, start, depth)
        rows: list[dict[str, Any]] = [
            {"move": move.text(named.variant), "perft": row.perft, "checksum": row.checksum}
            for move, row in moves
        ]
    else:
        kernel.check_depth(named.variant, start, depth)
        counts = [kernel.perft(named.variant, start, d) for d in range(1, depth + 1)]
        rows = [{"depth": c.depth, "perft": c.perft, "checksum": c.checksum} for c in counts]
    if as_json:
        print_json({"variant": named.label, "rows": rows})
        return
    first = "move" if divide else "depth"
    typer.echo(f"{first:>8}{'perft':>22}{'checksum':>22}")
    for line in rows:
        typer.echo(f"{line[first]:>8}{line['perft']:>22,}{line['checksum']:>22,}")
