"""What a puzzle is about, in words that players use: a closed list, each theme with its rule.

A rule is told by what was measured on the puzzle and its first solution (`catalogue` has the names), for all
puzzles at once. What is not defined is NaN and compares as false: without a solution only the themes of board
and queue are left. Mirror images and other colours have the same themes, as long as no column is so high that
the way around column 3 matters, and the first solution is the same one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engines.contract import Theme, Verdict
from engines.puyo.measure.catalogue import FEATURES, column
from engines.puyo.measure.features import facts
from engines.puyo.rules.puzzle import Puzzle
from engines.shared.labels import Facts, Rule, told

RULES: tuple[tuple[Theme, Rule], ...] = (
    # The board and the queue.
    (
        Theme("few-puyos", "Few puyos", "There are ten puyos or fewer on the board"),
        lambda given: given.puyoNum <= 10,
    ),
    (
        Theme("crowded", "Crowded", "There are more than 30 puyos on the board"),
        lambda given: given.puyoNum > 30,
    ),
    (
        Theme("near-the-top", "Near the top", "A column is ten or more high at the start"),
        lambda given: given.maxHeight >= 10,
    ),
    (
        Theme("two-colors", "Two colours", "Only two colours have four or more puyos, board and queue together"),
        lambda given: given.colorNum == 2,
    ),
    (
        Theme("new-color", "New colour", "A pair brings a colour that is not on the board"),
        lambda given: given.new_colors > 0,
    ),
    (
        Theme("garbage-falls", "Garbage falls", "Garbage or hard puyos fall between the moves"),
        lambda given: given.falls > 0,
    ),
    # How the pairs are placed.
    (
        Theme("needs-a-split", "Needs a split", "Every solution splits a pair (of the first 32)"),
        lambda given: given.leastChigiriNum > 0,
    ),
    (
        Theme("quiet-first-move", "Quiet first move", "The first of several moves touches none of its own colour"),
        lambda given: (given.answer_moves > 1) & (given.touching_1 == 0),
    ),
    (
        Theme("fires-twice", "Fires twice", "A move before the last makes something vanish"),
        lambda given: given.early_fires > 0,
    ),
    (
        Theme("stacked-moves", "Stacked moves", "A pair comes to rest on a puyo of an earlier one"),
        lambda given: given.stacked > 0,
    ),
    (
        Theme("far-apart", "Far apart", "Two or more columns lie between two of the moves"),
        lambda given: given.apart >= 2,
    ),
    (
        Theme("order-matters", "Order matters", "The same placements reach the goal in no other order"),
        lambda given: (given.answer_moves > 1) & (given.orders == 1),
    ),
    (
        Theme("either-order", "Either order", "The same placements reach the goal in another order as well"),
        lambda given: given.orders > 1,
    ),
    (
        Theme(
            "last-move-alone", "Last move alone", "The last pair alone could reach the goal, with no other before it"
        ),
        lambda given: given.secondTurnCorrect == 1,
    ),
    (
        Theme("false-start", "False start", "The first pair can make something vanish at once, and that spoils it"),
        lambda given: given.false_starts > 0,
    ),
    (
        Theme(
            "close-calls", "Close calls", "Two or more other places for the last pair do one less than is asked for"
        ),
        lambda given: given.last_near_misses >= 2,
    ),
    # What becomes of the placed puyos.
    (
        Theme("no-wasted-puyo", "No wasted puyo", "Every placed puyo vanishes"),
        lambda given: given.hand_left == 0,
    ),
    (
        Theme("placed-puyo-waits", "Placed puyo waits", "A placed puyo vanishes in a later round than the first"),
        lambda given: given.hand_waiting > 0,
    ),
    (
        Theme("halves-part", "Halves part", "The two halves of a pair vanish in different rounds of the chain"),
        lambda given: given.halves_apart > 0,
    ),
    # What the chain does.
    (
        Theme("same-color-twice", "Same colour twice in a row", "A colour vanishes in two rounds running"),
        lambda given: given.same_color_rounds > 0,
    ),
    (
        Theme("two-colors-at-once", "Two colours at once", "Two or more colours vanish in one round"),
        lambda given: given.most_colors >= 2,
    ),
    (
        Theme("zigzag-chain", "Zigzag chain", "The chain goes left and then right again, or the other way about"),
        lambda given: given.turns > 0,
    ),
    (
        Theme("long-drop", "Long drop", "A puyo falls four rows or more in the chain and then vanishes in it"),
        lambda given: given.longest_drop >= 4,
    ),
    (
        Theme("hidden-row", "Tail in the hidden row", "A puyo that lay in the hidden row comes down and vanishes"),
        lambda given: given.hidden_vanished > 0,
    ),
    (
        Theme("far-puyo-matters", "The far puyo matters", "A single puyo, three columns or more away, must vanish"),
        lambda given: given.needed_far > 0,
    ),
    (
        Theme("idle-color", "Idle colour", "A colour that is on the board never vanishes"),
        lambda given: given.idle_colors > 0,
    ),
    (
        Theme("garbage-in-the-way", "Garbage in the way", "Garbage or hard puyos vanish in the answer"),
        lambda given: given.garbage_cleared > 0,
    ),
    (
        Theme("big-clear", "Big clear", "Sixteen or more puyos vanish in the chain, and no more than four are left"),
        lambda given: (given.vanished >= 16) & (given.puyos_left <= 4),
    ),
    (
        Theme("all-clear", "All clear", "Nothing is left on the board"),
        lambda given: given.puyos_left == 0,
    ),
)
THEMES = tuple(theme for theme, _ in RULES)


def labels(puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]) -> list[tuple[str, ...]]:
    """The names of the themes that each puzzle has, in the order of the list."""
    return told(RULES, Facts(facts(puzzles, verdicts), column))


def appraise(puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]) -> tuple[np.ndarray, list[tuple[str, ...]]]:
    """Features and themes from one look at the puzzles."""
    known = facts(puzzles, verdicts, all_lines=True)
    return known[:, : len(FEATURES)].copy(), told(RULES, Facts(known, column))
