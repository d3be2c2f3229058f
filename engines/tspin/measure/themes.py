"""What a puzzle is about, in words that players use: a closed list, each theme with its rule.

A rule is told by what was measured on the puzzle and its first solution (`catalogue` has the names),
for all puzzles at once. What is not defined is NaN and compares as false: without a solution only the
themes of board and queue are left. Under `drop` a mirror image has the same themes, left and right
changed over, unless a piece comes twice: which of the two is placed first is then the solver's choice.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engines.contract import Theme, Verdict
from engines.shared.labels import Facts, Rule, told
from engines.tspin.measure.catalogue import FEATURES, column
from engines.tspin.measure.features import facts
from engines.tspin.rules.board import WIDTH
from engines.tspin.rules.goals import DONATE
from engines.tspin.rules.puzzle import Puzzle

ORDERS = np.cumprod([1, 1, 2, 3, 4, 5, 6, 7])  # of so many pieces

RULES: tuple[tuple[Theme, Rule], ...] = (
    # The board and the queue.
    (
        Theme("donation", "Donation", "A well is covered, and the T-spin Double opens it again"),
        lambda given: given.goal == DONATE,
    ),
    (
        Theme("same-piece-twice", "Same piece twice", "A piece comes more than once in the queue"),
        lambda given: given.repeats > 0,
    ),
    (
        Theme("flat", "Flat ground", "No step between neighbouring columns is higher than two"),
        lambda given: given.steepest <= 2,
    ),
    (
        Theme("rough", "Rough ground", "The steps between neighbouring columns make 16 or more together"),
        lambda given: given.roughness >= 16,
    ),
    (
        Theme("tall-stack", "Tall stack", "The stack is eight rows high or higher at the start"),
        lambda given: given.stack_height >= 8,
    ),
    (
        Theme("deep-well", "Deep well", "A column lies four or more below both its neighbours at the start"),
        lambda given: given.deepest_well >= 4,
    ),
    # Where the goal's piece goes.
    (
        Theme("left", "Left", "The middle of the goal's piece goes into the left half of the board"),
        lambda given: given.slot_column < WIDTH // 2,
    ),
    (
        Theme("right", "Right", "The middle of the goal's piece goes into the right half of the board"),
        lambda given: given.slot_column >= WIDTH // 2,
    ),
    (
        Theme("at-the-wall", "At the wall", "The goal's piece touches a wall"),
        lambda given: given.slot_at_wall == 1,
    ),
    # What the pieces do for it.
    (
        Theme("builds-the-overhang", "Builds the overhang", "A piece is placed right above where the T will go"),
        lambda given: given.placed_over_slot > 0,
    ),
    (
        Theme("builds-from-below", "Builds from below", "A piece is placed below where the goal's piece will go"),
        lambda given: given.placed_under_slot > 0,
    ),
    (
        Theme("from-a-distance", "From a distance", "No piece touches the place of the goal's piece"),
        lambda given: given.answer_edges_base == 0,
    ),
    (
        Theme("helper", "Helper", "A piece takes no part in the goal: no row that it clears, no corner of the T"),
        lambda given: given.idle > 0,
    ),
    # How the pieces lie.
    (
        Theme("fills-a-gap", "Fills a gap", "A piece has filled cells or walls on both sides in all of its rows"),
        lambda given: given.fitted > 0,
    ),
    (
        Theme("covers-a-hole", "Covers a hole", "A piece covers an empty cell for good, not the slot or the well"),
        lambda given: given.holes_left > 0,
    ),
    (
        Theme("upright-s-or-z", "Upright S or Z", "An S or Z stands upright"),
        lambda given: given.upright_sz > 0,
    ),
    (
        Theme("stacked", "Stacked", "A piece is placed on top of another one of the answer"),
        lambda given: given.stacked > 0,
    ),
    (
        Theme("all-together", "All together", "Two or more pieces, all of which hang together"),
        lambda given: (given.pieces > 1) & (given.groups == 1),
    ),
    (
        Theme("far-apart", "Far apart", "Four or more columns lie between two of the pieces"),
        lambda given: given.apart >= 4,
    ),
    # How the answer is found and played.
    (
        Theme("needs-a-tuck", "Needs a tuck", "A piece has to move sideways under something"),
        lambda given: given.tucks > 0,
    ),
    (
        Theme("needs-a-spin", "Needs a spin", "A piece has to turn into its place"),
        lambda given: given.spins > 0,
    ),
    (
        Theme("clears-on-the-way", "Clears on the way", "The pieces clear a row before the goal is played"),
        lambda given: given.answer_lines > 0,
    ),
    (
        Theme("clears-nothing", "Clears nothing", "No piece clears a row before the goal is played"),
        lambda given: given.answer_lines == 0,
    ),
    (
        Theme("tempting-clear", "Tempting clear", "A piece could clear more rows than it does in the answer"),
        lambda given: given.clears_passed > 0,
    ),
    (
        Theme("close-calls", "Close calls", "Three or more other places for the last piece end one cell short"),
        lambda given: given.last_near_misses >= 3,
    ),
    (
        Theme("in-strict-order", "In strict order", "The pieces could be placed like this in no other order"),
        lambda given: (given.pieces > 1) & (given.orders == 1),
    ),
    (
        Theme("in-any-order", "In any order", "Three or more pieces that could be placed in any other order as well"),
        lambda given: (given.pieces > 2) & (given.orders == ORDERS[given.pieces.astype(int)]),
    ),
)
THEMES = tuple(theme for theme, _ in RULES)


def labels(puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]) -> list[tuple[str, ...]]:
    """The names of the themes that each puzzle has, in the order of the list."""
    return told(RULES, Facts(facts(puzzles, verdicts), column))


def appraise(puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]) -> tuple[np.ndarray, list[tuple[str, ...]]]:
    """Features and themes from one look at the puzzles."""
    known = facts(puzzles, verdicts, all_ways=True)
    return known[:, : len(FEATURES)].copy(), told(RULES, Facts(known, column))
