"""The names of all that is measured on a puzzle, in the order of the columns; `features` measures it.

First the 26 of the Nazo Puyo paper (5.2), under its own names and in its order: thirteen of the work before it,
thirteen of its own. Then the same for later moves and rounds, then ours. What a puzzle has not (a third move,
a fifth round, an answer) is NaN.

How the paper's single lines are read where they leave something open:
- A puyo is any that lies there: coloured, garbage or hard, the hidden row included.
- The answer is the first solution, its last move the one that reaches the goal, and "the chain" is the chain of
  that move. The queue's puyos may vanish in an earlier move as well (`putPuyoDeletedNum`).
- Pairs and trios are groups of exactly two and three in rows 1 to 12; one is on the surface if a puyo of it has
  an empty cell of those rows above or beside it, where another could join.
- Where a round is, is the mean of its vanishing puyos' columns and rows; travel is the sum of the steps between
  rounds, up or down, left or right, all counted as positive.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines.contract import Feature, worded
from engines.puyo.measure.words import HARDER, OF_ONE, OPEN_GROUPS, WORDS, Words, used_in
from engines.puyo.rules.puzzle import KINDS

BEFORE, PAPER, OURS = "Nazo Puyo paper, 5.2.1", "Nazo Puyo paper, 5.2.2", "ours"
ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th", "10th")
TOLD_ROUNDS = len(ORDINALS)  # so many rounds of a chain have a column of their own
SURFACE_MOVES = ("next", "nexnex", *ORDINALS[2:6])  # so many moves have columns for the surface
TOLD_MOVES = 6  # so many moves of an answer have columns of their own
SEEN_SOLUTIONS = 32  # so many solutions of a puzzle are looked at: as many as are kept

OF_THE_WORK_BEFORE = (
    Feature("puyoNum", "Puyos on the board", BEFORE, headline=True),
    Feature("correctNum", "Solutions", BEFORE),
    Feature("sqrtCorrectNum", "Square root of the number of solutions", BEFORE),
    Feature("deletableNum", "Puyos that vanish in the first round of the chain", BEFORE),
    Feature("dropNum", "Puyos that fall during the chain, each counted once", BEFORE),
    Feature("colorNum", "Colours of which board and queue together have four or more", BEFORE),
    Feature("chigiriNum", "Pairs that the answer splits: side by side onto columns of unequal height", BEFORE, True),
    Feature("maxHeight", "Height of the highest column", BEFORE),
    Feature("chainHeight", "Mean row of the puyos that vanish in the chain, each where it vanishes", BEFORE),
    Feature("chainUpDown", "Rows that the chain travels from round to round, up and down added", BEFORE),
    Feature("chainLeftRight", "Columns that the chain travels from round to round, left and right added", BEFORE),
    Feature("zigzagza", "Sum of the height differences of neighbouring columns", BEFORE),
    Feature("width", "Columns with a puyo", BEFORE),
)

OF_THE_PAPER = (
    Feature("leastChigiriNum", f"Fewest splits in a solution, of the first {SEEN_SOLUTIONS}", PAPER),
    Feature("putPuyoDeletedNum", "Puyos of the queue that vanish in the answer, whichever move it be", PAPER, True),
    Feature("putPuyoDeletedColor", "Colours of the queue's puyos that vanish in the answer", PAPER),
    Feature("corner_pair", "Puyos diagonal to a pair of their colour, added over all pairs", PAPER),
    Feature("corner_trio", "Puyos diagonal to a trio of their colour, added over all trios", PAPER),
    Feature("surface_samecolor_pair_next", "Pairs on the surface with a colour of the first move", PAPER),
    Feature("surface_samecolor_pair_nexnex", "Pairs on the surface with a colour of the second move", PAPER),
    Feature("surface_samecolor_trio_next", "Trios on the surface with a colour of the first move", PAPER),
    Feature("surface_samecolor_trio_nexnex", "Trios on the surface with a colour of the second move", PAPER),
    *(
        Feature(f"used_hand_num_in_{ordinal}_chain", f"Puyos of the queue that vanish in the {ordinal} round", PAPER)
        for ordinal in ORDINALS[:3]
    ),
    Feature(
        "secondTurnCorrect", "The last pair alone, on the board as it is at the start, can reach the goal", PAPER
    ),
)
OF_LATER_MOVES = (
    *(
        Feature(f"surface_samecolor_{name}_{move}", f"{title} on the surface with a colour of the {move} move", OURS)
        for move in SURFACE_MOVES[2:]
        for name, title in (("pair", "Pairs"), ("trio", "Trios"))
    ),
    *(
        Feature(f"used_hand_num_in_{ordinal}_chain", f"Puyos of the queue that vanish in the {ordinal} round", OURS)
        for ordinal in ORDINALS[3:]
    ),
)

OF_THE_PUZZLE = (
    Feature("goal", f"The goal, as its place in {', '.join(KINDS)}, none but to clear", OURS),
    Feature("goal_n", "How much the goal asks for", OURS),
    Feature("goal_exact", "The goal asks for so much and no more", OURS),
    Feature("goal_clears", "The goal asks that something be gone from the board", OURS),
    Feature("pairs", "Pairs in the queue", OURS),
    Feature("doubles", "Pairs of a single colour", OURS),
    Feature("repeats", "Pairs that came before in the queue", OURS),
    Feature("queue_colors", "Colours in the queue", OURS),
    Feature("new_colors", "Colours of the queue that are not on the board", OURS),
    Feature("falls", "Falls of garbage in the queue", OURS),
    Feature("spare", "Coloured puyos of board and queue beyond four for each round that a chain asks for", OURS),
)

OF_THE_BOARD = (
    Feature("board_colors", "Colours on the board", OURS),
    Feature("entropy", "Entropy of the colours on the board, in bits", OURS),
    Feature("garbage", "Garbage and hard puyos on the board", OURS),
    Feature("singles", "Coloured puyos that touch none of their colour", OURS),
    Feature("pairs_there", "Groups of two", OURS),
    Feature("trios_there", "Groups of three", OURS),
    Feature("buried_groups", "Groups of two and three that are not on the surface", OURS),
    Feature("diagonals", "Times that two of a colour meet at a corner", OURS),
    Feature("surface_colors", "Colours on top of the columns", OURS),
    Feature(
        "density", "Share of the cells that are filled, up to the highest row and between the outer columns", OURS
    ),
    Feature("lean", "Puyos of the heavier half less those of the lighter one", OURS),
    Feature("steepest", "Most that two neighbouring columns differ in height", OURS),
    Feature("deepest_well", "Most that a column lies below both its neighbours; walls are high", OURS),
    Feature("headroom", "Rows above column 3 up to row 12, where the game is lost", OURS),
)

OF_THE_ANSWER = (
    Feature("answer_moves", "Pairs that the answer places", OURS),
    Feature("rounds", "Rounds of the chain", OURS),
    Feature("early_rounds", "Rounds of the moves before the last", OURS),
    Feature("early_fires", "Moves before the last that make something vanish", OURS),
    Feature("points", "Points of the chain", OURS),
    Feature("vanished", "Puyos that vanish in the chain", OURS),
    Feature("vanished_share", "Share of all puyos, placed ones included, that vanish in the answer", OURS),
    Feature("puyos_left", "Puyos on the board at the end", OURS),
    Feature("hand_left", "Placed puyos that do not vanish", OURS),
    Feature("chain_colors", "Colours that vanish in the chain", OURS),
    Feature("idle_colors", "Colours of the board that never vanish in the answer", OURS),
    Feature("same_color_rounds", "Rounds of the chain with a colour of the round before", OURS, headline=True),
    Feature("largest_group", "Most puyos that vanish as one group", OURS),
    Feature("most_in_a_round", "Most puyos that vanish in one round", OURS),
    Feature("most_colors", "Most colours that vanish in one round", OURS),
    Feature("most_groups", "Most groups that vanish in one round", OURS),
    Feature("garbage_cleared", "Garbage and hard puyos that vanish in the answer", OURS),
    Feature("turns", "Times that the chain changes between leftward and rightward", OURS),
    Feature("chain_rise", "Mean row of the last round less that of the first", OURS),
    Feature("chain_width", "Columns in which something vanishes in the chain", OURS),
    Feature("drop_rows", "Rows that puyos fall during the chain, all together", OURS),
    Feature("longest_drop", "Most rows that a puyo falls in the chain before it vanishes in it", OURS),
    Feature("hidden_vanished", "Puyos that vanish in a move in which they first lay in the hidden row", OURS),
    Feature("hand_hidden", "Placed puyos that come to rest in the hidden row or above it", OURS),
    Feature("hand_waiting", "Placed puyos that vanish in the chain after its first round", OURS),
    Feature("hand_last_round", "Placed puyos that vanish in the last round of the chain", OURS),
    Feature("halves_apart", "Pairs whose halves vanish in different rounds of the chain", OURS),
    Feature("hand_touching", "Placed puyos that come to rest beside their own colour, the other half apart", OURS),
    Feature("highest_placed", "Highest row that a placed puyo comes to rest in", OURS),
    Feature("lowest_placed", "Lowest row that a placed puyo comes to rest in", OURS),
    Feature("longest_split", "Most rows between the landing heights of a split pair, 0 without a split", OURS),
    Feature("stacked", "Moves that come to rest on a puyo of an earlier move", OURS),
    Feature("apart", "Most columns between two moves", OURS),
    Feature("orders", "Orders in which the same placements reach the goal, this one included (to 4 moves)", OURS),
    Feature("choices", "Placements that the pairs had, each after those before it: log2 of their product", OURS),
    Feature("needed", "Puyos of the board that vanish and must: as garbage they would spoil the answer", OURS),
    Feature("needed_singles", "How many of them touch none of their colour at the start", OURS),
    Feature("needed_distance", "Most columns from a needed puyo to the nearest placed one", OURS),
    Feature("needed_far", "Needed ones that touch none of their colour, three columns or more away", OURS),
    Feature("last_ways", "Placements of the last pair, those before it as in the answer", OURS),
    Feature("last_near_misses", "How many of them do one less than the goal asks for", OURS),
)

OF_A_MOVE = (
    ("split", "Move %d splits"),
    ("touching", "Puyos of move %d that come to rest beside their own colour, the other half apart"),
    ("fires", "Rounds of move %d"),
)

OF_THE_FIRST_MOVE = (
    Feature("first_ways", "Placements of the first pair", OURS),
    Feature("first_fires", "First moves that make something vanish without reaching the goal", OURS),
    Feature("first_chain", "Longest chain of such a move", OURS),
    Feature(
        "first_alive", f"First moves that solutions begin with, if there are no more than {SEEN_SOLUTIONS}", OURS
    ),
    Feature("false_starts", "First moves that make something vanish and begin no solution", OURS, headline=True),
)

OF_ALL_LINES = (
    Feature("lines", "Lines of play: to the goal, to a loss or to the end of the queue (to 3 pairs)", OURS),
    Feature("near_misses", "Lines that never reach the goal, but do one less than it asks for", OURS, headline=True),
    Feature("near_miss_share", "Share of such lines", OURS),
    Feature("early_lines", "Share of the lines in which something vanishes before the last pair and the goal", OURS),
    Feature("lost_lines", "Share of the lines that lose the game", OURS),
    Feature("longest_wrong", "Longest chain of a line that never reaches the goal", OURS),
    Feature("one_short", "Lines that end where one more puyo would reach the goal (to 2 pairs)", OURS),
)

OF_THE_EFFORT = (
    Feature("surprise_first", "Bits (-log2 of the probability) of the first move under the policy", OURS),
    Feature("surprise_worst", "Bits of the least expected move of the answer", OURS),
    Feature("surprise_sum", "Bits of all moves of the answer, added", OURS),
    *(
        Feature(f"surprise_{k}", f"Bits of move {k} of the answer under the policy", OURS)
        for k in range(1, TOLD_MOVES + 1)
    ),
    Feature("rank_first", "Rank of the right first move among all placements, the likeliest first", OURS),
    Feature("rank_worst", "Worst rank of a right move", OURS),
    Feature("tries_blind", "Tries until a solution comes about, every move drawn by the policy: log2", OURS),
    Feature("tries_glance", "The same if a last move that reaches the goal is always seen: log2", OURS),
    Feature("tries_ahead", "The same if the last two moves are always seen: log2", OURS),
    Feature("looked_at", "Lines looked at, the likeliest first, until one reaches the goal: log2", OURS),
    Feature("temptations", "Wrong lines as likely as the answer that come close to the goal", OURS),
    Feature("temptation_depth", "How late those come close, as a share of the queue, on average", OURS),
    Feature("tempting_chain", "Longest chain of a wrong line that is as likely as the answer", OURS),
    Feature("stands_out", "Moves to look ahead until the right first move has the longest chain ready", OURS),
    Feature("quiet", "Moves of the answer before something vanishes", OURS),
    Feature("waits", "Moves that placed puyos wait until they vanish, all together", OURS),
    Feature("idle_moves", "Moves that neither touch their own colour nor make something vanish", OURS),
    Feature(
        "parts_joined", "Groups of the board and placed puyos that meet to vanish, beyond one for each group", OURS
    ),
    Feature("vanish_in_all", "Puyos that vanish in the answer, in all its moves", OURS),
    Feature("rows_to_meet", "Rows that puyos of the board fall until they vanish, all together", OURS),
    Feature("lures", "Open trios in the colours of each move, added over the whole queue", OURS),
    Feature("ready_rounds", "Longest chain that one more puyo of the queue's colours sets off at the start", OURS),
    Feature("unready_rounds", "Rounds of the chain beyond that", OURS),
)

MEASURED = (
    *OF_THE_WORK_BEFORE,
    *OF_THE_PAPER,
    *OF_LATER_MOVES,
    *OF_THE_PUZZLE,
    *OF_THE_BOARD,
    *OF_THE_ANSWER,
    *(Feature(f"{name}_{k}", text % k, OURS) for k in range(1, TOLD_MOVES + 1) for name, text in OF_A_MOVE),
    *OF_THE_FIRST_MOVE,
    *OF_ALL_LINES,
    *OF_THE_EFFORT,
)

# What may be told before the answer is: measured on the board, the queue and the goal, or on all lines of play. Of
# these, what a theme tells as well is told with the themes only.
TOLD_BY_THEMES = frozenset(
    [
        "secondTurnCorrect",
        "first_fires",
        "first_chain",
        "false_starts",
        "near_misses",
        "near_miss_share",
        "early_lines",
        "longest_wrong",
        "one_short",
    ]
)
GIVEN = (
    frozenset(["puyoNum", "colorNum", "maxHeight", "zigzagza", "width", "corner_pair", "corner_trio", "first_ways"])
    | {"lures", "ready_rounds"}
    | {feature.name for feature in (*OF_THE_PUZZLE, *OF_THE_BOARD, *OF_ALL_LINES)}
    | {f"surface_samecolor_{name}_{move}" for name in OPEN_GROUPS for move in SURFACE_MOVES}
) - TOLD_BY_THEMES


def by_name(
    words: Mapping[str, Words],
    open_groups: Mapping[str, Words],
    used_in: Callable[[int], Words],
    of_one: Mapping[str, Words],
) -> dict[str, Words]:
    """The words of every feature: of each move and of each round the same is said."""
    return {
        **words,
        **{f"surface_samecolor_{name}_{move}": said for name, said in open_groups.items() for move in SURFACE_MOVES},
        **{f"used_hand_num_in_{ordinal}_chain": used_in(k) for k, ordinal in enumerate(ORDINALS, 1)},
        **{f"{name}_{k}": said for k in range(1, TOLD_MOVES + 1) for name, said in of_one.items()},
    }


FEATURES = worded(MEASURED, by_name(WORDS, OPEN_GROUPS, used_in, OF_ONE), HARDER, GIVEN)

COLUMNS = {feature.name: place for place, feature in enumerate(FEATURES)}
MOVE_COLUMNS = len(OF_A_MOVE)


def column(name: str) -> int:
    """The column of a feature."""
    return COLUMNS[name]
