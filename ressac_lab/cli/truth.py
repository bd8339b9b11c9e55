"""``ressac-lab truth``: how often agents' moves keep the exact value, ply by ply."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ressac_lab.cli.ladder import AgentsOption
from ressac_lab.cli.options import SeedOption, SetOption, VariantArgument, whole_number
from ressac_lab.cli.progress import progress_of
from ressac_lab.cli.tables import Row, show_table, write_tables

if TYPE_CHECKING:
    from ressac_lab.arena.truth import PlyTruth
    from ressac_lab.rules import NamedVariant

MOST_GAMES = 100_000
NAME = "truth.csv"

GamesOption = Annotated[
    int,
    typer.Option(
        "--games",
        "-n",
        parser=whole_number(1, MOST_GAMES),
        metavar="N",
        help="Games of each against itself.",
    ),
]
OutOption = Annotated[Path | None, typer.Option("--out", "-o", help="A folder for truth.csv.")]


def truth(
    variant: VariantArgument,
    settings: SetOption = None,
    agent: AgentsOption = None,
    games: GamesOption = 200,
    seed: SeedOption = 1,
    out: OutOption = None,
) -> None:
    """Say of agents, on a variant that can be solved, how many of their moves keep the value, by ply."""
    from ressac_lab.agents import parse_agent
    from ressac_lab.agents.ladder import LADDER
    from ressac_lab.arena.truth import truths
    from ressac_lab.reports.places import check_folder
    from ressac_lab.rules import load
    from ressac_lab.solve.alphabeta import AlphaBeta

    named = load(variant, settings or ())
    if out is not None:
        check_folder(out, [NAME])
    _check_reach(named)
    agents, found = [parse_agent(text) for text in agent or LADDER], []
    with progress_of(named.label, "plies") as progress:
        total = (2 * named.variant.decounts[-1] + (named.variant.pie == "swap")) * len(agents)
        progress(0, total)
        for row in truths(named.variant, agents, seed, games, AlphaBeta(named.variant)):
            found.append(_row(row))
            progress(len(found), total)
    show_table(found)
    if out is not None:
        write_tables(out, {NAME: found})


def _check_reach(named: NamedVariant) -> None:
    """Raise TooLargeError if the exact values that moves are judged by are out of reach."""
    from ressac_lab.agents.reach import MOST_POSITIONS
    from ressac_lab.errors import TooLargeError
    from ressac_lab.solve.size import search_size

    if (size := search_size(named.variant, 0)) > MOST_POSITIONS:
        raise TooLargeError(
            f"{named.label}: its exact values would take some {size:,} positions: expected at most "
            f"{MOST_POSITIONS:,}, as of a variant with fewer boats or a smaller board"
        )


def _row(truth: PlyTruth) -> Row:
    return {
        "agent": truth.agent.text,
        "ply": truth.decision,
        "games": truth.games,
        "kept": truth.kept,
        "kept_share": f"{truth.kept / truth.games:.4f}",
        "kept_low": f"{truth.interval.low:.4f}",
        "kept_high": f"{truth.interval.high:.4f}",
        "points_lost": f"{truth.lost / truth.games:.4f}",
    }
