"""Counting bits in a 64-bit word: what numba leaves out and every bitboard needs.

Compare with `int.bit_count` and `int.bit_length`, which the plain versions below are
made of. Inside kernels these are single instructions, reached through LLVM; with
NUMBA_DISABLE_JIT=1 the plain versions stand in, so that a debugger can step through.
Words are non-negative int64: with bit 63 out of use, no signed and unsigned types mix.
"""

from __future__ import annotations

from typing import Any

import numba
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic


def _plain_popcount(word: int) -> int:
    return int(word).bit_count()


def _plain_lowest(word: int) -> int:
    return (int(word) & -int(word)).bit_length() - 1


def _plain_height(word: int) -> int:
    return int(word).bit_length()


def _word(builder: Any, value: Any) -> Any:
    return builder.zext(value, ir.IntType(64)) if value.type.width < 64 else value


@intrinsic
def _llvm_popcount(typingctx: Any, word: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(_word(builder, args[0]))

    return types.int64(word), codegen


@intrinsic
def _llvm_lowest(typingctx: Any, word: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(_word(builder, args[0]), ir.Constant(ir.IntType(1), 0))

    return types.int64(word), codegen


@intrinsic
def _llvm_height(typingctx: Any, word: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        zeros = builder.ctlz(_word(builder, args[0]), ir.Constant(ir.IntType(1), 0))
        return builder.sub(ir.Constant(ir.IntType(64), 64), zeros)

    return types.int64(word), codegen


_PLAIN = bool(numba.config.DISABLE_JIT)

popcount: Any = _plain_popcount if _PLAIN else _llvm_popcount  # how many bits are set
lowest: Any = _plain_lowest if _PLAIN else _llvm_lowest  # the index of the lowest set bit
height: Any = _plain_height if _PLAIN else _llvm_height  # one more than the index of the highest set bit
