"""Variant files: reading them, the catalogue of named ones, and changes on top.

A variant file is a flat TOML table of the fields of ``Variant`` and the optional ``name``,
``title``, ``notes`` and ``extends``. Reading is strict: an unknown key, a wrong type or a
contradiction is refused with a sentence that names the file and the key.
"""

from __future__ import annotations

import difflib
import os
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ressac_lab.errors import VariantError, shown
from ressac_lab.rules.game import SWAP
from ressac_lab.rules.toml_file import read_toml
from ressac_lab.rules.variant import CHOICES, FIELD_NAMES, INTEGERS, Variant, value_text

ABOUT_NAMES = ("name", "title", "notes", "extends")
STANDARD = "detroit"
LONGEST_NAME = 64
LONGEST_CHAIN = 50
MOST_DIGITS = 18
NAME_RULE = (
    f"letters, digits, dots, dashes and underscores, at most {LONGEST_NAME}, the first a letter or a digit"
)
_NAME = re.compile(rf"[^\W_][\w.-]{{0,{LONGEST_NAME - 1}}}")
_WHOLE = re.compile(r"[+-]?[0-9]+")
_DECIMAL = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)")


@dataclass(frozen=True, slots=True)
class NamedVariant:
    """A variant with what its file says about it.

    ``label`` is the name to print: the catalogue's, followed by whatever was changed on top.
    """

    name: str
    variant: Variant
    title: str = ""
    notes: str = ""
    changes: tuple[tuple[str, str], ...] = ()

    @property
    def label(self) -> str:
        """The name and the changed fields, as the command line would write them."""
        return " ".join([self.name, *(f"{field}={value}" for field, value in self.changes)])

    def changed(self, fields: Mapping[str, Any]) -> NamedVariant:
        """Return this variant with some fields set to new values, and a label that says so.

        Raises VariantError if a field is unknown or the result contradicts itself.
        """
        for field in fields:
            check_key(field, FIELD_NAMES, "field")
        variant = replace(self.variant, **fields)
        changes = dict(self.changes)
        for field in fields:
            changes[field] = value_text(getattr(variant, field))
        return replace(self, variant=variant, changes=tuple(changes.items()))


def check_key(key: str, known: Iterable[str], kind: str) -> None:
    """Raise VariantError with the nearest known key if this one is not known."""
    if key not in (known := tuple(known)):
        raise VariantError(f"unknown {kind} {shown(key)}: did you mean {nearest_of(key, known)!r}?")


def nearest_of(word: str, known: Iterable[str]) -> str:
    """Return the known word that is most like a given one, for messages."""
    return difflib.get_close_matches(word[:100], list(known), n=1, cutoff=0.0)[0]


def is_name(text: object) -> bool:
    """Whether a text may name a variant or an experiment: one word that is safe in a path and a report."""
    return isinstance(text, str) and _NAME.fullmatch(text) is not None


def name_of_stem(stem: str) -> str:
    """Return the name that a file without one goes by: what does not fit into a name becomes a dash.

    >>> name_of_stem("la baie (2)")
    'la-baie-2'
    """
    name = re.sub(r"[^\w.-]+", "-", unicodedata.normalize("NFC", stem))
    return name.lstrip("._-")[:LONGEST_NAME].rstrip("-") or "unnamed"


def is_prose(text: str) -> bool:
    """Whether a title or notes can be shown: no control characters but line ends and tabs."""
    return all(sign.isprintable() or sign in "\n\t" for sign in text)


