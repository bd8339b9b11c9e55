"""A variant: the rules of one RESSAC game as data.

Every field has the standard game as its default. A variant is checked when it is made, so whoever
holds one holds a playable game. Its canonical text names every field in a fixed order; its digest
is taken from that text, so equal rules have equal digests whatever file they came from.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from hashlib import sha256
from typing import Any

from ressac_lab.errors import NotationError, VariantError, shown
from ressac_lab.rules.board import LONGEST_SIDE, SHORTEST_SIDE, Board

CHOICES: dict[str, tuple[str, ...]] = {
    "slide_lines": ("own", "row", "column", "any"),
    "slide": ("must", "may"),
    "touch": ("edges", "corners", "torus"),
    "scorers": ("mover", "both"),
    "pie": ("none", "swap"),
    "first_boat": ("anywhere", "edge", "corner"),
}
LATER_FIELDS = ("pie", "first_boat")
LONGEST_STEP = 7
MOST_BOATS = LONGEST_SIDE * LONGEST_SIDE // 2
INTEGERS: dict[str, tuple[int, int]] = {
    "width": (SHORTEST_SIDE, LONGEST_SIDE),
    "height": (SHORTEST_SIDE, LONGEST_SIDE),
    "boats": (1, MOST_BOATS),
    "slide_step": (1, LONGEST_STEP),
}
LARGEST_KOMI = 1000
KOMI_RULE = f"a multiple of 0.5 between -{LARGEST_KOMI} and {LARGEST_KOMI}"
SIDES = ("Light", "Dark")


@dataclass(frozen=True, slots=True)
class Variant:
    """The rules of one game; the fields are described in ``docs/rules.md``.

    ``wrecks`` holds cell names in board order, ``komi`` points added to Dark's total when the
    result is read. Raises VariantError, naming the field, if the fields contradict each other.

    >>> Variant().boats
    9
    >>> Variant(wrecks=("C2", "B3"), decounts=(9,)).canonical_text()[:32]
    'width=5 height=5 wrecks=C2,B3 bo'
    """

    width: int = 5
    height: int = 5
    wrecks: tuple[str, ...] = ("B3", "C3", "D3")
    boats: int = 9
    decounts: tuple[int, ...] = (3, 6, 9)
    slide_lines: str = "own"
    slide: str = "must"
    slide_step: int = 1
    touch: str = "edges"
    wrecks_drift: bool = True
    scorers: str = "mover"
    komi: float = 0
    pie: str = "none"
    first_boat: str = "anywhere"

    def __post_init__(self) -> None:
        for field, (lowest, highest) in INTEGERS.items():
            _check_integer(field, getattr(self, field), lowest, highest)
        for field, choices in CHOICES.items():
            if getattr(self, field) not in choices:
                expected = ", ".join(choices)
                raise VariantError(f"{field} = {shown(getattr(self, field))}: expected one of {expected}")
        if not isinstance(self.wrecks_drift, bool):
            raise VariantError(f"wrecks_drift = {shown(self.wrecks_drift)}: expected true or false")
        # Wreck names in board order and an integral komi as an integer: equal rules, equal text.
        object.__setattr__(self, "wrecks", self._checked_wrecks())
        object.__setattr__(self, "decounts", self._checked_decounts())
        object.__setattr__(self, "komi", _checked_komi(self.komi))
        self._check_room()

    def _check_room(self) -> None:
        needed = 2 * self.boats + len(self.wrecks)
        if needed > self.board.cells:
            raise VariantError(
                f"boats = {self.boats}: 2 × {self.boats} boats and {len(self.wrecks)} wrecks need "
                f"{needed} cells, but the {self.width}×{self.height} board has {self.board.cells}"
            )
        if not self.first_cells - self.wreck_cells:
            raise VariantError(
                f"first_boat = {self.first_boat!r}: a wreck stands on every {self.first_boat} cell, "
                "expected an empty one for Light's first boat"
            )

    def _checked_wrecks(self) -> tuple[str, ...]:
        cells = set()
        for name in _sequence("wrecks", self.wrecks, str, "a list of cell names"):
            try:
                cell = self.board.cell(name)
            except NotationError as error:
                raise VariantError(f"wrecks: {error}") from None
            if cell in cells:
                raise VariantError(f"wrecks: {shown(name)} is named twice, expected distinct cells")
            cells.add(cell)
        return tuple(self.board.name(cell) for cell in sorted(cells))

    def _checked_decounts(self) -> tuple[int, ...]:
        decounts = _sequence("decounts", self.decounts, int, "a list of whole numbers")
        given = f"decounts = {shown(list(decounts))}"
        if not decounts:
            raise VariantError(f"{given}: expected at least one decount")
        for decount in decounts:
            if decount < 1:
                raise VariantError(
                    f"{given}: {shown(decount)} is before the first boat, expected 1 or more"
                )
            if decount > self.boats:
                raise VariantError(
                    f"{given}: {shown(decount)} is past the last boat, expected at most {self.boats}"
                )
        if any(later <= earlier for earlier, later in itertools.pairwise(decounts)):
            raise VariantError(f"{given}: expected strictly increasing numbers")
        return decounts

    @property
    def board(self) -> Board:
        """The board."""
        return Board(self.width, self.height)

    @property
    def first_cells(self) -> frozenset[int]:
        """The cells that ``first_boat`` allows Light's first boat, wrecks included."""
        return frozenset(cell for cell in range(self.board.cells) if self._may_begin_on(cell))

    def _may_begin_on(self, cell: int) -> bool:
        on_side = self.board.column_of(cell) in (0, self.width - 1)
        on_end = self.board.row_of(cell) in (0, self.height - 1)
        allowed = {"anywhere": True, "edge": on_side or on_end, "corner": on_side and on_end}
        return allowed[self.first_boat]

    @property
    def plies(self) -> int:
        """The length of every game."""
        return 2 * self.boats

    @property
    def wreck_cells(self) -> frozenset[int]:
        """The cell numbers of the start map."""
        return frozenset(self.board.cell(name) for name in self.wrecks)

    def with_wrecks(self, cells: Iterable[int]) -> Variant:
        """Return the same rules on another start map, given by cell numbers."""
        return replace(self, wrecks=tuple(self.board.name(cell) for cell in sorted(cells)))

    def decount_at(self, ply: int) -> int | None:
        """Return which decount (0 for the first) follows the given ply (0 for the first), or None."""
        boat = ply // 2 + 1
        return self.decounts.index(boat) if boat in self.decounts else None

    def points_possible(self, plies: int | None = None) -> tuple[int, int]:
        """Return the most points Light and Dark could have, if every boat always touched.

        After a whole game, or after its first ``plies``.
        """
        played = self.plies if plies is None else plies
        lights = [boats for boats in self.decounts if played >= 2 * boats - 1]
        darks = [boats for boats in self.decounts if played >= 2 * boats]
        if self.scorers == "mover":
            return sum(lights), sum(darks)
        # Light's decount after k boats finds k − 1 of Dark's on the board, Dark's finds k of Light's.
        return sum(lights) + sum(darks), sum(lights) - len(lights) + sum(darks)

    def canonical_text(self) -> str:
        """Return the rules in a fixed order, one text for one game.

        The rules of the opening are named only where they are used: they came later, and digests
        made before must stay what they were.
        """
        named = [
            f for f in fields(self) if f.name not in LATER_FIELDS or getattr(self, f.name) != f.default
        ]
        return " ".join(f"{f.name}={value_text(getattr(self, f.name))}" for f in named)

    @property
    def digest(self) -> str:
        """Twelve hexadecimal digits that identify the rules."""
        return sha256(self.canonical_text().encode()).hexdigest()[:12]

    def differences(self, base: Variant) -> dict[str, str]:
        """Return the fields in which this variant differs from another, with this one's values."""
        return {
            f.name: value_text(getattr(self, f.name))
            for f in fields(self)
            if getattr(self, f.name) != getattr(base, f.name)
        }


