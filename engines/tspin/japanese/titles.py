"""What puzzles are called in Japanese, in the words of those who play T-spins. Compare with `rules.titles`.

Rows that clear are *lines* (ライン) here, because players call columns and rows by the same word (列).
"""

from __future__ import annotations

from engines.contract import Variant
from engines.tspin.rules.puzzle import DROP, SRS

TITLE = "詰めTスピン"
TITLES = {
    "tsd": "Tスピンダブル",
    "tst": "Tスピントリプル",
    "quad": "テトリス（4ライン消し）",
    "donate": "ドネイト",
}
SHORT = TITLES | {"quad": "4ライン消し"}  # under a picture
RULES = {DROP: "落下のみ", SRS: "回転入れあり"}
WAYS = {"tuck": "滑り込み", "spin": "回転入れ"}
WELL = "縦穴"


def variant_title(variant: Variant) -> str:
    """The title of a variant. Drops are what a beginner expects, so only more than that is named."""
    goal, n, moves = _parts(variant)
    return f"{TITLES[goal]} {n}手" + ("" if moves == DROP else f"（{RULES[moves]}）")


def category(variant: Variant) -> str:
    """The title of its category: of the puzzles that drop, those of the thesis go by their number of pieces."""
    goal, n, moves = _parts(variant)
    if moves != DROP:
        return f"{TITLES[goal]}（{RULES[moves]}）"
    return f"{TITLES[goal]} {n}手" if goal in ("tsd", "donate") else TITLES[goal]


def _parts(variant: Variant) -> tuple[str, int, str]:
    return variant.parameters["goal"], variant.moves, variant.parameters["moves"]
