"""What players say of a T-spin puzzle that has more or less of a feature than usual: (more, less), by name.

The words go after "because of". Features that come to the same thing share theirs: of a placed piece and of the
first of them the same is said. *The slot* is where the piece goes that reaches the goal, a T or an I.
"""

from __future__ import annotations

from collections.abc import Mapping

Words = tuple[str, str]

KINDS: Words = ("the kinds of pieces that come", "which pieces come")
FOUR_WAYS: Words = ("a piece that can be turned four ways", "a piece with few ways to turn it")
SZI: Words = ("an I or a zigzag piece to place", "a piece that is neither I nor zigzag")
O_PIECE: Words = ("an O to place", "a piece that is no O")
SNUG: Words = ("a piece that fits snugly", "a piece that touches little")
FIRM: Words = ("a piece that rests firmly", "a piece that rests on little")
HOLE: Words = ("a hole made on purpose", "a piece that leaves no hole under it")
SHAPES: Words = ("pieces that shape the slot", "a piece that has no part in the slot")
CHOICE: Words = ("many placements to choose from", "few placements to choose from")
TEMPTING: Words = ("tempting line clears", "no line clears to be tempted by")
ON_TOP: Words = ("pieces that go on top of each other", "pieces that do not go on top of each other")
LEANING: Words = ("pieces that lean on each other", "pieces that hardly touch each other")
APART: Words = ("pieces that go far apart", "pieces that go close together")
FAR: Words = ("a piece that goes far from the slot", "pieces that go close to the slot")
UNDER: Words = ("pieces placed under the slot", "nothing placed under the slot")
FILLING: Words = ("pieces that fill the rows to be cleared", "pieces that fill little of the rows to clear")
SURPRISE: Words = ("a placement that nobody expects", "placements that anyone would try")
FIRST: Words = ("a first placement that nobody expects", "a first placement that anyone would try")
HABIT: Words = ("a placement against all habits of stacking", "pieces that go where they always go")
TRIES: Words = ("many ways that look right first", "an answer that is found after few tries")
NEAR_MISSES: Words = ("many near misses", "few near misses")

OF_ONE: Mapping[str, Words] = {
    "piece": KINDS,
    "piece_tjl": FOUR_WAYS,
    "piece_szi": SZI,
    "piece_o": O_PIECE,
    "edges_filled": SNUG,
    "below_filled": FIRM,
    "below_empty": HOLE,
    "below_all_empty": HOLE,
    "choices": CHOICE,
    "tempting": TEMPTING,
    "arrival": ("a piece that has to be tucked or spun in", "a piece that simply drops"),
    "edges_base": SHAPES,
    "from_slot": FAR,
    "surprise": SURPRISE,
    "rank": SURPRISE,
}

OF_TWO: Mapping[str, Words] = {"above": ON_TOP, "edges": LEANING, "apart": APART}

