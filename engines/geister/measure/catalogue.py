"""The names of all that is measured on a puzzle, in the order of the columns; `features` measures it.

First what the Geister paper measures (7.2), in its order, then ours. What a puzzle has not (an answer, most of all)
is NaN.

How the paper's single lines are read where they leave something open:
- Distances are steps on an empty board, from the square to the corner of the exit.
- The far half of the board is rows 4 to 6, as the attacker sees it.
- The answer is the main line of the verdict. A move goes toward the exit if a blue leaves, or steps nearer to the
  exit by which the line ends; if it ends with a capture, nearer to whichever of the two exits is nearest.
- The categories are labels and go together (`category`): one column each.
- The proof and disproof numbers are the largest in a whole df-pn search, with the paper's cut-offs, for a win in so
  many plies. A search that would take more than NUMBERS_NODES nodes is given up, and then they are NaN; no puzzle of
  up to 37 plies that a night made took so many. A search that forgets something for want of room is made again with
  more; of those with more than 200,000 nodes a few still forget one position in thousands (`dfpn.FORGOTTEN`). Then
  both numbers may be a little off.
- *Best play* is every line in which the attacker plays any move that keeps the shortest win and the defender any
  reply that lasts longest: all of them end on the same ply. "Fewest" is the least over these lines; the search for it
  goes through VISITS positions at most, and where that is not all it is the fewest found.
"""

from __future__ import annotations

from engines.contract import Feature, worded
from engines.geister.measure.words import HARDER, TOLD, WORDS
from engines.geister.solve.category import CATEGORIES

PAPER, OURS = "Geister paper, 7.2", "ours"
VISITS = 16_000  # positions of best play that a search for its cheapest line goes through
NUMBERS_NODES = 20_000_000  # nodes of the df-pn search for the largest numbers: with more it is given up
LOOKED_AT = 1000  # lines that the solver of `effort` looks at, at most
SEEN_PLIES = 5  # so far the defender's own threats are looked for

OF_THE_PAPER = (
    Feature("own_blue", "Blues of the attacker", PAPER),
    Feature("own_red", "Reds of the attacker", PAPER),
    Feature("hostile_blue", "Blues of the defender, shown and hidden", PAPER),
    Feature("hostile_red", "Reds of the defender, shown and hidden", PAPER),
    Feature("plies", "Plies of the shortest win", PAPER, headline=True),
    Feature("blue_to_exit", "Steps from the attacker's nearest blue to an exit of its own", PAPER, headline=True),
    Feature("runner_to_exit", "Steps from the defender's nearest blue or purple to an exit of its own", PAPER),
    Feature("guard_to_exit", "Steps from the defender's nearest piece to an exit of the attacker", PAPER),
    Feature("detours", "Moves of the attacker in the answer that do not go toward the exit", PAPER, headline=True),
    Feature("own_far_share", "Share of the attacker's pieces in rows 4 to 6", PAPER),
    Feature("hostile_far_share", "Share of the defender's pieces in rows 4 to 6", PAPER),
    *(Feature(f"category_{name}", f"The puzzle is in the category {name}", PAPER) for name in CATEGORIES),
    Feature(
        "most_proof",
        "Largest proof number of the first position in a whole df-pn search; beyond 200,000 nodes nearly",
        PAPER,
    ),
    Feature(
        "most_disproof",
        "Largest disproof number of the first position in a whole df-pn search; beyond 200,000 nodes nearly",
        PAPER,
    ),
    Feature("fewest_taken", "Fewest pieces taken in best play, of both sides together", PAPER),
    Feature("fewest_moved", "Fewest pieces of the attacker that move in best play", PAPER),
)

