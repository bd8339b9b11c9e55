"""``ressac-lab ladder``: every level against every other, and each map's bias level by level."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ressac_lab.cli.fit import WorkersOption
from ressac_lab.cli.match import RandomPliesOption
from ressac_lab.cli.options import SeedOption, SetOption, VariantArgument, whole_number
from ressac_lab.cli.progress import progress_of
from ressac_lab.cli.tables import Row, Table, show_table, write_tables

if TYPE_CHECKING:
    from ressac_lab.arena.cross_table import Meeting

MOST_GAMES = 1_000_000
NAMES = ("cross_table.csv", "levels.csv")

AgentsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--agent", metavar="AGENT", help="Weakest first, repeatedly; the whole ladder if left out."
    ),
]
PairsOption = Annotated[
    int,
    typer.Option("--pairs", parser=whole_number(1, MOST_GAMES), metavar="N", help="Pairs of each meeting."),
]
GamesOption = Annotated[
    int,
    typer.Option(
        "--games", parser=whole_number(1, MOST_GAMES), metavar="N", help="Games of each against itself."
    ),
]
OutOption = Annotated[Path | None, typer.Option("--out", "-o", help="A folder for the two CSV files.")]


def ladder(
    variant: VariantArgument,
    settings: SetOption = None,
    agent: AgentsOption = None,
    pairs: PairsOption = 200,
    games: GamesOption = 1000,
    random_plies: RandomPliesOption = 2,
    seed: SeedOption = 1,
    workers: WorkersOption = None,
    out: OutOption = None,
) -> None:
    """Play every agent against every other in colour-swapped pairs, and each against itself."""
    from ressac_lab.agents import parse_agent
    from ressac_lab.agents.ladder import LADDER
    from ressac_lab.arena.cross_table import meetings, self_play
    from ressac_lab.reports.places import check_folder
    from ressac_lab.rules import load

    named = load(variant, settings or ())
    agents = [parse_agent(text) for text in agent or LADDER]
    if out is not None:
        check_folder(out, NAMES)
    threads, total = workers or os.cpu_count() or 1, len(agents) * (len(agents) + 1) // 2
    with progress_of(named.label, "matches") as progress:
        progress(0, total)
        found, mirrors = [], []
        for meeting in meetings(named.variant, agents, seed, pairs, random_plies, threads):
            found.append(meeting)
            progress(len(found), total)
        for mirror in self_play(named.variant, agents, seed, games, threads):
            mirrors.append(mirror)
            progress(len(found) + len(mirrors), total)
    tables = dict(zip(NAMES, (list(_cross_rows(found)), _level_rows(found, mirrors)), strict=True))
    for rows in tables.values():
        show_table(rows)
    if out is not None:
        write_tables(out, tables)


def _cross_rows(found: list[Meeting]) -> Iterator[Row]:
    for meeting in found:
        measures = meeting.measures
        wins, draws, losses = measures.results
        yield {
            "agent": meeting.stronger.text,
            "opponent": meeting.weaker.text,
            "pairs": measures.pairs,
            "wins": wins,
            "draws": draws,
            "losses": losses,
            "score": f"{measures.score:.4f}",
            "score_low": f"{measures.score_interval.low:.4f}",
            "score_high": f"{measures.score_interval.high:.4f}",
            "elo": f"{measures.elo:.0f}",
            "distinct_games": measures.distinct_games,
        }


def _level_rows(found: list[Meeting], mirrors: list[Any]) -> Table:
    from ressac_lab.arena.cross_table import standings

    rows = []
    for standing, (agent, measures) in zip(
        standings(found, [agent for agent, _ in mirrors]), mirrors, strict=True
    ):
        rows.append(
            {
                "agent": agent.text,
                "plays": agent.definition,
                "score": f"{standing.score:.4f}",
                "score_low": f"{standing.interval.low:.4f}",
                "score_high": f"{standing.interval.high:.4f}",
                "games": measures.games,
                "distinct_games": measures.distinct_games,
                "advantage": f"{measures.advantage:.4f}",
                "advantage_low": f"{measures.advantage_interval.low:.4f}",
                "advantage_high": f"{measures.advantage_interval.high:.4f}",
                "margin_mean": f"{measures.margin_mean:+.4f}",
                "margin_low": f"{measures.margin_interval.low:+.4f}",
                "margin_high": f"{measures.margin_interval.high:+.4f}",
                "draw_share": f"{measures.results[1] / measures.games:.4f}",
                "saturation": f"{measures.saturation:.4f}",
            }
        )
    return rows
