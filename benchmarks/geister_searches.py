"""How fast the Geister searches are, and which random positions the paper must have drawn.

Peers are the paper's own figures (its machine is not named), and a tuned C++ program measured on the machines that
this project is developed on. The paper's three 9-ply boards are not published: ours are random ones with more and
more pieces. All times are CPU seconds of one core, compilation left out; numbers of nodes are exact.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from engines.geister.rules.moves import SQUARES, Position
from engines.geister.rules.puzzle import Puzzle, position_of, squares_from
from engines.geister.solve import alphabeta, deepening, dfpn
from engines.geister.solve.solver import position_at
from engines.kernels.jit import kernel

RUNS = 3
NO_LIMIT = 1 << 40
PAPER = "paper"
REFERENCE = "reference (C++)"

# Plies, positions, and the peer's positions a second; the paper's program did 1.3 to 19 plies.
CLASSIFIED = ((11, 5000, 16_000), (19, 500, 124))
# 9-ply problems: board, hidden blues, the paper's milliseconds by df-pn and by alpha-beta for its own.
NINE_PLIES = {
    "1b1r v 1b1r": ("u...../....../..u.../....../.....B/...R..", 1, 90, 3_452),
    "2b2r v 2b2r": (".....u/R...u./..BB../..uu../...R../......", 2, 503, 127_098),
    "3b3r v 3b3r": (".RR.R./.u.Bu./B.uu../..u.../....../uB....", 3, 467, 333_467),
}
# Longer ones, 2b2r v 2b2r but for the last.
LONGER = {
    11: ("....../.u..../u..B../..uuR./.R..../.B....", 2),
    13: ("u...../u...../.u.B../.u..../..R.../..R..B", 2),
    15: ("....../.uR.../....B./R.uu../.....u/...B..", 2),
    17: ("....../..u.../....../B.uB.R/.B.u../......", 1),
}
# The paper's table 2: 172,200 random positions of 2b2r v 2b2r by length (0: none to 19 plies), wins in one left out.
TABLE_2 = {0: 121_200, 3: 29_433, 5: 14_495, 7: 4_548, 9: 1_666, 11: 660, 13: 158, 15: 32, 17: 7, 19: 1}
DRAWN, DRAWN_PLIES = 150_000, 11
CORNER = 1 << 5  # f1; a1 is its mirror image and gives the same shares


def position(board: str, hidden_blue: int) -> Position:
    """The position of rows from row 6 down."""
    return position_of(Puzzle(squares_from(tuple(board.split("/"))), hidden_blue))


def random_rows(count: int, seed: int = 1) -> np.ndarray:
    """Positions of 2b2r v 2b2r hidden, every placement as likely as any other."""
    generator = np.random.default_rng(seed)
    places = np.int64(1) << np.argsort(generator.random((count, SQUARES)), axis=1)[:, :8]
    rows = np.zeros((count, 6), dtype=np.int64)
    rows[:, 0], rows[:, 1], rows[:, 2] = places[:, :2].sum(1), places[:, 2:4].sum(1), places[:, 4:].sum(1)
    rows[:, 5] = 2
    return rows


@kernel
def classify(rows: np.ndarray, most: int, desk: deepening.Desk, out: np.ndarray) -> None:
    """The length of each position up to so many plies, not more than 0 where there is no win."""
    for i in range(len(rows)):
        deepening.clear(desk, NO_LIMIT)
        out[i] = deepening.shortest(position_at(rows, i), most, 0, desk)


def median_seconds(work: Callable[[], Any]) -> float:
    """The median CPU seconds of some work, the first run left out."""
    seconds = []
    for _ in range(RUNS + 1):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return statistics.median(seconds[1:])


def classified_row(most: int, count: int, peer: float) -> dict[str, Any]:
    rows, desk, out = random_rows(count), deepening.new_desk(), np.zeros(count, dtype=np.int64)
    seconds = median_seconds(lambda: classify(rows, most, desk, out))
    return {
        "name": f"geister random 2b2r v 2b2r classified to {most} plies",
        "value": count / seconds,
        "unit": "positions / CPU s",
        "peer": peer,
        "peer_name": REFERENCE,
    }


def by_deepening(problem: Position, plies: int) -> tuple[float, int]:
    """CPU milliseconds and nodes until the length is known, by iterative deepening."""
    desk = deepening.new_desk()

    def work() -> None:
        deepening.clear(desk, NO_LIMIT)
        assert deepening.shortest(problem, plies, 0, desk) == plies

    return median_seconds(work) * 1e3, int(desk.work[deepening.NODES])


def by_dfpn(problem: Position, plies: int, plain: bool = False) -> tuple[float, int]:
    """The same by df-pn; `plain` with the paper's cut-offs alone."""
    desk = dfpn.new_desk(plain)

    def work() -> None:
        dfpn.clear(desk, NO_LIMIT)
        assert dfpn.shortest(problem, plies, desk) == plies

    return median_seconds(work) * 1e3, int(desk.work[dfpn.NODES])


