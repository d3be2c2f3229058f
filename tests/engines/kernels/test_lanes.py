"""Words of lanes against numpy arrays: the same operators, lane by lane."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba.core.errors import TypingError

from engines.kernels.jit import kernel
from engines.kernels.lanes import (
    BITS,
    LANES,
    LINE,
    from_quads,
    load,
    load_8,
    occupied,
    ones,
    quad_0,
    quad_1,
    roll,
    some,
    splat,
    splat_8,
    store,
    to_next,
    to_previous,
    zeros,
)


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


@kernel
def operate_8(words: np.ndarray, number: int, out: np.ndarray) -> tuple[int, bool, bool]:
    """What there is for words of eight lanes, one result a row."""
    a, b = load_8(words, 0), load_8(words, 1)
    store(out, 0, a & ~b | (a ^ b) + splat_8(number))
    store(out, 1, to_next(a))
    store(out, 2, to_previous(a))
    store(out, 3, from_quads(quad_1(a), quad_0(b)))
    store(out, 4, ones(roll(a, number) >> 3 << number))
    return occupied(a), some(a), some(a & ~a)


@kernel
def copy_8(flat: np.ndarray, start: int, out: np.ndarray) -> None:
    store(out, start + 1, load_8(flat, start))


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


@pytest.mark.parametrize("number", range(BITS))
def test_operators_on_eight_lanes(number: int) -> None:
    words, out = operands()[:, :8].copy(), np.zeros((5, 8), dtype=np.uint16)
    a, b = words
    assert operate_8(words, number, out) == (sum(1 << i for i in range(8) if a[i]), True, False)
    rolled = a << number | a >> (BITS - number)
    expected = [
        a & ~b | (a ^ b) + np.uint16(number), [0, *a[:7]], [*a[1:], 0], [*a[4:], *b[:4]],
        np.bitwise_count(rolled >> 3 << number),
    ]  # fmt: skip
    for row, plain in zip(out, expected, strict=True):
        assert row.tolist() == np.array(plain, dtype=np.uint16).tolist()


def test_eight_lanes_are_two_numbers_of_an_array() -> None:
    flat, out = np.arange(1, 7, dtype=np.int64) << 40, np.zeros(7, dtype=np.int64)
    copy_8(flat, 2, out)
    assert out.tolist() == [0, 0, 0, 3 << 40, 4 << 40, 0, 0]


def test_lanes_that_do_not_lie_side_by_side_are_refused() -> None:
    with pytest.raises(TypingError):
        copy_8(np.zeros(12, dtype=np.int64)[::2], 0, np.zeros(7, dtype=np.int64))


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
