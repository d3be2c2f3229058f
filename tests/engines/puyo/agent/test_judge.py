"""Agents as judges of Nazo Puyo, beside a plain twin that plays everything out on letters."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest

from engines.contract import Verdict
from engines.judging import Judgement
from engines.puyo import ENGINE
from engines.puyo.rules.puzzle import Fall, Goal, Puzzle
from tests.engines.puyo import naive_agent
from tests.engines.puyo.naive import Board, board_of, columns_of, drop, heights_of

PUZZLES = 2
PAIRS = tuple(a + b for place, a in enumerate("rgbyp") for b in "rgbyp"[place:])


def is_lost(board: Board) -> bool:
    return heights_of(board)[2] >= 12


@cache
def fires(columns: tuple[str, ...]) -> int:
    """What the best of all pairs scores."""
    board = board_of(columns)
    return 0 if is_lost(board) else naive_agent.best_firing(board, True, PAIRS)[0]


def fall_on(board: Board, queue: Sequence[str | Fall]) -> tuple[Board, Sequence[str | Fall]]:
    """The board once all has fallen that comes before the next pair, and the queue from there on."""
    while queue and isinstance(queue[0], Fall):
        board = [list(column) for column in board]
        for x, count in enumerate(queue[0].counts):
            for _ in range(count):
                drop(board, x, "o")
        queue = queue[1:]
    return board, queue


def most_points(board: Board, queue: Sequence[str | Fall], pairs: int) -> int:
    """The most that one of the next pairs of the queue scores."""
    if is_lost(board):
        return 0
    board, queue = fall_on(board, queue)
    if not queue or not pairs or is_lost(board):
        return 0
    pair = str(queue[0])
    best = 0
    for name in naive_agent.options(board, pair, True):
        after, _, points = naive_agent.after(board, name, pair)
        best = max(best, points, most_points(after, queue[1:], pairs - 1))
    return best


def worth(board: Board, queue: Sequence[str | Fall]) -> dict[str, tuple[int, int, int]]:
    """What every placement of the first pair is worth to the judges."""
    found, pair = {}, str(queue[0])
    more = any(isinstance(step, str) for step in queue[1:])
    for name in naive_agent.options(board, pair, True):
        after, _, points = naive_agent.after(board, name, pair)
        one = max(points, fires(columns_of(after))) if more else points
        found[name] = one, *(max(points, most_points(after, queue[1:], pairs)) for pairs in (1, 2))
    return found


def ranked(values: dict[str, int], own: str) -> tuple[int, int, float]:
    every = np.array(list(values.values()), dtype=float)
    rank = 1 + int((every > values[own]).sum())
    return rank, len(every), 0.0 if rank == 1 else float((every.max() - values[own]) / every.std())


def check(puzzle: Puzzle, line: str, judgement: Judgement) -> None:
    board, step = board_of(puzzle.columns), 0
    for level, name in enumerate(line[place : place + 2] for place in range(0, len(line), 2)):
        queue = puzzle.queue[level:]
        if isinstance(queue[0], Fall):
            board, _ = fall_on(board, queue[:1])
            continue
        values = worth(board, queue)
        for number, judge in enumerate(ENGINE.judges):
            opinion = judgement.of(judge.name)[step]
            mine = {move: all_of_it[number] for move, all_of_it in values.items()}
            rank, among, margin = ranked(mine, name)
            assert (opinion.step, opinion.rank, opinion.among) == (step + 1, rank, among)
            assert opinion.margin == pytest.approx(margin)
            assert (opinion.preferred == "") == (rank == 1)
            assert not opinion.preferred or mine[opinion.preferred] == max(mine.values())
        board, _, _ = naive_agent.after(board, name, queue[0])
        step += 1
    assert len(judgement.opinions) == step * len(ENGINE.judges)


def answered(variant: str, count: int = PUZZLES) -> tuple[list[Puzzle], list[Verdict]]:
    puzzles = ENGINE.generate(variant, 4, 4 * count)
    verdicts = ENGINE.solve(puzzles)
    rows = [i for i, verdict in enumerate(verdicts) if verdict.solutions][:count]
    return [puzzles[i] for i in rows], [verdicts[i] for i in rows]


@pytest.mark.parametrize("variant", ["chain-1x2", "chain-2x3", "clear-2", "chain-3x4"])
def test_ranks_and_margins_are_those_of_plain_agents(variant: str) -> None:
    puzzles, verdicts = answered(variant)
    found = ENGINE.judge(puzzles, verdicts)
    assert len(found) == PUZZLES
    for puzzle, verdict, judgement in zip(puzzles, verdicts, found, strict=True):
        assert judgement is not None
        check(puzzle, verdict.solutions[0], judgement)


def test_what_falls_by_itself_is_no_move() -> None:
    puzzle = Puzzle(Goal("chain", 1), ("rg", Fall((1, 0, 0, 2, 0, 0)), "rg"), ("rr", "", "g", "gg", "", ""))
    (verdict,) = ENGINE.solve([puzzle])
    line = next(line for line in verdict.solutions if len(line) == 6)
    last = Verdict("ambiguous", 1, (line,), 1)
    (judgement,) = ENGINE.judge([puzzle], [last])
    assert judgement is not None
    assert [opinion.step for opinion in judgement.opinions] == [1, 2] * len(ENGINE.judges)
    check(puzzle, line, judgement)


def nodes_by_hand(puzzle: Puzzle) -> int | None:
    """The nodes of ever wider beams over a queue of pairs, for the goal of a chain."""
    nodes = 0
    for width in (1, 2, 4, 8, 16, 32, 64, 128, 256):
        boards = [board_of(puzzle.columns)]
        for pair in map(str, puzzle.queue):
            longer = []
            for board in boards:
                for name in naive_agent.options(board, pair, True):
                    after, rounds, _ = naive_agent.after(board, name, pair)
                    nodes += 1
                    if rounds == puzzle.goal.n:
                        return nodes
                    if not is_lost(after):
                        longer.append(after)
            boards = sorted(longer, key=lambda board: -fires(columns_of(board)))[:width]
    return None


def test_nodes_are_those_of_ever_wider_beams() -> None:
    puzzles, verdicts = answered("chain-2x3", 6)
    found = [judgement.nodes.get("potential-3") for judgement in ENGINE.judge(puzzles, verdicts) if judgement]
    assert found == [nodes_by_hand(puzzle) for puzzle in puzzles]
    assert len(set(found)) > 1


def test_puzzles_without_an_answer_have_no_judgement() -> None:
    puzzles, verdicts = answered("chain-2x3")
    nothing = Verdict("impossible", 0, (), 1)
    assert ENGINE.judge([], []) == []
    assert ENGINE.judge(puzzles[:1], [nothing]) == [None]
    assert ENGINE.judge([puzzles[0], *puzzles], [nothing, *verdicts]) == [None, *ENGINE.judge(puzzles, verdicts)]


def test_a_judgement_depends_on_its_puzzle_alone() -> None:
    puzzles, verdicts = answered("count-3x12")
    together = ENGINE.judge(puzzles, verdicts)
    alone = [ENGINE.judge([puzzle], [verdict])[0] for puzzle, verdict in zip(puzzles, verdicts, strict=True)]
    assert together == alone
