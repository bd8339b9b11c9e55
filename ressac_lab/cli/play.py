"""``ressac-lab play``: a game in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Annotated

import typer

from ressac_lab.agents.catalogue import PERSON
from ressac_lab.cli.options import OptionError, SeedOption, SetOption, VariantArgument
from ressac_lab.cli.streams import one_line, wants_colours
from ressac_lab.errors import RessacError, shown

if TYPE_CHECKING:
    from ressac_lab.agents import Agent
    from ressac_lab.arena.session import Decount, Session

DEFAULT_AGENT = "L4"
SIDES = ("Light", "Dark")
WIDTH = 80
SHOWN_SCORES = 8
HELP = """\
  C3>         place a boat on C3 and slide its row to the right; > < ^ v are right, left, up, down
  swap        take Light's side instead of moving, where the pie rule allows it
  hint        what every move is worth
  undo        go back to your last decision
  save FILE   write the game to a file; --from FILE takes it up again
  help        these lines
  quit        end here"""

LightOption = Annotated[
    str, typer.Option("--light", metavar="AGENT", help="Who begins, as Light: human or an agent.")
]
DarkOption = Annotated[
    str, typer.Option("--dark", metavar="AGENT", help="Who answers, as Dark: human or an agent.")
]
FromOption = Annotated[Path | None, typer.Option("--from", metavar="FILE", help="Go on with a saved game.")]


def play(
    variant: VariantArgument,
    light: LightOption = PERSON,
    dark: DarkOption = DEFAULT_AGENT,
    saved: FromOption = None,
    seed: SeedOption = 0,
    settings: SetOption = None,
) -> None:
    """Play a game: the board is drawn, moves are typed in notation; type help for more.

    Reads lines from standard input, which may be a file; the game ends with it.
    """
    from ressac_lab.arena.session import Session
    from ressac_lab.rules import load

    session = Session(load(variant, settings or ()), (_player(light), _player(dark)), seed)
    if saved is not None:
        _take_up(session, saved)
    try:
        _Conversation(session).lead()
    except (EOFError, KeyboardInterrupt) as end:
        if _asks():
            # The line of the prompt is not ended yet.
            typer.echo()
        if isinstance(end, KeyboardInterrupt):
            raise
    finally:
        typer.echo(f"The game: {session.text}")


def _player(text: str) -> Agent | None:
    from ressac_lab.agents import parse_agent

    return None if text.strip() == PERSON else parse_agent(text)


def _take_up(session: Session, path: Path) -> None:
    """Bring a session to the game of a file; raise OptionError, naming the file, if that cannot be done."""
    from ressac_lab.cli.saved_game import read_saved_game

    game = read_saved_game(path, session.variant)
    try:
        session.take_up(game)
    except RessacError as error:
        raise OptionError(f"{path}: {error}") from None


def _asks() -> bool:
    """Whether a person is there to be asked: a file is read without prompts."""
    return sys.stdin is not None and sys.stdin.isatty()


class _Conversation:
    """Leads a session: shows it, asks people, and lets agents move."""

    def __init__(self, session: Session) -> None:
        from ressac_lab.agents import parse_agent

        self.session = session
        agents = [agent for agent in session.players if agent is not None]
        self.adviser = agents[0] if agents else parse_agent(DEFAULT_AGENT)
        self.ended = False
        # A file or a pipe may hold bytes that are no text.
        if (change := getattr(sys.stdin, "reconfigure", None)) is not None:
            change(errors="backslashreplace")

    def lead(self) -> None:
        """Go on until the game is over or a person quits; raise EOFError at the end of the input."""
        typer.echo(f"{self.session.named.label}: {self._seats()}. Type a move such as C3>, or help.")
        self._show()
        while not (self.session.over or self.ended):
            agent = self.session.player
            if agent is None:
                self._ask()
            else:
                self._let_decide(agent)
        if self.session.over:
            self._tell_result()

    def _seats(self) -> str:
        names = [PERSON if agent is None else agent.text for agent in self.session.sides]
        return ", ".join(f"{side} is {name}" for side, name in zip(SIDES, names, strict=True))

    def _show(self) -> None:
        from ressac_lab.reports.boards import draw

        session = self.session
        light, dark = session.position.points
        typer.echo(f"\n{draw(session.position, coloured=wants_colours())}")
        komi = f", komi {session.variant.komi}" if session.variant.komi else ""
        state = f"ply {session.position.ply} of {session.variant.plies}"
        typer.echo(f"{state}; Light {light}, Dark {dark}{komi}")
        if not session.over:
            mover = session.position.mover
            boat = session.position.ply // 2 + 1
            scores = ", a decount follows" if boat in session.variant.decounts else ""
            typer.echo(f"{SIDES[mover]} places boat {boat} of {session.variant.boats}{scores}.")

    def _ask(self) -> None:
        """Ask a person once, and do what is answered."""
        if sys.stdin is None:
            raise EOFError
        swap = " or swap" if self.session.may_swap else ""
        prompt = f"{SIDES[self.session.position.mover]}{swap}> "
        answer = input(prompt if _asks() else "").strip()
        if not _asks():
            typer.echo(f"{prompt}{one_line(answer)}")
        try:
            self._answer(answer)
        except RessacError as error:
            typer.echo(f"{one_line(str(error))}.")

    def _answer(self, answer: str) -> None:
        """Do what a person says; raise RessacError, in a sentence, if that cannot be done."""
        commands: dict[str, Callable[[], None]] = {
            "": lambda: None,
            "help": lambda: typer.echo(HELP),
            "hint": self._hint,
            "undo": self._undo,
            "swap": self._swap,
            "quit": self._quit,
        }
        word, _, rest = answer.partition(" ")
        if word.lower() == "save":
            self._save(rest.strip())
        elif answer.lower() in commands:
            commands[answer.lower()]()
        elif word[1:2].isalpha():
            raise OptionError(
                f"{shown(answer)} is no word known here: expected a move such as C3>, or help"
            )
        else:
            self._told(self.session.play(self.session.read(answer)))

    def _told(self, decount: Decount | None) -> None:
        """Show what a move led to."""
        if decount is not None:
            typer.echo(_decount_text(decount))
        self._show()

    def _hint(self) -> None:
        from ressac_lab.solve.pie import pie_counts

        hint = self.session.hint(self.adviser)
        mover = SIDES[self.session.position.mover]
        counted = f"{mover}'s points to come minus the other side's"
        if (hint.exact or self.adviser.thinks) and pie_counts(self.session.variant, self.session.position):
            counted = "what you come out at after the other has chosen a side"
        source = "exact, for best play" if hint.exact else f"in the opinion of {self.adviser.text}"
        typer.echo(f"{counted}, {source}:")
        for line in _score_lines([(m.text(self.session.variant), s) for m, s in hint.scores]):
            typer.echo(line)
        if self.session.may_swap:
            best = hint.scores[0][1] - self.session.margin
            typer.echo(
                f"Dark comes out at {_signed(best)} with the best of these, and at {_signed(-best)} with "
                "swap, komi and all counted."
            )

    def _undo(self) -> None:
        self.session.undo()
        self._show()

    def _swap(self) -> None:
        self.session.swap()
        typer.echo(f"The sides are swapped: {self._seats()}.")

    def _quit(self) -> None:
        self.ended = True

    def _save(self, name: str) -> None:
        if not name:
            raise OptionError("save where: expected a file's name, like save game.txt")
        path = Path(name)
        unfinished = path.with_name(f"{path.name}.unfinished")
        try:
            unfinished.write_text(f"{self.session.text}\n", encoding="utf-8")
            unfinished.replace(path)
        except (OSError, ValueError) as error:
            unfinished.unlink(missing_ok=True)
            reason = getattr(error, "strerror", None) or str(error)
            raise OptionError(f"{shown(name)}: cannot be written ({reason}), expected a file") from None
        typer.echo(f"Saved in {one_line(name)}.")

    def _let_decide(self, agent: Agent) -> None:
        session = self.session
        mover = SIDES[session.position.mover]
        move = session.decide(agent)
        if move is None:
            typer.echo(f"{agent.text} takes Light's side.")
            self._swap()
            return
        typer.echo(f"{mover} ({agent.text}) plays {move.text(session.variant)}.")
        self._told(session.play(move))

    def _tell_result(self) -> None:
        margin = self.session.margin
        names = [PERSON if agent is None else agent.text for agent in self.session.sides]
        if margin == 0:
            typer.echo("\nThe game is over: a draw.")
            return
        winner = int(margin < 0)
        typer.echo(f"\nThe game is over: {SIDES[winner]} ({names[winner]}) wins by {abs(margin):g}.")


def _decount_text(decount: Decount) -> str:
    gained = [
        f"{side} scores {points}" for side, points in zip(SIDES, decount.points, strict=True) if points
    ]
    return f"Decount after {SIDES[decount.side]}'s boat {decount.boats}: {', '.join(gained)}."


def _score_lines(scores: list[tuple[str, float]]) -> Iterator[str]:
    """Yield a paragraph for each of the best scores, with its moves, and one for all lower ones."""
    groups = [(score, [move for move, _ in pairs]) for score, pairs in groupby(scores, key=_rounded)]
    for score, moves in groups[:SHOWN_SCORES]:
        yield _paragraph(_signed(score), moves)
    if lower := [move for _, moves in groups[SHOWN_SCORES:] for move in moves]:
        yield _paragraph("lower", lower)


def _paragraph(head: str, words: list[str]) -> str:
    return fill(" ".join(words), WIDTH, initial_indent=f"{head:>7}  ", subsequent_indent=" " * 9)


def _rounded(pair: tuple[str, float]) -> float:
    return round(pair[1], 1)


def _signed(score: float) -> str:
    return f"{score:+g}" if score else "0"
