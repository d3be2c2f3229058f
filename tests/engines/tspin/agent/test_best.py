"""Our best agent: its slots, values and search against slow twins, its memory, and a small game."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest

from engines.contract import BadParameter
from engines.tspin.agent.bag import Bags
from engines.tspin.agent.best import Best, left_in_bag, weight_vector
from engines.tspin.agent.best_expect import LOST, WHOLE_BAG, expected, move_to_play
from engines.tspin.agent.best_inputs import about_inputs
from engines.tspin.agent.best_search import (
    BOARD,
    GONE,
    HOLD,
    PATH,
    REWARD,
    VALUE,
    Beam,
    begin,
    find_waits,
    follow,
    new_beam,
    next_layer,
    search,
    select,
)
from engines.tspin.agent.best_value import NAMES, NONE_SEEN, board_value, find_slot, move_value
from engines.tspin.agent.best_weights import WEIGHTS
from engines.tspin.agent.game import Choice, Costs, Game, Position, play_to_end
from engines.tspin.agent.rules import Rules
from engines.tspin.agent.state import (
    KNOWN,
    NO_MOVE,
    NOBODY,
    apply,
    gone_after,
    hold_after,
    move_code,
    move_held,
    move_piece,
    move_spin,
    moves_of,
)
from engines.tspin.engine import ENGINE
from engines.tspin.rules.board import columns_of
from engines.tspin.rules.pieces import PIECES, T
from engines.tspin.rules.placements import cells_of
from engines.tspin.rules.spins import FULL, NONE
from engines.tspin.solve.outlook import LEVELS, count_gaps
from tests.engines.tspin import naive, naive_best
from tests.engines.tspin.boards import NASTY, random_boards

QUEUE = np.array([PIECES.index(piece) for piece in "TLSJZO"])


def columns(board: naive.Board) -> np.ndarray:
    top = max((y for _, y in board), default=-1) + 1
    return np.array(
        columns_of([sum(1 << x for x in range(10) if (x, y) in board) for y in range(top)]), dtype=np.int64
    )


def cells_in(board: np.ndarray) -> naive.Board:
    return frozenset((x, y) for x in range(10) for y in range(40) if board[x] >> y & 1)


@cache
def met() -> tuple[naive.Board, ...]:
    """Boards of a game, where slots are many."""
    found: list[naive.Board] = []
    chooser = Best(None, 12, 4)

    def watched(position: Position) -> Choice:
        found.append(cells_in(position.board))
        return chooser(position)

    play_to_end(watched, 3, 0, Rules(inputs=900))
    return tuple(found)


def around_a_slot(rng: random.Random, nose: int) -> naive.Board:
    """A slot's shape, and anything at all around it."""
    x, y = rng.randrange(10), rng.randrange(1, 4)
    full = {(column, row) for column in range(10) for row in range(y + 2 if nose else y + 1)}
    cells = set(full if rng.random() < 0.7 else {cell for cell in full if rng.random() < 0.95})
    cells -= set(naive_best.t_cells(nose, x, y))
    if nose:
        cells |= {(x, y + 3)}
        cells |= {(x + 3 * nose, y + up) for up in (2, 3) if rng.random() < 0.5}
        cells |= {(x - nose, y + up) for up in (2, 3)}
    else:
        cells |= {(x + rng.choice((-1, 1)), y + 1)}
    cells |= {(rng.randrange(10), y + rng.randrange(1, 5)) for _ in range(rng.randrange(3))}
    return frozenset((column, row) for column, row in cells if 0 <= column < 10 and row not in naive.full_rows(cells))


@cache
def boards() -> tuple[naive.Board, ...]:
    rng = random.Random(4)
    shapes = [around_a_slot(rng, nose) for nose in (-1, 0, 1) for _ in range(150)]
    nasty = [naive.board(rows) for name, rows in NASTY.items() if len(rows) < 15]
    return (*nasty, *random_boards(6, 60), *shapes, *met())


def slot_of(board: naive.Board) -> tuple[int, np.ndarray]:
    words, least, slot = columns(board), np.zeros(LEVELS, dtype=np.int64), np.zeros(5, dtype=np.int64)
    count_gaps(words, least)
    return int(find_slot(words, least, slot)), slot


def test_slots_are_those_of_the_twin() -> None:
    seen = set()
    for board in boards():
        lines, slot = slot_of(board)
        expected, two, three = naive_best.find_slot(board)
        assert lines == (expected.lines if expected else 0), naive.text(board)
        if expected:
            assert tuple(slot[:3]) == expected[:3], naive.text(board)
        assert slot[3] == (NONE_SEEN if two is None else two)
        assert slot[4] == (NONE_SEEN if three is None else three)
        seen.add((lines, lines > 0 and bool(slot[0]), two is None, three is None))
    assert {lines for lines, *_ in seen} == {0, 1, 2, 3}
    assert len(seen) >= 7


