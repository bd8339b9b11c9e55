"""Options that several commands share, and JSON output."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from typing import Annotated, Any

import typer

from ressac_lab.errors import RessacError, shown

LARGEST_NUMBER = 1_000_000_000
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")


class OptionError(RessacError):
    """An option with a value that cannot be used, or options that contradict each other."""


def whole_number(lowest: int = -LARGEST_NUMBER, highest: int = LARGEST_NUMBER) -> Callable[[Any], int]:
    """Return the parser of an option that takes a whole number within bounds.

    Unlike int() it takes no underscores and no digits but 0 to 9.
    """

    def parse(given: Any) -> int:
        text = str(given)
        if not _WHOLE.fullmatch(text):
            raise typer.BadParameter(f"{shown(text)} is not a whole number of at most 18 digits")
        if not lowest <= int(text) <= highest:
            raise typer.BadParameter(f"{text} is not within {lowest} to {highest}")
        return int(text)

    return parse


def _language(given: Any) -> str:
    from ressac_lab.reports.phrases import LANGUAGES

    if given not in LANGUAGES:
        raise typer.BadParameter(f"{shown(given)} is not a language known here: {' or '.join(LANGUAGES)}")
    return str(given)


def half_share(given: Any) -> float:
    """Return the number of an option that takes one above 0 and below 1/2."""
    try:
        number = float(given)
    except ValueError:
        number = math.nan
    if not 0 < number < 0.5:
        raise typer.BadParameter(f"{shown(str(given))} is not a number above 0 and below 0.5")
    return number


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
SeedOption = Annotated[
    int,
    typer.Option(
        "--seed", parser=whole_number(0), metavar="S", help="Equal seeds, equal games by the agents."
    ),
]
LangOption = Annotated[
    str, typer.Option("--lang", parser=_language, metavar="LANG", help="en for English, fr for French.")
]
GamesOption = Annotated[
    bool, typer.Option("--games", help="Write games.csv too: one row a game, with its moves.")
]
ShowOption = Annotated[
    int,
    typer.Option(
        "--show",
        parser=whole_number(0),
        metavar="N",
        help="How many of the fairest and most biased to show; 0 for none.",
    ),
]
DeltaOption = Annotated[
    float | None,
    typer.Option(
        "--delta",
        parser=half_share,
        metavar="D",
        help="Balanced is A within D of 1/2; the experiment's if left out.",
    ),
]


def print_json(table: dict[str, Any]) -> None:
    """Print one JSON object."""
    typer.echo(json.dumps(table, ensure_ascii=False))
