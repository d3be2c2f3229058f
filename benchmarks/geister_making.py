"""How often a Geister puzzle can be made two plies longer, and how fast candidates are made.

The first is table 3 of the Geister paper (6.2): of puzzles of L plies, 2b2r v 2b2r with a corner empty, the share
from which its procedure (6.1) comes to one of L + 2. A take-back that fails is followed by another one until all are
tried; a piece that was taken may stand again, as long as the colour has four at most. `takeback.lengthened`, which
the generator uses, gives up earlier and begins with another puzzle instead.

All of them are random ones. Those of 15 and 17 plies are so rare that they are kept here: it takes twenty minutes to
find them again.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from benchmarks.geister_searches import CORNER, NO_LIMIT, PAPER, classify, drawn, position
from engines.geister.make.generate import candidates
from engines.geister.make.takeback import (
    MOST_TAKEBACKS,
    hostile_kinds,
    list_takebacks,
    own_kinds,
    take_back_attack,
    take_back_reply,
)
from engines.geister.make.variants import VARIANTS
from engines.geister.rules.moves import MOST_OF_A_COLOR, Position, attackers, defenders
from engines.geister.solve import deepening
from engines.geister.solve.deepening import Desk, clear, shortest, within
from engines.geister.solve.solver import position_at
from engines.kernels.jit import kernel

# The paper's table 3: plies, the share of puzzles from which one of two plies more was made, and of how many.
TABLE_3 = {7: (0.57, 14_124), 9: (0.56, 4_482), 11: (0.51, 1_829), 13: (0.46, 416), 15: (0.31, 95), 17: (0.20, 20)}
MOST_BASES = 1000  # of a length
NUMBERS = np.array([*[MOST_OF_A_COLOR] * 4, 2 * MOST_OF_A_COLOR], dtype=np.int64)  # the most of each kind

# Won in so many plies: all such among the first 300,000 and the first 600,000 of `random_rows` with seed 2, f1 empty.
RARE = {
    15: (
        "....../R.u.../.Bu.../u.u.../.....B/..R...", "..Ru.u/...B../.B..../...u../...u../...R..",
        "....../u.B.../.u..../.Ru.../....B./.Ru...", "u...../....../..uu../..BuR./.....B/...R..",
        ".....u/...B.R/....uB/R..uu./....../......", "....../.uu.../B..B../.Ruu../....../.R....",
        ".....u/....../..B..u/..B.uu/....R./...R..", ".....u/....../..B..u/...u.R/B...../.u.R..",
        ".Ru.../u...../B...../u.u.../....B./.R....", "....uu/....../..Bu../.R.u../...R../..B...",
        "....../.u..../uu..../u...B./.R...B/..R...", "u....R/RuB.../.u..../..u.../....../.B....",
        "..BB../u...u./.u..../..u.../R...../.R....", "u...../.u..R./BRu.../.u..B./....../......",
        "....R./u..B.R/..u.../..u.../.B..../..u...", "....../...u../R...B./.Buu../.u..../..R...",
        "....../....u./...uuu/.R..../BB..../..R...", "uu..../....RR/..uu.B/....../.....B/......",
        "....../....../.uB.../..uu../...u../R.BR..", "....../...Bu./...B.u/..uu../R...../..R...",
        ".....R/.R..../..BuuB/...uu./....../......", "..uu../.R..../...B../B..u../..u.../R.....",
        "....../u....R/Ruu.../....B./.Bu.../......", "....../.....u/R.BuB./..u.../..u.../....R.",
        "....../.u..../u.u.../..uBB./....../...RR.", "....../.....u/.RB.u./.Ru..B/....../...u..",
        "....../...Bu./.R.uuR/....u./.B..../......", "....../..B.../u.u.../..u.../.Bu..R/...R..",
        "..u..u/...B../..BRu./...u../....R./......", ".....u/....u./.BRu../....B./.u..../...R..",
        "...u.R/..B.B./.u..../..u.../R.u.../......", "u...../.R..../..u.../Ruu.B./....../...B..",
        "....B./...uuu/.RB.../...u../....../..R...", "....../uu...R/B...../...uBR/....../...u..",
        "u...../.uu.../.BuB../...RR./....../......", ".....u/...u../...uu./.RB.../B...R./......",
        ".R...R/.u..../..u.../.u.u.B/....../...B..", "....../....B./...uBu/u..u../....../.RR...",
        ".....R/...u../..BBu./.Ruu../....../......", "u...../u.R.../.....R/...uB./...u../B.....",
        "...u../uuB.../.u.B../.....R/.R..../......", "..R.../uuB.../....../.uu.../.R..../...B..",
        "..u.../...Bu./.B..u./.Ru.R./....../......", "....../....../uu..../Ru..B./.R...B/..u...",
        "....../.B..../u...../..uuR./.uB.../..R...",
    ),
    17: (
        "....../uB..../u..B../.uu.../R...../....R.", "....../..u.../.B...u/..u.../B..u.R/...R..",
        "..R..u/..B.../...u../..Bu../.u..../...R..", "....../...B.u/....u./.B.uR./....u./....R.",
        "....R./..B.../..u.../uBu.../...u../..R...", "R...../...BR./...uu./.uu.../....../...B..",
        "u...../u.R.../Bu.B.R/....../..u.../......", "....../....../..RuB./..uu../B...u./..R...",
        "..u.../.B.R../.uB.../..u.u./....../...R..", "..R.../..B..u/...u../..u.B./.u..../...R..",
        "....../.u...u/B....u/.B..u./....R./...R..", "....../....BR/R...uu/.uu..B/....../......",
        "....../u...../u.B.../..u.../..u.../RR.B..", "..RB.u/....../..Ruu./.u..../....../...B..",
        ".B..../uu..R./B...../...uR./...u../......", ".Ru.../....../..u.../Bu..../..u..B/..R...",
        "R...B./.....u/....u./..uu.R/....../...B..", "....../R.B.../uu..../uu..B./.R..../......",
        "...u../..BR../....../B.uu.u/....../...R..", "....../.R..uu/...u../..Bu../....B./..R...",
        "....../..u.../..B.../...u.B/Ruu.../...R..", "..uu../.B..../.R..../..u.../...u.B/....R.",
    ),
}  # fmt: skip

# How many candidates are timed; nobody has published such figures.
CANDIDATES = {
    "escape-5": 4000,
    "escape-9": 600,
    "escape-13": 100,
    "escape-19": 10,
    "wall-9": 150,
    "open-9": 120,
    "capture-7": 150,
}


@kernel
def can_be_lengthened(position: Position, plies: int, most: np.ndarray, desk: Desk, room: np.ndarray) -> bool:
    """Whether some position of `plies` + 2 leads into this one: all of 6.1, every take-back of both sides."""
    clear(desk, NO_LIMIT)
    for i in range(list_takebacks(position, defenders(position), own_kinds(position, most), room[0])):
        code = room[0, i]
        before = take_back_reply(position, code >> 6 & 63, code & 63, code >> 12)
        if within(before, plies + 2, True, 0, desk) <= 0:
            continue
        for k in range(list_takebacks(before, attackers(before), hostile_kinds(before, most), room[1])):
            code = room[1, k]
            if shortest(take_back_attack(before, code >> 6 & 63, code & 63, code >> 12, 0), plies, 0, desk) < 0:
                return True
    return False


@kernel
def count_lengthened(rows: np.ndarray, plies: int, most: np.ndarray, desk: Desk) -> int:
    """How many of these positions, each won in `plies`, can be lengthened."""
    room = np.zeros((2, MOST_TAKEBACKS), dtype=np.int64)
    count = 0
    for i in range(len(rows)):
        count += can_be_lengthened(position_at(rows, i), plies, most, desk, room)
    return count


def bases(plies: int) -> np.ndarray:
    """Random positions of 2b2r v 2b2r that are won in so many plies, a corner empty."""
    if plies in RARE:
        return np.array([position(board, 2) for board in RARE[plies]], dtype=np.int64)
    rows, lengths = drawn()
    empty = (rows[:, 0] | rows[:, 1] | rows[:, 2]) & CORNER == 0
    if plies <= lengths.max():
        return rows[empty & (lengths == plies)][:MOST_BASES]
    longer = rows[empty & (lengths == 0)]
    found = np.zeros(len(longer), dtype=np.int64)
    classify(longer, plies, deepening.new_desk(), found)
    return longer[found == plies][:MOST_BASES]


def lengthened_row(plies: int) -> dict[str, Any]:
    """The share of puzzles from which one of two plies more is made, at most one from each."""
    share, number = TABLE_3[plies]
    rows = bases(plies)
    return {
        "name": f"geister {plies + 2}-ply puzzles in reverse, from {plies}-ply ones",
        "value": count_lengthened(rows, plies, NUMBERS, deepening.new_desk()) / len(rows),
        "unit": f"share of {len(rows):,}",
        "peer": share,
        "peer_name": f"{PAPER} (of {number:,})",
    }


def candidates_row(name: str) -> dict[str, Any]:
    """How fast candidates of a variant are made: length and category proved, one first move preferred."""
    variant, count = VARIANTS[name], CANDIDATES[name]
    candidates(variant, 1, 0)  # tables and compilation are left out
    begin = time.process_time()
    candidates(variant, 1, count)
    return {
        "name": f"geister {name} made",
        "value": count / (time.process_time() - begin),
        "unit": "candidates / CPU s",
        "peer": None,
        "peer_name": "none published",
    }


def making_rows() -> list[dict[str, Any]]:
    """All rows about making puzzles."""
    return [*map(lengthened_row, TABLE_3), *map(candidates_row, CANDIDATES)]
