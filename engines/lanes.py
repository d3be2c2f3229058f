"""One operation on many columns or boards at once: words of lanes with 16 bits each.

A kernel loads such a word from an array, works on it with | & ^ ~ + << >> and the functions
below, and stores it. Words of 32 lanes (`load`, `splat`) hold one row of 32 boards, words of
8 (`load_8`, `splat_8`) all columns of one. LLVM makes of each operation what the processor has:
one instruction with AVX-512, a few with SSE2. Compare with numpy arrays of uint16, which have
the same operators; with NUMBA_DISABLE_JIT=1 they stand in.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, lower_builtin, models, register_model, type_callable

LANES = 32
BITS = 16
LINE = 64  # bytes in a line of the cache, and in a word of 32 lanes


def zeros(words: int) -> np.ndarray:
    """An array of so many words of 32 lanes, none of which lies across two lines of the cache."""
    room = np.zeros((words + 1) * LINE, dtype=np.uint8)
    start = -room.ctypes.data % LINE
    return room[start : start + words * LINE].view(np.uint16).reshape(words, LANES)


class Word(types.Type):
    """The type of a word inside kernels."""

    def __init__(self, lanes: int) -> None:
        self.lanes = lanes
        super().__init__(name=f"Word({lanes})")

    @property
    def vector(self) -> ir.VectorType:
        """What it is to LLVM."""
        return ir.VectorType(ir.IntType(BITS), self.lanes)


@register_model(Word)
class WordModel(models.PrimitiveModel):
    def __init__(self, manager: Any, word: Any) -> None:
        super().__init__(manager, word, word.vector)


def _everywhere(builder: Any, vector: Any, value: Any) -> Any:
    """A number in every lane."""
    if value.type.width > BITS:
        value = builder.trunc(value, ir.IntType(BITS))
    first = builder.insert_element(ir.Constant(vector, ir.Undefined), value, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(first, first, ir.Constant(ir.VectorType(ir.IntType(32), vector.count), None))


def _call(builder: Any, name: str, result: Any, args: Any) -> Any:
    """One of LLVM's own functions on words."""
    vector = args[0].type
    kind = ir.FunctionType(result, [arg.type for arg in args])
    return builder.call(
        cgutils.get_or_insert_function(builder.module, kind, f"llvm.{name}.v{vector.count}i{BITS}"), args
    )


def _pointer(context: Any, builder: Any, vector: Any, array_type: Any, array: Any, index: Any) -> Any:
    """A row of a 2-D array, or what begins at an element of a 1-D one."""
    data = context.make_array(array_type)(context, builder, array).data
    if array_type.ndim == 2:
        return builder.gep(builder.bitcast(data, vector.as_pointer()), [index])
    return builder.bitcast(builder.gep(data, [index]), vector.as_pointer())


