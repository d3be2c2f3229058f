"""The names of all that is measured on a puzzle, in the order of the columns; `features` measures it.

First the 22 of the T-spin thesis (5.2.2), by their order there, then ours. Numbers in a name are places
in the answer: `edges_filled_2` is of its second piece, `above_1_3` of its first and third. What a puzzle
has not (a fourth piece, a well, an answer) is NaN.

`FACTS` are columns behind the features: what themes and evenness need, and no model should see.
"""

from __future__ import annotations

from collections.abc import Mapping

from engines.contract import Feature, worded
from engines.tspin.measure.words import HARDER, OF_ONE, OF_TWO, WORDS, Words
from engines.tspin.rules.goals import GOALS
from engines.tspin.rules.pieces import PIECES

THESIS, OURS = "T-spin thesis, 5.2.2", "ours"
TOLD = 4  # so many pieces of an answer have columns of their own
PAIRS = tuple((first, second) for second in range(2, TOLD + 1) for first in range(1, second))

OF_THE_THESIS = (
    Feature("filled", "Filled cells", THESIS),
    Feature("height_range", "Highest column minus lowest column", THESIS),
    Feature("gaps_1", "Gaps of one cell in a row, below the top of the terrain", THESIS),
    Feature("gaps_2", "Gaps of two cells", THESIS, headline=True),
    Feature("gaps_3", "Gaps of three cells", THESIS),
    Feature("piece", f"The piece, the last of the answer, as its place in {PIECES}", THESIS),
    Feature("piece_tjl", "The piece is T, J or L", THESIS),
    Feature("piece_szi", "The piece is S, Z or I", THESIS),
    Feature("piece_o", "The piece is O", THESIS),
    Feature("edges_filled", "Edges of the placed piece that touch filled cells", THESIS),
    Feature("below_filled", "Filled cells right below the placed piece", THESIS),
    Feature("below_empty", "Empty cells right below the placed piece", THESIS, headline=True),
    Feature("below_all_empty", "All empty cells below the placed piece in its columns", THESIS),
    Feature("edges_base", "Edges of the placed piece that touch the base's gap", THESIS, headline=True),
    Feature("second_above_first", "Cells of the second piece that lie above the first", THESIS),
    Feature("placed_under_cross", "Placed cells under the cross of the base", THESIS),
    Feature("edges_between", "Edges where the first and the second piece touch", THESIS),
    Feature("placed_low_rows", "Placed cells in the lower two rows of the base", THESIS),
    Feature("first_piece", f"The first piece, as its place in {PIECES}", THESIS),
    Feature("first_tjl", "The first piece is T, J or L", THESIS),
    Feature("first_szi", "The first piece is S, Z or I", THESIS),
    Feature("first_o", "The first piece is O", THESIS),
)

OF_SOLUTIONS = (
    Feature("solutions", "Solutions", OURS),
    Feature("other_solutions", "Solutions under the other rule set", OURS),
    Feature("near_misses", "Ways to place the queue that end one cell short", OURS, headline=True),
    Feature("near_miss_share", "The share of such ways among all ways to place the queue", OURS),
    Feature("ways", "Ways to place the queue", OURS),
    Feature("tempting_lines", "The most rows that the queue can clear", OURS, headline=True),
)

OF_THE_TERRAIN = (
    Feature("slots_at_start", "Slots for a T pointing down, with an overhang, at the start", OURS),
    Feature("half_slots_at_start", "The same without an overhang", OURS),
    Feature("holes", "Empty cells with a filled one above them", OURS),
    Feature("stack_height", "Rows with a filled cell", OURS),
)

OF_THE_ANSWER = (
    Feature("answer_lines", "Rows that the answer clears before the goal", OURS),
    Feature("answer_buries", "Empty cells that the answer's pieces cover, all together", OURS),
    Feature("answer_edges_base", "Edges of all placed pieces that touch the base's gap", OURS),
    Feature("slot_row", "Row of the centre of the final T, or of the lowest cell of the final I", OURS),
    Feature("slot_from_wall", "Columns between the centre of the final T (or the I) and the nearer wall", OURS),
)

# What came with more pieces, more goals and SRS.

MORE_OF_THE_PUZZLE = (
    Feature("goal", f"The goal, as its place in {', '.join(GOALS)}", OURS),
    Feature("srs", "The queue moves by SRS, not by drops alone", OURS),
    Feature("pieces", "Pieces in the queue", OURS),
    Feature("repeats", "Pieces of the queue that are there earlier in it", OURS),
    Feature("roughness", "Steps in height between neighbouring columns, all together", OURS),
    Feature("steepest", "The highest of these steps", OURS),
    Feature("deepest_well", "The most that a column lies below both its neighbours; walls are high", OURS),
    Feature("rows_one_gap", "Rows with a single empty cell", OURS),
    Feature("short_at_start", "The goal is one cell short before any piece is placed", OURS),
    Feature("well_depth", "Depth of the well that is to be covered and opened again", OURS),
    Feature("well_from_wall", "Columns between that well and the nearer wall", OURS),
)

