"""Where the work is done changes nothing: one process or several, small tasks or large."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import BrokenExecutor
from dataclasses import replace

import pytest

from assets.core import kernels, progress
from assets.core.compute import WORTH_A_POOL, Closed, Compute, ranges, task_size
from assets.core.settings import Settings
from assets.stages.candidates import generate
from engines.registry import GAMES
from tests.smallest import PickEngine


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


def who(seconds: float = 0.0) -> int:
    time.sleep(seconds)
    return os.getpid()


def test_workers_stay_for_what_comes_next() -> None:
    compute = Compute(2)
    first = set(compute.run(who, [(0.01,)] * 40))
    again = set(compute.run(who, [(0.01,)] * 40))
    assert os.getpid() not in first
    assert len(first | again) <= 2, "others came instead"  # one that came late may have had nothing to do at first
    assert set(compute.run(who, [(), ()])) == {os.getpid()}, "too few to be worth it"
    compute.close()


def test_what_is_closed_starts_no_more_workers() -> None:
    """A thread that is left over when a run ends must not start workers that nobody will let go."""
    with Compute(2) as compute:
        assert compute.apart(who) != os.getpid()
    with pytest.raises(Closed):
        compute.apart(who)
    assert "_pool" not in vars(compute)


def test_results_come_in_the_order_of_the_tasks() -> None:
    compute = Compute(2)
    delays = [0.3, *[0.0] * 20]
    assert compute.run(late, [(number, delay) for number, delay in enumerate(delays)]) == list(range(21))
    compute.close()


def late(number: int, seconds: float) -> int:
    time.sleep(seconds)
    return number


def test_a_long_job_does_not_keep_a_short_one_waiting() -> None:
    """Two threads have work done: the tasks of the one are not all handed out before the other's first."""
    compute = Compute(2)
    compute.apart(who)
    ended: list[str] = []

    begun = threading.Event()

    class Listener(progress.Silence):
        def advance(self, done: int, total: int) -> None:
            begun.set()

    def work(name: str, tasks: int) -> None:
        with progress.heard_by(Listener()):
            compute.run(who, [(0.05,)] * tasks)
        ended.append(name)

    long = threading.Thread(target=work, args=("long", 150))
    long.start()
    assert begun.wait(300)
    work("short", 8)
    long.join()
    compute.close()
    assert ended == ["short", "long"]


def test_after_a_worker_was_killed_there_are_new_ones() -> None:
    compute = Compute(2)
    with pytest.raises(BrokenExecutor):
        compute.run(os._exit, [(9,)] * 8)
    assert compute.run(abs, [(-number,) for number in range(8)]) == list(range(8))
    compute.close()


def test_a_failing_task_fails_the_job() -> None:
    compute = Compute(2)
    with pytest.raises(ZeroDivisionError):
        compute.run(divmod, [(1, 1)] * 7 + [(1, 0)])
    compute.close()


def test_what_workers_get_has_no_workers_of_its_own() -> None:
    assert pickle.loads(pickle.dumps(Compute(8))) == Compute(1)


def test_ranges_cover_everything_once() -> None:
    assert list(ranges(2500, 1000)) == [(0, 1000), (1000, 1000), (2000, 500)]
    assert list(ranges(0)) == []


PARENT = """
import os, time
from assets.core.compute import Compute
from tests.assets.core.test_compute import dawdle
if __name__ == "__main__":
    Compute(2).run(dawdle, [(600,)] * 8)
"""


def dawdle(seconds: float) -> None:
    os.write(1, f"{os.getpid()}\n".encode())  # in one piece: two workers write to the same pipe
    time.sleep(seconds)


def is_alive(pid: int) -> bool:
    """Whether a process runs: a zombie that nobody has waited for yet does not."""
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_workers_end_with_their_parent() -> None:
    """However it ended: nothing is left that goes on computing for nobody."""
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    workers = {int(parent.stdout.readline()), int(parent.stdout.readline())}
    assert all(map(is_alive, workers))
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    limit = time.monotonic() + 300
    while any(map(is_alive, workers)) and time.monotonic() < limit:
        time.sleep(0.1)
    assert not any(map(is_alive, workers))


def test_tasks_of_longer_queues_have_fewer_puzzles() -> None:
    assert [task_size(moves) for moves in range(1, 8)] == [1000, 250, 62, 20, 5, 1, 1]


@pytest.mark.usefixtures("smallest")
def test_kernels_are_compiled_beforehand_only_if_nothing_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before a first night of several games each one's engine is used a little, step by step."""
    monkeypatch.setattr(kernels, "nothing_compiled", lambda: False)
    assert not kernels.worth_compiling(list(GAMES))
    monkeypatch.setattr(kernels, "nothing_compiled", lambda: True)
    assert kernels.worth_compiling(list(GAMES))
    assert not kernels.worth_compiling(list(GAMES)[:1])

    ran: list[tuple[object, ...]] = []

    class Counted(Compute):
        def apart(self, function, *task):  # type: ignore[no-untyped-def]
            ran.append((function, task))

    said: list[str] = []
    steps: list[tuple[int, int]] = []

    class Listener(progress.Silence):
        def advance(self, done: int, total: int) -> None:
            steps.append((done, total))

        def end(self, stage: str, game: str, note: str) -> None:
            said.append(f"{stage} {game}: {note}")

    with progress.heard_by(Listener()):
        kernels.compile_kernels(Counted(2), Settings.load(), "pick")
    assert ran == [
        (kernels.use_agent, ("pick", "near", {"rows": 12})),
        (kernels.use_agent, ("pick", "first", {})),
        (kernels.use_variant, ("pick", "pick-5", True)),
        (kernels.use_variant, ("pick", "pick-8", True)),
    ]
    assert steps == [(0, 4), (1, 4), (2, 4), (3, 4)]
    assert said == ["compile pick: its kernels, once"]


@pytest.mark.usefixtures("smallest")
def test_a_game_without_short_puzzles_is_compiled_beforehand_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of its shortest puzzles everything is used, the referee too; of longer ones nothing."""
    moves = {"pick-5": 9, "pick-8": 11}
    long = {name: replace(variant, moves=moves[name]) for name, variant in PickEngine.variants.items()}
    made, judged = [], []
    make = PickEngine.generate
    monkeypatch.setattr(PickEngine, "variants", long)
    monkeypatch.setattr(PickEngine, "generate", lambda self, *given: made.append(given[0]) or make(self, *given))
    monkeypatch.setattr("tests.smallest.referee.count", lambda puzzle: judged.append(puzzle["game"]))
    play, met = PickEngine.play_game, []
    monkeypatch.setattr(PickEngine, "play_game", lambda self, *given: met.append(given) or play(self, *given))
    kernels.compile_kernels(Compute(1), Settings.load(), "pick")
    assert (made, judged) == (["pick-5"], ["pick"])
    assert met == [("near", 1, 0, {"rows": 1}), ("first", 1, 0, {"rows": 1})]
