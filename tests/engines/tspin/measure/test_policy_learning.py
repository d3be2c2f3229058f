"""What `benchmarks/tspin_policy.py` learns from: on choices whose weights are known it finds them."""

from __future__ import annotations

import numpy as np

from benchmarks.tspin_policy import Choice, fit, from_puzzles, losses, table_of
from engines.tspin.measure.policy import HABITS, NAMES, OF_THE_GOAL, WEIGHTS


def test_weights_are_found_again() -> None:
    rng = np.random.default_rng(3)
    true = np.array([2.0, -1.0, 0.0])
    choices = []
    for _ in range(3000):
        seen = rng.normal(size=(8, 3))
        shares = np.exp(seen @ true)
        choices.append(Choice(seen, int(rng.choice(8, p=shares / shares.sum())), ""))
    table = table_of(choices, [1.0] * len(choices))
    found = fit(table)
    np.testing.assert_allclose(found, true, atol=0.15)
    bits, uniform = losses(table, found)
    assert bits.mean() < uniform.mean() == 3
    assert bits.mean() < losses(table, np.zeros(3))[0].mean()


def test_the_weights_in_use_beat_a_uniform_guess_on_puzzles() -> None:
    assert set(WEIGHTS) == set(HABITS) == set(NAMES)
    assert not any(HABITS[name] for name in OF_THE_GOAL)
    choices = from_puzzles(3)
    weights = np.array([WEIGHTS[name] for name in NAMES])
    bits, uniform = losses(table_of(choices, [1.0] * len(choices)), weights)
    assert bits.mean() < uniform.mean() / 3
