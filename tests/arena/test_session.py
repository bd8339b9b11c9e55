from __future__ import annotations

import random

import pytest
from support import refused

from ressac_lab.agents import parse_agent
from ressac_lab.arena.session import Decount, Players, Session
from ressac_lab.errors import GameError, NotationError
from ressac_lab.reference import ReferenceMinimax
from ressac_lab.rules import Game, Move, NamedVariant, Position, load

GREEDY = parse_agent("greedy")
MARE = load("mare")
PIE = load("mare", ["pie=swap", "komi=0.5"])


def taken_up(named: NamedVariant, players: Players, text: str) -> Session:
    session = Session(named, players)
    session.take_up(Game.parse(text, named.variant))
    return session


def play_out(session: Session) -> None:
    while not session.over:
        session.play(session.decide(GREEDY) or pytest.fail("a swap"))


def test_a_game_of_agents_is_the_same_for_the_same_seed() -> None:
    texts = []
    for seed in (1, 1, 2):
        session = Session(MARE, (GREEDY, GREEDY), seed)
        play_out(session)
        texts.append(session.text)
    assert texts[0] == texts[1] != texts[2]


def test_a_saved_game_is_taken_up_where_it_was_left() -> None:
    session = Session(MARE, (None, None))
    for text in ("A1>", "B3^", "C3<"):
        session.play(session.read(text))
    again = taken_up(MARE, (None, None), session.text)
    assert (again.text, again.position) == ("mare A1> B3^ C3<", session.position)
    assert again.player is None


def test_changed_rules_are_named_by_their_digest_and_other_ones_are_refused() -> None:
    session = Session(PIE, (None, None))
    assert session.text == PIE.variant.digest
    with refused(
        GameError,
        f"the game is one of 'mare': expected one of 'mare pie=swap komi=0.5', "
        f"which is named {PIE.variant.digest}",
    ):
        taken_up(PIE, (None, None), "mare")
    assert taken_up(MARE, (None, None), MARE.variant.digest).text == "mare"


def test_illegal_moves_are_refused_and_change_nothing() -> None:
    session = Session(MARE, (None, None))
    with refused(NotationError, "'B2>' cannot be played by Light at ply 0: B2 is not empty"):
        session.play(session.read("B2>"))
    with refused(NotationError, "'B2>' cannot be played by Light at ply 0: B2 is not empty"):
        taken_up(MARE, (None, None), "mare B2>")
    assert session.text == "mare"


def test_decounts_are_told_and_add_up_to_the_points() -> None:
    session = Session(MARE, (GREEDY, GREEDY), seed=4)
    play_out(session)
    assert [(decount.side, decount.boats) for decount in session.decounts] == [
        (0, 2),
        (1, 2),
        (0, 4),
        (1, 4),
    ]
    totals = [sum(points) for points in zip(*(d.points for d in session.decounts), strict=True)]
    assert tuple(totals) == session.position.points
    assert session.margin == totals[0] - totals[1]


def test_where_both_score_a_decount_has_points_of_both() -> None:
    session = Session(load("mare", ["scorers=both", "decounts=1", "boats=1"]), (None, None))
    assert session.play(session.read("A1>")) == Decount(0, 1, (1, 0))
    assert session.play(session.read("A1>")) == Decount(1, 1, (1, 1))


def test_undo_goes_back_to_the_persons_last_decision() -> None:
    session = Session(MARE, (None, GREEDY))
    for _ in range(2):
        session.play(session.read("A1>") if session.position.ply == 0 else session.decide(GREEDY))
    before = session.text
    for _ in range(2):
        session.play(session.decide(GREEDY))
    session.undo()
    assert session.text == before
    session.undo()
    assert session.text == "mare"
    with refused(GameError, "nothing to undo: expected an earlier move of a person"):
        session.undo()


def test_nothing_is_undone_where_only_agents_have_moved() -> None:
    session = Session(MARE, (GREEDY, None))
    session.play(session.decide(GREEDY))
    with refused(GameError, "nothing to undo: expected an earlier move of a person"):
        session.undo()
    assert session.position.ply == 1


def test_after_a_swap_the_first_player_goes_on_as_dark() -> None:
    session = Session(PIE, (None, GREEDY))
    with refused(GameError, "no swap: expected it after the first move, by the second player"):
        session.swap()
    session.play(session.read("A1>"))
    assert (session.may_swap, session.player) == (True, GREEDY)
    session.swap()
    assert (session.may_swap, session.player, session.sides) == (False, None, (GREEDY, None))
    assert session.text == f"{PIE.variant.digest} A1> swap"
    again = taken_up(PIE, (None, GREEDY), session.text)
    assert (again.player, again.text) == (None, session.text)
    session.undo()
    assert session.text == PIE.variant.digest
    with refused(GameError, "no swap: this variant has no pie rule"):
        Session(MARE, (None, None)).swap()


def test_a_swap_of_a_person_can_be_undone() -> None:
    session = Session(PIE, (GREEDY, None))
    session.play(session.decide(GREEDY))
    session.swap()
    session.play(session.decide(GREEDY))
    session.undo()
    assert (session.position.ply, session.swapped, session.player) == (1, False, None)


def test_hints_near_the_end_are_the_values_of_plain_minimax() -> None:
    source, minimax = random.Random(8), ReferenceMinimax(MARE.variant)
    for plies in (3, 4, 5, 6, 7):
        session = Session(MARE, (None, None))
        while session.position.ply < plies:
            moves = minimax.engine.legal_moves(session.position)
            session.play(source.choice(moves))
        hint, sign = session.hint(GREEDY), -1 if session.position.mover else 1
        assert hint.exact
        expected = {move: sign * value for move, value in minimax.openings(session.position)}
        assert dict(hint.scores) == expected
        assert [score for _, score in hint.scores] == sorted(expected.values(), reverse=True)


def test_a_hint_for_the_first_move_knows_the_pie_rule() -> None:
    variant = PIE.variant
    values = ReferenceMinimax(variant).openings(Position.start(variant))
    scores = dict(Session(PIE, (None, None)).hint(GREEDY).scores)
    assert scores == {move: -abs(value - 0.5) for move, value in values}


def test_hints_far_from_the_end_are_opinions(monkeypatch: pytest.MonkeyPatch) -> None:
    hint = Session(load("detroit"), (None, None)).hint(GREEDY)
    assert not hint.exact
    assert len(hint.scores) == 88
    # A search that spends its budget gives way to the agent as well.
    monkeypatch.setattr("ressac_lab.arena.session.HINT_NODES", 10)
    monkeypatch.setattr("ressac_lab.arena.session.search_size", lambda *_: 1)
    assert not Session(MARE, (None, None)).hint(GREEDY).exact


def test_a_move_text_is_read_for_the_variant() -> None:
    named = NamedVariant("mine", load("mare", ["slide=may"]).variant)
    session = Session(named, (None, None))
    session.play(session.read("a1-"))
    assert session.game == Game("mine", (Move.parse("A1-", named.variant),))
