"""Words of lanes against numpy arrays: the same operators, lane by lane."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engines.jit import kernel
from engines.lanes import BITS, LANES, LINE, load, occupied, ones, roll, splat, store, zeros


@kernel
def operate(words: np.ndarray, number: int, out: np.ndarray) -> int:
    """Every operator once, one result a row."""
    a, b = load(words, 0), load(words, 1)
    store(out, 0, a & b)
    store(out, 1, a | b)
    store(out, 2, a ^ b)
    store(out, 3, ~a)
    store(out, 4, a + b)
    store(out, 5, a << number)
    store(out, 6, a >> number)
    store(out, 7, roll(a, number))
    store(out, 8, roll(a, -number))
    store(out, 9, ones(a))
    store(out, 10, splat(number))
    c = splat(0)
    c |= a
    c ^= b
    c += a
    c &= ~b
    store(out, 11, c)
    return occupied(a & b)


@kernel
def copy(flat: np.ndarray, start: int, out: np.ndarray) -> None:
    store(out, 1, load(flat, start))


def operands() -> Any:
    generator = np.random.default_rng(1)
    words = zeros(2)
    words[:] = generator.integers(0, 1 << BITS, words.shape)
    words[:, ::3] = generator.choice([0, 1, 0x8000, 0xFFFF], words[:, ::3].shape)
    return words


@pytest.mark.parametrize("number", range(BITS))
def test_operators(number: int) -> None:
    words, out = operands(), zeros(12)
    lanes = operate(words, number, out)
    a, b = words
    expected = [
        a & b, a | b, a ^ b, ~a, a + b, a << number, a >> number,
        a << number | a >> (BITS - number), a >> number | a << (BITS - number),
        np.bitwise_count(a), np.full(LANES, number), ((a ^ b) + a) & ~b,
    ]  # fmt: skip
    for row, plain in zip(out, expected, strict=True):
        assert row.tolist() == plain.astype(np.uint16).tolist()
    assert [bool(lanes >> lane & 1) for lane in range(64)] == [*((a & b) != 0), *[False] * LANES]


def test_a_word_may_begin_anywhere_in_a_row() -> None:
    flat, out = np.arange(5 * LANES, dtype=np.uint16), zeros(3)
    for start in range(4 * LANES):
        copy(flat, start, out)
        assert out[1].tolist() == flat[start : start + LANES].tolist()
    assert not out[[0, 2]].any()


def test_words_keep_to_their_line_of_the_cache() -> None:
    for words in (1, 7, 1000):
        assert zeros(words).ctypes.data % LINE == 0
        assert zeros(words).shape == (words, LANES)
