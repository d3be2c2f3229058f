"""Puzzles that were met in a game: boards from which the pairs that came next reach a goal, and nothing beyond it.

A board of the game and its next pairs make a candidate if they keep the conditions that generated ones keep (Nazo
Puyo paper, 4.2): the goal can be reached, but not before the last move, and no longer chain, no more colours or puyos
at once can be. Those with one answer come first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from engines.agents import Met, Played
from engines.kernels.jit import kernel
from engines.puyo.agent.game import parsed_move
from engines.puyo.make.variants import VARIANTS
from engines.puyo.rules.board import WORDS, bulk_columns
from engines.puyo.rules.chain import scored_chain
from engines.puyo.rules.goals import AIM_EXACT, AIM_KIND, AIM_N, NO_KIND, aim_of
from engines.puyo.rules.place import lost, place
from engines.puyo.rules.puzzle import MAX_STEPS, Puzzle
from engines.puyo.solve.solver import AT_LIMIT, PIVOT, ROTOR, STEP_FIELDS, UNUSED, Desk, new_desk, search

LIMIT = 150_000  # positions that one search may take
LONGEST = 5  # moves: beyond that hardly any search ends within the limit
SEVERAL = 2
SKIP = -1


@kernel
def solutions_within(
    board: np.ndarray, steps: np.ndarray, moves: int, aim: np.ndarray, wanted: int, tag: int, desk: Desk
) -> int:
    """How many solutions there are, at most `wanted`; SKIP if the search did not end."""
    room = np.full((wanted + 1, MAX_STEPS), UNUSED, dtype=np.uint8)
    _, _, found, _, ended = search(board, steps, moves, aim, LIMIT, wanted, tag, desk, room, 0)
    return SKIP if ended == AT_LIMIT and found < wanted else found


@kernel
def count_answers(board: np.ndarray, steps: np.ndarray, moves: int, aim: np.ndarray, tag: int, desk: Desk) -> int:
    """How many answers a board has as a puzzle, SEVERAL at most; 0 if it is none, or none that can be told."""
    found = solutions_within(board, steps, moves, aim, SEVERAL, tag, desk)
    if found <= 0:
        return 0
    if moves > 1 and solutions_within(board, steps, moves - 1, aim, 1, tag + 1, desk) != 0:
        return 0
    if aim[AIM_KIND] != NO_KIND:
        beyond = aim.copy()
        beyond[AIM_N] += 1
        beyond[AIM_EXACT] = 0
        if solutions_within(board, steps, moves, beyond, 1, tag + 2, desk) != 0:
            return 0
    return found


def met(game: Played, variants: Sequence[str], most: int) -> list[Met]:
    """See `Engine` in `engines.engine`."""
    if game.against:
        return []
    moves = game.moves[: game.parameters["moves"]]  # what fires at last was drawn from no queue
    boards, steps = followed(moves)
    desk = new_desk(1 << 12)
    found = []
    tag = 0
    for name in variants:
        variant = VARIANTS[name]
        aim = aim_of(variant.parameters["goal"])
        if variant.moves > LONGEST:
            continue
        alone: list[int] = []
        others: list[int] = []
        for first in scattered(len(moves) - variant.moves + 1):
            if len(alone) == most:
                break
            tag += 3
            if lost(boards[first]):
                continue
            count = count_answers(boards[first], steps[first:], variant.moves, aim, tag, desk)
            if count:
                (alone if count == 1 else others).append(first)
        taken = [(first, first in alone) for first in [*alone, *others][:most]]
        found += [Met(name, puzzle_at(moves, boards, first, name), first, only) for first, only in taken]
    return found


def followed(moves: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """The board before every move, and the steps of the queue from there on."""
    boards = np.zeros((len(moves) + 1, WORDS), dtype=np.int64)
    steps = np.zeros((len(moves) + MAX_STEPS, STEP_FIELDS), dtype=np.int64)
    for number, text in enumerate(moves):
        pivot, rotor, placement = parsed_move(text)
        boards[number + 1] = boards[number]
        place(boards[number + 1], placement, pivot, rotor)
        scored_chain(boards[number + 1])
        steps[number, PIVOT], steps[number, ROTOR] = pivot, rotor
    return boards, steps


def scattered(count: int) -> Iterator[int]:
    """All numbers below, in an order that is all over the place from the beginning."""
    step = next(step for step in (13, 11, 7, 5, 3, 2, 1) if np.gcd(step, max(count, 1)) == 1)
    return (place * step % count for place in range(max(count, 0)))


def puzzle_at(moves: Sequence[str], boards: np.ndarray, first: int, name: str) -> Puzzle:
    """A board of the game as a puzzle of a variant."""
    variant = VARIANTS[name]
    queue = tuple(text[:2] for text in moves[first : first + variant.moves])
    (columns,) = bulk_columns(boards[first : first + 1])
    return Puzzle(variant.parameters["goal"], queue, columns)
