"""The benchmark of a night runs the command twice in a root of its own, and counts the second."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import night, run


def test_the_second_night_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[str, Path]] = []

    def pretended(name: str, root: Path) -> float:
        assert root.is_dir()
        made.append((name, root))
        return 300.0 if len(made) == 1 else 80.0

    monkeypatch.setattr(night, "seconds_of", pretended)
    monkeypatch.setattr(run, "GAMES", {})
    ((name, ours, unit, aim, whose),) = run.measured("night")
    assert (name, ours, aim) == ("a night of all games, once compiled", 80.0, 90.0)
    assert unit.startswith("s on ")
    assert whose == "aim, two cores"
    assert [name for name, _ in made] == ["2026-01-01", "2026-01-02"]
    assert made[0][1] == made[1][1]
    assert not made[0][1].exists(), "it is cleared away"
    assert list(run.measured("perft")) == [], "no night is made that nobody asked for"
