"""The whole game: bags, moves, inputs, attack, records and what is made of them."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from engines.agents import Played
from engines.contract import BadParameter
from engines.tspin.agent.bag import Bags
from engines.tspin.agent.game import Choice, Chooser, Costs, Position, moves_of_record, play_to_end
from engines.tspin.agent.rules import Rules, attack_of, next_combo, next_streak
from engines.tspin.agent.state import NO_MOVE, NOBODY, move_code, move_held, move_piece, move_spin, moves_of, pack
from engines.tspin.engine import ENGINE
from engines.tspin.forms import fumen
from engines.tspin.rules.board import columns_of, text_of
from engines.tspin.rules.pieces import PIECES, T
from engines.tspin.rules.placements import cells_of
from engines.tspin.rules.spins import FULL, MINI, NONE
from tests.engines.tspin import naive, naive_agent
from tests.engines.tspin.boards import NASTY, random_boards

SHORT = {"inputs": 300}
FIFTH_KICK_ONLY = [  # places that a T reaches sooner as a mini than, by the fifth kick, as a full T-spin
    ["XX....XX.X", ".......XXX", "........X.", "...X..XX..", ".XXX.X.X.."],
    ["XXX.....XX", "..........", "..........", ".XXX......", ".X.XXXXXX."],
]
KIND_NAMES = ("any", "mini", "full")


def columns(board: naive.Board) -> np.ndarray:
    top = max((y for _, y in board), default=-1) + 1
    return np.array(
        columns_of([sum(1 << x for x in range(10) if (x, y) in board) for y in range(top)]), dtype=np.int64
    )


def boards() -> list[naive.Board]:
    return [naive.board(rows) for rows in (*NASTY.values(), *FIFTH_KICK_ONLY)] + random_boards(5, 8)


def test_every_seven_pieces_are_all_seven() -> None:
    pieces = Bags(3, 7).pieces(0, 700).reshape(-1, 7)
    assert (np.sort(pieces, axis=1) == np.arange(7)).all()
    assert len({tuple(bag) for bag in pieces.tolist()}) > 90


def test_pieces_depend_on_seed_and_number_and_not_on_how_they_are_asked_for() -> None:
    one, other = Bags(3, 7), Bags(3, 7)
    assert one.pieces(500, 6).tolist() == other.pieces(0, 506)[500:].tolist()
    assert Bags(3, 8).pieces(0, 50).tolist() != one.pieces(0, 50).tolist()
    assert Bags(4, 7).pieces(0, 50).tolist() != one.pieces(0, 50).tolist()


@pytest.mark.parametrize("count_drops", [True, False])
@pytest.mark.parametrize("step", [2, pytest.param(1, marks=pytest.mark.heavy)])
def test_inputs_are_the_fewest(step: int, count_drops: bool) -> None:
    """Every other board is tried with drops counted, and those between without."""
    costs, compared = Costs(), set()
    for board in boards()[count_drops and step - 1 :: step]:
        for piece, letter in enumerate(PIECES):
            fewest = naive_agent.inputs(board, letter, count_drops)
            moves = moves_of(columns(board), NOBODY, np.array([piece]))
            assert {cells_of(piece, move_code(move)) for move in moves} == {cells for cells, _ in fewest}
            for move in moves:
                cells, spin = cells_of(piece, move_code(move)), int(move_spin(move))
                for kind in {NONE, spin}:
                    found = costs.inputs(columns(board), move, kind, count_drops)
                    assert found == fewest[cells, KIND_NAMES[kind]], (naive.text(board), letter, cells, kind)
                    compared.add(kind)
    assert compared == {NONE, MINI, FULL}


def test_a_spin_is_the_best_that_the_t_can_arrive_as() -> None:
    for board in boards():
        fewest = naive_agent.inputs(board, "T", True)
        for move in moves_of(columns(board), NOBODY, np.array([T])):
            kinds = [kind for kind in ("none", "mini", "full") if (cells_of(T, move_code(move)), kind) in fewest]
            assert ("none", "mini", "full")[move_spin(move)] == kinds[-1]


def test_a_straight_drop_takes_its_shifts_turns_and_the_drop() -> None:
    empty = np.zeros(10, dtype=np.int64)
    upright_at_the_wall = pack((1 * 10 + 0) << 6, PIECES.index("I"), 0, NONE)
    assert Costs().inputs(empty, upright_at_the_wall, NONE, True) == 6  # a turn to the left, four shifts, the drop
    assert Costs().inputs(empty, upright_at_the_wall, NONE, False) == 4  # a kick at the floor saves a shift
    held = upright_at_the_wall | 1 << 15
    assert Costs().inputs(empty, held, NONE, True) == 7


def hold_moves(hold: int, queue: str) -> set[tuple[str, int]]:
    pieces = np.array([PIECES.index(piece) for piece in queue])
    moves = moves_of(np.zeros(10, dtype=np.int64), hold, pieces)
    return {(PIECES[move_piece(move)], int(move_held(move))) for move in moves}


def test_a_hold_brings_the_next_piece_and_then_the_one_held() -> None:
    assert hold_moves(NOBODY, "SZT") == {("S", 0), ("Z", 1)}
    assert hold_moves(PIECES.index("I"), "SZT") == {("S", 0), ("I", 1)}
    assert hold_moves(PIECES.index("S"), "SZT") == {("S", 0)}  # the same piece again
    assert hold_moves(NOBODY, "SSZ") == {("S", 0), ("S", 1)}  # but then one more is gone
    assert hold_moves(NOBODY, "S") == {("S", 0)}  # nothing known to come


def test_no_moves_when_the_spawn_is_blocked() -> None:
    tower = columns(naive.board(["....X....."] * 20))
    assert moves_of(tower, PIECES.index("I"), np.array([T])) == []


def sent(lines: int, spin: int, streak: bool = False, combo: int = 0, empty: bool = False, **options: bool) -> int:
    return int(attack_of(lines, spin, empty, streak, combo, Rules(**options)))  # type: ignore[arg-type]


def test_attack_is_that_of_the_paper() -> None:
    """Table 1; a mini is worth its lines."""
    assert [sent(lines, NONE) for lines in range(5)] == [0, 0, 1, 2, 4]
    assert [sent(lines, FULL) for lines in range(4)] == [0, 2, 4, 6]
    assert [sent(lines, MINI) for lines in range(3)] == [0, 0, 1]
    assert sent(4, NONE, streak=True, combo=5, empty=True) == 4


def test_attack_with_the_rules_that_modern_games_add() -> None:
    assert sent(2, FULL, streak=True, back_to_back=True) == 5
    assert sent(1, MINI, streak=True, back_to_back=True) == 1
    assert sent(2, NONE, streak=True, back_to_back=True) == 1
    assert sent(2, FULL, streak=False, back_to_back=True) == 4
    assert [sent(1, NONE, combo=combo, combos=True) for combo in range(13)] == [0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5]
    assert sent(1, NONE, empty=True, perfect_clears=True) == 10
    assert sent(0, NONE, empty=True, perfect_clears=True) == 0


def test_a_streak_ends_with_a_plain_clear_and_a_combo_with_a_move_that_clears_nothing() -> None:
    assert next_streak(2, FULL, False)
    assert next_streak(4, NONE, False)
    assert next_streak(0, NONE, True)
    assert not next_streak(1, NONE, True)
    assert next_combo(1, 3) == 4
    assert next_combo(0, 3) == 0


def first_move(position: Position) -> Choice:
    moves = moves_of(position.board, position.hold, position.queue)
    return Choice(moves[0] if moves else NO_MOVE, len(moves))


def random_chooser(seed: int) -> Chooser:
    rng = np.random.default_rng(seed)

    def chooser(position: Position) -> Choice:
        moves = moves_of(position.board, position.hold, position.queue)
        return Choice(moves[rng.integers(len(moves))] if moves else NO_MOVE, len(moves))

    return chooser


def test_a_game_ends_when_a_piece_cannot_spawn() -> None:
    game = play_to_end(first_move, 1, 0, Rules())
    assert game.blocked
    assert game.inputs < 5000


def test_a_game_ends_when_the_inputs_do_not_do() -> None:
    game = play_to_end(random_chooser(1), 1, 0, Rules(inputs=40))
    assert not game.blocked
    assert game.inputs == sum(move.inputs for move in game.moves) <= 40
    assert game.inputs_without_drops <= game.inputs - len(game.moves)


def test_a_game_is_the_same_in_sets_of_cells() -> None:
    """Pieces, hold, boards, spins and attack of random games, told again from their records."""
    for number in range(4):
        game = play_to_end(random_chooser(number), 2, number, Rules())
        stack: naive.Board = frozenset()
        queue = [PIECES[piece] for piece in Bags(2, number).pieces(0, len(game.moves) + 2)]
        hold = ""
        for move in game.moves:
            current = queue.pop(0)
            if move.held:
                current, hold = hold or queue.pop(0), current
            assert current == move.piece
            cells = cells_of(PIECES.index(move.piece), move.code)
            fewest = naive_agent.inputs(stack, move.piece, True)
            stack, lines = naive.lock(stack, cells)
            full = lines > 0 and (cells, "full") in fewest
            assert (move.lines, move.spin == FULL) == (lines, full)
            assert move.attack == ([0, 2, 4, 6] if full else [0, 0, 1, 2, 4])[lines]
            assert move.inputs == fewest[cells, "full" if full else "any"] + move.held
        assert columns(stack).tolist() == game.board.tolist()


@pytest.fixture(scope="module")
def played() -> Played:
    return ENGINE.play_game("greedy", 5, 0, SHORT)


def test_games_depend_on_seed_and_number_alone(played: Played) -> None:
    assert ENGINE.play_game("greedy", 5, 0, SHORT) == played
    assert ENGINE.play_game("greedy", 5, 1, SHORT).moves != played.moves


def test_a_record_is_plain_json(played: Played) -> None:
    assert Played.from_json(json.loads(json.dumps(played.as_json()))) == played


def test_measures_are_those_offered(played: Played) -> None:
    assert set(played.measures) == {measure.name for measure in ENGINE.measures}
    moves = list(moves_of_record(played.moves))
    assert played.measures["attack"] == sum(move.attack for move in moves)
    assert played.measures["pieces"] == len(moves)
    assert played.measures["attack_no_drops"] > played.measures["attack"] > 0


def test_scenes_follow_the_game(played: Played) -> None:
    scenes = list(ENGINE.scenes(played))
    assert len(scenes) == len(played.moves) + 2
    assert all(len(scene.boards[0]) == 20 and {len(row) for row in scene.boards[0]} == {10} for scene in scenes)
    assert {mark for scene in scenes for row in scene.boards[0] for mark in row} <= set(ENGINE.tokens) | {"."}
    assert scenes[-1].event
    assert scenes[-1].shown["attack"] == f"{played.measures['attack']:.0f}"
    assert scenes[-1].shown["T-spin efficiency"] == f"{played.measures['tspin_efficiency']:.0f} %"
    for scene, move in zip(scenes[1:], moves_of_record(played.moves), strict=False):
        assert {scene.boards[0][row][x] for _, x, row in scene.changed} == {move.piece}


def last_board(played: Played) -> list[str]:
    rows = list(list(ENGINE.scenes(played))[-1].boards[0])
    return ["".join("X" if mark != "." else "." for mark in row) for row in rows if row.strip(".")]


def test_a_game_is_a_fumen_with_a_page_a_move(played: Played) -> None:
    pages = fumen.decode(ENGINE.write_game(played, "fumen"))
    assert len(pages) == len(played.moves)
    assert [page.operation.piece for page in pages if page.operation] == [move[0] for move in played.moves]
    rows = fumen.field_rows(fumen.after(pages[-1]))[:-1]
    masks = [sum(1 << x for x, kind in enumerate(row) if kind != "_") for row in rows if row.strip("_")]
    assert text_of(masks[::-1]) == last_board(played)


def test_what_is_not_there_is_refused(played: Played) -> None:
    with pytest.raises(BadParameter, match="unknown agent 'nobody': choose from beam, "):
        ENGINE.play_game("nobody", 1, 0)
    with pytest.raises(BadParameter, match="no opponent 'greedy'"):
        ENGINE.play_game("greedy", 1, 0, against="greedy")
    with pytest.raises(BadParameter, match="unknown form 'pdf': choose from fumen"):
        ENGINE.write_game(played, "pdf")


@pytest.mark.parametrize(
    ("place", "changed", "complaint"),
    [
        (1, {"code": None}, "where something is already"),
        (1, {"piece": "x"}, "not the piece that comes"),
        (0, {"lines": 4}, "4 lines where 0 clear"),
    ],
)
def test_a_game_that_cannot_be_is_not_shown(place: int, changed: dict[str, Any], complaint: str) -> None:
    """The second piece where the first is, a piece that is not there, lines that nothing clears."""
    game = ENGINE.play_game("greedy", 1, 0, {"inputs": 40})
    moves = list(moves_of_record(game.moves))
    if "code" in changed:
        changed = {"code": moves[0].code}
    moves[place] = moves[place]._replace(**changed)
    with pytest.raises(ValueError, match=complaint):
        list(ENGINE.scenes(replace(game, moves=tuple(list(move) for move in moves))))
