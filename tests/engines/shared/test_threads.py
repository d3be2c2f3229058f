"""What each thread has for itself, and engines that many threads call at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from engines.registry import GAMES, engine
from engines.shared.threads import per_thread

VARIANTS = {
    "tspin": ("tsd-1", "tsd-2-srs", "donate-2"),
    "puyo": ("chain-2x3", "clear-2"),
    "geister": ("escape-9", "wall-9", "open-7"),
}


def test_each_thread_gets_one_of_its_own() -> None:
    made: list[object] = []
    together = Barrier(3)

    @per_thread
    def room() -> object:
        """A room."""
        made.append(object())
        return made[-1]

    def ask() -> tuple[object, object]:
        together.wait()
        return room(), room()

    with ThreadPoolExecutor(3) as pool:
        given = [asked.result() for asked in [pool.submit(ask) for _ in range(3)]]
    assert all(first is second for first, second in given)
    assert len({id(first) for first, _ in given}) == len(made) == 3
    assert room() not in [first for first, _ in given]
    assert room.__doc__ == "A room."


@pytest.mark.parametrize("game", GAMES)
def test_threads_at_once_make_prove_and_measure_as_one_does(game: str) -> None:
    table = engine(game)

    def work(job: tuple[str, int]) -> list[Any]:
        puzzles = table.generate(job[0], job[1], 2)
        verdicts = table.solve(puzzles)
        numbers = table.measure(puzzles, verdicts).tobytes()
        return [[v.as_json() for v in verdicts], table.labels(puzzles, verdicts), numbers]

    jobs = [(variant, seed) for variant in VARIANTS[game] for seed in range(4)]
    alone = list(map(work, jobs))
    with ThreadPoolExecutor(5) as pool:
        assert list(pool.map(work, jobs)) == alone
