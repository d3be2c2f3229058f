"""A search for weights by covariance matrix adaptation (CMA-ES, Hansen and Ostermeier 2001).

Every generation draws candidates from a normal distribution, has them judged, and moves the distribution towards the
better half: its mean, its overall width, and the directions in which steps have paid. Compare with the genetic
algorithm of the T-spin agent paper (3.5), which mixes and jolts single weights and learns no directions; this one
needs fewer games for as many weights because it does.

Only the order of the candidates counts, so a judgement may be noisy, as games are. A state is plain numbers: the
search goes on from it as if it had never stopped, and what it draws depends on its seed and generation alone.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import numpy as np

from engines.kernels.randomness import fraction, start, stream_key


@dataclass(frozen=True)
class Search:
    """How far a search has got: a distribution in units of `scale`."""

    mean: np.ndarray
    scale: np.ndarray
    width: float
    spread: np.ndarray  # the covariance matrix
    drift: np.ndarray  # the path of the mean, by which `spread` learns
    pace: np.ndarray  # the same with all directions made equal, by which `width` does
    generation: int = 0

    def weights(self) -> np.ndarray:
        return self.mean * self.scale

    def as_bytes(self) -> bytes:
        numbers = vars(self).items()
        plain = {key: value.tolist() if isinstance(value, np.ndarray) else value for key, value in numbers}
        return json.dumps(plain).encode()

    @classmethod
    def from_bytes(cls, state: bytes) -> Search:
        numbers: dict[str, Any] = json.loads(state)
        for key, value in numbers.items():
            numbers[key] = np.array(value) if isinstance(value, list) else value
        return cls(**numbers)


def begin_search(weights: np.ndarray, smallest: float | np.ndarray, width: float) -> Search:
    """A search around some weights; each is as uncertain as it is large, but for those smaller than `smallest`."""
    scale = np.maximum(np.abs(weights), smallest)
    n = len(weights)
    return Search(weights / scale, scale, width, np.eye(n), np.zeros(n), np.zeros(n))


def normals(key: np.uint64, generation: int, shape: tuple[int, int]) -> np.ndarray:
    """Normally distributed numbers (Box and Muller), a generation's own."""
    state = np.zeros(1, dtype=np.uint64)
    start(state, key, generation)
    uniform = np.array([fraction(state) for _ in range(2 * shape[0] * shape[1])]).reshape(2, *shape)
    return np.asarray(np.sqrt(-2.0 * np.log(1.0 - uniform[0])) * np.cos(2.0 * np.pi * uniform[1]))


def axes_of(spread: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The axes of a distribution and how far it reaches along them."""
    lengths, axes = np.linalg.eigh(spread)
    return axes, np.sqrt(np.maximum(lengths, 1e-20))


def candidates(search: Search, stream: str, seed: int, count: int) -> np.ndarray:
    """The weights that a generation tries, one row each."""
    axes, lengths = axes_of(search.spread)
    steps = normals(stream_key(stream, seed), search.generation, (count, len(search.mean))) * lengths @ axes.T
    return np.asarray((search.mean + search.width * steps) * search.scale)


def learn(search: Search, tried: np.ndarray, judged: np.ndarray) -> Search:
    """The search after a generation, given what each candidate is worth: the more the better."""
    n, count = len(search.mean), len(tried)
    half = count // 2
    share = np.log(half + 0.5) - np.log(np.arange(1, half + 1))
    share /= share.sum()
    mass = 1.0 / float(share @ share)
    pace_rate = (mass + 2.0) / (n + mass + 5.0)
    drift_rate = (4.0 + mass / n) / (n + 4.0 + 2.0 * mass / n)
    one_rate = 2.0 / ((n + 1.3) ** 2 + mass)
    all_rate = min(1.0 - one_rate, 2.0 * (mass - 2.0 + 1.0 / mass) / ((n + 2.0) ** 2 + mass))
    damping = 1.0 + 2.0 * max(0.0, np.sqrt((mass - 1.0) / (n + 1.0)) - 1.0) + pace_rate
    usual = np.sqrt(n) * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n))  # length of a normal vector

    best = tried[np.argsort(-judged, kind="stable")[:half]] / search.scale
    steps = (best - search.mean) / search.width
    step = share @ steps
    axes, lengths = axes_of(search.spread)
    rounded = axes @ ((axes.T @ step) / lengths)
    pace = (1.0 - pace_rate) * search.pace + np.sqrt(pace_rate * (2.0 - pace_rate) * mass) * rounded
    length = float(np.linalg.norm(pace))
    settled = np.sqrt(1.0 - (1.0 - pace_rate) ** (2 * (search.generation + 1)))
    steady = float(length / settled < (1.4 + 2.0 / (n + 1.0)) * usual)
    drift = (1.0 - drift_rate) * search.drift + steady * np.sqrt(drift_rate * (2.0 - drift_rate) * mass) * step
    forgotten = 1.0 - one_rate - all_rate + (1.0 - steady) * one_rate * drift_rate * (2.0 - drift_rate)
    spread = forgotten * search.spread + one_rate * np.outer(drift, drift) + all_rate * (steps.T * share) @ steps
    width = search.width * float(np.exp(pace_rate / damping * (length / usual - 1.0)))
    return Search(
        search.mean + search.width * step,
        search.scale,
        width,
        (spread + spread.T) / 2.0,
        drift,
        pace,
        search.generation + 1,
    )
