"""Variant files, the catalogue, and settings on top: what is read and what is refused."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from hypothesis import given
from support import random_variant, refused, variants

from ressac_lab.errors import VariantError
from ressac_lab.rules import Variant, load
from ressac_lab.rules.catalogue import (
    NAME_RULE,
    catalogue_folder,
    catalogue_names,
    load_beside,
    nearest_of,
    parse_setting,
)
from ressac_lab.rules.variant import FIELD_NAMES, value_text


def written(folder: Path, name: str, text: str) -> Path:
    """Write a variant file and return its path."""
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def toml(variant: Variant) -> str:
    """Return a variant as a file that lists every field."""
    lines = []
    for field in FIELD_NAMES:
        value = getattr(variant, field)
        if isinstance(value, tuple):
            text = f"[{', '.join(repr(item) for item in value)}]"
        else:
            text = f'"{value}"' if isinstance(value, str) else value_text(value)
        lines.append(f"{field} = {text}")
    return "\n".join(lines)


def test_the_standard_game_is_in_the_catalogue() -> None:
    detroit = load("detroit")
    assert detroit.variant == Variant()
    assert (detroit.name, detroit.label) == ("detroit", "detroit")


def test_every_file_of_the_catalogue_can_be_read_and_no_two_hold_one_game() -> None:
    loaded = [load(name) for name in catalogue_names()]
    assert [variant.name for variant in loaded] == catalogue_names()
    assert len({variant.variant.digest for variant in loaded}) == len(loaded)
    assert {path.suffix for path in catalogue_folder().iterdir()} == {".toml"}


@pytest.mark.parametrize("seed", range(50))
def test_a_file_says_every_field(seed: int, tmp_path: Path) -> None:
    variant = random_variant(random.Random(seed))
    path = written(tmp_path, "mine", toml(variant))
    assert load(str(path)).variant == variant


def test_an_empty_file_is_the_standard_game_under_the_files_name(tmp_path: Path) -> None:
    loaded = load(str(written(tmp_path, "plain", "")))
    assert (loaded.variant, loaded.name, loaded.title) == (Variant(), "plain", "")


def test_a_file_may_have_a_name_a_title_and_notes_of_its_own(tmp_path: Path) -> None:
    text = 'name = "brume"\ntitle = "La brume"\nnotes = "Nothing to see."\nboats = 10'
    loaded = load(str(written(tmp_path, "other", text)), ["boats=4", "decounts=2,4"])
    assert (loaded.title, loaded.notes) == ("La brume", "Nothing to see.")
    assert loaded.label == "brume boats=4 decounts=2,4"


def test_a_file_extends_another_beside_it_and_lists_only_what_differs(tmp_path: Path) -> None:
    written(tmp_path, "base", 'title = "Base"\nboats = 6\ndecounts = [2, 4, 6]\nwrecks = []')
    below = tmp_path / "below"
    below.mkdir()
    path = written(below, "mine", 'extends = "../base.toml"\ndecounts = [6]')
    loaded = load(str(path))
    assert loaded.variant == Variant(wrecks=(), boats=6, decounts=(6,))
    assert (loaded.name, loaded.title) == ("mine", "")


def test_a_file_extends_a_variant_of_the_catalogue(tmp_path: Path) -> None:
    path = written(tmp_path, "mine", 'extends = "detroit"\ntouch = "torus"')
    assert load(str(path)).variant == Variant(touch="torus")


def test_a_chain_of_three_files_is_followed_to_its_end(tmp_path: Path) -> None:
    written(tmp_path, "one", "komi = 0.5\nslide_step = 2")
    written(tmp_path, "two", 'extends = "one.toml"\nkomi = 1.5')
    path = written(tmp_path, "three", 'extends = "two.toml"\nscorers = "both"')
    assert load(str(path)).variant == Variant(komi=1.5, slide_step=2, scorers="both")


def test_a_path_is_seen_from_the_folder_that_it_stands_beside(tmp_path: Path) -> None:
    written(tmp_path, "mine", "boats = 10")
    assert load_beside("mine.toml", tmp_path).variant.boats == 10
    assert load_beside("detroit", tmp_path).variant == Variant()


@given(variants)
def test_settings_turn_the_standard_game_into_any_other(variant: Variant) -> None:
    changes = variant.differences(Variant())
    loaded = load("detroit", [f"{field}={value}" for field, value in changes.items()])
    assert loaded.variant == variant
    assert loaded.label == " ".join(["detroit", *(f"{k}={v}" for k, v in changes.items())])


def test_a_setting_may_have_spaces_and_may_name_nothing() -> None:
    assert parse_setting(" wrecks = b2 , C3 ") == ("wrecks", ("b2", "C3"))
    assert parse_setting("wrecks=") == ("wrecks", ())
    assert load("detroit", ["wrecks=c3,B2"]).label == "detroit wrecks=B2,C3"


def test_changes_add_up_in_the_label() -> None:
    loaded = load("detroit", ["komi=2.0"]).changed({"boats": 10}).changed({"komi": 0.5})
    assert loaded.label == "detroit komi=0.5 boats=10"
    with refused(VariantError, "unknown field 'boat': did you mean 'boats'?"):
        loaded.changed({"boat": 10})


@pytest.mark.parametrize(
    ("word", "nearest"),
    [("boat", "boats"), ("decount", "decounts"), ("slides", "slide"), ("with", "width")],
)
def test_the_nearest_known_word_is_found(word: str, nearest: str) -> None:
    assert nearest_of(word, FIELD_NAMES) == nearest


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("boat = 9", "unknown key 'boat': did you mean 'boats'?"),
        ("titel = 'x'", "unknown key 'titel': did you mean 'title'?"),
        ("extend = 'x'", "unknown key 'extend': did you mean 'extends'?"),
        ("[boat]\ncount = 9", "unknown key 'boat': did you mean 'boats'?"),
        ("title = 3", "title = 3: expected a text"),
        ("notes = ['x']", "notes = ['x']: expected a text"),
        ("extends = 1", "extends = 1: expected a text"),
        ("name = true", "name = True: expected a text"),
        ("name = 'my game'", f"name = 'my game': expected one word of {NAME_RULE}"),
        ("name = ''", f"name = '': expected one word of {NAME_RULE}"),
        ("name = 'a[/b]'", f"name = 'a[/b]': expected one word of {NAME_RULE}"),
        ('name = "a\\u0000b"', f"name = 'a\\x00b': expected one word of {NAME_RULE}"),
        ("name = '[red]x'", f"name = '[red]x': expected one word of {NAME_RULE}"),
        ("name = 'swap'", "name = 'swap': is a word of the pie rule, expected another name"),
        ('title = "\\u001b[31m"', "title = '\\x1b[31m': expected a text without control characters"),
        (f"boats = 0x{5000 * 'f'}", f"boats = 0x{78 * 'f'}…: expected 1 to 32"),
        (
            f"decounts = [0x{5000 * 'f'}]",
            "decounts = a list of very long numbers: "
            f"0x{78 * 'f'}… is past the last boat, expected at most 9",
        ),
        (f"touch = '{5000 * 'x'}'", f"touch = '{79 * 'x'}…: expected one of edges, corners, torus"),
        ("extends = 'detroyt'", "no variant 'detroyt' in the catalogue: did you mean 'detroit'?"),
        ("extends = 'zzz'", "no variant 'zzz' in the catalogue: see ressac-lab variants list"),
        ("boats = 9.0", "boats = 9.0: expected a whole number"),
        ("boats = true", "boats = True: expected a whole number"),
        ("wrecks = 'B3'", "wrecks = 'B3': expected a list of cell names"),
        ("decounts = '3,6,9'", "decounts = '3,6,9': expected a list of whole numbers"),
        ("wrecks_drift = 'true'", "wrecks_drift = 'true': expected true or false"),
        ("wrecks = ['B3', 'b3']", "wrecks: 'b3' is named twice, expected distinct cells"),
        ("komi = nan", "komi = nan: expected a multiple of 0.5 between -1000 and 1000"),
        ("komi = -inf", "komi = -inf: expected a multiple of 0.5 between -1000 and 1000"),
        ("boats = 8", "decounts = [3, 6, 9]: 9 is past the last boat, expected at most 8"),
        (
            "boats = 12",
            "boats = 12: 2 × 12 boats and 3 wrecks need 27 cells, but the 5×5 board has 25",
        ),
    ],
)
def test_a_file_that_is_wrong_is_refused_by_name(text: str, message: str, tmp_path: Path) -> None:
    path = written(tmp_path, "wrong", text)
    with refused(VariantError, f"{path}: {message}"):
        load(str(path))


def test_a_contradiction_is_refused_in_the_file_that_makes_it(tmp_path: Path) -> None:
    base = written(tmp_path, "base", "wrecks = ['Z1']")
    path = written(tmp_path, "mine", "extends = 'base.toml'\nwrecks = []")
    with refused(
        VariantError,
        f"{base} (extended by {path}): wrecks: 'Z1' is not a cell: "
        "expected a column letter and a row number, like C3",
    ):
        load(str(path))


@pytest.mark.parametrize("chain", [("one",), ("one", "two"), ("one", "two", "three")])
def test_files_that_extend_each_other_in_a_ring_are_refused(chain: tuple[str, ...], tmp_path: Path) -> None:
    for name, base in zip(chain, (*chain[1:], chain[0]), strict=True):
        written(tmp_path, name, f"extends = '{base}.toml'")
    path = tmp_path / "one.toml"
    last = tmp_path / f"{chain[-1]}.toml"
    with refused(
        VariantError, f"{path} (extended by {last}): extends itself, expected a chain of files that ends"
    ):
        load(str(path))


def test_a_ring_is_seen_through_other_spellings_of_a_path(tmp_path: Path) -> None:
    path = written(tmp_path, "one", f"extends = '../{tmp_path.name}/one.toml'")
    with pytest.raises(VariantError, match="extends itself, expected a chain of files that ends"):
        load(str(path))


def test_a_file_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes('title = "Le détroit"'.encode("latin-1"))
    message = f"{path}: cannot be read (not UTF-8 text), expected a variant file"
    with refused(VariantError, message):
        load(str(path))


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "none.toml"
    message = f"{path}: cannot be read (No such file or directory), expected a variant file"
    with refused(VariantError, message):
        load(str(path))


@pytest.mark.parametrize(
    ("stem", "name"),
    [("sp ace", "sp-ace"), ("épave_2.b", "épave_2.b"), ("e\u0301", "é"), ("[b]", "b"), ("---", "unnamed")],
)
def test_what_does_not_fit_in_a_files_name_becomes_a_dash(stem: str, name: str, tmp_path: Path) -> None:
    assert load(str(written(tmp_path, stem, ""))).name == name


def test_a_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    path = written(tmp_path, "mark", "\ufeffboats = 10")
    assert load(str(path)).variant.boats == 10


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"boats = {5000 * '9'}", r"not a TOML file \(a number has too many digits"),
        (f"wrecks = {5000 * '['}", r"not a TOML file that can be read \(nested too deeply\)"),
    ],
)
def test_what_no_reader_of_toml_takes_is_refused(text: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(VariantError, match=reason):
        load(str(written(tmp_path, "wrong", text)))


def test_a_path_that_cannot_be_one_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "mine", 'extends = "a\\u0000b.toml"')
    with pytest.raises(VariantError, match=r"cannot be read \('.*a\\x00b.toml' is no path\), expected"):
        load(str(path))
    with pytest.raises(VariantError, match=r"cannot be read \(File name too long\)"):
        load(f"{300 * 'a'}.toml")
    with pytest.raises(VariantError, match="no variant '"):
        load(300 * "a")


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    with pytest.raises(VariantError, match=r"cannot be read \(not a regular file\)"):
        load(str(tmp_path / "pipe.toml"))


def test_a_ring_of_links_is_refused(tmp_path: Path) -> None:
    (tmp_path / "one.toml").symlink_to("two.toml")
    (tmp_path / "two.toml").symlink_to("one.toml")
    with pytest.raises(VariantError, match=r"cannot be read \(Too many levels of symbolic links\)"):
        load(str(tmp_path / "one.toml"))


def test_a_chain_of_many_files_is_refused(tmp_path: Path) -> None:
    written(tmp_path, "link0", "boats = 10")
    for number in range(1, 1500):
        written(tmp_path, f"link{number}", f"extends = 'link{number - 1}.toml'")
    assert load(str(tmp_path / "link49.toml")).variant.boats == 10
    with pytest.raises(VariantError, match="extended by 50 files, expected at most 49"):
        load(str(tmp_path / "link1499.toml"))


def test_a_folder_is_refused(tmp_path: Path) -> None:
    message = f"{tmp_path}: cannot be read (Is a directory), expected a variant file"
    with refused(VariantError, message):
        load(str(tmp_path))


def test_a_file_that_is_not_toml_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "broken", "boats 9")
    with pytest.raises(VariantError, match=rf"^{path}: not a TOML file \(.*line 1.*\)$"):
        load(str(path))


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("detroyt", "did you mean 'detroit'?"),
        ("Detroit", "did you mean 'detroit'?"),
        ("zzz", "see ressac-lab variants list"),
        ("", "see ressac-lab variants list"),
    ],
)
def test_a_name_that_is_not_in_the_catalogue_is_refused(name: str, hint: str) -> None:
    with refused(VariantError, f"no variant {name!r} in the catalogue: {hint}"):
        load(name)


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("boats", "'boats' sets nothing: expected field=value, like boats=6"),
        ("", "'' sets nothing: expected field=value, like boats=6"),
        ("boat=6", "unknown field 'boat': did you mean 'boats'?"),
        ("Boats=6", "unknown field 'Boats': did you mean 'boats'?"),
        ("boats=", "boats = '': expected a whole number"),
        ("boats=6.0", "boats = '6.0': expected a whole number"),
        ("width=true", "width = 'true': expected a whole number"),
        ("decounts=3,6,nine", "decounts = 'nine': expected whole numbers like 3,6,9"),
        ("decounts=3,,9", "decounts = '3,,9': expected whole numbers like 3,6,9"),
        ("decounts=", "decounts = []: expected at least one decount"),
        ("decounts=9,3", "decounts = [9, 3]: expected strictly increasing numbers"),
        ("komi=half", "komi = 'half': expected a multiple of 0.5"),
        ("komi=0.3", "komi = 0.3: expected a multiple of 0.5 between -1000 and 1000"),
        ("komi=nan", "komi = 'nan': expected a multiple of 0.5"),
        ("komi=inf", "komi = 'inf': expected a multiple of 0.5"),
        ("wrecks_drift=no", "wrecks_drift = 'no': expected true or false"),
        ("wrecks_drift=True", "wrecks_drift = 'True': expected true or false"),
        ("touch=sides", "touch = 'sides': expected one of edges, corners, torus"),
        (
            "wrecks=B3,,C3",
            "wrecks = 'B3,,C3': expected cell names like B3,C3",
        ),
        ("komi=1e400", "komi = '1e400': expected a multiple of 0.5"),
        ("boats=1_0", "boats = '1_0': expected a whole number"),
        ("boats=９", "boats = '９': expected a whole number"),
        ("boats=٣", "boats = '٣': expected a whole number"),
        ("komi=0_5", "komi = '0_5': expected a multiple of 0.5"),
        ("boats=33", "boats = 33: expected 1 to 32"),
        (
            f"boats={5000 * '9'}",
            f"boats = '{79 * '9'}…: expected a whole number, of at most 18 digits",
        ),
        ("wrecks=F1", "wrecks: 'F1' is not on the 5×5 board, which ends at E5"),
        ("wrecks=C3,C3", "wrecks: 'C3' is named twice, expected distinct cells"),
        ("slide_step=8", "slide_step = 8: expected 1 to 7"),
    ],
)
def test_a_setting_that_is_wrong_is_refused(setting: str, message: str) -> None:
    with refused(VariantError, message):
        load("detroit", [setting])


@pytest.mark.parametrize("key", ["title", "name", "notes", "extends", ""])
def test_what_a_file_says_about_itself_cannot_be_set(key: str) -> None:
    with pytest.raises(VariantError, match=f"^unknown field '{key}': did you mean '"):
        load("detroit", [f"{key}=x"])


def test_a_field_set_twice_is_refused() -> None:
    with refused(VariantError, "--set 'boats=7': boats is set twice, expected one value a field"):
        load("detroit", ["boats=10", "boats=7"])


def test_settings_are_judged_together_not_one_by_one() -> None:
    # Either alone would contradict the other's standard value.
    assert load("detroit", ["decounts=2,4,6", "boats=6"]).variant.boats == 6
    assert load("detroit", ["boats=6", "decounts=2,4,6"]).variant.boats == 6