def test_a_t_gets_into_every_slot_by_a_turn_and_clears_its_lines() -> None:
    """By SRS from the spawn, pose by pose, and as a full T-spin."""
    lines_seen = []
    for board in boards():
        slot, _, _ = naive_best.find_slot(board)
        if slot is None or len(naive.text(board)) > 15:
            continue
        how = naive.arrivals(board, "T").get(slot.pose, set())
        assert "full" in naive.spin_kinds(board, slot.pose, how), naive.text(board)
        assert naive.grounded(board, "T", slot.pose)
        assert naive.lock(board, naive.cells_at("T", slot.pose))[1] == slot.lines
        lines_seen.append((slot.lines, slot.nose != 0))
    assert {lines_seen.count(kind) > 5 for kind in ((1, False), (2, False), (2, True), (3, True))} == {True}


@pytest.mark.parametrize(("name", "lines"), [("thesis base", 2), ("two clears away", 0), ("tetris ready", 0)])
def test_slots_that_everybody_knows(name: str, lines: int) -> None:
    assert slot_of(naive.board(NASTY[name]))[0] == lines


def test_a_triple_is_seen_from_either_side() -> None:
    rows = ["..XX......", "..X.......", "XXX.XXXXXX", "XXX..XXXXX", "XXX.XXXXXX"]
    assert slot_of(naive.board(rows))[0] == 3
    assert slot_of(naive.board([row[::-1] for row in rows]))[0] == 3


def test_values_are_those_of_the_twin() -> None:
    rng = np.random.default_rng(1)
    slot, least = np.zeros(5, dtype=np.int64), np.zeros(LEVELS, dtype=np.int64)
    for number, board in enumerate(boards()):
        weights = rng.normal(size=len(NAMES))
        hold = ("", *PIECES)[number % 8]
        held = PIECES.index(hold) if hold else NOBODY
        found = board_value(columns(board), held, number % 5, least, slot, weights)
        expected = naive_best.board_value(board, hold, number % 5, dict(zip(NAMES, weights, strict=True)))
        assert found == pytest.approx(expected), naive.text(board)


@pytest.mark.parametrize("piece", ["T", "I"])
@pytest.mark.parametrize(("lines", "spin"), [(0, False), (1, False), (3, False), (1, True), (2, True), (0, True)])
def test_moves_are_worth_what_they_do(piece: str, lines: int, spin: bool) -> None:
    found = move_value(PIECES.index(piece), lines, spin, 5, weight_vector(None))
    assert found == pytest.approx(naive_best.move_value(piece, lines, spin, 5, WEIGHTS))


def test_straight_drops_take_the_inputs_of_the_table() -> None:
    costs, straight, off = Costs(), 0, []
    for board in met()[::6]:
        for move in moves_of(columns(board), NOBODY, QUEUE) + moves_of(columns(board), NOBODY, QUEUE[1:]):
            piece, code, spin = int(move_piece(move)), int(move_code(move)), int(move_spin(move))
            lines = int(apply(columns(board), move, np.zeros(10, dtype=np.int64)))
            exact = costs.inputs(columns(board), move, FULL if spin == FULL and lines else NONE, True)
            about = int(about_inputs(columns(board), piece, code, move_held(move), lines if spin == FULL else 0))
            if cells_of(piece, code) in naive.drop_placements(board, PIECES[piece]) and spin != FULL:
                assert about >= exact >= about - 1  # a kick at the floor or a wall may save one
                straight += exact == about
            else:
                off.append(about - exact)
    assert straight > 500
    assert off
    assert abs(np.mean(off)) < 1


def beam_of(board: naive.Board, hold: str, width: int) -> Beam:
    beam = new_beam(width)
    begin(beam, columns(board), PIECES.index(hold) if hold else NOBODY)
    find_waits(beam, QUEUE, 0)
    return beam


Ways = dict[tuple[int, ...], tuple[float, float]]


