"""Agents as judges of T-spin puzzles, beside a plain twin: every placement tried, lines kept in lists."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from engines.contract import Verdict
from engines.judging import Judgement, Opinion
from engines.tspin import ENGINE
from engines.tspin.agent.features import COUNT, terrain_value
from engines.tspin.agent.judge import placement_name
from engines.tspin.agent.weights import TUNED, array_of
from engines.tspin.rules.board import columns_of, text_of
from engines.tspin.rules.moves import code
from engines.tspin.rules.puzzle import Puzzle
from tests.engines.tspin import naive, naive_agent
from tests.engines.tspin.naive import Board, Cell

WEIGHTS = dict(TUNED)
Cells = tuple[Cell, ...]
PUZZLES = 2


@cache
def terrain(stack: Board) -> float:
    return naive_agent.weighted(naive_agent.terrain(stack), WEIGHTS)


@cache
def quick_terrain(stack: Board) -> float:
    """The kernel's, which test_agent_agents.py compares with the plain one."""
    columns = [sum(1 << y for x, y in stack if x == column) for column in range(10)]
    return terrain_value(np.array(columns, dtype=np.int64), array_of(TUNED), np.zeros(COUNT, dtype=np.int64))


def moves(stack: Board, piece: str, srs: bool) -> dict[Cells, bool]:
    """All placements, and whether each can be a full T-spin."""
    if not srs:
        return {tuple(sorted(cells)): False for cells in naive.drop_placements(stack, piece)}
    found: dict[Cells, bool] = {}
    for pose, how in naive.arrivals(stack, piece).items():
        if naive.grounded(stack, piece, pose):
            cells = tuple(sorted(naive.cells_at(piece, pose)))
            full = piece == "T" and "full" in naive.spin_kinds(stack, pose, how)
            found[cells] = found.get(cells, False) or full
    return found


def step(stack: Board, piece: str, srs: bool) -> list[tuple[Cells, Board, float]]:
    """All placements with the board after each and its reward."""
    found = []
    for cells, full in sorted(moves(stack, piece, srs).items()):
        after, lines = naive.lock(stack, cells)
        reward = naive_agent.weighted(naive_agent.action(piece, lines, full), WEIGHTS)
        found.append((cells, frozenset(after), reward))
    return found


def greedy(stack: Board, piece: str, srs: bool) -> dict[Cells, float]:
    return {cells: reward + terrain(after) for cells, after, reward in step(stack, piece, srs)}


def by_next(stack: Board, piece: str, following: str, srs: tuple[bool, bool]) -> dict[Cells, float]:
    """What each placement is worth: the best that the following piece makes of it, or itself if that has no place."""
    worth = greedy(stack, piece, srs[0])
    for cells, after, reward in step(stack, piece, srs[0]):
        further = [reward + more + quick_terrain(then) for _, then, more in step(after, following, srs[1])]
        worth[cells] = max(further, default=worth[cells])
    return worth


def by_beam(stack: Board, queue: str, srs: bool, goal_piece: str) -> dict[Cells, float]:
    """What each first placement is worth: the best of its lines, among the twelve best or its own best."""
    lines = [(cells, after, reward) for cells, after, reward in step(stack, queue[0], srs)]
    worth = {cells: reward + quick_terrain(after) for cells, after, reward in lines}
    for place, piece in enumerate((*queue[1:], goal_piece), 1):
        longer = [
            (first, then, reward + more)
            for first, after, reward in lines
            for _, then, more in step(after, piece, srs or place == len(queue))
        ]
        longer.sort(key=lambda line: -(line[2] + quick_terrain(line[1])))
        lines = longer[:12]
        for first in {line[0] for line in longer}:
            best = next(line for line in longer if line[0] == first)
            worth[first] = best[2] + quick_terrain(best[1])
            lines += [best] if best not in lines else []
    return worth


def ranked(worth: dict[Cells, float], own: Cells) -> tuple[int, int, float]:
    values = np.array(list(worth.values()))
    rank = 1 + int((values > worth[own] + 1e-6).sum())
    return rank, len(values), 0.0 if rank == 1 else float((values.max() - worth[own]) / values.std())


def cells_of(move: dict[str, Any]) -> Cells:
    return tuple(sorted((x, y) for x, y in move["cells"]))


def judged(variant: str, count: int = PUZZLES) -> list[tuple[Puzzle, Verdict, Judgement]]:
    puzzles = ENGINE.generate(variant, 3, 4 * count)
    verdicts = ENGINE.solve(puzzles)
    answered = [i for i, verdict in enumerate(verdicts) if verdict.solutions][:count]
    chosen = [puzzles[i] for i in answered], [verdicts[i] for i in answered]
    return [(p, v, j) for p, v, j in zip(*chosen, ENGINE.judge(*chosen), strict=True) if j]


def same(opinion: Opinion, expected: tuple[int, int, float]) -> bool:
    return (opinion.rank, opinion.among) == expected[:2] and opinion.margin == pytest.approx(expected[2], abs=1e-6)


