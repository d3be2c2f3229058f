"""Games alone: queues, what is recorded, restarts, scenes, links."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from engines.agents import Played
from engines.contract import BadParameter
from engines.puyo.agent.game import boards_of, count_puyos, play_alone
from engines.puyo.agent.queues import PAIRS, PLAYED_COLORS, queue_of
from engines.puyo.agent.sight import STUCK, Choice, Sight
from engines.puyo.engine import ENGINE
from engines.puyo.rules.board import DEATH_COLUMN
from engines.puyo.rules.place import NUMBER_OF, height_of
from tests.engines.puyo import naive, naive_agent

OPTIONS = {"moves": 32, "blocked": False, "loss": True, "tries": 3}


def test_queues_are_those_of_their_number() -> None:
    queue = queue_of(1, 7)
    assert queue.shape == (PAIRS, 2)
    assert set(queue.ravel().tolist()) == set(PLAYED_COLORS)
    assert (queue == queue_of(1, 7)).all()
    assert (queue == queue_of(1, 7, 200)[:PAIRS]).all()
    assert (queue != queue_of(1, 8)).any()
    assert (queue != queue_of(2, 7)).any()
    heap = queue_of(1, 7, 128).ravel()
    assert [int((heap == code).sum()) for code in PLAYED_COLORS] == [64] * 4


def test_a_game_is_a_function_of_its_number_and_plain_json() -> None:
    game = ENGINE.play_game("potential-2", 1, 3)
    assert game == ENGINE.play_game("potential-2", 1, 3)
    assert Played.from_json(json.loads(json.dumps(game.as_json()))) == game
    assert game.moves != ENGINE.play_game("potential-2", 1, 4).moves


def test_measures_follow_from_the_moves() -> None:
    game = ENGINE.play_game("potential-3", 1, 0)
    board = naive.board_of(("",) * 6)
    ready = 33
    for number, text in enumerate(game.moves[:-1], 1):
        board, rounds, _ = naive_agent.after(board, text[2:], text[:2])
        assert rounds == 0
        if ready == 33 and naive_agent.best_firing(board, False)[0] >= 2100:
            ready = number
    _, rounds, points = naive_agent.after(board, game.moves[-1][2:], game.moves[-1][:2])
    assert (points, rounds) == naive_agent.best_firing(board, False)
    assert game.measures["score"] == points
    assert game.measures["chains"] == rounds
    assert game.measures["puyos"] == 66
    assert game.measures["ready"] == ready
    assert [text[:2] for text in game.moves[:32]] == ["".join(".ohprgby"[c] for c in p) for p in queue_of(1, 0)[:32]]
    assert count_puyos(list(boards_of(game.moves[:-1]))[-1]) == 64


def piled_up(loss: bool) -> list[int]:
    """A game of pairs upright on column 3, and from the seventh on beside it: how high it was before each."""
    heights: list[int] = []

    def chooser(sight: Sight, state: np.ndarray) -> Choice:
        heights.append(int(height_of(sight.board, DEATH_COLUMN)))
        return Choice(NUMBER_OF["3N" if sight.move <= 6 else "5N"])

    play_alone(chooser, 1, 3, np.zeros(1, dtype=np.uint64), OPTIONS | {"loss": loss, "moves": 7})
    return heights


def test_column_3_filled_up_loses() -> None:
    """After six pairs it has twelve puyos: the seventh is never asked for, unless that is no loss."""
    assert piled_up(loss=True) == [0, 2, 4, 6, 8, 10]
    assert piled_up(loss=False) == [0, 2, 4, 6, 8, 10, 12]


def test_who_is_stuck_begins_again_so_often() -> None:
    turns: list[int] = []

    def chooser(sight: Sight, state: np.ndarray) -> Choice:
        turns.append(sight.move)
        return Choice(STUCK if sight.move == 3 else 0)

    moves, measures = play_alone(chooser, 1, 0, np.zeros(1, dtype=np.uint64), OPTIONS)
    assert turns == [1, 2, 3] * 4
    assert measures["restarts"] == 3
    assert measures["puyos"] in (4, 6)
    assert len(moves) in (2, 3)


def test_a_move_that_cannot_be_made_is_refused() -> None:
    with pytest.raises(ValueError, match="move 7: 1N cannot be reached"):
        play_alone(lambda sight, state: Choice(0), 1, 0, np.zeros(1, dtype=np.uint64), OPTIONS)


def test_bad_names_are_one_clear_line() -> None:
    with pytest.raises(BadParameter, match="unknown agent 'nobody'"):
        ENGINE.play_game("nobody", 1, 0)
    with pytest.raises(BadParameter, match="unknown form 'fumen'"):
        ENGINE.write_game(ENGINE.play_game("potential-2", 1, 0), "fumen")


def test_scenes_show_every_move_and_the_chain() -> None:
    game = ENGINE.play_game("potential-3", 1, 0)
    scenes = list(ENGINE.scenes(game))
    assert len(scenes) == 1 + len(game.moves) + game.measures["chains"]
    assert {(len(rows), len(rows[0])) for scene in scenes for rows in scene.boards} == {(13, 6)}
    assert sum(scene.event for scene in scenes) == game.measures["chains"]
    assert scenes[-1].said == f"{game.measures['chains']:.0f}-chain, {game.measures['score']:,.0f} points"
    assert {mark for scene in scenes for rows in scene.boards for row in rows for mark in row} <= set(
        ENGINE.tokens
    ) | {"."}
    assert scenes[1].shown["next"] == f"{game.moves[1][:2]} {game.moves[2][:2]}"
    assert len(scenes[1].changed) == 2


def test_a_game_is_written_as_a_link() -> None:
    game = ENGINE.play_game("potential-3", 1, 0)
    link = ENGINE.write_game(game, "link")
    assert link.startswith("https://24ik.github.io/pon2/")
    assert f"steps={''.join(game.moves)}&" in link
    assert ENGINE.write_game(replace(game, moves=game.moves[:2]), "link") != link


def test_a_game_that_cannot_be_is_not_shown() -> None:
    game = ENGINE.play_game("potential-2", 1, 3)
    list(ENGINE.scenes(game))
    piled = [text[:2] + "3N" for text in game.moves]
    with pytest.raises(ValueError, match=f"move 7: {piled[6]} cannot be reached"):
        list(ENGINE.scenes(replace(game, moves=tuple(piled), parameters={**game.parameters, "loss": False})))
    with pytest.raises(ValueError, match="is not the pair that comes"):
        list(ENGINE.scenes(replace(game, number=4)))
    with pytest.raises(ValueError, match="is not the pair that comes"):
        list(ENGINE.scenes(replace(game, moves=(*game.moves, game.moves[-1]))))
    short = (*game.moves[:9], next(pair for pair in ("rr1N", "bb1N") if pair[:2] != game.moves[9][:2]))
    with pytest.raises(ValueError, match=r"move 10: .* is not the pair that comes"):
        list(ENGINE.scenes(replace(game, moves=short)))
    with pytest.raises(ValueError, match="move 33: pp1N is not the pair that comes"):
        list(ENGINE.scenes(replace(game, moves=(*game.moves[:-1], "pp1N"))))
    with pytest.raises(ValueError, match=f"move 7: {game.moves[6]}, when the game is lost"):
        list(ENGINE.scenes(replace(game, moves=(*piled[:6], *game.moves[6:]))))
    stuck = replace(game, moves=short, measures={**game.measures, "restarts": game.parameters["tries"]})
    assert len(list(ENGINE.scenes(stuck))) > 10, "who is stuck too often fires at once, by any pair"
