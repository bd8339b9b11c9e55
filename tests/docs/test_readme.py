"""What the README shows of matches and of playing can be typed as it stands."""

from __future__ import annotations

import re
import shlex

import pytest
from support import PROJECT
from typer.testing import CliRunner

from ressac_lab.cli.app import app

README = (PROJECT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^ressac-lab ((?:match|play) [^#\n]*)", README, re.MULTILINE)


def test_there_is_something_to_run() -> None:
    assert len(COMMANDS) >= 4


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_runs(command: str) -> None:
    done = CliRunner().invoke(app, shlex.split(command))
    assert done.exit_code == 0, done.output
