"""How likely people are to try each move: what they see of it at a glance, weighed, and a softmax over that.

The attacker is told in how many plies it wins; so it may see that a win would come too late. Nothing else of the
answer is known. Weights are learned by `benchmarks/geister_policy.py`, from answers of our own puzzles and from what
agents of middling strength try in them, on the way to the answer and astray. In the same way a reply of the defender
to a wrong move looks better or worse (`apparent_reply`).
Compare with tests/engines/geister/naive_effort.py, which looks at letters on a grid.
"""

from __future__ import annotations

import numpy as np

from engines.geister.rules.moves import (
    ATTACKER_EXITS,
    ATTACKER_WINS,
    DEFENDER_EXITS,
    DEFENDER_WINS,
    OUT,
    SIDE,
    SQUARES,
    STEPS,
    Position,
    attack,
    attackers,
    beside,
    defend,
    defenders,
    may_leave,
    reds_left,
)
from engines.geister.solve.bounds import TO_EXIT, least_plies
from engines.geister.solve.deepening import MOST_MOVES, defender_wins_now
from engines.geister.solve.lines import all_attacks, all_replies
from engines.kernels.bits import lowest, popcount
from engines.kernels.jit import kernel
from engines.shared.effort import softmax

# What is seen of a move of the attacker, and what it adds to the score.
SEEN: dict[str, float] = {
    "wins": 5.57,  # leaves, or takes the last blue
    "loses": -5.67,  # takes the last red, or lets the defender win with its next move
    "late": -1.43,  # after it no blue can be out, and not all blues taken, in the plies that are left
    "stops": 2.96,  # takes a runner that stands at its exit
    "takes_blue": 3.85,
    "takes_red": -1.50,
    "takes_hidden": -0.66,
    "spends": 0.33,  # takes a red or a hidden piece, after which no more may be taken: a single red is left
    "threatens": 3.22,  # a blue gets to an exit where nobody can take it
    "toward": -0.06,  # a blue steps nearer to an exit
    "away": -0.92,  # a blue steps away from the exits
    "leads": 1.13,  # a blue steps nearer and is now the nearest of all, or one of them
    "closeness": 1.30,  # a blue steps nearer: one divided by the steps that are left, and one
    "offers_blue": -2.46,  # a blue moves to where it can be taken
    "offers_red": 0.83,  # a red moves to where it can be taken
    "leaves_blue": -1.06,  # another blue can be taken after it
    "saves": 1.01,  # a blue moves from where it could be taken to where it cannot
    "blocks": 0.39,  # onto an empty square in front of a runner
    "guards": 0.25,  # nearer to an exit that a nearest runner of the defender is nearest to
    "attacks": -0.70,  # stands beside a hostile piece after it, having taken nothing
    "back": -0.04,  # down the board
    "aside": -0.04,  # to the left or right
    "red": -0.46,  # a red moves
}
# What is seen of a reply of the defender.
SEEN_OF_REPLIES: dict[str, float] = {
    "wins": 4.27,  # leaves, or takes the last blue
    "loses": -3.80,  # takes the last red, or lets a blue leave
    "takes_blue": 0.53,
    "takes_red": 0.57,
    "arrives": 2.49,  # a runner gets to its exit, and nobody can take it there
    "runs": 1.27,  # a runner steps nearer to an exit of its side
    "retreats": 0.89,  # a runner steps away from the exits of its side
    "guards": 0.35,  # nearer to an exit that a nearest blue of the attacker is nearest to
    "nears": -0.18,  # nearer to such a blue
    "shuts": -0.67,  # onto an empty square beside such a blue, nearer to an exit than the blue is
    "offers": -1.15,  # moves to where it can be taken
    "saves": 1.83,  # moves from where it could be taken to where it cannot
}
NAMES, REPLY_NAMES = tuple(SEEN), tuple(SEEN_OF_REPLIES)
WEIGHTS, REPLY_WEIGHTS = (np.array(list(table.values())) for table in (SEEN, SEEN_OF_REPLIES))
(
    WINS, LOSES, LATE, STOPS, TAKES_BLUE, TAKES_RED, TAKES_HIDDEN, SPENDS, THREATENS, TOWARD, AWAY, LEADS, CLOSENESS,
    OFFERS_BLUE, OFFERS_RED, LEAVES_BLUE, SAVES, BLOCKS, GUARDS, ATTACKS, BACK, ASIDE, RED,
) = range(len(NAMES))  # fmt: skip
(
    R_WINS, R_LOSES, R_TAKES_BLUE, R_TAKES_RED, R_ARRIVES, R_RUNS, R_RETREATS, R_GUARDS, R_NEARS, R_SHUTS, R_OFFERS,
    R_SAVES,
) = range(len(REPLY_NAMES))  # fmt: skip

