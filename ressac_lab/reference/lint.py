"""A linter for variants: what is legal and yet hardly what the author meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, cast

from ressac_lab.reference.engine import slide_image, touching_cells
from ressac_lab.reference.signature import signature
from ressac_lab.rules import Variant, slides_of
from ressac_lab.rules.variant import value_text

# The switches, whose effect can vanish on some boards; sizes and counts always matter.
SWITCHES = ("slide_lines", "slide", "slide_step", "touch", "wrecks_drift", "scorers", "first_boat")


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to warn about: what kind it is, and the sentence to print."""

    kind: str
    sentence: str


def findings_of(variant: Variant) -> list[Finding]:
    """Return what there is to warn about in one variant."""
    return [
        *_dead_plies(variant),
        *_idle_switches(variant),
        *_still_slides(variant),
        *_certain_points(variant),
    ]


def _dead_plies(variant: Variant) -> Iterator[Finding]:
    last = variant.decounts[-1]
    dead = variant.plies - 2 * last
    if dead:
        yield Finding(
            "dead plies",
            f"decounts = {value_text(variant.decounts)}: the last {dead} of {variant.plies} plies come "
            f"after the last decount and decide nothing; boats = {last} is the same contest",
        )


def _idle_switches(variant: Variant) -> Iterator[Finding]:
    """Yield the switches that could as well have their default value."""
    own = signature(variant)
    for field in fields(Variant):
        value, default = getattr(variant, field.name), cast(Any, field.default)
        if field.name not in SWITCHES or value == default:
            continue
        if signature(replace(variant, **{field.name: default})) == own:
            reason = _reason(field.name, variant)
            yield Finding(
                "no effect",
                f"{field.name} = {value_text(value)} has no effect: {reason}, so the game is the same "
                f"with {field.name} = {value_text(default)}",
            )


def _reason(field: str, variant: Variant) -> str:
    sides = sorted({variant.width, variant.height})
    lines = " and ".join(str(side) for side in sides)
    if field == "slide_step":
        return f"on lines of {lines} cells it makes the slides of one cell, some of them the other way"
    if field == "wrecks_drift":
        return "there are no wrecks to anchor" if not variant.wrecks else "no slide moves a wreck"
    if field == "touch":
        return f"on a {variant.width}×{variant.height} board the same cells touch"
    if field == "first_boat":
        return f"every empty cell of the board is {variant.first_boat}"
    return "it makes the same moves"


def _still_slides(variant: Variant) -> Iterator[Finding]:
    """Yield a warning where some slides, or all, bring a line back to what it was."""
    anchored = frozenset() if variant.wrecks_drift else variant.wreck_cells
    unmoved = list(range(variant.board.cells))
    slides = {slide for cell in unmoved for slide in slides_of(variant, cell) if slide is not None}
    still = [slide for slide in slides if slide_image(variant, slide, anchored) == unmoved]
    if still:
        share = "all" if len(still) == len(slides) else f"{len(still)} of {len(slides)}"
        held = "" if variant.wrecks_drift else " or anchored wrecks leave nothing to move"
        yield Finding(
            "still slides",
            f"slide_step = {variant.slide_step}: {share} slides change nothing: the step brings the line "
            f"full circle{held}, and the move only places a boat",
        )


def _certain_points(variant: Variant) -> Iterator[Finding]:
    """Yield a warning about decounts whose points are the same whatever is played."""
    if 1 in variant.decounts and variant.scorers == "mover":
        what = "every decount" if variant.decounts == (1,) else "the decount at boat 1"
        shown = f"decounts = {value_text(variant.decounts)}"
        sentence = f"{shown}: {what} scores 1 point whatever is played, for both sides"
        yield Finding("total saturation", sentence)
    cells = variant.board.cells
    if touching_cells(variant).number_of_edges() == cells * (cells - 1) // 2:
        yield Finding(
            "total saturation",
            f"touch = {variant.touch}: on a {variant.width}×{variant.height} board all cells touch each "
            "other, so every fleet is one flotilla and every point possible is always made",
        )


def same_games(variants: Iterable[tuple[str, Variant]]) -> list[tuple[str, str]]:
    """Return the pairs of names whose variants are the same game up to symmetry, the earlier first."""
    seen: dict[str, str] = {}
    pairs = []
    for name, variant in variants:
        first = seen.setdefault(signature(variant), name)
        if first != name:
            pairs.append((first, name))
    return pairs
