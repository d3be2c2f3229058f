"""The figures of the load test: what they are made of, and what stops them."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import play, run


def test_shares_of_times() -> None:
    times = [number / 1000 for number in range(1, 101)]
    assert [play.quantile(times, share) for share in (0.5, 0.95, 1.0)] == pytest.approx([51, 96, 100])


def test_without_a_release_there_is_nothing_to_measure(home: Path) -> None:
    assert play.benchmarks() == []


def test_errors_and_lost_events_are_no_figure(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "releases" / "2026-11-15").mkdir(parents=True)
    monkeypatch.setattr(run, "GAMES", {})
    good = play.Seen(moves=[0.01] * 100)
    monkeypatch.setattr(play, "run", lambda: (good, []))
    assert [(row[0], row[1], row[3]) for row in run.measured("200 players")] == [
        (play.NAMES[0], 10.0, play.AIM), (play.NAMES[1], 10.0, None),
    ]  # fmt: skip
    monkeypatch.setattr(play, "run", lambda: (good, [("a", "tried", 1)]))
    with pytest.raises(RuntimeError, match="1 events lost"):
        play.benchmarks()
    monkeypatch.setattr(play, "run", lambda: (play.Seen(errors=["500 /api/start"]), []))
    with pytest.raises(RuntimeError, match="1 errors"):
        play.benchmarks()