@pytest.mark.parametrize("variant", ["tsd-2", "tsd-3", "quad-2", "tsd-1-srs", "tsd-2-srs"])
def test_ranks_and_margins_are_those_of_plain_agents(variant: str) -> None:
    found = judged(variant)
    assert len(found) == PUZZLES
    for puzzle, verdict, judgement in found:
        stack: Board = frozenset(naive.board(text_of(puzzle.rows)))
        srs, goal_piece = puzzle.moves == "srs", "I" if puzzle.goal == "quad" else "T"
        for number, move in enumerate(verdict.solutions[0]):
            own = cells_of(move)
            assert same(judgement.of("greedy")[number], ranked(greedy(stack, move["piece"], srs), own))
            following = (*puzzle.queue, goal_piece)[number + 1]
            worth = by_next(stack, move["piece"], following, (srs, srs or number + 1 == len(puzzle.queue)))
            assert same(judgement.of("next")[number], ranked(worth, own))
            if number >= len(puzzle.queue) - 2:
                worth = by_beam(stack, puzzle.queue[number:], srs, goal_piece)
                assert same(judgement.of("beam")[number], ranked(worth, own))
            stack = frozenset(naive.lock(stack, own)[0])


def nodes_by_hand(puzzle: Puzzle) -> int | None:
    start: Board = frozenset(naive.board(text_of(puzzle.rows)))
    aim, srs, nodes = naive.aim(puzzle.goal, puzzle.well, start), puzzle.moves == "srs", 0
    for width in (1, 2, 4, 8, 16, 32, 64, 128, 256):
        lines = [(start, 0.0)]
        for piece in puzzle.queue:
            longer = [(then, reward + more) for after, reward in lines for _, then, more in step(after, piece, srs)]
            nodes += len(longer)
            lines = sorted(longer, key=lambda line: -(line[1] + quick_terrain(line[0])))[:width]
        if any(naive.goal_poses(set(after), aim) for after, _ in lines):
            return nodes
    return None


def test_nodes_are_those_of_ever_wider_beams() -> None:
    found = judged("tsd-2", 8)
    nodes = [judgement.nodes.get("beam") for _, _, judgement in found]
    assert nodes == [nodes_by_hand(puzzle) for puzzle, _, _ in found]
    assert len(set(nodes)) > 2


@pytest.mark.parametrize("variant", ["tsd-2", "tst-3", "quad-3", "donate-4-srs"])
def test_something_is_preferred_exactly_where_the_answer_is_not(variant: str) -> None:
    for puzzle, _, judgement in judged(variant):
        assert [(o.judge, o.step) for o in judgement.opinions] == [
            (judge.name, number + 1) for judge in ENGINE.judges for number in range(len(puzzle.queue))
        ]
        for opinion in judgement.opinions:
            assert (opinion.rank == 1) == (opinion.preferred == "") == (opinion.margin == 0.0)
            assert 1 <= opinion.rank <= opinion.among
            if opinion.preferred:
                assert opinion.preferred.startswith(f"{puzzle.queue[opinion.step - 1]} in column")


def test_puzzles_without_an_answer_have_no_judgement() -> None:
    puzzles = ENGINE.generate("tsd-2", 3, 2)
    verdicts = ENGINE.solve(puzzles)
    nothing = Verdict("impossible", 0, (), 1)
    assert ENGINE.judge([], []) == []
    assert ENGINE.judge(puzzles[:1], [nothing]) == [None]
    mixed = ENGINE.judge([puzzles[0], puzzles[0], puzzles[1]], [nothing, *verdicts])
    assert mixed == [None, *ENGINE.judge(puzzles, verdicts)]


def test_a_judgement_depends_on_its_puzzle_alone() -> None:
    found = judged("donate-3")
    for puzzle, verdict, judgement in reversed(found):
        assert ENGINE.judge([puzzle], [verdict]) == [judgement]


def test_placements_are_named_as_agents_write_them() -> None:
    rows = (0b0000000111, 0b0000001111)  # the fourth column from the left hangs over the ground
    board = np.array(columns_of(rows), dtype=np.int64)
    assert placement_name(board, "O", code(0, 6, 0)) == "O in columns 7-8"
    assert placement_name(board, "I", code(1, 9, 0)) == "I in column 10, upright"
    assert placement_name(board, "L", code(2, 4, 0)) == "L in columns 5-7, upside down"
    assert placement_name(board, "I", code(0, 3, 0)) == "I in columns 4-7, flat, under what hangs over"


def test_placements_are_named_in_japanese_too() -> None:
    assert ENGINE.move_ja("O in columns 7-8") == "Oミノを左から7〜8列目に置く手"
    assert ENGINE.move_ja("I in column 10, upright") == "Iミノを縦にして左から10列目に置く手"
    assert ENGINE.move_ja("T in columns 5-7, upside down, under what hangs over") == (
        "Tミノを逆さにして左から5〜7列目の屋根の下に置く手"
    )
    with pytest.raises(ValueError, match="is no placement"):
        ENGINE.move_ja("3N")
    empty = np.zeros(10, dtype=np.int64)
    for piece, shapes in zip("TLJISZO", (4, 4, 4, 2, 2, 2, 1), strict=True):
        for shape in range(shapes):
            assert ENGINE.move_ja(placement_name(empty, piece, code(shape, 3, 0))).startswith(f"{piece}ミノを")
