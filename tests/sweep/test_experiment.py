from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ressac_lab.errors import ExperimentError, RessacError
from ressac_lab.sweep import Experiment, read_experiment

Write = Callable[..., Path]

METHOD = '\n[[methods]]\nagents = "greedy"\ngames = 10\n'


def test_a_grid_is_every_combination_in_the_files_order(write_experiment: Write) -> None:
    text = 'base = ["detroit", "mare"]\n[grid]\nkomi = [0, 1]\nslide_step = [1, 2]' + METHOD
    found = read_experiment(write_experiment(text))
    assert [entry.label for entry in found.entries] == [
        f"{base} komi={komi} slide_step={step}"
        for base in ("detroit", "mare")
        for komi in (0, 1)
        for step in (1, 2)
    ]


def test_start_maps_are_one_for_each_class(write_experiment: Write) -> None:
    text = 'base = "bassin"\n[grid]\nstart_maps = [2, 3]\nboats = 5\ndecounts = [[2, 5]]' + METHOD
    found = read_experiment(write_experiment(text))
    assert len(found.entries) == 21 + 77
    assert {entry.variant.boats for entry in found.entries} == {5}


def test_several_grids_are_joined_and_equal_variants_kept_once(write_experiment: Write) -> None:
    text = METHOD + "[[grid]]\nkomi = [0, 1]\n[[grid]]\nkomi = [1, 2]"
    found = read_experiment(write_experiment(text))
    assert [entry.variant.komi for entry in found.entries] == [0, 1, 2]


def test_a_base_may_be_a_path_beside_the_experiment(write_experiment: Write) -> None:
    write_experiment('extends = "mare"\nwrecks = []', "own.toml")
    found = read_experiment(write_experiment('base = "./own.toml"' + METHOD))
    assert found.entries[0].label == "own"
    assert found.entries[0].variant.wrecks == ()


def test_two_files_of_one_name_and_different_rules_are_refused(
    write_experiment: Write, tmp_path: Path
) -> None:
    for folder, komi in (("a", 1), ("b", 2), ("c", 2)):
        (tmp_path / folder).mkdir()
        write_experiment(f"komi = {komi}", f"{folder}/own.toml")
    with pytest.raises(ExperimentError, match="different rules are both called 'own', expected a name"):
        read_experiment(write_experiment('base = ["a/own.toml", "b/own.toml"]' + METHOD))
    assert (
        len(read_experiment(write_experiment('base = ["b/own.toml", "c/own.toml"]' + METHOD)).entries) == 1
    )


def test_a_file_with_a_byte_order_mark_is_read(write_experiment: Write) -> None:
    assert read_experiment(write_experiment("\ufeffseed = 3" + METHOD)).seed == 3


def test_a_file_without_a_name_goes_by_what_fits_of_its_own(write_experiment: Write) -> None:
    assert read_experiment(write_experiment(METHOD, "my été (2).toml")).name == "my-été-2"


