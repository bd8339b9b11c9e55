"""The rows of the reports: one for each variant and method, read off a store."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from ressac_lab.arena import Measures, measure
from ressac_lab.arena.fairness import judge_games, word_of
from ressac_lab.rules import Variant, class_of
from ressac_lab.rules.variant import value_text
from ressac_lab.stats import Interval, Verdict
from ressac_lab.sweep.experiment import Entry
from ressac_lab.sweep.jobs import ExactValue, ExhaustiveValue
from ressac_lab.sweep.methods import Method, Sampled
from ressac_lab.sweep.results import Results


@dataclass(frozen=True, slots=True)
class Row:
    """A variant and method with what was found: measures of games, or an exact value.

    ``verdict`` is empty where none may be given. ``bounds`` go with the verdict on sampled games: an
    interval for A that holds for all of the method's rows together.
    """

    entry: Entry
    method: Method
    found: Measures | ExactValue
    verdict: str = ""
    bounds: Interval | None = None


def read_rows(results: Results) -> list[Row]:
    """Return the rows of an experiment in the experiment's order, with their verdicts.

    Raises StoreError if what is stored is damaged.
    """
    return judged(_rows(results), results.delta)


def judged(rows: Iterable[Row], delta: float) -> list[Row]:
    """Return rows with their verdicts; those of one method are judged together."""
    found = list(rows)
    places: dict[Method, list[int]] = {}
    for place, row in enumerate(found):
        if isinstance(row.found, ExactValue):
            lead = lead_of(row.found, row.entry.variant)
            exact = Verdict.ABOVE if lead > 0 else Verdict.BELOW if lead else Verdict.INSIDE
            found[place] = replace(row, verdict=_word(row, exact))
        elif is_fair_test(row.method):
            places.setdefault(row.method, []).append(place)
    for family in places.values():
        measured = [found[place].found for place in family]
        judgements = judge_games([m for m in measured if isinstance(m, Measures)], delta)
        for place, judgement in zip(family, judgements, strict=True):
            row = found[place]
            found[place] = replace(row, verdict=_word(row, judgement.verdict), bounds=judgement.interval)
    return found


def is_fair_test(method: Method) -> bool:
    """Return whether a method's games say what is fair, and not who plays better."""
    return not isinstance(method, Sampled) or method.pairing.light == method.pairing.dark


def lead_of(found: ExactValue, variant: Variant) -> float:
    """Return the points, komi taken off, by which best play puts the player who begins ahead."""
    return found.pie_value(variant.komi) if variant.pie == "swap" else found.value - variant.komi


def _word(row: Row, verdict: Verdict) -> str:
    return word_of(verdict, row.entry.variant.pie == "swap")


def _rows(results: Results) -> Iterator[Row]:
    for entry in results.experiment.entries:
        for method in results.experiment.methods:
            if isinstance(method, Sampled):
                yield Row(entry, method, measure(results.games(entry, method), entry.variant))
            else:
                yield Row(entry, method, results.exact(entry, method))


def cells_of_row(row: Row) -> dict[str, Any]:
    """Return the cells of ``variants.csv``, by column; what does not apply is left out."""
    cells = _rules_cells(row.entry) | {"method": row.method.text}
    if row.verdict:
        cells["verdict"] = row.verdict
    if row.bounds:
        cells |= {"verdict_low": row.bounds.low, "verdict_high": row.bounds.high}
    if isinstance(row.found, ExactValue):
        return cells | _exact_cells(row.found, row.entry.variant)
    return cells | _measure_cells(row.found)


def _rules_cells(entry: Entry) -> dict[str, Any]:
    variant, map_class = entry.variant, class_of(entry.variant)
    return {
        "variant": entry.label,
        "digest": variant.digest,
        "map_class": map_class.id,
        "map_orbit": map_class.orbit,
        "map_symmetries": map_class.symmetries,
        "width": variant.width,
        "height": variant.height,
        "wrecks": " ".join(variant.wrecks),
        "boats": variant.boats,
        "decounts": " ".join(str(decount) for decount in variant.decounts),
        "slide_lines": variant.slide_lines,
        "slide": variant.slide,
        "slide_step": variant.slide_step,
        "touch": variant.touch,
        "wrecks_drift": value_text(variant.wrecks_drift),
        "scorers": variant.scorers,
        "komi": variant.komi,
        "pie": variant.pie,
        "first_boat": variant.first_boat,
    }


def _exact_cells(found: ExactValue, variant: Variant) -> dict[str, Any]:
    pie_value = found.pie_value(variant.komi)
    extra = exhaustive_cells(found.table) if isinstance(found, ExhaustiveValue) else {}
    return extra | {
        "value": found.value,
        "outcome": outcome_of(variant, found.value - variant.komi, pie_value),
        "fair_komi": found.value,
        "pie_value": pie_value,
        "nodes": found.nodes,
    }


def exhaustive_cells(table: dict[str, Any]) -> dict[str, Any]:
    """Return the cells that only an exhaustive sweep has, from the table of a ``MapRow``."""
    cells = {"openings": sum(moves for _, moves, _ in table["openings"]), "keepers": table["keepers"]}
    cells |= {f"trembling_{epsilon}": mean for epsilon, mean in table["trembling"].items()}
    for name, values in (("keep_share", table["keep_shares"]), ("blunder_cost", table["blunder_costs"])):
        cells |= {f"{name}_{ply}": value for ply, value in enumerate(values, start=1)}
    return cells


def _measure_cells(found: Measures) -> dict[str, Any]:
    cells: dict[str, Any] = {"games": found.games, "distinct_games": found.distinct_games}
    counted = zip(
        (("light", "light_wins"), ("draw", "draws"), ("dark", "dark_wins")),
        found.results,
        found.result_intervals,
        strict=True,
    )
    for (side, count_name), count, interval in counted:
        cells |= {
            count_name: count,
            f"{side}_share": count / found.games,
            f"{side}_low": interval.low,
            f"{side}_high": interval.high,
        }
    for k, (light, dark) in enumerate(found.decount_points, start=1):
        cells |= {f"light_decount_{k}": light, f"dark_decount_{k}": dark}
    return cells | {
        "advantage": found.advantage,
        "advantage_low": found.advantage_interval.low,
        "advantage_high": found.advantage_interval.high,
        "margin_mean": found.margin_mean,
        "margin_low": found.margin_interval.low,
        "margin_high": found.margin_interval.high,
        "margin_median": found.margin_median,
        "saturation": found.saturation,
        "swap_share": found.swapped / found.games,
        "lead_changes": found.lead_changes,
    }


def outcome_of(variant: Variant, margin: float, pie_value: float | None = None) -> str:
    """Return who wins under best play: light, draw or dark; under the pie rule second or draw.

    ``margin`` is Light's with komi taken off, ``pie_value`` what the player who begins gets; left out,
    the sides are settled and the pie rule no longer counts.
    """
    if variant.pie == "swap" and pie_value is not None:
        return "draw" if pie_value == 0 else "second"
    if margin > 0:
        return "light"
    return "draw" if margin == 0 else "dark"
