"""Cells and their names."""

from __future__ import annotations

import pytest
from support import refused

from ressac_lab.errors import NotationError
from ressac_lab.rules import Board

BOARDS = [Board(width, height) for width in range(2, 9) for height in range(2, 9)]


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: f"{board.width}x{board.height}")
def test_every_cell_is_named_once_and_found_by_its_name(board: Board) -> None:
    names = [board.name(cell) for cell in range(board.cells)]
    assert len(set(names)) == board.cells
    assert [board.cell(name.lower()) for name in names] == list(range(board.cells))


def test_a1_is_the_bottom_left_and_rows_grow_upwards() -> None:
    board = Board(5, 4)
    assert [board.cell(name) for name in ("A1", "B1", "E1", "A2", "E4")] == [0, 1, 4, 5, 19]
    assert board.last_cell == "E4"


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: f"{board.width}x{board.height}")
def test_rows_and_columns_each_cover_the_board_and_cross_in_one_cell(board: Board) -> None:
    rows = [board.row_cells(row) for row in range(board.height)]
    columns = [board.column_cells(column) for column in range(board.width)]
    assert sorted(sum(rows, ())) == sorted(sum(columns, ())) == list(range(board.cells))
    for cell in range(board.cells):
        row, column = rows[board.row_of(cell)], columns[board.column_of(cell)]
        assert set(row) & set(column) == {cell}


@pytest.mark.parametrize("text", ["", "C", "3", "33", "CC", "C0", "C9", "C33", "I1", "Ⅽ3", "C³", " C3"])
def test_what_is_no_cell_is_refused(text: str) -> None:
    message = f"{text!r} is not a cell: expected a column letter and a row number, like C3"
    with refused(NotationError, message):
        Board(8, 8).cell(text)


@pytest.mark.parametrize("text", ["F1", "A5", "h8"])
def test_a_cell_off_the_board_is_refused(text: str) -> None:
    with refused(NotationError, f"{text!r} is not on the 5×4 board, which ends at E4"):
        Board(5, 4).cell(text)
