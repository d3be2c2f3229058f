"""The weights of Geister's policy: that they are learned, and from what."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from benchmarks.geister_policy import (
    AGENTS,
    ANSWERS,
    ASTRAY,
    ON_THE_LINE,
    REFUTATIONS,
    Choice,
    Solved,
    bits,
    chances,
    from_answers,
    from_refutations,
    from_tries,
    learn,
    learned,
    one_try,
    rows_of,
    told,
)
from engines.geister.engine import ENGINE
from engines.geister.measure.features import line_of
from engines.geister.measure.policy import NAMES, REPLY_NAMES, REPLY_WEIGHTS, WEIGHTS, choices
from engines.geister.solve.bounds import least_plies


def drawn(beta: np.ndarray, count: int) -> list[Choice]:
    """Choices that were made by known weights."""
    random, found = np.random.default_rng(3), []
    for number in range(count):
        seen = random.integers(0, 2, (int(random.integers(2, 9)), len(beta))).astype(float)
        p = np.exp(seen @ beta)
        found.append(Choice(seen, int(random.choice(len(seen), p=p / p.sum())), number))
    return found


def test_known_weights_are_found_again() -> None:
    beta = np.array([2.0, -1.0, 0.0, 0.5])
    choices = drawn(beta, 4000)
    assert learn(rows_of([(choices, 1.0)]), 1e-3) == pytest.approx(beta, abs=0.2)
    assert np.add.reduceat(
        chances(rows_of([(choices, 1.0)]), beta), rows_of([(choices, 1.0)]).begins
    ) == pytest.approx(1)
    assert bits(choices, np.zeros(4))[0] == pytest.approx(bits(choices, beta)[1])
    assert bits(choices, beta)[0] < bits(choices, beta)[1]


def test_sources_have_their_shares() -> None:
    """However many choices a source has, its weight is its share."""
    rows = rows_of([(drawn(np.ones(2), 30), 0.7), (drawn(np.ones(2), 90), 0.3)])
    assert rows.weights[:30].sum() == pytest.approx(0.7 * 120)
    assert rows.weights.sum() == pytest.approx(120)


@pytest.fixture(scope="module")
def solved() -> Solved:
    puzzles = [puzzle for name in ("escape-7", "wall-7", "open-7") for puzzle in ENGINE.generate(name, 99, 12)]
    proved = enumerate(zip(puzzles, ENGINE.solve(puzzles), strict=True))
    return [(number, *both) for number, both in proved if both[1].verdict == "unique"]


def test_the_weights_in_use_beat_an_even_guess_in_every_situation(solved: Solved) -> None:
    """They ship as numbers. The puzzles are none of those that they were learned from."""
    found = {ANSWERS: list(from_answers(solved)), **from_tries(solved), REFUTATIONS: list(from_refutations(solved))}
    for situation, made in found.items():
        loss, even, likeliest = bits(made, REPLY_WEIGHTS if situation == REFUTATIONS else WEIGHTS)
        assert len(made) > 30, situation
        assert loss < even - 0.5, situation
        assert likeliest > 0.3, situation
    assert len(WEIGHTS) == len(NAMES)
    assert len(REPLY_WEIGHTS) == len(REPLY_NAMES)


def test_what_is_learned_tells_choices_that_were_kept_aside(solved: Solved) -> None:
    found: dict[str, Sequence[Choice]] = {ANSWERS: list(from_answers(solved)), **from_tries(solved)}
    rows = list(told(found, ["escape"] * 12 + ["wall"] * 12 + ["open"] * 12, learned(found)))
    assert {(situation, category) for situation, category, *_ in rows} >= {
        (ANSWERS, ""),
        (ASTRAY, ""),
        (ANSWERS, "wall"),
    }
    assert all(loss < even for _, category, _, loss, even, _ in rows if not category)
    assert sum(count for situation, category, count, *_ in rows if situation == ANSWERS and category) == next(
        count for situation, category, count, *_ in rows if situation == ANSWERS
    )


def test_who_sees_further_strays_less(solved: Solved) -> None:
    """An agent is on the line for as long as its moves are right, and tries nothing once no blue can be in time. Who
    sees wins of five plies finds those of seven more often."""
    kept = []
    for strength in AGENTS:
        stream = np.ones(1, dtype=np.uint64)
        first = [list(one_try(puzzle, len(line_of(verdict)), strength, stream)) for _, puzzle, verdict in solved]
        for tries in first:
            situations = [situation for situation, *_ in tries]
            assert situations == sorted(situations, reverse=True)  # on the line, then astray
            for _, position, plies, move in tries:
                assert plies == tries[0][2] or least_plies(position) <= plies
                assert move in choices(position, plies)[0]
        kept.append(sum(len(tries) == 4 and tries[-1][0] == ON_THE_LINE for tries in first))
    assert kept[0] <= kept[1] < kept[2]
