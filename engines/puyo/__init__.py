"""Nazo Puyo: place a queue of pairs so that a chain of a given length, or another goal, is reached.

From the bottom up: `board`, `chain` and `place` are the rules; `puzzle` and `goals` say what is asked; then
`solve`, `generate`, `play`, `features`, `text`, `draw`, and `engine`, which is all that others use.
"""

from engines.puyo.engine import ENGINE

__all__ = ["ENGINE"]
