"""What players say in Japanese of a T-spin puzzle that has more or less of a feature: `measure.words` entry by entry.

Noun phrases that go before 「のため」, without commas of their own: 「惜しい置き方の多さのため」.
A *slot* (スロット) is where the piece goes that reaches the goal; a hole left under a piece is 虫食い, as in
the T-spin thesis (5.3.1).
"""

from __future__ import annotations

from collections.abc import Mapping

from engines.tspin.measure.words import Words

KINDS: Words = ("来るミノの種類", "来るミノの組み合わせ")
FOUR_WAYS: Words = ("向きが四通りあるミノ", "向きの少ないミノ")
SZI: Words = ("I・S・Zミノを置くこと", "I・S・Z以外のミノを置くこと")
O_PIECE: Words = ("Oミノを置くこと", "Oミノではないこと")
SNUG: Words = ("ぴったりはまるミノ", "周りにあまり接しないミノ")
FIRM: Words = ("しっかり支えられるミノ", "支えの少ないミノ")
HOLE: Words = ("わざと虫食いを作る置き方", "虫食いのできない置き方")
SHAPES: Words = ("置くミノでスロットを作ること", "スロット作りに関わらないミノ")
CHOICE: Words = ("置き場所の候補の多さ", "置き場所の候補の少なさ")
TEMPTING: Words = ("消したくなるラインがあること", "消したくなるラインがないこと")
ON_TOP: Words = ("ミノの上にミノを重ねること", "ミノ同士が重ならないこと")
LEANING: Words = ("ミノ同士が接していること", "ミノ同士がほとんど接しないこと")
APART: Words = ("離れた場所に置くミノ", "近くにまとめて置くミノ")
FAR: Words = ("スロットから遠くに置くミノ", "スロットの近くに置くミノ")
UNDER: Words = ("スロットの下に置くミノ", "スロットの下に何も置かないこと")
FILLING: Words = ("消すラインを埋めるミノ", "消すラインをあまり埋めないミノ")
SURPRISE: Words = ("思いつきにくい置き方", "誰でもまず試す置き方")
FIRST: Words = ("思いつきにくい初手", "誰でもまず試す初手")
HABIT: Words = ("普段の積み方ではしない置き方", "普段の積み方どおりの置き方")
TRIES: Words = ("先に試したくなる置き方の多さ", "少ない試行で見つかる答え")
NEAR_MISSES: Words = ("惜しい置き方の多さ", "惜しい置き方の少なさ")

OF_ONE: Mapping[str, Words] = {
    "piece": KINDS,
    "piece_tjl": FOUR_WAYS,
    "piece_szi": SZI,
    "piece_o": O_PIECE,
    "edges_filled": SNUG,
    "below_filled": FIRM,
    "below_empty": HOLE,
    "below_all_empty": HOLE,
    "choices": CHOICE,
    "tempting": TEMPTING,
    "arrival": ("滑り込みや回転入れが必要なミノ", "落とすだけでよいミノ"),
    "edges_base": SHAPES,
    "from_slot": FAR,
    "surprise": SURPRISE,
    "rank": SURPRISE,
}

OF_TWO: Mapping[str, Words] = {"above": ON_TOP, "edges": LEANING, "apart": APART}

