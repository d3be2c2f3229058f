"""One operation on 32 boards at once: words of 32 lanes with 16 bits each.

A kernel loads such a word from a uint16 array, works on it with | & ^ ~ + << >> and the
functions below, and stores it. LLVM makes of each operation what the processor has: one
instruction with AVX-512, a few with SSE2. Compare with numpy arrays of 32 uint16, which have
the same operators; with NUMBA_DISABLE_JIT=1 they stand in.
"""

from __future__ import annotations

import operator
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, lower_builtin, models, register_model, type_callable

LANES = 32
BITS = 16
LINE = 64  # bytes in a line of the cache, and in a word


def zeros(words: int) -> np.ndarray:
    """An array of so many words, none of which lies across two lines of the cache."""
    room = np.zeros((words + 1) * LINE, dtype=np.uint8)
    start = -room.ctypes.data % LINE
    return room[start : start + words * LINE].view(np.uint16).reshape(words, LANES)


class Word(types.Type):
    """The type of a word inside kernels."""

    def __init__(self) -> None:
        super().__init__(name="Word")


WORD = Word()
VECTOR = ir.VectorType(ir.IntType(BITS), LANES)


@register_model(Word)
class WordModel(models.PrimitiveModel):
    def __init__(self, manager: Any, word: Any) -> None:
        super().__init__(manager, word, VECTOR)


def _everywhere(builder: Any, value: Any) -> Any:
    """A number in every lane."""
    if value.type.width > BITS:
        value = builder.trunc(value, ir.IntType(BITS))
    first = builder.insert_element(ir.Constant(VECTOR, ir.Undefined), value, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(first, first, ir.Constant(ir.VectorType(ir.IntType(32), LANES), None))


def _call(builder: Any, name: str, args: Any) -> Any:
    """One of LLVM's own functions on words."""
    kind = ir.FunctionType(VECTOR, [VECTOR] * len(args))
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, f"llvm.{name}.v{LANES}i{BITS}"), args)


def _pointer(context: Any, builder: Any, array_type: Any, array: Any, index: Any) -> Any:
    """A row of a 2-D array, or what begins at an element of a 1-D one."""
    data = context.make_array(array_type)(context, builder, array).data
    if array_type.ndim == 2:
        return builder.gep(builder.bitcast(data, VECTOR.as_pointer()), [index])
    return builder.bitcast(builder.gep(data, [index]), VECTOR.as_pointer())


def _operate(symbol: Any, instruction: str) -> None:
    """An operator between two words."""

    @type_callable(symbol)
    def typing(context: Any) -> Any:
        return lambda a, b: WORD if isinstance(a, Word) and isinstance(b, Word) else None

    @lower_builtin(symbol, Word, Word)
    def lowering(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return getattr(builder, instruction)(*args)


def _shift(symbol: Any, instruction: str) -> None:
    """A shift of all lanes alike."""

    @type_callable(symbol)
    def typing(context: Any) -> Any:
        return lambda a, b: WORD if isinstance(a, Word) and isinstance(b, types.Integer) else None

    @lower_builtin(symbol, Word, types.Integer)
    def lowering(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return getattr(builder, instruction)(args[0], _everywhere(builder, args[1]))


for _symbols, _instruction in (
    ((operator.and_, operator.iand), "and_"),
    ((operator.or_, operator.ior), "or_"),
    ((operator.xor, operator.ixor), "xor"),
    ((operator.add, operator.iadd), "add"),
):
    for _symbol in _symbols:
        _operate(_symbol, _instruction)
_shift(operator.lshift, "shl")
_shift(operator.rshift, "lshr")


@type_callable(operator.invert)
def _type_of_invert(context: Any) -> Any:
    return lambda a: WORD if isinstance(a, Word) else None


@lower_builtin(operator.invert, Word)
def _invert(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return builder.not_(args[0])


@intrinsic
def _llvm_load(typingctx: Any, array: Any, index: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load(_pointer(context, builder, array, *args), align=BITS // 8)

    return WORD(array, types.intp), codegen


@intrinsic
def _llvm_store(typingctx: Any, array: Any, index: Any, word: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store(args[2], _pointer(context, builder, array, *args[:2]), align=BITS // 8)
        return context.get_dummy_value()

    return types.void(array, types.intp, word), codegen


@intrinsic
def _llvm_splat(typingctx: Any, value: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _everywhere(builder, args[0])

    return WORD(value), codegen


@intrinsic
def _llvm_roll(typingctx: Any, word: Any, places: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _call(builder, "fshl", [args[0], args[0], _everywhere(builder, args[1])])

    return WORD(word, places), codegen


@intrinsic
def _llvm_ones(typingctx: Any, word: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _call(builder, "ctpop", args)

    return WORD(word), codegen


@intrinsic
def _llvm_occupied(typingctx: Any, word: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        lanes = builder.icmp_unsigned("!=", args[0], ir.Constant(VECTOR, None))
        return builder.zext(builder.bitcast(lanes, ir.IntType(LANES)), ir.IntType(64))

    return types.int64(word), codegen


def _view(array: np.ndarray, index: int) -> np.ndarray:
    return array[index] if array.ndim == 2 else array[index : index + LANES]


def _plain_load(array: np.ndarray, index: int) -> np.ndarray:
    return _view(array, index).copy()


def _plain_store(array: np.ndarray, index: int, word: np.ndarray) -> None:
    _view(array, index)[:] = word


def _plain_splat(value: int) -> np.ndarray:
    return np.full(LANES, value, dtype=np.uint16)


def _plain_roll(word: np.ndarray, places: int) -> np.ndarray:
    up = int(places) % BITS
    return word << up | word >> (BITS - up)


def _plain_ones(word: np.ndarray) -> np.ndarray:
    return np.bitwise_count(word).astype(np.uint16)


def _plain_occupied(word: np.ndarray) -> int:
    return sum(1 << int(lane) for lane in word.nonzero()[0])


_PLAIN = bool(numba.config.DISABLE_JIT)

load: Any = _plain_load if _PLAIN else _llvm_load  # from a row of a 2-D array, or an element of a 1-D one on
store: Any = _plain_store if _PLAIN else _llvm_store
splat: Any = _plain_splat if _PLAIN else _llvm_splat  # a number in every lane
roll: Any = _plain_roll if _PLAIN else _llvm_roll  # shifted up so many places, what falls out coming in again
ones: Any = _plain_ones if _PLAIN else _llvm_ones  # how many bits each lane has set
occupied: Any = _plain_occupied if _PLAIN else _llvm_occupied  # the lanes with any bit set, as an int64
