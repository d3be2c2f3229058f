"""What `lanes` offers, for kernels: the type of a word, its operators and functions in terms of LLVM.

Only `lanes` imports this, when a kernel needs it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, lower_builtin, models, register_model, type_callable

BITS = 16  # of a lane
LANES = 32  # of a long word


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


def _load(lanes: int) -> Callable[..., Any]:
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
def store(typingctx: Any, array: Any, index: Any, word: Any) -> Any:
    if array.layout != "C":
        return None

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store(args[2], _pointer(context, builder, word.vector, array, *args[:2]), align=BITS // 8)
        return context.get_dummy_value()

    return types.void(array, types.intp, word), codegen


def _splat(lanes: int) -> Callable[..., Any]:
    @intrinsic
    def splat(typingctx: Any, value: Any) -> Any:
        word = Word(lanes)

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return _everywhere(builder, word.vector, args[0])

        return word(value), codegen

    return splat


@intrinsic
def roll(typingctx: Any, word: Any, places: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        places = _everywhere(builder, word.vector, args[1])
        return _call(builder, "fshl", word.vector, [args[0], args[0], places])

    return word(word, places), codegen


@intrinsic
def ones(typingctx: Any, word: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _call(builder, "ctpop", word.vector, args)

    return word(word), codegen


@intrinsic
def occupied(typingctx: Any, word: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        lanes = builder.icmp_unsigned("!=", args[0], ir.Constant(word.vector, None))
        return builder.zext(builder.bitcast(lanes, ir.IntType(word.lanes)), ir.IntType(64))

    return types.int64(word), codegen


@intrinsic
def some(typingctx: Any, word: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        together = _call(builder, "vector.reduce.or", ir.IntType(BITS), args)
        return builder.icmp_unsigned("!=", together, ir.Constant(ir.IntType(BITS), 0))

    return types.boolean(word), codegen


def _moved(places: int) -> Callable[..., Any]:
    @intrinsic
    def moved(typingctx: Any, word: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            # Lane i comes from lane i - places of the word, or from a word of zeros behind it.
            sources = [i - places if 0 <= i - places < word.lanes else word.lanes for i in range(word.lanes)]
            indices = ir.Constant(ir.VectorType(ir.IntType(32), word.lanes), sources)
            return builder.shuffle_vector(args[0], ir.Constant(word.vector, None), indices)

        return word(word), codegen

    return moved


def _quad(number: int) -> Callable[..., Any]:
    @intrinsic
    def quad(typingctx: Any, word: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            quads = builder.bitcast(args[0], ir.VectorType(ir.IntType(64), word.lanes // 4))
            return builder.extract_element(quads, ir.Constant(ir.IntType(32), number))

        return types.int64(word), codegen

    return quad


@intrinsic
def from_quads(typingctx: Any, low: Any, high: Any) -> Any:
    word = Word(8)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        quads = ir.Constant(ir.VectorType(ir.IntType(64), 2), ir.Undefined)
        for i, value in enumerate(args):
            quads = builder.insert_element(quads, value, ir.Constant(ir.IntType(32), i))
        return builder.bitcast(quads, word.vector)

    return word(types.int64, types.int64), codegen


load = _load(LANES)
load_8 = _load(8)
splat = _splat(LANES)
splat_8 = _splat(8)
to_next = _moved(1)
to_previous = _moved(-1)
quad_0 = _quad(0)
quad_1 = _quad(1)
