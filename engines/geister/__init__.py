"""Geister mating puzzles: find the shortest win that holds whatever the hidden colours are.

From the bottom up: `rules` are the rules; `puzzle` is what is asked; `bounds`, `store`, `deepening` and `lines` find
wins by search, `ranks`, `retrograde` and `tables` by endgame tables; then `solve`, `generate`, `play`, `features`,
`text`, `draw`, and `engine`, which is all that others use.
"""

from engines.geister.engine import ENGINE

__all__ = ["ENGINE"]
