"""What puzzles are called: one place from which variants, captions, filters and panels take their words.

A number alone means exactly that many, as players read it; what may be exceeded says "or more". Everything here
is words only, so that another language is another set of these tables and sentences.
"""

from __future__ import annotations

from engines.puyo.rules.puzzle import (
    ACC_COLORS,
    ACC_COUNT,
    ALL,
    ANY_COLOR,
    CHAIN,
    COLORS_AT_ONCE,
    CONNECT,
    COUNT,
    GARBAGE,
    PLACE,
    Goal,
    Puzzle,
    Step,
)

COLOR_NAMES = {"r": "red", "g": "green", "b": "blue", "y": "yellow", "p": "purple"}
ADJECTIVES = {ALL: "", ANY_COLOR: "coloured ", GARBAGE: "garbage "} | {c: f"{n} " for c, n in COLOR_NAMES.items()}
CLEARS = {ALL: "clear all", ANY_COLOR: "clear all colours", GARBAGE: "clear all garbage"} | {
    color: f"clear all {name}" for color, name in COLOR_NAMES.items()
}
KIND_TITLES = {
    CHAIN: "Chains",
    COLORS_AT_ONCE: "Colours at once",
    COUNT: "Puyos at once",
    PLACE: "Groups at once",
    CONNECT: "Large groups",
    ACC_COLORS: "Colours in all",
    ACC_COUNT: "Puyos in all",
    None: "Clear all",
}
AFTER, ALL_CLEAR, FALLS = "after", "all clear", "garbage falls"

TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
SMALL_NUMBERS = tuple(f"no one two three four five six seven eight nine {TEENS}".split())
TENS = tuple(f"{tens}ty" for tens in ("twen", "thir", "for", "fif", "six", "seven", "eigh", "nine"))


def number(n: int) -> str:
    """A number in words, as far as words are shorter than counting."""
    if n < len(SMALL_NUMBERS):
        return SMALL_NUMBERS[n]
    if n >= 100:
        return str(n)
    tens, ones = divmod(n, 10)
    return TENS[tens - 2] + (f"-{SMALL_NUMBERS[ones]}" if ones else "")


def counted(n: int, noun: str) -> str:
    """So many of something."""
    return f"{number(n)} {noun}" if n == 1 else f"{number(n)} {noun}s"


def moves(n: int) -> str:
    """How many moves, in words."""
    return counted(n, "move")


def capital(text: str) -> str:
    """The text with its first letter made a capital."""
    return text[:1].upper() + text[1:]


def _task(goal: Goal) -> str:
    """What the goal's kind asks for, without a capital."""
    adjective = ADJECTIVES[goal.color]
    many = f"{number(goal.n)}{'' if goal.exact else ' or more'}"
    one = goal.n == 1 and goal.exact
    if goal.kind == CHAIN:
        return f"{goal.n}-chain" + ("" if goal.exact else " or longer")
    if goal.kind == CONNECT:
        return f"a {adjective}group of {many}"
    if goal.kind in (COLORS_AT_ONCE, ACC_COLORS):
        noun = "colour" if one else "colours"
    elif goal.kind == PLACE:
        noun = f"{'' if goal.color == ANY_COLOR else adjective}{'group' if one else 'groups'}"
    else:
        noun = f"{adjective}{'puyo' if one else 'puyos'}"
    return f"{many} {noun} {'in all' if goal.kind in (ACC_COLORS, ACC_COUNT) else 'at once'}"


def goal_name(goal: Goal) -> str:
    """The goal without its moves, as filters name it: "3-chain", "Clear all", "Twelve red puyos at once"."""
    if goal.kind is None:
        return capital(CLEARS[goal.clear or ALL])
    return capital(_task(goal)) + (f" and {CLEARS[goal.clear]}" if goal.clear else "")


def goal_title(goal: Goal, pairs: int) -> str:
    """The task in a line: "3-chain in two moves", "Clear all in three moves"."""
    joint = ", in" if goal.kind in (ACC_COLORS, ACC_COUNT) else " in"
    return f"{goal_name(goal)}{joint} {moves(pairs)}"


def kind_title(goal: Goal) -> str:
    """The family of a goal, for people to choose by."""
    return KIND_TITLES[goal.kind]


def description(puzzle: Puzzle) -> str:
    """The whole puzzle in a sentence, for those who hear the picture: task, then queue."""
    exactly = "exactly " if puzzle.goal.kind and puzzle.goal.exact else ""
    queue = ", ".join(step_name(step) for step in puzzle.queue)
    return f"Puyo: {exactly}{goal_title(puzzle.goal, puzzle.pairs)}. Queue: {queue}"


def step_name(step: Step) -> str:
    """A step of the queue in words: "red and green", or what falls."""
    if isinstance(step, str):
        pivot, rotor = (COLOR_NAMES[color] for color in step)
        return f"two {pivot}" if pivot == rotor else f"{pivot} and {rotor}"
    counts = " ".join(map(str, step.counts))
    return f"{step.kind} {counts}"


def move_label(name: str, step: Step) -> str:
    """What stands under a move."""
    return name if isinstance(step, str) else FALLS


def chain_label(rounds: int) -> str:
    """What a move set off."""
    return f"{rounds}-chain"


def left_label(empty: bool) -> str:
    """What stands under the board that is left."""
    return ALL_CLEAR if empty else AFTER
