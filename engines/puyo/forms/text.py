"""Puzzles as text, in and out: JSON, boards and links; what is none of them is refused with the place and the reason.

    {"game":"puyo","goal":{"kind":"chain","n":3,"exact":true,"color":"all"},"queue":["rg","bb"],"board":["..rr.."]}

    puyo chain 3 rg bb
    ..rr..

Board rows stand from the top, 13 at most, empty ones on top left out: `r g b y p` colours, `o` garbage, `h` hard and
`.` (or `_`) empty. The first line of a board is the game's name, then the goal, then the steps of the queue:

    puyo chain 3+ rg bb                 3 chains or more
    puyo count 8 color rg o=004020 bb   8 coloured puyos at once; garbage falls between the two pairs (h= for hard)
    puyo connect 6+ r clear=all rg bb   a group of 6 red ones or more, and nothing left
    puyo clear=garbage rg bb            no garbage left, and nothing else asked for

A colour is a letter, `color` or `garbage`, and `all` if it is left out. Falls have a digit for each column, or
numbers with commas between them if one has two digits. Links are in `link`. What a puzzle must be, whichever form
it came in, is in `valid`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from engines.contract import BadPuzzle, Json
from engines.puyo.forms import link
from engines.puyo.forms.valid import GAME, checked, checked_rows
from engines.puyo.rules.board import rows_from_columns
from engines.puyo.rules.checked_moves import step_json
from engines.puyo.rules.puzzle import ALL, GARBAGE_FALL, GOAL_COLORS, HARD_FALL, KINDS, Fall, Goal, Puzzle, Step
from engines.shared.reading import field, is_board, json_object

FORMS = ("json", "text", *link.FORMS)
FALL_MARKS = {"o": GARBAGE_FALL, "h": HARD_FALL}
LIKE = f"it has to be like `{GAME} chain 3 rg bb`"


def encode(puzzle: Puzzle) -> Json:
    """The JSON object of a puzzle."""
    return {
        "game": GAME,
        "goal": goal_json(puzzle.goal),
        "queue": [step_json(step) for step in puzzle.queue],
        "board": rows_from_columns(puzzle.columns),
    }


def goal_json(goal: Goal) -> Json:
    """The JSON object of a goal, without what is not there."""
    fields: Json = {}
    if goal.kind is not None:
        fields = {"kind": goal.kind, "n": goal.n, "exact": goal.exact, "color": goal.color}
    return fields if goal.clear is None else {**fields, "clear": goal.clear}


def write(puzzle: Puzzle, form: str, solution: Any | None = None) -> str:
    """A puzzle in one of the FORMS; a link shows the solution too, if one is given."""
    if form == "json":
        return json.dumps(encode(puzzle), separators=(",", ":"))
    if form == "text":
        return _board_text(puzzle)
    if form in link.FORMS:
        return link.write(puzzle, form, solution)
    raise ValueError(f"unknown form {form!r}: choose from {', '.join(FORMS)}")


def recognizes(text: str) -> bool:
    """Whether a text that is not JSON is a board or a link, good or bad."""
    return is_board(text, GAME) or link.looks_like_link(text)


def decode(text: Json | str, settle: bool = False) -> Puzzle:
    """The puzzle in a JSON object, in the text of one, in a board or in a link."""
    if isinstance(text, str) and not text.lstrip().startswith("{"):
        if is_board(text, GAME):
            return _from_board(text, settle)
        if link.looks_like_link(text):
            return link.read(text, settle)
    fields = json_object(text, GAME)
    goal, queue, board = (field(fields, name) for name in ("goal", "queue", "board"))
    return checked(goal, queue, board, settle)


def board_in(text: Json | str) -> list[str]:
    """The rows of the board in any of the forms, whatever else is there; they may float and pop."""
    if isinstance(text, str) and not text.lstrip().startswith("{"):
        if is_board(text, GAME):
            return checked_rows(_split(text)[1])
        if link.looks_like_link(text):
            return checked_rows(link.board_in(text))
    return checked_rows(field(json_object(text, GAME), "board"))


def _split(text: str) -> tuple[list[str], list[str]]:
    """The words of a board's first line, without the game's name, and its rows."""
    header, *rows = text.strip().split("\n")
    return header.split()[1:], [row.strip() for row in rows]


def _from_board(text: str, settle: bool) -> Puzzle:
    words, rows = _split(text)
    clears = [word.removeprefix("clear=") for word in words if word.startswith("clear=")]
    if len(clears) > 1:
        raise BadPuzzle(f"there are {len(clears)} words clear=, not one")
    goal: Json = {"clear": clears[0]} if clears else {}
    words = [word for word in words if not word.startswith("clear=")]
    if words and words[0] in KINDS:
        goal["kind"] = words.pop(0)
        words = _with_number(goal, words)
    elif not clears:
        raise BadPuzzle(f"no goal in the first line: {LIKE}, and a goal is {', '.join(KINDS)} or clear=")
    return checked(goal, [_step(word) for word in words], rows, settle)


def _with_number(goal: Json, words: list[str]) -> list[str]:
    """Take n, its plus sign and the colour to the goal; the words that are left."""
    found = re.fullmatch(r"([0-9]{1,9})(\+?)", words[0]) if words else None
    if found is None:
        instead = f", not {words[0]!r}" if words else ""
        raise BadPuzzle(f"{goal['kind']!r} in the first line needs a number after it{instead}: {LIKE}")
    goal["n"], goal["exact"] = int(found[1]), not found[2]
    words = words[1:]
    if words and words[0] in GOAL_COLORS:
        goal["color"] = words.pop(0)
    return words


def _step(word: str) -> Any:
    """A step of the queue as JSON has it: a pair, or a fall like `o=004020`."""
    mark, equals, counts = word.partition("=")
    if not equals or mark not in FALL_MARKS:
        return word
    parts = counts.split(",") if "," in counts else list(counts)
    if not all(re.fullmatch("[0-9]{1,9}", part) for part in parts):
        raise BadPuzzle(f"{word!r} in the first line is no fall: it has to be like `{mark}=004020`")
    return {FALL_MARKS[mark]: [int(part) for part in parts]}


def _board_text(puzzle: Puzzle) -> str:
    words = [GAME, *_goal_words(puzzle.goal), *(_step_word(step) for step in puzzle.queue)]
    return "\n".join([" ".join(words), *rows_from_columns(puzzle.columns)])


def _goal_words(goal: Goal) -> list[str]:
    words = []
    if goal.kind is not None:
        words = [goal.kind, f"{goal.n}{'' if goal.exact else '+'}"]
        if goal.color != ALL:
            words.append(goal.color)
    return words if goal.clear is None else [*words, f"clear={goal.clear}"]


def _step_word(step: Step) -> str:
    if not isinstance(step, Fall):
        return step
    mark = next(mark for mark, kind in FALL_MARKS.items() if kind == step.kind)
    return f"{mark}={_digits(step.counts)}"


def _digits(counts: Sequence[int]) -> str:
    return ("" if max(counts) < 10 else ",").join(map(str, counts))
