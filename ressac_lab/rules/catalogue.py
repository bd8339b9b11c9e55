"""Variant files: reading them, the catalogue of named ones, and changes on top.

A variant file is a flat TOML table of the fields of ``Variant`` and the optional ``name``,
``title``, ``notes`` and ``extends``. Reading is strict: an unknown key, a wrong type or a
contradiction is refused with a sentence that names the file and the key.
"""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ressac_lab.errors import VariantError
from ressac_lab.rules.variant import CHOICES, FIELD_NAMES, INTEGERS, Variant, value_text

ABOUT_NAMES = ("name", "title", "notes", "extends")
STANDARD = "detroit"


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
        raise VariantError(f"unknown {kind} {key!r}: did you mean {nearest_of(key, known)!r}?")


def nearest_of(word: str, known: Iterable[str]) -> str:
    """Return the known word that is most like a given one, for messages."""
    return difflib.get_close_matches(word, list(known), n=1, cutoff=0.0)[0]


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
            raise VariantError(f"--set {setting!r}: {field} is set twice, expected one value a field")
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
        raise VariantError(f"{text!r} sets nothing: expected field=value, like boats=6")
    check_key(field, FIELD_NAMES, "field")
    if field == "wrecks":
        return field, tuple(item.strip() for item in value.split(",")) if value else ()
    if field == "decounts":
        items = value.split(",") if value else []
        return field, tuple(_number(field, item, int, "whole numbers like 3,6,9") for item in items)
    if field in INTEGERS:
        return field, _number(field, value, int, "a whole number")
    if field == "komi":
        return field, _number(field, value, float, "a multiple of 0.5")
    if field in CHOICES:
        return field, value
    if value not in ("true", "false"):
        raise VariantError(f"{field} = {value!r}: expected true or false")
    return field, value == "true"


def _number(field: str, text: str, kind: type[int] | type[float], expected: str) -> int | float:
    try:
        return kind(text)
    except ValueError:
        raise VariantError(f"{field} = {text.strip()!r}: expected {expected}") from None


def _locate(name_or_path: str, folder: Path) -> Path:
    """Return the file meant by a catalogue name, or by a path seen from a folder."""
    looks_like_path = name_or_path.endswith(".toml") or os.sep in name_or_path or "/" in name_or_path
    if looks_like_path:
        return folder / name_or_path
    if name_or_path in (names := catalogue_names()):
        return catalogue_folder() / f"{name_or_path}.toml"
    nearest = difflib.get_close_matches(name_or_path, names, n=1, cutoff=0.6)
    hint = f"did you mean {nearest[0]!r}?" if nearest else "see ressac-lab variants list"
    if (folder / f"{name_or_path}.toml").is_file():
        hint = f"did you mean the file {name_or_path}.toml?"
    raise VariantError(f"no variant {name_or_path!r} in the catalogue: {hint}")


def _read(path: Path, seen: tuple[Path, ...]) -> NamedVariant:
    if path.resolve() in seen:
        raise VariantError(f"{path}: extends itself, expected a chain of files that ends")
    table = _parse_file(path)
    if "methods" in table:
        raise VariantError(f"{path}: is an experiment file, expected a variant file")
    try:
        for key, value in table.items():
            check_key(key, (*FIELD_NAMES, *ABOUT_NAMES), "key")
            if key in ABOUT_NAMES and not isinstance(value, str):
                raise VariantError(f"{key} = {value!r}: expected a text")
            # The name is a word of a game's text.
            if key == "name" and value.split() != [value]:
                raise VariantError(f"name = {value!r}: expected one word, the title may have more")
        extended = _locate(table["extends"], path.parent) if "extends" in table else None
    except VariantError as error:
        raise VariantError(f"{path}: {error}") from None
    base = _read(extended, (*seen, path.resolve())).variant if extended else Variant()
    changes = {key: value for key, value in table.items() if key in FIELD_NAMES}
    try:
        variant = replace(base, **changes)
    except VariantError as error:
        raise VariantError(f"{path}: {error}") from None
    name = table.get("name", path.stem)
    return NamedVariant(name, variant, table.get("title", ""), table.get("notes", ""))


def _parse_file(path: Path) -> dict[str, Any]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        raise VariantError(f"{path}: cannot be read ({reason}), expected a variant file") from None
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise VariantError(f"{path}: not a TOML file ({error})") from None
