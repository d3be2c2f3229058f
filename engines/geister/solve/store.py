"""Positions met before: for each the fewest plies in which it is won, the most in which it is not, the best move.

A position is kept as what it is, three bits a square in two words, so it is never mistaken for another one.
Four entries share a bucket, which is a line of the processor's cache; when all are in use the one that was searched
least makes room. The store begins small, so that it stays in that cache, and doubles when half of it is in use.
Emptying it costs as much as was put into it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engines.geister.rules.moves import Position
from engines.kernels.jit import kernel

WAYS = 4
PLANE = 36  # bits of a plane
LOW = 28  # bits of the second plane that the first word has room for
HIGH = PLANE - LOW
DATA = HIGH + PLANE  # above the planes of the second word: 6 bits won, 6 bits not won, 8 bits move
LOW_MASK = (1 << LOW) - 1
KEY_MASK = (1 << DATA) - 1
SIX = 63
WAYS_TO_GO = np.array([1, -1, 6, -6])

MULTIPLIER_1 = np.uint64(0x9E3779B97F4A7C15)
MULTIPLIER_2 = np.uint64(0xC2B2AE3D27D4EB4F)
SHIFT = np.uint64(32)


class Store(NamedTuple):
    """`words` has two for each entry; `touched` lists where the buckets in use begin; `sizes`: see below."""

    words: np.ndarray
    touched: np.ndarray
    sizes: np.ndarray


TOUCHED, BUCKETS, ENTRIES = 0, 1, 2  # in Store.sizes
SMALLEST = 64  # buckets of a store that is empty


def new_store(bits: int) -> Store:
    """An empty store that grows to 2^bits buckets."""
    buckets = 1 << bits
    sizes = np.array([0, min(SMALLEST, buckets), 0], dtype=np.int64)
    return Store(np.zeros(buckets * WAYS * 2, dtype=np.int64), np.zeros(buckets, dtype=np.int64), sizes)


@kernel
def empty(store: Store) -> None:
    """Forget everything."""
    for i in range(store.sizes[TOUCHED]):
        at = store.touched[i]
        for word in range(at, at + 2 * WAYS):
            store.words[word] = 0
    store.sizes[TOUCHED] = 0
    store.sizes[ENTRIES] = 0
    store.sizes[BUCKETS] = min(SMALLEST, store.touched.size)


@kernel
def grow(store: Store) -> None:
    """Twice as many buckets: each entry stays where it is or goes to the bucket as far into the new half."""
    old = store.sizes[BUCKETS] * 2 * WAYS
    store.sizes[BUCKETS] *= 2
    for i in range(store.sizes[TOUCHED]):
        at = store.touched[i]
        stays, goes = at, at + old
        for entry in range(at, at + 2 * WAYS, 2):
            first, second = store.words[entry], store.words[entry + 1]
            if first == 0:
                break
            store.words[entry], store.words[entry + 1] = 0, 0
            if bucket_of(store, first, second & KEY_MASK) == at:
                store.words[stays], store.words[stays + 1] = first, second
                stays += 2
            else:
                store.words[goes], store.words[goes + 1] = first, second
                goes += 2
    store.sizes[TOUCHED] = 0
    for at in range(0, 2 * old, 2 * WAYS):
        if store.words[at]:
            _touch(store, at)


@kernel
def _touch(store: Store, at: int) -> None:
    """Note that a bucket is in use."""
    store.touched[store.sizes[TOUCHED]] = at
    store.sizes[TOUCHED] += 1


@kernel
def first_key(position: Position) -> int:
    """The lower two planes of a position, as far as they fit."""
    plane = position.own_blue | position.purple | position.red
    return plane | (((position.own_red | position.purple) & LOW_MASK) << PLANE)


@kernel
def second_key(position: Position) -> int:
    """The rest of the planes."""
    return ((position.own_red | position.purple) >> LOW) | ((position.blue | position.red) << HIGH)


@kernel
def bucket_of(store: Store, first: int, second: int) -> int:
    """Where a bucket begins in `words`."""
    hashed = np.uint64(first) * MULTIPLIER_1 ^ (np.uint64(second) + np.uint64(1)) * MULTIPLIER_2
    hashed ^= hashed >> SHIFT
    hashed *= MULTIPLIER_1
    return int(np.int64(hashed >> SHIFT) & (store.sizes[BUCKETS] - 1)) * 2 * WAYS


@kernel
def recall(store: Store, position: Position) -> int:
    """What is known of a position: `won_within`, `not_within` and `best_of` read it; 0 is nothing."""
    first, second = first_key(position), second_key(position)
    at = bucket_of(store, first, second)
    for entry in range(at, at + 2 * WAYS, 2):
        if store.words[entry] == first and store.words[entry + 1] & KEY_MASK == second:
            return (store.words[entry + 1] >> DATA) & 0xFFFFF
    return 0


@kernel
def won_within(known: int) -> int:
    """In how many plies a position is won; 0 if nothing is known of that."""
    half = known & SIX
    return 2 * half - 1 if half else 0


@kernel
def not_within(known: int) -> int:
    """In how many plies a position is not won; 0 if nothing is known of that."""
    half = known >> 6 & SIX
    return 2 * half - 1 if half else 0


@kernel
def best_of(known: int) -> int:
    """The move that did best, its squares in six bits each; -1 if there is none."""
    code = (known >> 12) - 1
    return (code >> 2) << 6 | ((code >> 2) + WAYS_TO_GO[code & 3]) if code >= 0 else -1


@kernel
def _code(move: int) -> int:
    """A move in eight bits: the square it starts from and its direction; 0 for none."""
    if move < 0:
        return 0
    start, way = move >> 6, (move & 63) - (move >> 6)
    direction = 0
    while WAYS_TO_GO[direction] != way:
        direction += 1
    return (start << 2 | direction) + 1


@kernel
def remember(store: Store, position: Position, won: int, lost: int, move: int) -> None:
    """Keep that a position is won within so many plies (or 0), not won within so many (or 0), and its best move."""
    first, second = first_key(position), second_key(position)
    if store.sizes[ENTRIES] * 2 > store.sizes[BUCKETS] * WAYS and store.sizes[BUCKETS] < store.touched.size:
        grow(store)
    at = bucket_of(store, first, second)
    chosen, least = at, 1 << 20
    for entry in range(at, at + 2 * WAYS, 2):
        if store.words[entry] == 0:
            chosen = entry
            store.sizes[ENTRIES] += 1
            break
        data = (store.words[entry + 1] >> DATA) & 0xFFFFF
        if store.words[entry] == first and store.words[entry + 1] & KEY_MASK == second:
            won = min(won, won_within(data)) if won and won_within(data) else max(won, won_within(data))
            lost = max(lost, not_within(data))
            chosen = entry
            break
        worth = max(won_within(data), not_within(data))
        if worth < least:
            chosen, least = entry, worth
    if store.words[at] == 0:
        _touch(store, at)
    data = (won + 1) // 2 | ((lost + 1) // 2) << 6 | _code(move) << 12
    store.words[chosen] = first
    store.words[chosen + 1] = second | data << DATA
