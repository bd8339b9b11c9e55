"""What a picture of a board shows: a position, and the move that led to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ressac_lab.reports.phrases import ENGLISH, Words
from ressac_lab.rules import Position, Slide

if TYPE_CHECKING:
    from ressac_lab.rules import Move, Variant


@dataclass(frozen=True, slots=True)
class Frame:
    """A position to draw, and where it is one of a game its last move.

    Of the move: its text, the line it slid, and the cell where its boat is now.
    """

    position: Position
    move: str = ""
    slide: Slide | None = None
    boat: int | None = None

    def caption(self, words: Words = ENGLISH) -> str:
        """Return what stands below the board: the ply or the last move, and the points if there are any."""
        position = self.position
        light, dark = position.points
        if self.move:
            text = words("board.move", ply=position.ply, move=self.move)
        elif position.ply == 0:
            return words("board.start")
        else:
            text = words("board.ply", ply=position.ply)
        return f"{text} · {words('board.points', light=light, dark=dark)}" if light or dark else text


def frames_of(variant: Variant, moves: Sequence[Move]) -> list[Frame]:
    """Return the start position of a game and the position after each of its moves.

    Raises NotationError for a move that is not legal.
    """
    from ressac_lab.reference import Reference
    from ressac_lab.reference.engine import slide_image

    positions = list(Reference(variant).replay(tuple(moves)))
    frames = [Frame(positions[0])]
    for before, move, after in zip(positions, moves, positions[1:], strict=False):
        anchored = frozenset() if variant.wrecks_drift else before.wrecks
        boat = slide_image(variant, move.slide, anchored)[move.cell]
        frames.append(Frame(after, move.text(variant), move.slide, boat))
    return frames


def contested_cells(variant: Variant, position: Position) -> frozenset[int]:
    """Return the empty cells that touch boats of both sides.

    A boat there joins the one side's flotilla and hems in the other's. What touches goes by the variant:
    edges, corners, or across the board's edges.
    """
    from ressac_lab.reference.engine import touching_cells

    touching = touching_cells(variant)
    return frozenset(
        cell
        for cell in position.empty
        if position.light.intersection(touching[cell]) and position.dark.intersection(touching[cell])
    )
