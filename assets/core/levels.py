"""Levels: easy, medium or hard, by the difficulty predicted for everyone and two cuts for each game.

The cuts are fixed (`selection.levels` in the settings); they cut the scale of difficulty, 1 to 5, in three.
So in every release the hardest easy puzzle of a game is no harder than its easiest medium one, whatever variant,
night or set they are of. (A third is something else: it compares a curated puzzle with the others of its group on
its night.)
"""

from __future__ import annotations

from collections.abc import Sequence

from warehouse.vocabulary import LEVELS


def level_of(difficulty: float, cuts: Sequence[float]) -> str:
    """The level of a puzzle that is so difficult for everyone; what lies on a cut is of the easier level."""
    return LEVELS[sum(difficulty > cut for cut in cuts)]
