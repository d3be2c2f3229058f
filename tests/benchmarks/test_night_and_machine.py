"""The benchmark of nights runs the command twice in a root of its own; that of the machine depends on nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import machine, night, run


def test_two_nights_count(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[str, Path]] = []

    def pretended(name: str, root: Path) -> float:
        assert root.is_dir()
        made.append((name, root))
        return 300.0 if len(made) == 1 else 80.0

    monkeypatch.setattr(night, "seconds_of", pretended)
    monkeypatch.setattr(run, "GAMES", {})
    first, second = run.measured("night")
    assert (first[0], first[1], first[3]) == ("the first night of all games, nothing compiled", 300.0, night.AIMS[0])
    assert (second[0], second[1], second[3]) == ("a night of all games, once compiled", 80.0, night.AIMS[1])
    assert second[2].startswith("s on ")
    assert second[4] == "aim, two cores"
    assert [name for name, _ in made] == ["2026-01-01", "2026-01-02"]
    assert made[0][1] == made[1][1]
    assert not made[0][1].exists(), "it is cleared away"
    assert list(run.measured("perft")) == [], "no night is made that nobody asked for"


def test_the_machine_is_measured_by_a_stream_of_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The stream is Marsaglia's xorshift64: its first number from this seed is published."""
    assert machine.mix.py_func(1) == 8748534153485358512
    monkeypatch.setattr(run, "GAMES", {})
    monkeypatch.setattr(machine, "seconds", lambda: 0.5)
    assert list(run.measured("machine")) == [(machine.NAME, 0.5, "CPU s", None, "")]