def _operate(symbol: Any, instruction: str) -> None:
    """An operator between two words."""

    @type_callable(symbol)
    def typing(context: Any) -> Any:
        return lambda a, b: a if isinstance(a, Word) and a == b else None

    @lower_builtin(symbol, Word, Word)
    def lowering(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return getattr(builder, instruction)(*args)


def _shift(symbol: Any, instruction: str) -> None:
    """A shift of all lanes alike."""

    @type_callable(symbol)
    def typing(context: Any) -> Any:
        return lambda a, b: a if isinstance(a, Word) and isinstance(b, types.Integer) else None

    @lower_builtin(symbol, Word, types.Integer)
    def lowering(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return getattr(builder, instruction)(args[0], _everywhere(builder, args[0].type, args[1]))


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
    return lambda a: a if isinstance(a, Word) else None


@lower_builtin(operator.invert, Word)
def _invert(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return builder.not_(args[0])


def _llvm_load(lanes: int) -> Callable[..., Any]:
    @intrinsic
    def load(typingctx: Any, array: Any, index: Any) -> Any:
        if array.layout != "C":
            return None
        word = Word(lanes)

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.load(_pointer(context, builder, word.vector, array, *args), align=BITS // 8)

        return word(array, types.intp), codegen

    return load


@intrinsic
def _llvm_store(typingctx: Any, array: Any, index: Any, word: Any) -> Any:
    if array.layout != "C":
        return None

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store(args[2], _pointer(context, builder, word.vector, array, *args[:2]), align=BITS // 8)
        return context.get_dummy_value()

    return types.void(array, types.intp, word), codegen


def _llvm_splat(lanes: int) -> Callable[..., Any]:
    @intrinsic
    def splat(typingctx: Any, value: Any) -> Any:
        word = Word(lanes)

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return _everywhere(builder, word.vector, args[0])

        return word(value), codegen

    return splat


@intrinsic
def _llvm_roll(typingctx: Any, word: Any, places: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        places = _everywhere(builder, word.vector, args[1])
        return _call(builder, "fshl", word.vector, [args[0], args[0], places])

    return word(word, places), codegen


@intrinsic
def _llvm_ones(typingctx: Any, word: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _call(builder, "ctpop", word.vector, args)

    return word(word), codegen


@intrinsic
def _llvm_occupied(typingctx: Any, word: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        lanes = builder.icmp_unsigned("!=", args[0], ir.Constant(word.vector, None))
        return builder.zext(builder.bitcast(lanes, ir.IntType(word.lanes)), ir.IntType(64))

    return types.int64(word), codegen


@intrinsic
def _llvm_some(typingctx: Any, word: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        together = _call(builder, "vector.reduce.or", ir.IntType(BITS), args)
        return builder.icmp_unsigned("!=", together, ir.Constant(ir.IntType(BITS), 0))

    return types.boolean(word), codegen


def _llvm_moved(places: int) -> Callable[..., Any]:
    @intrinsic
    def moved(typingctx: Any, word: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            # Lane i comes from lane i - places of the word, or from a word of zeros behind it.
            sources = [i - places if 0 <= i - places < word.lanes else word.lanes for i in range(word.lanes)]
            indices = ir.Constant(ir.VectorType(ir.IntType(32), word.lanes), sources)
            return builder.shuffle_vector(args[0], ir.Constant(word.vector, None), indices)

        return word(word), codegen

    return moved


def _llvm_quad(number: int) -> Callable[..., Any]:
    @intrinsic
    def quad(typingctx: Any, word: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            quads = builder.bitcast(args[0], ir.VectorType(ir.IntType(64), word.lanes // 4))
            return builder.extract_element(quads, ir.Constant(ir.IntType(32), number))

        return types.int64(word), codegen

    return quad


@intrinsic
def _llvm_from_quads(typingctx: Any, low: Any, high: Any) -> Any:
    word = Word(8)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        quads = ir.Constant(ir.VectorType(ir.IntType(64), 2), ir.Undefined)
        for i, value in enumerate(args):
            quads = builder.insert_element(quads, value, ir.Constant(ir.IntType(32), i))
        return builder.bitcast(quads, word.vector)

    return word(types.int64, types.int64), codegen


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


_PLAIN = bool(numba.config.DISABLE_JIT)

_load: Any = _plain_load if _PLAIN else _llvm_load
_splat: Any = _plain_splat if _PLAIN else _llvm_splat
_moved: Any = _plain_moved if _PLAIN else _llvm_moved
_quad: Any = _plain_quad if _PLAIN else _llvm_quad

load: Any = _load(LANES)  # from a row of a 2-D array, or an element of a 1-D one on
load_8: Any = _load(8)
store: Any = _plain_store if _PLAIN else _llvm_store
splat: Any = _splat(LANES)  # a number in every lane
splat_8: Any = _splat(8)
roll: Any = _plain_roll if _PLAIN else _llvm_roll  # shifted up so many places, what falls out coming in again
ones: Any = _plain_ones if _PLAIN else _llvm_ones  # how many bits each lane has set
occupied: Any = _plain_occupied if _PLAIN else _llvm_occupied  # the lanes with any bit set, as an int64
some: Any = _plain_some if _PLAIN else _llvm_some  # whether any lane has a bit set
to_next: Any = _moved(1)  # every lane's bits in the lane after it, none in the first
to_previous: Any = _moved(-1)  # every lane's bits in the lane before it, none in the last
quad_0: Any = _quad(0)  # lanes 0 to 3 as an int64, the first lane its lowest bits
quad_1: Any = _quad(1)  # lanes 4 to 7
from_quads: Any = _plain_from_quads if _PLAIN else _llvm_from_quads  # a word of 8 lanes from those two
