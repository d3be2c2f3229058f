"""What is measured on the position alone: pieces, distances, and how it would go without the attacker's move.

Compare with tests/engines/geister/naive_features.py, which counts letters on a grid.
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.geister.measure.catalogue import SEEN_PLIES
from engines.geister.rules.moves import (
    ATTACKER_EXITS,
    DEFENDER_EXITS,
    SIDE,
    SQUARES,
    STEPS,
    Position,
)
from engines.geister.solve.bounds import TO_EXIT
from engines.geister.solve.corners import corners_won
from engines.geister.solve.danger import danger, new_work

FAR_HALF = sum(1 << square for square in range(SQUARES // 2, SQUARES))
STEPS_OF = [int(steps) for steps in STEPS]
ATTACKER_STEPS = [int(steps) for steps in TO_EXIT]  # to an exit of the attacker, to one of the defender
DEFENDER_STEPS = ATTACKER_STEPS[::-1]


def _within(steps: list[int]) -> list[int]:
    """The squares that are no more than 0, 1, 2 and so on steps away."""
    return [sum(1 << square for square in range(SQUARES) if steps[square] <= far) for far in range(max(steps) + 1)]


ATTACKER_WITHIN, DEFENDER_WITHIN = _within(ATTACKER_STEPS), _within(DEFENDER_STEPS)

Values = dict[str, float]


def squares_in(where: int) -> Iterator[int]:
    """The squares of a set, from a1 on."""
    while where:
        yield (where & -where).bit_length() - 1
        where &= where - 1


def nearest(where: int, within: list[int]) -> int:
    """The fewest steps that any of these squares is away."""
    steps = 0
    while not where & within[steps]:
        steps += 1
    return steps


def moves_of(pieces: int, leaving: int) -> int:
    """How many moves the pieces of a side have, those in `leaving` also off the board."""
    return sum((STEPS_OF[square] & ~pieces).bit_count() for square in squares_in(pieces)) + leaving.bit_count()


def contacts(own: int, hostile: int) -> int:
    """How many pairs of hostile pieces stand side by side."""
    return sum((STEPS_OF[square] & hostile).bit_count() for square in squares_in(own))


def race(own_blue: int, runners: int) -> int:
    """By how many steps the attacker's nearest blue is nearer to its exit than the defender's nearest runner."""
    return nearest(runners, DEFENDER_WITHIN) - nearest(own_blue, ATTACKER_WITHIN)


def of_the_pieces(position: Position) -> Values:
    """Numbers of pieces, distances, shares."""
    B, R, u, b, r, hidden_blue = position
    own, hostile = B | R, u | b | r
    blue_steps = nearest(B, ATTACKER_WITHIN)
    row = max(square // SIDE for square in squares_in(B) if ATTACKER_STEPS[square] == blue_steps)
    return {
        "own_blue": B.bit_count(),
        "own_red": R.bit_count(),
        "hostile_blue": b.bit_count() + hidden_blue,
        "hostile_red": r.bit_count() + u.bit_count() - hidden_blue,
        "blue_to_exit": blue_steps,
        "runner_to_exit": nearest(u | b, DEFENDER_WITHIN),
        "guard_to_exit": nearest(hostile, ATTACKER_WITHIN),
        "own_far_share": (own & FAR_HALF).bit_count() / own.bit_count(),
        "hostile_far_share": (hostile & FAR_HALF).bit_count() / hostile.bit_count(),
        "hidden": u.bit_count(),
        "shown": (b | r).bit_count(),
        "own_moves": moves_of(own, B & ATTACKER_EXITS),
        "hostile_moves": moves_of(hostile, (u | b) & DEFENDER_EXITS),
        "contact": contacts(own, hostile),
        "race": race(B, u | b),
        "faster_runners": sum(DEFENDER_STEPS[square] < blue_steps for square in squares_in(u | b)),
        "behind_share": (hostile & (1 << SIDE * row) - 1).bit_count() / hostile.bit_count(),
    }


def of_what_is_read(position: Position) -> Values:
    """What a reader sees at once: the defender's threats, and the corners by themselves."""
    work = new_work()
    return {
        "danger": next((n for n in range(1, SEEN_PLIES + 1, 2) if danger(position, n, False, work)), SEEN_PLIES + 2),
        "corner_wins": corners_won(position, True, True),
        "corner_sure": corners_won(position, True, False),
        "corner_threats": corners_won(position, False, True),
        "corner_lost": corners_won(position, False, False),
    }


def of_the_position(position: Position) -> Values:
    """All of it."""
    return of_the_pieces(position) | of_what_is_read(position)
