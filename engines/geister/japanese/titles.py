"""What puzzles are called in Japanese: the words of `titles`, and of the captions of `frames`.

The terms are the Geister paper's: 青駒 and 赤駒 for blues and reds, 脱出 and 脱出口 for leaving and the exits,
青駒全取り and 赤駒壁利用 for kinds of puzzles, 公開 and 非公開 for what is shown and hidden, 5手詰め for a win in 5.
"""

from __future__ import annotations

from collections.abc import Sequence

from engines.contract import Variant
from engines.geister.rules.moves import square_name
from engines.geister.rules.panels import Ply

TITLE = "詰めガイスター"
HIDDEN = "非公開"
COLOR_NAMES = {"B": "青", "R": "赤", "b": "青", "r": "赤"}
CATEGORIES = {
    "escape": "青駒脱出",
    "wall": "赤駒壁利用",
    "open": "一部公開",
    "capture": "青駒全取り",
    "endgame": "2対2の終盤",
}


def variant_title(variant: Variant) -> str:
    """A variant's title: 「青駒脱出 5手詰め」."""
    return f"{CATEGORIES[variant.category]} {task(variant.parameters['plies'])}"


def task(plies: int | None) -> str:
    """The task in a line."""
    return "最短の勝ちを見つけよ" if plies is None else f"{plies}手詰め"


def won(plies: int) -> str:
    """That it is done."""
    return f"{plies}手で勝ち"


def ply_label(ply: Ply) -> str:
    """A numbered ply; without words in it, it is the same in every language."""
    if ply.leaves:
        return f"{ply.number}. {square_name(ply.start)} 脱出"
    shown = f" {'最後の' if ply.last else ''}{COLOR_NAMES[ply.taken]}" if ply.taken else ""
    joint = "×" if ply.taken else "-"
    return f"{ply.number}. {square_name(ply.start)}{joint}{square_name(ply.end)}{shown}"


def winning_moves(first_moves: Sequence[str]) -> str:
    """That several first moves win, and which; with spaces, for lines to break at."""
    return f"勝てる初手は{len(first_moves)}通り: {', '.join(first_moves)}" if len(first_moves) > 1 else ""
