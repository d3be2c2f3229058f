"""The human opening: each rule on a board made for it, and that it hands over."""

from __future__ import annotations

import numpy as np
import pytest

from engines.puyo.agent.opening import Opening, base_of, by_rule, left_first
from engines.puyo.agent.queues import queue_of
from engines.puyo.agent.sight import Choice, Sight
from engines.puyo.rules.board import MARKS, Columns, planes_of
from engines.puyo.rules.place import PLACEMENTS

ASKED = Choice(7, 99)


def played(board: str, pairs: str) -> str:
    """What the opening plays on columns given from the left, with the pairs in hand and to come."""
    columns: Columns = tuple((board.split("/") + [""] * 6)[:6])
    codes = np.array([[MARKS.index(color) for color in pair] for pair in pairs.split()], dtype=np.int64)
    sight = Sight(planes_of(columns), codes, 1)
    choice = Opening(14, lambda sight, state: ASKED)(sight, np.zeros(1, dtype=np.uint64))
    return "ask" if choice is ASKED else PLACEMENTS[choice.placement]


@pytest.mark.parametrize(
    ("board", "pairs", "move"),
    [
        ("", "rr gb gb", "1N"),  # an empty column
        ("b/r", "rr gb gb", "2N"),  # on one of its colour
        ("rr", "rr gb gb", "3N"),  # not beside its own colour, and never to four
        ("rr/bbb/g/y/y/y", "rr gb gb", "12"),  # base and catch at once
        ("b/g/y/y/b/g", "rr gb gb", "1N"),  # anywhere else: to the left
        ("r/g", "rg bb bb", "12"),
        ("r/g", "gr bb bb", "21"),
        ("rr/b", "rg bb yy", "1N"),  # the leftmost step
        ("rrr/gg", "gr bb yy", "2N"),  # a step and the catch on it
        ("rrr/ggg", "rb bb yy", "23"),  # a catch, and the next step
        ("rrr/ggg/yy", "rb gg yy", "2N"),  # a catch with something on it
        ("rrr/ggg/bb", "rb gg yy", "23"),
        ("rrr/g/bb/yb/yg/gy", "br gg yy", "1N"),  # as a last resort to the left
        ("rrr/g/bb/yb/yg/gy", "rb gg yy", "3N"),  # but never to four
        ("r", "gr bb yy", "21"),  # a base grows, the other half begins the next
        ("yyy/rrr", "rg bb yy", "43"),  # two steps, not joined with the one before
        ("", "rg bb yy", "12"),
        ("", "rg gg yy", "21"),
        ("", "rg rb yy", "21"),
        ("", "rg bb gg", "21"),
    ],
)
def test_rules(board: str, pairs: str, move: str) -> None:
    assert played(board, pairs) == move


def test_bases_and_orders() -> None:
    assert base_of("rrg") == base_of("rrgr")
    assert not base_of("rrg").bare
    assert base_of("rrr").wants_catch
    assert not base_of("rrrb").wants_catch
    assert {left_first("rg", coming) for coming in (("bb", "yy"), ("rr", "yy"), ("bg", "yy"), ("bb", "rr"))} == {"r"}
    assert next(by_rule(("",) * 6, "rg", ("bb", "yy"))) == "12"


def test_the_other_agent_goes_on_after_it() -> None:
    sight = Sight(planes_of(("",) * 6), queue_of(1, 0)[:3], 5)
    nothing = np.zeros(1, dtype=np.uint64)
    assert Opening(4, lambda sight, state: ASKED)(sight, nothing) is ASKED
    assert Opening(5, lambda sight, state: ASKED)(sight, nothing) is not ASKED


def test_it_asks_where_everything_erases() -> None:
    assert played("rrr/rrr/rrr/rrr/rrr/rrr", "rr gb gb") == "ask"
