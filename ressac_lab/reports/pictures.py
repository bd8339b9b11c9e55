"""Boards as pictures: SVG by string, without any library.

Nobody has to tell colours apart: Light's boats are discs, Dark's are diamonds, wrecks are crosses. The
colours are of the palette of Okabe and Ito (2008), which colour-blind readers can tell apart too, and
differ in lightness, so that a grey print will do. A picture has its own ground, so it looks the same on a
light and on a dark page, and no ids, so that any number of them fit on one page.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape

from ressac_lab.reports.frames import Frame
from ressac_lab.reports.phrases import ENGLISH, Words
from ressac_lab.rules import Board, Direction, Position, Slide
from ressac_lab.rules.board import COLUMN_LETTERS

# Lengths in the picture's own unit; a cell is 48 of them wide.
CELL = 48
LABELS = 34
EDGE = 16
CAPTION = 30
GAP = 12
MOST_ACROSS = 6

GROUND, WATER, LINES, INK = "#ffffff", "#e9f2f6", "#9db3bf", "#222222"
LIGHT, DARK, WRECK = "#f0e442", "#0072b2", "#5c5c5c"
LAST, CONTESTED = "#d55e00", "#cc79a7"
# Renderers of PNG look for these names one by one, and few know what sans-serif stands for.
FONTS = "Helvetica, Arial, DejaVu Sans, Liberation Sans, Noto Sans, sans-serif"


def board_svg(
    shown: Frame | Position, caption: str = "", contested: Collection[int] = (), words: Words = ENGLISH
) -> str:
    """Return a board as an SVG picture.

    ``contested`` cells get a dotted ring. The line that the last move slid is shaded and has an
    arrowhead at the end it slid towards, and the boat it placed, wherever it is now, has a ring.
    """
    frame = shown if isinstance(shown, Frame) else Frame(shown)
    width, height = _size(frame.position.board, bool(caption))
    return _picture(width, height, [_board(frame, caption, contested, words)])


def strip_svg(frames: Sequence[Frame], words: Words = ENGLISH, across: int = MOST_ACROSS) -> str:
    """Return the boards of a game as one SVG picture, captions below, ``across`` boards in a row."""
    width, height = _size(frames[0].position.board, captioned=True)
    columns = min(across, len(frames))
    rows = -(-len(frames) // columns)
    boards = [
        f'<g transform="translate({place % columns * (width + GAP)} {place // columns * (height + GAP)})">'
        f"{_board(frame, frame.caption(words), (), words)}</g>"
        for place, frame in enumerate(frames)
    ]
    return _picture(columns * (width + GAP) - GAP, rows * (height + GAP) - GAP, boards)


def alt_text(position: Position, words: Words = ENGLISH) -> str:
    """Return a board in words, for readers who cannot see it."""
    board = position.board

    def names(cells: Collection[int]) -> str:
        return " ".join(board.name(cell) for cell in sorted(cells)) or words("board.none")

    return words(
        "board.alt",
        width=board.width,
        height=board.height,
        light=names(position.light),
        dark=names(position.dark),
        wrecks=names(position.wrecks),
    )


def _size(board: Board, captioned: bool) -> tuple[int, int]:
    height = board.height * CELL + LABELS + EDGE + (CAPTION if captioned else 0)
    return board.width * CELL + LABELS + EDGE, height


def _picture(width: int, height: int, parts: list[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="{FONTS}">\n'
        f'<rect width="{width}" height="{height}" rx="6" fill="{GROUND}"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def _board(frame: Frame, caption: str, contested: Collection[int], words: Words) -> str:
    position, board = frame.position, frame.position.board
    alt = escape(alt_text(position, words))
    parts = [f'<g role="img" aria-label="{alt}"><title>{alt}</title>', _water(board)]
    if frame.slide is not None:
        parts.append(_slide(board, frame.slide))
    parts += [_contested(*_centre(board, cell)) for cell in sorted(contested)]
    for cells, draw in ((position.wrecks, _wreck), (position.light, _light), (position.dark, _dark)):
        parts += [draw(*_centre(board, cell)) for cell in sorted(cells)]
    if frame.boat is not None:
        x, y = _centre(board, frame.boat)
        parts.append(f'<circle cx="{x}" cy="{y}" r="21" fill="none" stroke="{LAST}" stroke-width="3.5"/>')
    parts.append(_labels(board))
    if caption:
        width, height = _size(board, captioned=True)
        parts.append(_text(width // 2, height - 12, 15, escape(caption)))
    return "\n".join([*parts, "</g>"])


def _centre(board: Board, cell: int) -> tuple[int, int]:
    x = LABELS + board.column_of(cell) * CELL + CELL // 2
    return x, EDGE + (board.height - 1 - board.row_of(cell)) * CELL + CELL // 2


def _water(board: Board) -> str:
    width, height = board.width * CELL, board.height * CELL
    grid = "".join(f"M{LABELS + i * CELL} {EDGE}v{height}" for i in range(1, board.width))
    grid += "".join(f"M{LABELS} {EDGE + i * CELL}h{width}" for i in range(1, board.height))
    return (
        f'<rect x="{LABELS}" y="{EDGE}" width="{width}" height="{height}" fill="{WATER}" '
        f'stroke="{INK}" stroke-width="1.5"/><path d="{grid}" stroke="{LINES}" fill="none"/>'
    )


def _slide(board: Board, slide: Slide) -> str:
    """The shaded line, and an arrowhead just outside the board."""
    cells = slide.line_cells(board)
    ends = [_centre(board, cell) for cell in (cells[0], cells[-1])]
    left, right = (f([x for x, _ in ends]) for f in (min, max))
    top, bottom = (f([y for _, y in ends]) for f in (min, max))
    half = CELL // 2
    shade = (
        f'<rect x="{left - half}" y="{top - half}" width="{right - left + CELL}" '
        f'height="{bottom - top + CELL}" fill="{LAST}" fill-opacity="0.16"/>'
    )
    x, y, angle = {
        Direction.RIGHT: (right + half, top, 0),
        Direction.LEFT: (left - half, top, 180),
        Direction.UP: (left, top - half, 270),
        Direction.DOWN: (left, bottom + half, 90),
    }[slide.direction]
    return (
        shade
        + f'<path d="M1 -10L14 0L1 10z" fill="{LAST}" transform="translate({x} {y}) rotate({angle})"/>'
    )


def _light(x: int, y: int) -> str:
    return f'<circle cx="{x}" cy="{y}" r="15" fill="{LIGHT}" stroke="{INK}" stroke-width="2"/>'


def _dark(x: int, y: int) -> str:
    return f'<path d="M{x} {y - 18}l18 18l-18 18l-18 -18z" fill="{DARK}" stroke="{INK}" stroke-width="2"/>'


def _wreck(x: int, y: int) -> str:
    cross = f"M{x - 12} {y - 12}l24 24M{x + 12} {y - 12}l-24 24"
    return f'<path d="{cross}" stroke="{WRECK}" stroke-width="7" stroke-linecap="round" fill="none"/>'


def _contested(x: int, y: int) -> str:
    ring = f'fill="none" stroke="{CONTESTED}" stroke-width="4" stroke-dasharray="4 4"'
    return f'<circle cx="{x}" cy="{y}" r="13" {ring}/>'


def _labels(board: Board) -> str:
    """Row numbers and column letters, clear of the arrowhead."""
    firsts = board.column_cells(0)
    rows = [_text(9, _centre(board, cell)[1] + 5, 14, str(i + 1)) for i, cell in enumerate(firsts)]
    bottom = EDGE + board.height * CELL + LABELS - 6
    columns = [_text(_centre(board, i)[0], bottom, 14, COLUMN_LETTERS[i]) for i in board.row_cells(0)]
    return "".join(rows + columns)


def _text(x: int, y: int, size: int, text: str) -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="middle" fill="{INK}">{text}</text>'
