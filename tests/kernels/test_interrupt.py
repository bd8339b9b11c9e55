"""Long work that an interrupt can end."""

from __future__ import annotations

import threading

import pytest
from support import interrupt_the_first_wait

from ressac_lab.kernels.interrupt import interruptible


def test_results_and_errors_of_the_work_come_back() -> None:
    assert interruptible(lambda: 6 * 7) == 42
    with pytest.raises(ZeroDivisionError):
        interruptible(lambda: 1 // 0)


def test_an_interrupt_ends_the_waiting_though_the_work_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on, ended = threading.Event(), threading.Event()

    def work() -> None:
        go_on.wait()
        ended.set()

    interrupt_the_first_wait(monkeypatch)
    with pytest.raises(KeyboardInterrupt):
        interruptible(work)
    assert not ended.is_set()
    go_on.set()
    assert ended.wait(10)


def test_work_that_can_be_told_to_stop_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    stop, ended = threading.Event(), threading.Event()

    def work() -> None:
        stop.wait()
        ended.set()

    interrupt_the_first_wait(monkeypatch)
    with pytest.raises(KeyboardInterrupt):
        interruptible(work, stop=stop.set)
    assert ended.is_set()


def test_the_first_of_several_works_ends_all_of_them() -> None:
    stop, ended = threading.Event(), threading.Event()

    def slow() -> str:
        stop.wait()
        ended.set()
        return "slow"

    assert interruptible(slow, lambda: "quick", stop=stop.set) == "quick"
    assert ended.is_set()
