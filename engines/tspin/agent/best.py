"""Our best agent: `best_search`'s beam, kept from move to move, with `best_value`'s view of a board.

The beam is kept only while the game goes on as it was told to; from any other position it begins anew. What is left
in the bag is known to whoever has seen a game from its beginning; in the middle of one the agent does without.
"""

from __future__ import annotations

import numpy as np

from engines.contract import BadParameter, Json
from engines.tspin.agent.best_expect import WHOLE_BAG, move_to_play
from engines.tspin.agent.best_search import begin, follow, new_beam, search
from engines.tspin.agent.best_value import NAMES
from engines.tspin.agent.best_weights import WEIGHTS
from engines.tspin.agent.game import Choice, Position
from engines.tspin.agent.state import NO_MOVE, NOBODY, apply, gone_after, hold_after
from engines.tspin.rules.board import WIDTH
from engines.tspin.rules.pieces import PIECES


def weight_vector(weights: Json | None) -> np.ndarray:
    """Weights by name as kernels take them; those that come with the engine if there are none."""
    named = WEIGHTS if weights is None else weights
    if set(named) != set(NAMES):
        odd = sorted(set(named) ^ set(NAMES))
        raise BadParameter(f"weights of the best agent: missing or unknown {', '.join(map(repr, odd))}")
    return np.array([float(named[name]) for name in NAMES])


def named(weights: np.ndarray) -> dict[str, float]:
    """The other way round, as they are kept."""
    return {name: round(float(weight), 4) for name, weight in zip(NAMES, weights, strict=True)}


def left_in_bag(seen: list[int]) -> int:
    """The pieces that the bag still has when these have come out since the beginning, as bits."""
    left = WHOLE_BAG
    for piece in seen[len(seen) - len(seen) % len(PIECES) :]:
        left &= ~(1 << piece)
    return 0 if left == WHOLE_BAG else left


class Best:
    """A chooser that remembers its search. One game at a time."""

    def __init__(self, weights: Json | None, width: int, closely: int) -> None:
        self._weights = weight_vector(weights)
        self._closely = closely
        self._beam = new_beam(width)
        self._board = np.full(WIDTH, -1, dtype=np.int64)  # where the last move led; at first nowhere
        self._hold = NOBODY
        self._queue: list[int] = []  # what was known then
        self._seen: list[int] | None = None  # all pieces since the beginning of the game

    def _goes_on(self, position: Position) -> bool:
        return (
            bool((position.board == self._board).all())
            and position.hold == self._hold
            and position.queue[: len(self._queue)].tolist() == self._queue
        )

    def _look(self, position: Position) -> None:
        """Take note of a position: whether it is the one expected, and what pieces are new."""
        queue = position.queue.tolist()
        if self._goes_on(position):
            if self._seen is not None:
                self._seen += queue[len(self._queue) :]
            return
        begin(self._beam, position.board, position.hold)
        at_the_beginning = position.hold == NOBODY and not position.board.any()
        self._seen = queue if at_the_beginning else None

    def __call__(self, position: Position) -> Choice:
        self._look(position)
        bag = 0 if self._seen is None else left_in_bag(self._seen)
        before = int(self._beam.size[2])
        if not search(self._beam, position.queue, bag, self._weights):
            # Nothing that was kept goes on; perhaps something else does.
            begin(self._beam, position.board, position.hold)
            if not search(self._beam, position.queue, bag, self._weights):
                return Choice(NO_MOVE, int(self._beam.size[2]) - before)
        move = int(move_to_play(self._beam, position.queue, bag, self._closely, self._weights))
        self._expect(position, move)
        return Choice(move, int(self._beam.size[2]) - before)

    def _expect(self, position: Position, move: int) -> None:
        """Keep what the move leads to."""
        follow(self._beam, move, position.hold)
        apply(position.board, move, self._board)
        self._hold = int(hold_after(move, position.hold, position.queue, 0))
        self._queue = position.queue[gone_after(move, position.hold, 0) :].tolist()
