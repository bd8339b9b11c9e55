"""Whatever is done to a proof file, it is found out, with the place."""

from __future__ import annotations

import os
import random
import sqlite3
from collections.abc import Callable
from dataclasses import astuple, replace
from pathlib import Path

import pytest
from proofs import BOTH, MARE, ROWS_ONLY, Counting, proven

from ressac_lab.errors import ProofError
from ressac_lab.rules import Position
from ressac_lab.solve.minimax import Minimax
from ressac_lab.solve.proof import Proof
from ressac_lab.solve.proof_file import ProofFile
from ressac_lab.solve.proof_reader import Claim, ProofReader
from ressac_lab.solve.reduction import Reduction
from ressac_lab.solve.verify import Verdict, verify
from ressac_lab.sqlite_file import close_sealed, digest_of

LEAF_PLIES = 4


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A finished proof that rows-only 3×3 without wrecks is worth one point to Light."""
    assert proven(tmp_path / "proof", ROWS_ONLY, LEAF_PLIES) == 1
    return tmp_path / "proof"


def edited(path: Path, *statements: str) -> None:
    """Edit a file behind its back."""
    with sqlite3.connect(path) as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def claims_of(path: Path) -> list[Claim]:
    with ProofReader.open(path) as file:
        return [claim for _, claim in file.numbered() if claim is not None]


def forged(path: Path, claims: list[Claim]) -> None:
    """Replace all claims, with digests and a count that fit: what only the game's rules can find out."""
    with ProofReader.open(path) as file:
        salt = file._salt
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM claims")
        connection.execute("DELETE FROM estimates")
        for number, claim in enumerate(claims, start=1):
            row = (number, *astuple(claim))
            digest = digest_of("claim", salt, *row)
            connection.execute(f"INSERT INTO claims VALUES ({'?, ' * len(row)}?)", (*row, digest))
        count = str(len(claims))
        about = ("claims", count, digest_of("about", "claims", count))
        connection.execute("INSERT OR REPLACE INTO about VALUES (?, ?, ?)", about)
    connection.isolation_level = None
    close_sealed(connection, path)


def place(number: int, claim: Claim) -> str:
    return f"claim {number} ({Reduction(ROWS_ONLY).position(claim.position).text()})"


def found_out(path: Path, sample: int | None = 0) -> tuple[str, str]:
    """The place and the reason of the fault in a file."""
    verdict = verify(path, sample)
    assert verdict.fault is not None
    return verdict.fault.place, verdict.fault.reason


