"""T-spin puzzles: place a queue of pieces so that a T-spin can be played afterwards.

The rooms, in the order of imports: `rules` has the pieces, the board, moves, spins and goals; `solve` tries every way
to place the queue; `make`, `measure`, `people`, `forms`, `japanese`, `show` and `agent`; then `engine`, which is all
that others use. docs/architecture.md says what each holds.
"""

from engines.tspin.engine import ENGINE

__all__ = ["ENGINE"]
