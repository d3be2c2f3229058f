"""What puzzles are called: one place from which captions, variants, filters and panels take their words.

Lengths are plies, as players count them: a win in 5 is three moves of the attacker and two replies. Everything here
is words only, so that another language is another set of these tables and sentences: `japanese/titles.py` is that of
Japanese.
"""

from __future__ import annotations

from collections.abc import Sequence

from engines.geister.rules.moves import SQUARES, square_name
from engines.geister.rules.panels import Ply
from engines.geister.rules.puzzle import PIECES, Puzzle

HIDDEN = "hidden"
COLOR_NAMES = {"B": "blue", "R": "red", "b": "blue", "r": "red"}
PIECE_NAMES = {
    "B": "your blue",
    "R": "your red",
    "u": "their hidden",
    "b": "their blue",
    "r": "their red",
}


def task(plies: int | None) -> str:
    """The task in a line: "Win in 5"; where the length is not told it is part of the task."""
    return "Find the shortest win" if plies is None else f"Win in {plies}"


def won(plies: int) -> str:
    """That it is done."""
    return f"Won in {plies}"


def hidden_label(puzzle: Puzzle) -> str:
    """What is told of the hidden pieces: "hidden: 1 blue, 2 red"; nothing where there are none."""
    if "u" not in puzzle.squares:
        return ""
    return f"{HIDDEN}: {puzzle.hidden_blue} blue, {puzzle.hidden_red} red"


def ply_label(ply: Ply) -> str:
    """A numbered ply: `3. e5-e6`, `3. e5×e6 red` for a capture and the colour that it showed, `5. a6 exit`."""
    if ply.leaves:
        return f"{ply.number}. {square_name(ply.start)} exit"
    shown = f" {'last ' if ply.last else ''}{COLOR_NAMES[ply.taken]}" if ply.taken else ""
    joint = "×" if ply.taken else "-"
    return f"{ply.number}. {square_name(ply.start)}{joint}{square_name(ply.end)}{shown}"


def winning_moves(first_moves: Sequence[str]) -> str:
    """That several first moves win, and which; nothing where only one does."""
    if len(first_moves) < 2:
        return ""
    *others, last = first_moves
    return f"{len(first_moves)} first moves win: {', '.join(others)} and {last}"


def description(puzzle: Puzzle) -> str:
    """The whole puzzle in a sentence, for those who hear the picture: task, pieces, what is hidden."""
    where = [
        f"{PIECE_NAMES[piece]} {' '.join(square_name(i) for i in range(SQUARES) if puzzle.squares[i] == piece)}"
        for piece in PIECES
        if piece in puzzle.squares
    ]
    told = hidden_label(puzzle)
    return f"Geister: {task(puzzle.plies)}. {', '.join(where)}" + (f"; {told}" if told else "")
