"""Telling themes: rules over what was measured, for all puzzles at once.

An engine has a table of facts, one row a puzzle and one column a name, and for each theme a rule over them.
What is not defined is NaN and compares as false.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from engines.contract import Theme


class Facts:
    """What was measured, by name: one number a puzzle."""

    def __init__(self, table: np.ndarray, column: Callable[[str], int]) -> None:
        self.table, self.column = table, column

    def __getattr__(self, name: str) -> np.ndarray:
        values: np.ndarray = self.table[:, self.column(name)]
        return values


Rule = Callable[[Facts], np.ndarray]


def told(rules: Sequence[tuple[Theme, Rule]], facts: Facts) -> list[tuple[str, ...]]:
    """The names of the themes that each puzzle has, in the order of the rules."""
    marks = np.array([rule(facts) for _, rule in rules]).reshape(len(rules), len(facts.table))
    names = [theme.name for theme, _ in rules]
    return [tuple(name for name, has in zip(names, row, strict=True) if has) for row in marks.T.tolist()]
