"""Bits, ranks and the heap of lines, beside Python's own."""

from __future__ import annotations

import heapq
import random

import numpy as np
import pytest

from engines.shared.effort import beyond, bits, pop, push, rank_of, softmax


def test_bits() -> None:
    assert [bits(share) for share in (1.0, 0.5, 0.25)] == [0, 1, 2]
    assert bits(1 / 3) == pytest.approx(np.log2(3), abs=1e-6)
    assert bits(0.0) > 900


def test_bits_add_up_to_the_same_in_any_order() -> None:
    lost = [bits(share) for share in (0.1, 0.2, 0.3, 0.37)]
    assert sum(lost) == sum(reversed(lost)) == lost[2] + lost[0] + lost[3] + lost[1]


def test_equals_share_the_best_rank() -> None:
    shares = np.array([0.2, 0.4, 0.2, 0.2])
    assert [rank_of(shares, 4, k) for k in range(4)] == [2, 1, 2, 2]


def test_scores_become_probabilities() -> None:
    values = np.array([1000.0, 1000.0 + np.log(3.0), 7.0])
    softmax(values, 2)
    assert values.tolist() == pytest.approx([0.25, 0.75, 7.0])


def test_what_was_not_reached_counts_by_its_bits() -> None:
    """A line half as likely comes after twice as many; the number goes on where the search ends."""
    assert beyond(1024, 12.0, 12.0) == 10
    assert beyond(1024, 12.0, 15.5) == 13.5
    assert beyond(1024, 12.0, 11.0) == 10


def test_the_heap() -> None:
    rng = random.Random(3)
    keys = np.array([float(rng.randrange(20)) for _ in range(200)])
    heap, size, theirs = np.zeros(200, dtype=np.int64), 0, list[tuple[float, int]]()
    for node in range(200):
        size = push(heap, size, keys, node)
        heapq.heappush(theirs, (float(keys[node]), node))
        if rng.random() < 0.4:
            assert pop(heap, size, keys) == heapq.heappop(theirs)[1]
            size -= 1
    while size:
        assert pop(heap, size, keys) == heapq.heappop(theirs)[1]
        size -= 1
    assert not theirs
