"""What is said to the steps of an answer, in English and in Japanese: one line each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engines.puyo.japanese import titles as titles_ja
from engines.puyo.rules import titles
from engines.puyo.rules.board import COLORS, Columns
from engines.puyo.rules.checked_moves import Round
from engines.puyo.rules.puzzle import ALL, HARD_FALL, Fall, Goal, Puzzle
from engines.puyo.show.panels import Move

KINDS = {mark: (titles.COLOR_NAMES[mark], titles_ja.COLOR_NAMES[mark]) for mark in COLORS} | {
    "o": ("garbage", "おじゃま"),
    "h": ("hard", "かたぷよ"),
}


class Said(NamedTuple):
    """The same in both languages."""

    english: str
    japanese: str


def asked(puzzle: Puzzle) -> Said:
    """The problem."""
    goal, pairs = puzzle.goal, puzzle.pairs
    return Said(titles.goal_title(goal, pairs), titles_ja.goal_title(goal, pairs))


def placed(move: Move) -> Said:
    """A step of the queue at rest."""
    said = _fallen(move.step, len(move.placed)) if isinstance(move.step, Fall) else _put(move.step, move)
    return Said(f"{move.number}. {said.english}", f"{move.number}手目 {said.japanese}")


def _fallen(fall: Fall, count: int) -> Said:
    english, japanese = ("hard", "かたぷよ") if fall.kind == HARD_FALL else ("garbage", "おじゃまぷよ")
    noun, verb = ("puyo", "falls") if count == 1 else ("puyos", "fall")
    return Said(f"{count or 'no'} {english} {noun} {verb}", f"{japanese}が{count}個降る")


def _put(pair: str, move: Move) -> Said:
    """Where a pair goes: flat ones are named from left to right, of upright ones it is said which half is above."""
    pivot, way = move.name[0], move.name[1]
    first, second = (pair[1], pair[0]) if way.isdigit() and way < pivot else (pair[0], pair[1])
    english, japanese = f"{KINDS[first][0]}-{KINDS[second][0]}", f"{KINDS[first][1]}{KINDS[second][1]}"
    if not way.isdigit():
        above = KINDS[second if way == "N" else first]
        top, top_ja = ("", "") if first == second else (f", {above[0]} on top", f"（{above[1]}が上）")
        return Said(f"{english} upright in column {pivot}{top}", f"{japanese}を{pivot}列目に縦に置く{top_ja}")
    left, right = sorted((pivot, way))
    if move.split:
        return Said(f"{english} split over columns {left} and {right}",
                    f"{japanese}を{left}・{right}列目にちぎって置く")  # fmt: skip
    return Said(f"{english} flat in columns {left} and {right}", f"{japanese}を{left}・{right}列目に横に置く")


def vanishing(number: int, round_: Round) -> Said:
    """A round of a chain."""
    english, japanese = _counted(round_.counts)
    colors = sum(mark in COLORS for mark in round_.counts)
    at_once = f"（{colors}色同時消し）" if colors > 1 else ""
    softer = f"; {round_.softened} hard to garbage" if round_.softened else ""
    softer_ja = f" かたぷよ{round_.softened}個がおじゃまに" if round_.softened else ""
    return Said(
        f"Round {number}: {english} vanish{' at once' if colors > 1 else ''}{softer}",
        f"{number}連鎖目 {japanese}が消える{at_once}{softer_ja}",
    )


def _counted(counts: Mapping[str, int]) -> Said:
    """How many of each kind: 4 red, 4 blue and 1 garbage."""
    there = [(counts[mark], *names) for mark, names in KINDS.items() if mark in counts]
    *most, last = [f"{count} {name}" for count, name, _ in there]
    english = f"{', '.join(most)} and {last}" if most else last
    return Said(english, "・".join(f"{name}{count}個" for count, _, name in there))


def left(goal: Goal, reached: bool, rounds: int, columns: Columns) -> Said:
    """What is left after a move that did something."""
    count = sum(map(len, columns))
    rest, rest_ja = (f"{count} {'puyo' if count == 1 else 'puyos'} left", f"残り{count}個")
    if not count:
        rest, rest_ja = titles.ALL_CLEAR, titles_ja.ALL_CLEAR
    if not reached:
        return Said(f"{titles.chain_label(rounds)}: {rest}", f"{titles_ja.chain_label(rounds)} {rest_ja}")
    if goal.clear == ALL:
        return Said(f"Goal reached: {_named(goal)}", f"{titles_ja.goal_name(goal)}達成！")
    return Said(f"Goal reached: {_named(goal)}; {rest}", f"{titles_ja.goal_name(goal)}達成！ {rest_ja}")


def _named(goal: Goal) -> str:
    """The goal's name within a sentence."""
    if goal.kind is None and goal.clear == ALL:
        return titles.ALL_CLEAR
    name = titles.goal_name(goal)
    return name[:1].lower() + name[1:]