WORDS: dict[str, Words] = {
    # of the thesis
    "filled": ("a full board", "a board with few filled cells"),
    "height_range": ("a ragged stack", "a level stack"),
    "gaps_1": ("many gaps of one cell", "few gaps of one cell"),
    "gaps_2": ("many gaps of two cells", "few gaps of two cells"),
    "gaps_3": ("many gaps of three cells", "few gaps of three cells"),
    "piece": KINDS,
    "piece_tjl": FOUR_WAYS,
    "piece_szi": SZI,
    "piece_o": O_PIECE,
    "edges_filled": SNUG,
    "below_filled": FIRM,
    "below_empty": HOLE,
    "below_all_empty": HOLE,
    "edges_base": SHAPES,
    "second_above_first": ON_TOP,
    "placed_under_cross": UNDER,
    "edges_between": LEANING,
    "placed_low_rows": FILLING,
    "first_piece": KINDS,
    "first_tjl": FOUR_WAYS,
    "first_szi": SZI,
    "first_o": O_PIECE,
    # of solutions
    "solutions": ("many solutions", "few solutions"),
    "other_solutions": ("many solutions by the other rules", "few solutions by the other rules"),
    "near_misses": NEAR_MISSES,
    "near_miss_share": NEAR_MISSES,
    "ways": CHOICE,
    "tempting_lines": TEMPTING,
    # of the terrain
    "slots_at_start": ("a T slot that is there from the start", "no T slot at the start"),
    "half_slots_at_start": ("half a T slot at the start", "no beginnings of a T slot"),
    "holes": ("many holes in the stack", "hardly any holes in the stack"),
    "stack_height": ("a high stack", "a low stack"),
    # of the answer
    "answer_lines": ("lines that clear on the way", "no line that clears on the way"),
    "answer_buries": HOLE,
    "answer_edges_base": SHAPES,
    "slot_row": ("a slot high up", "a slot low down"),
    "slot_from_wall": ("a slot in the middle", "a slot near the wall"),
    # more of the puzzle
    "goal": ("the kind of goal", "the goal that it has"),
    "srs": ("tucks and spins being allowed", "pieces that may only drop"),
    "pieces": ("many pieces to place", "few pieces to place"),
    "repeats": ("a piece that comes again", "pieces that are all different"),
    "roughness": ("a bumpy stack", "a smooth stack"),
    "steepest": ("a steep step in the stack", "no steep step in the stack"),
    "deepest_well": ("a deep well", "no deep well"),
    "rows_one_gap": ("many rows with one gap", "few rows with one gap"),
    "short_at_start": ("a goal all but reached at the start", "a goal that is not yet in sight"),
    "well_depth": ("a deep well to cover", "a shallow well to cover"),
    "well_from_wall": ("a well to cover in the middle", "a well to cover by the wall"),
    # more of the answer
    "choices": CHOICE,
    "last_ways": CHOICE,
    "last_near_misses": NEAR_MISSES,
    "clears_passed": TEMPTING,
    "tucks": ("pieces that have to be tucked in", "no piece to tuck in"),
    "spins": ("pieces that have to spin in", "no piece to spin in"),
    "upright": ("pieces that stand upright", "pieces that lie flat"),
    "orders": ("a free order of the pieces", "a strict order of the pieces"),
    "fitted": ("pieces that slot in neatly", "pieces that do not slot in neatly"),
    "stacked": ON_TOP,
    "groups": APART,
    "apart": APART,
    "idle": ("a piece that seems to do nothing", "pieces that all do their part"),
    "placed_goal_rows": FILLING,
    "placed_corners": ("pieces that make the T's corners", "no piece at the T's corners"),
    "placed_over_slot": ("a roof to be built over the slot", "no roof to be built"),
    "placed_under_slot": UNDER,
    "placed_over_well": ("much that goes over the well", "little that goes over the well"),
    "holes_left": HOLE,
    "slot_depth": ("a slot deep in the stack", "a slot near the top"),
    "slot_roof": ("much that hangs over the slot", "little that hangs over the slot"),
    "slot_upright": ("a slot for a piece that stands", "a slot for a piece that lies flat"),
    "well_from_slot": ("a well far from the slot", "a well close to the slot"),
    "farthest": FAR,
    # of effort
    "surprise_first": FIRST,
    "surprise_worst": SURPRISE,
    "surprise_sum": SURPRISE,
    "rank_first": FIRST,
    "rank_worst": SURPRISE,
    "rank_sum": SURPRISE,
    "tries_blind": TRIES,
    "tries_glance": TRIES,
    "tries_ahead": TRIES,
    "looked_at": TRIES,
    "looked_at_glance": TRIES,
    "looked_at_ahead": TRIES,
    "temptations": ("likely lines that end one cell short", "no likely line that ends one cell short"),
    "temptation_depth": ("false trails that fail late", "false trails that fail early"),
    "stands_out": ("a beginning that makes sense late", "a beginning that makes sense at once"),
    "quiet": ("a quiet beginning", "an effect from the first piece on"),
    "waits": ("pieces that wait for the others", "pieces that join up at once"),
    "switches": ("pieces placed here and there by turns", "pieces that go on where the last one was"),
    "habit_worst": HABIT,
    "habit_sum": HABIT,
    "astray": ("pieces that bring the goal no nearer", "pieces that all bring the goal nearer"),
    "goal_lacks": ("much to be built for the goal", "little to be built for the goal"),
}

HARDER: Mapping[str, int] = {
    "pieces": 1,  # T-spin thesis, 2.2: more moves, more combinations
    "edges_base": 1,  # T-spin thesis, 5.3.1: the shape to be is hard to see when one's own piece makes it
    "below_empty": 1,  # T-spin thesis, 5.3.1: without the hole difficulty falls, and interest with it
    "piece_tjl": 1,  # T-spin thesis, 5.3.1: four shapes to imagine
    # T-spin thesis, 5.3.1 and 5.3.2: where anyone would put it is easy, where nobody does is hard to find
    "habit_worst": 1,
    "habit_sum": 1,
    "surprise_worst": 1,
    "surprise_sum": 1,
    "tries_blind": 1,
    "tries_glance": 1,
    "tries_ahead": 1,
    "looked_at": 1,
    "looked_at_glance": 1,
    "looked_at_ahead": 1,
}
