"""The game's words in Japanese, as Puyo players use them; see `Japanese` in the contract.

The words of the papers where they have one: 配ぷよ for the pairs that come, ちぎり for a split, 2連結 and 3連結 for
groups. Numbers are the same in either language.
"""

from __future__ import annotations

from engines.contract import Japanese
from engines.puyo import words_ja
from engines.puyo.catalogue import OF_A_MOVE, ORDINALS, SURFACE_MOVES, TOLD_MOVES
from engines.puyo.generate import VARIANTS
from engines.puyo.titles import KIND_TITLES
from engines.puyo.titles_ja import KIND_TITLES as KIND_TITLES_JA
from engines.puyo.titles_ja import goal_title

TITLE = "なぞぷよ"
FACETS = {
    "goal": "クリア条件",
    "moves": "手数",
    **{KIND_TITLES[kind]: title for kind, title in KIND_TITLES_JA.items()},
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
THEMES = {
    "few-puyos": ("少数ぷよ", "盤面のぷよが10個以下"),
    "crowded": ("多数ぷよ", "盤面のぷよが31個以上"),
    "near-the-top": ("天井間近", "最初から10段以上の列がある"),
    "two-colors": ("2色", "盤面と配ぷよを合わせて4個以上ある色が2色だけ"),
    "new-color": ("新しい色", "盤面にない色の配ぷよが来る"),
    "garbage-falls": ("おじゃま落下", "手の合間におじゃまぷよやかたぷよが降る"),
    "needs-a-split": ("ちぎり必須", "どの正解でも配ぷよをちぎる（最初の32通りのうち）"),
    "quiet-first-move": ("静かな初手", "2手以上のうちの初手が同じ色のどこにもつかない"),
    "fires-twice": ("二度撃ち", "最終手より前の手でもぷよが消える"),
    "stacked-moves": ("重ね置き", "前に置いた配ぷよの上に次の配ぷよが乗る"),
    "far-apart": ("離れた二手", "二つの手の間が2列以上空く"),
    "order-matters": ("手順前後禁止", "同じ置き方でも順番を変えると達成できない"),
    "either-order": ("順不同", "同じ置き方なら順番を変えても達成できる"),
    "last-move-alone": ("最終手だけで", "前の手がなくても最終手の配ぷよだけで達成できる"),
    "false-start": ("偽の初手", "初手ですぐに消せるが、それでは達成できない"),
    "close-calls": ("あと一歩", "最終手をほかに置くと条件に一つだけ足りない場所が二つ以上ある"),
    "no-wasted-puyo": ("無駄なし", "置いた配ぷよがすべて消える"),
    "placed-puyo-waits": ("待つ配ぷよ", "配ぷよが2連鎖目以降に消える"),
    "halves-part": ("泣き別れ", "一組の2個が別々の連鎖で消える"),
    "same-color-twice": ("同色連続", "同じ色が2連鎖続けて消える"),
    "two-colors-at-once": ("2色同時消し", "一度に2色以上が消える"),
    "zigzag-chain": ("折り返し連鎖", "連鎖が左へ進んでから右へ戻る、またはその逆"),
    "long-drop": ("大落差", "連鎖中に4段以上落ちたぷよが、その連鎖で消える"),
    "hidden-row": ("13段目の連鎖尾", "13段目にあったぷよが降りてきて消える"),
    "far-puyo-matters": ("遠くの一個", "3列以上離れた孤立ぷよが消えないと達成できない"),
    "idle-color": ("遊び色", "盤面にありながら一度も消えない色がある"),
    "garbage-in-the-way": ("おじゃま掃除", "正解の中でおじゃまぷよやかたぷよが消える"),
    "big-clear": ("大量消し", "連鎖で16個以上が消えて、残りは4個以下"),
    "all-clear": ("全消し", "盤面に何も残らない"),
}
FEATURES = (
    words_ja.WORDS
    | {f"surface_samecolor_{name}_{move}": w for name, w in words_ja.OPEN_GROUPS.items() for move in SURFACE_MOVES}
    | {f"used_hand_num_in_{ordinal}_chain": words_ja.used_in(k) for k, ordinal in enumerate(ORDINALS, 1)}
    | {f"{name}_{k}": words_ja.OF_ONE[name] for k in range(1, TOLD_MOVES + 1) for name, _ in OF_A_MOVE}
)

JAPANESE = Japanese(
    TITLE,
    {name: goal_title(variant.parameters["goal"], variant.moves) for name, variant in VARIANTS.items()},
    FACETS,
    THEMES,
    FEATURES,
)