def test_the_text_of_an_experiment_reads_back(write_experiment: Write) -> None:
    found = read_experiment(write_experiment())
    assert Experiment.from_json(found.to_json()) == found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("seed = = 1", "not a TOML file"),
        ("sead = 1" + METHOD, r"unknown key 'sead': did you mean 'seed'\?"),
        ("seed = 1.5" + METHOD, r"seed = 1.5: expected a whole number"),
        ("seed = true" + METHOD, r"seed = True: expected a whole number"),
        ('name = "a/b"' + METHOD, r"name = 'a/b': expected letters"),
        ('name = "../up"' + METHOD, r"name = '../up': expected letters"),
        ("title = 1" + METHOD, "title = 1: expected a text"),
        ("base = []" + METHOD, "base = .*expected a variant's name or path, or a list"),
        ('base = "detriot"' + METHOD, r"no variant 'detriot' in the catalogue: did you mean 'detroit'\?"),
        ("seed = 1", r"expected at least one \[\[methods\]\] table"),
        ("methods = 3", r"methods = 3: expected at least one \[\[methods\]\] table"),
        ("[methods]\nexact = true", r"methods = \{'exact': True\}: expected at least one"),
        ("[[methods]]\nexact = 1", "methods: {'exact': 1}: expected exact = true and nothing else"),
        (f"seed = 0x{5000 * 'f'}" + METHOD, "seed = 0xf+…: expected a whole number"),
        (f"[grid]\nboats = 0x{5000 * 'f'}" + METHOD, "boats = 0xf+…: expected 1 to 32"),
        (f"[[methods]]\nagents = 'greedy'\ngames = 0x{5000 * 'f'}", "games = 0xf+…: expected 1 to"),
        (f"seed = {5000 * '9'}" + METHOD, "not a TOML file"),
        (f"base = {5000 * '['}" + METHOD, "nested too deeply"),
        ('base = "a\\u0000.toml"' + METHOD, r"cannot be read \(.*is no path\)"),
        ('name = "a[b]"' + METHOD, r"name = 'a\[b\]': expected letters"),
        ('title = "\\u001b[2J"' + METHOD, "expected a text without control characters"),
        (
            f"[grid]\nkomi = {list(range(500))}\nslide_step = [{','.join('1' * 500)}]" + METHOD,
            "grid: 250,000 variants or more, expected at most 200,000",
        ),
        (
            f"[grid]\nwidth = 6\nheight = 6\ntouch = 'torus'\nkomi = {list(range(10))}\nstart_maps = 3"
            + METHOD,
            "start_maps = 3: 20,563,200 images of start maps .* expected at most 20,000,000",
        ),
        (
            "[grid]\nwidth = 8\nheight = 8\nkomi = [0, 1, 2, 3, 4]\nstart_maps = 4" + METHOD,
            "grid: 238,266 variants or more, expected at most 200,000",
        ),
        ("methods = [1]", "methods: 1 is not a table"),
        ('[[methods]]\nagents = "greedy"', "expected 'games' too"),
        ("[[methods]]\ngames = 10", "expected 'agents' too"),
        ('[[methods]]\nagents = "greedy"\ngames = 0', "games = 0: expected 1 to"),
        ('[[methods]]\nagents = "greedy"\ngames = -5', "games = -5: expected 1 to"),
        (
            '[[methods]]\nagents = "greedy"\ngames = 1.0',
            "games = 1.0: expected a whole number or 'adaptive'",
        ),
        ('[[methods]]\nagents = "greedy"\ngames = true', "games = True: expected a whole number"),
        ('[[methods]]\nagents = "gredy"\ngames = 1', r"unknown agent 'gredy': did you mean 'greedy'\?"),
        ("[[methods]]\nagents = []\ngames = 1", r"agents = \[\]: expected one agent"),
        ("[[methods]]\nagents = 3\ngames = 1", "agents = 3: expected one agent"),
        ('[[methods]]\nagent = "greedy"', r"unknown key 'agent': did you mean 'agents'\?"),
        ("[[methods]]\nexact = false", "expected exact = true and nothing else"),
        (METHOD + METHOD.replace("10", "20"), "'greedy' is asked for with two numbers of games"),
        ("grid = 3" + METHOD, r"grid = .*3.*: expected a \[grid\] table"),
        ("[grid]\nboats = []" + METHOD, r"grid: boats = \[\] is empty"),
        ("[grid]\nstart_maps = []" + METHOD, r"grid: start_maps = \[\] is empty"),
        ("[grid]\nstart_maps = 2.5" + METHOD, "start_maps = 2.5: expected numbers of wrecks"),
        ("[grid]\nstart_maps = 30" + METHOD, "30 wrecks: expected 0 to 7"),
        ("[grid]\nbots = [8]" + METHOD, r"grid: unknown field 'bots': did you mean 'boats'\?"),
        ('[grid]\nwrecks = ["A1"]' + METHOD, "wrecks = .*: expected a list of lists"),
        ("[grid]\ndecounts = [3, 6]" + METHOD, "decounts = .*: expected a list of lists"),
        ('[grid]\nstart_maps = 1\nwrecks = [["A1"]]' + METHOD, "expected one of them"),
        ('[grid]\nwrecks = [["A1", "F1"]]' + METHOD, "'F1' is not on the 5×5 board"),
        ('[grid]\nwrecks = [["A1", "a1"]]' + METHOD, "'a1' is named twice"),
        ("[grid]\nboats = [12]" + METHOD, "boats = 12: .*need 27 cells"),
        ("[grid]\ndecounts = [[3, 10]]" + METHOD, "10 is past the last boat"),
        ("[grid]\ndecounts = [[6, 3]]" + METHOD, "strictly increasing"),
        ("[grid]\nkomi = [0.3]" + METHOD, "komi = 0.3: expected a multiple of 0.5"),
        ('[grid]\ntouch = "edge"' + METHOD, "touch = 'edge': expected one of edges, corners, torus"),
    ],
)
def test_a_wrong_file_is_refused_in_one_sentence_that_names_it(
    text: str, message: str, write_experiment: Write
) -> None:
    path = write_experiment(text)
    with pytest.raises(RessacError, match=message) as caught:
        read_experiment(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ExperimentError, match=r"none.toml: cannot be read \(No such file or directory\)"):
        read_experiment(tmp_path / "none.toml")
    with pytest.raises(ExperimentError, match=r"cannot be read \(Is a directory\)"):
        read_experiment(tmp_path)
    (tmp_path / "latin.toml").write_bytes(b'title = "d\xe9troit"')
    with pytest.raises(ExperimentError, match=r"latin.toml: cannot be read \(not UTF-8 text\)"):
        read_experiment(tmp_path / "latin.toml")
