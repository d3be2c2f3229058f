"""The pairs that an agent imagines after those it knows.

Six futures are fixed: the four colours as two pairs, over and over; three ways to part them, each with either pair
first. Every pair of two colours comes first once. No doubles: they make chains look easier to lengthen than they
are, and all colours come equally often, as they do in the long run. More futures are drawn: two pairs
of all four colours in another order every time. Where only one pair is unknown there is nothing to imagine: all ten
are looked at, doubles counting half as much because they come half as often.
"""

from __future__ import annotations

import numpy as np

from engines.puyo.agent.queues import ALL_PAIRS, PLAYED_COLORS, shuffle

FIXED = np.array([(0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2), (1, 2, 0, 3), (1, 3, 0, 2), (2, 3, 0, 1)], dtype=np.int64)
COLORS = np.array(PLAYED_COLORS, dtype=np.int64)


def fixed(number: int, pairs: int) -> np.ndarray:
    """One of the fixed futures."""
    return np.resize(COLORS[FIXED[number]], (pairs, 2))


def drawn(pairs: int, state: np.ndarray) -> np.ndarray:
    """A future that is drawn."""
    colors = np.tile(COLORS, (pairs // 2 + 1, 1))
    for four in colors:
        shuffle(state, four)
    return colors.reshape(-1, 2)[:pairs]


def imagined(count: int, pairs: int, state: np.ndarray) -> np.ndarray:
    """So many futures: (future, pair, half). There is only one that is empty."""
    if not pairs:
        return np.zeros((1, 0, 2), dtype=np.int64)
    return np.array([fixed(i, pairs) if i < len(FIXED) else drawn(pairs, state) for i in range(count)])


def one_more() -> tuple[np.ndarray, np.ndarray]:
    """All futures of one pair, and how often each counts."""
    return ALL_PAIRS.reshape(-1, 1, 2), np.where(ALL_PAIRS[:, 0] == ALL_PAIRS[:, 1], 1, 2)
