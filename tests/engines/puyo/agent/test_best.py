"""Our best agent: its evaluation, search and imagined futures against plain twins, and whole small games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np
import pytest

from engines.contract import BadParameter
from engines.kernels.jit import kernel
from engines.kernels.lanes import splat_8
from engines.puyo.agent.best import Best, Plan, best
from engines.puyo.agent.best_detect import columns_for
from engines.puyo.agent.best_futures import FIXED, imagined, one_more
from engines.puyo.agent.best_layer import keep, new_layer
from engines.puyo.agent.best_search import Rules, Widths, new_desk, search
from engines.puyo.agent.best_tune import trial
from engines.puyo.agent.best_value import NAMES, links, value_of
from engines.puyo.agent.best_weights import OWN, array_of, json_of
from engines.puyo.agent.game import play_alone
from engines.puyo.agent.roster import AGENTS
from engines.puyo.agent.sight import NO_CHANCE, Sight
from engines.puyo.engine import ENGINE
from engines.puyo.rules.board import MARKS, Columns, planes_of
from engines.puyo.rules.chain import pops
from engines.puyo.rules.place import ALL_PLACEMENTS, NUMBER_OF
from engines.puyo.rules.planes import SIGHT_LANE, free_cells, load_board, with_code
from tests.engines.puyo import naive, naive_best
from tests.engines.puyo.boards import settled_board

SMALL = Plan(Widths(6, 4), 2, 5)
GAME = {"moves": 32, "blocked": False, "loss": True, "tries": 0}
BLUES = np.array([[6, 6]], dtype=np.int64)
ODD = {name: 17 * i % 101 - 40 for i, name in enumerate(NAMES)} | {"chain": 900}  # no two weights alike


@kernel
def value(board: np.ndarray, weights: np.ndarray) -> int:
    p0, p1, p2 = load_board(board)
    return value_of(p0, p1, p2, weights)


@kernel
def links_of(board: np.ndarray) -> tuple[int, int]:
    p0, p1, p2 = load_board(board)
    return links(p0, p1, p2)


@kernel
def columns_on(board: np.ndarray, code: int) -> tuple[int, int, int]:
    p0, p1, p2 = load_board(board)
    sight = splat_8(SIGHT_LANE)
    return columns_for(with_code(p0, p1, p2, code) & sight, free_cells(p0, p1, p2) & sight)


def boards(count: int, marks: str = "rgby") -> list[Columns]:
    """Boards on which nothing pops, low and high."""
    chance = random.Random(5)
    found: list[Columns] = []
    while len(found) < count:
        columns = settled_board(chance, 0, chance.choice((2, 5, 9, 13)), marks)
        if not pops(planes_of(columns)):
            found.append(columns)
    return found


def tall_boards(count: int) -> list[Columns]:
    """Boards with columns of nine and more, grown puyo by puyo so that nothing pops."""
    chance = random.Random(6)
    found: list[Columns] = []
    for _ in range(count):
        columns = [""] * 6
        heights = [chance.randint(9, 13) for _ in range(6)]
        for x in range(6):
            while len(columns[x]) < heights[x]:
                for color in chance.sample("rgby", 4):
                    grown = (*columns[:x], columns[x] + color, *columns[x + 1 :])
                    if not pops(planes_of(grown)):
                        break
                columns = list(grown)
        found.append(tuple(columns))
    return [columns for columns in found if not pops(planes_of(columns))]


BOARDS = [*boards(10), *boards(10, "rgb"), *boards(10, "rgbyo"), *tall_boards(8)]


def test_the_columns_on_which_puyos_set_something_off_are_those_that_do() -> None:
    counted = [0, 0, 0]
    for columns in BOARDS:
        board = naive.board_of(columns)
        for color in "rgby":
            told = columns_on(planes_of(columns), MARKS.index(color))
            for x in range(6):
                fired = naive_best.setting_off(board, x, color)
                for count in (1, 2, 3):
                    assert (told[count - 1] >> x & 1) == (fired is not None and fired.dropped == count)
                    counted[count - 1] += told[count - 1] >> x & 1
    assert min(counted) > 10


def test_pairs_and_trios_are_those_of_the_plain_twin() -> None:
    for columns in BOARDS:
        assert links_of(planes_of(columns)) == naive_best.links(naive.board_of(columns))


@pytest.mark.parametrize("weights", [OWN, ODD])
def test_boards_are_worth_what_the_plain_twin_says(weights: dict[str, int]) -> None:
    chains = 0
    for columns in BOARDS:
        board = naive.board_of(columns)
        assert value(planes_of(columns), array_of(weights)) == naive_best.value(board, weights)
        chains += naive_best.potential(board, weights) > 0
    assert chains > 5


@pytest.mark.parametrize(("futures", "fires"), [(((("yy",), 1), (("rr",), 3)), False), ((((), 1),), True)])
def test_the_search_agrees_with_the_plain_twin(futures: tuple[tuple[tuple[str, ...], int], ...], fires: bool) -> None:
    widths = Widths(11, 121)  # all are kept
    codes = np.array([[[MARKS.index(c) for c in pair] for pair in pairs] for pairs, _ in futures], dtype=np.int64)
    chances = np.array([times for _, times in futures])
    for columns in (BOARDS[1], BOARDS[15]):
        totals = np.zeros(ALL_PLACEMENTS, dtype=np.int64)
        desk, rules = new_desk(max(widths)), Rules(False, True)
        shaped = codes.reshape(len(futures), -1, 2)
        nodes = search(planes_of(columns), BLUES, shaped, chances, fires, rules, widths, desk, array_of(ODD), totals)
        told, looked_at = naive_best.worth_of_moves(naive.board_of(columns), ("bb",), futures, fires, ODD)
        assert nodes == looked_at
        assert {name: int(totals[NUMBER_OF[name]]) for name in told} == told
        assert len(set(told.values())) > 1


def test_a_layer_keeps_the_best() -> None:
    chance = random.Random(3)
    values = [chance.randrange(10**6) for _ in range(500)]
    layer, size = new_layer(40), 0
    for number, worth in enumerate(values):
        size = kept(layer, size, 40, worth, number)
    assert sorted(layer.values.tolist(), reverse=True) == sorted(values, reverse=True)[:40]
    assert all(values[first] == worth for first, worth in zip(layer.firsts, layer.values, strict=True))


@kernel
def kept(layer: object, size: int, width: int, worth: int, number: int) -> int:
    return keep(layer, size, width, splat_8(0), splat_8(0), splat_8(0), worth, 0, number)


def test_imagined_futures_have_all_colours_equally_often() -> None:
    futures = imagined(9, 8, np.ones(1, dtype=np.uint64))
    assert futures.shape == (9, 8, 2)
    for future in futures:
        assert all(sorted(future[i : i + 2].ravel().tolist()) == [4, 5, 6, 7] for i in range(0, 8, 2))
    assert len({tuple(sorted(future[0].tolist())) for future in futures[: len(FIXED)]}) == len(FIXED)
    assert (futures[7] != futures[8]).any()
    assert (futures == imagined(9, 8, np.ones(1, dtype=np.uint64))).all()
    assert imagined(9, 0, np.ones(1, dtype=np.uint64)).shape == (1, 0, 2)


def test_of_one_unknown_pair_all_are_looked_at_as_often_as_they_come() -> None:
    futures, chances = one_more()
    drawn = Counter(tuple(sorted(pair)) for pair in product((4, 5, 6, 7), repeat=2))
    assert {tuple(future[0].tolist()): times for future, times in zip(futures, chances, strict=True)} == drawn


def test_near_the_end_as_many_boards_are_spread_over_fewer_layers() -> None:
    plan = Plan(Widths(48, 24), 2, 12)
    assert plan.near_end(9) == plan
    assert [plan.near_end(layers).widths.beyond for layers in (6, 4, 3, 0)] == [36, 54, 24, 96]
    assert [plan.near_end(layers).futures for layers in (9, 4, 3, 1)] == [2, 2, 6, 6]
    assert plan.near_end(4).widths.known == 54
    assert max(max(plan.near_end(layers).widths) for layers in range(10)) <= plan.widest == 96
    narrow = Plan(Widths(4, 2), 1, 8)
    assert [narrow.near_end(layers).widths.beyond for layers in range(6)] == [8, 8, 5, 3, 2, 2]
    assert {narrow.near_end(layers).futures for layers in range(1, 6)} == {1}, "six would leave no board to any"


def test_with_one_pair_unknown_the_mean_over_all_decides() -> None:
    """Four moves before the end, where another move would be best if doubles came as often as other pairs, and yet
    another if none came at all."""
    columns = ("grbg", "gyrggbbyryry", "rggrrrgyrbg", "rygybggy", "ryrbyyyryyrr", "byrrb")
    pairs = np.array([[5, 6], [7, 4], [4, 7]])
    sight = Sight(planes_of(columns), pairs, 29, 32)
    plan = Plan(Widths(24, 6), 1, 12)
    widths, desk, rules = plan.near_end(1).widths, new_desk(plan.widest), Rules(False, True)

    def totals(times_of_doubles: int, times_of_others: int) -> tuple[np.ndarray, int]:
        found, nodes = np.zeros(ALL_PLACEMENTS, dtype=np.int64), 0
        for pair in combinations_with_replacement((4, 5, 6, 7), 2):
            one, times = np.array([[pair]]), times_of_doubles if pair[0] == pair[1] else times_of_others
            once = np.array([times])
            nodes += search(sight.board, pairs, one, once, True, rules, widths, desk, array_of(OWN), found)
        return found, nodes

    true, nodes = totals(1, 2)
    assert len({int(found.argmax()) for found in (true, totals(1, 1)[0], totals(0, 1)[0])}) == 3
    choice = best(plan)(None, NO_CHANCE)(sight, np.zeros(1, dtype=np.uint64))
    assert choice.placement == true.argmax()
    assert choice.nodes < nodes, "the known pairs are searched once"


def played(plan: Plan, number: int, seed: int = 1) -> tuple[tuple[str, ...], dict[str, float]]:
    return play_alone(best(plan)(None, NO_CHANCE), 1, number, np.array([seed], dtype=np.uint64), GAME)


def test_a_small_search_builds_long_chains() -> None:
    games = [played(SMALL, number)[1] for number in range(4)]
    assert sum(game["chains"] for game in games) / 4 > 8.36  # the most in the Puyo agent paper
    assert all(game["restarts"] == 0 for game in games)


def test_the_same_seed_is_the_same_game() -> None:
    drawing = Plan(Widths(6, 4), 8, 6)
    assert played(drawing, 3) == played(drawing, 3)
    assert played(drawing, 3) != played(drawing, 3, seed=2)
    assert played(drawing, 3)[0] != played(drawing, 4)[0]


def test_the_last_moves_are_searched_no_deeper_than_they_are() -> None:
    """With one move left, the placement is that after which most can be fired."""
    columns = ("rr", "ggg", "rb", "by", "yy", "b")
    sight = Sight(planes_of(columns), np.array([[4, 5], [6, 6], [7, 7]]), 32, 32)
    choice = best(Plan(Widths(30, 30), 2, 8))(None, NO_CHANCE)(sight, np.zeros(1, dtype=np.uint64))
    told, nodes = naive_best.worth_of_moves(naive.board_of(columns), ("rg",), (((), 1),), True, OWN)
    assert told[next(name for name, number in NUMBER_OF.items() if number == choice.placement)] == max(told.values())
    assert choice.nodes == nodes == 22


def test_in_a_match_there_is_no_last_move() -> None:
    sight = Sight(planes_of(("rrr", "ggg", "", "", "", "")), np.array([[4, 5], [6, 7], [6, 7]]), 40, blocked=True)
    choice = best(SMALL)(None, NO_CHANCE)(sight, np.zeros(1, dtype=np.uint64))
    assert choice.nodes > 22 * 6 * 2
    game = ENGINE.play_game("best-fast", 1, 0, {"fire_at": 2100}, "crumble")
    assert game.measures["score"] >= 2100


def test_a_agent_with_no_way_out_still_moves() -> None:
    columns = ("rgbyrgbyrgby", "gbyrgbyrgbyr", "rgrbryrgrbr", "gbyrgbyrgbyr", "rgbyrgbyrgby", "gbyrgbyrgbyr")
    sight = Sight(planes_of(columns), np.array([[4, 5], [6, 7], [6, 7]]), 31, 32, blocked=True)
    assert best(SMALL)(None, NO_CHANCE)(sight, np.zeros(1, dtype=np.uint64)).placement >= 0


def test_agents_take_other_weights() -> None:
    assert json_of(array_of(OWN)) == OWN
    maker = best(SMALL)
    assert isinstance(maker(OWN, NO_CHANCE), Best)
    with pytest.raises(BadParameter, match="missing or unknown: chain, chains"):
        array_of({"chains" if name == "chain" else name: worth for name, worth in OWN.items()})
    assert {AGENTS[name].weights for name in ("best", "best-fast")} == {"chain"}
    assert ENGINE.agents["best"].source == "ours"
    assert ENGINE.own_weights("chain") == OWN
    with pytest.raises(BadParameter, match="no weights 'chains'"):
        ENGINE.own_weights("chains")


def run(function: Callable[..., Any], tasks: Sequence[tuple[Any, ...]]) -> list[Any]:
    return [function(*task) for task in tasks]


def test_tuning_goes_on_from_where_it_was() -> None:
    small = {"population": 4, "generations": 3, "games": 1, "width": 2, "futures": 1, "depth": 3}
    whole = list(ENGINE.tune("covariance", 2, run, small))
    assert [tuning.done for tuning in whole] == [1, 2, 3]
    assert list(ENGINE.tune("covariance", 2, run, small, whole[0].state)) == whole[1:]
    assert whole[-1].weights not in (None, OWN)
    assert set(whole[-1].weights or {}) == set(NAMES)
    assert next(ENGINE.tune("covariance", 3, run, small)).state != whole[0].state
    assert next(ENGINE.tune("covariance", 2, run, small | {"start": "hand"})).state != whole[0].state
    with pytest.raises(BadParameter, match="unknown tuner"):
        ENGINE.tune("genetic", 1, run, {})


def test_weights_are_tuned_by_chains() -> None:
    """Of two sets of weights that are tried, the one that builds is worth more than the one that erases."""
    plan = Plan(Widths(8, 4), 1, 4)
    wasteful = array_of(OWN | {"chain": -500, "erased": 500}).tolist()
    assert trial(array_of(OWN).tolist(), 1, 0, 2, plan) > trial(wasteful, 1, 0, 2, plan) + 2
