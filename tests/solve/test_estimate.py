from __future__ import annotations

from pytest import approx

from ressac_lab.solve.estimate import OffBy, Share, off_by


def test_where_all_moves_are_needed_each_has_an_equal_share() -> None:
    share = Share()
    assert share.value() == 0
    frame = share.enter(4, one_is_enough=False)
    frame.done = 1
    assert share.value() == approx(1 / 4)
    below = share.enter(10, one_is_enough=False)
    below.done = 5
    assert share.value() == approx(1 / 4 + 1 / 4 * 5 / 10)
    share.leave(answered=False)
    frame.done = 2
    assert share.value() == approx(2 / 4)


def test_where_one_move_is_enough_the_first_is_expected_to_do_it() -> None:
    share = Share()
    frame = share.enter(30, one_is_enough=True)
    share.enter(4, one_is_enough=False).done = 3
    assert share.value() == approx(3 / 4)
    share.leave(answered=False)
    # A try has failed: another is expected to be needed.
    frame.done = 1
    assert share.value() == approx(1 / 2)


def test_how_many_tries_are_needed_is_learnt_at_each_depth() -> None:
    share = Share()
    for tries in (1, 3):
        share.enter(30, one_is_enough=True).done = tries - 1
        share.leave(answered=True)
    share.enter(30, one_is_enough=True)
    share.enter(10, one_is_enough=False).done = 5
    # Two tries on average: half of the first one is a quarter of what is expected.
    assert share.value() == approx(1 / 4)


def test_no_more_tries_are_expected_than_there_are_moves() -> None:
    share = Share()
    share.enter(2, one_is_enough=True).done = 1
    share.enter(2, one_is_enough=False).done = 1
    assert share.value() == approx(1 / 2 + 1 / 2 * 1 / 2)


def test_how_far_off_an_estimate_was_goes_by_the_longest_question() -> None:
    short = [(1.0, 0.5), (1.0, 1.0)]
    long = [(10.0, None), (10.0, 0.1), (40.0, 0.5), (15.0, 0.8), (25.0, 1.0)]
    unfinished = [(500.0, 0.01)]
    assert off_by(short + long + unfinished) == (
        # After 20 of 100 s a tenth was taken for done: 200 s were expected.
        OffBy(0.2, approx(2.0)),
        OffBy(0.6, approx(1.2)),
        OffBy(0.75, approx(0.9375)),
    )


def test_where_nothing_was_noted_nothing_is_told() -> None:
    assert off_by([]) == ()
    assert off_by([(1.0, 1.0)]) == ()
    assert off_by([(1.0, 0.5)]) == ()