OF_THE_POSITION = (
    Feature("hidden", "Pieces of the defender whose colour is in doubt", OURS),
    Feature("shown", "Pieces of the defender whose colour is known", OURS),
    Feature("own_moves", "Moves that the attacker has", OURS),
    Feature("hostile_moves", "Moves that the defender would have", OURS),
    Feature("contact", "Pairs of hostile pieces side by side", OURS),
    Feature("race", "Steps of the defender's nearest runner less those of the attacker's nearest blue", OURS),
    Feature("faster_runners", "Blues and purples of the defender with fewer steps to go than any blue", OURS),
    Feature("behind_share", "Share of the defender's pieces in rows below the nearest blue, the higher of two", OURS),
    Feature(
        "danger", f"Plies in which the defender, to move, would win; {SEEN_PLIES + 2} if more than {SEEN_PLIES}", OURS
    ),
    Feature("corner_wins", "Corners at its exits in which the attacker, to move, gets out by itself (8.2)", OURS),
    Feature(
        "corner_sure", "Corners that both hold in which the attacker gets out though the defender moves first", OURS
    ),
    Feature("corner_threats", "Corners at its exits in which the defender, to move, would get out by itself", OURS),
    Feature(
        "corner_lost", "Corners that both hold in which the defender gets out though the attacker moves first", OURS
    ),
)

OF_THE_FIRST_MOVE = (
    Feature("first_moves", "First moves that win in so many plies", OURS),
    Feature("first_red", "The first move is by a red", OURS),
    Feature("first_takes", "The first move takes", OURS),
    Feature("first_back", "The first move goes down the board", OURS),
    Feature("first_quiet", "The first move neither takes nor brings a blue nearer to an exit, nor leaves", OURS),
    Feature("first_offers", "Pieces that the defender may take after the first move", OURS),
    Feature("wrong_steps", "First moves that bring a blue nearer to an exit and do not win in time", OURS),
    Feature("wrong_takes", "First moves that take and do not win in time", OURS),
    Feature("misleading", "Wrong first moves that look better than any right one: by the race a reply later", OURS),
    Feature("tries", "Wrong first moves that a single reply refutes", OURS, headline=True),
    Feature("longest_replies", "Replies to the first move that last longest", OURS),
    Feature("replies", "Replies that there are", OURS),
    Feature("threat_plies", "Plies of the win if the defender passed after the first move; NaN if it held", OURS),
    Feature("zugzwang", "The defender would last longer if it could pass after the first move", OURS),
)

OF_THE_ANSWER = (
    Feature("only_moves", "Turns of the attacker in the answer with a single move that wins in time", OURS, True),
    Feature("only_share", "Share of such turns", OURS),
    Feature("slack", "Plies beyond those that the nearest blue's way to an exit takes", OURS),
    Feature("by_exit", "The answer ends by leaving", OURS),
    Feature("exit_steps", "Steps from where the blue that leaves stands at first to the exit it takes", OURS),
    Feature("far_exit", "The blue that leaves stood nearer to the other exit", OURS),
    Feature("other_blue", "The blue that leaves was not among the nearest to an exit", OURS),
    Feature("own_takes", "Pieces that the attacker takes in the answer", OURS),
    Feature("purple_takes", "Purple ones among them", OURS),
    Feature("blues_lost", "Blues that the attacker loses in the answer", OURS),
    Feature("reds_lost", "Reds that it loses", OURS),
    Feature("offers", "Moves of the attacker after which the piece that moved could be taken", OURS),
    Feature("sacrifices", "Moves of the attacker after which the piece that moved is taken at once", OURS),
    Feature("red_moves", "Moves of the attacker's reds", OURS),
    Feature("back_moves", "Moves of the attacker down the board", OURS),
    Feature("pieces_moved", "Pieces of the attacker that move", OURS),
    Feature("switches", "Times that the attacker moves another piece than the turn before", OURS),
    Feature("bends", "Times that it moves the same piece another way than the turn before", OURS),
    Feature("hostile_pieces_moved", "Pieces of the defender that move", OURS),
    Feature("blocks", "Moves of the attacker onto an empty square in front of a runner, nearer to its exit", OURS),
    Feature(
        "decoys",
        "Captures that lead a piece of the defender away from the exit used, to which no blue was nearer",
        OURS,
    ),
    Feature("runners_stopped", "Pieces that the attacker takes on an exit of the defender", OURS),
    Feature("closest_runner", "Fewest steps that a runner has left to its exit at a turn of the attacker", OURS),
    Feature("last_runner", "Fewest that one has left when the attacker makes its last move", OURS),
    Feature("exits_reached", "Most exits with a blue within a step at the same time", OURS),
    Feature("fewest_hostile_taken", "Fewest pieces of the defender taken in best play", OURS),
    Feature("fewest_own_taken", "Fewest pieces of the attacker taken in best play", OURS),
    Feature("plain_walk", "The nearest blue walks out alone, without loss of time", OURS),
    Feature("nodes", "Nodes of the search for the answer: log2 of one more", OURS),
)