def children_of(positions: Ways, weights: np.ndarray, queue: np.ndarray = QUEUE, bag: int = 0) -> Ways:
    """All positions after one placement more, with the most that the way there is worth, and their values."""
    found: Ways = {}
    least, slot = np.zeros(LEVELS, dtype=np.int64), np.zeros(5, dtype=np.int64)
    left = [piece for piece in range(7) if bag >> piece & 1]
    beyond = (len(left) - 1) / 2 if T in left else len(left) + 3.0  # of seven in a bag the T is the fourth on average
    for position, (reward, _) in positions.items():
        board, hold, gone = np.array(position[:10]), position[10], position[11]
        for move in moves_of(board, hold, queue[gone:]):
            new = np.zeros(10, dtype=np.int64)
            lines, spin = int(apply(board, move, new)), bool(move_spin(move) == FULL)
            inputs = about_inputs(board, move_piece(move), move_code(move), move_held(move), lines if spin else 0)
            way = reward + move_value(move_piece(move), lines, spin, inputs, weights)
            then = int(hold_after(move, hold, queue, gone)), int(gone_after(move, hold, gone))
            wait = next((i for i, piece in enumerate(queue[then[1] :]) if piece == T), len(queue) - then[1] + beyond)
            key = (*new.tolist(), *then)
            worth = board_value(new, then[0], wait, least, slot, weights)
            if key not in found or way > found[key][0]:
                found[key] = way, way + worth
    return found


@pytest.mark.parametrize(("name", "hold"), [("thesis base", "S"), ("empty", ""), ("two clears away", "T")])
def test_a_layer_has_the_best_positions_each_once(name: str, hold: str) -> None:
    """Two placements, once with room for all and once for a few, against plain dictionaries."""
    weights, board = weight_vector(None), naive.board(NASTY[name])
    root = (*columns(board).tolist(), PIECES.index(hold) if hold else NOBODY, 0)
    one = children_of({root: (0.0, 0.0)}, weights)
    for width in (3000, 7):
        beam = beam_of(board, hold, width)
        before: Ways = {root: (0.0, 0.0)}
        for _ in range(2):
            assert next_layer(beam, QUEUE, weights)
            wanted = children_of(before, weights)
            kept = {tuple(node[:PATH].tolist()): worth for node, worth in zip(beam.nodes, beam.worth, strict=True)}
            kept = dict(list(kept.items())[: beam.size[0]])
            assert len(kept) == beam.size[0] == min(width, len(wanted))
            for key, worth in kept.items():
                assert (worth[REWARD], worth[VALUE]) == pytest.approx(wanted[key])
                assert worth[VALUE] == worth[REWARD] + worth[BOARD]
            best = sorted((value for _, value in wanted.values()), reverse=True)[: len(kept)]
            assert sorted((worth[VALUE] for worth in kept.values()), reverse=True) == pytest.approx(best)
            before = {key: (worth[REWARD], worth[VALUE]) for key, worth in kept.items()}
    assert len(one) < 200


def worth_on_average(node: np.ndarray, reward: float, queue: np.ndarray, bag: int, weights: np.ndarray) -> float:
    """What the best placement of each piece of the bag makes of a node, the mean."""
    found: list[float] = []
    for piece in (piece for piece in range(7) if bag >> piece & 1):
        longer, rest = np.array([*queue, piece]), bag & ~(1 << piece)
        ways = children_of({tuple(node[:PATH].tolist()): (reward, 0.0)}, weights, longer, rest)
        found.append(max((value for _, value in ways.values()), default=reward + LOST))
    return sum(found) / len(found)


@pytest.mark.parametrize(("name", "hold"), [("thesis base", "S"), ("empty", "I"), ("two clears away", "T")])
@pytest.mark.parametrize("left", ["T", "OT", "IJL", ""])
def test_the_next_piece_is_guessed_from_the_bag(name: str, hold: str, left: str) -> None:
    """The first move is that of the node which is worth most on average, of the best few."""
    weights, board, queue = weight_vector(None), naive.board(NASTY[name]), QUEUE[:2]
    bag = sum(1 << PIECES.index(piece) for piece in left)
    beam = beam_of(board, hold, 30)
    assert search(beam, queue, bag, weights)
    nodes, worth = beam.nodes[: beam.size[0]].copy(), beam.worth[: beam.size[0]].copy()
    move = int(move_to_play(beam, queue, bag, 6, weights))
    best = sorted(range(len(nodes)), key=lambda i: (-worth[i, VALUE], i))[:6]
    means = {i: worth_on_average(nodes[i], worth[i, REWARD], queue, bag or WHOLE_BAG, weights) for i in best}
    longer = np.array([*queue, 0])
    assert means == pytest.approx({i: expected(beam, i, longer, bag or WHOLE_BAG, weights) for i in best})
    if len({int(nodes[i, PATH]) for i in best}) > 1:
        most = max(means.values())
        assert move in {int(nodes[i, PATH]) for i, mean in means.items() if mean == pytest.approx(most)}
    assert int(move_to_play(beam, queue, bag, 1, weights)) == nodes[best[0], PATH]


def test_guessing_changes_some_moves() -> None:
    blind, seeing = (play_to_end(Best(None, 20, closely), 8, 0, Rules(inputs=300)).moves for closely in (1, 8))
    assert blind != seeing


