"""Names and values of facets and traits in Japanese, by the English; and of categories."""

from __future__ import annotations

from collections.abc import Mapping

from engines.geister.japanese.titles import CATEGORIES
from engines.geister.make.variant_words import TITLES, VARIANT_WORDS

FACETS: Mapping[str, str] = {
    "category": "種類",
    "plies": "手数",
    **CATEGORIES,
    **{title: CATEGORIES[name] for name, title in TITLES.items()},
    **{words.facets["plies"]: f"{words.facets['plies']}手" for words in VARIANT_WORDS.values()},
    # traits
    "pieces": "駒数",
    "up to 6": "6個以下",
    "7 or 8": "7〜8個",
    "9 or more": "9個以上",
    "balance": "相手との駒数差",
    "fewer": "相手より少ない",
    "as many": "相手と同じ",
    "more": "相手より多い",
    "exit": "脱出口",
    "left": "左",
    "right": "右",
    "none": "脱出しない",
    "first": "初手",
    "forward": "前進",
    "sideways": "横移動",
    "backward": "後退",
    "takes": "駒を取る",
    "piece": "初手の駒",
    "blue": "青駒",
    "red": "赤駒",
}
