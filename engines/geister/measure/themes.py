"""What a puzzle is about, in words that players use: a closed list, each theme with its rule.

A rule is told by what was measured on the puzzle and its main line (`catalogue` has the names), for all puzzles at
once. What is not defined is NaN and compares as false: without an answer only the themes of the position are left.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engines.contract import Theme, Verdict
from engines.geister.measure.catalogue import column
from engines.geister.measure.features import facts, measure
from engines.geister.rules.puzzle import Puzzle
from engines.shared.labels import Facts, Rule, told

RULES: tuple[tuple[Theme, Rule], ...] = (
    # The position.
    (
        Theme("lone-blue", "Lone blue", "The attacker has a single blue"),
        lambda given: given.own_blue == 1,
    ),
    (
        Theme("no-red-to-spare", "No red to spare", "The defender has a single red: whoever takes it loses"),
        lambda given: given.hostile_red == 1,
    ),
    (
        Theme("partly-shown", "Partly shown", "Some of the defender's colours are known, some are in doubt"),
        lambda given: (given.shown > 0) & (given.hidden > 0),
    ),
    (
        Theme("all-shown", "All shown", "All of the defender's colours are known"),
        lambda given: given.hidden == 0,
    ),
    (
        Theme("behind-in-the-race", "Behind in the race", "A runner is nearer to its exit than any blue to its own"),
        lambda given: given.faster_runners > 0,
    ),
    (
        Theme(
            "lost-corner",
            "Lost corner",
            "In a corner that both hold, and if nothing else counted, nothing stops the defender",
        ),
        lambda given: given.corner_lost > 0,
    ),
    # The first move.
    (
        Theme("quiet-first-move", "Quiet first move", "The first move neither takes nor brings a blue nearer"),
        lambda given: given.first_quiet == 1,
    ),
    (
        Theme("retreat", "Retreat", "The first move goes down the board"),
        lambda given: given.first_back == 1,
    ),
    (
        Theme("red-moves-first", "Red moves first", "The first move is by a red"),
        lambda given: given.first_red == 1,
    ),
    (
        Theme("must-not-take", "Must not take", "There are pieces to take at once, and no such move is right"),
        lambda given: (given.contact > 0) & (given.wrong_takes == given.contact),
    ),
    (
        Theme("looks-wrong", "Looks wrong", "A wrong first move looks better: by the race, after the worst reply"),
        lambda given: given.misleading > 0,
    ),
    (
        Theme("good-try", "Good try", "A wrong first move fails to a single reply"),
        lambda given: given.tries > 0,
    ),
    (
        Theme("zugzwang", "Zugzwang", "After the first move the defender would last longer if it could pass"),
        lambda given: given.zugzwang == 1,
    ),
    # What the win needs.
    (
        Theme("plain-walk", "Plain walk", "The nearest blue walks out alone, without loss of time"),
        lambda given: given.plain_walk == 1,
    ),
    (
        Theme("wall-of-red", "Wall of red", "There would be no win in time if losing the last red did not win"),
        lambda given: given.category_wall == 1,
    ),
    (
        Theme(
            "capture-all",
            "Capture all",
            "There would be no win in time if taking the last blue on the last ply did not win",
        ),
        lambda given: given.category_capture == 1,
    ),
    (
        Theme("only-moves", "Only moves", "At every turn, of three or more, a single move wins in time"),
        lambda given: (given.plies >= 5) & (given.only_share == 1),
    ),
    (
        Theme("long-win", "Long win", "The shortest win takes 13 plies or more"),
        lambda given: given.plies >= 13,
    ),
    # The answer.
    (
        Theme(
            "sacrifice", "Sacrifice", "The attacker moves a piece to where it is taken, or loses one in all best play"
        ),
        lambda given: (given.sacrifices > 0) | (given.fewest_own_taken > 0),
    ),
    (
        Theme("takes-a-hidden-piece", "Takes a hidden piece", "The attacker takes a piece whose colour is in doubt"),
        lambda given: given.purple_takes > 0,
    ),
    (
        Theme("decoy", "Decoy", "The defender takes with a piece that guards the exit used, and leaves it"),
        lambda given: given.decoys > 0,
    ),
    (
        Theme("block", "Block", "The attacker steps in front of a runner, onto an empty square on its way out"),
        lambda given: given.blocks > 0,
    ),
    (
        Theme("taken-at-the-exit", "Taken at the exit", "The attacker takes a piece on an exit of the defender"),
        lambda given: given.runners_stopped > 0,
    ),
    (
        Theme("by-a-tempo", "By a tempo", "A runner stands at its exit when the attacker wins"),
        lambda given: given.last_runner == 0,
    ),
    (
        Theme("far-exit", "Far exit", "The blue that leaves stood nearer to the other exit"),
        lambda given: given.far_exit == 1,
    ),
    (
        Theme("other-blue", "The other blue", "The blue that leaves was not the nearest to an exit"),
        lambda given: given.other_blue == 1,
    ),
    (
        Theme("both-exits", "Both exits", "Blues are within a step of both exits at the same time"),
        lambda given: given.exits_reached == 2,
    ),
    (
        Theme("zigzag", "Zigzag", "A piece that moves on changes its direction, twice or more in all"),
        lambda given: given.bends >= 2,
    ),
    (
        Theme("all-hands", "All hands", "Three or more pieces of the attacker move"),
        lambda given: given.pieces_moved >= 3,
    ),
)
THEMES = tuple(theme for theme, _ in RULES)


def labels(puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]) -> list[tuple[str, ...]]:
    """The names of the themes that each puzzle has, in the order of the list."""
    return told(RULES, Facts(facts(puzzles, verdicts), column))


def appraise(puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]) -> tuple[np.ndarray, list[tuple[str, ...]]]:
    """Features and themes from one look at the puzzles."""
    known = measure(puzzles, verdicts)
    return known, told(RULES, Facts(known, column))
