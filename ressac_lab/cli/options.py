"""Options that several commands share, and JSON output."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

VariantArgument = Annotated[
    str, typer.Argument(metavar="VARIANT", help="A name of the catalogue, or a variant file.")
]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="FIELD=VALUE", help="Change one field; may be given repeatedly."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
PositionOption = Annotated[
    str | None,
    typer.Option("--position", metavar='"ROWS PLY [L-D]"', help="Start from this position."),
]
GamesOption = Annotated[
    bool, typer.Option("--games", help="Write games.csv too: one row a game, with its moves.")
]
ShowOption = Annotated[
    int, typer.Option("--show", min=0, help="How many of the fairest and most biased to show; 0 for none.")
]


def print_json(table: dict[str, Any]) -> None:
    """Print one JSON object."""
    typer.echo(json.dumps(table, ensure_ascii=False))
