from __future__ import annotations

from ressac_lab.reports.boards import draw
from ressac_lab.rules import Position, Variant


def test_the_top_row_comes_first_and_a_is_left() -> None:
    assert draw(Position.parse("LD1/3/X2 2")) == "3 L D ·\n2 · · ·\n1 X · ·\n  A B C"


def test_without_labels_only_the_cells_are_left() -> None:
    lines = draw(Position.start(Variant()), labels=False).splitlines()
    assert lines == ["· · · · ·", "· · · · ·", "· X X X ·", "· · · · ·", "· · · · ·"]
