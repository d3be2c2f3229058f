"""What a search that resembles a person's costs: arithmetic that is the same for every game.

A policy gives each choice a probability; what it makes of an answer is told in bits, -log2 of a probability. Of two
answers the one with fewer bits is the less surprising. Compare with tests/engines/shared/test_effort.py.
"""

from __future__ import annotations

import numpy as np

from engines.kernels.jit import kernel

LEAST = 1e-300  # what no probability is below, so that its bits are a number
GRAIN = 1 << 20  # bits are multiples of one over this: sums are exact, and equal lines equal on every machine


@kernel
def bits(probability: float) -> float:
    """How surprising something of this probability is; also log2 of the tries until it comes about, on average."""
    return float(np.round(-np.log2(max(probability, LEAST)) * GRAIN) / GRAIN)


@kernel
def rank_of(shares: np.ndarray, count: int, own: int) -> int:
    """The place of a choice when the likeliest comes first; equals share the best place."""
    rank = 1
    for k in range(count):
        rank += shares[k] > shares[own]
    return rank


@kernel
def softmax(values: np.ndarray, count: int) -> None:
    """Scores become probabilities."""
    most = -np.inf
    for k in range(count):
        most = max(most, values[k])
    total = 0.0
    for k in range(count):
        values[k] = np.exp(values[k] - most)
        total += values[k]
    for k in range(count):
        values[k] /= total


@kernel
def beyond(looked_at: int, reached: float, answer: float) -> float:
    """log2 of the lines to look at, where a search ended early: at lines of so many bits, where the answer has more.

    Half as likely a line comes after twice as many others.
    """
    return float(np.log2(max(looked_at, 1)) + max(answer - reached, 0.0))


@kernel
def is_before(keys: np.ndarray, a: int, b: int) -> bool:
    """Whether a line comes before another: by its bits, then by its number."""
    return keys[a] < keys[b] or (keys[a] == keys[b] and a < b)


@kernel
def push(heap: np.ndarray, size: int, keys: np.ndarray, node: int) -> int:
    """Put a line into a heap, the least bits first; its new size."""
    at = size
    while at > 0 and is_before(keys, node, heap[(at - 1) >> 1]):
        heap[at] = heap[(at - 1) >> 1]
        at = (at - 1) >> 1
    heap[at] = node
    return size + 1


@kernel
def pop(heap: np.ndarray, size: int, keys: np.ndarray) -> int:
    """Take the first line out of a heap, which has one less then."""
    first, last = heap[0], heap[size - 1]
    size -= 1
    at = 0
    while True:
        below = 2 * at + 1
        if below >= size:
            break
        if below + 1 < size and is_before(keys, heap[below + 1], heap[below]):
            below += 1
        if not is_before(keys, heap[below], last):
            break
        heap[at] = heap[below]
        at = below
    heap[at] = last
    return int(first)