def numbered(claims: list[Claim], wanted: Callable[[Claim], bool]) -> tuple[int, Claim]:
    """The number and the claim of the one in the middle of those that are wanted."""
    found = [(number, claim) for number, claim in enumerate(claims, start=1) if wanted(claim)]
    return found[len(found) // 2]


def by_move(claim: Claim) -> bool:
    return claim.move is not None


def by_all_moves(claim: Claim) -> bool:
    return not claim.reached and not claim.searched


def by_search(claim: Claim) -> bool:
    return claim.searched == 1


def test_a_sound_proof_is_verified_and_counted(path: Path) -> None:
    verdict = verify(path)
    claims = claims_of(path)
    leaves = [claim for claim in claims if claim.searched]
    assert (verdict.fault, verdict.low, verdict.high, verdict.winner) == (None, 1, 1, "light")
    assert (verdict.variant, verdict.start) == (ROWS_ONLY, Position.start(ROWS_ONLY))
    assert (verdict.by_moves, verdict.by_search) == (len(claims) - len(leaves), len(leaves))
    assert (verdict.searched, verdict.over_limit) == (20, 0)
    every = verify(path, sample=None)
    assert every.searched == len(leaves) > 20
    assert every.nodes > verdict.nodes > 0


def test_the_sample_goes_by_the_file_or_by_the_seed(path: Path) -> None:
    nodes = {seed: verify(path, 5, seed).nodes for seed in (None, 1, 2)}
    assert len(set(nodes.values())) > 1
    assert {seed: verify(path, 5, seed).nodes for seed in nodes} == nodes


def test_searches_over_the_limit_are_told_and_never_counted_as_done(path: Path) -> None:
    verdict = verify(path, sample=None, limit=1)
    assert verdict.fault is None
    assert verdict.over_limit > 0
    assert verdict.searched + verdict.over_limit == verdict.by_search


def test_how_far_the_check_has_come_is_reported(path: Path) -> None:
    told = list[tuple[int, int]]()
    verdict = verify(path, 5, report=lambda done, total: told.append((done, total)))
    total = verdict.by_moves + verdict.by_search + 5
    assert told == [(done, total) for done in range(1, total + 1)]


def test_an_unfinished_proof_proves_the_bounds_it_has(tmp_path: Path) -> None:
    start, path = Position.start(ROWS_ONLY), tmp_path / "proof"
    with ProofFile.for_start(path, ROWS_ONLY, start) as file:
        Proof(file, Counting(ROWS_ONLY), LEAF_PLIES).reaches(start, 1)
    verdict = verify(path, sample=None)
    assert (verdict.fault, verdict.low, verdict.high) == (None, 1, 3)
    assert verdict.winner == "light"


@pytest.mark.parametrize(
    "change",
    [
        "beta = beta + 1",
        "beta = beta - 1",
        "beta = 'x'",
        "reached = 1 - reached",
        "searched = 1 - searched",
        "move = 'A1>'",
        "move = NULL",
        "nodes = nodes + 1",
        "seconds = 0.5",
        "seconds = 'x'",
        "digest = ''",
        "digest = (SELECT max(digest) FROM claims)",
        "position = x'00'",
        "position = 'text'",
        "position = (SELECT position FROM claims WHERE number = 1)",
    ],
)
@pytest.mark.parametrize("kind", [by_move, by_all_moves, by_search])
def test_an_edited_claim_is_named(change: str, kind: Callable[[Claim], bool], path: Path) -> None:
    claims = claims_of(path)
    number, claim = numbered(claims, kind)
    if (change, claim.move) == ("move = NULL", None):
        pytest.skip("this claim has no move")
    edited(path, f"UPDATE claims SET {change} WHERE number = {number}")
    where, reason = found_out(path)
    assert reason == "it is not as it was proven"
    assert where == place(number, claim if "position" not in change else claims[0]) or (
        where == f"claim {number}" and change in ("position = x'00'", "position = 'text'")
    )


def test_a_claim_that_is_missing_is_named(path: Path) -> None:
    last = len(claims_of(path))
    for number in (last, last - 1, 7, 1):
        edited(path, f"DELETE FROM claims WHERE number = {number}")
        where, reason = found_out(path)
        assert where == f"claim {min(number, last - 1) if number == last - 1 else number}"
        assert reason in ("it is missing", f"the file has {number - 1} claims, and should have {last}")


def test_claims_exchanged_added_or_of_another_proof_are_named(path: Path, tmp_path: Path) -> None:
    claims = claims_of(path)
    content = path.read_bytes()
    edited(
        path,
        "UPDATE claims SET number = -1 WHERE number = 3",
        "UPDATE claims SET number = 3 WHERE number = 4",
        "UPDATE claims SET number = 4 WHERE number = -1",
    )
    assert found_out(path) == (place(3, claims[3]), "it is not as it was proven")
    path.write_bytes(content)
    added = len(claims) + 1
    columns = "position, beta, reached, searched, move, nodes, seconds, digest"
    edited(path, f"INSERT INTO claims SELECT {added}, {columns} FROM claims WHERE number = 1")
    assert found_out(path) == (place(added, claims[0]), "it is not as it was proven")
    path.write_bytes(content)
    proven(tmp_path / "other", replace(ROWS_ONLY, komi=1), LEAF_PLIES)
    assert claims_of(tmp_path / "other")[4] == replace(
        claims[4], seconds=claims_of(tmp_path / "other")[4].seconds
    )
    edited(
        path,
        f"ATTACH '{tmp_path / 'other'}' AS other",
        "DELETE FROM claims WHERE number = 5",
        "INSERT INTO claims SELECT * FROM other.claims WHERE number = 5",
    )
    assert found_out(path) == (place(5, claims[4]), "it is not as it was proven")


@pytest.mark.parametrize("key", ["variant", "start", "claims", "line", "format"])
def test_an_edited_header_is_named(key: str, path: Path) -> None:
    edited(path, f"UPDATE about SET value = replace(value, '0', '1') || ' ' WHERE key = '{key}'")
    with pytest.raises(ProofError) as caught:
        verify(path)
    expected = (
        "format 'ressac_lab proof 1 '" if key == "format" else f"damaged, its '{key}' is not as it was"
    )
    assert str(caught.value).startswith(f"{path}: {expected}")


def test_an_edited_estimate_is_named(path: Path) -> None:
    edited(path, "UPDATE estimates SET share = share / 2")
    where, reason = found_out(path)
    assert where.startswith("the estimate of claim ")
    assert reason == "it is not as it was written"


def test_a_header_of_another_game_with_fitting_digests_is_found_by_the_claims(path: Path) -> None:
    text = replace(ROWS_ONLY, slide_lines="own").canonical_text()
    edited(
        path,
        f"UPDATE about SET value = '{text}', digest = '{digest_of('about', 'variant', text)}' "
        "WHERE key = 'variant'",
    )
    assert found_out(path)[1] == "it is not as it was proven"
    forged(path, claims_of_any(path))
    assert "it does not follow" in found_out(path)[1]


def claims_of_any(path: Path) -> list[Claim]:
    """The claims of a file, whatever their digests."""
    with sqlite3.connect(path) as connection:
        rows = connection.execute(
            "SELECT position, beta, reached, searched, move, nodes, seconds FROM claims ORDER BY number"
        ).fetchall()
    connection.close()
    return [Claim(*row) for row in rows]


def test_a_forged_move_that_cannot_be_played_is_named(path: Path) -> None:
    claims = claims_of(path)
    number, claim = numbered(claims, by_move)
    taken = sorted(Reduction(ROWS_ONLY).position(claim.position).light)[0]
    move = f"{ROWS_ONLY.board.name(taken)}>"
    claims[number - 1] = replace(claim, move=move)
    forged(path, claims)
    where, reason = found_out(path)
    assert where == place(number, claim)
    assert reason.startswith(f"its move is not legal ('{move}' cannot be played by ")
    claims[number - 1] = replace(claim, move="A1^")
    forged(path, claims)
    assert "its move is not legal ('A1^' is not allowed" in found_out(path)[1]


def test_a_forged_move_that_does_not_do_it_is_named(path: Path) -> None:
    claims = claims_of(path)
    number, claim = numbered(claims, by_move)
    reduction, minimax = Reduction(ROWS_ONLY), Minimax(ROWS_ONLY)
    position = reduction.position(claim.position)
    sign = -1 if position.mover else 1
    move, _ = min(minimax.openings(position), key=lambda opening: sign * opening[1])
    claims[number - 1] = replace(claim, move=move.text(ROWS_ONLY))
    forged(path, claims)
    where, reason = found_out(path)
    assert where == place(number, claim)
    assert reason.startswith(
        f"it does not follow: after {move.text(ROWS_ONLY)} it needs the side to move in "
    )


@pytest.mark.parametrize("change", [1, 2])
@pytest.mark.parametrize("kind", [by_move, by_all_moves])
def test_a_forged_bound_does_not_follow(kind: Callable[[Claim], bool], change: int, path: Path) -> None:
    claims = claims_of(path)
    number, claim = numbered(claims, kind)
    beta = claim.beta + (change if claim.reached else -change)
    claims[number - 1] = replace(claim, beta=beta)
    forged(path, claims)
    where, reason = found_out(path)
    # Where there is another claim about the same position, the two may not go together.
    assert where.split("(")[1] == place(number, claim).split("(")[1]
    assert "it does not follow" in reason or "cannot be" in reason


@pytest.mark.parametrize("kind", [by_move, by_all_moves, by_search])
def test_a_claim_left_out_with_care_is_missed_by_those_that_rest_on_it(
    kind: Callable[[Claim], bool], path: Path
) -> None:
    claims = claims_of(path)
    number, claim = numbered(claims, kind)
    del claims[number - 1]
    forged(path, claims)
    where, reason = found_out(path)
    missed = Reduction(ROWS_ONLY).position(claim.position)
    assert where.startswith("claim ")
    assert where.endswith(f" {missed.ply - 1} 0-0)")
    assert reason.endswith("and no claim says so")
    assert f"the side to move in {missed.text()} to reach" in reason


def test_a_forged_search_is_found_by_searching_it_again(path: Path) -> None:
    claims = claims_of(path)
    number, claim = numbered(claims, lambda claim: by_search(claim) and not claim.reached)
    # Claiming less than is true leaves all that rests on it without support, claiming more does not.
    score = Minimax(ROWS_ONLY).value(Reduction(ROWS_ONLY).position(claim.position))
    score = -score if Reduction(ROWS_ONLY).position(claim.position).mover else score
    claims[number - 1] = replace(claim, beta=score)
    forged(path, claims)
    assert verify(path, sample=0).fault is None
    assert found_out(path, sample=None) == (
        place(number, claim),
        f"it claims less than {score}, and a search without a table as much",
    )


def test_a_sample_finds_a_forger_who_made_every_search_up(path: Path) -> None:
    claims = [
        replace(claim, beta=claim.beta + (1 if claim.reached else -1)) if claim.searched else claim
        for claim in claims_of(path)
    ]
    forged(path, claims)
    where, reason = found_out(path, sample=5)
    assert where.startswith("claim ")
    assert "and a search without a table" in reason or "cannot be" in reason


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"position": b"\x00" * 5}, "its position is none of the game (expected 6 bytes)"),
        ({"position": b"\x00\x01\x00\x01\x00\x00"}, "expected one thing on a cell"),
        ({"position": b"\x00\x03\x00\x00\x00\x00"}, "has 2 Light boats: expected 1 after 2 plies"),
        ({"position": "text"}, "it is not as it was proven"),
        ({"beta": 1.5}, "it is not as it was proven"),
        ({"reached": 7}, "it is not as it was proven"),
        ({"searched": -1}, "it is not as it was proven"),
        ({"beta": 99, "reached": 1}, "what is claimed of it cannot be: at least 99, at most "),
    ],
)
def test_a_forged_claim_that_says_nothing_is_named(
    change: dict[str, object], reason: str, path: Path
) -> None:
    claims = claims_of(path)
    number, claim = numbered(claims, by_search)
    claims[number - 1] = replace(claim, **change)  # type: ignore[arg-type]
    forged(path, claims)
    where, found = found_out(path)
    assert where.startswith(f"claim {number}")
    assert reason in found


