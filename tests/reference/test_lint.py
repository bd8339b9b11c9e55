"""What the linter warns about, and what it leaves alone."""

from __future__ import annotations

import pytest
from support import label

from ressac_lab.reference.lint import findings_of, same_games
from ressac_lab.rules import Variant
from ressac_lab.rules.catalogue import catalogue_names, load
from ressac_lab.solve.saturation import saturation_finding


@pytest.mark.parametrize(
    ("variant", "sentence"),
    [
        (
            Variant(decounts=(3, 6)),
            "decounts = 3,6: the last 6 of 18 plies come after the last decount and decide nothing; "
            "boats = 6 is the same contest",
        ),
        (
            Variant(slide_step=4),
            "slide_step = 4 has no effect: on lines of 5 cells it makes the slides of one cell, some of "
            "them the other way, so the game is the same with slide_step = 1",
        ),
        (
            Variant(wrecks=(), wrecks_drift=False),
            "wrecks_drift = false has no effect: there are no wrecks to anchor, so the game is the same "
            "with wrecks_drift = true",
        ),
        (
            Variant(2, 2, (), 2, (2,), touch="torus"),
            "touch = torus has no effect: on a 2×2 board the same cells touch, so the game is the same "
            "with touch = edges",
        ),
        (
            Variant(2, 4, (), 4, (4,), first_boat="edge"),
            "first_boat = edge has no effect: every empty cell of the board is edge, so the game is the "
            "same with first_boat = anywhere",
        ),
        (
            Variant(slide_step=5),
            "slide_step = 5: all slides change nothing: the step brings the line full circle, and the "
            "move only places a boat",
        ),
        (
            Variant(5, 4, ("A1",), 9, slide_step=4),
            "slide_step = 4: 10 of 18 slides change nothing: the step brings the line full circle, and "
            "the move only places a boat",
        ),
        (
            Variant(decounts=(1, 9)),
            "decounts = 1,9: the decount at boat 1 scores 1 point whatever is played, for both sides",
        ),
        (
            Variant(2, 2, (), 2, (2,), touch="corners"),
            "touch = corners: on a 2×2 board all cells touch each other, so every fleet is one flotilla "
            "and every point possible is always made",
        ),
    ],
)
def test_what_can_hardly_be_meant_is_warned_about(variant: Variant, sentence: str) -> None:
    assert sentence in [finding.sentence for finding in findings_of(variant)]


@pytest.mark.parametrize(
    "variant",
    [
        Variant(),
        Variant(slide_step=2),
        Variant(wrecks_drift=False),
        Variant(touch="torus"),
        Variant(touch="corners"),
        Variant(slide="may"),
        Variant(scorers="both"),
        Variant(slide_lines="any"),
        Variant(first_boat="corner", pie="swap", komi=2.5),
    ],
    ids=label,
)
def test_switches_that_do_something_are_left_alone(variant: Variant) -> None:
    assert findings_of(variant) == []


def test_a_slide_held_by_anchored_wrecks_is_counted_as_still() -> None:
    # Row 1 is A1 and two anchored wrecks: a boat on A1 is alone there, whatever the step.
    variant = Variant(3, 3, ("B1", "C1"), 3, (3,), wrecks_drift=False)
    (finding,) = findings_of(variant)
    assert finding.kind == "still slides"
    assert "2 of 12 slides change nothing" in finding.sentence


def test_proven_saturation_is_reported_with_its_line() -> None:
    (finding,) = saturation_finding(Variant(3, 3, (), 3, (3,), slide_lines="any"))
    assert "best play makes every point possible, 3-3" in finding.sentence


def test_a_variant_too_large_to_prove_is_passed_over() -> None:
    assert saturation_finding(Variant()) == []


def test_the_same_game_twice_is_named_with_the_first_of_them() -> None:
    named = [
        ("first", Variant()),
        ("other", Variant(komi=1)),
        ("turned", Variant(wrecks=("C2", "C3", "C4"))),
    ]
    assert same_games(named) == [("first", "turned")]


def test_the_catalogue_holds_no_game_twice() -> None:
    assert same_games((name, load(name).variant) for name in catalogue_names()) == []
