"""What puzzles are called in Japanese: the sentences of `titles` again, in the words of the community's simulators.

「べし」 ends a task there: 3連鎖するべし, ぷよ全て消すべし, 4色同時に消すべし.
"""

from __future__ import annotations

from engines.contract import Variant
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
    Step,
)

TITLE = "なぞぷよ"
COLOR_NAMES = {"r": "赤", "g": "緑", "b": "青", "y": "黄", "p": "紫"}
PUYOS = {ALL: "ぷよ", ANY_COLOR: "色ぷよ", GARBAGE: "おじゃまぷよ"} | {c: f"{n}ぷよ" for c, n in COLOR_NAMES.items()}
KIND_TITLES = {
    CHAIN: "連鎖",
    COLORS_AT_ONCE: "多色同時消し",
    COUNT: "大量同時消し",
    PLACE: "複数箇所同時消し",
    CONNECT: "大連結",
    ACC_COLORS: "合計の色数",
    ACC_COUNT: "合計の個数",
    None: "全消し",
}
TASKS = {
    CHAIN: "{many}連鎖{up}するべし",
    COLORS_AT_ONCE: "{many}色{up}同時に消すべし",
    COUNT: "{puyos}{many}個{up}同時に消すべし",
    PLACE: "{puyos}{many}箇所{up}同時に消すべし",
    CONNECT: "{puyos}{many}連結{up}で消すべし",
    ACC_COLORS: "{many}色{up}消すべし",
    ACC_COUNT: "{puyos}{many}個{up}消すべし",
}
DEEDS = {
    CHAIN: "{many}連鎖{up}",
    COLORS_AT_ONCE: "{many}色{up}同時消し",
    COUNT: "{puyos}{many}個{up}同時消し",
    PLACE: "{puyos}{many}箇所{up}同時消し",
    CONNECT: "{puyos}{many}連結{up}消し",
    ACC_COLORS: "合計{many}色{up}消し",
    ACC_COUNT: "{puyos}合計{many}個{up}消し",
}
AFTER, ALL_CLEAR, FALLS = "残り", "全消し", "おじゃまぷよ"


def _filled(sentence: str, goal: Goal) -> str:
    return sentence.format(many=goal.n, up="" if goal.exact else "以上", puyos=PUYOS[goal.color])


def _cleared(clear: str) -> str:
    """What it is called that all of a colour is gone."""
    return ALL_CLEAR if clear == ALL else PUYOS[clear] + ALL_CLEAR


def variant_title(variant: Variant) -> str:
    """The title of a variant is its task."""
    return goal_title(variant.parameters["goal"], variant.moves)


def goal_name(goal: Goal) -> str:
    """What was done once the goal is reached: 3連鎖, 全消し, 3連鎖＆全消し."""
    if goal.kind is None:
        return _cleared(goal.clear or ALL)
    return _filled(DEEDS[goal.kind], goal) + (f"＆{_cleared(goal.clear)}" if goal.clear else "")


def goal_title(goal: Goal, pairs: int) -> str:
    """The task in a line: 2手で3連鎖するべし, 3手でぷよ全て消すべし, 2手で3連鎖＆ぷよ全て消すべし."""
    if goal.kind and not goal.clear:
        return f"{pairs}手で{_filled(TASKS[goal.kind], goal)}"
    deed = f"{_filled(DEEDS[goal.kind], goal)}＆" if goal.kind else ""
    return f"{pairs}手で{deed}{PUYOS[goal.clear or ALL]}全て消すべし"


def move_label(name: str, step: Step) -> str:
    """What stands under a move."""
    return name if isinstance(step, str) else FALLS


def chain_label(rounds: int) -> str:
    """What a move set off."""
    return f"{rounds}連鎖"


def left_label(empty: bool) -> str:
    """What stands under the board that is left."""
    return ALL_CLEAR if empty else AFTER
