"""What holds for hands in every game: they can do exactly what is legal, and what they are shown is so."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import pytest

from engines.agents import Scene
from engines.engine import Engine
from engines.hands import NOWHERE, Choice, Hold, Pick, Rest, Situation, Steer, as_json
from engines.registry import GAMES, engine

VARIANTS = {
    "tspin": (
        "tsd-1",
        "tsd-2",
        "tst-2",
        "quad-2",
        "donate-2",
        "tsd-2-srs",
        "tst-1-srs",
        "quad-2-srs",
        "donate-2-srs",
    ),
    "puyo": ("chain-1x2", "chain-2x3", "clear-2", "colors-2x2", "count-2x8"),
    "geister": ("escape-5", "escape-9", "wall-7", "open-7", "capture-5", "endgame-21"),
}
EACH = 6
MOST_BYTES = 40_000
GIVES_AWAY = ("solution", "answer")


@cache
def proved(game: str) -> list[tuple[Any, list[Any]]]:
    """Puzzles with one answer each, as moves one by one."""
    table = engine(game)
    puzzles = [puzzle for variant in VARIANTS[game] for puzzle in table.generate(variant, 61, EACH)]
    verdicts = table.solve(puzzles)
    return [(p, line_of(v.solutions[0])) for p, v in zip(puzzles, verdicts, strict=True) if v.solutions]


def line_of(solution: Any) -> list[Any]:
    """The moves of a solution, whatever form the game gives it."""
    if isinstance(solution, dict):
        return list(solution["line"])
    if isinstance(solution, str):
        return [solution[i : i + 2] for i in range(0, len(solution), 2)]
    return list(solution)


def choices_of(situation: Situation) -> list[Any]:
    """The moves that hands can make."""
    if situation.steer:
        return [rest.move for rest in situation.steer.rests]
    return [choice.move for choice in situation.pick.choices] if situation.pick else []


def played_at_random(table: Engine[Any], puzzle: Any, chance: random.Random) -> Iterator[Situation]:
    """The situations of a puzzle that somebody plays without a plan, up to its end."""
    situation = table.situation(puzzle, [])
    yield situation
    while situation.solved is None:
        situation = table.situation(puzzle, [*situation.moves, chance.choice(choices_of(situation))])
        yield situation


def keys_in(data: Any) -> Iterator[str]:
    """All keys of a JSON object, however deep."""
    if isinstance(data, dict):
        yield from data
    for inner in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from keys_in(inner)


def reached(steer: Steer) -> set[int]:
    """The holds that keys lead to from the start."""
    found, todo = {steer.start}, [steer.start]
    while todo:
        for there in set(steer.holds[todo.pop()].to) - found - {NOWHERE}:
            found.add(there)
            todo.append(there)
    return found


@pytest.fixture(params=GAMES)
def table(request: pytest.FixtureRequest) -> Engine[Any]:
    return engine(request.param)


@pytest.fixture
def situations(table: Engine[Any]) -> list[tuple[Any, Situation]]:
    """Situations of many puzzles, played without a plan."""
    chance = random.Random(62)
    return [(p, each) for p, _ in proved(table.name) for each in played_at_random(table, p, chance)]


def test_hands_can_do_what_is_legal(table: Engine[Any], situations: list[tuple[Any, Situation]]) -> None:
    ends = 0
    for puzzle, situation in situations:
        if situation.solved is not None:
            assert (situation.steer, situation.pick) == (None, None)
            ends += 1
            continue
        moves = list(map(str, choices_of(situation)))
        assert len(set(moves)) == len(moves)
        assert sorted(moves) == sorted(map(str, table.legal(puzzle, situation.moves)))
    assert ends == len(proved(table.name))


def test_keys_lead_from_the_start_to_every_hold_and_rest(situations: list[tuple[Any, Situation]]) -> None:
    for steer in (situation.steer for _, situation in situations if situation.steer):
        assert reached(steer) == set(range(len(steer.holds)))
        assert {hold.rest for hold in steer.holds} - {NOWHERE} == set(range(len(steer.rests)))
        assert all(0 <= hold.shape < len(steer.shapes) for hold in steer.holds)


def test_a_drop_leaves_a_piece_below_where_it_is_held(situations: list[tuple[Any, Situation]]) -> None:
    """It is drawn there, too: what is held lies in the columns where it comes to rest, and above them."""
    for steer in (situation.steer for _, situation in situations if situation.steer):
        for hold in steer.holds:
            held = sorted((hold.x + x, hold.y + y, token) for x, y, token in steer.shapes[hold.shape])
            rest = sorted(steer.rests[hold.rest].cells)
            assert [x for x, _, _ in held] == [x for x, _, _ in rest]
            assert max(y for _, y, _ in held) <= max(y for _, y, _ in rest)
            assert sorted(token for _, _, token in held) == sorted(token for _, _, token in rest)


def test_an_answer_solves_a_puzzle_with_its_last_move(table: Engine[Any]) -> None:
    for puzzle, line in proved(table.name):
        situation = table.situation(puzzle, [])
        while situation.solved is None:
            assert len(situation.moves) < len(line)
            situation = table.situation(puzzle, line[: len(situation.moves) + 1])
        assert situation.solved is True
        assert list(map(str, situation.moves)) == list(map(str, line))
        assert situation.moments[-1].event or situation.moments[-2].event


def test_it_is_solved_where_the_goal_is_reached_in_time(
    table: Engine[Any], situations: list[tuple[Any, Situation]]
) -> None:
    lengths = {id(puzzle): len(line) for puzzle, line in proved(table.name)}
    for puzzle, situation in situations:
        played = table.play(puzzle, situation.moves)
        in_time = len(situation.moves) <= lengths[id(puzzle)]
        assert (situation.solved is True) == (played["goal"] and in_time)


def test_a_page_gets_all_it_needs_and_nothing_that_gives_the_answer_away(
    table: Engine[Any], situations: list[tuple[Any, Situation]]
) -> None:
    for _, situation in situations:
        data = as_json(situation)
        text = json.dumps(data)
        assert len(text) < MOST_BYTES
        assert json.loads(text).keys() == {"moves", "moments", "queue", "solved", "steer", "pick", "facts"}
        assert not [key for key in keys_in(json.loads(text)) if key.startswith(GIVES_AWAY)]
        for moment in data["moments"]:
            [board] = moment["boards"]
            assert {mark for row in board for mark in row} <= {*table.tokens, "."}
            assert len({len(row) for row in board}) == 1
            assert all(0 <= x < len(board[0]) and 0 <= y < len(board) for _, x, y in moment["changed"])
            assert bool(moment["said"][0]) == bool(moment["said"][1])
        assert all(data["moments"][end]["said"][0] for end in (0, -1))
        assert {mark for name in data["queue"] for mark in name} <= {*table.tokens}


def test_boards_of_a_puzzle_have_one_size(situations: list[tuple[Any, Situation]]) -> None:
    sizes: dict[int, set[int]] = {}
    for puzzle, situation in situations:
        sizes.setdefault(id(puzzle), set()).update(len(scene.boards[0]) for scene in situation.moments)
    assert all(len(each) == 1 for each in sizes.values())


def test_the_last_moment_is_the_board_as_it_is(table: Engine[Any], situations: list[tuple[Any, Situation]]) -> None:
    for puzzle, situation in situations:
        board = table.play(puzzle, situation.moves)["board"]
        rows = board.split("/") if isinstance(board, str) else board
        shown = situation.moments[-1].boards[0]
        if situation.solved and table.name == "tspin":
            continue  # the goal's piece is there, too
        filled = [["." if mark == "." else "X" for mark in row] for row in shown[len(shown) - len(rows) :]]
        assert filled == [["." if mark == "." else "X" for mark in row] for row in rows]
        assert not {mark for row in shown[: len(shown) - len(rows)] for mark in row} - {"."}


@pytest.mark.parametrize(
    "moves", [["nonsense"], [None], [[]], [{"piece": "S"}], 7, ["a1-a1"], [{"cells": [[1e999, 0]]}]]
)
def test_what_is_no_move_is_refused(table: Engine[Any], moves: Any) -> None:
    puzzle, _ = proved(table.name)[0]
    with pytest.raises((ValueError, TypeError, LookupError)):
        table.situation(puzzle, moves)


def test_a_move_too_many_is_refused(table: Engine[Any]) -> None:
    for puzzle, line in proved(table.name)[:5]:
        with pytest.raises(ValueError, match=r"move|ply"):
            table.situation(puzzle, [*line, line[-1]])


def test_threads_at_once_get_what_one_gets(table: Engine[Any]) -> None:
    """Nothing that one call works with is another's: the same calls, again and again, in every order."""
    from engines.geister.solve import defence

    puzzles = [puzzle for puzzle, _ in proved(table.name)]
    calls = [(p, [choice]) for p in puzzles for choice in choices_of(table.situation(p, []))[:12]]
    alone = [as_json(table.situation(p, moves)) for p, moves in calls]
    defence.best.cache_clear()
    order = random.Random(63).sample(range(len(calls)), len(calls))
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda number: as_json(table.situation(*calls[number])), order))
    assert together == [alone[number] for number in order]