@pytest.mark.parametrize(
    ("line", "where", "reason"),
    [
        ("A1> A1> A2>", "the line, ply 3", "it makes 0, which is not the value proven"),
        ("A1> Z9>", "the line, ply 1", "its move is not legal ('Z9' is not a cell"),
        ("A1> A1> B1>", "the line, ply 2", "its move is not legal ('B1>' cannot be played"),
    ],
)
def test_a_forged_line_is_named(line: str, where: str, reason: str, path: Path) -> None:
    digest = digest_of("about", "line", line)
    edited(path, f"UPDATE about SET value = '{line}', digest = '{digest}' WHERE key = 'line'")
    found = found_out(path)
    assert found[0] == where
    assert found[1].startswith(reason)


def outcome_of(path: Path) -> Verdict | str:
    try:
        return verify(path, sample=0)
    except ProofError as error:
        return str(error)


def test_no_flipped_bit_is_unnoticed(path: Path) -> None:
    content, claims = path.read_bytes(), claims_of(path)
    sound, source, places = verify(path, sample=0), random.Random(3), set()
    for _ in range(300):
        byte = source.randrange(len(content))
        flipped = bytearray(content)
        flipped[byte] ^= 1 << source.randrange(8)
        path.write_bytes(flipped)
        found = outcome_of(path)
        if isinstance(found, str):
            assert found.startswith(f"{path}: ")
        elif found.fault is None:
            # SQLite's own counters, which change whenever it writes.
            assert byte in (*range(24, 28), *range(92, 100))
            assert (found, claims_of(path)) == (sound, claims)
        else:
            places.add(found.fault.place.split("(")[0])
    assert len(places) > 30


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9, 0.999])
def test_a_file_cut_short_is_found_out(share: float, path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: int(share * len(content))])
    found = outcome_of(path)
    assert isinstance(found, str) or found.fault is not None


