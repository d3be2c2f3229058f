"""Puzzles that are met in games: real boards, real pieces, and what was played is an answer."""

from __future__ import annotations

import pytest

from engines.agents import Met, Played
from engines.tspin import ENGINE
from engines.tspin.agent.game import moves_of_record
from engines.tspin.agent.met import boards_of, possible, spread
from engines.tspin.rules.board import rows_of
from quality.referee import tspin as referee

MOST = 3


@pytest.fixture(scope="module")
def game() -> Played:
    return ENGINE.play_game("beam", 5, 0, {"inputs": 700})


@pytest.fixture(scope="module")
def found(game: Played) -> list[Met]:
    return ENGINE.met(game, list(ENGINE.variants), MOST)


def test_there_are_some_and_no_more_than_asked_for(found: list[Met]) -> None:
    kinds = {met.variant for met in found}
    assert {"tsd-1", "tsd-2", "tsd-3", "tsd-4"} <= kinds
    for kind in kinds:
        of_kind = [met for met in found if met.variant == kind]
        assert len(of_kind) <= MOST
        alone = [met.alone for met in of_kind]
        assert alone == sorted(alone, reverse=True)


def test_boards_and_pieces_are_those_of_the_game(game: Played, found: list[Met]) -> None:
    boards = boards_of(list(moves_of_record(game.moves)))
    for met in found:
        length = len(met.puzzle.queue)
        assert met.puzzle.rows == rows_of(boards[met.move])
        assert met.puzzle.queue == "".join(move[0] for move in game.moves[met.move : met.move + length])
        assert ENGINE.variant_of(met.puzzle) == met.variant


def test_every_one_has_an_answer_and_alone_means_one(found: list[Met]) -> None:
    verdicts = ENGINE.solve([met.puzzle for met in found])
    for met, verdict in zip(found, verdicts, strict=True):
        assert verdict.count >= 1
        assert met.alone == (verdict.verdict == "unique"), met
    short = [met for met in found if len(met.puzzle.queue) <= 2]
    assert short
    for met in short:
        assert referee.count(ENGINE.encode(met.puzzle)) == (1 if met.alone else 2)


def test_the_goal_was_not_there_before(game: Played) -> None:
    """It is the last piece that makes it: on no board of the game before that can the goal be played."""
    boards = boards_of(list(moves_of_record(game.moves)))
    found = [met for met in ENGINE.met(game, list(ENGINE.variants), 1000) if met.puzzle.goal != "donate"]
    assert len({len(met.puzzle.queue) for met in found}) >= 3
    for met in found:
        last = met.move + len(met.puzzle.queue)
        assert [possible(board, met.puzzle.goal) for board in boards[met.move : last]] == [False] * (last - met.move)
        assert possible(boards[last], met.puzzle.goal)


def test_the_same_game_gives_the_same_puzzles(game: Played, found: list[Met]) -> None:
    assert ENGINE.met(Played.from_json(game.as_json()), list(ENGINE.variants), MOST) == found
    assert [met for met in found if met.variant == "tsd-2"] == ENGINE.met(game, ["tsd-2"], MOST)


def test_they_are_spread_evenly() -> None:
    assert spread(list(range(10)), 3) == [0, 3, 6]  # type: ignore[type-var, comparison-overlap, arg-type]
    assert spread(list(range(2)), 3) == [0, 1]  # type: ignore[type-var, comparison-overlap, arg-type]
