"""Geister mating puzzles: find the shortest win that holds whatever the hidden colours are.

The rooms, in the order of imports: `rules`; `solve` finds wins by search and by endgame tables; `make`, `measure`,
`people`, `forms`, `japanese`, `show` and `agent`; then `engine`, which is all that others use. docs/architecture.md
says what each holds.
"""

from engines.geister.engine import ENGINE

__all__ = ["ENGINE"]
