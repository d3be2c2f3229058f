"""The agents of the T-spin agent paper: their evaluation and searches against plain twins, and its figures."""

from __future__ import annotations

import random

import numpy as np
import pytest

from engines.contract import BadParameter
from engines.tspin.agent.beam import beam, new_work
from engines.tspin.agent.features import COUNT, NAMES, TERRAIN, action_value, find_terrain, terrain_value
from engines.tspin.agent.game import Position
from engines.tspin.agent.roster import AGENTS, WEIGHTS
from engines.tspin.agent.rules import Rules
from engines.tspin.agent.state import NO_MOVE, NOBODY, move_code, move_held, move_piece
from engines.tspin.agent.stochastic import (
    LOST,
    NOT_EXPANDED,
    Tree,
    back_up,
    best_child,
    grow,
    new_tree,
    pick,
    search,
    stochastic,
)
from engines.tspin.agent.weights import BY_HAND, TUNED, WITHOUT, array_of, without
from engines.tspin.engine import ENGINE
from engines.tspin.rules.pieces import PIECES, T, Z
from engines.tspin.rules.placements import cells_of
from engines.tspin.rules.spins import FULL, MINI, NONE
from tests.engines.tspin import naive, naive_agent
from tests.engines.tspin.agent.test_game import columns
from tests.engines.tspin.boards import NASTY, random_boards

SHORT = {"inputs": 120}


def terrain_of(board: naive.Board) -> dict[str, int]:
    out = np.zeros(COUNT, dtype=np.int64)
    find_terrain(columns(board), out)
    return dict(zip(NAMES[:TERRAIN], out.tolist(), strict=False))


def mirrored(board: naive.Board) -> naive.Board:
    return frozenset((9 - x, y) for x, y in board)


def patterned_boards() -> list[naive.Board]:
    """Random terrain that has the figures of the paper somewhere, in rows that are nearly full or not."""
    rng = random.Random(4)
    boards = []
    for figure, _ in naive_agent.PATTERNS.values():
        for _ in range(25):
            rows, left, low = figure.split("/"), rng.randrange(8), rng.randrange(4)
            cells = {(x, y) for x in range(10) for y in range(low + len(rows) + 1) if rng.random() < 0.93}
            for dy, row in enumerate(reversed(rows)):
                for dx, mark in enumerate(row):
                    cell = {(left + dx, low + dy)}
                    empty = mark == "0" or (mark == "-" and rng.random() < 0.3)
                    cells = cells - cell if empty else cells | cell
            beside = (left + 5) % 10
            board = frozenset(cells - {(beside, y) for y in naive.full_rows(frozenset(cells))})
            boards += [board, mirrored(board)]
    return boards


def test_terrain_is_that_of_the_tables() -> None:
    seen = dict.fromkeys(NAMES[:TERRAIN], 0)
    for board in [naive.board(rows) for rows in NASTY.values()] + random_boards(7, 40) + patterned_boards():
        found = terrain_of(board)
        assert found == naive_agent.terrain(board), naive.text(board)
        for name, count in found.items():
            seen[name] = max(seen[name], count)
    assert all(seen.values()), seen
    assert seen["tsd"] >= 2
    assert seen["tst"] == 3


def test_there_are_31_features() -> None:
    assert (COUNT, TERRAIN) == (31, 23)
    assert len(set(NAMES)) == 31


def test_a_finished_pattern_counts_the_lines_that_it_clears() -> None:
    whole = terrain_of(naive.board(["...X......", "X...XXXXXX", "XX.XXXXXXX"]))
    assert (whole["tsd"], whole["tsd_mirrored"], whole["before_tsd"]) == (0, 2, 1)
    half = terrain_of(naive.board(["...X......", "X...XXXXX.", "XX.XXXXXXX"]))
    assert (half["tsd_mirrored"], half["before_tsd"]) == (1, 1)
    triple = terrain_of(naive.board(["X.........", "..........", ".XXXXXXXXX", "..XXXXXXXX", ".XXXXXXXXX"]))
    assert (triple["tst"], triple["before_tst_1"], triple["before_tst_2"]) == (3, 0, 0)


