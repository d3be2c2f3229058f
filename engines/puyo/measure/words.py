"""What players say of a Nazo Puyo that has more or less of a feature than usual: (more, less), by name.

The words go after "because of". Features that come to the same thing share theirs: of the second move and of the
third the same is said.
"""

from __future__ import annotations

from collections.abc import Mapping

Words = tuple[str, str]

SOLUTIONS: Words = ("many solutions", "few solutions")
SPLITS: Words = ("pairs that have to be split", "pairs that need not be split")
FALLING: Words = ("much that falls during the chain", "little that falls during the chain")
CORNERS: Words = ("many colours that meet at corners", "few colours that meet at corners")
BESIDE: Words = ("pairs that go beside their own colour", "pairs that go away from their own colour")
NEAR_MISSES: Words = ("many near misses", "few near misses")
FALSE_STARTS: Words = ("many false starts", "few false starts")
EARLY: Words = ("puyos that vanish before the last move", "nothing that vanishes before the last move")
SURPRISE: Words = ("moves that few would expect", "moves that anybody would expect")
TRIES: Words = ("many lines that look as good", "few lines that look as good")
LURES: Words = ("tempting lines that come close", "few tempting lines that come close")
FAR: Words = ("a faraway puyo that matters", "no faraway puyo that matters")
CHOICE: Words = ("many placements to choose from", "few placements to choose from")

OPEN_GROUPS: Mapping[str, Words] = {
    "pair": ("open pairs in the colours that come", "few open pairs in the colours that come"),
    "trio": ("open trios in the colours that come", "few open trios in the colours that come"),
}

OF_ONE: Mapping[str, Words] = {
    "split": SPLITS,
    "touching": BESIDE,
    "fires": ("a move that sets off much", "a move that sets off little"),
    "surprise": SURPRISE,
}


def used_in(number: int) -> Words:
    """Of the placed puyos that vanish in a round of the chain."""
    return f"placed puyos that vanish in round {number}", f"few placed puyos that vanish in round {number}"


