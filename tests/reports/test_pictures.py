from __future__ import annotations

from importlib.util import find_spec
from xml.etree import ElementTree

import pytest
from support import refused

from ressac_lab.reports import png
from ressac_lab.reports.frames import frames_of
from ressac_lab.reports.phrases import Words
from ressac_lab.reports.pictures import alt_text, board_svg, strip_svg
from ressac_lab.reports.png import NoRendererError, png_of
from ressac_lab.rules import Game, Position, Variant

SVG = "{http://www.w3.org/2000/svg}"
LIGHT, DARK, WRECK, LAST, CONTESTED = "#f0e442", "#0072b2", "#5c5c5c", "#d55e00", "#cc79a7"
POSITION = Position.parse("1D/LX 2")
RENDERER = any(find_spec(name) for name, _ in png.RENDERERS)


def shapes(svg: str) -> list[tuple[str, dict[str, str]]]:
    root = ElementTree.fromstring(svg)
    return [(node.tag.removeprefix(SVG), node.attrib) for node in root.iter()]


def of_colour(svg: str, colour: str) -> list[tuple[str, dict[str, str]]]:
    return [
        (tag, about) for tag, about in shapes(svg) if colour in (about.get("fill"), about.get("stroke"))
    ]


def test_every_piece_has_a_shape_and_a_place_of_its_own() -> None:
    svg = board_svg(POSITION)
    ((tag, disc),) = of_colour(svg, LIGHT)
    assert (tag, disc["cx"], disc["cy"]) == ("circle", "58", "88")  # A1: 34 + 24, 16 + 48 + 24
    ((tag, diamond),) = of_colour(svg, DARK)
    assert tag == "path" and diamond["d"].startswith("M106 22")  # B2: 34 + 48 + 24, 16 + 24 − 18
    ((tag, cross),) = of_colour(svg, WRECK)
    assert tag == "path" and "l24 24" in cross["d"]
    assert not of_colour(svg, LAST) and not of_colour(svg, CONTESTED)


def test_the_last_move_has_a_shaded_line_an_arrowhead_and_a_ring() -> None:
    frame = frames_of(Variant(), Game.parse("x C1>", Variant()).moves)[-1]
    shade, head, ring = (about for _, about in of_colour(board_svg(frame), LAST))
    assert (shade["x"], shade["y"], shade["width"], shade["height"]) == ("34", "208", "240", "48")
    assert head["transform"] == "translate(274 232) rotate(0)"
    assert (ring["cx"], ring["cy"]) == ("202", "232")  # D1


@pytest.mark.parametrize(
    ("move", "head"),
    [
        ("C2<", "translate(34 184) rotate(180)"),
        ("C2^", "translate(154 16) rotate(270)"),
        ("C2v", "translate(154 256) rotate(90)"),
    ],
)
def test_the_arrowhead_stands_where_the_line_slides_to(move: str, head: str) -> None:
    frame = frames_of(Variant(), Game.parse(f"x {move}", Variant()).moves)[-1]
    assert [
        about["transform"] for _, about in of_colour(board_svg(frame), LAST) if "transform" in about
    ] == [head]


def test_a_move_that_does_not_slide_has_a_ring_only() -> None:
    variant = Variant(slide="may")
    frame = frames_of(variant, Game.parse("x C1-", variant).moves)[-1]
    assert [tag for tag, _ in of_colour(board_svg(frame), LAST)] == ["circle"]


def test_contested_cells_are_marked() -> None:
    assert len(of_colour(board_svg(POSITION, contested=[2]), CONTESTED)) == 1


def test_a_picture_says_in_words_what_it_shows() -> None:
    assert alt_text(POSITION) == "Board of 2 columns and 2 rows. Light: A1. Dark: B2. Wrecks: B1."
    assert alt_text(POSITION, Words("fr")).endswith("Clair : A1. Sombre : B2. Épaves : B1.")
    assert [about["aria-label"] for _, about in shapes(board_svg(POSITION)) if "aria-label" in about] == [
        alt_text(POSITION)
    ]


def test_many_pictures_fit_on_one_page() -> None:
    assert " id=" not in board_svg(POSITION)


def test_captions_are_text_and_not_markup() -> None:
    texts = ElementTree.fromstring(board_svg(POSITION, "C3> & <b>")).iter(f"{SVG}text")
    assert "C3> & <b>" in [node.text for node in texts]


def test_a_strip_has_a_board_for_every_ply_in_a_place_of_its_own() -> None:
    frames = frames_of(Variant(), Game.parse("x C1> A1^ B1^", Variant()).moves)
    found = shapes(strip_svg(frames, across=3))
    assert len([about for _, about in found if "aria-label" in about]) == 4
    # A board is 290 wide and 320 high with its caption, and 12 lie between two.
    assert [about["transform"] for tag, about in found if tag == "g" and "transform" in about] == [
        "translate(0 0)",
        "translate(302 0)",
        "translate(604 0)",
        "translate(0 332)",
    ]
    assert found[0][1]["viewBox"] == "0 0 894 652"


def test_a_png_is_as_large_as_asked() -> None:
    if not RENDERER:
        pytest.skip("no renderer for PNG: pip install 'ressac-lab[png]'")
    image = png_of(board_svg(POSITION), zoom=3)
    assert image[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(image[16:20]) == 3 * (34 + 2 * 48 + 16)


def test_without_a_renderer_a_png_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png, "RENDERERS", (("no_such_renderer", lambda module, svg, zoom: b""),))
    message = (
        "no renderer for PNG is installed: expected resvg_py (pip install 'ressac-lab[png]') or cairosvg, "
        "or a file ending in .svg"
    )
    with refused(NoRendererError, message):
        png_of(board_svg(POSITION))
