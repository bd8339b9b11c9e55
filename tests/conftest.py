"""What tests of several floors share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

# The same examples each time, however slow the machine.
settings.register_profile("ressac-lab", deadline=None, derandomize=True)
settings.load_profile("ressac-lab")

TINY = """
name = "tiny"
title = "Small boards, every method"
base = ["mare", "canal"]
seed = 11

[grid]
komi = [0, 0.5]

[[methods]]
agents = "greedy"
games = 700

[[methods]]
agents = ["random", "greedy"]
games = 60

[[methods]]
exact = true
"""


@pytest.fixture
def write_experiment(tmp_path: Path) -> Callable[..., Path]:
    """A function that writes an experiment file, by default a tiny one, and returns its path."""

    def write(text: str = TINY, name: str = "tiny.toml") -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write
