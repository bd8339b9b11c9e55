"""An experiment file: which variants, which methods, which seed.

name = "quickstart"              # also the results folder
base = "detroit"                 # a catalogue name or a path; a list sweeps several
seed = 2026
delta = 0.03                     # a variant is balanced if A is this close to 1/2

[grid]                           # every combination of the values; [[grid]] for several grids
start_maps = 3                   # all start maps with 3 wrecks, one per class
komi = [0, 0.5]                  # any field of a variant

[[methods]]
agents = "greedy"                # both sides, or ["greedy", "random"] for Light and Dark
games = 1000

[[methods]]
exact = true                     # small variants only

[[methods]]
exhaustive = true                # all start maps at once, with trembling hands
eps = [0.05, 0.3]                # 0.01, 0.05, 0.1, 0.3 and 1 if left out
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

from ressac_lab.arena.fairness import DELTA
from ressac_lab.errors import ExperimentError, RessacError, shown
from ressac_lab.rules import Variant, class_of, map_classes, rule_symmetries
from ressac_lab.rules.catalogue import (
    NAME_RULE,
    NamedVariant,
    is_name,
    is_prose,
    load_beside,
    name_of_stem,
    nearest_of,
)
from ressac_lab.rules.maps import MOST_IMAGES, map_images
from ressac_lab.rules.toml_file import read_toml
from ressac_lab.rules.variant import FIELD_NAMES
from ressac_lab.sweep.methods import Method, method_table, parse_method

KEYS = ("name", "title", "base", "seed", "delta", "grid", "methods")
START_MAPS = "start_maps"
LARGEST_SEED = 2**63 - 1
MOST_VARIANTS = 200_000


@dataclass(frozen=True, slots=True)
class Entry:
    """One variant of an experiment, under the label that its rows carry."""

    label: str
    variant: Variant


@dataclass(frozen=True, slots=True)
class Experiment:
    """An experiment with everything resolved: it no longer needs the files it came from."""

    name: str
    title: str
    seed: int
    entries: tuple[Entry, ...]
    methods: tuple[Method, ...]
    delta: float = DELTA

    def to_json(self) -> str:
        """Return the experiment as text, for ``from_json`` to read back."""
        table = {
            "name": self.name,
            "title": self.title,
            "seed": self.seed,
            "delta": self.delta,
            "entries": [{"label": e.label, "variant": asdict(e.variant)} for e in self.entries],
            "methods": [method_table(method) for method in self.methods],
        }
        return json.dumps(table, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Experiment:
        """Return the experiment of a text made by ``to_json``."""
        table = json.loads(text)
        entries = tuple(Entry(e["label"], Variant(**e["variant"])) for e in table["entries"])
        methods = tuple(parse_method(method) for method in table["methods"])
        delta = table.get("delta", DELTA)
        return cls(table["name"], table["title"], table["seed"], entries, methods, delta)


def same_games(experiment: Experiment) -> list[tuple[str, str]]:
    """Return the pairs of labels whose rules are equal and whose start maps play alike."""
    seen: dict[Variant, str] = {}
    pairs = []
    for entry in experiment.entries:
        canonical = replace(entry.variant, wrecks=class_of(entry.variant).wrecks)
        first = seen.setdefault(canonical, entry.label)
        if first != entry.label:
            pairs.append((first, entry.label))
    return pairs


def read_experiment(path: Path) -> Experiment:
    """Return the experiment of a file.

    Raises ExperimentError, or VariantError for what is wrong with a variant, naming the file.
    """
    try:
        return _experiment(read_toml(path, "an experiment", ExperimentError), path)
    except RessacError as error:
        raise type(error)(f"{path}: {error}") from None


def _experiment(table: dict[str, Any], path: Path) -> Experiment:
    for key in table:
        if key not in KEYS:
            raise ExperimentError(f"unknown key {shown(key)}: did you mean {nearest_of(key, KEYS)!r}?")
    name = table.get("name", name_of_stem(path.stem))
    if not is_name(name):
        raise ExperimentError(f"name = {shown(name)}: expected {NAME_RULE}")
    title, seed = table.get("title", ""), table.get("seed", 0)
    if not isinstance(title, str) or not is_prose(title):
        raise ExperimentError(f"title = {shown(title)}: expected a text without control characters")
    if isinstance(seed, bool) or not isinstance(seed, int) or abs(seed) > LARGEST_SEED:
        raise ExperimentError(f"seed = {shown(seed)}: expected a whole number of at most 63 bits")
    methods = table.get("methods", [])
    if not isinstance(methods, list) or not methods:
        raise ExperimentError(f"methods = {shown(methods)}: expected at least one [[methods]] table")
    parsed = tuple(dict.fromkeys(parse_method(method) for method in methods))
    texts = [method.text for method in parsed]
    for text in texts:
        if texts.count(text) > 1:
            raise ExperimentError(f"methods: {shown(text)} is asked for with two numbers of games")
    delta = checked_delta(table.get("delta", DELTA))
    return Experiment(name, title, seed, _entries(table, path.parent), parsed, delta)


def checked_delta(given: Any) -> float:
    """Return a δ that a designer gave; raise ExperimentError unless it is a number between 0 and 1/2."""
    if isinstance(given, bool) or not isinstance(given, int | float) or not 0 < given < 0.5:
        raise ExperimentError(f"delta = {shown(given)}: expected a number above 0 and below 0.5")
    return float(given)


def _entries(table: dict[str, Any], folder: Path) -> tuple[Entry, ...]:
    """Return every variant of the grids once, in the order the file gives them."""
    bases = table.get("base", "detroit")
    bases = [bases] if isinstance(bases, str) else bases
    if not isinstance(bases, list) or not bases or not all(isinstance(b, str) for b in bases):
        raise ExperimentError(f"base = {shown(bases)}: expected a variant's name or path, or a list")
    grids = table.get("grid", {})
    grids = [grids] if isinstance(grids, dict) else grids
    if not isinstance(grids, list) or not grids or not all(isinstance(g, dict) for g in grids):
        raise ExperimentError(f"grid = {shown(grids)}: expected a [grid] table, or [[grid]] tables")
    loaded = [load_beside(name, folder) for name in bases]
    _check_size(loaded, grids)
    entries: dict[Variant, Entry] = {}
    for base, grid in product(loaded, grids):
        for named in _grid_variants(base, grid):
            entries.setdefault(named.variant, Entry(named.label, named.variant))
            _check_count(len(entries))
    labels: set[str] = set()
    for entry in entries.values():
        if entry.label in labels:
            raise ExperimentError(
                f"base: two variants with different rules are both called {shown(entry.label)}, "
                "expected a name of its own in each file"
            )
        labels.add(entry.label)
    return tuple(entries.values())


def _check_count(variants: int) -> None:
    if variants > MOST_VARIANTS:
        raise ExperimentError(f"grid: {variants:,} variants or more, expected at most {MOST_VARIANTS:,}")


def _check_size(bases: list[NamedVariant], grids: list[dict[str, Any]]) -> None:
    """Raise ExperimentError, before any start map is looked at, for an experiment out of reach."""
    for grid in grids:
        _check_grid(grid)
    sizes = [prod(len(_choices(field, grid[field])) for field in _plain_fields(grid)) for grid in grids]
    _check_count(len(bases) * sum(sizes))
    variants = images = 0
    for base, grid in product(bases, grids):
        for _, bare in _grid_rules(base, grid):
            for wrecks in _wreck_counts(grid.get(START_MAPS, [])):
                found = map_images(bare.variant, wrecks)
                images += found
                # Each class holds at most as many maps as there are symmetries.
                variants += -(-found // len(rule_symmetries(bare.variant)) ** 2)
                _check_count(variants)
                if images > MOST_IMAGES:
                    raise ExperimentError(
                        f"grid: start_maps = {shown(grid[START_MAPS])}: {images:,} images of start maps "
                        f"under the symmetries of the rules or more, expected at most {MOST_IMAGES:,}"
                    )


def _check_grid(grid: dict[str, Any]) -> None:
    for field, values in grid.items():
        known = (*FIELD_NAMES, START_MAPS)
        if field not in known:
            nearest = nearest_of(field, known)
            raise ExperimentError(f"grid: unknown field {shown(field)}: did you mean {shown(nearest)}?")
        if isinstance(values, list) and not values:
            raise ExperimentError(f"grid: {field} = [] is empty, expected at least one value")
    if START_MAPS in grid and "wrecks" in grid:
        raise ExperimentError("grid: start_maps and wrecks both lay out wrecks, expected one of them")


def _plain_fields(grid: dict[str, Any]) -> list[str]:
    return [field for field in grid if field != START_MAPS]


def _grid_rules(base: NamedVariant, grid: dict[str, Any]) -> Iterator[tuple[dict[str, Any], NamedVariant]]:
    """Yield every combination of a grid's values, the last field fastest, and the base under it.

    Where the grid asks for start maps the base has no wrecks: how many fit is for the other fields
    to say.
    """
    fields = _plain_fields(grid)
    bare = {"wrecks": ()} if START_MAPS in grid else {}
    for values in product(*(_choices(field, grid[field]) for field in fields)):
        changes = dict(zip(fields, values, strict=True))
        yield changes, base.changed({**bare, **changes})


def _grid_variants(base: NamedVariant, grid: dict[str, Any]) -> Iterator[NamedVariant]:
    """Yield the base under every combination of a grid's values, start maps included."""
    for changes, named in _grid_rules(base, grid):
        if START_MAPS not in grid:
            yield named
            continue
        for wrecks in _wreck_counts(grid[START_MAPS]):
            for map_class in map_classes(named.variant, wrecks):
                yield base.changed({**changes, "wrecks": map_class.wrecks})


def _choices(field: str, values: Any) -> list[Any]:
    """Return the values a grid gives for a field; lists of lists, where the field is a list."""
    if field in ("wrecks", "decounts"):
        if not isinstance(values, list) or not all(isinstance(value, list) for value in values):
            raise ExperimentError(f"grid: {field} = {shown(values)}: expected a list of lists")
        return [tuple(value) for value in values]
    return values if isinstance(values, list) else [values]


def _wreck_counts(given: Any) -> list[int]:
    counts = given if isinstance(given, list) else [given]
    if any(isinstance(count, bool) or not isinstance(count, int) for count in counts):
        raise ExperimentError(f"grid: start_maps = {shown(given)}: expected numbers of wrecks")
    return counts
