"""RESSAC in plain Python, to be compared with the rulebook; numbers in comments are its sections.

Nothing here is fast or clever. The compiled kernels must agree with it, move by move.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import networkx as nx

from ressac_lab.errors import NotationError
from ressac_lab.rules import Board, Move, Position, Slide, Variant, slides_of
from ressac_lab.rules.variant import SIDES


class Reference:
    """The rules of one variant, played on positions.

    Flotilla sizes and slides are remembered from call to call; nothing else is.
    """

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.slides = [slides_of(variant, cell) for cell in range(variant.board.cells)]
        self._touching = touching_cells(variant)
        self._flotillas: dict[frozenset[int], int] = {}
        self._images: dict[tuple[Slide | None, frozenset[int]], list[int]] = {}

    def legal_moves(self, position: Position) -> list[Move]:
        """Return every move: an empty cell, then a slide (1.3); none once the game is over (1.2)."""
        if position.ply == self.variant.plies:
            return []
        cells = position.empty
        if position.ply == 0:
            cells = [cell for cell in cells if cell in self.variant.first_cells]
        return [Move(cell, slide) for cell in cells for slide in self.slides[cell]]

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after a legal move, with the points of a decount banked (1.3, 1.4)."""
        image = self._slide_image(move.slide, position.wrecks)
        fleets = [position.light, position.dark]
        fleets[position.mover] |= {move.cell}
        light, dark, wrecks = (
            frozenset([image[cell] for cell in cells]) for cells in (*fleets, position.wrecks)
        )
        points = position.points
        if self.variant.decount_at(position.ply) is not None:
            points = self._banked(points, position.mover, (light, dark))
        return Position(position.board, light, dark, wrecks, position.ply + 1, points)

    def _banked(
        self, points: tuple[int, int], mover: int, fleets: tuple[frozenset[int], frozenset[int]]
    ) -> tuple[int, int]:
        scoring = (0, 1) if self.variant.scorers == "both" else (mover,)
        totals = list(points)
        for side in scoring:
            totals[side] += self.largest_flotilla(fleets[side])
        return totals[0], totals[1]

    def largest_flotilla(self, boats: frozenset[int]) -> int:
        """Return the number of boats in the largest flotilla (1.5), 0 without boats."""
        size = self._flotillas.get(boats)
        if size is None:
            groups = nx.connected_components(self._touching.subgraph(boats))
            size = max((len(group) for group in groups), default=0)
            self._flotillas[boats] = size
        return size

    def _slide_image(self, slide: Slide | None, wrecks: frozenset[int]) -> list[int]:
        anchored = frozenset() if self.variant.wrecks_drift else wrecks
        image = self._images.get((slide, anchored))
        if image is None:
            image = slide_image(self.variant, slide, anchored)
            self._images[slide, anchored] = image
        return image

    def check_legal(self, position: Position, move: Move) -> None:
        """Raise NotationError, saying why, unless the move may be played in the position."""
        text = move.text(self.variant)
        if position.ply == self.variant.plies:
            raise NotationError(f"{text!r} comes after the end: the game has {position.ply} plies")
        if move.cell not in position.empty:
            name = self.variant.board.name(move.cell)
            raise NotationError(
                f"{text!r} cannot be played by {SIDES[position.mover]} at ply {position.ply}: "
                f"{name} is not empty"
            )
        if position.ply == 0 and move.cell not in self.variant.first_cells:
            raise NotationError(
                f"{text!r} cannot be played first: expected a cell on the {self.variant.first_boat}"
            )

    def replay(self, moves: tuple[Move, ...]) -> Iterator[Position]:
        """Yield the start position and the position after each move, checking every one."""
        position = Position.start(self.variant)
        yield position
        for move in moves:
            self.check_legal(position, move)
            position = self.play(position, move)
            yield position

    def random_game(self, source: random.Random) -> tuple[Move, ...]:
        """Return the moves of a game in which every move is drawn uniformly."""
        position, moves = Position.start(self.variant), []
        while legal := self.legal_moves(position):
            moves.append(source.choice(legal))
            position = self.play(position, moves[-1])
        return tuple(moves)


def touching_cells(variant: Variant) -> nx.Graph[int]:
    """Return the graph whose edges join the cells that touch under the variant's rules (1.5)."""
    board = variant.board
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(board.cells))
    for cell in range(board.cells):
        for other in range(cell):
            if _touch(variant, board, cell, other):
                graph.add_edge(cell, other)
    return graph


def _touch(variant: Variant, board: Board, cell: int, other: int) -> bool:
    columns = abs(board.column_of(cell) - board.column_of(other))
    rows = abs(board.row_of(cell) - board.row_of(other))
    if variant.touch == "corners":
        return max(columns, rows) == 1
    if variant.touch == "torus":
        columns = min(columns, board.width - columns)
        rows = min(rows, board.height - rows)
    return columns + rows == 1


def slide_image(variant: Variant, slide: Slide | None, anchored: frozenset[int]) -> list[int]:
    """Return where each cell's content goes: the cells of the line that may move rotate in order.

    ``anchored`` holds the cells of wrecks that do not drift.
    """
    image = list(range(variant.board.cells))
    if slide is not None:
        moving = [cell for cell in slide.line_cells(variant.board) if cell not in anchored]
        step = slide.direction.sign * variant.slide_step
        for place, cell in enumerate(moving):
            image[cell] = moving[(place + step) % len(moving)]
    return image
