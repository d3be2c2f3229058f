"""What `bits` offers, as single instructions for kernels. Only `bits` imports this, when a kernel needs it."""

from __future__ import annotations

from typing import Any

import numba
from llvmlite import binding, ir
from numba.core import cgutils, types
from numba.extending import intrinsic


def can_gather() -> bool:
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
def popcount(typingctx: Any, word: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(_word(builder, args[0]))

    return types.int64(word), codegen


@intrinsic
def lowest(typingctx: Any, word: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(_word(builder, args[0]), ir.Constant(ir.IntType(1), 0))

    return types.int64(word), codegen


@intrinsic
def height(typingctx: Any, word: Any) -> Any:
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
def gather(typingctx: Any, word: Any, mask: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _bmi(builder, "pext", args)

    return types.int64(types.int64, types.int64), codegen


@intrinsic
def scatter(typingctx: Any, word: Any, mask: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _bmi(builder, "pdep", args)

    return types.int64(types.int64, types.int64), codegen