def by_alphabeta(problem: Position, plies: int) -> tuple[float, int]:
    """The same by alpha-beta."""
    moves, nodes = alphabeta.new_moves(), alphabeta.new_work(NO_LIMIT)

    def work() -> None:
        nodes[alphabeta.NODES] = 0
        assert alphabeta.shortest(problem, plies, moves, nodes) == plies

    return median_seconds(work) * 1e3, int(nodes[alphabeta.NODES])


def solved_row(name: str, measured: tuple[float, int], peer: float | None, peer_name: str) -> dict[str, Any]:
    milliseconds, nodes = measured
    return {
        "name": f"geister {name}",
        "value": milliseconds,
        "unit": f"CPU ms ({nodes:,} nodes)",
        "peer": peer,
        "peer_name": peer_name,
    }


def nine_plies_rows(name: str) -> list[dict[str, Any]]:
    """A 9-ply problem by all three searches."""
    board, hidden_blue, dfpn_peer, alphabeta_peer = NINE_PLIES[name]
    problem = position(board, hidden_blue)
    return [
        solved_row(f"9-ply problem of {name}, deepening", by_deepening(problem, 9), dfpn_peer, "paper (df-pn)"),
        solved_row(f"9-ply problem of {name}, df-pn", by_dfpn(problem, 9), dfpn_peer, PAPER),
        solved_row(
            f"9-ply problem of {name}, df-pn, cut-offs as theirs", by_dfpn(problem, 9, True), dfpn_peer, PAPER
        ),
        solved_row(f"9-ply problem of {name}, alpha-beta", by_alphabeta(problem, 9), alphabeta_peer, PAPER),
    ]


def longer_row(plies: int) -> dict[str, Any]:
    """Iterative deepening with df-pn as its peer."""
    problem = position(*LONGER[plies])
    milliseconds, nodes = by_dfpn(problem, plies)
    milliseconds = round(milliseconds, 3)
    return solved_row(
        f"{plies}-ply problem, deepening", by_deepening(problem, plies), milliseconds, f"df-pn ({nodes:,})"
    )


@cache
def drawn() -> tuple[np.ndarray, np.ndarray]:
    """Random positions and their lengths, 0 for none."""
    rows, lengths = random_rows(DRAWN, seed=2), np.zeros(DRAWN, dtype=np.int64)
    classify(rows, DRAWN_PLIES, deepening.new_desk(), lengths)
    return rows, np.maximum(lengths, 0)


def shares(kept: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """How many of these positions have each length, and how many of the paper's: none or longer, 3, 5, .. plies."""
    lengths = drawn()[1][kept]
    short = range(3, DRAWN_PLIES + 1, 2)
    theirs = [sum(count for length, count in TABLE_2.items() if length not in short)] + [TABLE_2[n] for n in short]
    return np.array([(lengths == n).sum() for n in (0, *short)]), np.array(theirs)


def misfit_row(name: str, kept: np.ndarray) -> dict[str, Any]:
    """Chi-square of two samples, ours and theirs."""
    table = np.array(shares(kept))
    expected = table.sum(axis=1, keepdims=True) * table.sum(axis=0) / table.sum()
    return {
        "name": f"geister random positions against the paper's, {name}",
        "value": float(((table - expected) ** 2 / expected).sum()),
        "unit": f"chi-square, {table.shape[1] - 1} degrees",
        "peer": 11.07,
        "peer_name": "5 % point",
    }


def share_rows(kept: np.ndarray) -> list[dict[str, Any]]:
    """The share of each length, in percent."""
    ours, theirs = (100 * counts / counts.sum() for counts in shares(kept))
    return [
        {
            "name": f"geister random positions won in {3 + 2 * i} plies, a corner empty",
            "value": float(ours[i + 1]),
            "unit": "%",
            "peer": round(float(theirs[i + 1]), 3),
            "peer_name": PAPER,
        }
        for i in range(len(ours) - 1)
    ]


def sampling_rows() -> list[dict[str, Any]]:
    """Which positions the paper drew: all alike, or one corner of the defender's row kept free of some pieces."""
    rows, _ = drawn()
    hostile = rows[:, 2] & CORNER == 0
    corner_empty = (rows[:, 0] | rows[:, 1] | rows[:, 2]) & CORNER == 0
    return [
        misfit_row("all placements", np.ones(len(rows), dtype=bool)),
        misfit_row("no hostile piece on f1", hostile),
        misfit_row("no piece on f1", corner_empty),
        *share_rows(corner_empty),
    ]


def search_rows() -> list[dict[str, Any]]:
    """All rows about searches."""
    nine = [row for name in NINE_PLIES for row in nine_plies_rows(name)]
    classified = [classified_row(*row) for row in CLASSIFIED]
    return [*classified, *nine, *map(longer_row, LONGER), *sampling_rows()]
