"""Nazo Puyo: place a queue of pairs so that a chain of a given length, or another goal, is reached.

The rooms, in the order of imports: `rules` has the board, chains, placements and goals; `solve` tries every way to
place the queue; `make`, `measure`, `people`, `forms`, `japanese`, `show` and `agent`; then `engine`, which is all
that others use. docs/architecture.md says what each holds.
"""

from engines.puyo.engine import ENGINE

__all__ = ["ENGINE"]