def test_a_mirrored_board_has_the_mirrored_features() -> None:
    for board in patterned_boards():
        here, there = terrain_of(board), terrain_of(mirrored(board))
        for name, count in here.items():
            twin = name.removesuffix("_mirrored") if name.endswith("_mirrored") else f"{name}_mirrored"
            assert there[twin if twin in there else name] == count


@pytest.mark.parametrize(
    ("piece", "lines", "spin", "names"),
    [
        (T, 2, FULL, ["tspin_2"]),
        (T, 2, MINI, ["line_clear_2", "t_wasted"]),
        (T, 0, FULL, ["t_wasted"]),
        (T, 1, NONE, ["line_clear_1", "t_wasted"]),
        (Z, 2, NONE, ["line_clear_2"]),
        (Z, 0, NONE, []),
    ],
)
def test_a_move_earns_what_table_4_says(piece: int, lines: int, spin: int, names: list[str]) -> None:
    weights = 2.0 ** np.arange(COUNT)
    assert action_value(piece, lines, spin, weights) == sum(2.0 ** NAMES.index(name) for name in names)


def uneven(seed: int) -> dict[str, float]:
    """Weights with which no two positions are worth the same by chance."""
    rng = random.Random(seed)
    return {name: weight + rng.uniform(-9, 9) for name, weight in BY_HAND.items()}


POSITIONS = [
    (["..........", "X...XXXXXX", "XX.XXXXXXX"], "", "LTZSIO"),
    (["X........X", "XX...XXXXX", "XXX.XXXXXX"], "J", "TSZLOI"),
    (["XXXX.....X", "XXX......X", "XXX.XXX.XX", "XXX..XXXXX", "XXX.XXXXXX"], "T", "OSZLJI"),
]


def position(rows: list[str], hold: str, queue: str) -> Position:
    known = np.array([PIECES.index(piece) for piece in queue])
    held = PIECES.index(hold) if hold else NOBODY
    return Position(columns(naive.board(rows)), held, known, 5000, False, 0, Rules())


@pytest.mark.parametrize("number", range(len(POSITIONS)))
def test_the_beam_finds_what_its_twin_finds(number: int) -> None:
    rows, hold, queue = POSITIONS[number]
    weights = uneven(number)
    found = beam(array_of(weights), width=3, depth=4)(position(rows, hold, queue))
    root = naive_agent.Node(naive.board(rows), hold, queue)
    move, nodes = naive_agent.beam(root, weights, width=3, depth=4)
    assert (cells_of(move_piece(found.move), move_code(found.move)), move_held(found.move)) == move
    assert found.nodes == nodes


def test_the_beam_sees_a_double_coming() -> None:
    """Figure 3: an L makes the overhang, then the T clears two lines; older evaluations put the T in at once."""
    here = position(["..........", "X...XXXXXX", "XX.XXXXXXX"], "", "LTZSIO")
    choice = beam(array_of(BY_HAND))(here)
    assert PIECES[move_piece(choice.move)] == "L"


def grown_tree(expansions: int, seed: int = 3) -> tuple[Tree, int]:
    rows, hold, queue = POSITIONS[1]
    here, weights = position(rows, hold, queue), array_of(uneven(1))
    work, tree = new_work(), new_tree(100 * expansions + 3000)
    tree.boards[0], tree.holds[0] = here.board, here.hold
    tree.parents[0], tree.children[0] = -1, NOT_EXPANDED
    _, nodes = search(expansions, here.queue, weights, np.array([seed], dtype=np.uint64), work, tree)
    return tree, nodes


def test_values_of_the_tree_are_those_of_its_best_leaves() -> None:
    tree, nodes = grown_tree(40)
    weights, work = array_of(uneven(1)), new_work()
    for node in range(nodes, -1, -1):
        if tree.children[node] == NOT_EXPANDED:
            leaf = tree.rewards[node] + terrain_value(tree.boards[node], weights, work.features)
            assert tree.values[node] == leaf
        elif tree.counts[node]:
            first = tree.children[node]
            assert tree.values[node] == max(tree.values[first : first + tree.counts[node]])
            assert (tree.parents[first : first + tree.counts[node]] == node).all()


