"""Kernels that borrow arrays do not count who holds them; those that make some do, and free what they made."""

from __future__ import annotations

from typing import Any, NamedTuple

import numba
import numpy as np
import pytest
from numba.core.runtime import _nrt_python, rtsys

from engines.kernels.jit import kernel, plain

TABLE = np.arange(4, dtype=np.int64)

pytestmark = pytest.mark.skipif(plain(), reason="kernels are not compiled")


class Desk(NamedTuple):
    rows: np.ndarray
    work: np.ndarray


@kernel
def filled(desk: Desk, row: int, depth: int) -> int:
    """A search of sorts: it calls itself, takes rows out of what it was given, and looks into a constant."""
    line = desk.rows[row]
    if depth == 0:
        return int(line[0])
    for i in range(len(line)):
        line[i] += TABLE[i]
    found = 0
    for number in desk.rows[row, :2]:
        found += number
    desk.work[0] += 1
    return found + filled(desk, 1 - row, depth - 1)


@kernel
def row_of(desk: Desk, row: int) -> np.ndarray:
    return desk.rows[row]


@kernel
def desk_of(size: int) -> Desk:
    return Desk(np.ones((2, size), dtype=np.int64), np.zeros(1, dtype=np.int64))


@kernel
def chosen(line: np.ndarray) -> int:
    return len(line[line > 1])


@kernel
def summed(desk: Desk) -> int:
    """Arrays given back by others, and copied."""
    line = row_of(desk, 1)
    line += row_of(desk, 0)
    return int(line[0]) + chosen(line) + len(line.copy())


@kernel
def together(size: int, times: int) -> int:
    """Arrays made here and lent to others."""
    found = 0
    for _ in range(times):
        desk = desk_of(size)
        found += filled(desk, 0, 3) + summed(desk)
    return found


def plainly(size: int) -> int:
    rows, found = [[1] * size, [1] * size], 0
    for row in (0, 1, 0):
        rows[row] = [here + i for i, here in enumerate(rows[row])]
        found += sum(rows[row][:2])
    found += rows[1][0]
    line = [a + b for a, b in zip(*rows, strict=True)]
    return found + line[0] + sum(each > 1 for each in line) + size


def counts_in(made: Any, *given: Any) -> int:
    """How many times the code of an inner kernel counts."""
    from engines.kernels.inner import NO_WRAPPERS, OPTIONS, InnerCompiler, InnerKernel, copied, inner_only

    inner = InnerKernel(copied(made.py_func), targetoptions=OPTIONS | NO_WRAPPERS, pipeline_class=InnerCompiler)
    with inner_only():
        inner.compile(tuple(map(numba.typeof, given)))
    return sum(str(each.library.own_module()).count("call void @NRT_incref") for each in inner.overloads.values())


def test_who_only_borrows_does_not_count() -> None:
    desk = Desk(np.ones((2, 4), dtype=np.int64), np.zeros(1, dtype=np.int64))
    assert filled(desk, 0, 3) == 11
    assert desk.work[0] == 3
    assert counts_in(filled, desk, 0, 3) == 0


def test_who_gives_an_array_counts() -> None:
    desk = Desk(np.ones((2, 4), dtype=np.int64), np.zeros(1, dtype=np.int64))
    row = row_of(desk, 1)
    row[2] = 7
    assert counts_in(row_of, desk, 1) > 0
    assert desk.rows[1, 2] == 7
    del desk
    assert row.tolist() == [1, 1, 7, 1]


def test_what_kernels_make_is_freed_once() -> None:
    together(4, 1)
    _nrt_python.memsys_enable_stats()
    try:
        before = rtsys.get_allocation_stats()
        assert together(4, 1000) == 1000 * plainly(4)
        after = rtsys.get_allocation_stats()
    finally:
        _nrt_python.memsys_disable_stats()
    made = after.mi_alloc - before.mi_alloc
    assert made >= 4000
    assert after.mi_free - before.mi_free == made
