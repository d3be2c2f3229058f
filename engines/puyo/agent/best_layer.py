"""The boards of one depth of a beam search: as many as are kept, the best, and hardly any of them twice.

A layer is a heap with the board on top that is worth least. Boards that were met before in a layer are known by
their hash alone, the way by which they were met first counts, and one whose place in the table another has taken may
come again: each costs a board among thousands.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engines.kernels.jit import kernel
from engines.kernels.lanes import quad_0, quad_1
from engines.kernels.randomness import mix
from engines.puyo.rules.board import WORDS
from engines.puyo.rules.planes import Word, store_planes


class Layer(NamedTuple):
    """Boards, what each is worth, what the moves that led to it have cost, and which was the first of those."""

    boards: np.ndarray
    values: np.ndarray
    costs: np.ndarray
    firsts: np.ndarray
    heap: np.ndarray


class Met(NamedTuple):
    """Hashes of boards that were met; the number of the layer is mixed in, so that nothing has to be wiped out."""

    hashes: np.ndarray
    number: np.ndarray


def new_layer(width: int) -> Layer:
    """Room for so many boards."""
    values, costs, firsts, heap = np.zeros((4, width), dtype=np.int64)
    return Layer(np.zeros((width, WORDS), dtype=np.int64), values, costs, firsts, heap)


def new_met(boards: int) -> Met:
    """Room for the hashes of so many boards and more."""
    return Met(np.zeros(1 << int(2 * boards - 1).bit_length(), dtype=np.uint64), np.zeros(1, dtype=np.uint64))


@kernel
def begin(met: Met) -> None:
    """Forget all boards."""
    met.number[0] += np.uint64(1)


@kernel
def is_new(met: Met, p0: Word, p1: Word, p2: Word) -> bool:
    """Whether a board is met for the first time in this layer; from now on it is not."""
    word = mix(met.number[0])
    word = mix(word ^ np.uint64(quad_0(p0)))
    word = mix(word ^ np.uint64(quad_1(p0)))
    word = mix(word ^ np.uint64(quad_0(p1)))
    word = mix(word ^ np.uint64(quad_1(p1)))
    word = mix(word ^ np.uint64(quad_0(p2)))
    word = mix(word ^ np.uint64(quad_1(p2)))
    slot = int(word & np.uint64(len(met.hashes) - 1))
    if met.hashes[slot] == word:
        return False
    met.hashes[slot] = word
    return True


@kernel
def sink(layer: Layer, size: int) -> None:
    """Let the board on top of the heap find its place, because it may be worth more than those below."""
    heap, values = layer.heap, layer.values
    slot, at = heap[0], 0
    while 2 * at + 1 < size:
        child = 2 * at + 1
        if child + 1 < size and values[heap[child + 1]] < values[heap[child]]:
            child += 1
        if values[heap[child]] >= values[slot]:
            break
        heap[at] = heap[child]
        at = child
    heap[at] = slot


@kernel
def rise(layer: Layer, at: int) -> None:
    """Let the last board of the heap find its place."""
    heap, values = layer.heap, layer.values
    slot = heap[at]
    while at > 0 and values[heap[(at - 1) >> 1]] > values[slot]:
        heap[at] = heap[(at - 1) >> 1]
        at = (at - 1) >> 1
    heap[at] = slot


@kernel
def keep(layer: Layer, size: int, width: int, p0: Word, p1: Word, p2: Word, value: int, cost: int, first: int) -> int:
    """Put a board into a layer if it is among the best so many; how many there are now."""
    full = size == width
    if full and value <= layer.values[layer.heap[0]]:
        return size
    slot = layer.heap[0] if full else size
    store_planes(layer.boards, slot, p0, p1, p2)
    layer.values[slot], layer.costs[slot], layer.firsts[slot] = value, cost, first
    if full:
        sink(layer, size)
        return size
    layer.heap[size] = size
    rise(layer, size)
    return size + 1


@kernel
def copy_layer(source: Layer, target: Layer, count: int) -> None:
    """Write one layer over another."""
    for number in range(count):
        for i in range(WORDS):
            target.boards[number, i] = source.boards[number, i]
        target.values[number], target.costs[number] = source.values[number], source.costs[number]
        target.firsts[number] = source.firsts[number]
