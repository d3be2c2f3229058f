"""The words and limits that stand in tables, each written once, for all that check, fill or show a column.

What the engines need of it they have themselves (`engines.contract`, `engines.people.groups`), because they import
nothing of the warehouse; `tests/warehouse/test_vocabulary.py` holds both equal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

UNIQUE, AMBIGUOUS, IMPOSSIBLE, UNFINISHED = VERDICTS = ("unique", "ambiguous", "impossible", "unfinished")
KEPT_SOLUTIONS = 32
KEPT_IDS = 20  # of rows that break a rule

SIMULATED, SURVEYED, BY_PLAYERS = PROVENANCES = ("simulated", "survey", "players")
"""Where ratings come from. What rests on several counts as the first of them that is there."""
MEASURED = "measured"
"""What difficulty rests on that follows from the yardstick of its game, without any ratings."""
RESTS_ON = (MEASURED, *PROVENANCES)


def interest_from(row: Mapping[str, Any]) -> str:
    """What the interest of a prediction rests on. Rows that do not say are of the time when all were simulated."""
    return row.get("provenance") or SIMULATED


def difficulty_from(row: Mapping[str, Any]) -> str:
    """What its difficulty rests on. In releases of earlier versions that was the same."""
    return row.get("difficulty_provenance") or interest_from(row)


NOBODY, FEW, RATED = INTEREST_STATES = ("not rated yet", "few ratings", "rated")
"""Who has rated the interest of a game: no person, few (beside simulated raters, or alone), or enough people."""
ENOUGH_TRUST = 0.5  # from which on people's ratings count as enough: half of what decides is theirs


def interest_state(row: Mapping[str, Any]) -> str:
    """Which of these a prediction's interest is. Rows of earlier versions do not say how many rated."""
    trust, heard = row.get("trust"), row.get("people_ratings")
    if interest_from(row) == SIMULATED:
        return FEW if heard else NOBODY
    return RATED if trust is None or trust >= ENOUGH_TRUST else FEW


SIMULATED_ID, PLAYER_ID = "sim-", "player/"
"""What the ids of simulated people begin with, and of those who play on the page; nobody else's do."""

INTEREST, DIFFICULTY = TARGETS = ("interest", "difficulty")
GO_ON, USEFUL = OPTIONAL_QUESTIONS = ("go_on", "useful")
QUESTIONS = (*TARGETS, *OPTIONAL_QUESTIONS)
SCALE = (1.0, 5.0)
MOMENTS = ("before", "after")
"""When a rater was asked: before or after the answer was shown."""

RATER_GROUPS = ("beginner", "regular", "advanced")
EVERYONE = "everyone"
AUDIENCES = (EVERYONE, *RATER_GROUPS)

METRICS = ("MAE", "RMSE", "SMAPE", "rank correlation", "top-10 hit rate")
PROMOTE, ROLLBACK = DECISIONS = ("promote", "rollback")
DRIFTING = ("mix", "feature", "rating", "model")

LEVELS = ("easy", "medium", "hard")
THIRDS = ("easiest", "middle", "hardest")
"""Of puzzles of a kind, one night. Levels are by fixed cuts of the scale of difficulty; a third is not."""

CURATED, FLASH, PRACTICE, SURVEY = CHOSEN_KINDS = ("curated", "flash", "practice", "survey")
TONIGHT, DAY, *_ = SET_KINDS = ("tonight", "day", *CHOSEN_KINDS)
MIXED_KINDS = (TONIGHT, DAY, SURVEY)
"""Kinds of sets that have puzzles of all games; each set of the others has puzzles of one."""
