from __future__ import annotations

import math

import pytest

from ressac_lab.stats import elo_difference


def test_known_differences() -> None:
    # A score of s against 1 − s is odds of s / (1 − s); ten to one is a difference of 400.
    assert elo_difference(10 / 11) == pytest.approx(400)
    assert elo_difference(1 / 101) == pytest.approx(-800)
    assert elo_difference(0.5) == 0


def test_the_difference_turns_around_with_the_score_and_rises_with_it() -> None:
    scores = [i / 40 for i in range(41)]
    differences = [elo_difference(score) for score in scores]
    assert differences == sorted(differences)
    for score, difference in zip(scores[1:-1], differences[1:-1], strict=True):
        assert elo_difference(1 - score) == pytest.approx(-difference, abs=1e-9)
    assert (differences[0], differences[-1]) == (-math.inf, math.inf)


@pytest.mark.parametrize("score", [-0.01, 1.01, math.nan])
def test_what_is_no_share_is_refused(score: float) -> None:
    with pytest.raises(ValueError, match="expected a share between 0 and 1"):
        elo_difference(score)