def catalogue_folder() -> Path:
    """Return the folder of the catalogue: inside an installed package, or beside it in a checkout."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "_variants"
    return inside if inside.is_dir() else package.parent / "variants"


def catalogue_names() -> list[str]:
    """Return the names in the catalogue, in alphabetical order."""
    return sorted(path.stem for path in catalogue_folder().glob("*.toml"))


def load(name_or_path: str, settings: Iterable[str] = ()) -> NamedVariant:
    """Return the variant of a catalogue name or of a file, changed by ``field=value`` texts.

    Raises VariantError if there is no such variant, or if its file or a setting is wrong.
    """
    loaded = load_beside(name_or_path, Path())
    changes: dict[str, Any] = {}
    for setting in settings:
        field, value = parse_setting(setting)
        if field in changes:
            raise VariantError(f"--set {shown(setting)}: {field} is set twice, expected one value a field")
        changes[field] = value
    return loaded.changed(changes) if changes else loaded


def load_beside(name_or_path: str, folder: Path) -> NamedVariant:
    """Return the variant of a catalogue name, or of a path as seen from a folder."""
    return _read(_locate(name_or_path, folder), ())


def parse_setting(text: str) -> tuple[str, Any]:
    """Return the field and the value of a ``field=value`` text.

    >>> parse_setting("decounts=2,4,6")
    ('decounts', (2, 4, 6))
    """
    field, equals, value = text.partition("=")
    field, value = field.strip(), value.strip()
    if not equals:
        raise VariantError(f"{shown(text)} sets nothing: expected field=value, like boats=6")
    check_key(field, FIELD_NAMES, "field")
    if field == "wrecks":
        names = tuple(item.strip() for item in value.split(",")) if value else ()
        if not all(names):
            raise VariantError(f"wrecks = {shown(value)}: expected cell names like B3,C3")
        return field, names
    if field == "decounts":
        items = [item.strip() for item in value.split(",")] if value else []
        _check_numbers(field, value, items, _WHOLE, "whole numbers like 3,6,9")
        return field, tuple(int(item) for item in items)
    if field in INTEGERS:
        _check_numbers(field, value, [value], _WHOLE, "a whole number")
        return field, int(value)
    if field == "komi":
        _check_numbers(field, value, [value], _DECIMAL, "a multiple of 0.5")
        return field, float(value) if "." in value else int(value)
    if field in CHOICES:
        return field, value
    if value not in ("true", "false"):
        raise VariantError(f"{field} = {shown(value)}: expected true or false")
    return field, value == "true"


def _check_numbers(
    field: str, value: str, items: Iterable[str], form: re.Pattern[str], expected: str
) -> None:
    for item in items:
        if not form.fullmatch(item):
            # An empty item would not show what was given.
            raise VariantError(f"{field} = {shown(item or value)}: expected {expected}")
        if len(item) > MOST_DIGITS:
            raise VariantError(
                f"{field} = {shown(value)}: expected {expected}, of at most {MOST_DIGITS} digits"
            )


def _locate(name_or_path: str, folder: Path) -> Path:
    """Return the file meant by a catalogue name, or by a path seen from a folder."""
    looks_like_path = name_or_path.endswith(".toml") or os.sep in name_or_path or "/" in name_or_path
    if looks_like_path:
        return folder / name_or_path
    if name_or_path in (names := catalogue_names()):
        return catalogue_folder() / f"{name_or_path}.toml"
    nearest = difflib.get_close_matches(name_or_path[:100], names, n=1, cutoff=0.6)
    hint = f"did you mean {nearest[0]!r}?" if nearest else "see ressac-lab variants list"
    # Unlike Path.is_file this takes any text, however long.
    if os.path.isfile(folder / f"{name_or_path}.toml"):  # noqa: PTH113
        hint = f"did you mean the file {name_or_path}.toml?"
    raise VariantError(f"no variant {shown(name_or_path)} in the catalogue: {hint}")


def _read(path: Path, extending: tuple[Path, ...]) -> NamedVariant:
    """Return the variant of a file; ``extending`` are the files on the way to it, the nearest last."""
    try:
        table = read_toml(path, "a variant", VariantError)
        # Unlike Path.resolve this takes a ring of links.
        real, *others = (os.path.realpath(file) for file in (path, *extending))
        if real in others:
            raise VariantError("extends itself, expected a chain of files that ends")
        if len(extending) >= LONGEST_CHAIN:
            raise VariantError(f"extended by {len(extending)} files, expected at most {LONGEST_CHAIN - 1}")
        _check_about(table)
        extended = _locate(table["extends"], path.parent) if "extends" in table else None
    except VariantError as error:
        raise _named(error, path, extending) from None
    base = _read(extended, (*extending, path)).variant if extended else Variant()
    changes = {key: value for key, value in table.items() if key in FIELD_NAMES}
    try:
        variant = replace(base, **changes)
    except VariantError as error:
        raise _named(error, path, extending) from None
    name = table.get("name", name_of_stem(path.stem))
    return NamedVariant(name, variant, table.get("title", ""), table.get("notes", ""))


def _named(error: VariantError, path: Path, extending: tuple[Path, ...]) -> VariantError:
    by = f" (extended by {extending[-1]})" if extending else ""
    return VariantError(f"{path}{by}: {error}")


def _check_about(table: Mapping[str, Any]) -> None:
    if "methods" in table:
        raise VariantError("is an experiment file, expected a variant file")
    for key, value in table.items():
        check_key(key, (*FIELD_NAMES, *ABOUT_NAMES), "key")
        if key not in ABOUT_NAMES:
            continue
        if not isinstance(value, str):
            raise VariantError(f"{key} = {shown(value)}: expected a text")
        if key in ("title", "notes") and not is_prose(value):
            raise VariantError(f"{key} = {shown(value)}: expected a text without control characters")
    name = table.get("name", "unnamed")
    # The name is a word of a game's text, and so is the swap.
    if name == SWAP:
        raise VariantError(f"name = {shown(name)}: is a word of the pie rule, expected another name")
    if not is_name(name):
        raise VariantError(f"name = {shown(name)}: expected one word of {NAME_RULE}")
