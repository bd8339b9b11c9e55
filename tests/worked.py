"""Moves and flotillas worked out by hand; both engines must agree with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ressac_lab.rules import Position, Variant


@dataclass(frozen=True)
class Turn:
    """A move with the positions before and after it, in notation."""

    title: str
    before: str
    move: str
    after: str
    rules: Mapping[str, Any] = field(default_factory=dict)

    @property
    def variant(self) -> Variant:
        """The rules of the turn."""
        return Variant(**self.rules)


@dataclass(frozen=True)
class Fleet:
    """The boats L of a board, and the size of their largest flotilla for each way of touching."""

    title: str
    rows: str
    edges: int
    corners: int
    torus: int

    @property
    def boats(self) -> frozenset[int]:
        """The cells of the boats."""
        return Position.parse(f"{self.rows} 0").light

    def variant(self, touch: str) -> Variant:
        """The rules that say how boats of this board touch."""
        board = Position.parse(f"{self.rows} 0").board
        return Variant(board.width, board.height, (), 1, (1,), touch=touch)


# Most turns place Light's second boat on B1, which makes row 1 the published example · L X · D.
DRIFTING = "2X2/5/2X2/4L/2X1D 2 0-0"
ANCHORED = "5/5/5/4L/2X1D 2 0-0"
ON_C1: dict[str, Any] = {"wrecks": ("C1",), "wrecks_drift": False}
ON_ROW_1: dict[str, Any] = {"wrecks_drift": False, "slide_lines": "any"}

TURNS = [
    # From the published summary: · L X · D pushed right becomes D · L X ·.
    Turn("a row right", DRIFTING, "B1>", "2X2/5/2X2/4L/D1LX1 3 0-0"),
    Turn("a row left", DRIFTING, "B1<", "2X2/5/2X2/4L/LX1D1 3 0-0"),
    # Column B from row 1 up: L X X D X.
    Turn("a column up", "1X3/1D3/1X3/1X3/L4 2", "B1^", "1D3/1X3/1X3/1L3/LX3 3 0-0"),
    Turn("a column down", "1X3/1D3/1X3/1X3/L4 2", "B1v", "1L3/1X3/1D3/1X3/LX3 3 0-0"),
    Turn("two cells", DRIFTING, "B1>", "2X2/5/2X2/4L/1D1LX 3 0-0", {"slide_step": 2}),
    Turn("seven of five cells", DRIFTING, "B1>", "2X2/5/2X2/4L/1D1LX 3 0-0", {"slide_step": 7}),
    Turn("a whole line", DRIFTING, "B1>", "2X2/5/2X2/4L/1LX1D 3 0-0", {"slide_step": 5}),
    Turn("no slide", DRIFTING, "B1-", "2X2/5/2X2/4L/1LX1D 3 0-0", {"slide": "may"}),
    Turn("another row", DRIFTING, "B1:2>", "2X2/5/2X2/L4/1LX1D 3 0-0", {"slide_lines": "any"}),
    # A, B, D and E rotate, · L · D, around the wreck on C.
    Turn("right past a wreck", ANCHORED, "B1>", "5/5/5/4L/D1XL1 3 0-0", ON_C1),
    Turn("left past a wreck", ANCHORED, "B1<", "5/5/5/4L/L1XD1 3 0-0", ON_C1),
    Turn("two past a wreck", ANCHORED, "B1>", "5/5/5/4L/1DX1L 3 0-0", {**ON_C1, "slide_step": 2}),
    # B, D and E rotate, L D ·, around the wrecks on A and C.
    Turn(
        "right past two wrecks",
        "5/5/5/4L/X1XD1 2",
        "B1>",
        "5/5/5/4L/X1XLD 3 0-0",
        {"wrecks": ("A1", "C1"), "wrecks_drift": False},
    ),
    # Rows 1 to 4 of column A rotate, L L · D, below the wreck.
    Turn(
        "up to a wreck",
        "X4/D4/5/L4/5 2",
        "A1^",
        "X4/5/L4/L4/D4 3 0-0",
        {"wrecks": ("A5",), "wrecks_drift": False},
    ),
    Turn(
        "among wrecks only",
        "5/5/5/3DL/X1XXX 2",
        "B1:1>",
        "5/5/5/3DL/XLXXX 3 0-0",
        {**ON_ROW_1, "wrecks": ("A1", "C1", "D1", "E1")},
    ),
    Turn(
        "nothing but wrecks",
        "5/5/5/3DL/XXXXX 2",
        "A3:1>",
        "5/5/L4/3DL/XXXXX 3 0-0",
        {**ON_ROW_1, "wrecks": ("A1", "B1", "C1", "D1", "E1")},
    ),
    # Light's third boat slides up to its two others: 3 points. Dark has a flotilla of 2 meanwhile.
    Turn("Light's decount", "LL1DD/5/5/5/XXX2 4", "C4^", "LLLDD/5/5/2X2/XX3 5 3-0"),
    Turn(
        "Light's decount for both",
        "LL1DD/5/5/5/XXX2 4",
        "C4^",
        "LLLDD/5/5/2X2/XX3 5 3-2",
        {"scorers": "both"},
    ),
    # Dark's third boat slides round the edge and touches nothing: 2 points.
    Turn("Dark's decount", "LLLDD/5/5/2X2/XX3 5 3-0", "E3>", "LLLDD/5/D4/2X2/XX3 6 3-2"),
    Turn(
        "Dark's decount for both",
        "LLLDD/5/5/2X2/XX3 5 3-2",
        "E3>",
        "LLLDD/5/D4/2X2/XX3 6 6-4",
        {"scorers": "both"},
    ),
]

FLEETS = [
    Fleet("no boat", "5/5/2D2/5/5", 0, 0, 0),
    Fleet("one boat", "5/5/2L2/5/5", 1, 1, 1),
    # From the published summary: a group of 4 and a group of 2 score 4.
    Fleet("4 and 2", "LL1L1/LL1L1/5/5/5", 4, 4, 4),
    Fleet("a diagonal", "L4/1L3/2L2/5/5", 1, 3, 1),
    Fleet("left and right edges", "L3L/5/5/5/5", 1, 1, 2),
    Fleet("top and bottom edges", "L4/5/5/5/L4", 1, 1, 2),
    Fleet("opposite corners", "L4/5/5/5/4L", 1, 1, 1),
    # Neighbours in cell numbers but not on the board.
    Fleet("the end of a row and the start of the next", "L4/4L/5/5/5", 1, 1, 1),
    Fleet("the end of a row and the start of the last", "4L/L4/5/5/5", 1, 1, 1),
    Fleet("a foreign boat between", "LDL2/5/5/5/5", 1, 1, 1),
    Fleet("a wreck between", "LXL2/5/5/5/5", 1, 1, 1),
    Fleet("a gap between", "L1L2/5/5/5/5", 1, 1, 1),
    Fleet("a snake", "LLLLL/4L/LLLLL/L4/LLLLL", 17, 17, 17),
    Fleet("three columns of five", "L1L1L/L1L1L/L1L1L/L1L1L/L1L1L", 5, 5, 10),
    Fleet("a full large board", "/".join(["LLLLLLLL"] * 8), 64, 64, 64),
    Fleet("two wide", "LL/2/LL", 2, 2, 4),
]

# A game of the standard variant found among random ones: Light's decounts are 3, 4 and 7.
TOTAL_14 = (
    "detroit C1> D4^ D3> A1< C2> B2^ B2^ B2> B2v D2> A4v C1^ A4^ E4> D1v A3< C4< C1<",
    [(3, 1), (4, 4), (7, 4)],
)
