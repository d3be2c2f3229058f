"""What players say in Japanese of a Nazo Puyo that has more or less of a feature: `words` again, entry by entry.

Each is a noun phrase that goes in front of 「のため」.
"""

from __future__ import annotations

from collections.abc import Mapping

from engines.puyo.measure.words import Words

SOLUTIONS: Words = ("正解手順の多さ", "正解手順の少なさ")
SPLITS: Words = ("ちぎりが必要なこと", "ちぎらずに置けること")
FALLING: Words = ("連鎖中に落ちるぷよの多さ", "連鎖中に落ちるぷよの少なさ")
CORNERS: Words = ("斜めに隣り合う同色ぷよの多さ", "斜めに隣り合う同色ぷよの少なさ")
BESIDE: Words = ("同じ色にくっつけて置くこと", "同じ色から離して置くこと")
NEAR_MISSES: Words = ("惜しい手順の多さ", "惜しい手順の少なさ")
FALSE_STARTS: Words = ("紛れとなる初手の多さ", "紛れとなる初手の少なさ")
EARLY: Words = ("最終手より前に消えるぷよがあること", "最終手まで何も消えないこと")
SURPRISE: Words = ("思いつきにくい手があること", "思いつきやすい手ばかりであること")
TRIES: Words = ("有力に見える手順の多さ", "有力に見える手順の少なさ")
LURES: Words = ("惜しく見える誘いの手順の多さ", "惜しく見える誘いの手順の少なさ")
FAR: Words = ("離れたぷよが鍵になること", "離れたぷよが絡まないこと")
CHOICE: Words = ("置き場所の候補の多さ", "置き場所の候補の少なさ")

OPEN_GROUPS: Mapping[str, Words] = {
    "pair": ("配ぷよと同色の2連結が表面に多いこと", "配ぷよと同色の2連結が表面に少ないこと"),
    "trio": ("配ぷよと同色の3連結が表面に多いこと", "配ぷよと同色の3連結が表面に少ないこと"),
}

OF_ONE: Mapping[str, Words] = {
    "split": SPLITS,
    "touching": BESIDE,
    "fires": ("一手で起こる連鎖の長さ", "一手で起こる連鎖の短さ"),
    "surprise": SURPRISE,
}


def used_in(number: int) -> Words:
    """Of the placed puyos that vanish in a round of the chain."""
    return f"{number}連鎖目に消える配ぷよの多さ", f"{number}連鎖目に消える配ぷよの少なさ"


