"""Levels: easy, medium or hard, by what everyone is predicted to find and the game alone.

Two fixed cuts a game (`selection.levels` in the settings) make three levels of the one scale of difficulty, 1 to 5.
So in every release the hardest easy puzzle of a game is no harder than its easiest medium one, whatever variant,
night or set they are of. (Thirds are another thing: the part of its kind, on its night, that a curated puzzle is
from.)
"""

from __future__ import annotations

from collections.abc import Sequence

from quality.vocabulary import LEVELS


def level_of(difficulty: float, cuts: Sequence[float]) -> str:
    """The level of a puzzle that is so difficult for everyone; what lies on a cut is of the easier level."""
    return LEVELS[sum(difficulty > cut for cut in cuts)]