FIELD_NAMES = tuple(f.name for f in fields(Variant))


def value_text(value: Any) -> str:
    """Return a field's value as ``--set`` writes it: lists with commas, true and false."""
    if isinstance(value, tuple | list):
        return ",".join(str(item) for item in value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _check_integer(field: str, value: object, lowest: int, highest: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int):
        raise VariantError(f"{field} = {shown(value)}: expected a whole number")
    if field == "boats" and value < lowest:
        raise VariantError(f"{field} = {shown(value)}: expected at least {lowest}")
    if not lowest <= value <= highest:
        raise VariantError(f"{field} = {shown(value)}: expected {lowest} to {highest}")


def _sequence(field: str, value: object, kind: type, expected: str) -> tuple[Any, ...]:
    if not isinstance(value, tuple | list) or not all(
        isinstance(item, kind) and not isinstance(item, bool) for item in value
    ):
        raise VariantError(f"{field} = {shown(value)}: expected {expected}")
    return tuple(value)


def _checked_komi(komi: Any) -> float:
    number = isinstance(komi, int | float) and not isinstance(komi, bool)
    # The bound comes first: it also turns away infinities and NaN, which int() cannot take.
    if not (number and abs(komi) <= LARGEST_KOMI and komi * 2 == int(komi * 2)):
        raise VariantError(f"komi = {shown(komi)}: expected {KOMI_RULE}")
    return int(komi) if komi == int(komi) else float(komi)
