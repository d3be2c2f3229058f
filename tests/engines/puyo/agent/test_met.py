"""Puzzles that are met in games: real boards and pairs that keep the conditions of generated ones."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.agents import Met, Played
from engines.puyo import ENGINE
from engines.puyo.agent.met import scattered
from quality.referee import puyo as referee
from tests.engines.puyo.naive import Board, board_of, chain, columns_of, place

MOST = 2
KINDS = ["chain-1x2", "chain-2x3", "chain-2x4", "colors-2x2", "count-2x8"]


@pytest.fixture(scope="module")
def games() -> list[Played]:
    return [ENGINE.play_game("both", 5, number, {}) for number in range(3)]


@pytest.fixture(scope="module")
def found(games: list[Played]) -> list[tuple[Played, Met]]:
    return [(game, met) for game in games for met in ENGINE.met(game, KINDS, MOST)]


def board_after(game: Played, moves: int) -> tuple[str, ...]:
    """The board as the plain rules have it."""
    board: Board = board_of([""] * 6)
    for text in game.moves[:moves]:
        place(board, text[2:], text[:2])
        chain(board)
    return columns_of(board)


def test_there_are_some_and_no_more_than_asked_for(games: list[Played], found: list[tuple[Played, Met]]) -> None:
    assert {met.variant for _, met in found} == set(KINDS)
    for game in games:
        for kind in KINDS:
            alone = [met.alone for of, met in found if of is game and met.variant == kind]
            assert len(alone) <= MOST
            assert alone == sorted(alone, reverse=True)


def test_boards_and_pairs_are_those_of_the_game(found: list[tuple[Played, Met]]) -> None:
    for game, met in found:
        length = len(met.puzzle.queue)
        assert tuple(met.puzzle.columns) == board_after(game, met.move)
        assert list(met.puzzle.queue) == [text[:2] for text in game.moves[met.move : met.move + length]]
        assert ENGINE.variant_of(met.puzzle) == met.variant


def test_the_pair_that_fires_at_last_is_in_no_queue(games: list[Played]) -> None:
    """It is the best of all pairs, not the one that came."""
    for game in games:
        assert len(game.moves) == game.parameters["moves"] + 1
        for met in ENGINE.met(game, list(ENGINE.variants), 50):
            assert met.move + len(met.puzzle.queue) <= game.parameters["moves"]


def test_the_referee_finds_an_answer_none_earlier_and_nothing_beyond(found: list[tuple[Played, Met]]) -> None:
    assert any(met.alone for _, met in found)
    for _, met in found:
        puzzle = met.puzzle
        assert referee.count(ENGINE.encode(puzzle)) == (1 if met.alone else 2)
        if len(puzzle.queue) > 1:
            assert referee.count(ENGINE.encode(replace(puzzle, queue=puzzle.queue[:-1]))) == 0
        beyond = replace(puzzle.goal, n=puzzle.goal.n + 1, exact=False)
        assert referee.count(ENGINE.encode(replace(puzzle, goal=beyond))) == 0


def test_the_same_game_gives_the_same_puzzles(games: list[Played]) -> None:
    again = Played.from_json(games[0].as_json())
    assert ENGINE.met(again, KINDS, MOST) == ENGINE.met(games[0], KINDS, MOST)


@pytest.mark.parametrize("count", [0, 1, 2, 26, 31, 33, 13 * 11 * 7 * 5 * 3 * 2])
def test_every_place_is_looked_at_once(count: int) -> None:
    assert sorted(scattered(count)) == list(range(count))
