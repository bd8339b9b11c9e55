"""Progress on a terminal: why the first command is slow."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ressac_lab.cli.progress import tell_first_time
from ressac_lab.kernels import compile as kernels


@pytest.mark.parametrize(("terminal", "compiled"), [(True, False), (True, True), (False, False)])
def test_only_a_person_who_must_wait_is_told_why(
    terminal: bool,
    compiled: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(kernels, "CACHE_FOLDER", tmp_path)
    if compiled:
        (tmp_path / "moves").mkdir()
        (tmp_path / "moves" / "slide_mask.nbi").write_bytes(b"")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal, raising=False)
    tell_first_time()
    told = capsys.readouterr().err
    assert ("compiling, once on this machine" in told) == (terminal and not compiled)
