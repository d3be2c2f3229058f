"""Bits of a 64-bit word: counting, gathering and scattering, which numba leaves out and every bitboard needs.

Compare with `int.bit_count` and `int.bit_length`, which the plain versions below are
made of. Inside kernels these are single instructions, reached through LLVM; with
NUMBA_DISABLE_JIT=1 the plain versions stand in, so that a debugger can step through.
Words are non-negative int64: with bit 63 out of use, no signed and unsigned types mix.

`gather` and `scatter` are one instruction each on most processors since 2013 and none on others: kernels
that use them need another way where `CAN_GATHER` is False.
"""

from __future__ import annotations

from typing import Any

import numba
from llvmlite import binding, ir
from numba.core import cgutils, types
from numba.extending import intrinsic


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


def _can_gather() -> bool:
    """Whether the processor that numba compiles for gathers and scatters bits, and fast.

    The first two Zen generations have the instructions, but take a hundred cycles for one.
    """
    if (numba.config.CPU_NAME or binding.get_host_cpu_name()) in ("znver1", "znver2", "bdver4"):
        return False
    if numba.config.CPU_FEATURES is not None:
        return "+bmi2" in numba.config.CPU_FEATURES.split(",")
    try:
        return bool(binding.get_host_cpu_features().get("bmi2"))
    except RuntimeError:  # where LLVM cannot tell
        return False


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


def _bmi(builder: Any, name: str, args: Any) -> Any:
    """One of the x86 instructions on two words."""
    word = ir.IntType(64)
    kind = ir.FunctionType(word, [word, word])
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, f"llvm.x86.bmi.{name}.64"), args)


@intrinsic
def _llvm_gather(typingctx: Any, word: Any, mask: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _bmi(builder, "pext", args)

    return types.int64(types.int64, types.int64), codegen


@intrinsic
def _llvm_scatter(typingctx: Any, word: Any, mask: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _bmi(builder, "pdep", args)

    return types.int64(types.int64, types.int64), codegen


_PLAIN = bool(numba.config.DISABLE_JIT)

popcount: Any = _plain_popcount if _PLAIN else _llvm_popcount  # how many bits are set
lowest: Any = _plain_lowest if _PLAIN else _llvm_lowest  # the index of the lowest set bit
height: Any = _plain_height if _PLAIN else _llvm_height  # one more than the index of the highest set bit

CAN_GATHER = _PLAIN or _can_gather()
gather: Any = _plain_gather if _PLAIN else _llvm_gather  # the bits under a mask, close together from bit 0 on
scatter: Any = _plain_scatter if _PLAIN else _llvm_scatter  # the lowest bits, spread over those of a mask