MORE_OF_THE_ANSWER = (
    Feature("choices", "Placements that the pieces had, each after those before it: log2 of their product", OURS),
    Feature("last_ways", "Placements of the last piece, those before it as in the answer", OURS),
    Feature("last_near_misses", "How many of them end one cell short", OURS),
    Feature("clears_passed", "Pieces that could have cleared more rows than they do", OURS),
    Feature("tucks", "Pieces that no drop brings to their place, but moves down and sideways do", OURS),
    Feature("spins", "Pieces that have to turn on the way down", OURS),
    Feature("upright", "Pieces that stand: higher than wide", OURS),
    Feature("orders", "Orders in which the same placements could be made, were the queue free", OURS),
    Feature("fitted", "Pieces with filled cells or walls on both sides in all of their rows", OURS),
    Feature("stacked", "Pieces that lie on an earlier one", OURS),
    Feature("groups", "Groups of pieces that hang together by their edges", OURS),
    Feature("apart", "The most columns between two pieces", OURS),
    Feature("idle", "Pieces without a cell in the goal's rows or, for a T, at its corners", OURS),
    Feature("placed_goal_rows", "Placed cells in the rows that the goal's piece clears", OURS),
    Feature("placed_corners", "Placed cells at the corners of the final T", OURS),
    Feature("placed_over_slot", "Placed cells right above the goal's piece", OURS),
    Feature("placed_under_slot", "Placed cells anywhere below the goal's piece", OURS),
    Feature("placed_over_well", "Placed cells in the column of the well that is covered", OURS),
    Feature("holes_left", "Empty cells right below placed ones at the end, without slot and covered well", OURS),
    Feature("slot_depth", "Rows from the lowest cell of the goal's piece up to the top of the stack", OURS),
    Feature("slot_roof", "Filled cells above the goal's piece in its columns", OURS),
    Feature("slot_upright", "The goal's piece stands: an I, or a T that points sideways", OURS),
    Feature("well_from_slot", "Columns between the covered well and the centre of the goal's piece", OURS),
    Feature("farthest", "Steps from the goal's piece to the farthest piece of the answer", OURS),
)

# How likely somebody who knows the goal is to try what: see `policy` and `effort`. A line is a way to place the queue
# or its beginning, as likely as the product of its placements.
OF_EFFORT = (
    Feature(
        "surprise_first", "Bits of surprise (-log2 of its likelihood by the policy) of the first placement", OURS
    ),
    Feature("surprise_worst", "Bits of surprise of the answer's least expected placement", OURS, headline=True),
    Feature("surprise_sum", "Bits of surprise of all placements of the answer together", OURS),
    Feature("rank_first", "Place of the right first placement among all, the likeliest being 1", OURS),
    Feature("rank_worst", "The last such place of any placement of the answer", OURS),
    Feature("rank_sum", "The places of all placements of the answer, added", OURS),
    Feature("tries_blind", "Tries until a solution comes about, all placements drawn by the policy: log2", OURS),
    Feature("tries_glance", "The same for somebody who sees the last placement by itself: log2", OURS),
    Feature("tries_ahead", "The same for somebody who sees the last two placements: log2", OURS),
    Feature("looked_at", "Lines that are looked at, the likeliest first, until a solution is found: log2", OURS),
    Feature("looked_at_glance", "The same for a solver that sees the last placement by itself: log2", OURS),
    Feature("looked_at_ahead", "The same for a solver that sees the last two placements: log2", OURS),
    Feature(
        "temptations",
        "Wrong lines that end one cell short, down to an eighth as likely as the answer: log2 of one more",
        OURS,
    ),
    Feature("temptation_depth", "At which placement those go wrong: the mean, as a share of the length", OURS),
    Feature("stands_out", "Placements to look ahead until the likeliest line begins with the right one", OURS),
    Feature("quiet", "Pieces of the answer before one clears a row or touches the place of the goal's piece", OURS),
    Feature(
        "waits",
        "Placements that pieces wait until another piece touches them, a row of theirs clears or the goal is "
        "played, all together",
        OURS,
    ),
    Feature("switches", "Pieces of the answer that do not touch the one right before them", OURS),
    Feature("habit_worst", "Bits of surprise of the least expected placement if one only stacks neatly", OURS),
    Feature("habit_sum", "Bits of surprise of all placements to somebody who only stacks neatly", OURS),
    Feature("astray", "Pieces of the answer that bring no place of the goal nearer: see goal_lacks", OURS),
    Feature(
        "goal_lacks", "Empty cells in the rows to clear beside the nearest place of the goal, at the start", OURS
    ),
)

