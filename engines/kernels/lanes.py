"""One operation on many columns or boards at once: words of lanes with 16 bits each.

A kernel loads such a word from an array, works on it with | & ^ ~ + << >> and the functions
below, and stores it. Words of 32 lanes (`load`, `splat`) hold one row of 32 boards, words of
8 (`load_8`, `splat_8`) all columns of one. LLVM makes of each operation what the processor has:
one instruction with AVX-512, a few with SSE2. Compare with numpy arrays of uint16, which have
the same operators; with NUMBA_DISABLE_JIT=1 they stand in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from engines.kernels.jit import later, plain

LANES = 32
BITS = 16
LINE = 64  # bytes in a line of the cache, and in a word of 32 lanes


def zeros(words: int) -> np.ndarray:
    """An array of so many words of 32 lanes, none of which lies across two lines of the cache."""
    room = np.zeros((words + 1) * LINE, dtype=np.uint8)
    start = -room.ctypes.data % LINE
    return room[start : start + words * LINE].view(np.uint16).reshape(words, LANES)


def _view(array: np.ndarray, index: int, lanes: int) -> np.ndarray:
    """The lanes that begin at a row of a 2-D array, or at an element of a 1-D one."""
    if array.ndim == 2:
        return array.reshape(-1).view(np.uint16)[index * lanes : (index + 1) * lanes]
    return array[index : index + lanes * BITS // 8 // array.itemsize].view(np.uint16)


def _plain_load(lanes: int) -> Callable[..., Any]:
    return lambda array, index: _view(array, index, lanes).copy()


def _plain_store(array: np.ndarray, index: int, word: np.ndarray) -> None:
    _view(array, index, len(word))[:] = word


def _plain_splat(lanes: int) -> Callable[..., Any]:
    return lambda value: np.full(lanes, int(value) & 0xFFFF, dtype=np.uint16)


def _plain_roll(word: np.ndarray, places: int) -> np.ndarray:
    up = int(places) % BITS
    return word << up | word >> (BITS - up)


def _plain_ones(word: np.ndarray) -> np.ndarray:
    return np.bitwise_count(word).astype(np.uint16)


def _plain_occupied(word: np.ndarray) -> int:
    return sum(1 << int(lane) for lane in word.nonzero()[0])


def _plain_some(word: np.ndarray) -> bool:
    return bool(word.any())


def _plain_moved(places: int) -> Callable[..., Any]:
    def moved(word: np.ndarray) -> np.ndarray:
        there = np.roll(word, places)
        there[0 if places > 0 else -1] = 0
        return there

    return moved


def _plain_quad(number: int) -> Callable[..., Any]:
    return lambda word: int(word.view(np.int64)[number])


def _plain_from_quads(low: int, high: int) -> np.ndarray:
    return np.array([low, high], dtype=np.int64).view(np.uint16)


def _way(slowly: Callable[..., Any], name: str) -> Any:
    """What kernels call by that name, or the plain version where they are not compiled."""

    def chosen() -> Any:
        if plain():
            return slowly
        from engines.kernels import lanes_llvm

        return getattr(lanes_llvm, name)

    return later(chosen)


load = _way(_plain_load(LANES), "load")  # from a row of a 2-D array, or an element of a 1-D one on
load_8 = _way(_plain_load(8), "load_8")
store = _way(_plain_store, "store")
splat = _way(_plain_splat(LANES), "splat")  # a number in every lane
splat_8 = _way(_plain_splat(8), "splat_8")
roll = _way(_plain_roll, "roll")  # shifted up so many places, what falls out coming in again
ones = _way(_plain_ones, "ones")  # how many bits each lane has set
occupied = _way(_plain_occupied, "occupied")  # the lanes with any bit set, as an int64
some = _way(_plain_some, "some")  # whether any lane has a bit set
to_next = _way(_plain_moved(1), "to_next")  # every lane's bits in the lane after it, none in the first
to_previous = _way(_plain_moved(-1), "to_previous")  # every lane's bits in the lane before it, none in the last
quad_0 = _way(_plain_quad(0), "quad_0")  # lanes 0 to 3 as an int64, the first lane its lowest bits
quad_1 = _way(_plain_quad(1), "quad_1")  # lanes 4 to 7
from_quads = _way(_plain_from_quads, "from_quads")  # a word of 8 lanes from those two