def test_the_tree_holds_what_can_be_played() -> None:
    rows, hold, queue = POSITIONS[1]
    tree, nodes = grown_tree(40)
    weights = uneven(1)
    known = {0: naive_agent.Node(naive.board(rows), hold, queue)}
    for node in range(nodes + 1):
        if tree.children[node] == NOT_EXPANDED or node not in known:
            continue
        expected = dict(naive_agent.follow(known[node], weights))
        assert tree.counts[node] == len(expected)
        for child in range(tree.children[node], tree.children[node] + tree.counts[node]):
            move = tree.moves[child]
            after = expected[cells_of(int(move_piece(move)), int(move_code(move))), int(move_held(move))]
            assert tree.boards[child].tolist() == columns(after.stack).tolist()
            assert tree.values[child] >= tree.rewards[child] - 1e6
            assert tree.rewards[child] == pytest.approx(after.reward)
            known[child] = after
    assert len(known) > 1000


def fan(values: list[float]) -> Tree:
    """A root with so many children."""
    tree = new_tree(len(values) + 1)
    tree.parents[0], tree.children[0], tree.counts[0] = -1, 1, len(values)
    tree.values[1:] = values
    return tree


def drawn(values: list[float], times: int = 4000) -> list[float]:
    tree, stream = fan(values), np.array([9], dtype=np.uint64)
    counts = np.zeros(len(values))
    for _ in range(times):
        counts[pick(tree, 0, stream) - 1] += 1
    return (counts / times).tolist()


def test_children_are_drawn_by_the_fifth_power_of_their_value() -> None:
    assert drawn([-10.0, -8.0, -9.0]) == pytest.approx([0, 32 / 33, 1 / 33], abs=0.02)
    assert drawn([5.0, 5.0]) == pytest.approx([0.5, 0.5], abs=0.03)
    assert drawn([LOST, 1.0, 3.0, 2.0]) == pytest.approx([0, 0, 32 / 33, 1 / 33], abs=0.02)
    assert min(drawn([LOST, LOST])) > 0.4


def test_the_best_value_is_handed_up() -> None:
    tree = fan([1.0, 7.0, 3.0])
    back_up(tree, 0)
    assert best_child(tree, 0) == 2
    assert tree.values[0] == 7.0


def test_growing_counts_what_it_evaluates() -> None:
    tree, nodes = grown_tree(1)
    assert nodes == tree.counts[0]
    work = new_work()
    assert grow(tree, 1, 1 + nodes, position(*POSITIONS[1]).queue, array_of(BY_HAND), work) > nodes


def test_no_move_is_chosen_when_the_game_is_over() -> None:
    over = position(["....X....."] * 20, "", "TSZLOI")
    assert beam(array_of(BY_HAND))(over).move == NO_MOVE
    assert stochastic(array_of(BY_HAND), np.uint64(1), 10)(over).move == NO_MOVE


def test_ablated_agents_go_without_what_table_6_says() -> None:
    def zero(name: str) -> int:
        return int((without(np.ones(COUNT), WITHOUT[name]) == 0).sum())

    counts = {"no-tsd": 3, "no-pre-tsd": 1, "no-tst": 6, "no-pre-tst": 4, "no-patterns": 9, "no-well-distance": 5}
    assert {name: zero(name) for name in WITHOUT} == counts
    ablations = [agent.name for agent in AGENTS.values() if agent.group == "ablations"]
    assert ablations == ["base", *counts]


@pytest.mark.parametrize("agent", ["beam", "stochastic", "no-patterns"])
def test_agents_play_the_same_game_again(agent: str) -> None:
    game = ENGINE.play_game(agent, 3, 1, SHORT)
    assert ENGINE.play_game(agent, 3, 1, SHORT) == game
    assert game.measures["pieces"] > 15
    assert game.measures["nodes"] > 1000


def test_other_weights_make_another_game_and_must_be_whole() -> None:
    game = ENGINE.play_game("beam", 3, 1, SHORT)
    assert ENGINE.play_game("beam", 3, 1, SHORT, weights={WEIGHTS: dict(TUNED)}) == game
    lazy = dict.fromkeys(NAMES, 0.0) | {"height": -1.0}
    assert ENGINE.play_game("beam", 3, 1, SHORT, weights={WEIGHTS: lazy}).moves != game.moves
    with pytest.raises(BadParameter, match="too many or missing: height"):
        ENGINE.play_game("beam", 3, 1, SHORT, weights={WEIGHTS: {n: 0.0 for n in NAMES if n != "height"}})
