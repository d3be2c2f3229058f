"""Proof and disproof numbers of positions that are still open, for `dfpn`.

A position is kept as what it is, together with the plies that are left, so it is never mistaken for another one, and
whose move it is shows from the plies. Four entries share a bucket; when all are in use the one that took the fewest
nodes makes room: with a single slot a search would lose its own numbers again and again. A stamp says which search
an entry belongs to, so that forgetting everything costs nothing. Compare with `store`, which keeps what is settled.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engines.geister.rules.moves import Position
from engines.geister.solve.store import DATA, MULTIPLIER_1, MULTIPLIER_2, SHIFT, first_key, second_key
from engines.kernels.jit import kernel

WAYS = 4
WORDS = 4  # of an entry: two for the key, the numbers, the nodes that they took
STAMP = DATA + 6  # where the stamp begins in the second word, above six bits for the plies
STAMP_BIT = 1 << STAMP
STAMPS = 1 << 13

WORD = 32
WORD_MASK = (1 << WORD) - 1


class Numbers(NamedTuple):
    """The entries, and the stamp of this search in `stamp[0]`."""

    words: np.ndarray
    stamp: np.ndarray


def new_numbers(bits: int) -> Numbers:
    """Room for 2^bits buckets."""
    return Numbers(np.zeros(WAYS * WORDS << bits, dtype=np.int64), np.ones(1, dtype=np.int64))


@kernel
def forget(numbers: Numbers) -> None:
    """Begin a new search, in which nothing is known."""
    numbers.stamp[0] += 1
    if numbers.stamp[0] == STAMPS:
        for i in range(numbers.words.size):
            numbers.words[i] = 0
        numbers.stamp[0] = 1


@kernel
def pack(phi: int, delta: int) -> int:
    """Two numbers in a word."""
    return phi << WORD | delta


@kernel
def phi_of(packed: int) -> int:
    """The number that the side to move wants to bring down to 0."""
    return packed >> WORD


@kernel
def delta_of(packed: int) -> int:
    """The number that the other side wants to bring down to 0."""
    return packed & WORD_MASK


@kernel
def _second(numbers: Numbers, position: Position, plies: int) -> int:
    """The second word of an entry."""
    return second_key(position) | plies << DATA | numbers.stamp[0] << STAMP


@kernel
def _bucket(numbers: Numbers, first: int, second: int) -> int:
    """Where a bucket begins; the same in every search, so that a search takes the same course whenever it is made."""
    key = np.uint64(second & STAMP_BIT - 1)
    hashed = np.uint64(first) * MULTIPLIER_1 ^ (key + np.uint64(1)) * MULTIPLIER_2
    hashed ^= hashed >> SHIFT
    hashed *= MULTIPLIER_1
    return int(np.int64(hashed >> SHIFT) & (numbers.words.size // (WAYS * WORDS) - 1)) * WAYS * WORDS


@kernel
def look_up(numbers: Numbers, position: Position, plies: int) -> int:
    """The numbers of a position, packed; 0 if there are none."""
    first, second = first_key(position), _second(numbers, position, plies)
    at = _bucket(numbers, first, second)
    for entry in range(at, at + WAYS * WORDS, WORDS):
        if numbers.words[entry] == first and numbers.words[entry + 1] == second:
            return int(numbers.words[entry + 2])
    return 0


@kernel
def keep(numbers: Numbers, position: Position, plies: int, packed: int, nodes: int) -> bool:
    """Keep the numbers of a position, which took so many nodes; whether others were forgotten for it."""
    first, second = first_key(position), _second(numbers, position, plies)
    at = _bucket(numbers, first, second)
    chosen, least, forgets = at, -1, True
    for entry in range(at, at + WAYS * WORDS, WORDS):
        current = numbers.words[entry + 1] >> STAMP == numbers.stamp[0]
        if current and numbers.words[entry] == first and numbers.words[entry + 1] == second:
            chosen = entry
            nodes += numbers.words[entry + 3]
            forgets = False
            break
        forgets &= current
        worth = numbers.words[entry + 3] if current else 0
        if least < 0 or worth < least:
            chosen, least = entry, worth
    numbers.words[chosen] = first
    numbers.words[chosen + 1] = second
    numbers.words[chosen + 2] = packed
    numbers.words[chosen + 3] = nodes
    return forgets