APART = np.array(
    [[abs(i % SIDE - k % SIDE) + abs(i // SIDE - k // SIDE) for k in range(SQUARES)] for i in range(SQUARES)],
    dtype=np.int64,
)
TO_OUR_EXIT = TO_EXIT.astype(np.int64)
TO_THEIR_EXIT = TO_OUR_EXIT[::-1].copy()
LEFT_HALF = sum(1 << square for square in range(SQUARES) if square % SIDE < SIDE // 2)
OUR_ROW, THEIR_ROW = SQUARES - SIDE, 0  # where their corners begin


@kernel
def foremost(squares: int, steps: np.ndarray) -> int:
    """Those of the squares with the fewest steps."""
    found, least = 0, 99
    while squares:
        square = lowest(squares)
        squares &= squares - 1
        if steps[square] < least:
            found, least = 0, steps[square]
        if steps[square] == least:
            found |= 1 << square
    return found


@kernel
def gets_nearer(start: int, end: int, goals: int) -> bool:
    """Whether a step leads nearer to any of some squares."""
    while goals:
        goal = lowest(goals)
        goals &= goals - 1
        if APART[end, goal] < APART[start, goal]:
            return True
    return False


@kernel
def corners_of(squares: int, row: int) -> int:
    """The corners of a row that lie on the same half of the board as any of the squares."""
    return (1 << row if squares & LEFT_HALF else 0) | (1 << row + SIDE - 1 if squares & ~LEFT_HALF else 0)


@kernel
def see(position: Position, start: int, end: int, plies: int, out: np.ndarray) -> None:
    """What is seen of a move of the attacker, who has so many plies; 0 plies if nobody said."""
    for k in range(len(out)):
        out[k] = 0.0
    after, outcome = attack(position, start, end)
    out[WINS] = outcome == ATTACKER_WINS
    if outcome == ATTACKER_WINS:
        return
    came, hostile = 1 << end, defenders(position)
    blue = position.own_blue >> start & 1
    took = hostile & came != 0
    out[STOPS] = may_leave(position) & DEFENDER_EXITS & came != 0
    out[TAKES_BLUE] = position.blue & came != 0
    out[TAKES_RED] = position.red & came != 0
    out[TAKES_HIDDEN] = position.purple & came != 0
    out[BACK], out[ASIDE] = end == start - SIDE, end // SIDE == start // SIDE
    out[RED] = 1 - blue
    if outcome == DEFENDER_WINS:
        out[LOSES] = 1.0
        return
    out[SPENDS] = (position.red | position.purple) & came != 0 and reds_left(after) == 1
    reached = beside(defenders(after))
    ready = after.own_blue & ATTACKER_EXITS
    sure = ready & ~reached != 0 or popcount(ready) > 1
    out[LOSES] = defender_wins_now(after)
    out[LATE] = plies > 0 and least_plies(after) > plies - 2
    if blue:
        steps = TO_OUR_EXIT[end]
        out[TOWARD], out[AWAY] = steps < TO_OUR_EXIT[start], steps > TO_OUR_EXIT[start]
        out[THREATENS] = ready & came != 0 and sure
        if steps < TO_OUR_EXIT[start]:
            out[LEADS] = foremost(after.own_blue, TO_OUR_EXIT) & came != 0
            out[CLOSENESS] = 1.0 / (1 + steps)
        out[OFFERS_BLUE] = reached & came != 0
        out[SAVES] = beside(hostile) >> start & 1 and not reached & came
    else:
        out[OFFERS_RED] = reached & came != 0
    out[LEAVES_BLUE] = after.own_blue & ~came & reached != 0
    out[ATTACKS] = not took and STEPS[end] & defenders(after) != 0
    runners = may_leave(after)
    if runners:
        out[GUARDS] = gets_nearer(start, end, corners_of(foremost(runners, TO_THEIR_EXIT), THEIR_ROW))
        near = STEPS[end] & runners
        while near and not took:
            square = lowest(near)
            near &= near - 1
            if TO_THEIR_EXIT[square] > TO_THEIR_EXIT[end]:
                out[BLOCKS] = 1.0


@kernel
def see_reply(position: Position, start: int, end: int, out: np.ndarray) -> None:
    """What is seen of a reply of the defender, who is to move."""
    for k in range(len(out)):
        out[k] = 0.0
    after, outcome = defend(position, start, end)
    out[R_WINS], out[R_LOSES] = outcome == DEFENDER_WINS, outcome == ATTACKER_WINS
    if end == OUT:
        return
    came = 1 << end
    out[R_TAKES_BLUE], out[R_TAKES_RED] = position.own_blue & came != 0, position.own_red & came != 0
    if outcome:
        return
    out[R_LOSES] = after.own_blue & ATTACKER_EXITS != 0
    own = attackers(after)
    reached = beside(own)
    if may_leave(position) >> start & 1:
        steps, before = TO_THEIR_EXIT[end], TO_THEIR_EXIT[start]
        out[R_ARRIVES] = steps == 0 and not reached & came
        out[R_RUNS], out[R_RETREATS] = steps < before, steps > before
    blues = foremost(after.own_blue, TO_OUR_EXIT)
    out[R_GUARDS] = gets_nearer(start, end, corners_of(blues, OUR_ROW))
    out[R_NEARS] = gets_nearer(start, end, blues)
    empty = not attackers(position) & came
    out[R_SHUTS] = empty and STEPS[end] & blues != 0 and TO_OUR_EXIT[end] < TO_OUR_EXIT[lowest(blues)]
    out[R_OFFERS] = reached & came != 0
    out[R_SAVES] = beside(attackers(position)) >> start & 1 and not reached & came


@kernel
def list_likely(
    position: Position, plies: int, weights: np.ndarray, seen: np.ndarray, moves: np.ndarray, chances: np.ndarray
) -> int:
    """All moves of the attacker and how likely each is tried; how many."""
    count = all_attacks(position, moves)
    for i in range(count):
        see(position, moves[i] >> 6, moves[i] & 63, plies, seen)
        chances[i] = 0.0
        for k in range(len(seen)):
            chances[i] += weights[k] * seen[k]
    softmax(chances, count)
    return count


@kernel
def apparent_reply(position: Position, weights: np.ndarray, seen: np.ndarray, scratch: np.ndarray) -> int:
    """The reply that looks best, the first of equal ones; -1 if there is none."""
    found, most = -1, -1e9
    for i in range(all_replies(position, scratch)):
        see_reply(position, scratch[i] >> 6, scratch[i] & 63, seen)
        score = 0.0
        for k in range(len(seen)):
            score += weights[k] * seen[k]
        if score > most + 1e-9:
            found, most = scratch[i], score
    return found


@kernel
def seen_of_all(position: Position, plies: int, replying: bool, moves: np.ndarray, out: np.ndarray) -> int:
    """Every move of the side to move and what is seen of it; how many. For learning."""
    count = all_replies(position, moves) if replying else all_attacks(position, moves)
    for i in range(count):
        if replying:
            see_reply(position, moves[i] >> 6, moves[i] & 63, out[i])
        else:
            see(position, moves[i] >> 6, moves[i] & 63, plies, out[i])
    return count


def choices(position: Position, plies: int, replying: bool = False) -> tuple[list[int], np.ndarray]:
    """Every move of the side to move, as start << 6 | end, and a row for each of what is seen of it."""
    moves = np.zeros(MOST_MOVES, dtype=np.int64)
    out = np.zeros((MOST_MOVES, len(REPLY_NAMES) if replying else len(NAMES)))
    count = seen_of_all(position, plies, replying, moves, out)
    return moves[:count].tolist(), out[:count].copy()


def likely(position: Position, plies: int) -> dict[int, float]:
    """How likely each move of the attacker is tried."""
    moves, chances = np.zeros(MOST_MOVES, dtype=np.int64), np.zeros(MOST_MOVES)
    count = list_likely(position, plies, WEIGHTS, np.zeros(len(NAMES)), moves, chances)
    return dict(zip(moves[:count].tolist(), chances[:count].tolist(), strict=True))