EFFORT = (
    Feature(
        "surprise_first",
        "Bits of the first move: how unlikely people are to try it; one bit more is half as likely",
        OURS,
        headline=True,
    ),
    Feature("surprise_worst", "Bits of the least likely move of the answer", OURS),
    Feature("surprise_sum", "Bits of all moves of the answer together", OURS),
    *(Feature(f"surprise_{turn}", f"Bits of the answer's move {turn}", OURS) for turn in range(1, TOLD + 1)),
    *(
        Feature(f"rank_{turn}", f"Place of the answer's move {turn} among all moves of its turn", OURS)
        for turn in range(1, TOLD + 1)
    ),
    Feature("rank_first", "Place of the first move among all moves, the likeliest being 1", OURS),
    Feature("rank_worst", "The last place that a move of the answer has among all moves of its turn", OURS),
    Feature("rank_sum", "The places of all moves of the answer, added", OURS),
    Feature(
        "tries_blind",
        "Tries until somebody wins who draws every move by its likelihood: log2 of the expected number",
        OURS,
    ),
    Feature("tries_glance", "The same for somebody who always finds the last move", OURS),
    Feature("tries_ahead", "The same for somebody who always finds the last two moves", OURS),
    Feature(
        "looked_at",
        f"Lines that a solver looks at, the likeliest first, until it has made the win: log2; beyond {LOOKED_AT} "
        "lines it grows by the bits that the answer is less likely than the last of them",
        OURS,
    ),
    Feature("looked_at_glance", "The same for a solver that sees wins in one ply by itself", OURS),
    Feature("looked_at_ahead", "The same for a solver that sees wins in one and in three plies", OURS),
    Feature(
        "temptations",
        "Wrong lines among the last that seem to win, or that bring a blue within a step of its exit before they "
        "fail: log2 of one more",
        OURS,
    ),
    Feature("temptation_depth", "How late those fail: share of the answer's length, on average", OURS),
    Feature(
        "stands_out",
        "Moves that one must look ahead until every likelier first move is seen to fail; the answer's length if none "
        "is enough",
        OURS,
    ),
    Feature(
        "quiet",
        "Moves of the answer before the first visible effect: something is taken, or a blue is at its exit",
        OURS,
    ),
    Feature(
        "quiet_moves",
        "Moves of the answer that neither take nor threaten to win with the next move",
        OURS,
    ),
    Feature("waits", "Turns that pieces of the attacker wait between their moves, all together", OURS),
    Feature(
        "scares",
        "Replies to moves of the answer that take a blue, or bring a runner to its exit where nobody takes it",
        OURS,
    ),
    Feature("variations", "Replies along the answer after which its next move would not win in time", OURS),
    Feature(
        "other_answers", "Replies to the first move that cannot be answered like most of them, by the same move", OURS
    ),
)

# What `problem` measures, whatever the answer is.
GIVEN = frozenset(
    [
        "own_blue",
        "own_red",
        "hostile_blue",
        "hostile_red",
        "blue_to_exit",
        "runner_to_exit",
        "guard_to_exit",
        "own_far_share",
        "hostile_far_share",
        "hidden",
        "shown",
        "own_moves",
        "hostile_moves",
        "contact",
        "race",
        "faster_runners",
        "behind_share",
        "danger",
        "corner_wins",
        "corner_sure",
        "corner_threats",
        "corner_lost",
    ]
)

FEATURES = worded(
    (*OF_THE_PAPER, *OF_THE_POSITION, *OF_THE_FIRST_MOVE, *OF_THE_ANSWER, *EFFORT), WORDS, HARDER, GIVEN
)
COLUMNS = {feature.name: place for place, feature in enumerate(FEATURES)}


def column(name: str) -> int:
    """The column of a feature."""
    return COLUMNS[name]
