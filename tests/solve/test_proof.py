"""A stored proof gives the values of plain minimax, and survives whatever ends the process."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from kit import check_solver
from proofs import ANCHORED, BOTH, MARE, ROWS_ONLY, TORUS, VARIANTS, Counting, proven
from support import PROJECT, label, refused

from ressac_lab.errors import ProofError
from ressac_lab.reference import Reference
from ressac_lab.rules import Position, Variant
from ressac_lab.solve import proof_file
from ressac_lab.solve.alphabeta import AlphaBeta
from ressac_lab.solve.minimax import Minimax
from ressac_lab.solve.proof import Progress, Proof, default_leaf_plies
from ressac_lab.solve.proof_file import ProofFile
from ressac_lab.solve.verify import verify


@pytest.mark.parametrize("variant", VARIANTS, ids=label)
@pytest.mark.parametrize("leaf_plies", [0, 2, 5, 20])
def test_the_value_is_that_of_plain_minimax_and_is_verified(
    variant: Variant, leaf_plies: int, tmp_path: Path
) -> None:
    start, path = Position.start(variant), tmp_path / "proof"
    value = Minimax(variant).value(start)
    assert proven(path, variant, leaf_plies) == value
    verdict = verify(path, sample=None)
    assert verdict.fault is None
    assert (verdict.low, verdict.high) == (value, value)
    assert verdict.by_search == verdict.searched
    # Plies after the last decount are not worth a search.
    assert (verdict.by_search == 0) == (leaf_plies <= variant.plies - 2 * variant.decounts[-1])


@pytest.mark.parametrize("variant", VARIANTS, ids=label)
def test_the_outcome_is_that_of_the_value_and_takes_two_questions(variant: Variant, tmp_path: Path) -> None:
    start = Position.start(variant)
    margin = Minimax(variant).value(start) - variant.komi
    path = tmp_path / "proof"
    with ProofFile.for_start(path, variant, start) as file:
        proof = Proof(file, Counting(variant), 3)
        assert proof.outcome(start, variant.komi) == (margin > 0) - (margin < 0)
        assert sum(share == 1 for _, share in file.costs()) <= 2
    if variant.pie == "none":
        assert verify(path, sample=None).winner == ("light" if margin > 0 else "dark" if margin else "draw")


def test_every_switch_is_honoured(tmp_path: Path) -> None:
    paths = (tmp_path / f"{number}" for number in itertools.count())

    def value_of(variant: Variant, position: Position) -> int:
        path = next(paths)
        value = proven(path, variant, 2, position)
        verdict = verify(path, sample=None)
        assert verdict.fault is None
        assert verdict.low == verdict.high == value
        return value

    check_solver(value_of, 100)


@pytest.mark.parametrize("variant", VARIANTS, ids=label)
def test_the_line_is_a_game_that_makes_the_value(variant: Variant, tmp_path: Path) -> None:
    start = Position.start(variant)
    with ProofFile.for_start(tmp_path / "proof", variant, start) as file:
        found = Proof(file, Counting(variant), 3).solve(start)
        assert file.about("line") == " ".join(move.text(variant) for move in found.line)
    *_, last = Reference(variant).replay(found.line)
    assert last.ply == variant.plies
    assert last.points[0] - last.points[1] == found.value


def test_banked_points_count_for_the_outcome_and_not_for_the_value(tmp_path: Path) -> None:
    position = Position.parse("1DL/LXD/3 4 2-1")
    value = Minimax(MARE).value(position)
    with ProofFile.for_start(tmp_path / "proof", MARE, position) as file:
        proof = Proof(file, Counting(MARE), 2)
        assert proof.value(position) == value
        for komi in (value, value + 1, value + 1.5, value + 2):
            assert proof.outcome(position, komi) == (value + 1 > komi) - (value + 1 < komi)


@pytest.mark.parametrize(("komi", "winner"), [(-1, "draw"), (0, "second")])
def test_under_the_pie_rule_the_first_moves_settle_who_wins(komi: int, winner: str, tmp_path: Path) -> None:
    variant = replace(ROWS_ONLY, pie="swap", komi=komi)
    start, engine, path = Position.start(variant), Reference(variant), tmp_path / "proof"
    assert proven(path, variant, 3) == 1
    assert verify(path).winner is None
    with ProofFile.for_start(path, variant, start) as file:
        proof = Proof(file, Counting(variant), 3)
        minimax = Minimax(variant)
        for move in engine.legal_moves(start):
            after = engine.play(start, move)
            assert proof.value(after) == minimax.value(after)
    assert verify(path).winner == winner


def test_what_is_proven_is_not_proven_again(tmp_path: Path) -> None:
    start, path = Position.start(MARE), tmp_path / "proof"
    value = proven(path, MARE, 4)
    content = path.read_bytes()
    with ProofFile.for_start(path, MARE, start) as file:
        search = Counting(MARE, interrupt_at=0)
        proof = Proof(file, search, 4)
        found = proof.solve(start)
        assert (found.value, search.nodes) == (value, 0)
        assert found.nodes == file.totals()[1] > 0
    assert [entry.name for entry in tmp_path.iterdir()] == ["proof"]
    # Being opened leaves its marks in SQLite's own header only.
    assert path.read_bytes()[100:] == content[100:]


def test_an_outcome_can_be_made_a_value_later(tmp_path: Path) -> None:
    start, path = Position.start(BOTH), tmp_path / "proof"
    with ProofFile.for_start(path, BOTH, start) as file:
        Proof(file, Counting(BOTH), 3).outcome(start, BOTH.komi)
        before = file.totals()[0]
    assert proven(path, BOTH, 3) == Minimax(BOTH).value(start)
    verdict = verify(path)
    assert verdict.low == verdict.high
    assert verdict.by_moves + verdict.by_search > before


@pytest.mark.parametrize("questions", [0, 1, 7, 40])
def test_an_interrupt_keeps_what_is_proven_and_the_bounds(questions: int, tmp_path: Path) -> None:
    start, path = Position.start(ROWS_ONLY), tmp_path / "proof"
    with (
        pytest.raises(KeyboardInterrupt),
        ProofFile.for_start(path, ROWS_ONLY, start) as file,
    ):
        proof = Proof(file, Counting(ROWS_ONLY, interrupt_at=questions), 4)
        proof.solve(start)
    low, high = proof_bounds(path)
    assert low <= 1 <= high
    with ProofFile.for_start(path, ROWS_ONLY, start) as file:
        assert file.leaves() == questions
        search = Counting(ROWS_ONLY)
        assert Proof(file, search, 4).value(start) == 1
    (tmp_path / "whole").mkdir()
    undisturbed = tmp_path / "whole" / "proof"
    proven(undisturbed, ROWS_ONLY, 4)
    # Nothing was searched twice, and nothing left out.
    assert claims_of(path) == claims_of(undisturbed)


def proof_bounds(path: Path) -> tuple[int, int]:
    verdict = verify(path, sample=None)
    assert verdict.fault is None
    return verdict.low, verdict.high


def claims_of(path: Path) -> list[tuple[bytes, int, int, int, str | None]]:
    """The claims of a file, without what they cost."""
    with ProofFile.open(path) as file:
        found = [claim for _, claim in file.numbered()]
    assert None not in found
    return [(c.position, c.beta, c.reached, c.searched, c.move) for c in found if c is not None]


KILLED = """
import sys
from dataclasses import replace
from pathlib import Path
from ressac_lab.rules import Position
from ressac_lab.solve import proof_file
from ressac_lab.solve.proof import Proof
from proofs import TORUS, Counting

