"""Learning how likely people are to try each placement, on made problems and on made choices."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks import policy
from benchmarks.policy import Decisions, bits, decisions, fitted, held_out, probabilities, unique_ones
from engines.puyo.measure.policy import SEEN, TABLE
from engines.registry import engine


def lines(count: int) -> list[str]:
    puyo = engine("puyo")
    return [json.dumps(puyo.encode(puzzle)) for puzzle in puyo.generate("chain-2x3", seed=3, count=count)]


def test_planted_weights_are_found_again() -> None:
    rng = np.random.default_rng(1)
    rows, planted = rng.normal(size=(3000, 5, 3)), np.array([1.0, -0.5, 0.0])
    given = Decisions(rows, np.full(3000, 5), np.zeros(3000, dtype=int), np.zeros(3000, dtype=bool), np.arange(3000))
    shares = probabilities(given, planted)
    given = given._replace(right=np.array([rng.choice(5, p=share) for share in shares]))
    assert fitted(given) == pytest.approx(planted, abs=0.1)


def test_made_problems(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "problems"
    file.write_text("\n".join([*lines(24), "no puzzle"]))
    policy.main([str(file)])
    printed, left_out = capsys.readouterr()
    assert "left out" in left_out
    assert all(f'"{name}"' in printed for name in SEEN)
    given = decisions(*unique_ones(lines(24)))
    even = np.log2(given.counts).mean()
    assert bits(given, TABLE).mean() < even
    assert held_out(given, 2).mean() < even
    assert bits(given, np.zeros_like(TABLE)).mean() == pytest.approx(even)
