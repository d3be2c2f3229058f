"""What an interrupted command says of its output is true, whenever Ctrl-C comes."""

from __future__ import annotations

import os
import signal
import sys
from io import StringIO

import pytest

from orchestration import leaving


@pytest.fixture(autouse=True)
def nothing_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaving, "_said", None)
    monkeypatch.setattr(leaving, "_printed", 0)


class Interrupting(StringIO):
    """Ctrl-C comes so many times while a line is written."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.times = times

    def write(self, text: str) -> int:
        for _ in range(self.times):
            os.kill(os.getpid(), signal.SIGINT)
        return super().write(text)


def test_a_line_that_is_out_has_been_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    before = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr(sys, "stdout", out := Interrupting(1))
    with pytest.raises(KeyboardInterrupt):
        leaving.put_line("one")
    assert out.getvalue() == "one\n"
    assert leaving.left() == "1 line was printed, and nothing after that"
    assert signal.getsignal(signal.SIGINT) is before


def test_a_second_interrupt_does_not_wait_for_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", out := Interrupting(2))
    with pytest.raises(KeyboardInterrupt):
        leaving.put_line("one")
    assert (out.getvalue(), leaving.left()) == ("", "nothing was written")


def test_lines_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", StringIO())
    for text in ("one", "two"):
        leaving.put_line(text)
    assert leaving.left() == "2 lines were printed, and nothing after that"
