"""``ressac-lab draw``: a board, or a game ply by ply, as a picture or in the terminal."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ressac_lab.cli.options import LangOption, OptionError, PositionOption, SetOption, whole_number
from ressac_lab.cli.streams import wants_colours
from ressac_lab.errors import shown

if TYPE_CHECKING:
    from ressac_lab.reports.frames import Frame
    from ressac_lab.reports.phrases import Words
    from ressac_lab.rules import NamedVariant, Variant

SUFFIXES = (".svg", ".png")
LARGEST_ZOOM = 20
_ROWS = re.compile(r"[LDX1-8]+(/[LDX1-8]+)+", re.IGNORECASE)

BoardArgument = Annotated[
    str,
    typer.Argument(
        metavar="VARIANT|POSITION", help="A variant, whose start map is drawn, or a position in quotes."
    ),
]
GameOption = Annotated[
    str | None,
    typer.Option("--game", metavar="MOVES|FILE", help="Draw the end of this game of the variant."),
]
PlyOption = Annotated[
    int | None, typer.Option("--ply", parser=whole_number(0), metavar="N", help="Draw it after N plies.")
]
StripOption = Annotated[bool, typer.Option("--strip", help="Draw every ply of it, side by side.")]
ContestedOption = Annotated[
    bool, typer.Option("--contested", help="Mark the empty cells that boats of both sides touch.")
]
OutOption = Annotated[
    Path | None,
    typer.Option("--out", "-o", metavar="FILE", help="An .svg or .png file; the terminal if left out."),
]
ZoomOption = Annotated[
    int,
    typer.Option(
        "--zoom",
        parser=whole_number(1, LARGEST_ZOOM),
        metavar="N",
        help="How large a PNG is: 1 is as large as the SVG says.",
    ),
]


@dataclass(frozen=True, slots=True)
class _Drawing:
    """What to draw, under which rules, and how."""

    variant: Variant
    frames: list[Frame]
    contested: bool
    words: Words


def draw(
    board: BoardArgument,
    game: GameOption = None,
    ply: PlyOption = None,
    strip: StripOption = False,
    position: PositionOption = None,
    contested: ContestedOption = False,
    out: OutOption = None,
    zoom: ZoomOption = 2,
    lang: LangOption = "en",
    settings: SetOption = None,
) -> None:
    """Draw a start map, a position or a game, as a picture or in the terminal."""
    from ressac_lab.reports.phrases import Words

    if out is not None and out.suffix.lower() not in SUFFIXES:
        raise OptionError(f"{out}: a picture of an unknown kind, expected a name in .svg or .png")
    if game is None and (strip or ply is not None):
        raise OptionError(
            f"{'--strip' if strip else f'--ply {ply}'}: draws a game, expected --game MOVES too"
        )
    if strip and (contested or ply is not None):
        raise OptionError("--strip draws every ply: expected neither --ply nor --contested with it")
    variant, frames = _frames(board, game, position, settings or [])
    if not strip:
        if ply is not None and ply >= len(frames):
            raise OptionError(f"--ply {ply}: expected 0 to {len(frames) - 1}, the plies of the game")
        frames = [frames[-1 if ply is None else ply]]
    drawing = _Drawing(variant, frames, contested, Words(lang))
    if out is None:
        _show(drawing)
    else:
        _write(drawing, out, zoom)


def _frames(
    board: str, game: str | None, position: str | None, settings: list[str]
) -> tuple[Variant, list[Frame]]:
    from ressac_lab.reports.frames import Frame
    from ressac_lab.rules import Position, Variant, load

    if _ROWS.fullmatch(board.partition(" ")[0]):
        if game is not None or position is not None or settings:
            raise OptionError(
                f"{shown(board)} is a position: expected a variant before --game, --position or --set"
            )
        found = Position.parse(board)
        size = found.board
        return Variant(size.width, size.height, wrecks=(), boats=1, decounts=(1,)), [Frame(found)]
    named = load(board, settings)
    if game is not None and position is not None:
        raise OptionError("--game and --position contradict each other: expected one of them")
    if position is not None:
        found = Position.parse(position)
        found.check(named.variant)
        return named.variant, [Frame(found)]
    return named.variant, _game_frames(named, game)


def _game_frames(named: NamedVariant, game: str | None) -> list[Frame]:
    from ressac_lab.cli.saved_game import game_of
    from ressac_lab.reports.frames import frames_of

    moves = () if game is None else game_of(game, named).moves
    return frames_of(named.variant, moves)


def _show(drawing: _Drawing) -> None:
    from ressac_lab.reports.boards import draw as draw_text
    from ressac_lab.reports.frames import contested_cells

    words = drawing.words
    for frame in drawing.frames:
        typer.echo(draw_text(frame.position, coloured=wants_colours(), boat=frame.boat))
        typer.echo(frame.caption(words))
        if drawing.contested:
            cells = sorted(contested_cells(drawing.variant, frame.position))
            names = " ".join(map(frame.position.board.name, cells)) or words("board.none")
            typer.echo(words("board.contested", cells=names))
        typer.echo()
    typer.echo(words("board.legend"))


def _write(drawing: _Drawing, out: Path, zoom: int) -> None:
    from ressac_lab.reports.csv_files import write_all
    from ressac_lab.reports.frames import contested_cells
    from ressac_lab.reports.pictures import board_svg, strip_svg
    from ressac_lab.reports.png import png_of

    frame, words = drawing.frames[0], drawing.words
    if len(drawing.frames) > 1:
        svg = strip_svg(drawing.frames, words)
    else:
        contested = contested_cells(drawing.variant, frame.position) if drawing.contested else ()
        svg = board_svg(frame, frame.caption(words), contested, words)
    write_all({out: [png_of(svg, zoom) if out.suffix.lower() == ".png" else svg]})
    typer.echo(f"wrote {out}")