WORDS: dict[str, Words] = {
    # of the thesis
    "filled": ("埋まったマスの多い盤面", "埋まったマスの少ない盤面"),
    "height_range": ("高低差の大きい地形", "高さのそろった地形"),
    "gaps_1": ("1マスの隙間の多さ", "1マスの隙間の少なさ"),
    "gaps_2": ("2マスの隙間の多さ", "2マスの隙間の少なさ"),
    "gaps_3": ("3マスの隙間の多さ", "3マスの隙間の少なさ"),
    "piece": KINDS,
    "piece_tjl": FOUR_WAYS,
    "piece_szi": SZI,
    "piece_o": O_PIECE,
    "edges_filled": SNUG,
    "below_filled": FIRM,
    "below_empty": HOLE,
    "below_all_empty": HOLE,
    "edges_base": SHAPES,
    "second_above_first": ON_TOP,
    "placed_under_cross": UNDER,
    "edges_between": LEANING,
    "placed_low_rows": FILLING,
    "first_piece": KINDS,
    "first_tjl": FOUR_WAYS,
    "first_szi": SZI,
    "first_o": O_PIECE,
    # of solutions
    "solutions": ("解の多さ", "解の少なさ"),
    "other_solutions": ("別ルールでの解の多さ", "別ルールでの解の少なさ"),
    "near_misses": NEAR_MISSES,
    "near_miss_share": NEAR_MISSES,
    "ways": CHOICE,
    "tempting_lines": TEMPTING,
    # of the terrain
    "slots_at_start": ("最初からあるTスロット", "最初はTスロットがないこと"),
    "half_slots_at_start": ("最初からある作りかけのTスロット", "Tスロットの手がかりがないこと"),
    "holes": ("地形の虫食いの多さ", "虫食いのほとんどない地形"),
    "stack_height": ("高く積まれた地形", "低い地形"),
    # of the answer
    "answer_lines": ("途中でラインが消えること", "途中でラインが消えないこと"),
    "answer_buries": HOLE,
    "answer_edges_base": SHAPES,
    "slot_row": ("高い位置のスロット", "低い位置のスロット"),
    "slot_from_wall": ("中央のスロット", "壁際のスロット"),
    # more of the puzzle
    "goal": ("目標の種類", "この問題の目標"),
    "srs": ("滑り込みや回転入れが使えること", "落とすことしかできないこと"),
    "pieces": ("置くミノの多さ", "置くミノの少なさ"),
    "repeats": ("同じミノがまた来ること", "ミノがすべて違うこと"),
    "roughness": ("凹凸の多い地形", "凹凸の少ない地形"),
    "steepest": ("地形の急な段差", "地形に急な段差がないこと"),
    "deepest_well": ("深い縦穴", "深い縦穴がないこと"),
    "rows_one_gap": ("あと1マスで埋まるラインの多さ", "あと1マスで埋まるラインの少なさ"),
    "short_at_start": ("最初からほぼ完成している形", "完成形がまだ見えないこと"),
    "well_depth": ("塞ぐ縦穴の深さ", "塞ぐ縦穴の浅さ"),
    "well_from_wall": ("中央にある塞ぐ縦穴", "壁際にある塞ぐ縦穴"),
    # more of the answer
    "choices": CHOICE,
    "last_ways": CHOICE,
    "last_near_misses": NEAR_MISSES,
    "clears_passed": TEMPTING,
    "tucks": ("滑り込ませるミノ", "滑り込ませるミノがないこと"),
    "spins": ("回転入れするミノ", "回転入れするミノがないこと"),
    "upright": ("縦に置くミノ", "横に寝かせて置くミノ"),
    "orders": ("置く順番の自由さ", "置く順番が決まっていること"),
    "fitted": ("隙間にきれいに収まるミノ", "隙間にきれいに収まらないミノ"),
    "stacked": ON_TOP,
    "groups": APART,
    "apart": APART,
    "idle": ("一見何の役にも立たないミノ", "どのミノにも役目があること"),
    "placed_goal_rows": FILLING,
    "placed_corners": ("Tの角を作るミノ", "Tの角を作るミノがないこと"),
    "placed_over_slot": ("スロットに屋根を付けること", "屋根を付けなくてよいこと"),
    "placed_under_slot": UNDER,
    "placed_over_well": ("縦穴を大きく塞ぐこと", "縦穴を少しだけ塞ぐこと"),
    "holes_left": HOLE,
    "slot_depth": ("地形の奥深くにあるスロット", "地形の表面に近いスロット"),
    "slot_roof": ("スロットの上に覆いかぶさるものの多さ", "スロットの上に覆いかぶさるものの少なさ"),
    "slot_upright": ("縦向きに入れるスロット", "横向きに入れるスロット"),
    "well_from_slot": ("スロットから遠い縦穴", "スロットに近い縦穴"),
    "farthest": FAR,
    # of effort
    "surprise_first": FIRST,
    "surprise_worst": SURPRISE,
    "surprise_sum": SURPRISE,
    "rank_first": FIRST,
    "rank_worst": SURPRISE,
    "rank_sum": SURPRISE,
    "tries_blind": TRIES,
    "tries_glance": TRIES,
    "tries_ahead": TRIES,
    "looked_at": TRIES,
    "looked_at_glance": TRIES,
    "looked_at_ahead": TRIES,
    "temptations": ("有力に見えて1マス足りない手順の多さ", "有力に見えて1マス足りない手順がないこと"),
    "temptation_depth": ("終わり近くで行き詰まる紛れ", "早くに行き詰まる紛れ"),
    "stands_out": ("後になって意味のわかる初手", "すぐに意味のわかる初手"),
    "quiet": ("静かな手から始まること", "一手目から効果が見えること"),
    "waits": ("後のミノを待つミノ", "すぐにつながるミノ"),
    "switches": ("離れた場所に交互に置くこと", "前のミノに続けて置くこと"),
    "habit_worst": HABIT,
    "habit_sum": HABIT,
    "astray": ("目標に近づかないように見えるミノ", "どのミノも目標に近づくこと"),
    "goal_lacks": ("完成までに埋めるマスの多さ", "完成までに埋めるマスの少なさ"),
}