OF_A_PIECE = (
    ("piece", f"Piece %d of the answer, as its place in {PIECES}"),
    ("piece_tjl", "Piece %d is T, J or L"),
    ("piece_szi", "Piece %d is S, Z or I"),
    ("piece_o", "Piece %d is O"),
    ("edges_filled", "Edges of piece %d that touch filled cells when it is placed"),
    ("below_filled", "Filled cells right below piece %d"),
    ("below_empty", "Empty cells right below piece %d"),
    ("below_all_empty", "All empty cells below piece %d in its columns"),
    ("choices", "Placements of piece %d, those before it as in the answer"),
    ("tempting", "The most rows that piece %d could clear there"),
    ("arrival", "How piece %d gets to its place: 0 by a drop, 1 by a tuck, 2 by a spin"),
    ("edges_base", "Edges of piece %d that touch the base's gap at the end"),
    ("from_slot", "Steps from the goal's piece to the nearest cell of piece %d at the end; 1 if they touch"),
    ("surprise", "Bits of surprise (-log2 of its likelihood by the policy) of the answer's placement of piece %d"),
    ("rank", "Place of the answer's placement of piece %d among all, the likeliest being 1"),
)

OF_A_PAIR = (
    ("above", "Cells of piece %d that lie above piece %d"),
    ("edges", "Edges where piece %d touches piece %d when it is placed"),
    ("apart", "Columns between piece %d and piece %d; 0 if they overlap or border on each other"),
)

MEASURED = (
    *OF_THE_THESIS,
    *OF_SOLUTIONS,
    *OF_THE_TERRAIN,
    *OF_THE_ANSWER,
    *MORE_OF_THE_PUZZLE,
    *MORE_OF_THE_ANSWER,
    *OF_EFFORT,
    *(
        Feature(f"{name}_{k}", text.replace("%d", str(k)), OURS)
        for k in range(1, TOLD + 1)
        for name, text in OF_A_PIECE
    ),
    *(
        Feature(f"{name}_{first}_{second}", text % (second, first), OURS)
        for first, second in PAIRS
        for name, text in OF_A_PAIR
    ),
)

# What may be told before the answer is: measured on the board, the queue and the goal, or on all ways to place the
# queue. Of these, what a theme tells as well is told with the themes only.
TOLD_BY_THEMES = frozenset(["near_misses", "near_miss_share", "tempting_lines"])
GIVEN = frozenset(
    [
        "filled",
        "height_range",
        "gaps_1",
        "gaps_2",
        "gaps_3",
        "piece",
        "piece_tjl",
        "piece_szi",
        "piece_o",
        "first_piece",
        "first_tjl",
        "first_szi",
        "first_o",
        "ways",
        "slots_at_start",
        "half_slots_at_start",
        "holes",
        "stack_height",
        "goal",
        "srs",
        "pieces",
        "repeats",
        "roughness",
        "steepest",
        "deepest_well",
        "rows_one_gap",
        "short_at_start",
        "well_depth",
        "well_from_wall",
        "goal_lacks",
    ]
) | {f"{name}_{k}" for k in range(1, TOLD + 1) for name in ("piece", "piece_tjl", "piece_szi", "piece_o")}


def by_name(words: Mapping[str, Words], of_one: Mapping[str, Words], of_two: Mapping[str, Words]) -> dict[str, Words]:
    """The words of every feature: of each piece and of each two the same is said."""
    return {
        **words,
        **{f"{name}_{k}": of_one[name] for k in range(1, TOLD + 1) for name, _ in OF_A_PIECE},
        **{f"{name}_{first}_{second}": of_two[name] for first, second in PAIRS for name, _ in OF_A_PAIR},
    }


FEATURES = worded(MEASURED, by_name(WORDS, OF_ONE, OF_TWO), HARDER, GIVEN)

FACTS = (
    "slot_column",  # of the centre of the final T, or of the I
    "slot_overhang",  # the upper corners of the final T that are filled: 1 left, 2 right, 3 both
    "slot_at_wall",  # the goal's piece touches a wall
    "upright_sz",  # an S or Z of the answer stands
)

COLUMNS = {name: place for place, name in enumerate([*(feature.name for feature in FEATURES), *FACTS])}
PIECE_COLUMNS, PAIR_COLUMNS = len(OF_A_PIECE), len(OF_A_PAIR)


def column(name: str) -> int:
    """The column of a feature or fact."""
    return COLUMNS[name]
