from __future__ import annotations

import re

from ressac_lab.reports.boards import draw
from ressac_lab.rules import Position, Variant


def test_the_top_row_comes_first_and_a_is_left() -> None:
    assert draw(Position.parse("LD1/3/X2 2")) == "3 L D ·\n2 · · ·\n1 X · ·\n  A B C"


def test_without_labels_only_the_cells_are_left() -> None:
    lines = draw(Position.start(Variant()), labels=False).splitlines()
    assert lines == ["· · · · ·", "· · · · ·", "· X X X ·", "· · · · ·", "· · · · ·"]


def test_colours_change_nothing_but_the_looks() -> None:
    position = Position.parse("LD1/3/X2 2")
    painted = draw(position, coloured=True, boat=6)
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == draw(position)
    # One colour for each kind of sign, and the boat placed last underlined.
    assert len(set(re.findall(r"\x1b\[(?:4;)?([0-9;]+)m[LDX·]", painted))) == 4
    assert re.findall(r"\x1b\[4;[0-9;]*m(.)", painted) == ["L"]