def test_paths_lead_where_they_say() -> None:
    """After moves were played and what does not begin with them was dropped, too."""
    beam, pieces = new_beam(40), Bags(2, 5).pieces(0, 60)
    board, hold, gone = np.zeros(10, dtype=np.int64), NOBODY, 0
    begin(beam, board, hold)
    for _ in range(12):
        queue = pieces[gone : gone + KNOWN]
        assert search(beam, queue, 0, weight_vector(None))
        move = int(move_to_play(beam, queue, 0, 5, weight_vector(None)))
        for node in beam.nodes[: beam.size[0]]:
            there, held, used = board.copy(), hold, 0
            for step in node[PATH : PATH + beam.size[1]]:
                after = np.zeros(10, dtype=np.int64)
                assert step in moves_of(there, held, queue[used:])
                apply(there, step, after)
                there, held, used = after, hold_after(step, held, queue, used), gone_after(step, held, used)
            assert (there.tolist(), held, used) == (node[:10].tolist(), node[HOLD], node[GONE])
        assert len({tuple(node[:PATH]) for node in beam.nodes[: beam.size[0]]}) == beam.size[0]
        follow(beam, move, hold)
        after = np.zeros(10, dtype=np.int64)
        apply(board, move, after)
        board, gone, hold = after, int(gone_after(move, hold, gone)), int(hold_after(move, hold, queue, 0))


def test_the_best_are_selected_and_of_equal_ones_the_first() -> None:
    rng = random.Random(2)
    for count in (1, 2, 3, 10, 200):
        for wanted in {1, count // 3 + 1, count}:
            worth = np.zeros((count, 3))
            worth[:, VALUE] = [rng.randrange(12) for _ in range(count)]
            order = np.zeros(count, dtype=np.int64)
            select(worth, order, count, wanted - 1)
            best = sorted(range(count), key=lambda child: (-worth[child, VALUE], child))[:wanted]
            assert sorted(order[:wanted].tolist()) == sorted(best)


def test_what_is_left_in_the_bag() -> None:
    assert left_in_bag([]) == left_in_bag(list(range(7))) == 0
    assert left_in_bag([0, 1, 2, 3, 4, 5]) == 1 << 6
    assert left_in_bag([*range(7), 3]) == 0b1110111


def game_of(width: int, number: int, inputs: int) -> Game:
    return play_to_end(Best(None, width, 8), 8, number, Rules(inputs=inputs))


def test_the_same_seed_gives_the_same_game() -> None:
    assert game_of(20, 0, 300).moves == game_of(20, 0, 300).moves
    assert game_of(20, 0, 300).moves != game_of(20, 1, 300).moves
    chooser = Best(None, 20, 8)
    first, again = (play_to_end(chooser, 8, 0, Rules(inputs=300)).moves for _ in range(2))
    assert first == again == game_of(20, 0, 300).moves  # it remembers nothing of the game before


def test_it_begins_anew_where_the_game_did_not_go_on_as_told() -> None:
    game = game_of(20, 2, 200)
    fresh, used = Best(None, 20, 8), Best(None, 20, 8)
    used(Game(Bags(1, 1), Rules()).position)
    assert used(game.position) == fresh(game.position)


def test_it_gives_up_only_where_nothing_is_left() -> None:
    tower = columns(naive.board(["....X....."] * 20))
    position = Game(Bags(1, 1), Rules(), board=tower).position
    assert Best(None, 20, 8)(position).move == NO_MOVE


def test_a_small_game() -> None:
    game = game_of(60, 0, 1000)
    spins = [move for move in game.moves if move.spin == FULL]
    ts = [move for move in game.moves if move.piece == "T"]
    assert len(spins) >= 0.85 * len(ts) > 20
    assert sum(move.attack for move in game.moves) >= 120


def test_a_game_as_it_is() -> None:
    """Whatever changes the agent changes this: piece, 1 if it came by the hold, the placement in hex."""
    moves = " ".join(f"{move.piece}{move.held}{move.code:x}" for move in game_of(20, 0, 120).moves)
    assert moves == (
        "Z10 S01c0 O02 J0c0 L1284 I0287 I04c2 T0101 Z0301 L0602 T1681 J1941 O0182 L0c2 S0343 T0542 I0182 J0983 O042 "
        "S1403 T0602 O01c3 Z1c2 J06c4 L01c6"
    )


def test_every_agent_s_weights_are_there() -> None:
    for agent in ENGINE.agents.values():
        if agent.weights:
            assert ENGINE.own_weights(agent.weights)
    assert ENGINE.own_weights(ENGINE.agents["best"].weights) == WEIGHTS


def test_weights_that_are_not_there_are_named() -> None:
    with pytest.raises(BadParameter, match="missing or unknown 'hold_x', 'input'"):
        Best({**{name: 0.0 for name in NAMES if name != "input"}, "hold_x": 1.0}, 5, 1)
