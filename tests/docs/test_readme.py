"""What the README shows of matches, of playing and of pictures can be typed as it stands."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from support import PROJECT
from typer.testing import CliRunner

from ressac_lab.cli.app import app

README = (PROJECT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^ressac-lab ((?:match|play|draw) [^#\n]*)", README, re.MULTILINE)


def test_there_is_something_to_run() -> None:
    assert len(COMMANDS) >= 8


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_runs(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, shlex.split(command))
    assert done.exit_code == 0, done.output
