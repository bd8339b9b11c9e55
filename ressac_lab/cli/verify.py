"""``ressac-lab verify``: check a proof."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ressac_lab.cli.answers import OUTCOMES
from ressac_lab.cli.options import JsonOption, print_json, whole_number
from ressac_lab.cli.streams import one_line

if TYPE_CHECKING:
    from ressac_lab.solve.verify import Verdict

EXIT_NOT_VERIFIED = 1
MOST_NODES = 10**15
SampleOption = Annotated[
    int,
    typer.Option("--sample", parser=whole_number(0), metavar="N", help="How many searches to do again."),
]
SeedOption = Annotated[
    int | None,
    typer.Option("--seed", parser=whole_number(), metavar="N", help="Draw others than the file's own."),
]
NodesOption = Annotated[
    int,
    typer.Option(
        "--nodes", parser=whole_number(1, MOST_NODES), metavar="N", help="Give up a search after so many."
    ),
]


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that solve --proof made.")],
    sample: SampleOption = 20,
    everything: Annotated[bool, typer.Option("--all", help="Do all searches again.")] = False,
    seed: SeedOption = None,
    nodes: NodesOption = 1_000_000_000,
    as_json: JsonOption = False,
) -> None:
    """Check a proof by another path: plain rules, every claim, and searches without a table."""
    from ressac_lab.cli.progress import progress_of
    from ressac_lab.solve import verify as checker

    with progress_of("verify") as progress:
        verdict = checker.verify(file, None if everything else sample, seed, nodes, progress)
    if as_json:
        print_json({"file": str(file), **_table(verdict)})
    else:
        for sentence in _sentences(str(file), verdict):
            typer.echo(one_line(sentence))
    if verdict.fault:
        raise typer.Exit(EXIT_NOT_VERIFIED)


def _table(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as JSON shows it."""
    table: dict[str, Any] = {
        "verified": verdict.fault is None,
        "rules": verdict.variant.canonical_text(),
        "digest": verdict.variant.digest,
        "position": verdict.start.text(),
    }
    if verdict.fault:
        table |= {"place": verdict.fault.place, "reason": verdict.fault.reason}
    else:
        table |= {"low": verdict.low, "high": verdict.high, "outcome": verdict.winner}
    return table | {
        "by_moves": verdict.by_moves,
        "by_search": verdict.by_search,
        "searched_again": verdict.searched,
        "over_limit": verdict.over_limit,
        "nodes": verdict.nodes,
    }


def _extent(verdict: Verdict) -> str:
    """Return how much of a proof without a fault was checked."""
    if verdict.searched == verdict.by_search:
        return "verified"
    return f"every step verified, and {verdict.searched:,} of the {verdict.by_search:,} searches"


def _sentences(file: str, verdict: Verdict) -> list[str]:
    """Return a verdict in sentences."""
    if verdict.fault:
        return [f"{file}: not verified: {verdict.fault.place}: {verdict.fault.reason}."]
    claims = verdict.by_moves + verdict.by_search
    value = f"is {verdict.low:+d}" if verdict.low else "is 0"
    if verdict.low < verdict.high:
        value = f"lies between {verdict.low:+d} and {verdict.high:+d}"
    pie = " and the pie rule" if verdict.variant.pie == "swap" and verdict.start.ply == 0 else ""
    said = [
        f"{file}: {_extent(verdict)}: the score to go from {verdict.start.text()} {value}.",
        f"With komi {verdict.variant.komi}{pie} {OUTCOMES[verdict.winner]}.",
        f"Rules: {verdict.variant.canonical_text()}",
        f"Checked {claims:,} claims: {verdict.by_moves:,} follow from others by legal moves, "
        f"{verdict.by_search:,} rest on searches, of which {verdict.searched:,} were done again "
        f"without a table ({verdict.nodes:,} visited).",
    ]
    if verdict.over_limit:
        said.append(f"{verdict.over_limit:,} more were drawn and given up for want of nodes.")
    return said
