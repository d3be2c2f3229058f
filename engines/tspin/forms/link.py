"""A puzzle as a fumen link, and back.

The first page has the board in gray and a comment that is a quiz, so that every viewer shows the queue:

    #Q=[](S)J;#Q=[](T);tsd,drop                   the queue; the piece that plays the goal; goal and rules
    #Q=[](S)J;#Q=[](T);donate,drop,well=4

The goal's piece is a quiz of its own: it comes up when the queue is used up, and is never taken for a part of it.
There is no white space, because viewers lose it. An answer is a page for each placement, and one for the goal.

Reading takes more: any coloured cell is filled, pieces on the page are left out, and the comment may also be a quiz
alone (`#Q=[](S)J`: then the goal is tsd and the rules are drop) or words (`tsd drop SJ`). Compare with `fumen`, which
knows pages and no puzzles, and with `text`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engines.contract import BadPuzzle
from engines.tspin.forms import fumen, quiz
from engines.tspin.forms.valid import GAME, checked, from_words, stack, words_without_well
from engines.tspin.rules.board import text_of
from engines.tspin.rules.checked_moves import play
from engines.tspin.rules.goals import GOAL_PIECES, GOALS
from engines.tspin.rules.pieces import NORTH_CELLS, PIECES, Cell, rotated
from engines.tspin.rules.puzzle import DROP, RULE_SETS, Puzzle

COMMENT = "the comment of page 1"
DEFAULT_GOAL = "tsd"
VIEWERS = {  # that open a fumen that stands at the end of their address
    "fumen": "https://fumen.zui.jp/?",
    "Fumen for mobile": "https://knewjade.github.io/fumen-for-mobile/#?d=",
}


def goal_letter(goal: str) -> str:
    """The piece that plays a goal."""
    return GOAL_PIECES[GOALS.index(goal)]


def comment_of(puzzle: Puzzle) -> str:
    """The quiz of a puzzle, with its goal and rules."""
    words = [puzzle.goal, puzzle.moves]
    if puzzle.well is not None:
        words.append(f"well={puzzle.well}")
    return f"#Q=[]({puzzle.queue[0]}){puzzle.queue[1:]};#Q=[]({goal_letter(puzzle.goal)});{','.join(words)}"


def write(puzzle: Puzzle, solution: Sequence[Any] | None = None) -> str:
    """The bare fumen: one page, or the answer page by page when a solution is given."""
    field = "".join(text_of(puzzle.rows)).replace(".", "_") + fumen.EMPTY_ROW
    page = fumen.Page(field.rjust(len(fumen.EMPTY_FIELD), "_"), comment=comment_of(puzzle), colorize=True)
    pages = []
    for piece, cells in _placements(puzzle, solution or ()):
        pages.append(replace(page, operation=operation_on(piece, cells)))
        page = fumen.following(pages[-1])
    return fumen.encode(pages or [page])


def address(puzzle: Puzzle, solution: Sequence[Any] | None = None) -> str:
    """Where a browser opens the link: the address of the first viewer."""
    return links(puzzle, solution)[0][1]


def links(puzzle: Puzzle, solution: Sequence[Any] | None = None) -> list[tuple[str, str]]:
    """Where the link can be opened: title and address of each viewer."""
    written = write(puzzle, solution)
    return [(title, address + written) for title, address in VIEWERS.items()]


def _placements(puzzle: Puzzle, solution: Sequence[Any]) -> list[tuple[str, list[Cell]]]:
    """What goes where: the queue, and the goal's piece if the goal is reached."""
    if not solution:
        return []
    goal = play(puzzle, solution)["goal_cells"]
    pieces = puzzle.queue[: len(solution)] + (goal_letter(puzzle.goal) if goal else "")
    cells = [*(move["cells"] for move in solution), goal]
    return [(piece, [(x, y) for x, y in place]) for piece, place in zip(pieces, cells, strict=False)]


def operation_on(piece: str, cells: Sequence[Cell]) -> fumen.Operation:
    """The piece with its centre, in the first rotation that fills these cells."""
    left, low = min(x for x, _ in cells), min(y for _, y in cells)
    for rotation in range(4):
        turned = rotated(NORTH_CELLS[piece], rotation)
        x, y = left - min(x for x, _ in turned), low - min(y for _, y in turned)
        operation = fumen.Operation(piece, rotation, x, y)
        if operation.cells == sorted(cells):
            return operation
    raise ValueError(f"{piece} does not have the shape of {list(cells)}")


def read(text: str) -> Puzzle:
    """The puzzle on the first page of a link."""
    page = fumen.decode(text)[0]
    *rows, garbage = fumen.field_rows(page.field)
    if garbage != fumen.EMPTY_ROW:
        raise BadPuzzle("the field of page 1 has cells in the garbage row, below the floor")
    masks = [sum(1 << x for x, kind in enumerate(row) if kind != "_") for row in rows]
    stacked = stack(masks, lambda number: f"row y={fumen.HEIGHT - number} of page 1")
    if page.comment.startswith(quiz.START):
        return _from_quiz(page.comment, stacked)
    return _from_comment(page.comment, stacked)


def _from_quiz(comment: str, rows: tuple[int, ...]) -> Puzzle:
    first, *rest = (part.strip() for part in comment.split(";"))
    queue = _pieces(first)
    piece = ""
    if rest and rest[0].startswith(quiz.START):
        piece = _pieces(rest.pop(0))
    words, well = words_without_well(_words(" ".join(rest)))
    goal = words.pop(0) if words and words[0] not in RULE_SETS else DEFAULT_GOAL
    moves = words.pop(0) if words else DROP
    if words:
        raise BadPuzzle(f"{words[0]!r} is a word too many in {COMMENT}: goal, rules and well may follow a quiz")
    puzzle = checked(goal, moves, queue, rows, well)
    if piece not in ("", goal_letter(goal)):
        raise BadPuzzle(f"the second quiz in {COMMENT} is {piece!r}, not the {goal_letter(goal)} of goal {goal!r}")
    return puzzle


def _pieces(comment: str) -> str:
    """The pieces of a quiz, which must hold none."""
    found = re.fullmatch(r"#Q=\[(.?)\]\((.?)\)([^;]*)", quiz.WHITE.sub("", comment), re.DOTALL)
    if found is None:
        raise BadPuzzle(f"{_short(comment)} in {COMMENT} is no quiz: it has to be like #Q=[](S)J")
    if found[1]:
        raise BadPuzzle(f"the quiz in {COMMENT} holds {found[1]!r}: puzzles have no hold")
    return found[2] + found[3]


def _words(text: str) -> list[str]:
    return text.replace(",", " ").split()


def _from_comment(comment: str, rows: tuple[int, ...]) -> Puzzle:
    words = _words(comment)
    if len(words) == 1 and set(words[0]) <= set(PIECES):
        return checked(DEFAULT_GOAL, DROP, words[0], rows)
    if words[:1] == [GAME]:
        return from_words(words[1:], rows, COMMENT)
    if words and words[0] in GOALS:
        return from_words(words, rows, COMMENT)
    said = f"is {_short(comment)}" if words else "is empty"
    raise BadPuzzle(f"no queue: {COMMENT} {said}, and has to be like #Q=[](S)J or `tsd drop SJ`")


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:40] + "...")
