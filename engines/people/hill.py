"""The hill: how well a puzzle's difficulty suits people of some skill, before any of them has rated it.

All surveys found that interest rises with difficulty up to a point and falls beyond it (docs/ratings.md). Where the
top is, follows from the skill: with more of it puzzles feel easier, and people want more. The thesis' raters were
beginners, but the difficulty here is everyone's; so everyone's top is at their figure. That is a guess, and so is the
distance between the groups.
"""

from __future__ import annotations

import numpy as np

from engines.people.groups import ADVANCED, BEGINNER, EVERYONE, GROUPS, REGULAR

TOP = 3.2  # T-spin thesis, 5.1.2: interest is highest there, of two moves
WIDTH = 1.1  # what the published hills look like, on average (`engines.people.law.Level.width`)
# Skill, from 0 to 1, does so many steps in all: puzzles feel easier (Geister paper, 7.4), and the top of the hill is
# further up (Nazo Puyo paper, 5.3.1).
REACH = 2.3
SKILL = {EVERYONE: 0.5, BEGINNER: 0.25, REGULAR: 0.65, ADVANCED: 0.9}  # the middle of each
FOOT = 0.5  # height below which a puzzle is too easy, or too hard, for whom it suits best


def top(audience: str) -> float:
    """The difficulty that suits an audience best; people who are no group are everyone."""
    return TOP + REACH * (SKILL.get(audience, SKILL[EVERYONE]) - SKILL[EVERYONE])


def hill(difficulty: np.ndarray, audience: str) -> np.ndarray:
    """How well puzzles of some difficulty suit an audience: 1 at the top, less to either side."""
    return np.asarray(np.exp(-0.5 * ((np.asarray(difficulty) - top(audience)) / WIDTH) ** 2))


def suits(difficulty: float) -> tuple[str, int]:
    """The group that a puzzle suits best, and whether it is too hard (1) or too easy (-1) even for that one."""
    best = min(GROUPS, key=lambda group: abs(difficulty - top(group)))
    if float(hill(np.array(difficulty), best)) >= FOOT:
        return best, 0
    return best, 1 if difficulty > top(best) else -1
