"""The engine's words in Japanese, for all that has English ones: variants, facets, traits, themes, features.

`titles_ja` has those of goals and rules, `words_ja` those of features.
"""

from __future__ import annotations

from collections.abc import Mapping

from engines.contract import Japanese, Variant
from engines.tspin import titles, titles_ja
from engines.tspin.catalogue import FEATURES
from engines.tspin.generate import VARIANTS
from engines.tspin.words_ja import PHRASES

TITLE = "詰めTスピン"

NAMES = {
    "goal": "目標",
    "pieces": "ミノ",  # how many, and which
    "rules": "ルール",
    "first": "初手",
    "column": "スロットの位置",
    "overhang": "屋根",
}
PLACES = {"left": "左", "middle": "中央", "right": "右", "both": "両側", "none": "なし"}

THEMES: Mapping[str, tuple[str, str]] = {
    "donation": ("ドネイト", "縦穴を一度塞ぎ、Tスピンダブルで再び開ける"),
    "same-piece-twice": ("同じミノが2回", "同じミノがネクストに2回以上来る"),
    "flat": ("平らな地形", "隣り合う列の段差がどこも2段以下"),
    "rough": ("凸凹の地形", "隣り合う列の段差の合計が16段以上"),
    "tall-stack": ("高い地形", "最初から8段以上積まれている"),
    "deep-well": ("深い縦穴", "両隣より4段以上低い列が最初からある"),
    "left": ("左側", "決め手のミノの中心が盤面の左半分に入る"),
    "right": ("右側", "決め手のミノの中心が盤面の右半分に入る"),
    "at-the-wall": ("壁際", "決め手のミノが壁に接する"),
    "builds-the-overhang": ("屋根を作る", "Tが入る場所の真上にミノを置く"),
    "builds-from-below": ("土台を作る", "決め手のミノが入る場所の下にミノを置く"),
    "from-a-distance": ("遠くから", "決め手のミノが入る場所にどのミノも接しない"),
    "helper": ("脇役", "消すラインにもTの角にも関わらないミノがある"),
    "fills-a-gap": ("隙間を埋める", "すべての段で両側をブロックか壁に挟まれるミノがある"),
    "covers-a-hole": ("虫食いを作る", "スロットと縦穴以外の空きマスを塞いだままにするミノがある"),
    "upright-s-or-z": ("縦のS・Z", "SミノかZミノを縦に置く"),
    "stacked": ("重ね置き", "先に置いたミノの上に別のミノを置く"),
    "all-together": ("ひとかたまり", "2個以上のミノがすべてつながる"),
    "far-apart": ("離れ離れ", "2個のミノの間が4列以上空く"),
    "needs-a-tuck": ("滑り込み", "何かの下へ横から滑り込ませるミノがある"),
    "needs-a-spin": ("回転入れ", "回転入れしないと入らないミノがある"),
    "clears-on-the-way": ("途中で消去", "決め手の前にラインが消える"),
    "clears-nothing": ("途中の消去なし", "決め手の前にラインが消えない"),
    "tempting-clear": ("誘惑のライン消し", "正解よりも多くのラインを消せるミノがある"),
    "close-calls": ("惜しい手", "最後のミノに、あと1マス足りない置き場所が3か所以上ある"),
    "in-strict-order": ("順番固定", "この置き方は他の順番ではできない"),
    "in-any-order": ("順番自由", "3個以上のミノをどの順番でもこの形に置ける"),
}


def _parts(variant: Variant) -> tuple[str, int, str]:
    return variant.parameters["goal"], variant.moves, variant.parameters["moves"]


JAPANESE = Japanese(
    title=TITLE,
    variants={name: titles_ja.title(*_parts(variant)) for name, variant in VARIANTS.items()},
    facets=NAMES
    | PLACES
    | {titles.TITLES[goal]: title for goal, title in titles_ja.TITLES.items()}
    | {titles.RULES[moves]: rules for moves, rules in titles_ja.RULES.items()}
    | {str(variant.moves): f"{variant.moves}個" for variant in VARIANTS.values()}
    | {variant.category: titles_ja.category(*_parts(variant)) for variant in VARIANTS.values()},
    themes=THEMES,
    features={feature.name: (PHRASES[feature.more], PHRASES[feature.less]) for feature in FEATURES},
)
