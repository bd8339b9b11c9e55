"""Progress on a terminal: why the first command is slow."""

from __future__ import annotations

import sys

import pytest
from numba.core.config import DISABLE_JIT

from ressac_lab.cli.progress import tell_first_time
from ressac_lab.kernels import compile as kernels
from ressac_lab.kernels.waiting import tell_when_compiling


@pytest.mark.parametrize(("terminal", "compiled"), [(True, False), (True, True), (False, False)])
def test_only_a_person_who_must_wait_is_told_why(
    terminal: bool, compiled: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fresh = kernels.kernel(lambda number: number + 1)
    if compiled:
        fresh(1)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal, raising=False)
    tell_first_time()
    fresh(2)
    fresh(3)
    tell_when_compiling(None)
    told = capsys.readouterr().err
    waits = terminal and not compiled and not DISABLE_JIT
    assert told.count("compiling, once on this machine") == waits
