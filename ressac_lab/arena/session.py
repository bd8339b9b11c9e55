"""A game that is being played by people and agents, for any front end to lead; it knows no terminal.

A *player* is an agent, or None for a person. The first player begins as Light; under the pie rule the
second may take Light's side after the first ply, and the first then goes on as Dark.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ressac_lab.agents import Agent
from ressac_lab.arena.choose import choose, opinions, takes_light
from ressac_lab.errors import GameError, shown
from ressac_lab.reference import Reference
from ressac_lab.reference.minimax import margin
from ressac_lab.rules import Game, Move, NamedVariant, Position
from ressac_lab.solve.alphabeta import AlphaBeta, OutOfNodes
from ressac_lab.solve.pie import pie_counts
from ressac_lab.solve.size import search_size

Players = tuple[Agent | None, Agent | None]
# A second's work or two: beyond it a hint is an agent's opinion.
HINT_NODES = 2_000_000
HINT_MEMORY = 64 * 2**20


@dataclass(frozen=True, slots=True)
class Decount:
    """What a ply scored: whose it was (0 Light, 1 Dark), after how many boats, and each side's points."""

    side: int
    boats: int
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Hint:
    """What there is to say about the moves of the player to move, best first.

    A score is that player's points to come minus the other's; where the pie rule is still to be used, what
    the player comes out at once the other has chosen, komi included. ``exact`` says that it is proven
    for best play by both; else it is an agent's opinion.
    """

    exact: bool
    scores: tuple[tuple[Move, float], ...]


class Session:
    """A game from its start on; equal seeds and equal moves of the people get equal moves of the agents."""

    def __init__(self, named: NamedVariant, players: Players, seed: int = 0) -> None:
        self.named, self.players, self.seed = named, players, seed
        self.variant = named.variant
        self._engine = Reference(self.variant)
        # A name stands for the rules of the catalogue or the file, and not for changes on top.
        self._name = self.variant.digest if named.changes else named.name
        self._moves: list[Move] = []
        self._positions = [Position.start(self.variant)]
        self._solver: AlphaBeta | None = None
        self.swapped = False

    def take_up(self, game: Game) -> None:
        """Play the moves of a saved game, before any others.

        Raises GameError if it is one of another variant, NotationError if its moves are not legal.
        """
        known = {self._name, self.variant.digest}
        if game.variant not in known:
            raise GameError(
                f"the game is one of {shown(game.variant)}: expected one of {self.named.label!r}, "
                f"which is named {' or '.join(sorted(known))}"
            )
        for move in game.moves:
            self.play(move)
        self.swapped = game.swapped

    @property
    def position(self) -> Position:
        """The position now."""
        return self._positions[-1]

    @property
    def game(self) -> Game:
        """The game so far, whose text can be taken up again."""
        return Game(self._name, tuple(self._moves), self.swapped)

    @property
    def text(self) -> str:
        """The game so far in notation."""
        return self.game.text(self.variant)

    @property
    def over(self) -> bool:
        """Whether the last ply was played."""
        return self.position.ply == self.variant.plies

    @property
    def sides(self) -> Players:
        """Who plays Light and who plays Dark by now."""
        first, second = self.players
        return (second, first) if self.swapped else (first, second)

    @property
    def player(self) -> Agent | None:
        """Who is to move."""
        return self._player_at(len(self._moves), self.swapped)

    def _player_at(self, plies: int, swapped: bool) -> Agent | None:
        return self.players[(plies & 1) ^ swapped]

    @property
    def may_swap(self) -> bool:
        """Whether the player to move may take Light's side instead of moving."""
        return self.variant.pie == "swap" and len(self._moves) == 1 and not self.swapped

    def read(self, text: str) -> Move:
        """Return the legal move of a text; raise NotationError, saying why, if it is none."""
        move = Move.parse(text, self.variant)
        self._engine.check_legal(self.position, move)
        return move

    def play(self, move: Move) -> Decount | None:
        """Play a move and return what it scored; raise NotationError if it is not legal."""
        self._engine.check_legal(self.position, move)
        self._positions.append(self._engine.play(self.position, move))
        self._moves.append(move)
        return self._decount_of(len(self._moves) - 1)

    def swap(self) -> None:
        """Let the player to move take Light's side; raise GameError if that is not allowed now."""
        if self.variant.pie != "swap":
            raise GameError("no swap: this variant has no pie rule")
        if not self.may_swap:
            raise GameError("no swap: expected it after the first move, by the second player")
        self.swapped = True

    def decide(self, agent: Agent) -> Move | None:
        """Return what an agent does now: its move, or None to take Light's side. Nothing is played yet."""
        if self.may_swap and takes_light(self.variant, self.position, agent, self.seed):
            return None
        return choose(self.variant, self.position, agent, self.seed).move

    def undo(self) -> None:
        """Go back to where a person decided last; raise GameError if no person has."""
        for plies, swapped in self._earlier():
            if self._player_at(plies, swapped) is None:
                del self._moves[plies:], self._positions[plies + 1 :]
                self.swapped = swapped
                return
        raise GameError("nothing to undo: expected an earlier move of a person")

    def _earlier(self) -> Iterator[tuple[int, bool]]:
        """Yield the number of plies and the swap at each earlier decision, the last first."""
        plies, swapped = len(self._moves), self.swapped
        while plies:
            if swapped and plies == 1:
                swapped = False
            else:
                plies -= 1
            yield plies, swapped and plies > 0

    @property
    def decounts(self) -> tuple[Decount, ...]:
        """Every decount so far."""
        found = (self._decount_of(ply) for ply in range(len(self._moves)))
        return tuple(decount for decount in found if decount is not None)

    def _decount_of(self, ply: int) -> Decount | None:
        if self.variant.decount_at(ply) is None:
            return None
        before, after = self._positions[ply].points, self._positions[ply + 1].points
        return Decount(ply % 2, ply // 2 + 1, (after[0] - before[0], after[1] - before[1]))

    @property
    def margin(self) -> float:
        """Light's points so far minus Dark's, komi counted for Dark."""
        return margin(self.position) - self.variant.komi

    def hint(self, adviser: Agent) -> Hint:
        """Return what the solver says of the moves now, or where it is too far the adviser."""
        scores = self._exact_scores()
        found = opinions(self.variant, self.position, adviser, self.seed) if scores is None else scores
        # Sorting is stable: equal moves stay in their order.
        best_first = sorted(found, key=lambda pair: -pair[1])
        return Hint(scores is not None, tuple(best_first))

    def _exact_scores(self) -> tuple[tuple[Move, float], ...] | None:
        """Return the moves with the mover's exact points to come, or None if that takes too long."""
        if search_size(self.variant, self.position.ply) > HINT_NODES:
            return None
        if self._solver is None:
            self._solver = AlphaBeta(self.variant, HINT_MEMORY, node_limit=HINT_NODES)
        self._solver.forget()
        try:
            found = self._solver.openings(self.position)
        except OutOfNodes:
            return None
        if pie_counts(self.variant, self.position):
            # Whatever a first move is worth to a side, the second player takes the better side.
            return tuple((move, -abs(value - self.variant.komi)) for move, value in found)
        sign = -1 if self.position.mover else 1
        return tuple((move, float(sign * value)) for move, value in found)
