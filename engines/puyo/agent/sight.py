"""What an agent sees when it is its turn, and what it answers: the contract between `game`, `match` and agents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

STUCK = -1  # the placement of an agent that sees no move it would make


@dataclass(frozen=True, slots=True)
class Sight:
    """A turn: the board as the kernels have it (`board`), the pair in hand and the two that come next as cell
    numbers, one pair a row. `move` counts from 1 to `moves`, the last pair that is placed before the chain is fired;
    in a match there is no last.

    `loses` says whether column 3 filled up to row 12 after a move loses; `blocked`, whether filled columns block the
    way as in the game. If not, a pair may go wherever both halves have room.
    """

    board: np.ndarray
    pairs: np.ndarray
    move: int
    moves: int = 0
    blocked: bool = False
    loses: bool = True
    waiting: int = 0  # garbage that will fall, now or later, if it is not offset
    rival: np.ndarray | None = None  # the other's board, in a match


@dataclass(frozen=True, slots=True)
class Choice:
    """A placement by its number, or STUCK; how many boards were looked at for it, and how many of those were as good
    as the best."""

    placement: int
    nodes: int = 0
    equal: int = 1


class FiresItself:
    """A chooser that says when to fire in a match. For others a large chain is fired as soon as it is there."""


NO_CHANCE = np.uint64(0)  # the key for makers: their choosers get a stream with each choice
Chooser = Callable[[Sight, np.ndarray], Choice]  # with the state of a seeded stream (engines/kernels/randomness.py)
