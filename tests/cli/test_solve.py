"""``ressac-lab solve``, as a user runs it."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support import interrupt_the_first_wait, oracle_positions

from ressac_lab.cli.app import main
from ressac_lab.cli.progress import watching
from ressac_lab.reference import Reference
from ressac_lab.rules import Game, Move, Position, Variant
from ressac_lab.solve.alphabeta import AlphaBeta
from ressac_lab.solve.examine import VALUE

Refusal = Callable[..., str]

ROWS_ONLY = ["mare", "--set", "wrecks=", "--set", "slide_lines=row", "--set", "decounts=4"]
LATE = [(position, value) for position, value in oracle_positions("positions") if position.ply == 15][:6]


@pytest.fixture
def solve(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """A function that runs ``ressac-lab solve`` in this process and returns what it prints."""

    def run_solve(*arguments: str | Path, stdin: str = "") -> str:
        monkeypatch.setattr(sys, "argv", ["ressac-lab", "solve", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        main()
        said = capsys.readouterr()
        assert said.err == ""
        return said.out

    return run_solve


@pytest.fixture
def answers(solve: Callable[..., str]) -> Callable[..., list[dict[str, Any]]]:
    """A function that runs ``ressac-lab solve --json`` and returns the objects it prints."""

    def run_solve(*arguments: str | Path, stdin: str = "") -> list[dict[str, Any]]:
        return [json.loads(line) for line in solve(*arguments, "--json", stdin=stdin).splitlines()]

    return run_solve


@pytest.fixture
def answer(answers: Callable[..., list[dict[str, Any]]]) -> Callable[..., dict[str, Any]]:
    """The same for one object."""

    def run_solve(*arguments: str | Path) -> dict[str, Any]:
        (found,) = answers(*arguments)
        return found

    return run_solve


Answers = Callable[..., list[dict[str, Any]]]
OneAnswer = Callable[..., dict[str, Any]]
Solve = Callable[..., str]


def moves_of(opening_list: list[dict[str, Any]]) -> dict[str, int]:
    return {opening["move"]: opening["value"] for opening in opening_list}


@pytest.mark.parametrize("method", [[], ["--plain"]], ids=["search", "plain"])
def test_value_line_and_openings(method: list[str], answer: OneAnswer) -> None:
    found = answer(*ROWS_ONLY, "--openings", *method)
    assert (found["value"], found["outcome"], found["exact"], found["fair_komi"]) == (1, "light", True, 1)
    assert found["variant"] == "mare wrecks= slide_lines=row decounts=4"
    assert found["position"] == "3/3/3 0 0-0"
    assert sum(opening["stands_for"] for opening in found["openings"]) == 18
    assert len(found["openings"]) == 6
    assert max(opening["value"] for opening in found["openings"]) == 1
    assert "reason" not in found
    variant = Variant(3, 3, (), 4, (4,), slide_lines="row")
    moves = tuple(Move.parse(move, variant) for move in found["line"])
    *_, last = Reference(variant).replay(moves)
    assert (last.ply, last.points[0] - last.points[1]) == (8, 1)


def test_what_was_used_is_said(answer: OneAnswer) -> None:
    found = answer("mare", "--memory", "100M")
    assert (found["method"], found["memory"], found["workers"]) == ("alpha-beta", 64 * 2**20, 1)
    assert answer("mare", "--workers", "2", "--memory", "64M")["workers"] == 2
    plain = answer("mare", "--plain")
    assert plain["method"] == "plain minimax"
    assert not {"memory", "workers"} & set(plain)
    assert plain["nodes"] > found["nodes"] > 0
    assert found["cpu_seconds"] >= 0
    assert found["seconds"] >= 0


def test_the_value_does_not_depend_on_memory_or_workers(answer: OneAnswer) -> None:
    found = [
        answer(*ROWS_ONLY, "--memory", memory, "--workers", workers)["value"]
        for memory, workers in (("1M", "1"), ("64M", "1"), ("1M", "2"))
    ]
    assert found == [1, 1, 1]


def test_komi_decides_the_outcome(answer: OneAnswer) -> None:
    for komi, outcome in (("0.5", "light"), ("1", "draw"), ("1.5", "dark")):
        setting = ["--set", f"komi={komi}"]
        assert answer(*ROWS_ONLY, *setting)["outcome"] == outcome
        only = answer(*ROWS_ONLY, *setting, "--outcome")
        assert (only["outcome"], only["exact"]) == (outcome, True)
        assert not {"line", "reason", "openings"} & set(only)
        plain = answer(*ROWS_ONLY, *setting, "--outcome", "--plain")
        assert plain["outcome"] == outcome


def test_the_outcome_takes_fewer_nodes_than_the_value(answer: OneAnswer) -> None:
    position = "XL3/1L1X1/1D2X/DL1LD/LLDD1 11 5-2"
    value = answer("detroit", "--position", position)
    outcome = answer("detroit", "--position", position, "--outcome")
    assert (value["value"], value["outcome"], outcome["outcome"]) == (-6, "dark", "dark")
    assert 10 * outcome["nodes"] < value["nodes"]


def test_under_the_pie_rule_the_second_player_takes_the_better_side(answer: OneAnswer) -> None:
    for komi, outcome, pie_value in (("0", "second", -1), ("0.5", "second", -0.5), ("1", "draw", 0)):
        settings = ["--set", "pie=swap", "--set", f"komi={komi}"]
        found = answer(*ROWS_ONLY, *settings)
        assert (found["value"], found["outcome"], found["pie_value"]) == (1, outcome, pie_value)
        assert "openings" not in found
        assert answer(*ROWS_ONLY, *settings, "--outcome")["outcome"] == outcome


@pytest.mark.parametrize(
    ("komi", "best"), [("0", "-1"), ("0.5", "-0.5"), ("1", "0"), ("3", "-2"), ("-3", "-2")]
)
def test_under_the_pie_rule_the_line_and_the_best_first_moves_are_those_of_the_pie_rule(
    komi: str, best: str, answer: OneAnswer, solve: Solve
) -> None:
    # First moves are worth 1, and some less.
    arguments = [*ROWS_ONLY, "--set", "pie=swap", "--set", f"komi={komi}", "--openings"]
    found = answer(*arguments)
    values = {one["move"]: one["value"] for one in found["openings"]}
    assert ("swap" in found["line"]) == (values[found["line"][0]] > float(komi))
    variant = replace(Variant(3, 3, (), 4, (4,), slide_lines="row"), pie="swap", komi=float(komi))
    game = Game.parse(" ".join([variant.digest, *found["line"]]), variant)
    *_, last = Reference(variant).replay(game.moves)
    distances = {move: abs(value - float(komi)) for move, value in values.items()}
    assert abs(last.points[0] - last.points[1] - float(komi)) == min(distances.values()) == -float(best)
    nearest = [move for move, distance in distances.items() if distance == min(distances.values())]
    assert [one["move"] for one in found["pie_openings"]] == nearest
    assert found["line"][0] in nearest
    assert f"comes out at {best} with the best first move: {nearest[0]} ×" in solve(*arguments)


def test_the_first_boat_may_be_held_to_the_corner(answer: OneAnswer) -> None:
    found = answer("mare", "--set", "first_boat=corner", "--openings")
    assert sum(opening["stands_for"] for opening in found["openings"]) == 16
    assert {opening["move"][:2] for opening in found["openings"]} == {"A1"}


def test_from_a_position_what_is_to_come_is_counted(answer: OneAnswer) -> None:
    found = answer("detroit", "--position", "LDLD1/LD1XD/D1LLX/DXLDL/L1LD1 17 14-8")
    assert (found["value"], found["outcome"]) == (-5, "light")
    assert "fair_komi" not in found


def test_the_sentences_say_what_json_does(solve: Solve) -> None:
    lines = solve(
        "detroit", "--position", "LDLD1/LD1XD/D1LLX/DXLDL/L1LD1 17 13-8", "--openings"
    ).splitlines()
    assert lines[:2] == [
        "detroit: Dark will score 5 points more under best play "
        "on top of the 13-8 banked so far, value -5.",
        "With komi 0 the game is a draw.",
    ]
    assert lines[2].startswith("A best line: ")
    assert any(line.startswith("Moves worth -5: ") and " ×1" in line for line in lines)
    assert lines[-1].startswith("Proven by alpha-beta on a table of 64M: ")


def test_the_fair_komi_is_told_at_the_start(solve: Solve) -> None:
    assert "With komi 0 Light wins; the fair komi is 1.\n" in solve(*ROWS_ONLY)
    only = solve(*ROWS_ONLY, "--outcome")
    assert only.startswith("mare wrecks= slide_lines=row decounts=4: with komi 0 Light wins.\n")


def lines_of(positions: list[tuple[Position, int]]) -> str:
    return "".join(f"{position.rows_text()} {position.ply}\n" for position, _ in positions)


def test_many_positions_have_an_object_each(answers: Answers, tmp_path: Path) -> None:
    file = tmp_path / "late.txt"
    file.write_text("# late positions\n\n" + lines_of(LATE).replace("\n", "   # a remark\n\n", 1) + "\r\n")
    found = answers("detroit", "--positions", file)
    assert [one["position"] for one in found] == [position.text() for position, _ in LATE]
    assert [one["value"] for one in found] == [value for _, value in LATE]
    for one in found:
        assert one["exact"] is True
        assert one["nodes"] > 0
        assert one["cpu_seconds"] >= 0
        assert "line" not in one
    assert [one["value"] for one in answers("detroit", "--positions", file, "--plain")] == [
        one["value"] for one in found
    ]


def test_positions_come_from_standard_input(answers: Answers, solve: Solve) -> None:
    found = answers("detroit", "--positions", "-", stdin=lines_of(LATE))
    assert [one["value"] for one in found] == [value for _, value in LATE]
    outcomes = answers("detroit", "--positions", "-", "--outcome", stdin=lines_of(LATE))
    assert [one["outcome"] for one in outcomes] == [one["outcome"] for one in found]
    lines = solve("detroit", "--positions", "-", stdin=lines_of(LATE[:1])).splitlines()
    assert len(lines) == 1
    position, value = LATE[0]
    said = f"{position.text()}  value {value:+d}, Dark wins  {found[0]['nodes']:,} visited  "
    assert lines[0].startswith(said)


def test_a_positions_nodes_are_the_same_alone_and_among_others(answers: Answers) -> None:
    mixed = [*LATE[:3], oracle_positions("deep_positions")[0], *LATE[3:]]
    found = answers("detroit", "--positions", "-", stdin=lines_of(mixed))
    turned = answers("detroit", "--positions", "-", stdin=lines_of(mixed[::-1]))
    assert [one["nodes"] for one in found] == [one["nodes"] for one in reversed(turned)]
    alone = answers("detroit", "--position", mixed[3][0].text())
    assert alone[0]["nodes"] == found[3]["nodes"]
    assert alone[0]["memory"] == found[3]["memory"]


@pytest.mark.parametrize("given", ["-", "late.txt"])
def test_a_bad_line_is_refused_with_its_number_before_any_work(
    given: str, monkeypatch: pytest.MonkeyPatch, refusal: Refusal, tmp_path: Path
) -> None:
    monkeypatch.setattr(AlphaBeta, "value", lambda *_: pytest.fail("work began"))
    text = f"{lines_of(LATE)}\n# a remark\n5/5/1XXX1/5/5 1\n"
    (tmp_path / "late.txt").write_text(text)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    name = "standard input" if given == "-" else given
    sentence = "'5/5/1XXX1/5/5' has 0 Light boats: expected 1 after 1 plies"
    assert refusal("solve", "detroit", "--positions", given) == f"{name}, line 9: {sentence}"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nonsense", "line 1: 'nonsense' is not a position: expected ROWS PLY [L-D], like"),
        ("\n4/1X2/4 0", "line 2: '4/1X2/4' is a 4×3 board: the variant's is 5×5"),
        ("5/5/1XXX1/5/5 0 9-9", "line 1: 9-9 are not points banked after 0 plies"),
        ("# nothing\n\n", "late.txt: no positions, expected one ROWS PLY or more, each on its line"),
        ("", "late.txt: no positions, expected one ROWS PLY or more, each on its line"),
    ],
)
def test_a_file_without_good_positions_is_refused(
    text: str, sentence: str, refusal: Refusal, tmp_path: Path
) -> None:
    (tmp_path / "late.txt").write_text(text)
    assert sentence in refusal("solve", "detroit", "--positions", "late.txt")


def test_a_file_that_cannot_be_read_is_refused(refusal: Refusal, tmp_path: Path) -> None:
    expected = "expected a file of positions"
    assert refusal("solve", "mare", "--positions", "no.txt") == (
        f"no.txt: cannot be read (No such file or directory), {expected}"
    )
    (tmp_path / "late.txt").write_bytes(b"\xff\xfe1 0")
    assert refusal("solve", "mare", "--positions", "late.txt") == (
        f"late.txt: cannot be read (not UTF-8 text), {expected}"
    )
    assert "cannot be read (" in refusal("solve", "mare", "--positions", str(tmp_path))


def test_plain_minimax_refuses_a_line_that_is_too_large_before_any_work(
    refusal: Refusal, tmp_path: Path
) -> None:
    (tmp_path / "late.txt").write_text(f"{lines_of(LATE)}5/5/1XXX1/5/5 0\n")
    sentence = refusal("solve", "detroit", "--positions", "late.txt", "--plain")
    assert sentence.startswith("late.txt, line 7: plain minimax would visit up to ")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["--positions", "x", "--position", "3/1X1/3 0"],
            "--positions with --position: expected positions from one place",
        ),
        (["--positions", "x", "--position", ""], "--positions with --position: expected"),
        (["--positions", "x", "--openings"], "--positions with --openings: expected"),
        (["--outcome", "--openings"], "--outcome with --openings: expected who wins, or"),
        (["--plain", "--memory", "64M"], "--plain with --memory: expected --memory with the search only"),
        (["--plain", "--workers", "1"], "--plain with --workers: expected --workers with the search only"),
        (["--plain", "--nodes", "9"], "--plain with --nodes: expected --nodes with the search only"),
        (["--memory", "8X"], "--memory '8X': expected a size like 512M or 8G"),
        (["--memory", "1K"], "--memory '1K': expected at least 1M"),
        (["--memory", "900T"], "--memory '900T': expected at most the "),
        (["--workers", "0"], "'--workers' / '-w': 0 is not within 1 to 256"),
        (["--nodes", "0"], "'--nodes': 0 is not within 1 to"),
        (["--nodes", "1M"], "'1M' is not a whole number"),
        (["--search"], "no such option: --search"),
    ],
)
def test_options_that_will_not_do_are_refused(
    arguments: list[str], sentence: str, refusal: Refusal
) -> None:
    assert sentence in refusal("solve", "mare", *arguments)


@pytest.mark.parametrize("workers", ["1", "2", "3"])
def test_a_node_budget_is_that_of_all_threads_together(workers: str, answer: OneAnswer) -> None:
    found = answer("detroit", "--nodes", "60000", "--workers", workers)
    assert found["reason"] == "node budget of 60,000 spent"
    # The last plies of a line are counted together.
    assert 10_000 < found["nodes"] < 60_000 + 200 * int(workers)


def test_no_more_memory_is_taken_than_a_node_budget_can_fill(answer: OneAnswer) -> None:
    sizes = [answer("detroit", "--nodes", nodes)["memory"] for nodes in ("1000", "20000000")]
    assert sizes == [64 * 2**20, 512 * 2**20]


def test_a_spent_node_budget_leaves_bounds(answer: OneAnswer, solve: Solve) -> None:
    found = answer("detroit", "--nodes", "20000", "--memory", "64M")
    assert (found["exact"], found["outcome"], found["line"]) == (False, None, None)
    assert found["low"] < 0 < found["high"]
    assert found["reason"] == "node budget of 20,000 spent"
    assert "value" not in found
    assert "fair_komi" not in found
    outcome = answer("detroit", "--nodes", "20000", "--memory", "64M", "--outcome")
    assert (outcome["exact"], outcome["outcome"], outcome["reason"]) == (False, None, found["reason"])
    text = solve("detroit", "--nodes", "20000", "--memory", "64M")
    assert "detroit: with komi 0 it is not proven who wins.\nThe value is proven to lie between -" in text
    assert "The search ended early: node budget of 20,000 spent.\nSearched by alpha-beta" in text


def test_bounds_on_one_side_of_komi_prove_who_wins(answer: OneAnswer) -> None:
    found = answer("detroit", "--nodes", "100", "--memory", "64M", "--set", "komi=50")
    assert (found["exact"], found["outcome"]) == (False, "dark")


def test_each_of_many_positions_has_the_whole_budget(answers: Answers) -> None:
    stdin = f"5/5/1XXX1/5/5 0\n{lines_of(LATE)}"
    found = answers("detroit", "--positions", "-", "--nodes", "20000", "--memory", "64M", stdin=stdin)
    assert [one["exact"] for one in found] == [False, *(True for _ in LATE)]
    assert [one["value"] for one in found[1:]] == [value for _, value in LATE]


@pytest.fixture
def interrupted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Any]:
    """A function that runs ``solve`` until a person presses Ctrl-C, and returns what it prints."""

    def run_solve(*arguments: str, after: int = 0, stdin: str = "") -> tuple[str, str]:
        real_value, asked = AlphaBeta.value, []

        def value(solver: AlphaBeta, position: Position) -> int:
            asked.append(position)
            # The first one warms up the kernels.
            if len(asked) == 2 + after:
                interrupt_the_first_wait(monkeypatch)
            return real_value(solver, position)

        monkeypatch.setattr(AlphaBeta, "value", value)
        monkeypatch.setattr(sys, "argv", ["ressac-lab", "solve", *arguments, "--memory", "64M"])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        with pytest.raises(SystemExit) as ended:
            main()
        assert ended.value.code == 130
        said = capsys.readouterr()
        return said.out, said.err

    return run_solve


def test_ctrl_c_leaves_the_bounds_on_stderr(interrupted: Callable[..., Any]) -> None:
    out, err = interrupted("detroit")
    assert out == ""
    lines = err.strip().splitlines()
    assert lines[1].startswith("The value is proven to lie between -")
    assert lines[2] == "The search ended early: interrupted."
    assert lines[-1] == "interrupted"


def test_ctrl_c_leaves_the_bounds_in_json(interrupted: Callable[..., Any]) -> None:
    out, err = interrupted("detroit", "--json")
    found = json.loads(out)
    assert (found["exact"], found["reason"]) == (False, "interrupted")
    assert found["low"] < 0 < found["high"]
    assert err.strip() == "interrupted"


def test_ctrl_c_loses_no_position_that_was_solved(interrupted: Callable[..., Any]) -> None:
    stdin = f"{lines_of(LATE[:2])}5/5/1XXX1/5/5 0\n{lines_of(LATE)}"
    out, _ = interrupted("detroit", "--positions", "-", "--json", after=2, stdin=stdin)
    found = [json.loads(line) for line in out.splitlines()]
    assert [one["exact"] for one in found] == [True, True, False]
    assert found[2]["reason"] == "interrupted"


class Terminal(io.StringIO):
    """A stream that a person looks at."""

    def isatty(self) -> bool:
        return True


def test_a_person_sees_how_far_a_search_is(monkeypatch: pytest.MonkeyPatch) -> None:
    solver, screen = AlphaBeta(Variant(), 2**20), Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    with watching(solver) as tell:
        solver.value(LATE[0][0])
        tell(VALUE)
    value = LATE[0][1]
    assert f"value: 0 s, {solver.nodes:,} visited, between {value:+d} and {value:+d}" in screen.getvalue()


def test_a_log_is_spared_the_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    log = io.StringIO()
    monkeypatch.setattr(sys, "stderr", log)
    with watching(AlphaBeta(Variant(), 2**20)) as tell:
        tell(VALUE)
    assert log.getvalue() == ""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads the peak off /proc/self/status")
@pytest.mark.slow
def test_memory_stays_within_what_was_given() -> None:
    # Millions of entries in places that only a hash foretells: every page of the table is written.
    code = (
        "import re, sys\n"
        "from ressac_lab.cli.app import main\n"
        "sys.argv = 'ressac-lab solve detroit --memory 256M --nodes 6000000 --json'.split()\n"
        "main()\n"
        "print(re.search(r'VmHWM:\\s+(\\d+) kB', open('/proc/self/status').read())[1])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    found, peak = done.stdout.splitlines()
    assert json.loads(found)["memory"] == 256 * 2**20
    assert 256 * 2**20 < 1024 * int(peak) < (256 + 300) * 2**20