WORDS: dict[str, Words] = {
    # of the work before the paper
    "puyoNum": ("盤面のぷよの多さ", "盤面のぷよの少なさ"),
    "correctNum": SOLUTIONS,
    "sqrtCorrectNum": SOLUTIONS,
    "deletableNum": ("1連鎖目に消えるぷよの多さ", "1連鎖目に消えるぷよの少なさ"),
    "dropNum": FALLING,
    "colorNum": ("有効な色の多さ", "有効な色の少なさ"),
    "chigiriNum": SPLITS,
    "maxHeight": ("積みの高さ", "積みの低さ"),
    "chainHeight": ("高い位置で進む連鎖", "低い位置で進む連鎖"),
    "chainUpDown": ("上下に動く連鎖", "上下にあまり動かない連鎖"),
    "chainLeftRight": ("左右に動く連鎖", "左右にあまり動かない連鎖"),
    "zigzagza": ("表面の凸凹の激しさ", "表面の平らさ"),
    "width": ("ぷよのある列の多さ", "ぷよのある列の少なさ"),
    # of the paper
    "leastChigiriNum": SPLITS,
    "putPuyoDeletedNum": ("消える配ぷよの多さ", "消える配ぷよの少なさ"),
    "putPuyoDeletedColor": ("消える配ぷよの色の多さ", "消える配ぷよの色の少なさ"),
    "corner_pair": CORNERS,
    "corner_trio": CORNERS,
    "secondTurnCorrect": ("最終手だけでも達成できること", "最終手だけでは達成できないこと"),
    # of the puzzle
    "goal": ("クリア条件の種類", "このクリア条件であること"),
    "goal_n": ("クリア条件の要求の大きさ", "クリア条件の要求の小ささ"),
    "goal_exact": ("ちょうどの数を求められること", "条件を超えてもよいこと"),
    "goal_clears": ("消し切る条件があること", "消し切らなくてよいこと"),
    "pairs": ("手数の多さ", "手数の少なさ"),
    "doubles": ("ゾロの配ぷよの多さ", "ゾロの配ぷよの少なさ"),
    "repeats": ("同じ組の配ぷよが続くこと", "配ぷよの組がすべて違うこと"),
    "queue_colors": ("配ぷよの色の多さ", "配ぷよの色の少なさ"),
    "new_colors": ("盤面にない色が来ること", "盤面にある色しか来ないこと"),
    "falls": ("おじゃまぷよが降ること", "おじゃまぷよが降らないこと"),
    "spare": ("余るぷよの多さ", "余るぷよの少なさ"),
    # of the board
    "board_colors": ("盤面の色の多さ", "盤面の色の少なさ"),
    "entropy": ("色の偏りのなさ", "色の偏り"),
    "garbage": ("盤面のおじゃまぷよの多さ", "盤面のおじゃまぷよの少なさ"),
    "singles": ("孤立したぷよの多さ", "孤立したぷよの少なさ"),
    "pairs_there": ("2連結の多さ", "2連結の少なさ"),
    "trios_there": ("3連結の多さ", "3連結の少なさ"),
    "buried_groups": ("埋もれた連結の多さ", "埋もれた連結の少なさ"),
    "diagonals": CORNERS,
    "surface_colors": ("表面の色の多さ", "表面の色の少なさ"),
    "density": ("隙間なく詰まった盤面", "隙間の多い盤面"),
    "lean": ("左右に偏った積み", "左右の釣り合った積み"),
    "steepest": ("列どうしの段差の大きさ", "列どうしの段差の小ささ"),
    "deepest_well": ("溝の深さ", "溝の浅さ"),
    "headroom": ("窒息までの余裕の大きさ", "窒息までの余裕のなさ"),
    # of the answer
    "answer_moves": ("正解手順の長さ", "正解手順の短さ"),
    "rounds": ("連鎖の長さ", "連鎖の短さ"),
    "early_rounds": EARLY,
    "early_fires": EARLY,
    "points": ("連鎖の得点の高さ", "連鎖の得点の低さ"),
    "vanished": ("消えるぷよの多さ", "消えるぷよの少なさ"),
    "vanished_share": ("ほとんどのぷよが消えること", "多くのぷよが残ること"),
    "puyos_left": ("最後に残るぷよの多さ", "最後に残るぷよの少なさ"),
    "hand_left": ("配ぷよが残ること", "配ぷよがすべて消えること"),
    "chain_colors": ("連鎖で消える色の多さ", "連鎖で消える色の少なさ"),
    "idle_colors": ("消えない色があること", "どの色も消えること"),
    "same_color_rounds": ("同じ色が続けて消えること", "消える色が毎回変わること"),
    "largest_group": ("大きな連結が消えること", "小さな連結だけが消えること"),
    "most_in_a_round": ("同時に消えるぷよの多さ", "同時に消えるぷよの少なさ"),
    "most_colors": ("多色同時消しがあること", "一色ずつ消えること"),
    "most_groups": ("複数の連結が同時に消えること", "連結が一つずつ消えること"),
    "garbage_cleared": ("おじゃまぷよも消えること", "おじゃまぷよが消えないこと"),
    "turns": ("左右に折り返す連鎖", "一方向に進む連鎖"),
    "chain_rise": ("上へ進む連鎖", "上へ進まない連鎖"),
    "chain_width": ("連鎖の幅の広さ", "連鎖の幅の狭さ"),
    "drop_rows": FALLING,
    "longest_drop": ("連鎖中の落差の大きさ", "連鎖中の落差の小ささ"),
    "hidden_vanished": ("13段目のぷよが消えること", "13段目のぷよが連鎖に絡まないこと"),
    "hand_hidden": ("13段目にぷよを置くこと", "13段目にぷよを置かないこと"),
    "hand_waiting": ("後から消える配ぷよがあること", "配ぷよがすぐ消えること"),
    "hand_last_round": ("最後の連鎖で消える配ぷよがあること", "最後の連鎖で消える配ぷよがないこと"),
    "halves_apart": ("組の2個が別々に消えること", "組の2個が一緒に消えること"),
    "hand_touching": BESIDE,
    "highest_placed": ("高い所に置く手があること", "高い所に置く手がないこと"),
    "lowest_placed": ("低い所に置く手がないこと", "低い所に置く手があること"),
    "longest_split": ("大きな段差でちぎること", "大きな段差でちぎらないこと"),
    "stacked": ("配ぷよの上に配ぷよを重ねること", "配ぷよを重ねて置かないこと"),
    "apart": ("離れた場所に置く手順", "近い場所に置く手順"),
    "orders": ("手順前後が許されること", "手順前後が許されないこと"),
    "choices": CHOICE,
    "needed": ("正解に欠かせないぷよの多さ", "正解に欠かせないぷよの少なさ"),
    "needed_singles": ("散らばったぷよを集める必要", "散らばったぷよを集めずに済むこと"),
    "needed_distance": FAR,
    "needed_far": FAR,
    "last_ways": CHOICE,
    "last_near_misses": NEAR_MISSES,
    # of the first move
    "first_ways": CHOICE,
    "first_fires": FALSE_STARTS,
    "first_chain": ("初手で撃てる連鎖の誘惑", "初手で撃てる連鎖の誘惑のなさ"),
    "first_alive": ("正しい初手の多さ", "正しい初手の少なさ"),
    "false_starts": FALSE_STARTS,
    # of all lines
    "lines": ("読む手順の多さ", "読む手順の少なさ"),
    "near_misses": NEAR_MISSES,
    "near_miss_share": NEAR_MISSES,
    "early_lines": ("途中で暴発しやすいこと", "途中で暴発しにくいこと"),
    "lost_lines": ("途中で窒息する危険の大きさ", "途中で窒息する危険の小ささ"),
    "longest_wrong": ("条件を外す長い連鎖があること", "条件を外す長い連鎖がないこと"),
    "one_short": ("あと1個足りない手順の多さ", "あと1個足りない手順の少なさ"),
    # of the effort
    "surprise_first": ("思いつきにくい初手", "思いつきやすい初手"),
    "surprise_worst": SURPRISE,
    "surprise_sum": SURPRISE,
    "rank_first": ("思いつきにくい初手", "思いつきやすい初手"),
    "rank_worst": SURPRISE,
    "tries_blind": TRIES,
    "tries_glance": TRIES,
    "tries_ahead": TRIES,
    "looked_at": TRIES,
    "temptations": LURES,
    "temptation_depth": ("終盤で外れる手順があること", "早く外れる手順ばかりであること"),
    "tempting_chain": ("撃ちたくなる長い連鎖が外れること", "撃ちたくなる長い連鎖がないこと"),
    "stands_out": ("初手の効果が後まで見えないこと", "初手の効果がすぐ見えること"),
    "quiet": ("何も消えない手の多さ", "早いうちに何かが消えること"),
    "waits": ("置いたぷよが消えるまでの手の長さ", "置いたぷよが消えるまでの手の短さ"),
    "idle_moves": ("狙いの見えにくい手があること", "狙いの見えやすい手ばかりであること"),
    "parts_joined": ("つなぎ合わせる部分の多さ", "つなぎ合わせる部分の少なさ"),
    "vanish_in_all": ("消えるぷよの総数の多さ", "消えるぷよの総数の少なさ"),
    "rows_to_meet": ("つながるまでに落ちる段数の多さ", "つながるまでに落ちる段数の少なさ"),
    "lures": ("暴発しそうな3連結の多さ", "暴発しそうな3連結の少なさ"),
    "ready_rounds": ("初めから長い連鎖が組まれていること", "初めには連鎖が組まれていないこと"),
    "unready_rounds": ("これから組む連鎖の多さ", "連鎖がほとんど組まれていること"),
}