@pytest.mark.parametrize("content", [b"", b"not a proof", b"SQLite format 3\x00" + b"\xff" * 200])
def test_a_file_that_is_no_proof_is_refused_and_left_alone(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "proof"
    path.write_bytes(content)
    with pytest.raises(ProofError, match=r"cannot be used as a proof of ressac-lab \("):
        verify(path)
    if content:
        with pytest.raises(ProofError, match=r"cannot be used as a proof of ressac-lab \("):
            ProofFile.for_start(path, MARE, Position.start(MARE))
    assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "pipe").touch()
    (tmp_path / "pipe").unlink()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("nowhere")
    for name, reason in (
        (".", "not a proof of ressac-lab (it is a folder)"),
        ("pipe", "not a proof of ressac-lab (it is no plain file)"),
        ("link", "not a proof of ressac-lab (it is a link to nothing)"),
        ("nothing", "no such file, expected a file that solve --proof made"),
    ):
        with pytest.raises(ProofError) as caught:
            verify(tmp_path / name)
        assert str(caught.value).startswith(f"{tmp_path / name}: {reason}")
    with pytest.raises(ProofError, match="cannot be opened"):
        ProofFile.for_start(tmp_path / "no" / "proof", MARE, Position.start(MARE))


def test_another_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other"
    edited(path, "CREATE TABLE about (key, value, digest)")
    with pytest.raises(ProofError, match=r"format None, expected 'ressac_lab proof 1'"):
        verify(path)
    with pytest.raises(ProofError, match=r"format None, expected 'ressac_lab proof 1'"):
        ProofFile.for_start(path, MARE, Position.start(MARE))


