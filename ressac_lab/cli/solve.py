"""``ressac-lab solve``: exact values."""

from __future__ import annotations

import time
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from ressac_lab.cli.answers import line_of, sentences, table_of
from ressac_lab.cli.memory import parse_memory
from ressac_lab.cli.options import (
    JsonOption,
    OptionError,
    PositionOption,
    SetOption,
    VariantArgument,
    print_json,
    whole_number,
)
from ressac_lab.cli.progress import watching
from ressac_lab.cli.proof import proof_in, proof_table, watching_proof
from ressac_lab.cli.solvers import Method, Solvers
from ressac_lab.cli.streams import say

if TYPE_CHECKING:
    from ressac_lab.rules import Position, Variant
    from ressac_lab.solve.alphabeta import AlphaBeta
    from ressac_lab.solve.examine import Question, Solver

MOST_WORKERS = 256
MOST_NODES = 10**15
MOST_PLIES = 64
# Options that cannot be given together, and why.
CONTRADICTIONS = (
    ("--positions", "--position", "expected positions from one place"),
    ("--positions", "--openings", "expected --openings with one position only"),
    ("--outcome", "--openings", "expected who wins, or the value of every move"),
    ("--plain", "--memory", "expected --memory with the search only, plain minimax has no such table"),
    ("--plain", "--workers", "expected --workers with the search only, plain minimax runs in one thread"),
    ("--plain", "--proof", "expected --proof with the search only, plain minimax keeps nothing"),
    ("--positions", "--proof", "expected a proof of one position"),
    ("--plain", "--nodes", "expected --nodes with the search only, plain minimax has a limit of its own"),
)

PositionsOption = Annotated[
    str | None,
    typer.Option(
        "--positions",
        metavar="FILE",
        help="Solve every position of a file, or of standard input for -: one ROWS PLY [L-D] a line.",
    ),
]
OutcomeOption = Annotated[
    bool, typer.Option("--outcome", help="Prove only who wins with the variant's komi: often much faster.")
]
OpeningsOption = Annotated[
    bool,
    typer.Option("--openings", help="Value the moves as well, one of those that symmetries exchange."),
]
PlainOption = Annotated[
    bool, typer.Option("--plain", help="Plain minimax instead of the search, for small variants.")
]
MemoryOption = Annotated[
    int | None,
    typer.Option(
        "--memory",
        parser=parse_memory,
        metavar="SIZE",
        help="For the search's table, like 512M or 8G; left out, it goes by the position and what is free.",
    ),
]
WorkersOption = Annotated[
    int | None,
    typer.Option(
        "--workers",
        "-w",
        parser=whole_number(1, MOST_WORKERS),
        metavar="N",
        help="Threads that search together; 1 if left out, with which node counts can be repeated.",
    ),
]
NodesOption = Annotated[
    int | None,
    typer.Option(
        "--nodes",
        parser=whole_number(1, MOST_NODES),
        metavar="N",
        help="Visit so many positions at most, for each one to solve, and say what is proven by then.",
    ),
]
ProofOption = Annotated[
    Path | None,
    typer.Option(
        "--proof",
        metavar="FILE",
        help="Keep what is proven near the root in a file, and go on from what is there.",
    ),
]
LeafOption = Annotated[
    int | None,
    typer.Option(
        "--leaf",
        parser=whole_number(0, MOST_PLIES),
        metavar="PLIES",
        help="With --proof: where so many plies are left the search takes over.",
    ),
]


def solve(
    variant: VariantArgument,
    settings: SetOption = None,
    position: PositionOption = None,
    positions: PositionsOption = None,
    outcome: OutcomeOption = False,
    openings: OpeningsOption = False,
    plain: PlainOption = False,
    memory: MemoryOption = None,
    workers: WorkersOption = None,
    nodes: NodesOption = None,
    proof: ProofOption = None,
    leaf: LeafOption = None,
    as_json: JsonOption = False,
) -> None:
    """Prove the exact value of a variant or of positions: Light's points minus Dark's to come."""
    given: dict[str, Any] = {"--position": position, "--positions": positions, "--outcome": outcome}
    given |= {"--openings": openings, "--plain": plain, "--memory": memory, "--workers": workers}
    _refuse_contradictions(given | {"--nodes": nodes, "--proof": proof})
    if leaf is not None and proof is None:
        raise OptionError("--leaf without --proof: expected both, only a proof has leaves")
    from ressac_lab.cli.start import start_of
    from ressac_lab.solve.examine import INTERRUPTED, Question

    named, start = start_of(variant, settings, position)
    many = positions is not None
    places = [start] if positions is None else _read(positions, named.variant, plain)
    solvers = Solvers(named.variant, Method(plain, memory, workers), nodes)
    question = Question(outcome, openings, line=not (many or outcome))
    for place in places:
        search, how = solvers.solver_for(place)
        with _kept(proof, place, search, leaf) as solver:
            table = {"variant": named.label, **how, **_solved(solver, place, question)}
            _show(named.variant, place, table, many, as_json)
            if table.get("reason") == INTERRUPTED:
                raise KeyboardInterrupt


def _refuse_contradictions(given: dict[str, Any]) -> None:
    """Raise OptionError if two options were given that contradict each other."""
    for option, other, expected in CONTRADICTIONS:
        # An empty text was given all the same.
        if all(given[name] is not None and given[name] is not False for name in (option, other)):
            raise OptionError(f"{option} with {other}: {expected}")


def _read(file: str, variant: Variant, plain: bool) -> list[Position]:
    """Return the positions of a file, none of which the method would refuse."""
    from ressac_lab.cli.positions import read_positions
    from ressac_lab.solve.size import check_size

    return read_positions(file, variant, (lambda place: check_size(variant, place)) if plain else None)


def _kept(
    proof: Path | None, place: Position, search: Solver, leaf: int | None
) -> AbstractContextManager[Solver]:
    """Return the solver of a proof file, if one was named, else the search alone."""
    if proof is None:
        return nullcontext(search)
    return proof_in(proof, search.variant, place, cast("AlphaBeta", search), leaf)


def _solved(solver: Solver, place: Position, question: Question) -> dict[str, Any]:
    """Return what is found out about a position, as JSON shows it."""
    from ressac_lab.solve.examine import examine
    from ressac_lab.solve.proof import METHOD, Proof

    began = time.perf_counter()
    with watching_proof(solver) if isinstance(solver, Proof) else watching(solver) as tell:
        answer = examine(solver, place, question, tell)
    table = table_of(solver.variant, place, question, answer)
    table |= {"seconds": round(time.perf_counter() - began, 3)}
    return table | {"method": METHOD, "proof": proof_table(solver)} if isinstance(solver, Proof) else table


def _show(variant: Variant, place: Position, table: dict[str, Any], many: bool, as_json: bool) -> None:
    """Print an answer as it was asked for; without JSON, one cut short by Ctrl-C goes to stderr."""
    from ressac_lab.solve.examine import INTERRUPTED

    if as_json:
        print_json(table)
        return
    tell = say if table.get("reason") == INTERRUPTED else typer.echo
    for line in [line_of(table)] if many else sentences(variant, place, table):
        tell(line)
