"""``ressac-lab match``: games between two agents, and what they show."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ressac_lab.cli.options import (
    JsonOption,
    OptionError,
    SeedOption,
    SetOption,
    VariantArgument,
    print_json,
    whole_number,
)
from ressac_lab.cli.progress import progress_of
from ressac_lab.cli.streams import say

if TYPE_CHECKING:
    from ressac_lab.agents import Pairing
    from ressac_lab.arena import Measures
    from ressac_lab.arena.pairs import Match, PairMeasures
    from ressac_lab.rules import Variant
    from ressac_lab.stats import Interval

MOST_GAMES = 10_000_000
MOST_WORKERS = 256
MOST_RANDOM_PLIES = 64
SHARES = ("light", "draw", "dark")

AgentOption = Annotated[str, typer.Option("--light", metavar="AGENT", help="Who begins, as Light.")]
OtherOption = Annotated[str, typer.Option("--dark", metavar="AGENT", help="Who answers, as Dark.")]
GamesOption = Annotated[
    int,
    typer.Option(
        "--games",
        "-n",
        parser=whole_number(1, MOST_GAMES),
        metavar="N",
        help="How many games; with --pairs how many pairs.",
    ),
]
WorkersOption = Annotated[
    int,
    typer.Option(
        "--workers",
        "-w",
        parser=whole_number(1, MOST_WORKERS),
        metavar="N",
        help="Threads at once; the games never depend on their number.",
    ),
]
PairsOption = Annotated[
    bool,
    typer.Option("--pairs", help="Play each seed in both seatings: who is stronger, whatever the seat."),
]
RandomPliesOption = Annotated[
    int,
    typer.Option(
        "--random-plies",
        parser=whole_number(0, MOST_RANDOM_PLIES),
        metavar="K",
        help="Begin each game with so many plies drawn at random.",
    ),
]


def match(
    variant: VariantArgument,
    light: AgentOption,
    dark: OtherOption,
    games: GamesOption = 1000,
    seed: SeedOption = 0,
    workers: WorkersOption = 1,
    pairs: PairsOption = False,
    random_plies: RandomPliesOption = 0,
    settings: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play games between two agents and say, with 95 % intervals, what they show."""
    from ressac_lab.agents import parse_pairing
    from ressac_lab.arena.pairs import play_match
    from ressac_lab.rules import load

    named = load(variant, settings or ())
    pairing = parse_pairing([light, dark], random_plies)
    if random_plies >= named.variant.plies:
        raise OptionError(
            f"--random-plies {random_plies}: expected fewer than the {named.variant.plies} plies"
        )
    with progress_of(f"{named.name}: {pairing.text}", "pairs" if pairs else "games") as progress:
        found = play_match(named.variant, pairing, seed, games, workers, pairs, progress)
    table = {
        "variant": named.label,
        "light": light,
        "dark": dark,
        "random_plies": random_plies,
        "seed": seed,
    }
    if found.played:
        _show(named.variant, pairing, found, table, as_json)
    if found.played < found.asked:
        raise KeyboardInterrupt


def _show(variant: Variant, pairing: Pairing, found: Match, about: dict[str, Any], as_json: bool) -> None:
    """Print what was found; without JSON, what is left of an interrupted match goes to stderr."""
    from ressac_lab.arena import measure
    from ressac_lab.arena.pairs import measure_pairs

    complete = found.played == found.asked
    if found.exchanged is None:
        games = measure(found.records, variant)
        table, lines = _games_table(games), _games_lines(games, variant)
    else:
        pairs = measure_pairs(found.records, found.exchanged, variant)
        table, lines = _pairs_table(pairs), _pairs_lines(pairs, pairing.light.text)
    if as_json:
        print_json(about | {"komi": variant.komi, "complete": complete} | table)
        return
    tell = typer.echo if complete else say
    tell(f"{about['variant']}: Light {about['light']}, Dark {about['dark']}, seed {about['seed']}")
    for line in lines:
        tell(line)


def _games_table(found: Measures) -> dict[str, Any]:
    counts = dict(zip(("light_wins", "draws", "dark_wins"), found.results, strict=True))
    shares = {
        f"{side}_share": _estimate(count / found.games, interval)
        for side, count, interval in zip(SHARES, found.results, found.result_intervals, strict=True)
    }
    return {
        "games": found.games,
        "distinct_games": found.distinct_games,
        **counts,
        **shares,
        "advantage": _estimate(found.advantage, found.advantage_interval),
        "margin": _estimate(found.margin_mean, found.margin_interval),
        "saturation": found.saturation,
        "swapped": found.swapped,
    }


def _pairs_table(found: PairMeasures) -> dict[str, Any]:
    wins, draws, losses = found.results
    return {
        "pairs": found.pairs,
        "distinct_games": found.distinct_games,
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "pair_scores": {f"{score:g}": count for score, count in found.pair_scores.items()},
        "score": _estimate(found.score, found.score_interval),
        "elo": _estimate(found.elo, found.elo_interval),
        "advantage": _estimate(found.advantage, found.advantage_interval),
    }


def _estimate(value: float, interval: Interval) -> dict[str, Any]:
    """Return an estimate as JSON has it, which knows no infinity: null stands for it."""
    numbers = {"value": value, "low": interval.low, "high": interval.high}
    return {name: number if math.isfinite(number) else None for name, number in numbers.items()}


def _games_lines(found: Measures, variant: Variant) -> Iterator[str]:
    """Yield the sentences about a number of games."""
    names = ("Light wins", "draws", "Dark wins")
    for name, count, interval in zip(names, found.results, found.result_intervals, strict=True):
        share = f"{100 * count / found.games:.1f} % ({100 * interval.low:.1f} to {100 * interval.high:.1f})"
        yield f"{name:26}{count:>9,}  {share}"
    yield _line("first-player advantage A", found.advantage, found.advantage_interval, ".3f")
    komi = f" before komi {variant.komi}" if variant.komi else ""
    yield _line("mean margin, Light's", found.margin_mean, found.margin_interval, "+.2f") + komi
    if variant.pie == "swap":
        yield f"{'sides swapped':26}{found.swapped:>9,}"
    yield f"{'distinct games':26}{found.distinct_games:>9,}  of {found.games:,}"


def _pairs_lines(found: PairMeasures, first: str) -> Iterator[str]:
    """Yield the sentences about a number of pairs, for the agent that is seated first."""
    scores = ", ".join(f"{score:g}: {count:,}" for score, count in found.pair_scores.items())
    wins, draws, losses = found.results
    yield f"{first} in both seats: {wins:,} wins, {draws:,} draws, {losses:,} losses"
    yield f"points a pair             {scores}"
    yield _line("score", found.score, found.score_interval, ".3f")
    yield _line("Elo difference", found.elo, found.elo_interval, "+.0f")
    yield _line("first-player advantage A", found.advantage, found.advantage_interval, ".3f")
    yield f"{'distinct games':26}{found.distinct_games:>9,}  of {2 * found.pairs:,}"


def _line(name: str, value: float, interval: Interval, form: str) -> str:
    low, high = format(interval.low, form), format(interval.high, form)
    return f"{name:26}{format(value, form):>9}  ({low} to {high})"
