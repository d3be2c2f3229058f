"""The game alone (Puyo agent paper, 5.1): 32 pairs of a queue are placed, then the best pair fires what was built.

Nothing blocks the way unless asked for; column 3 filled up to row 12 loses, as the rules of 2.2 have it. Only the
chain's own points count: none for dropping or an all clear. An agent that finds no move begins again with the same
queue; this happens to those of the paper's agents that may not erase. A move is written as the pair and its
placement, `rg3N`; the last one is the pair that fires, or nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from engines.kernels.jit import kernel
from engines.puyo.agent.fire import Fired, allowed, best_firing, of_pair
from engines.puyo.agent.queues import queue_of
from engines.puyo.agent.sight import STUCK, Choice, Chooser, Sight
from engines.puyo.rules.board import MARKS, WORDS
from engines.puyo.rules.chain import scored_chain
from engines.puyo.rules.place import NUMBER_OF, PLACEMENTS, lost, place
from engines.puyo.rules.planes import count_cells, load_board

SEEN = 3  # the pair in hand and two more
READY_POINTS = 2100  # 30 garbage puyos, five rows (Puyo agent paper, 5.6)


NOTHING = Fired(0, 0, (0, 0), STUCK)


@dataclass
class Run:
    """A game as it is played: the board, what was placed on it, and what became of it."""

    board: np.ndarray = field(default_factory=lambda: np.zeros(WORDS, dtype=np.int64))
    moves: list[str] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    ready: int = 0  # the move after which some pair could fire a large chain
    hand: int = 0  # the move after which the pair in hand could
    over: bool = False  # lost
    fired: Fired = NOTHING


def move_text(pair: Any, placement: int) -> str:
    """A move as it is written down."""
    return f"{MARKS[pair[0]]}{MARKS[pair[1]]}{PLACEMENTS[placement]}"


def parsed_move(text: str) -> tuple[int, int, int]:
    """Pivot, rotor and placement of a move."""
    return MARKS.index(text[0]), MARKS.index(text[1]), NUMBER_OF[text[2:]]


def options_of(sight: Sight) -> int:
    """All placements of the pair in hand, as a mask."""
    pivot, rotor = sight.pairs[0]
    return int(of_pair(allowed(sight.board, sight.blocked), pivot, rotor))


def checked(choice: Choice, sight: Sight) -> Choice:
    """An agent's choice, if it can be made."""
    if choice.placement != STUCK and not options_of(sight) >> choice.placement & 1:
        raise ValueError(f"move {sight.move}: {PLACEMENTS[choice.placement]} cannot be reached")
    return choice


def play_once(
    chooser: Chooser, queue: np.ndarray, state: np.ndarray, parameters: Mapping[str, Any]
) -> tuple[Run, bool]:
    """One run through a queue, and whether the agent got through."""
    moves, blocked, loses = parameters["moves"], parameters["blocked"], parameters["loss"]
    run = Run()
    for number in range(moves):
        sight = Sight(run.board.copy(), queue[number : number + SEEN], number + 1, moves, blocked, loses)
        if not options_of(sight):
            run.over = True
            return run, True
        choice = checked(chooser(sight, state), sight)
        if choice.placement == STUCK:
            return run, False
        put_pair(run, queue[number], choice)
        watch(run, queue[number + 1 : number + 2], blocked)
        if loses and lost(run.board):
            run.over = True
            return run, True
    return run, True


def watch(run: Run, in_hand: np.ndarray, blocked: bool) -> None:
    """Note when a large chain can be fired for the first time."""
    if not run.ready and best_firing(run.board, blocked).points >= READY_POINTS:
        run.ready = len(run.moves)
    if run.ready and not run.hand and best_firing(run.board, blocked, in_hand).points >= READY_POINTS:
        run.hand = len(run.moves)


def put_pair(run: Run, pair: np.ndarray, choice: Choice) -> None:
    """Make a move, and let the chain that it sets off run."""
    place(run.board, choice.placement, pair[0], pair[1])
    scored_chain(run.board)
    run.moves.append(move_text(pair, choice.placement))
    run.choices.append(choice)


def play_alone(
    chooser: Chooser, seed: int, number: int, state: np.ndarray, parameters: Mapping[str, Any]
) -> tuple[tuple[str, ...], dict[str, float]]:
    """Play a queue until a run gets through, or as often as it may be tried: the moves and the measures. What a last
    try that got stuck had built is fired as it stands."""
    moves, blocked = parameters["moves"], parameters["blocked"]
    queue = queue_of(seed, number, moves + SEEN - 1)
    restarts = 0
    run, through = play_once(chooser, queue, state, parameters)
    decisions = len(run.choices)
    while not through and restarts < parameters["tries"]:
        restarts += 1
        run, through = play_once(chooser, queue, state, parameters)
        decisions += len(run.choices)
    if not run.over:
        run.fired = best_firing(run.board, blocked)
    if run.fired.points:
        run.moves.append(move_text(run.fired.pair, run.fired.placement))
    return tuple(run.moves), {**measured(run, moves, restarts), "decisions": decisions}


@kernel
def count_puyos(board: np.ndarray) -> int:
    """How many puyos there are on a board."""
    p0, p1, p2 = load_board(board)
    return count_cells(p0 | p1 | p2)


def measured(run: Run, moves: int, restarts: int) -> dict[str, float]:
    """What a game comes to."""
    made = max(len(run.choices), 1)
    return {
        "chains": run.fired.rounds,
        "score": run.fired.points,
        "ready": run.ready or moves + 1,
        "hand": run.hand or moves + 1,
        "puyos": count_puyos(run.board) + (2 if run.fired.points else 0),
        "nodes": sum(choice.nodes for choice in run.choices) / made,
        "equal": sum(choice.equal for choice in run.choices) / made,
        "restarts": restarts,
    }


def boards_of(moves: tuple[str, ...]) -> Iterator[np.ndarray]:
    """The boards of a game, from the empty one on, after each move and its chain."""
    board = np.zeros(WORDS, dtype=np.int64)
    yield board.copy()
    for text in moves:
        pivot, rotor, placement = parsed_move(text)
        place(board, placement, pivot, rotor)
        scored_chain(board)
        yield board.copy()
