"""T-spin agents as judges: what every placement of each piece of the answer is worth to them (`engines.judging`).

All value boards by the T-spin agent paper's 31 weights (3.1), moves and terrain, and know nothing of the goal.
*greedy* looks at the board right after the placement, *next* at the best one after the next piece. *beam* places the
rest of the queue and then the piece of the goal, too, as the paper's beam does (3.6): it goes on with the 12 best
positions, and besides with the best one of every first placement, so that each has a line to the end; a placement is
worth as much as the best of its lines.

A queue has no hold, and moves are those of the puzzle's own rule set; the goal's piece always moves by SRS.

How many positions the beam needs: beams of width 1, 2, 4, ... until one holds a board on which the goal can be played
once the queue is placed; all positions that they value count. Compare with `judged` in
tests/engines/tspin/agent/test_judge.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from engines.contract import Verdict
from engines.judging import Judgement
from engines.kernels.jit import kernel
from engines.shared.opinions import FIELDS, form, told
from engines.tspin.agent.beam import BEAM_WIDTH, Layer, make_room
from engines.tspin.agent.features import COUNT, action_value, terrain_value
from engines.tspin.agent.judges import JUDGES, UNDER
from engines.tspin.agent.state import apply, best_spin, pack
from engines.tspin.agent.weights import TUNED, array_of
from engines.tspin.rules.board import MAX_QUEUE, WIDTH, columns_of
from engines.tspin.rules.goals import AIM_GOAL, NOWHERE, QUAD, THE_I, goal_place
from engines.tspin.rules.moves import MAX_PLACEMENTS, PADDED, drops_to, list_placements
from engines.tspin.rules.pieces import PIECES, SHAPES, THE_T, T
from engines.tspin.rules.placements import cells_of, first_solutions, parts
from engines.tspin.rules.puzzle import Puzzle
from engines.tspin.rules.spins import NONE
from engines.tspin.solve.solver import advance, batch_of, work_space

WIDEST = 256  # beam that is tried
THE_GREEDY, THE_NEXT, THE_BEAM = range(len(JUDGES))


class Desk(NamedTuple):
    """Arrays that every search uses again."""

    fits: np.ndarray
    reach: np.ndarray
    moves: np.ndarray  # the placements of one position
    after: np.ndarray
    features: np.ndarray
    firsts: np.ndarray  # the placements that are judged
    greedy: np.ndarray  # what they are worth to each judge
    next: np.ndarray
    beam: np.ndarray
    fresh: np.ndarray  # the same, at the depth that is being searched
    here: Layer  # positions to go on with
    own: Layer  # the best of each first placement, one depth further
    best: Layer  # the best of all


@kernel
def room(width: int) -> Layer:
    """Room for so many positions."""
    return Layer(
        np.zeros((width, WIDTH), dtype=np.int64),
        np.zeros(width, dtype=np.int64),
        np.zeros(width, dtype=np.int64),
        np.zeros(width),
        np.zeros(width),
        np.zeros(width, dtype=np.int64),
    )


@kernel
def new_desk() -> Desk:
    return Desk(
        np.zeros((4, PADDED), dtype=np.int64),
        np.zeros((4, PADDED), dtype=np.int64),
        np.zeros(MAX_PLACEMENTS, dtype=np.int64),
        np.zeros(WIDTH, dtype=np.int64),
        np.zeros(COUNT, dtype=np.int64),
        np.zeros(MAX_PLACEMENTS, dtype=np.int64),
        np.zeros(MAX_PLACEMENTS),
        np.zeros(MAX_PLACEMENTS),
        np.zeros(MAX_PLACEMENTS),
        np.zeros(MAX_PLACEMENTS),
        room(MAX_PLACEMENTS + WIDEST),
        room(MAX_PLACEMENTS),
        room(WIDEST),
    )


@kernel
def first_of(layer: Layer, width: int) -> Layer:
    """The first so many places of a layer."""
    boards, holds, gone, rewards, values, firsts = layer
    return Layer(boards[:width], holds[:width], gone[:width], rewards[:width], values[:width], firsts[:width])


@kernel
def set_node(layer: Layer, at: int, board: np.ndarray, reward: float, value: float, first: int, number: int) -> None:
    """Put a position into a layer; its number, which says whether two are the same one, takes the place of `gone`."""
    for x in range(WIDTH):
        layer.boards[at, x] = board[x]
    layer.rewards[at], layer.values[at], layer.firsts[at], layer.gone[at] = reward, value, first, number


@kernel
def copy_to(layer: Layer, at: int, source: Layer, k: int) -> None:
    """Put a position of another layer into this one."""
    set_node(layer, at, source.boards[k], source.rewards[k], source.values[k], source.firsts[k], source.gone[k])


@kernel
def worth(
    board: np.ndarray, piece: int, srs: bool, move: int, weights: np.ndarray, desk: Desk
) -> tuple[float, float]:
    """What a placement is rewarded with, and what the board is worth after it, which is left in `desk.after`."""
    spin = best_spin(board, move, desk.fits, desk.reach) if srs and piece == T else NONE
    lines = apply(board, pack(move, piece, 0, spin), desk.after)
    return action_value(piece, lines, spin, weights), terrain_value(desk.after, weights, desk.features)


@kernel
def list_firsts(board: np.ndarray, piece: int, srs: bool, weights: np.ndarray, desk: Desk) -> int:
    """The placements to judge with what they are worth one move ahead, each in a line of its own; how many."""
    count = list_placements(board, piece, srs, desk.fits, desk.reach, desk.firsts)
    for i in range(count):
        reward, terrain = worth(board, piece, srs, desk.firsts[i], weights, desk)
        desk.greedy[i] = desk.beam[i] = reward + terrain
        set_node(desk.here, i, desk.after, reward, reward + terrain, i, i)
    return count


@kernel
def deepen(count: int, firsts: int, piece: int, srs: bool, weights: np.ndarray, desk: Desk) -> int:
    """Place one more piece in every line, and keep the best; how many lines there are then.

    A first placement after which the piece has no place keeps its worth."""
    best, own = first_of(desk.best, BEAM_WIDTH), desk.own
    for first in range(firsts):
        desk.fresh[first] = -np.inf
    number, kept = 0, 0
    for node in range(count):
        board, first = desk.here.boards[node], desk.here.firsts[node]
        for i in range(list_placements(board, piece, srs, desk.fits, desk.reach, desk.moves)):
            reward, terrain = worth(board, piece, srs, desk.moves[i], weights, desk)
            reward += desk.here.rewards[node]
            value = reward + terrain
            number += 1
            if value > desk.fresh[first]:
                desk.fresh[first] = value
                set_node(own, first, desk.after, reward, value, first, number)
            at = make_room(best, kept, value)
            if at < BEAM_WIDTH:
                set_node(best, at, desk.after, reward, value, first, number)
                kept = min(kept + 1, BEAM_WIDTH)
    count = 0
    for first in range(firsts):
        if desk.fresh[first] > -np.inf:
            desk.beam[first] = desk.fresh[first]
            copy_to(desk.here, count, own, first)
            count += 1
    for k in range(kept):
        if best.gone[k] != own.gone[best.firsts[k]]:
            copy_to(desk.here, count, best, k)
            count += 1
    return count


@kernel
def weigh_placements(
    board: np.ndarray, queue: np.ndarray, n: int, step: int, srs: bool, last: int, weights: np.ndarray, desk: Desk
) -> int:
    """What all placements of piece number `step` are worth to the judges, onto the desk; how many there are."""
    firsts = list_firsts(board, queue[step], srs, weights, desk)
    count = firsts
    for depth in range(step + 1, n + 1):
        count = deepen(count, firsts, queue[depth] if depth < n else last, srs or depth == n, weights, desk)
        if depth == step + 1:
            for i in range(firsts):
                desk.next[i] = desk.beam[i]
    return firsts


@kernel
def widen(
    board: np.ndarray, queue: np.ndarray, n: int, srs: bool, width: int, weights: np.ndarray, desk: Desk
) -> tuple[int, int]:
    """A beam over the whole queue, its last boards in `desk.here`; how many these are, how many were valued."""
    here, best = desk.here, first_of(desk.best, width)
    set_node(here, 0, board, 0.0, 0.0, 0, 0)
    count, nodes = 1, 0
    for depth in range(n):
        kept = 0
        for node in range(count):
            found = list_placements(here.boards[node], queue[depth], srs, desk.fits, desk.reach, desk.moves)
            nodes += found
            for i in range(found):
                reward, terrain = worth(here.boards[node], queue[depth], srs, desk.moves[i], weights, desk)
                reward += here.rewards[node]
                at = make_room(best, kept, reward + terrain)
                if at < width:
                    set_node(best, at, desk.after, reward, reward + terrain, 0, 0)
                    kept = min(kept + 1, width)
        for k in range(kept):
            copy_to(here, k, best, k)
        count = kept
    return count, nodes


@kernel
def nodes_to_goal(
    board: np.ndarray, queue: np.ndarray, n: int, srs: bool, aim: np.ndarray, weights: np.ndarray, desk: Desk
) -> int:
    """The positions that ever wider beams value until one holds a way to the goal; 0 if none does."""
    nodes, width = 0, 1
    while width <= WIDEST:
        count, more = widen(board, queue, n, srs, width, weights, desk)
        nodes += more
        for k in range(count):
            if goal_place(desk.here.boards[k], aim, desk.fits, desk.reach) != NOWHERE:
                return nodes
        width *= 2
    return 0


@kernel
def judge_all(
    columns: np.ndarray,
    queues: np.ndarray,
    lengths: np.ndarray,
    srs: np.ndarray,
    aims: np.ndarray,
    answers: np.ndarray,
    weights: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """What all judges think of every placement of every answer, and how many nodes the beam needs for it."""
    opinions = np.zeros((len(lengths), MAX_QUEUE, 3, FIELDS))
    nodes = np.zeros(len(lengths), dtype=np.int64)
    desk, work = new_desk(), work_space()
    for p in range(len(lengths)):
        n, queue = lengths[p], queues[p]
        last = THE_I if aims[p, AIM_GOAL] == QUAD else THE_T
        for x in range(WIDTH):
            work.boards[0, x] = columns[p, x]
        for step in range(n):
            count = weigh_placements(work.boards[step], queue, n, step, srs[p], last, weights, desk)
            form(desk.firsts, desk.greedy, count, answers[p, step], opinions[p, step, THE_GREEDY])
            form(desk.firsts, desk.next, count, answers[p, step], opinions[p, step, THE_NEXT])
            form(desk.firsts, desk.beam, count, answers[p, step], opinions[p, step, THE_BEAM])
            work.lists[step, 0], work.nexts[step] = answers[p, step], 0
            advance(work, queue, step)
        nodes[p] = nodes_to_goal(columns[p], queue, n, srs[p], aims[p], weights, desk)
    return opinions, nodes


def judge(puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]) -> list[Judgement | None]:
    """See `Engine` in `engines.engine`."""
    chosen = [i for i, verdict in enumerate(verdicts) if verdict.solutions]
    judged: list[Judgement | None] = [None] * len(puzzles)
    if not chosen:
        return judged
    answers = first_solutions([verdicts[i] for i in chosen])
    batch = batch_of([puzzles[i] for i in chosen])
    opinions, nodes = judge_all(*batch, answers, array_of(TUNED))
    for row, i in enumerate(chosen):
        judged[i] = judgement_of(puzzles[i], opinions[row], answers[row], int(nodes[row]))
    return judged


def judgement_of(puzzle: Puzzle, rows: np.ndarray, answer: np.ndarray, nodes: int) -> Judgement:
    """What is told of one puzzle."""
    boards = boards_before(puzzle, answer)
    opinions = tuple(
        told(one.name, step + 1, rows[step, number], partial(placement_name, boards[step], puzzle.queue[step]))
        for number, one in enumerate(JUDGES)
        for step in range(len(puzzle.queue))
    )
    return Judgement(opinions, {JUDGES[THE_BEAM].name: nodes} if nodes else {})


def boards_before(puzzle: Puzzle, answer: np.ndarray) -> list[np.ndarray]:
    """The board as it stands before each placement of an answer."""
    boards = [np.array(columns_of(puzzle.rows), dtype=np.int64)]
    for piece, move in zip(puzzle.queue, answer.tolist(), strict=False):
        after = np.zeros(WIDTH, dtype=np.int64)
        apply(boards[-1], pack(move, PIECES.index(piece), 0, NONE), after)
        boards.append(after)
    return boards


def placement_name(board: np.ndarray, piece: str, move: int) -> str:
    """A placement in a player's words: `L in columns 3-5, upside down`."""
    number = PIECES.index(piece)
    shape, left, low = parts(move)
    columns = sorted({x + 1 for x, _ in cells_of(number, move)})
    where = f"column {columns[0]}" if len(columns) == 1 else f"columns {columns[0]}-{columns[-1]}"
    turned = {1: ("",), 2: (", flat", ", upright")}.get(
        int(SHAPES[number]), (", flat", ", turned right", ", upside down", ", turned left")
    )[shape]
    tucked = "" if drops_to(board, number, shape, left) == low else UNDER
    return f"{piece} in {where}{turned}{tucked}"
