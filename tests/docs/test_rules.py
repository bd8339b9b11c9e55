"""docs/rules.md says what the toolkit does: its examples, refusals, defaults and counts are checked."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from support import PROJECT, refused
from typer.testing import CliRunner

from ressac_lab.cli.app import app
from ressac_lab.errors import NotationError, VariantError
from ressac_lab.reference import Reference
from ressac_lab.reports.boards import draw
from ressac_lab.reports.rows import outcome_of
from ressac_lab.rules import Game, Move, Position, Variant, class_of, load, map_classes, rule_symmetries
from ressac_lab.rules.variant import CHOICES, FIELD_NAMES, SIDES, value_text

PAGE = (PROJECT / "docs" / "rules.md").read_text(encoding="utf-8")
KINDS = ("text example", "text refused", "text symmetries", "toml", "sh")
EXAMPLE_KEYS = ("variant", "position", "before", "move", "game", "after", "largest", "result")
REFUSED_KEYS = ("variant", "position", "move", "game", "refused")
RESULTS = {"light": "Light wins", "draw": "a draw", "dark": "Dark wins"}


@dataclass(frozen=True)
class Block:
    """A fenced block of the page: its kind, the heading it stands under, and its lines."""

    kind: str
    heading: str
    lines: tuple[str, ...]

    @property
    def keys(self) -> dict[str, str]:
        """The ``key: value`` lines, which end with the first empty one."""
        ends = self.lines.index("") if "" in self.lines else len(self.lines)
        pairs = [line.split(": ", 1) for line in self.lines[:ends]]
        assert len(dict(pairs)) == len(pairs)
        return dict(pairs)

    @property
    def drawing(self) -> str:
        """What follows the first empty line."""
        return "\n".join(self.lines[self.lines.index("") + 1 :])

    @property
    def variant(self) -> Variant:
        """The variant that the block names."""
        return variant_of(self.keys["variant"])

    @property
    def name(self) -> str:
        """A name for the test of this block."""
        return " ".join(self.keys[key] for key in ("variant", "move", "game") if key in self.keys)


def variant_of(words: str) -> Variant:
    """Return the variant of words as on the command line: a name, then ``--set field=value`` or not."""
    name, *options = shlex.split(words)
    assert options[::2] == ["--set"] * (len(options) // 2)
    return load(name, options[1::2]).variant


def blocks_of(page: str) -> Iterator[Block]:
    """Yield the fenced blocks of a page."""
    heading, kind = "", ""
    inside: list[str] | None = None
    for line in page.splitlines():
        if inside is not None and line == "```":
            yield Block(kind, heading, tuple(inside))
            inside = None
        elif inside is not None:
            inside.append(line)
        elif line.startswith("```"):
            kind, inside = line[3:], []
        elif line.startswith("#"):
            heading = line
    assert inside is None


def drawing_of(keys: dict[str, str]) -> str:
    """Return the boards of an example: before and after a move side by side, else the one there is."""
    if "move" not in keys:
        return draw(Position.parse(keys.get("after") or keys["position"]))
    before, after = (draw(Position.parse(keys[key])).splitlines() for key in ("before", "after"))
    middle, move = (len(before) - 1) // 2, keys["move"]
    signs = [move if line == middle else " " * len(move) for line in range(len(before))]
    return "\n".join(
        f"{left}    {sign}    {right}" for left, sign, right in zip(before, signs, after, strict=True)
    )


def defaults_of(page: str) -> dict[str, tuple[str, str]]:
    """Return the default and the values that the table of fields gives, by field."""
    rows = re.findall(r"^\| `(\w+)` \| `([^|]+)` \| ([^|]+) \|$", page, re.MULTILINE)
    return {field: (default, values) for field, default, values in rows if field in FIELD_NAMES}


BLOCKS = list(blocks_of(PAGE))
EXAMPLES = [block for block in BLOCKS if block.kind == "text example"]
REFUSALS = [block for block in BLOCKS if block.kind == "text refused"]
MOVES = [block for block in EXAMPLES if "move" in block.keys]
GAMES = [block for block in EXAMPLES if "game" in block.keys]
HEADINGS = re.findall(r"^### .*$", PAGE, re.MULTILINE)
SECTIONS = {field: heading for heading in HEADINGS for field in re.findall(r"`(\w+)`", heading)}


def name_of(block: Block) -> str:
    return block.name


def texts_of(section: str) -> str:
    """Return the page from a heading to the next one."""
    return re.split(r"^#+ ", PAGE.split(section, 1)[1], maxsplit=1, flags=re.MULTILINE)[0]


def test_every_block_of_the_page_is_of_a_kind_that_is_checked() -> None:
    assert {block.kind for block in BLOCKS} == set(KINDS)
    assert PAGE.count("```") == 2 * len(BLOCKS)
    for block in EXAMPLES:
        assert {"position", "move", "game"} & set(block.keys)
        assert set(block.keys) <= set(EXAMPLE_KEYS)
    for block in REFUSALS:
        assert set(block.keys) <= set(REFUSED_KEYS)


@pytest.mark.parametrize("block", MOVES, ids=name_of)
def test_a_move_leads_from_the_position_before_to_the_one_after(block: Block) -> None:
    keys, variant, engine = block.keys, block.variant, Reference(block.variant)
    before, move = Position.parse(keys["before"]), Move.parse(keys["move"], variant)
    before.check(variant)
    engine.check_legal(before, move)
    assert move in engine.legal_moves(before)
    assert (before.text(), move.text(variant)) == (keys["before"], keys["move"])
    assert engine.play(before, move).text() == keys["after"]


@pytest.mark.parametrize("block", GAMES, ids=name_of)
def test_a_game_leads_from_the_start_to_the_position_after(block: Block) -> None:
    keys, variant = block.keys, block.variant
    game = Game.parse(keys["game"], variant)
    assert game.text(variant) == keys["game"]
    *_, last = Reference(variant).replay(game.moves)
    assert last.text() == keys["after"]


@pytest.mark.parametrize("block", EXAMPLES, ids=name_of)
def test_a_drawing_shows_the_positions_of_its_example(block: Block) -> None:
    assert block.drawing == drawing_of(block.keys)


@pytest.mark.parametrize("block", EXAMPLES, ids=name_of)
def test_the_last_position_of_an_example_is_one_of_its_variant(block: Block) -> None:
    text = block.keys.get("after") or block.keys["position"]
    position = Position.parse(text)
    position.check(block.variant)
    assert position.text() == text


@pytest.mark.parametrize("block", [block for block in EXAMPLES if "largest" in block.keys], ids=name_of)
def test_the_largest_flotillas_are_as_large_as_an_example_says(block: Block) -> None:
    position = Position.parse(block.keys.get("after") or block.keys["position"])
    engine = Reference(block.variant)
    fleets = dict(zip(SIDES, (position.light, position.dark), strict=True))
    for said in block.keys["largest"].split(", "):
        side, size = said.split(" ")
        assert engine.largest_flotilla(fleets[side]) == int(size)


@pytest.mark.parametrize("block", [block for block in EXAMPLES if "result" in block.keys], ids=name_of)
def test_a_game_that_is_over_has_the_result_that_an_example_says(block: Block) -> None:
    variant, position = block.variant, Position.parse(block.keys["after"])
    light, dark = position.points
    assert position.ply == variant.plies
    assert RESULTS[outcome_of(variant, light - dark - variant.komi)] == block.keys["result"]


@pytest.mark.parametrize("block", REFUSALS, ids=name_of)
def test_a_refusal_is_worded_as_the_page_has_it(block: Block) -> None:
    keys = block.keys
    if set(keys) == {"variant", "refused"}:
        with refused(VariantError, keys["refused"]):
            variant_of(keys["variant"])
        return
    variant = block.variant
    with refused(NotationError, keys["refused"]):
        if "game" in keys:
            Game.parse(keys["game"], variant)
        position = Position.parse(keys["position"]) if "position" in keys else Position.start(variant)
        position.check(variant)
        if "move" in keys:
            Reference(variant).check_legal(position, Move.parse(keys["move"], variant))


def test_every_field_has_its_section_and_no_section_is_of_another() -> None:
    assert sorted(SECTIONS) == sorted(FIELD_NAMES)


@pytest.mark.parametrize("field", FIELD_NAMES)
def test_a_section_has_an_example_a_refusal_and_a_word_on_symmetries(field: str) -> None:
    found = [block.kind for block in BLOCKS if block.heading == SECTIONS.get(field)]
    assert {"text example", "text refused"} <= set(found)
    assert "\nSymmetries: " in texts_of(SECTIONS[field])


@pytest.mark.parametrize("field", FIELD_NAMES)
def test_the_table_of_fields_gives_the_default(field: str) -> None:
    assert defaults_of(PAGE)[field][0] == value_text(getattr(Variant(), field))


@pytest.mark.parametrize("field", CHOICES)
def test_every_value_of_a_switch_is_explained_and_every_other_one_shown(field: str) -> None:
    default, values = defaults_of(PAGE)[field]
    assert tuple(re.findall(r"`(\w+)`", values)) == CHOICES[field]
    explained = re.findall(r"^- `(\w+)`", texts_of(SECTIONS[field]), re.MULTILINE)
    assert tuple(explained) == CHOICES[field]
    shown = {getattr(block.variant, field) for block in EXAMPLES if block.heading == SECTIONS[field]}
    assert shown | {default} == set(CHOICES[field])


@pytest.mark.parametrize("field", FIELD_NAMES)
def test_every_field_is_shown_with_another_value_than_its_default(field: str) -> None:
    examples = [block for block in EXAMPLES if block.heading == SECTIONS[field]]
    assert any(field in block.variant.differences(Variant()) for block in examples)


def rows_of_symmetries() -> list[list[str]]:
    """Return the rows of the table of symmetries, without its header."""
    (block,) = (block for block in BLOCKS if block.kind == "text symmetries")
    header, *rows = [re.split(r" {2,}", line) for line in block.lines]
    assert header == ["variant", "symmetries", "classes", "maps alike"]
    return rows


@pytest.mark.parametrize("row", rows_of_symmetries(), ids=lambda row: row[0])
def test_the_table_of_symmetries_counts_them_and_the_classes_of_start_maps(row: list[str]) -> None:
    variant = variant_of(row[0])
    classes = map_classes(variant, len(variant.wrecks))
    counts = [len(rule_symmetries(variant)), len(classes), class_of(variant).orbit]
    assert [int(count) for count in row[1:]] == counts


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the page's variant files, which now lie in the working directory."""
    monkeypatch.chdir(tmp_path)
    names = []
    for block in BLOCKS:
        if block.kind == "toml":
            names.append(block.lines[0].removeprefix("# "))
            (tmp_path / names[-1]).write_text("\n".join(block.lines), encoding="utf-8")
    return names


def test_the_variant_files_of_the_page_can_be_read(written: list[str]) -> None:
    assert [load(f"./{name}").variant.touch for name in written] == ["torus"]


@pytest.mark.usefixtures("written")
def test_the_commands_of_the_page_succeed() -> None:
    commands = [line for block in BLOCKS if block.kind == "sh" for line in block.lines]
    assert len(commands) == 3
    for command in commands:
        program, *words = shlex.split(command)
        assert program == "ressac-lab"
        assert CliRunner().invoke(app, words).exit_code == 0


def test_the_points_possible_when_both_score_are_those_of_the_page() -> None:
    light, dark = Variant(scorers="both").points_possible()
    assert f"Light can make {light} points and Dark {dark}" in " ".join(PAGE.split())
