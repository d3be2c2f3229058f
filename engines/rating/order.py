"""Difficulty in order: what advanced players find hard is at least as hard for regulars, and for beginners.

Skill makes puzzles easier. But a group of few raters is severe or lenient by chance, so its model may put puzzles the
other way round. The predictions of the groups are therefore kept in order, puzzle by puzzle: everyone's stays as it
is, beginners' is at least that, advanced players' at most that, and regulars' lies between the two. What is out of
order takes the nearest value that is in order. That is always what another of the models says, so the reasons are
that model's, too.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from engines.people.groups import ADVANCED, AUDIENCES, BEGINNER, EVERYONE, REGULAR
from engines.rating.models import Contributions


def whose(told: np.ndarray, audience: str) -> np.ndarray:
    """For each puzzle (column), the row of `told` whose prediction an audience takes; rows are those of AUDIENCES."""
    everyone, beginner, regular, advanced = told
    most = np.where(beginner >= everyone, 1, 0)
    least = np.where(advanced <= everyone, 3, 0)
    between = np.where(regular > taken(told, most), most, np.where(regular < taken(told, least), least, 2))
    return np.asarray({EVERYONE: np.zeros_like(most), BEGINNER: most, REGULAR: between, ADVANCED: least}[audience])


def taken(told: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Of each puzzle what stands in its row."""
    return np.asarray(told[rows, np.arange(told.shape[1])])


def merged(found: Mapping[int, Contributions], rows: np.ndarray, audience: str) -> Contributions:
    """The contributions that go with what is taken: of each puzzle those of the model whose prediction it takes.

    `found` has them by row; the audience's own must be there. What is usual is what its own model says, as far as
    that knows the feature."""
    own = AUDIENCES.index(audience)
    names = tuple(dict.fromkeys(name for one in (found[own], *found.values()) for name in one.names))
    shape = len(rows), len(names)
    added, value, base = np.zeros(shape), np.empty(shape), np.empty(len(rows))
    usual, spread = np.empty(shape), np.empty(len(names))
    for row, one in sorted(found.items(), key=lambda pair: pair[0] == own):  # its own last: that overrules
        mine, places = np.flatnonzero(rows == row), np.array([names.index(name) for name in one.names])
        added[np.ix_(mine, places)], base[mine] = one.added[mine], one.base
        value[:, places], usual[:, places], spread[places] = one.value, one.usual, one.spread
    return Contributions(names, base, added, value, usual, spread)