class Slow(Counting):
    def reaches(self, position, beta):
        if self.nodes == 25:
            print("25 searches", flush=True)
            sys.stdin.read()
        return super().reaches(position, beta)

proof_file.SECONDS_AT_STAKE = float(sys.argv[2])
start = Position.start(TORUS)
with proof_file.ProofFile.for_start(Path(sys.argv[1]), TORUS, start) as file:
    Proof(file, Slow(TORUS), 4).value(start)
"""


@pytest.mark.parametrize("at_stake", [0, 3600])
def test_a_proof_that_is_killed_goes_on_from_what_was_committed(at_stake: int, tmp_path: Path) -> None:
    path, start = tmp_path / "proof", Position.start(TORUS)
    folders = os.pathsep.join([str(PROJECT), str(PROJECT / "tests")])
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, str(path), str(at_stake)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": folders},
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "25 searches\n"
        for refuse in (lambda: ProofFile.for_start(path, TORUS, start), lambda: verify(path)):
            with refused(ProofError, f"{path}: in use by another run, expected that to end first"):
                refuse()
        process.send_signal(signal.SIGKILL)
        process.communicate()
    # What is there can be read at once, before anyone goes on.
    verdict = verify(path, sample=None)
    assert verdict.fault is None
    # A question that is answered is committed, whatever is at stake.
    committed = verdict.by_search
    assert 0 < committed < 25 if at_stake else committed == 25
    with ProofFile.for_start(path, TORUS, start) as file:
        assert (file.leaves(), file.repaired) == (committed, 0)
        assert Proof(file, Counting(TORUS), 4).solve(start).value == Minimax(TORUS).value(start)
    assert [entry.name for entry in tmp_path.iterdir()] == ["proof"]
    assert proof_bounds(path) == (Minimax(TORUS).value(start),) * 2


def test_a_full_disk_ends_in_one_sentence_and_the_proof_goes_on_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proof_file, "SECONDS_AT_STAKE", 0.0)
    path, start = tmp_path / "proof", Position.start(MARE)
    with (
        refused(
            ProofError,
            f"{path}: cannot be written (database or disk is full): what was proven before is kept, and "
            "the same command goes on from it",
        ),
        ProofFile.for_start(path, MARE, start) as file,
    ):
        # SQLite's own limit of a file's size ends in the same error as a full disk.
        file._connection.execute("PRAGMA max_page_count = 8")
        Proof(file, Counting(MARE), 2).value(start)
    verdict = verify(path, sample=None)
    assert verdict.fault is None
    assert verdict.by_search > 10
    with ProofFile.for_start(path, MARE, start) as file:
        assert file.leaves() == verdict.by_search
    assert proven(path, MARE, 2) == Minimax(MARE).value(start)
    assert verify(path).fault is None


class OutOfNodesError(Exception):
    """What a search raises that may visit no more."""


def test_a_search_that_may_visit_no_more_leaves_what_is_proven(tmp_path: Path) -> None:
    start, path = Position.start(MARE), tmp_path / "proof"

    class Limited(Counting):
        def reaches(self, position: Position, beta: int) -> bool:
            if self.nodes == self.node_limit:
                raise OutOfNodesError
            return super().reaches(position, beta)

    with ProofFile.for_start(path, MARE, start) as file:
        proof = Proof(file, Limited(MARE), 3)
        proof.node_limit = 12
        with pytest.raises(OutOfNodesError):
            proof.value(start)
        assert (proof.nodes, file.leaves()) == (12, 12)
        proof.node_limit = None
        assert proof.value(start) == Minimax(MARE).value(start)


def test_progress_tells_what_is_proven_open_and_left(tmp_path: Path) -> None:
    start, told = Position.start(MARE), list[Progress]()
    with ProofFile.for_start(tmp_path / "proof", MARE, start) as file:
        proof = Proof(file, Counting(MARE), 3)
        proof.report = told.append
        value = proof.value(start)
        count = file.totals()[0]
    assert (told[-1].low, told[-1].high) == (value, value)
    assert (told[0].claims, told[-1].claims) == (0, count)
    for earlier, later in itertools.pairwise(told):
        assert earlier.low <= later.low <= later.high <= earlier.high
        assert later.claims - earlier.claims in (0, 1)
    assert all(0 <= progress.share < 1 for progress in told)
    assert max(len(progress.open) for progress in told) == MARE.plies - 3
    assert all(0 <= done <= moves for progress in told for done, moves in progress.open)
    half = Progress(0, 1, 1, (), 30.0, 0.25)
    assert half.seconds_left == 90
    assert Progress(0, 1, 1, (), 30.0, 0.0).seconds_left is None


def test_leaves_are_where_the_search_has_little_left_to_do() -> None:
    def plies(variant: Variant) -> int:
        return default_leaf_plies(variant, Position.start(variant))

    assert plies(Variant()) == 9
    assert plies(Variant(boats=5, decounts=(2, 4, 5))) == 7
    assert plies(MARE) == MARE.plies
    late = Position.parse("LDLD1/LD1XD/D1LLX/DXLDL/L1LD1 17")
    assert default_leaf_plies(Variant(), late) == 1


@pytest.mark.parametrize("komi", [0, 0.5])
def test_alphabeta_below_a_proof_settles_le_detroit_with_four_boats(komi: float, tmp_path: Path) -> None:
    variant = Variant(boats=4, decounts=(1, 3, 4), komi=komi)
    start, path = Position.start(variant), tmp_path / "proof"
    with ProofFile.for_start(path, variant, start) as file:
        assert Proof(file, AlphaBeta(variant, 2**24), 5).outcome(start, komi) == (-1 if komi else 0)
    verdict = verify(path)
    assert (verdict.fault, verdict.winner) == (None, "dark" if komi else "draw")
    assert verdict.searched == min(20, verdict.by_search)


def test_a_proof_of_another_game_is_refused_and_left_alone(tmp_path: Path) -> None:
    path, start = tmp_path / "proof", Position.start(MARE)
    proven(path, MARE, 3)
    content = path.read_bytes()
    with refused(
        ProofError,
        f"{path}: is a proof for width=3 boats=4 decounts=2,4 slide=must wrecks_drift=true, "
        "expected width=4 boats=3 decounts=1,3 slide=may wrecks_drift=false or a new file",
    ):
        ProofFile.for_start(path, ANCHORED, Position.start(ANCHORED))
    other = Position.parse("3/1X1/L2 1")
    with refused(
        ProofError, f"{path}: is a proof from {start.text()!r}, expected {other.text()!r} or a new file"
    ):
        ProofFile.for_start(path, MARE, other)
    assert path.read_bytes() == content
