"""What ``solve`` prints of an answer: a JSON object, a few sentences, or one line of many."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ressac_lab.cli.memory import size_text

if TYPE_CHECKING:
    from ressac_lab.rules import Position, Variant
    from ressac_lab.solve.examine import Answer, Question

OUTCOMES = {
    "light": "Light wins",
    "draw": "the game is a draw",
    "dark": "Dark wins",
    "second": "the second player wins",
    None: "it is not proven who wins",
}
# How many of the best first moves a sentence names.
MOST_NAMED = 5


def table_of(variant: Variant, place: Position, question: Question, answer: Answer) -> dict[str, Any]:
    """Return what was found out about a position, as JSON shows it.

    ``exact`` says whether the value, or the outcome if only that was asked for, is proven; if it is not,
    ``low`` and ``high`` bound the value, and ``reason`` says why there is no more. Under the pie rule the
    line has a swap where the second player makes one, and ``pie_openings`` are the first moves best for the
    player who begins.
    """
    from ressac_lab.solve.openings import most_even
    from ressac_lab.solve.pie import pie_counts, pie_value

    table: dict[str, Any] = {"position": place.text()}
    proven = answer.winner is not None if question.outcome else answer.exact
    if answer.exact:
        table["value"] = answer.low
    table |= {"outcome": _outcome(variant, place, answer), "exact": proven}
    if not proven:
        table |= {"low": answer.low, "high": answer.high}
    if answer.cut:
        table["reason"] = answer.cut
    if question.line:
        table["line"] = None if answer.line is None else _line(variant, place, answer)
    # Under the pie rule there is no one komi that is fair: Dark chooses the side.
    if answer.exact and place.ply == 0 and not pie_counts(variant, place):
        table["fair_komi"] = answer.low
    if answer.complete and pie_counts(variant, place):
        table["pie_value"] = pie_value([opening.value for opening in answer.openings], variant.komi)
        table["pie_openings"] = [
            {"move": opening.move.text(variant), "stands_for": opening.stands_for}
            for opening in most_even(answer.openings, variant.komi)
        ]
    if question.openings:
        table["openings"] = [
            {"move": opening.move.text(variant), "value": opening.value, "stands_for": opening.stands_for}
            for opening in answer.openings
        ]
    return table | {"nodes": answer.nodes, "cpu_seconds": round(answer.cpu_seconds, 3)}


def _line(variant: Variant, place: Position, answer: Answer) -> list[str]:
    """Return the words of a best line: under the pie rule the second player takes a side that is ahead."""
    from ressac_lab.solve.openings import most_even
    from ressac_lab.solve.pie import pie_counts

    words = [move.text(variant) for move in answer.line or ()]
    if pie_counts(variant, place) and most_even(answer.openings, variant.komi)[0].value > variant.komi:
        words.insert(1, "swap")
    return words


def _outcome(variant: Variant, place: Position, answer: Answer) -> str | None:
    """Return who wins with komi, or None if that is not proven."""
    from ressac_lab.reports.rows import outcome_of
    from ressac_lab.solve.pie import pie_counts, pie_value

    pie = pie_counts(variant, place)
    if answer.winner is not None:
        return outcome_of(variant, answer.winner, answer.winner if pie else None)
    if pie:
        if not answer.complete:
            return None
        values = [opening.value for opening in answer.openings]
        return outcome_of(variant, answer.low, pie_value(values, variant.komi))
    margin = place.points[0] - place.points[1] - variant.komi
    ends = {outcome_of(variant, margin + value) for value in (answer.low, answer.high)}
    return ends.pop() if len(ends) == 1 else None


def sentences(variant: Variant, place: Position, table: dict[str, Any]) -> Iterator[str]:
    """Yield the sentences of one position's answer, told from its table."""
    from ressac_lab.solve.pie import pie_counts

    pie = " and the pie rule" if pie_counts(variant, place) else ""
    fair = f"; the fair komi is {table['fair_komi']}" if "fair_komi" in table else ""
    outcome = f"ith komi {variant.komi}{pie} {OUTCOMES[table['outcome']]}{fair}."
    if "value" in table:
        yield f"{table['variant']}: {value_sentence(place, table['value'])}."
        yield f"W{outcome}"
    else:
        yield f"{table['variant']}: w{outcome}"
    if "pie_value" in table:
        best = signed(table["pie_value"])
        named = [_named(opening) for opening in table["pie_openings"]]
        more = f" or {len(named) - MOST_NAMED} more" if len(named) > MOST_NAMED else ""
        moves = ", ".join(named[:MOST_NAMED]) + more
        yield f"The player who begins comes out at {best} with the best first move: {moves}."
    if not table["exact"]:
        yield f"The value is proven to lie between {signed(table['low'])} and {signed(table['high'])}."
    if table.get("line") is not None:
        yield f"A best line: {' '.join(table['line']) or '(the game is over)'}"
    by_value: dict[int, list[str]] = {}
    for opening in table.get("openings", ()):
        by_value.setdefault(opening["value"], []).append(_named(opening))
    for value, openings in sorted(by_value.items(), reverse=True):
        yield f"Moves worth {signed(value)}: {', '.join(openings)}"
    if "reason" in table:
        yield f"The search ended early: {table['reason']}."
    method = table["method"] + (f" on a table of {size_text(table['memory'])}" if "memory" in table else "")
    done = "Proven" if table["exact"] else "Searched"
    yield f"{done} by {method}: {table['nodes']:,} visited, {table['seconds']:.2f} s."
    if "proof" in table:
        # Not at the top: progress, which it imports, takes its words from here.
        from ressac_lab.cli.proof import proof_sentences

        yield from proof_sentences(table["proof"])


def _named(opening: dict[str, Any]) -> str:
    """Return a first move with the number of moves that it stands for."""
    return f"{opening['move']} ×{opening['stands_for']}"


def signed(value: float) -> str:
    """Return points with their sign; 0 has none."""
    return f"{value:+g}" if value else "0"


def value_sentence(place: Position, value: int) -> str:
    """Return what a value means for both sides."""
    banked = f" on top of the {place.points[0]}-{place.points[1]} banked so far" if place.ply else ""
    if value == 0:
        return f"both sides will score the same under best play{banked}, value 0"
    side = "Light" if value > 0 else "Dark"
    points = "1 point" if abs(value) == 1 else f"{abs(value)} points"
    return f"{side} will score {points} more under best play{banked}, value {signed(value)}"


def line_of(table: dict[str, Any]) -> str:
    """Return the line of one position among many, told from its table."""
    if "value" in table:
        ends = OUTCOMES[table["outcome"]]
        found = f"value {signed(table['value'])}, {ends}"
    elif table["exact"]:
        found = OUTCOMES[table["outcome"]]
    else:
        found = f"value between {signed(table['low'])} and {signed(table['high'])} ({table['reason']})"
    return f"{table['position']}  {found}  {table['nodes']:,} visited  {table['cpu_seconds']:.3f} s"
