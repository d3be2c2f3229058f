"""What a clear sends: table 1 of the T-spin agent paper, and three rules of modern games, off unless asked for.

The paper's table knows T-spins and nothing of minis; a mini here sends what the same lines send without a spin, and
is no T-spin to whoever counts them: that never flatters an agent. Where the added rules are on they are those of the
guideline as in Puyo Puyo Tetris: one line more for a T-spin or four lines at once after another (minis that clear
keep this up), one to five lines more for clears in a row, ten more for an empty board.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from engines.kernels.jit import kernel
from engines.tspin.rules.spins import FULL, MINI

PLAIN_ATTACK = np.array([0, 0, 1, 2, 4], dtype=np.int64)  # by lines
SPIN_ATTACK = np.array([0, 2, 4, 6], dtype=np.int64)
COMBO_ATTACK = np.array([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5], dtype=np.int64)  # by clears in a row
PERFECT_ATTACK = 10


class Rules(NamedTuple):
    """Options of the game, in a form that kernels take."""

    inputs: int = 5000
    count_drops: bool = True
    back_to_back: bool = False
    combos: bool = False
    perfect_clears: bool = False


def rules_of(parameters: Mapping[str, Any] | None) -> Rules:
    """The rules that parameters ask for."""
    return Rules(**(parameters or {}))


@kernel
def base_attack(lines: int, spin: int) -> int:
    """Lines sent by a clear, by table 1."""
    return SPIN_ATTACK[lines] if spin == FULL else PLAIN_ATTACK[lines]


@kernel
def is_difficult(lines: int, spin: int) -> bool:
    """A clear that keeps back-to-back up."""
    return lines == 4 or (lines > 0 and spin >= MINI)


@kernel
def attack_of(lines: int, spin: int, empty: bool, streak: bool, combo: int, rules: Rules) -> int:
    """Lines sent by a move. `streak`: the last clear before it was a difficult one; `combo`: how many moves right
    before it cleared lines; `empty`: it leaves nothing on the board."""
    if lines == 0:
        return 0
    attack = base_attack(lines, spin)
    if rules.back_to_back and streak and is_difficult(lines, spin):
        attack += 1
    if rules.combos:
        attack += COMBO_ATTACK[min(combo + 1, len(COMBO_ATTACK) - 1)]
    if rules.perfect_clears and empty:
        attack += PERFECT_ATTACK
    return attack


@kernel
def next_streak(lines: int, spin: int, streak: bool) -> bool:
    return is_difficult(lines, spin) if lines else streak


@kernel
def next_combo(lines: int, combo: int) -> int:
    return combo + 1 if lines else 0
