"""The atlas of a board: what an exhaustive sweep says about every class of start maps."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import Any

from ressac_lab.kernels.layers import Worths
from ressac_lab.kernels.layout import mask_of
from ressac_lab.reference import Reference
from ressac_lab.rules import MapClass, Move, Position, Variant, map_classes, map_symmetries
from ressac_lab.solve.layer_files import LayerFiles
from ressac_lab.solve.layer_plan import maps_of
from ressac_lab.solve.pie import pie_value
from ressac_lab.solve.trembling import epsilon_text


@dataclass(frozen=True, slots=True)
class Openings:
    """The first moves of one value: how many, those that play alike counted once, and one of them."""

    value: int
    moves: int
    example: str


@dataclass(frozen=True, slots=True)
class MapRow:
    """What is known about a class of start maps; all of it is exact.

    ``value``: Light's total minus Dark's under best play, before komi. ``trembling``: the same, expected,
    for each ε of the ladder. ``keep_shares`` and ``blunder_costs``: for each ply, the share of moves that
    keep the mover's value, and the mean of what a random move loses, both expected when all plies before
    are played at random. ``openings``: the first moves by value, rising.
    """

    map_class: MapClass
    value: int
    trembling: dict[float, float]
    keep_shares: tuple[float, ...]
    blunder_costs: tuple[float, ...]
    openings: tuple[Openings, ...]

    @property
    def keepers(self) -> int:
        """The number of first moves that keep the value, those that play alike counted once."""
        return self.openings[-1].moves

    def closest(self, komi: float) -> Openings:
        """Return the first moves that leave the sides closest: the choice under the pie rule."""
        return min(self.openings, key=lambda opening: abs(opening.value - komi))

    def table(self, komi: float) -> dict[str, Any]:
        """Return the row as plain data for JSON."""
        closest = self.closest(komi)
        return {
            "class": self.map_class.id,
            "wrecks": list(self.map_class.wrecks),
            "orbit": self.map_class.orbit,
            "value": self.value,
            "fair_komi": self.value,
            "trembling": {epsilon_text(epsilon): mean for epsilon, mean in self.trembling.items()},
            "keep_shares": list(self.keep_shares),
            "blunder_costs": list(self.blunder_costs),
            "openings": [[opening.value, opening.moves, opening.example] for opening in self.openings],
            "keepers": self.keepers,
            "pie_opening": closest.example,
            "pie_value": pie_value([closest.value], komi),
        }


def atlas_rows(files: LayerFiles) -> list[MapRow]:
    """Return a row for every class of maps, in the order of their ids, from a finished sweep."""
    plan = files.plan
    worths, means = files.load_layer(0)
    after, _ = files.load_layer(1)
    rows = []
    for map_class in map_classes(plan.variant, plan.wrecks):
        variant = plan.variant.with_wrecks(plan.variant.board.cell(name) for name in map_class.wrecks)
        at = index_of(files, Position.start(variant))
        found = means[at].tolist() if plan.means else []
        ladder = len(plan.epsilons)
        rows.append(
            MapRow(
                map_class,
                -int(worths[at]),
                # A worth is the other side's; shares and costs belong to nobody. The last ply comes first.
                {epsilon: 0.0 - mean for epsilon, mean in zip(plan.epsilons, found, strict=False)},
                tuple(found[ladder::2][::-1]),
                tuple(found[ladder + 1 :: 2][::-1]),
                _by_value(_openings(files, variant, after)),
            )
        )
    return rows


def _by_value(openings: list[tuple[str, int]]) -> tuple[Openings, ...]:
    values = sorted({value for _, value in openings})
    moves = {value: [move for move, found in openings if found == value] for value in values}
    return tuple(Openings(value, len(moves[value]), moves[value][0]) for value in values)


def _openings(files: LayerFiles, start_map: Variant, after: Worths) -> list[tuple[str, int]]:
    """Return the first moves of a map with their values, one of each set of moves that play alike."""
    engine, start = Reference(start_map), Position.start(start_map)
    symmetries = map_symmetries(start_map)
    seen: set[Move] = set()
    openings = []
    for move in engine.legal_moves(start):
        if move not in seen:
            seen.update(symmetry.move(move) for symmetry in symmetries)
            openings.append((move.text(start_map), int(after[index_of(files, engine.play(start, move))])))
    return openings


def index_of(files: LayerFiles, position: Position) -> int:
    """Return where a position stands in the layer of its ply."""
    plan = files.plan
    number, turned = maps_of(plan).find(mask_of(position.wrecks))
    wrecks, light, dark = (
        frozenset(int(turned[cell]) for cell in cells)
        for cells in (position.wrecks, position.light, position.dark)
    )
    rest = [cell for cell in range(position.board.cells) if cell not in wrecks]
    beside = [cell for cell in rest if cell not in light]
    row = number * comb(len(rest), len(light)) + _rank(rest, light)
    return row * comb(len(beside), len(dark)) + _rank(beside, dark)


def _rank(cells: list[int], chosen: frozenset[int]) -> int:
    places = [place for place, cell in enumerate(cells) if cell in chosen]
    return sum(comb(place, size) for size, place in enumerate(places, start=1))
