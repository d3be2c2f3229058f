"""The thesis' agents: which placements fire, and all nodes of a search against the plain twin."""

from __future__ import annotations

import numpy as np
import pytest

from engines.puyo.agent.fire import best_firing, firing, triggers_of
from engines.puyo.agent.potential import ALL_PAIRS, Rules, search
from engines.puyo.rules.board import MARKS, Columns, planes_of
from engines.puyo.rules.chain import pops
from engines.puyo.rules.place import ALL_PLACEMENTS, PLACEMENTS
from tests.engines.puyo import naive, naive_agent
from tests.engines.puyo.boards import settled_boards

TALL: Columns = ("rgbyrgbyrgbyr", "yrgbyrgbyrgb", "gbyrgbyrgby", "rrybggorrbr", "byrgbyrgbyrgb", "rgbyrgbyrgby")
FULL: Columns = ("rgbyrgbyrgbyr", "yrgbyrgbyrgby", "gbyrgbyrgbyrg", "rrybggorrbryg", "byrgbyrgbyrgb", "rgbyrgbyrgbyr")
AMONG_THREE: Columns = ("gr", "r", "br", "", "", "")  # a red one between them sets off four
BOARDS = [TALL, AMONG_THREE, ("rrr", "ggg", "bbb", "", "", ""), *settled_boards(30, 13)]


def quiet(columns: Columns) -> bool:
    """Whether nothing vanishes yet."""
    return not pops(planes_of(columns))


def codes(*pairs: str) -> np.ndarray:
    return np.array([[MARKS.index(color) for color in pair] for pair in pairs], dtype=np.int64)


@pytest.mark.parametrize("blocked", [False, True])
def test_the_best_firing_is_that_of_all_placements(blocked: bool) -> None:
    fired = 0
    for columns in filter(quiet, [("",) * 6, FULL, *BOARDS]):
        found = best_firing(planes_of(columns), blocked)
        assert found[:2] == naive_agent.best_firing(naive.board_of(columns), blocked)
        fired += found.points > 0
    assert fired > 5


def test_what_fires_is_known_before_it_is_tried() -> None:
    """All that fire, for two colours nothing else; for doubles not everything."""
    for columns in filter(quiet, BOARDS):
        found = triggers_of(planes_of(columns))
        for pair in naive_agent.PAIRS:
            first, second = codes(pair)[0]
            told = {name for number, name in enumerate(PLACEMENTS) if firing(first, second, found) >> number & 1}
            names = naive_agent.options(naive.board_of(columns), pair, False)
            fires = {name for name in names if naive_agent.after(naive.board_of(columns), name, pair)[1]}
            assert fires <= told
            assert pair[0] == pair[1] or fires == told & set(names)


@pytest.mark.parametrize(
    "rules", [(False, False, False), (False, True, True), (True, True, False), (True, False, True)]
)
@pytest.mark.parametrize("known", [("rg",), ("gg", "rb")])
def test_all_nodes_agree_with_the_plain_twin(known: tuple[str, ...], rules: tuple[bool, bool, bool]) -> None:
    for columns in list(filter(quiet, BOARDS))[:: 1 if len(known) == 1 else 4]:
        for last in (("ry",), ("bb",), naive_agent.PAIRS)[: 2 if len(known) == 2 else 3]:
            tally = np.zeros(ALL_PLACEMENTS, dtype=np.int64)
            pairs = ALL_PAIRS if len(last) == 10 else codes(*last)
            nodes = search(planes_of(columns), codes(*known), pairs, Rules(*rules), tally)
            told = {name: int(tally[number]) for number, name in enumerate(PLACEMENTS) if tally[number]}
            assert (nodes, told) == naive_agent.potential(naive.board_of(columns), known, last, *rules)
