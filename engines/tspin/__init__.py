"""T-spin puzzles: place a queue of pieces so that a T-spin can be played afterwards.

From the bottom up: `pieces` and `board`, `moves` and `spins`, `goals`, then `generate`,
`solve`, `play`, `features`, `text`, `draw`, and `engine`, which is all that others use. `perft`
stands apart: it tests and measures how fast moves are found.
"""

from engines.tspin.engine import ENGINE

__all__ = ["ENGINE"]