def test_a_damaged_proof_is_repaired_by_going_on(path: Path) -> None:
    leaves = [number for number, claim in enumerate(claims_of(path), start=1) if claim.searched]
    last = len(claims_of(path))
    edited(
        path,
        f"UPDATE claims SET beta = beta + 1 WHERE number = {leaves[4]}",
        f"DELETE FROM claims WHERE number = {leaves[9]}",
        f"UPDATE claims SET nodes = 9 WHERE number = {last}",
    )
    assert verify(path).fault is not None
    with ProofFile.for_start(path, ROWS_ONLY, Position.start(ROWS_ONLY)) as file:
        assert file.repaired == 3
        assert file.leaves() == len(leaves) - 2
        search = Counting(ROWS_ONLY)
        assert Proof(file, search, LEAF_PLIES).value(Position.start(ROWS_ONLY)) == 1
        # No more than what was lost; another leaf may settle a question as well.
        assert 0 < search.nodes <= 2
    verdict = verify(path, sample=None)
    assert (verdict.fault, verdict.low, verdict.high) == (None, 1, 1)


def test_a_proof_in_which_both_sides_score_is_verified(tmp_path: Path) -> None:
    value = proven(tmp_path / "proof", BOTH, LEAF_PLIES)
    verdict = verify(tmp_path / "proof", sample=None)
    assert (verdict.fault, verdict.low, verdict.high, verdict.winner) == (None, value, value, "light")
