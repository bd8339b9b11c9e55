"""Checking a proof file by another path than the one that made it.

Nothing that the file says is taken on trust. Positions and moves are rebuilt by the reference rules; every
claim that rests on moves must follow from other claims: a yes by its move, a no by all moves there are.
Claims that rest on a search are drawn at random and searched again without a table
(``kernels.plain_search``). Every row's digest is worked out anew. A claim only ever rests on claims about
later plies, so no circle of claims can hold itself up.

What that leaves to trust: the searches that were not drawn; and that symmetries carry games to games,
which tests show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from ressac_lab.errors import NotationError
from ressac_lab.kernels.interrupt import interruptible
from ressac_lab.kernels.layout import layout_of, mask_of
from ressac_lab.kernels.plain_search import UNKNOWN, new_plain, plain_reaches
from ressac_lab.reference import Reference
from ressac_lab.reference.minimax import margin
from ressac_lab.rules import Move, Position, Variant
from ressac_lab.seeds import generator
from ressac_lab.solve.alphabeta import score_bounds
from ressac_lab.solve.proof_reader import Claim, ProofReader
from ressac_lab.solve.reduction import Reduction
from ressac_lab.sqlite_file import SQLITE_ERRORS, reason_of

DEFAULT_SAMPLE = 20
DEFAULT_LIMIT = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a proof, and where: a claim with its position, or a part of the file."""

    place: str
    reason: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a proof file proves: Light's score to go from ``start`` lies within ``low`` and ``high``.

    Unless there is a ``fault``: then it proves nothing. ``winner`` is light, draw or dark with the points
    banked and komi, under the pie rule second or draw, and None if that is not proven.

    ``by_moves`` claims were checked move by move. Of the ``by_search`` others ``searched`` were searched
    again, and ``over_limit`` were drawn but given up, because they need more nodes than allowed; ``nodes``
    were visited for both.
    """

    variant: Variant
    start: Position
    low: int
    high: int
    winner: str | None
    by_moves: int
    by_search: int
    searched: int
    over_limit: int
    nodes: int
    fault: Fault | None = None


class _FaultError(Exception):
    """A fault, on its way out."""

    def __init__(self, place: str, reason: str) -> None:
        self.fault = Fault(place, reason)


def verify(
    path: Path,
    sample: int | None = DEFAULT_SAMPLE,
    seed: int | None = None,
    limit: int = DEFAULT_LIMIT,
    report: Callable[[int, int], None] = lambda done, total: None,
) -> Verdict:
    """Check a proof file and return what it proves.

    ``sample`` searches are done again (None: all), drawn by the ``seed`` or, without one, by the file's
    content; each may take ``limit`` nodes. ``report`` is told how many of the claims and searches are done,
    and how many there are. Raises ProofError for a file that is no proof, or whose header is damaged.
    """
    with ProofReader.open(path) as file:
        check = _Check(file, sample, report)
        fault = None
        try:
            check.rows()
            check.claims()
            check.line()
            check.seal()
            check.searches(seed, limit)
        except _FaultError as found:
            fault = found.fault
        return check.verdict(fault)


class _Check:
    """The checks of one file, with what they have counted so far."""

    def __init__(self, file: ProofReader, sample: int | None, report: Callable[[int, int], None]) -> None:
        self.file, self.variant, self.start = file, file.variant, file.start
        self._sample, self._report = sample, report
        self._total = 0
        self._engine = Reference(self.variant)
        self._reduction = Reduction(self.variant)
        self._bounds = [score_bounds(self.variant, ply) for ply in range(self.variant.plies + 1)]
        self._content = blake2b(digest_size=8)
        self._leaves: list[tuple[int, Claim]] = []
        self._by_moves = self._searched = self._over_limit = self._nodes = 0

    def rows(self) -> None:
        """Check that every row is as it was written, and that none is missing."""
        if (damage := self.file.damage()) is not None:
            raise _FaultError("the file", f"it is damaged ({damage})")
        expected, last = self.file.expected, 0
        for number, claim in self._numbered():
            if number != last + 1:
                raise _FaultError(f"claim {last + 1}", "it is missing")
            if claim is None:
                raise _FaultError(self._place(number), "it is not as it was proven")
            last = number
        if last != expected:
            raise _FaultError(
                f"claim {last + 1}", f"the file has {last} claims, and should have {expected}"
            )
        if (damaged := self.file.damaged_estimate()) is not None:
            raise _FaultError(f"the estimate of claim {damaged}", "it is not as it was written")

    def _numbered(self) -> Iterator[tuple[int, Claim | None]]:
        last = 0
        try:
            for last, claim in self.file.numbered():
                yield last, claim
        except SQLITE_ERRORS as error:
            raise _FaultError(f"after claim {last}", f"the file is damaged ({reason_of(error)})") from None

    def claims(self) -> None:
        """Check that every claim that rests on moves follows from others."""
        leaves = self.file.leaves()
        self._sample = leaves if self._sample is None else min(self._sample, leaves)
        self._total = self.file.expected + self._sample
        for number, claim in self._numbered():
            if claim is not None:
                self._report(number, self._total)
                self._check(number, claim)

    def _check(self, number: int, claim: Claim) -> None:
        self._content.update(repr(claim).encode())
        position = self._position(number, claim)
        low, high = self._within(claim.position, position.ply)
        if low > high:
            raise _FaultError(
                self._place(number), f"what is claimed of it cannot be: at least {low}, at most {high}"
            )
        if claim.searched:
            self._leaves.append((number, claim))
            return
        self._by_moves += 1
        if claim.reached:
            self._check_move(number, claim, position)
        else:
            for move in self._engine.legal_moves(position):
                self._check_step(number, claim, position, move)

    def seal(self) -> None:
        """Check that nothing was changed between the rows either."""
        if not self.file.is_as_closed():
            raise _FaultError("the file", "bytes that hold no claim are not as they were written")

    def _place(self, number: int) -> str:
        """Return the name of a claim with its position, as far as that can be read."""
        try:
            position = self._reduction.position(self.file.position_of(number))
        except ValueError:
            return f"claim {number}"
        return f"claim {number} ({position.text()})"

    def _position(self, number: int, claim: Claim) -> Position:
        try:
            position = self._reduction.position(claim.position)
            position.check(self.variant)
        except (ValueError, NotationError) as error:
            raise _FaultError(f"claim {number}", f"its position is none of the game ({error})") from None
        return position

    def _check_move(self, number: int, claim: Claim, position: Position) -> None:
        """Check that the move of a yes is legal and does what it should."""
        try:
            move = Move.parse(str(claim.move), self.variant)
            self._engine.check_legal(position, move)
        except NotationError as error:
            raise _FaultError(self._place(number), f"its move is not legal ({error})") from None
        self._check_step(number, claim, position, move)

    def _check_step(self, number: int, claim: Claim, position: Position, move: Move) -> None:
        """Check that the claims about the position after a move say what a claim needs of them."""
        after = self._engine.play(position, move)
        gained = margin(after) * (-1 if position.mover else 1)
        key = self._reduction.key(after)
        least, most = self._within(key, after.ply)
        needed = gained - claim.beta + 1
        if claim.reached and most >= needed:
            lacking = f"to reach less than {needed}"
        elif not claim.reached and least < needed:
            lacking = f"to reach {needed} or more"
        else:
            return
        text = self._reduction.position(key).text()
        raise _FaultError(
            self._place(number),
            f"it does not follow: after {move.text(self.variant)} it needs the side to move in {text} "
            f"{lacking}, and no claim says so",
        )

    def _within(self, key: bytes, ply: int) -> tuple[int, int]:
        """Return the bounds on a mover's score to go that the file claims or that the rules give."""
        least, most = self._bounds[ply]
        low, high = self.file.bounds(key)
        return max(least, least if low is None else low), min(most, most if high is None else high)

    def line(self) -> None:
        """Check that the best line, if there is one, is a game that ends with the value."""
        low, high = self.bounds
        line = self.file.about("line")
        if line is None:
            return
        position = self.start
        for text in line.split():
            try:
                move = Move.parse(text, self.variant)
                self._engine.check_legal(position, move)
            except NotationError as error:
                raise _FaultError(
                    f"the line, ply {position.ply}", f"its move is not legal ({error})"
                ) from None
            position = self._engine.play(position, move)
        made = margin(position) - margin(self.start)
        if position.ply != self.variant.plies or not low == high == made:
            raise _FaultError(
                f"the line, ply {position.ply}", f"it makes {made}, which is not the value proven"
            )

    @property
    def bounds(self) -> tuple[int, int]:
        """What the claims say of Light's score to go from the start."""
        return self._light_bounds(self.start)

    def _light_bounds(self, position: Position) -> tuple[int, int]:
        low, high = self._within(self._reduction.key(position), position.ply)
        return (-high, -low) if position.mover else (low, high)

    def _winner(self) -> str | None:
        """Return who wins, if the claims settle it."""
        if self.variant.pie == "none" or self.start.ply > 0:
            return self._result(self.start)
        results = {
            self._result(self._engine.play(self.start, move))
            for move in self._engine.legal_moves(self.start)
        }
        # The second player takes the better side, if one is better, of whatever the first move leaves.
        if "draw" in results:
            return "draw"
        return None if None in results else "second"

    def _result(self, position: Position) -> str | None:
        """Return who wins from a position on if the sides are settled."""
        low, high = (margin(position) + score - self.variant.komi for score in self._light_bounds(position))
        if low > 0:
            return "light"
        if high < 0:
            return "dark"
        return "draw" if low == high else None

    def searches(self, seed: int | None, limit: int) -> None:
        """Search again what is drawn."""
        source = generator("verify", self._content.hexdigest() if seed is None else seed)
        # In the order of the file, so that the first fault is the one that is named.
        drawn = source.sample(self._leaves, self._sample or 0)
        for number, claim in sorted(drawn, key=lambda leaf: leaf[0]):
            answer = self._search(claim, limit)
            self._report(self.file.expected + self._searched + self._over_limit + 1, self._total)
            if answer == UNKNOWN:
                self._over_limit += 1
                continue
            self._searched += 1
            if answer != claim.reached:
                said, found = ("at least", "less") if claim.reached else ("less than", "as much")
                raise _FaultError(
                    self._place(number),
                    f"it claims {said} {claim.beta}, and a search without a table {found}",
                )

    def _search(self, claim: Claim, limit: int) -> int:
        position = self._reduction.position(claim.position)
        plain: Any = new_plain(self._bounds, limit)
        fleets = (position.light, position.dark)
        own, other = fleets[position.mover], fleets[1 - position.mover]
        own_mask, other_mask, wrecks = (
            np.uint64(mask_of(cells)) for cells in (own, other, position.wrecks)
        )
        layout, ply = layout_of(self.variant), position.ply
        answer = interruptible(
            lambda: plain_reaches(layout, plain, own_mask, other_mask, wrecks, ply, claim.beta)
        )
        self._nodes += int(plain.nodes)
        return answer

    def verdict(self, fault: Fault | None) -> Verdict:
        """Return what was found."""
        low, high = self._bounds[self.start.ply] if fault else self.bounds
        winner = None if fault else self._winner()
        counts = (self._by_moves, len(self._leaves), self._searched, self._over_limit, self._nodes)
        return Verdict(self.variant, self.start, low, high, winner, *counts, fault)
