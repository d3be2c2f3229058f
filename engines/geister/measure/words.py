"""What players say of a Geister puzzle that has more or less of a feature than usual: (more, less), by name.

The words go after "because of", and are said to the attacker: *yours* is what the attacker has, *the enemy* the
defender. Features that come to the same thing share their words.
"""

from __future__ import annotations

from collections.abc import Mapping

Words = tuple[str, str]
TOLD = 8  # moves of an answer whose surprise has a column of its own

CORNER_WON: Words = ("a corner that is won already", "no corner that is won already")
CORNER_LOST: Words = ("a corner that the enemy threatens", "no corner that the enemy threatens")
ONLY_MOVES: Words = ("many turns with a single right move", "turns with several right moves")
CLOSE_CALL: Words = ("an enemy that never gets near its exit", "an enemy that all but gets out")
TAKING_PART: Words = ("many pieces that have to move", "few pieces that have to move")

SURPRISING: Words = ("moves that one does not expect", "moves that one expects")
MANY_TRIES: Words = ("many tries that it takes", "few tries that it takes")
LOOKING: Words = ("many lines to look at", "few lines to look at")

WORDS: dict[str, Words] = {
    # of the paper
    "own_blue": ("many blues of yours", "few blues of yours"),
    "own_red": ("many reds of yours", "few reds of yours"),
    "hostile_blue": ("many enemy blues", "few enemy blues"),
    "hostile_red": ("many enemy reds", "few enemy reds"),
    "plies": ("a long way to the win", "a short way to the win"),
    "blue_to_exit": ("a blue far from the exit", "a blue close to the exit"),
    "runner_to_exit": ("an enemy far from its exit", "an enemy close to its exit"),
    "guard_to_exit": ("an exit that nobody guards", "an enemy that guards your exit"),
    "detours": ("many detours", "hardly any detours"),
    "own_far_share": ("pieces of yours that are far ahead", "pieces of yours that are far back"),
    "hostile_far_share": ("enemies that stayed at home", "enemies that came forward"),
    "category_capture": ("a win that needs captures", "a win that needs no captures"),
    "category_wall": ("a win that needs the wall of reds", "a win without the wall of reds"),
    "category_open": ("enemies whose colour is shown", "enemies that are all hidden"),
    "category_escape": ("a plain escape", "a win that is no plain escape"),
    "most_proof": ("a win that is hard to prove", "a win that is easy to prove"),
    "most_disproof": ("defences that are hard to rule out", "defences that are easy to rule out"),
    "fewest_taken": ("captures that cannot be avoided", "few captures"),
    "fewest_moved": TAKING_PART,
    # of the position
    "hidden": ("many hidden enemies", "few hidden enemies"),
    "shown": ("many enemies of known colour", "few enemies of known colour"),
    "own_moves": ("many moves to choose from", "few moves to choose from"),
    "hostile_moves": ("an enemy with many moves", "an enemy with few moves"),
    "contact": ("many pieces face to face", "few pieces face to face"),
    "race": ("a lead in the race", "an enemy that is ahead in the race"),
    "faster_runners": ("enemies with a shorter way out", "few enemies with a shorter way out"),
    "behind_share": ("enemies left behind your blue", "enemies in front of your blue"),
    "danger": ("an enemy that threatens little", "an enemy that is about to win"),
    "corner_wins": CORNER_WON,
    "corner_sure": CORNER_WON,
    "corner_threats": CORNER_LOST,
    "corner_lost": CORNER_LOST,
    # of the first move
    "first_moves": ("several first moves that win", "few first moves that win"),
    "first_red": ("a first move by a red", "a first move that is no red's"),
    "first_takes": ("a capture to begin with", "no capture to begin with"),
    "first_back": ("a first move backwards", "a first move that does not go back"),
    "first_quiet": ("a quiet first move", "a first move with a plain purpose"),
    "first_offers": ("pieces left to be taken at first", "no piece left to be taken at first"),
    "wrong_steps": ("steps to the exit that fail", "few steps to the exit that fail"),
    "wrong_takes": ("captures that fail", "few captures that fail"),
    "misleading": ("first moves that look better than they are", "no first move that looks better than it is"),
    "tries": ("wrong moves that only one reply refutes", "few wrong moves that only one reply refutes"),
    "longest_replies": ("many good defences", "few good defences"),
    "replies": ("many replies to the first move", "few replies to the first move"),
    "threat_plies": ("a slow threat at first", "a quick threat at first"),
    "zugzwang": ("an enemy that would rather pass", "an enemy that does not mind to move"),
    # of the answer
    "only_moves": ONLY_MOVES,
    "only_share": ONLY_MOVES,
    "slack": ("a win slower than the way to the exit", "no time lost on the way to the exit"),
    "by_exit": ("a win by leaving the board", "a win that is not by leaving the board"),
    "exit_steps": ("a blue that comes from afar", "a blue that comes from close by"),
    "far_exit": ("the farther exit being the right one", "the nearer exit being the right one"),
    "other_blue": ("an unlikely blue that gets out", "the nearest blue being the right one"),
    "own_takes": ("many captures of yours", "few captures of yours"),
    "purple_takes": ("captures in the dark", "few captures in the dark"),
    "blues_lost": ("blues of yours that are lost", "no blue of yours that is lost"),
    "reds_lost": ("reds of yours that are taken", "few reds of yours that are taken"),
    "offers": ("pieces put where they can be taken", "few pieces put where they can be taken"),
    "sacrifices": ("a sacrifice", "no sacrifice"),
    "red_moves": ("reds that join in", "reds that stay out of it"),
    "back_moves": ("moves backwards", "no moves backwards"),
    "pieces_moved": TAKING_PART,
    "switches": ("many changes from piece to piece", "few changes from piece to piece"),
    "bends": ("a piece that changes direction", "pieces that go straight on"),
    "hostile_pieces_moved": ("many enemies that defend", "few enemies that defend"),
    "blocks": ("runners that have to be blocked", "no runner that has to be blocked"),
    "decoys": ("an enemy lured away from the exit", "no enemy lured away from the exit"),
    "runners_stopped": ("an enemy taken at its exit", "no enemy taken at its exit"),
    "closest_runner": CLOSE_CALL,
    "last_runner": CLOSE_CALL,
    "exits_reached": ("blues at both exits at once", "a blue at one exit only"),
    "fewest_hostile_taken": ("enemies that have to be taken", "few enemies that have to be taken"),
    "fewest_own_taken": ("losses that cannot be avoided", "few losses"),
    "plain_walk": ("a blue that simply walks out", "no blue that simply walks out"),
    "nodes": ("much to think through", "little to think through"),
    # of the effort
    "surprise_first": ("an unexpected first move", "a first move that suggests itself"),
    "surprise_worst": ("a move that hardly anybody expects", "no move that is hard to see"),
    "surprise_sum": SURPRISING,
    **{f"surprise_{turn}": (f"an unexpected move {turn}", f"a natural move {turn}") for turn in range(1, TOLD + 1)},
    **{f"rank_{turn}": (f"an unexpected move {turn}", f"a natural move {turn}") for turn in range(1, TOLD + 1)},
    "rank_first": ("many first moves that look better", "few first moves that look better"),
    "rank_worst": ("a turn with many moves that look better", "no turn with many moves that look better"),
    "rank_sum": SURPRISING,
    "tries_blind": MANY_TRIES,
    "tries_glance": MANY_TRIES,
    "tries_ahead": MANY_TRIES,
    "looked_at": LOOKING,
    "looked_at_glance": LOOKING,
    "looked_at_ahead": LOOKING,
    "temptations": ("many lines that nearly work", "few lines that nearly work"),
    "temptation_depth": ("lines that fail late", "lines that fail early"),
    "stands_out": ("a first move whose point lies deep", "a first move whose point is plain"),
    "quiet": ("a long wait until something happens", "something that happens at once"),
    "quiet_moves": ("many quiet moves", "hardly any quiet moves"),
    "waits": ("pieces that wait for their turn again", "pieces that move on without a break"),
    "scares": ("replies that look dangerous", "no replies that look dangerous"),
    "variations": ("many replies that change the plan", "few replies that change the plan"),
    "other_answers": ("replies that need answers of their own", "one answer to nearly all replies"),
}

LIKELINESS = ("tries_blind", "tries_glance", "tries_ahead", "looked_at", "looked_at_glance", "looked_at_ahead")
HARDER: Mapping[str, int] = {
    **dict.fromkeys(("surprise_first", "surprise_worst", "surprise_sum"), 1),  # Geister paper, 7.6, left
    **dict.fromkeys(LIKELINESS, 1),  # less likely: found later
    "detours": 1,  # Geister paper, 7.7, left: long but straight on is easy
    "plain_walk": -1,  # Geister paper, 4.1 and 7: going straight to the exit is too simple
}
