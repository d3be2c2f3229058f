"""Bits of a 64-bit word: counting, gathering and scattering, which numba leaves out and every bitboard needs.

Compare with `int.bit_count` and `int.bit_length`, which the plain versions below are
made of. Inside kernels these are single instructions, reached through LLVM; with
NUMBA_DISABLE_JIT=1 the plain versions stand in, so that a debugger can step through.
Words are non-negative int64: with bit 63 out of use, no signed and unsigned types mix.

`gather` and `scatter` are one instruction each on most processors since 2013 and none on others: kernels
that use them need another way where `can_gather()` is False.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.kernels.jit import later, plain


def _plain_popcount(word: int) -> int:
    return int(word).bit_count()


def _plain_lowest(word: int) -> int:
    return (int(word) & -int(word)).bit_length() - 1


def _plain_height(word: int) -> int:
    return int(word).bit_length()


def _plain_gather(word: int, mask: int) -> int:
    gathered, place = 0, 0
    for i in range(int(mask).bit_length()):
        if int(mask) >> i & 1:
            gathered |= (int(word) >> i & 1) << place
            place += 1
    return gathered


def _plain_scatter(word: int, mask: int) -> int:
    scattered, place = 0, 0
    for i in range(int(mask).bit_length()):
        if int(mask) >> i & 1:
            scattered |= (int(word) >> place & 1) << i
            place += 1
    return scattered


def _way(slowly: Callable[..., int], name: str) -> Any:
    """The instruction of that name, or the plain version where kernels are not compiled."""

    def chosen() -> Any:
        if plain():
            return slowly
        from engines.kernels import bits_llvm

        return getattr(bits_llvm, name)

    return later(chosen)


def can_gather() -> bool:
    """Whether `gather` and `scatter` can be used."""
    if plain():
        return True
    from engines.kernels import bits_llvm

    return bits_llvm.can_gather()


popcount = _way(_plain_popcount, "popcount")  # how many bits are set
lowest = _way(_plain_lowest, "lowest")  # the index of the lowest set bit
height = _way(_plain_height, "height")  # one more than the index of the highest set bit
gather = _way(_plain_gather, "gather")  # the bits under a mask, close together from bit 0 on
scatter = _way(_plain_scatter, "scatter")  # the lowest bits, spread over those of a mask
