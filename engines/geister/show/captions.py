"""What is said to each step of an answer, in either language: "1. b6 to c6", 「1手目 b6→c6」.

A main line resists as long as can be, so other replies lose no later; that is said once, with the first reply.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.geister.japanese import titles as titles_ja
from engines.geister.rules.moves import ATTACKER_WINS, DEFENDER_WINS, square_name
from engines.geister.rules.panels import Ply, Step
from engines.geister.rules.puzzle import Puzzle
from engines.geister.rules.titles import COLOR_NAMES, task

Said = tuple[str, str]  # in English and in Japanese
GOES_ON_WITH: Said = ("", "")
ENDS: Mapping[int, Said] = {ATTACKER_WINS: (", you win", "勝ち"), DEFENDER_WINS: (", you lose", "負け")}
LOST_BY = {
    "": "取られる",
    "勝ち": "取らせて",
    "負け": "取られて",
}  # what becomes of a piece, by the end that it brings


def of_problem(puzzle: Puzzle) -> Said:
    """The task, and whose turn it is."""
    return f"{task(puzzle.plies)}: your move", f"{titles_ja.task(puzzle.plies)}、あなたの手番"


def of_step(step: Step, solution: Any) -> Said:
    """A ply, what it takes, and who wins by it."""
    ply = step.ply
    end, end_ja = ENDS.get(step.outcome, GOES_ON_WITH)
    note, note_ja = _note(ply, solution)
    japanese = f"{'' if ply.number % 2 else '相手 '}{_in_japanese(ply, end_ja)}"
    english = (_attack if ply.number % 2 else _reply)(ply)
    return f"{ply.number}. {english}{end}{note}", f"{ply.number}手目 {japanese}{note_ja}"


def _attack(ply: Ply) -> str:
    start = square_name(ply.start)
    if ply.leaves:
        return f"out at {start}: the blue escapes"
    end = square_name(ply.end)
    if not ply.taken:
        return f"{start} to {end}"
    if ply.hidden:
        return f"{start} takes the hidden piece on {end}, at worst {'the last' if ply.last else 'a'} red"
    return f"{start} takes {'their last' if ply.last else 'a'} {COLOR_NAMES[ply.taken]} on {end}"


def _reply(ply: Ply) -> str:
    start = square_name(ply.start)
    if ply.leaves:
        return f"they leave at {start}"
    end = square_name(ply.end)
    if not ply.taken:
        return f"they move {start} to {end}"
    return f"they take your {'last ' if ply.last else ''}{COLOR_NAMES[ply.taken]}, {start} to {end}"


def _in_japanese(ply: Ply, end: str) -> str:
    """A ply of either side; `end` is what it brings, if it ends the game."""
    start = square_name(ply.start)
    if ply.leaves:
        return f"{start}から脱出して{end}" if end else f"{start}から脱出"
    way = f"{start}→{square_name(ply.end)}"
    if not ply.taken:
        return way
    what = f"{'最後の' if ply.last else ''}{titles_ja.COLOR_NAMES[ply.taken]}駒"
    if ply.hidden:
        return f"{way} 非公開の駒を取る（{what}とみなす）{end}"
    if ply.number % 2:
        return f"{way} {what}を取って{end}" if end else f"{way} {what}を取る"
    return f"{way} {what}を{LOST_BY[end]}{end}"


def _note(ply: Ply, solution: Any) -> Said:
    """What is known of the other moves there were: of the first move and of the first reply of a proved answer."""
    if not isinstance(solution, Mapping):
        return "", ""
    ways = len(solution.get("first_moves", ()))
    if ply.number == 1 and ways > 1:
        return f" ({ways} first moves win as fast)", f"（勝てる初手は{ways}通り）"
    if ply.number == 2:
        return " (any reply loses as fast or faster)", "（ほかの応手でも手数は延びない）"
    return "", ""
