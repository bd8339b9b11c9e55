"""Games that people give to a command: a line of notation, or a file with one."""

from __future__ import annotations

from pathlib import Path

from ressac_lab.cli.options import OptionError
from ressac_lab.errors import NotationError, RessacError, shown
from ressac_lab.rules import Game, Move, NamedVariant, Variant


def read_saved_game(path: Path, variant: Variant) -> Game:
    """Return the game of a file: its one line that is neither blank nor begins with #.

    Raises OptionError, naming the file, if there is no such game of the variant.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise OptionError(f"{path}: cannot be read ({error.strerror}), expected a saved game") from None
    except UnicodeDecodeError:
        raise OptionError(f"{path}: cannot be read (not UTF-8 text), expected a saved game") from None
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    if len(lines) != 1:
        raise OptionError(f"{path}: has {len(lines)} games, expected one, on one line")
    try:
        return Game.parse(lines[0], variant)
    except RessacError as error:
        raise OptionError(f"{path}: {error}") from None


def game_of(given: str, named: NamedVariant) -> Game:
    """Return the game of a text or of a file; the text may leave out the variant's name.

    Raises OptionError or NotationError if it is no game of the variant.
    """
    words = given.split()
    if not words:
        raise OptionError(
            f"{shown(given)} is not a game: expected moves like 'C1> B2^', or a file with them"
        )
    if not _is_move(words[0], named.variant):
        if len(words) == 1 and words[0] not in (named.name, named.variant.digest):
            game = read_saved_game(Path(given), named.variant)
        else:
            game = Game.parse(given, named.variant)
    else:
        game = Game.parse(f"{named.name} {given}", named.variant)
    if game.variant not in (named.name, named.variant.digest):
        raise OptionError(f"the game is one of {shown(game.variant)}: expected one of {named.label!r}")
    return game


def _is_move(word: str, variant: Variant) -> bool:
    try:
        Move.parse(word, variant)
    except NotationError:
        return False
    return True
