"""The weights of Geister's policy: that they are learned, and from what."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks import geister_policy
from benchmarks.geister_policy import Choice, apart, bits, chances, from_answers, learn, learned, rows_of
from engines.geister.engine import ENGINE
from engines.geister.measure.policy import NAMES, WEIGHTS


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


@pytest.mark.parametrize("replying", [False, True])
def test_what_is_learned_tells_choices_that_were_kept_aside(replying: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(geister_policy, "LENGTHS", (5,))
    beta, told = learned(2, 15, replying)
    assert np.isfinite(beta).all()
    assert all(count > 3 for _, count, *_ in told)
    assert sum(loss - uniform for _, _, loss, uniform, _ in told) < 0


def test_the_weights_in_use_tell_answers() -> None:
    """They ship as numbers; a guess among all moves is worse by more than a bit."""
    puzzles = [puzzle for name in ("escape-7", "wall-7", "open-7") for puzzle in ENGINE.generate(name, 99, 25)]
    loss, uniform, likeliest = bits(list(from_answers(puzzles, ENGINE.solve(puzzles))), WEIGHTS)
    assert loss < uniform - 1
    assert likeliest > 0.5
    assert len(WEIGHTS) == len(NAMES)


def test_games_weigh_a_bluff_apart() -> None:
    """What concerns reds and hidden pieces in games has columns of its own; all else is shared."""
    seen = np.arange(2.0 * len(NAMES)).reshape(2, -1)
    [game] = apart([Choice(seen, 0, 0)], True)
    [answer] = apart([Choice(seen, 0, 0)], False)
    places = [NAMES.index(name) for name in geister_policy.HIDDEN]
    assert (game.seen[:, places] == 0).all()
    assert (game.seen[:, len(NAMES) :] == seen[:, places]).all()
    assert (answer.seen[:, : len(NAMES)] == seen).all()
    assert (answer.seen[:, len(NAMES) :] == 0).all()