def test_a_situation_as_json() -> None:
    steer = Steer(
        shapes=(((0, 0, "r"), (0, -1, "g")),),
        holds=(Hold(0, 2, -1, 0, (NOWHERE, NOWHERE, 0, 0, NOWHERE)),),
        rests=(Rest(((2, 5, "r"), (2, 4, "g")), "3N"),),
        start=0,
    )
    scene = Scene((("..", "r."),), ((0, 0, 1),), "said", "言", {"score": "3"}, True)
    pick = Pick((Choice((0, 1), (0, -1), "a6-exit", "out", "脱出"),))
    assert as_json(Situation(("1N",), (scene,), ("rg",), steer, pick, None, {"left": 1})) == {
        "moves": ["1N"],
        "moments": [
            {
                "boards": [["..", "r."]],
                "changed": [[0, 0, 1]],
                "said": ["said", "言"],
                "shown": {"score": "3"},
                "event": True,
            }
        ],
        "queue": ["rg"],
        "solved": None,
        "steer": {
            "shapes": [[[0, 0, "r"], [0, -1, "g"]]],
            "holds": [[0, 2, -1, 0, [-1, -1, 0, 0, -1]]],
            "rests": [{"cells": [[2, 5, "r"], [2, 4, "g"]], "move": "3N"}],
            "start": 0,
        },
        "pick": {"choices": [{"from": [0, 1], "to": [0, -1], "move": "a6-exit", "said": ["out", "脱出"]}]},
        "facts": {"left": 1},
    }
    assert as_json(Situation((), (), solved=True)) == {
        "moves": [],
        "moments": [],
        "queue": [],
        "solved": True,
        "steer": None,
        "pick": None,
        "facts": {},
    }
