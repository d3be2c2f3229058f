"""Names and values of facets and traits in Japanese, by the English; and of categories."""

from __future__ import annotations

from collections.abc import Mapping

from engines.tspin.japanese.titles import RULES, TITLES, category
from engines.tspin.make.variants import VARIANTS
from engines.tspin.rules import titles

NAMES = {
    "goal": "目標",
    "pieces": "ミノ",  # how many, and which
    "rules": "ルール",
    "first": "初手",
    "column": "スロットの位置",
    "overhang": "屋根",
}
PLACES = {"left": "左", "middle": "中央", "right": "右", "both": "両側", "none": "なし"}

FACETS: Mapping[str, str] = {
    **NAMES,
    **PLACES,
    **{titles.TITLES[goal]: title for goal, title in TITLES.items()},
    **{titles.RULES[moves]: rules for moves, rules in RULES.items()},
    **{str(variant.moves): f"{variant.moves}個" for variant in VARIANTS.values()},
    **{variant.category: category(variant) for variant in VARIANTS.values()},
}
