"""How much of a goal a move does. One less than is asked for is a near miss."""

from __future__ import annotations

import numpy as np

from engines.kernels.bits import popcount
from engines.kernels.jit import kernel
from engines.puyo.rules.chain import COUNTS, GROUP_LIST, GROUP_SIZES, GROUPS, MOST_GROUPS
from engines.puyo.rules.goals import (
    ACC_COLORS,
    ACC_COUNT,
    AIM_COLOR,
    AIM_KIND,
    AIM_N,
    CHAIN,
    COLORS,
    COUNT,
    EVERY_COLOR,
    NO_KIND,
    PLACE,
    colors_in,
    counted,
)


@kernel
def can_be_near(aim: np.ndarray) -> bool:
    """Whether a goal has near misses: one less than it asks for must still be something."""
    return aim[AIM_KIND] != NO_KIND and aim[AIM_N] >= 2


@kernel
def amount(aim: np.ndarray, so_far: int, rounds: np.ndarray, count: int) -> int:
    """What a move does in the measure of the goal's kind; `so_far` is `progress` with this move included."""
    kind = aim[AIM_KIND]
    if kind == CHAIN:
        return count
    if kind == ACC_COLORS:
        return popcount(so_far)
    if kind == ACC_COUNT:
        return so_far
    most = 0
    for i in range(count):
        if kind == COLORS:
            here = popcount(colors_in(rounds[i]))
        elif kind == COUNT:
            here = counted(rounds[i], COUNTS, aim[AIM_COLOR])
        elif kind == PLACE:
            here = counted(rounds[i], GROUPS, aim[AIM_COLOR] & EVERY_COLOR)
        else:
            here = largest_group(rounds[i], aim[AIM_COLOR])
        most = max(most, here)
    return most


@kernel
def largest_group(round_: np.ndarray, wanted: int) -> int:
    """The size of the largest group of a set of colours that vanishes in a round."""
    most = 0
    for i in range(MOST_GROUPS):
        group = round_[GROUP_LIST + i]
        if wanted >> group // GROUP_SIZES & 1:
            most = max(most, group % GROUP_SIZES)
    return most


@kernel
def is_near_miss(aim: np.ndarray, so_far: int, rounds: np.ndarray, count: int) -> bool:
    """Whether a move that does not reach the goal does one less than it asks for."""
    return can_be_near(aim) and count > 0 and amount(aim, so_far, rounds, count) == aim[AIM_N] - 1
