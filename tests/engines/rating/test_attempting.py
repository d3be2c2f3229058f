"""Simulated tries: the same in any company, surer and faster the better the rater, like the thesis' beginners."""

from __future__ import annotations

import numpy as np
import pytest

from engines.identity import puzzle_id
from engines.rating.attempting import Tries, attempt, margin
from engines.rating.raters import Rater, population, truth
from engines.registry import engine
from tests.engines.rating.tables import puzzle_ids

SEED = 5


def as_table(tries: Tries, raters: list[Rater], ids: list[str]) -> dict[tuple[str, str], tuple[bool, float | None]]:
    rows = zip(tries.rater, tries.item, tries.solved, tries.seconds, strict=True)
    return {(raters[r].rater_id, ids[i]): (bool(s), float(t) if s else None) for r, i, s, t in rows}


def test_everyone_tries_everything_and_only_solutions_take_time():
    raters, ids = population(engine("tspin"), SEED, 12), puzzle_ids(80)
    tries = attempt(raters, ids, np.linspace(1, 6, 80), "tspin", SEED)
    assert len(as_table(tries, raters, ids)) == len(tries) == 12 * 80
    assert np.array_equal(np.isnan(tries.seconds), ~tries.solved)
    assert 0.3 < tries.solved.mean() < 0.95
    times = tries.seconds[tries.solved]
    assert 0.1 <= times.min() < times.max() <= 90.0
    np.testing.assert_allclose(times, times.round(1), err_msg="a stopwatch tells tenths of a second")


def test_a_try_depends_on_rater_and_puzzle_alone():
    raters, ids, hidden = population(engine("tspin"), SEED, 12), puzzle_ids(30), np.linspace(1, 6, 30)
    whole = as_table(attempt(raters, ids, hidden, "tspin", SEED), raters, ids)
    rng = np.random.default_rng(1)
    some, few = rng.permutation(30)[:11], [raters[place] for place in rng.permutation(12)[:5]]
    chosen = [ids[place] for place in some]
    part = as_table(attempt(few, chosen, hidden[some], "tspin", SEED), few, chosen)
    assert len(part) == 55
    assert part == {pair: whole[pair] for pair in part}


def test_seed_and_game_make_a_difference():
    raters, ids, hidden = population(engine("tspin"), SEED, 12), puzzle_ids(30), np.full(30, 4.0)
    one, two, three = (
        attempt(raters, ids, hidden, game, seed).seconds for game, seed in (("tspin", 1), ("tspin", 2), ("puyo", 1))
    )
    assert not np.array_equal(one, two, equal_nan=True)
    assert not np.array_equal(one, three, equal_nan=True)


def test_harder_is_slower_and_rarer_and_skill_helps():
    raters, ids = population(engine("tspin"), SEED, 300), puzzle_ids(90)
    tries = attempt(raters, ids, np.repeat([2.0, 3.5, 5.0], 30), "tspin", SEED)
    skilled = np.array([rater.skill > 0.5 for rater in raters])[tries.rater]
    for group in (skilled, ~skilled):
        parts = [group & (tries.item // 30 == third) for third in range(3)]
        solved = [tries.solved[part].mean() for part in parts]
        median = [np.nanmedian(tries.seconds[part]) for part in parts]
        assert solved == sorted(solved, reverse=True)
        assert median == sorted(median)
    assert tries.solved[skilled].mean() > tries.solved[~skilled].mean() + 0.05
    assert np.nanmedian(tries.seconds[skilled]) < np.nanmedian(tries.seconds[~skilled])


def test_a_shorter_limit_only_takes_the_slow_ones_away():
    raters, ids, hidden = population(engine("tspin"), SEED, 20), puzzle_ids(50), np.linspace(1, 5, 50)
    long, short = (attempt(raters, ids, hidden, "tspin", SEED, limit) for limit in (90.0, 20.0))
    assert np.array_equal(short.solved, long.solved & (np.nan_to_num(long.seconds, nan=99.0) <= 20.0))
    assert np.array_equal(short.seconds[short.solved], long.seconds[short.solved])


def test_a_rater_is_as_far_ahead_of_two_puzzles_as_they_differ():
    ahead = margin(population(engine("tspin"), SEED, 3), np.array([2.0, 3.0]))
    assert (ahead[:, 0] - ahead[:, 1]).tolist() == pytest.approx([1.0] * 3)


def two_move_puzzles(count: int) -> tuple[list[str], np.ndarray]:
    """Real ones with a single answer, and their hidden difficulty."""
    press = engine("tspin")
    made = press.generate("tsd-2", 1, 2 * count)
    verdicts = press.solve(made)
    rows = [row for row, verdict in enumerate(verdicts) if verdict.verdict == "unique"][:count]
    chosen, proved = [made[row] for row in rows], [verdicts[row] for row in rows]
    ids, names = [puzzle_id(press, puzzle) for puzzle in chosen], [feature.name for feature in press.features]
    hidden = truth(ids, names, press.measure(chosen, proved), np.full(count, 2), engine("tspin"))
    return ids, hidden.difficulty


def test_beginners_solve_as_many_as_those_of_the_thesis():
    """T-spin thesis, 6.1.2: 15 beginners, 15 two-move puzzles, 30 seconds each: 12.1 solved on average (9 to 15)."""
    ids, difficulty = two_move_puzzles(300)
    counts = []
    for part in range(20):
        people = [rater for rater in population(engine("tspin"), part, 40) if rater.group == "beginner"][:15]
        some = slice(15 * part, 15 * part + 15)
        tries = attempt(people, ids[some], difficulty[some], "tspin", part, limit=30.0)
        counts.append(np.bincount(tries.rater, tries.solved, 15))
    assert np.mean(counts) == pytest.approx(12.1, abs=0.6)
    assert np.mean([found.min() for found in counts]) == pytest.approx(9, abs=1.5)
    assert np.mean([found.max() for found in counts]) == pytest.approx(15, abs=1.0)