WORDS: dict[str, Words] = {
    # of the work before the paper
    "puyoNum": ("many puyos on the board", "few puyos on the board"),
    "correctNum": SOLUTIONS,
    "sqrtCorrectNum": SOLUTIONS,
    "deletableNum": ("a large first round", "a small first round"),
    "dropNum": FALLING,
    "colorNum": ("many colours in play", "few colours in play"),
    "chigiriNum": SPLITS,
    "maxHeight": ("a high stack", "a low stack"),
    "chainHeight": ("a chain that runs high up", "a chain that runs low down"),
    "chainUpDown": ("a chain that goes up and down", "a chain that stays at one height"),
    "chainLeftRight": ("a chain that travels sideways", "a chain that stays where it is"),
    "zigzagza": ("a jagged surface", "a smooth surface"),
    "width": ("puyos in many columns", "puyos in few columns"),
    # of the paper
    "leastChigiriNum": SPLITS,
    "putPuyoDeletedNum": ("many placed puyos that vanish", "few placed puyos that vanish"),
    "putPuyoDeletedColor": ("many placed colours that vanish", "few placed colours that vanish"),
    "corner_pair": CORNERS,
    "corner_trio": CORNERS,
    "secondTurnCorrect": ("a last pair that could do it alone", "a last pair that cannot do it alone"),
    # of the puzzle
    "goal": ("the kind of goal", "the goal that it has"),
    "goal_n": ("a goal that asks for much", "a goal that asks for little"),
    "goal_exact": ("a goal that must be met exactly", "a goal that may be exceeded"),
    "goal_clears": ("something to be cleared away", "nothing that has to be cleared away"),
    "pairs": ("many pairs to place", "few pairs to place"),
    "doubles": ("pairs of a single colour", "pairs of two colours"),
    "repeats": ("pairs that come again", "pairs that are all different"),
    "queue_colors": ("many colours in the queue", "few colours in the queue"),
    "new_colors": ("colours that are new to the board", "no colour that is new to the board"),
    "falls": ("garbage that falls", "no garbage that falls"),
    "spare": ("many puyos to spare", "hardly a puyo to spare"),
    # of the board
    "board_colors": ("many colours on the board", "few colours on the board"),
    "entropy": ("evenly mixed colours", "a colour that prevails"),
    "garbage": ("garbage on the board", "little garbage on the board"),
    "singles": ("many lone puyos", "few lone puyos"),
    "pairs_there": ("many groups of two", "few groups of two"),
    "trios_there": ("many groups of three", "few groups of three"),
    "buried_groups": ("buried groups", "few buried groups"),
    "diagonals": CORNERS,
    "surface_colors": ("many colours on top", "few colours on top"),
    "density": ("a dense board", "a board with gaps"),
    "lean": ("a lopsided board", "a balanced board"),
    "steepest": ("a steep step between columns", "no steep step between columns"),
    "deepest_well": ("a deep well", "no deep well"),
    "headroom": ("much room to the top", "little room to the top"),
    # of the answer
    "answer_moves": ("a long answer", "a short answer"),
    "rounds": ("a long chain", "a short chain"),
    "early_rounds": EARLY,
    "early_fires": EARLY,
    "points": ("a chain worth many points", "a chain worth few points"),
    "vanished": ("many puyos that vanish", "few puyos that vanish"),
    "vanished_share": ("a board that is all but cleared", "a board of which much stays"),
    "puyos_left": ("many puyos left at the end", "few puyos left at the end"),
    "hand_left": ("placed puyos that stay behind", "placed puyos that vanish to the last"),
    "chain_colors": ("many colours in the chain", "few colours in the chain"),
    "idle_colors": ("colours that play no part", "colours that all play a part"),
    "same_color_rounds": ("a colour that vanishes twice running", "colours that change from round to round"),
    "largest_group": ("a large group that vanishes", "small groups that vanish"),
    "most_in_a_round": ("many puyos that vanish at once", "few puyos that vanish at once"),
    "most_colors": ("several colours that vanish at once", "colours that vanish one by one"),
    "most_groups": ("several groups that vanish at once", "groups that vanish one by one"),
    "garbage_cleared": ("garbage that vanishes too", "no garbage that vanishes"),
    "turns": ("a chain that zigzags", "a chain that runs one way"),
    "chain_rise": ("a chain that climbs", "a chain that does not climb"),
    "chain_width": ("a wide chain", "a narrow chain"),
    "drop_rows": FALLING,
    "longest_drop": ("a long fall in the chain", "short falls in the chain"),
    "hidden_vanished": ("puyos of the hidden row that vanish", "no puyo of the hidden row in the chain"),
    "hand_hidden": ("puyos placed in the hidden row", "no puyo placed in the hidden row"),
    "hand_waiting": ("placed puyos that vanish later on", "placed puyos that vanish at once"),
    "hand_last_round": ("placed puyos that vanish last of all", "no placed puyo that vanishes last"),
    "halves_apart": ("a pair whose halves vanish apart", "pairs whose halves go together"),
    "hand_touching": BESIDE,
    "highest_placed": ("a pair that goes high up", "no pair that goes high up"),
    "lowest_placed": ("no pair that goes low down", "a pair that goes low down"),
    "longest_split": ("a pair split over a high step", "no pair split over a high step"),
    "stacked": ("pairs that go on top of each other", "pairs that do not go on top of each other"),
    "apart": ("pairs that go far apart", "pairs that go close together"),
    "orders": ("a free order of moves", "a strict order of moves"),
    "choices": CHOICE,
    "needed": ("many puyos that the answer needs", "few puyos that the answer needs"),
    "needed_singles": ("scattered puyos that have to meet", "few scattered puyos that have to meet"),
    "needed_distance": FAR,
    "needed_far": FAR,
    "last_ways": CHOICE,
    "last_near_misses": NEAR_MISSES,
    # of the first move
    "first_ways": CHOICE,
    "first_fires": FALSE_STARTS,
    "first_chain": ("a tempting chain at once", "no tempting chain at once"),
    "first_alive": ("several good first moves", "few good first moves"),
    "false_starts": FALSE_STARTS,
    # of all lines
    "lines": ("many lines of play", "few lines of play"),
    "near_misses": NEAR_MISSES,
    "near_miss_share": NEAR_MISSES,
    "early_lines": ("puyos that vanish too early", "puyos that seldom vanish too early"),
    "lost_lines": ("the danger of losing on the way", "little danger of losing on the way"),
    "longest_wrong": ("long chains that miss the goal", "no long chain that misses the goal"),
    "one_short": ("many lines that end one puyo short", "few lines that end one puyo short"),
    # of the effort
    "surprise_first": ("a first move that few would expect", "a first move that anybody would expect"),
    "surprise_worst": SURPRISE,
    "surprise_sum": SURPRISE,
    "rank_first": ("a first move that few would expect", "a first move that anybody would expect"),
    "rank_worst": SURPRISE,
    "tries_blind": TRIES,
    "tries_glance": TRIES,
    "tries_ahead": TRIES,
    "looked_at": TRIES,
    "temptations": LURES,
    "temptation_depth": ("lines that go wrong late", "lines that go wrong early"),
    "tempting_chain": ("a long chain that tempts and is wrong", "no long chain that tempts"),
    "stands_out": ("a first move that pays off late", "a first move that pays off soon"),
    "quiet": ("many moves before anything vanishes", "something that vanishes soon"),
    "waits": ("placed puyos that wait for many moves", "placed puyos that vanish soon"),
    "idle_moves": ("moves whose purpose shows late", "moves whose purpose shows at once"),
    "parts_joined": ("many parts that have to meet", "few parts that have to meet"),
    "vanish_in_all": ("many puyos that vanish in all", "few puyos that vanish in all"),
    "rows_to_meet": ("puyos that fall far before they meet", "puyos that hardly fall before they meet"),
    "lures": ("open trios that may go off too early", "few open trios that may go off too early"),
    "ready_rounds": ("a long chain that already stands ready", "no chain that already stands ready"),
    "unready_rounds": ("a chain that is still to be built", "a chain that is all but built"),
}

HARDER: Mapping[str, int] = {
    "pairs": 1,  # Nazo Puyo paper, 5.3.1: longer ones, as of four moves, are harder
    "rounds": 1,  # Nazo Puyo paper, 5.3.1: and so are longer chains, as of seven
    "apart": 1,  # Nazo Puyo paper, 6.2.2, right: the two moves are apart
    "needed_singles": 1,  # Nazo Puyo paper, 6.2.2, right: scattered ones have to be brought together
    "surprise_sum": 1,  # what few would try is found late
    "tries_blind": 1,
    "looked_at": 1,
    "same_color_rounds": 1,  # Nazo Puyo paper, 6.3.2, right: a colour twice running is hard to imagine
}
