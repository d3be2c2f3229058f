"""A game from its first piece to its last, played by any chooser; what is written down of it, and its measures.

A game ends when a piece cannot spawn, or when the inputs that are left do not do for the move that was chosen. A move
is written as `[piece, held, code, spin, lines, attack, inputs]`: a letter, 1 if the piece came through the hold, the
placement as `moves.code`, 2 for a full T-spin and 1 for a mini (0 if it clears nothing), and what came of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from engines.kernels.bits import height, popcount
from engines.kernels.jit import kernel
from engines.tspin.agent.bag import Bags
from engines.tspin.agent.inputs import distance_table, inputs_of
from engines.tspin.agent.rules import Rules, attack_of, next_combo, next_streak
from engines.tspin.agent.state import (
    KNOWN,
    NO_MOVE,
    NOBODY,
    apply,
    gone_after,
    hold_after,
    is_empty,
    move_code,
    move_held,
    move_piece,
    move_spin,
)
from engines.tspin.rules.board import WIDTH
from engines.tspin.rules.moves import work_columns
from engines.tspin.rules.pieces import PIECES
from engines.tspin.rules.spins import FULL, MINI, NONE


class Position(NamedTuple):
    """What a chooser sees. `queue` has the current piece and five next."""

    board: np.ndarray
    hold: int
    queue: np.ndarray
    inputs_left: int
    streak: bool  # the last clear was a T-spin or four lines: the next one is back-to-back
    combo: int  # moves right before that cleared lines
    rules: Rules


class Choice(NamedTuple):
    """A move as `state` packs it, NO_MOVE to give up, and how many positions were evaluated for it."""

    move: int
    nodes: int


Chooser = Callable[[Position], Choice]


class Move(NamedTuple):
    """A move as it is written down."""

    piece: str
    held: int
    code: int
    spin: int
    lines: int
    attack: int
    inputs: int


@kernel
def board_facts(board: np.ndarray) -> tuple[int, int]:
    """Holes and height."""
    holes, highest = 0, 0
    for x in range(WIDTH):
        top = height(board[x])
        holes += top - popcount(board[x])
        highest = max(highest, top)
    return holes, highest


def spin_that_counts(lines: int, spin: int, rules: Rules) -> int:
    """A spin without lines is as good as none, and so is a mini unless it keeps back-to-back up."""
    if lines == 0 or (spin == MINI and not rules.back_to_back):
        return NONE
    return spin


class Costs:
    """The inputs of single moves."""

    def __init__(self) -> None:
        self._fits, _ = work_columns()
        self._distance = distance_table()

    def inputs(self, board: np.ndarray, move: int, spin: int, count_drops: bool) -> int:
        piece, code = move_piece(move), move_code(move)
        found = inputs_of(board, piece, code, spin, int(count_drops), self._fits, self._distance)
        return int(found) + int(move_held(move))


@dataclass
class Game:
    """A game under way."""

    bags: Bags
    rules: Rules
    board: np.ndarray = field(default_factory=lambda: np.zeros(WIDTH, dtype=np.int64))
    hold: int = NOBODY
    gone: int = 0  # pieces of the bags that are no longer to come
    inputs: int = 0
    inputs_without_drops: int = 0
    streak: bool = False
    combo: int = 0
    nodes: int = 0
    holes: int = 0
    heights: int = 0
    blocked: bool = False
    moves: list[Move] = field(default_factory=list)
    costs: Costs = field(default_factory=Costs)

    @property
    def position(self) -> Position:
        queue = self.bags.pieces(self.gone, KNOWN)
        left = self.rules.inputs - self.inputs
        return Position(self.board, self.hold, queue, left, self.streak, self.combo, self.rules)

    def take(self, move: int) -> bool:
        """Make a move; False, and nothing is changed, if the inputs do not do for it."""
        after = np.zeros(WIDTH, dtype=np.int64)
        lines = int(apply(self.board, move, after))
        spin = spin_that_counts(lines, int(move_spin(move)), self.rules)
        inputs = self.costs.inputs(self.board, move, spin, self.rules.count_drops)
        if self.inputs + inputs > self.rules.inputs:
            return False
        attack = int(attack_of(lines, spin, is_empty(after), self.streak, self.combo, self.rules))
        piece = PIECES[move_piece(move)]
        self.moves.append(Move(piece, int(move_held(move)), int(move_code(move)), spin, lines, attack, inputs))
        self.inputs += inputs
        self.inputs_without_drops += self.costs.inputs(self.board, move, spin, False)
        self.streak = bool(next_streak(lines, spin, self.streak))
        self.combo = int(next_combo(lines, self.combo))
        queue = self.position.queue
        hold, gone = hold_after(move, self.hold, queue, 0), gone_after(move, self.hold, self.gone)
        self.board, self.hold, self.gone = after, int(hold), int(gone)
        holes, highest = board_facts(after)
        self.holes += int(holes)
        self.heights += int(highest)
        return True


def play_to_end(chooser: Chooser, seed: int, number: int, rules: Rules) -> Game:
    """Game `number` of a seed, played to its end."""
    game = Game(Bags(seed, number), rules)
    while True:
        choice = chooser(game.position)
        if choice.move == NO_MOVE:
            game.blocked = True
            return game
        game.nodes += choice.nodes
        if not game.take(choice.move):
            return game


def measures_of(game: Game) -> dict[str, float]:
    """What came of a game, by the names in `catalogue`."""
    count = max(1, len(game.moves))
    attack = sum(move.attack for move in game.moves)
    return {
        "attack": float(attack),
        "tspin_efficiency": 100 * efficiency(game.moves),
        "attack_no_drops": attack * game.rules.inputs / max(1, game.inputs_without_drops),
        "pieces": float(len(game.moves)),
        "inputs_a_piece": game.inputs / count,
        "nodes": game.nodes / count,
        "tss": float(count_of(game.moves, FULL, 1)),
        "tsd": float(count_of(game.moves, FULL, 2)),
        "tst": float(count_of(game.moves, FULL, 3)),
        "quads": float(count_of(game.moves, NONE, 4)),
        "holes": game.holes / count,
        "height": game.heights / count,
        "blocked": float(game.blocked),
    }


def efficiency(moves: Sequence[Move]) -> float:
    """Of all T pieces placed, the share that cleared lines by a T-spin (T-spin agent paper, 4.1)."""
    placed = sum(move.piece == "T" for move in moves)
    return sum(move.spin == FULL for move in moves) / placed if placed else 0.0


def count_of(moves: Sequence[Move], spin: int, lines: int) -> int:
    return sum(move.spin == spin and move.lines == lines for move in moves)


def moves_of_record(record: Sequence[Sequence[Any]]) -> Iterator[Move]:
    """The moves that a record of a game has."""
    for written in record:
        yield Move(*written)
