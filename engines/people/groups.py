"""What people are asked of a puzzle, and the groups of raters by their skill."""

from __future__ import annotations

INTEREST, DIFFICULTY = TARGETS = ("interest", "difficulty")
IN_ORDER = (DIFFICULTY, INTEREST)  # of fitting: interest leans on difficulty

BEGINNER, REGULAR, ADVANCED = GROUPS = ("beginner", "regular", "advanced")  # those with the least skill first
EVERYONE = "everyone"
AUDIENCES = (EVERYONE, *GROUPS)
