"""A name for the content of a table: sixteen hex digits that depend on its rows and columns alone.

Not on how they are stored: in how many chunks, with which offsets, what lies where a null is. Values are hashed as
Arrow holds them, a column at a time; as text that would take as long as all other work on a table together.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator

import pyarrow as pa
import pyarrow.compute as pc

Bytes = bytes | memoryview


def content_digest(data: pa.Table) -> str:
    """Sixteen hex digits for the rows and columns of a table."""
    digest = hashlib.sha256()
    for name, column in zip(data.column_names, data.columns, strict=True):
        digest.update(json.dumps(name).encode())
        for part in _parts(column.combine_chunks()):
            digest.update(part)
    return digest.hexdigest()[:16]


def _parts(values: pa.Array) -> Iterator[Bytes]:
    """What kind of values, how many, which of them are there, and those that are."""
    yield f"{_kind(values.type)}{len(values)},{values.null_count};".encode()
    if values.null_count:
        yield _raw(values.is_valid().cast(pa.uint8()), 1)
        values = values.drop_null()
    yield from _content(values)


def _kind(type_: pa.DataType) -> str:
    """The kind of a column; numbers of different widths are of one kind."""
    if pa.types.is_integer(type_):
        return "whole"
    if pa.types.is_floating(type_):
        return "number"
    if pa.types.is_map(type_):
        return "map"
    return "list" if pa.types.is_list(type_) or pa.types.is_large_list(type_) else str(type_)


def _content(values: pa.Array) -> Iterator[Bytes]:
    """The values themselves, none of them null."""
    kind = values.type
    if pa.types.is_floating(kind):
        numbers = values.cast(pa.float64())
        nan = pa.scalar(float("nan"))  # made here: it loads pandas, which takes a second
        yield _raw(pc.if_else(pc.is_nan(numbers), nan, numbers), 8)  # a NaN is a NaN, whatever its bits
    elif pa.types.is_date32(kind):
        yield _raw(values, 4)
    elif pa.types.is_integer(kind) or pa.types.is_boolean(kind) or pa.types.is_timestamp(kind):
        yield _raw(values.cast(pa.int64()), 8)
    elif pa.types.is_string(kind) or pa.types.is_large_string(kind):
        yield from _texts(values)
    elif pa.types.is_map(kind):
        yield from _lists(values, (values.keys, values.items))
    elif pa.types.is_list(kind) or pa.types.is_large_list(kind):
        yield from _lists(values, (values.values,))
    else:  # nothing that the tables have so far
        yield json.dumps(values.to_pylist(), default=str).encode()


def _raw(values: pa.Array, width: int) -> Bytes:
    """The bytes of numbers, so many each."""
    buffer = values.buffers()[1]
    return memoryview(buffer)[values.offset * width : (values.offset + len(values)) * width] if buffer else b""


def _texts(values: pa.Array) -> Iterator[Bytes]:
    """How long each is, then all of them one after the other."""
    yield _raw(pc.binary_length(values).cast(pa.int64()), 8)
    if len(values):
        wide = values.cast(pa.large_binary())
        ends = pa.Array.from_buffers(pa.int64(), len(wide) + 1, [None, wide.buffers()[1]], offset=wide.offset)
        text = wide.buffers()[2]
        if text is not None:
            yield memoryview(text)[ends[0].as_py() : ends[-1].as_py()]


def _lists(values: pa.Array, children: tuple[pa.Array, ...]) -> Iterator[Bytes]:
    """Where each ends, then what is in them."""
    ends = values.offsets.cast(pa.int64())
    first, last = ends[0].as_py(), ends[-1].as_py()
    yield _raw(pc.subtract(ends, first), 8)
    for child in children:
        yield from _parts(child[first:last])
