"""A Nazo Puyo: a board, a queue of pairs, a goal. Compare with its JSON form in `text`."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engines.puyo.rules.board import COLORS, Columns

CHAIN, COLORS_AT_ONCE, COUNT, PLACE, CONNECT = "chain", "colors", "count", "place", "connect"
ACC_COLORS, ACC_COUNT = "acc_colors", "acc_count"
KINDS = (CHAIN, COLORS_AT_ONCE, COUNT, PLACE, CONNECT, ACC_COLORS, ACC_COUNT)
COLORED_KINDS = (COUNT, PLACE, CONNECT, ACC_COUNT)  # those that ask for a colour; the others are of all
ALL, ANY_COLOR, GARBAGE = "all", "color", "garbage"
GOAL_COLORS = (ALL, ANY_COLOR, GARBAGE, *COLORS)
GARBAGE_FALL, HARD_FALL = "garbage", "hard"
MAX_STEPS = 40  # in a queue: a board has room for 39 pairs
NO_MOVE = ".."  # stands in a solution for a fall


@dataclass(frozen=True, slots=True)
class Goal:
    """What a move has to do: `kind` in the measure of `n`, or leave nothing of `clear`, or both at once.

    `exact` means n and no more, in some round of the move (for `chain`, the length of it).
    """

    kind: str | None = None
    n: int = 0
    exact: bool = True
    color: str = ALL
    clear: str | None = None


@dataclass(frozen=True, slots=True)
class Fall:
    """A step of the queue that nobody places: so many garbage (or hard) puyos onto each column."""

    counts: tuple[int, ...]
    kind: str = GARBAGE_FALL


Step = str | Fall  # a pair is two letters: the pivot's and the rotor's


@dataclass(frozen=True, slots=True)
class Puzzle:
    """`columns` are six strings of letters from the bottom, settled."""

    goal: Goal
    queue: tuple[Step, ...]
    columns: Columns

    @property
    def pairs(self) -> int:
        """How many moves the solver may make."""
        return sum(isinstance(step, str) for step in self.queue)


def mirror(puzzle: Puzzle) -> Puzzle:
    """The puzzle seen in a mirror."""
    queue = tuple(s if isinstance(s, str) else replace(s, counts=s.counts[::-1]) for s in puzzle.queue)
    return replace(puzzle, queue=queue, columns=puzzle.columns[::-1])


def recolored(puzzle: Puzzle, colors: dict[str, str]) -> Puzzle:
    """The puzzle in other colours."""
    table = str.maketrans(colors)

    def goal_color(color: str) -> str:
        return colors.get(color, color)

    goal = puzzle.goal
    clear = None if goal.clear is None else goal_color(goal.clear)
    return Puzzle(
        replace(goal, color=goal_color(goal.color), clear=clear),
        tuple(s.translate(table) if isinstance(s, str) else s for s in puzzle.queue),
        tuple(column.translate(table) for column in puzzle.columns),
    )


def canonical(puzzle: Puzzle) -> Puzzle:
    """The least of all that are the same up to mirror image, colours and the two halves of a pair."""
    images = [_plain(recolored(image, names)) for image in (puzzle, mirror(puzzle)) for names in _namings(image)]
    return min(images, key=_key)


def _plain(puzzle: Puzzle) -> Puzzle:
    """Which half of a pair is the pivot makes no difference."""
    queue = tuple("".join(sorted(s, key=COLORS.index)) if isinstance(s, str) else s for s in puzzle.queue)
    return replace(puzzle, queue=queue)


def _key(puzzle: Puzzle) -> tuple[object, ...]:
    queue = tuple(s if isinstance(s, str) else f"{s.kind}{s.counts}" for s in puzzle.queue)
    return puzzle.columns, queue, puzzle.goal.color, puzzle.goal.clear or ""


def _namings(puzzle: Puzzle) -> list[dict[str, str]]:
    """Colours named in the order in which they come: along the columns, in the goal, then in the queue.

    A pair that brings two new ones may bring either first.
    """
    first = "".join(puzzle.columns) + "".join(c for c in (puzzle.goal.color, puzzle.goal.clear or ALL) if c in COLORS)
    orders = [_extended("", first)]
    for pair in (step for step in puzzle.queue if isinstance(step, str)):
        orders = [_extended(order, way) for order in orders for way in {pair, pair[::-1]}]
    return [dict(zip(_extended(order, COLORS), COLORS, strict=True)) for order in dict.fromkeys(orders)]


def _extended(order: str, marks: str) -> str:
    """An order of colours with the new ones among the marks after it."""
    return "".join(dict.fromkeys(order + "".join(mark for mark in marks if mark in COLORS)))


def variant_name(puzzle: Puzzle) -> str:
    """`chain-2x3` for a 3-chain in two moves, `clear-2` for all gone in two, `colors-2x3`, `count-3x12` ...

    What is not exact, of one colour or combined says so: `chain-2x3-up`, `count-2x8-r`, `chain-2x3-clear`.
    """
    goal = puzzle.goal
    name = f"{goal.kind}-{puzzle.pairs}x{goal.n}" if goal.kind else f"clear-{puzzle.pairs}"
    if goal.kind and not goal.exact:
        name += "-up"
    if goal.kind and goal.color != ALL:
        name += f"-{goal.color}"
    if goal.kind and goal.clear:
        name += "-clear"
    return name if goal.clear in (None, ALL) else f"{name}-{goal.clear}"
