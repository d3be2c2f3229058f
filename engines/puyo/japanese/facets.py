"""Names and values of facets and traits in Japanese, by the English; and of categories. Numbers are the same."""

from __future__ import annotations

from collections.abc import Mapping

from engines.puyo.japanese.titles import KIND_TITLES
from engines.puyo.rules import titles

FACETS: Mapping[str, str] = {
    "goal": "クリア条件",
    "moves": "手数",
    **{titles.KIND_TITLES[kind]: title for kind, title in KIND_TITLES.items()},
    # traits
    "puyos": "盤面のぷよ",
    "<= 10": "10個以下",
    "11-20": "11〜20個",
    "21-30": "21〜30個",
    ">= 31": "31個以上",
    "colors": "色の数",  # of a puzzle, and what those are practised as that ask for a number of them
    "columns": "置く列",
    "left": "左",
    "right": "右",
    "middle": "中央",
    "wide": "全体",
    "first": "初手",
    "upright": "縦置き",
    "flat": "横置き",
    "split": "ちぎり",
    # categories
    "chain-1": "1手の連鎖",
    "chain-2": "2手の連鎖",
    "chain-3": "3手の連鎖",
    "chain-4": "4手以上の連鎖",
    "clear": "全消し",
    "count": "消す数",
}
