"""Weights by what came after: what is seen in games, the fit to it, and the rounds of the tuner."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import reduce
from operator import add
from typing import Any

import numpy as np
import pytest

from engines.tspin.agent import returns
from engines.tspin.agent.best import named, weight_vector
from engines.tspin.agent.best_value import INDEX, NAMES
from engines.tspin.agent.returns import ENDED, FIRST, OF_BOARDS, OF_MOVES, ONE, PRESSED, SENT, Seen, Story, fitted
from engines.tspin.agent.returns_tune import State, worth
from engines.tspin.engine import ENGINE
from tests.engines.tspin import naive_best
from tests.engines.tspin.agent.test_best import cells_in

SMALL = {"rounds": 2, "games": 2, "moves": 90, "width": 3, "horizon": 8, "trial": 1}


def run(function: Callable[..., Any], tasks: Sequence[tuple[Any, ...]]) -> list[Any]:
    return [function(*task) for task in tasks]


@pytest.fixture(scope="module")
def story() -> Story:
    return returns.told(weight_vector(None), 5, 0, 150, 6)


def test_features_are_what_weights_are_multiplied_by(story: Story) -> None:
    """By the slow twin's value, each weight changed by a whole; and all together they give the value."""
    weights, rng = weight_vector(None), random.Random(1)
    features = returns.features_of(story, weights)
    letters = "IOTLJSZ"
    for i in rng.sample(range(len(story.boards)), 12):
        stack, hold = cells_in(story.boards[i]), letters[story.holds[i]]

        def value(changed: np.ndarray, i: int = i, stack: Any = stack, hold: str = hold) -> float:
            return naive_best.board_value(stack, hold, story.waits[i], named(changed))

        assert features[i] @ weights == pytest.approx(value(weights), abs=1e-2)
        for name in rng.sample(OF_BOARDS, 10):
            more = weights.copy()
            more[INDEX[name]] += 1e-3
            assert features[i, INDEX[name]] == pytest.approx((value(more) - value(weights)) / 1e-3, abs=0.02), name
    assert not features[:, [INDEX[name] for name in OF_MOVES]].any()


def test_spells_of_odd_play_come_and_go(story: Story) -> None:
    assert 0 < story.odd.sum() < len(story.odd) / 2
    again = returns.told(weight_vector(None), 5, 0, 150, 6)
    assert all(np.array_equal(one, other) for one, other in zip(story, again, strict=True))
    assert not np.array_equal(story.boards, returns.told(weight_vector(None), 5, 1, 150, 6).boards)


def plain_story(odd: Sequence[int], blocked: bool) -> Story:
    """A game in which move n sends n and takes 10 n inputs."""
    moves = len(odd)
    none, sent = np.zeros(moves), np.arange(moves)
    return Story(np.zeros((moves, 10)), none, none, sent, 10 * sent, np.array(odd) > 0, blocked)


def test_only_what_the_agent_did_itself_counts() -> None:
    odd = [0] * 10 + [0, 0, 0, 1, 1, 0, 0, 0, 0]
    here, came = returns.after(plain_story(odd, blocked=False), horizon=2)
    assert here.tolist() == [10, 14, 15, 16]
    assert came.tolist() == [[23, 230, 0], [31, 310, 0], [33, 330, 0], [35, 350, 0]]
    here, came = returns.after(plain_story(odd, blocked=True), horizon=2)
    assert here.tolist() == [10, 14, 15, 16, 17, 18]
    assert came.tolist()[-2:] == [[18, 180, 1], [0, 0, 1]]


def seen_of(rows: np.ndarray, sent: float = 7.0, pressed: float = 50.0) -> Seen:
    return Seen(rows.T @ rows, sent, pressed)


def test_the_fit_finds_what_boards_are_worth() -> None:
    rng = np.random.default_rng(3)
    rows = np.zeros((4000, returns.SIZE))
    rows[:, ONE] = 1
    rows[:, FIRST:SENT] = rng.normal(size=(4000, len(OF_BOARDS)))
    rows[:, FIRST + 4] = 2.0  # never changes
    true = rng.normal(size=len(OF_BOARDS))
    rows[:, PRESSED] = rng.normal(100, 5, size=4000)
    rows[:, ENDED] = rng.random(4000) < 0.1
    rows[:, SENT] = 3 + rows[:, FIRST:SENT] @ true + 0.14 * rows[:, PRESSED] + 25 * rows[:, ENDED]
    before = weight_vector(None)
    found = fitted(seen_of(rows), before, 0.14, 25.0, 0.0)
    places = returns.PLACES
    true[4] = before[places[4]]
    assert found[places] == pytest.approx(true, abs=1e-6)
    assert [found[INDEX[name]] for name in OF_MOVES] == [0, 1, 2, 4, 2, 4, 6, 0, -0.14]
    assert (fitted(seen_of(rows[:0], 0.0, 0.0), before, 0.14, 25.0, 300.0) == before).all()
    assert abs(fitted(seen_of(rows), before, 0.14, 25.0, 1e7)[places[0]]) < abs(true[0]) / 100


def test_what_is_seen_adds_up() -> None:
    rng = np.random.default_rng(4)
    one, other = rng.normal(size=(30, returns.SIZE)), rng.normal(size=(20, returns.SIZE))
    both = seen_of(one, 3, 20) + seen_of(other, 4, 30)
    assert both.products == pytest.approx(seen_of(np.concatenate([one, other])).products)
    assert both.rate == pytest.approx(0.14)


def test_games_are_seen_alike_together_and_one_by_one() -> None:
    weights = weight_vector(None).tolist()
    parts = [returns.observe(weights, 2, number, 60, 3, 8) for number in (0, 1)]
    both = reduce(add, parts)
    assert both.sent == parts[0].sent + parts[1].sent
    assert 20 < both.products[ONE, ONE] < 100


def test_weights_are_the_same_however_often_tuning_is_stopped() -> None:
    whole = list(ENGINE.tune("returns", 2, run, SMALL))
    assert [tuning.done for tuning in whole] == [1, 2]
    first = next(iter(ENGINE.tune("returns", 2, run, SMALL)))
    assert list(ENGINE.tune("returns", 2, run, SMALL, first.state)) == whole[1:]
    assert next(iter(ENGINE.tune("returns", 3, run, SMALL))).state != whole[0].state
    assert set(whole[-1].weights or {}) == set(NAMES)
    assert State.from_bytes(whole[-1].state).as_bytes() == whole[-1].state


def test_the_best_so_far_comes_out() -> None:
    tunings = list(ENGINE.tune("returns", 2, run, SMALL | {"rounds": 4}))
    sent = [worth(t.measures["attack"], t.measures["tspin_efficiency"], 94.0) for t in tunings]
    assert sent == sorted(sent)
    assert worth(700, 92, 94) == 688


@pytest.mark.parametrize("tuner", ["returns", "covariance"])
def test_tuning_may_begin_with_other_weights(tuner: str) -> None:
    small = SMALL if tuner == "returns" else {"population": 4, "generations": 1, "games": 1, "inputs": 60, "width": 4}
    other = {name: 2.0 * weight for name, weight in ENGINE.own_weights("tspin-best").items()}
    own, begun = (next(iter(ENGINE.tune(tuner, 2, run, small, None, given))) for given in (None, other))
    assert own.state != begun.state
    assert own == next(iter(ENGINE.tune(tuner, 2, run, small, None, ENGINE.own_weights("tspin-best"))))
