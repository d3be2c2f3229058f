"""A board played out by itself: the chain, round by round, what it scores and what is left.

There is no loss here and no queue. What floats falls first, boards that pop are what it is for.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engines.contract import Json
from engines.puyo.forms.text import board_in
from engines.puyo.rules.board import columns_from_rows, columns_of, planes_of, rows_from_columns, settled
from engines.puyo.rules.chain import FIELDS, MAX_ROUNDS, POINTS, SOFTENED, trace
from engines.puyo.rules.checked_moves import counts_in, groups_in


def simulate(text: Json | str) -> Json:
    """What becomes of the board in a JSON object or in any text form; its queue and goal are left out."""
    board = planes_of(settled(columns_from_rows(board_in(text))))
    told = np.zeros((MAX_ROUNDS, FIELDS), dtype=np.int64)
    rounds = told[: trace(board, told)].tolist()
    left = columns_of(board)
    return {
        "chains": len(rounds),
        "score": sum(facts[POINTS] for facts in rounds),
        "board": rows_from_columns(left),
        "rounds": [_round(facts) for facts in rounds],
        "all_clear": not any(left),
    }


def _round(facts: Sequence[int]) -> Json:
    """A round: what vanished by letter, its groups with their sizes, its points; hard ones softened, if there are."""
    told: Json = {
        "vanished": counts_in(facts),
        "groups": [[color, size] for color, size in groups_in(facts)],
        "points": facts[POINTS],
    }
    return {**told, "softened": facts[SOFTENED]} if facts[SOFTENED] else told
