"""Where the work is done changes nothing: one process or several, small tasks or large."""

from __future__ import annotations

from assets import progress
from assets.candidates import generate
from assets.compute import WORTH_A_POOL, Compute, ranges


def test_workers_and_cuts_change_nothing() -> None:
    tasks = [("tspin", "tsd-1", 5, length, start, {}) for start, length in ranges(80, 10)]
    assert len(tasks) >= WORTH_A_POOL, "otherwise no worker process is started"
    alone = Compute(1).run(generate, tasks)
    assert Compute(2).run(generate, tasks) == alone
    assert [row for part in alone for row in part] == generate("tspin", "tsd-1", 5, 80, 0, {})


def test_progress_is_reported() -> None:
    seen = []

    class Listener(progress.Silence):
        def advance(self, done: int, total: int) -> None:
            seen.append((done, total))

    with progress.heard_by(Listener()):
        assert Compute(1).run(divmod, [(7, 2), (9, 4)]) == [(3, 1), (2, 1)]
    assert seen == [(1, 2), (2, 2)]
    assert isinstance(progress.current(), progress.Silence)


def test_ranges_cover_everything_once() -> None:
    assert list(ranges(2500, 1000)) == [(0, 1000), (1000, 1000), (2000, 500)]
    assert list(ranges(0)) == []
