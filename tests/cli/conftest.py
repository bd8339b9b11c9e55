"""Running the command as a user does: another process, its exit code and what it prints."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ressac_lab.cli.app import main

Run = Callable[..., "subprocess.CompletedProcess[str]"]
COMMAND = [sys.executable, "-m", "ressac_lab"]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """A function that runs ``ressac-lab`` with some arguments in an empty folder."""

    def run_command(*arguments: str | Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
        command = [*COMMAND, *map(str, arguments)]
        return subprocess.run(
            command,
            cwd=tmp_path,
            input=stdin,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )

    return run_command


@pytest.fixture
def refusal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., str]:
    """A function that runs a command which must be refused, and returns its one sentence."""

    def refused(*arguments: str | Path) -> str:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "argv", ["ressac-lab", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        assert ended.value.code == 2, said.err
        assert said.out == ""
        sentence = said.err.splitlines()[-1]
        assert sentence.startswith("error: ")
        # Nothing else but progress may have been printed, and never a traceback.
        assert "Traceback" not in said.err
        return sentence.removeprefix("error: ")

    return refused
