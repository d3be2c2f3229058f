"""The words of the game in Japanese: titles, facets and traits, themes, and what players say of features.

The terms are those of `titles_ja`. What is said of a feature is a noun phrase that goes before 「のため」, said to
the attacker: 自分 is the attacker, 相手 the defender. Features that share their words in English share them here.
"""

from __future__ import annotations

from engines.contract import Japanese
from engines.geister.generate import TITLES, VARIANTS
from engines.geister.titles_ja import CATEGORIES, TITLE, variant_title

Words = tuple[str, str]

FACETS = {
    "category": "種類",
    "plies": "手数",
    **CATEGORIES,
    **{title: CATEGORIES[name] for name, title in TITLES.items()},
    **{variant.facets["plies"]: f"{variant.facets['plies']}手" for variant in VARIANTS.values()},
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

THEMES: dict[str, Words] = {
    # the position
    "lone-blue": ("青駒は1つだけ", "自分の青駒が1つしかない"),
    "no-red-to-spare": ("赤駒は取れない", "相手の赤駒が1つしかなく、取ると負けになる"),
    "partly-shown": ("一部公開", "相手の駒に色の分かるものと分からないものがある"),
    "all-shown": ("全公開", "相手の駒の色がすべて分かっている"),
    "behind-in-the-race": ("競走で後れ", "自分の青駒よりも脱出口に近い相手の駒がいる"),
    "lost-corner": ("受けのない隅", "両者の駒がいる隅で、そこだけを見れば相手の脱出を止められない"),
    # the first move
    "quiet-first-move": ("静かな初手", "初手が駒を取る手でも、青駒を脱出口に近づける手でもない"),
    "retreat": ("後退", "初手で駒が後ろに下がる"),
    "red-moves-first": ("赤駒の初手", "初手で赤駒を動かす"),
    "must-not-take": ("取ってはいけない", "すぐに取れる駒があるが、取る手はどれも正解ではない"),
    "looks-wrong": ("正解が悪く見える", "脱出競走だけを見ると、正解より良く見える誤った初手がある"),
    "good-try": ("惜しい手あり", "ただ1つの応手でしかとがめられない、誤った初手がある"),
    "zugzwang": ("ツークツワンク", "初手の後、相手はパスできればもっと長く粘れる"),
    # what the win needs
    "plain-walk": ("直行", "脱出口に最も近い青駒が、ひとりで最短の道を歩いて脱出する"),
    "wall-of-red": ("赤駒の壁", "赤駒を全て取らせる勝ちがなければ、その手数では勝てない"),
    "capture-all": ("青駒全取り", "最後の青駒を取る勝ちがなければ、その手数では勝てない"),
    "only-moves": ("絶対手の連続", "3回以上ある自分の手番のすべてで、間に合う手が1つしかない"),
    "long-win": ("長手数", "最短の勝ちが13手以上かかる"),
    # the answer
    "sacrifice": ("捨て駒", "動かした駒をすぐに取らせる、または最善を尽くしても必ず駒を取られる"),
    "takes-a-hidden-piece": ("非公開の駒を取る", "色の分からない駒を取る"),
    "decoy": ("おびき出し", "脱出口を守る相手の駒に取らせて、守りから外す"),
    "block": ("通せんぼ", "脱出口へ向かう相手の駒の前の空きマスに入って、道をふさぐ"),
    "taken-at-the-exit": ("脱出口で取る", "相手の脱出口にいる駒を取る"),
    "by-a-tempo": ("一手勝ち", "勝つ瞬間に、相手の駒も脱出口に立っている"),
    "far-exit": ("遠い脱出口", "脱出する青駒は、初めはもう一方の脱出口の方に近かった"),
    "other-blue": ("別の青駒", "脱出する青駒は、初めに脱出口に最も近かった駒ではない"),
    "both-exits": ("両にらみ", "両方の脱出口の1マス以内に、同時に青駒がいる"),
    "zigzag": ("ジグザグ", "動き続ける駒が、合わせて2回以上向きを変える"),
    "all-hands": ("総動員", "自分の駒が3つ以上動く"),
}

CORNER_WON: Words = ("すでに勝っている隅があること", "まだ勝っている隅がないこと")
CORNER_LOST: Words = ("相手に狙われている隅があること", "相手に狙われている隅がないこと")
ONLY_MOVES: Words = ("正解が1つしかない手番の多さ", "正解が複数ある手番の多さ")
CLOSE_CALL: Words = ("相手が脱出口に近づけないこと", "相手が脱出寸前まで来ること")
TAKING_PART: Words = ("動かすべき駒の多さ", "動かすべき駒の少なさ")

FEATURES: dict[str, Words] = {
    # of the paper
    "own_blue": ("自分の青駒の多さ", "自分の青駒の少なさ"),
    "own_red": ("自分の赤駒の多さ", "自分の赤駒の少なさ"),
    "hostile_blue": ("相手の青駒の多さ", "相手の青駒の少なさ"),
    "hostile_red": ("相手の赤駒の多さ", "相手の赤駒の少なさ"),
    "plies": ("勝ちまでの手数の長さ", "勝ちまでの手数の短さ"),
    "blue_to_exit": ("青駒が脱出口から遠いこと", "青駒が脱出口に近いこと"),
    "runner_to_exit": ("相手の駒がその脱出口から遠いこと", "相手の駒がその脱出口に近いこと"),
    "guard_to_exit": ("自分の脱出口が守られていないこと", "自分の脱出口が守られていること"),
    "detours": ("回り道の多さ", "回り道の少なさ"),
    "own_far_share": ("自分の駒が前に出ていること", "自分の駒が後ろに残っていること"),
    "hostile_far_share": ("相手の駒が自陣に残っていること", "相手の駒が攻め込んでいること"),
    "category_capture": ("青駒全取りが必要なこと", "青駒全取りが要らないこと"),
    "category_wall": ("赤駒の壁が必要なこと", "赤駒の壁が要らないこと"),
    "category_open": ("色の分かる相手の駒があること", "相手の駒がすべて非公開なこと"),
    "category_escape": ("ただ脱出すればよいこと", "ただの脱出では勝てないこと"),
    "most_proof": ("勝ちの証明の難しさ", "勝ちの証明の易しさ"),
    "most_disproof": ("受けの手を否定する難しさ", "受けの手を否定する易しさ"),
    "fewest_taken": ("駒の取り合いが避けられないこと", "駒の取り合いの少なさ"),
    "fewest_moved": TAKING_PART,
    # of the position
    "hidden": ("色の分からない相手の駒の多さ", "色の分からない相手の駒の少なさ"),
    "shown": ("色の分かる相手の駒の多さ", "色の分かる相手の駒の少なさ"),
    "own_moves": ("選べる手の多さ", "選べる手の少なさ"),
    "hostile_moves": ("相手の手の多さ", "相手の手の少なさ"),
    "contact": ("隣り合う敵味方の多さ", "隣り合う敵味方の少なさ"),
    "race": ("脱出競走での先行", "脱出競走で相手が先行していること"),
    "faster_runners": ("脱出口までの道のりが短い相手の駒", "脱出口までの道のりが短い相手の駒の少なさ"),
    "behind_share": ("相手の駒が青駒の後ろにいること", "相手の駒が青駒の前にいること"),
    "danger": ("相手の脅威の小ささ", "相手の勝ちが迫っていること"),
    "corner_wins": CORNER_WON,
    "corner_sure": CORNER_WON,
    "corner_threats": CORNER_LOST,
    "corner_lost": CORNER_LOST,
    # of the first move
    "first_moves": ("勝てる初手がいくつもあること", "勝てる初手の少なさ"),
    "first_red": ("赤駒を動かす初手", "赤駒を動かさない初手"),
    "first_takes": ("駒を取る初手", "駒を取らない初手"),
    "first_back": ("後ろに下がる初手", "後ろに下がらない初手"),
    "first_quiet": ("狙いの見えにくい静かな初手", "狙いの分かりやすい初手"),
    "first_offers": ("初手の後に取られそうな駒があること", "初手の後に取られそうな駒がないこと"),
    "wrong_steps": ("脱出口へ近づくと失敗すること", "脱出口へ近づく失敗の少なさ"),
    "wrong_takes": ("駒を取ると失敗すること", "駒を取る失敗の少なさ"),
    "misleading": ("実際より良く見える初手があること", "実際より良く見える初手がないこと"),
    "tries": ("惜しい手の多さ", "惜しい手の少なさ"),
    "longest_replies": ("相手の好手の多さ", "相手の好手の少なさ"),
    "replies": ("初手への応手の多さ", "初手への応手の少なさ"),
    "threat_plies": ("初手の狙いの遅さ", "初手の狙いの速さ"),
    "zugzwang": ("相手がパスしたくなること", "相手が手に困らないこと"),
    # of the answer
    "only_moves": ONLY_MOVES,
    "only_share": ONLY_MOVES,
    "slack": ("脱出口への道のりより長くかかること", "脱出口まで一手の無駄もないこと"),
    "by_exit": ("脱出による勝ち", "脱出によらない勝ち"),
    "exit_steps": ("遠くから来る青駒の脱出", "近くから来る青駒の脱出"),
    "far_exit": ("遠い方の脱出口が正解なこと", "近い方の脱出口が正解なこと"),
    "other_blue": ("意外な青駒の脱出", "最も近い青駒が正解なこと"),
    "own_takes": ("自分が取る駒の多さ", "自分が取る駒の少なさ"),
    "purple_takes": ("色の分からない駒を取ること", "色の分からない駒をあまり取らないこと"),
    "blues_lost": ("自分の青駒が取られること", "自分の青駒が取られないこと"),
    "reds_lost": ("自分の赤駒が取られること", "自分の赤駒があまり取られないこと"),
    "offers": ("取られる場所に駒を置くこと", "取られる場所にあまり駒を置かないこと"),
    "sacrifices": ("捨て駒があること", "捨て駒がないこと"),
    "red_moves": ("赤駒の活躍", "赤駒の出番の少なさ"),
    "back_moves": ("後ろに下がる手があること", "後ろに下がる手がないこと"),
    "pieces_moved": TAKING_PART,
    "switches": ("動かす駒の切り替えの多さ", "動かす駒の切り替えの少なさ"),
    "bends": ("駒が途中で向きを変えること", "駒がまっすぐ進むこと"),
    "hostile_pieces_moved": ("守りに動く相手の駒の多さ", "守りに動く相手の駒の少なさ"),
    "blocks": ("脱出を狙う駒をふさぐ必要", "脱出を狙う駒をふさがなくてよいこと"),
    "decoys": ("相手の守りをおびき出すこと", "相手の守りをおびき出さないこと"),
    "runners_stopped": ("相手の駒を脱出口で取ること", "相手の駒を脱出口では取らないこと"),
    "closest_runner": CLOSE_CALL,
    "last_runner": CLOSE_CALL,
    "exits_reached": ("両方の脱出口をにらむ青駒", "片方の脱出口だけをにらむ青駒"),
    "fewest_hostile_taken": ("相手の駒を取る必要", "相手の駒を取る必要の少なさ"),
    "fewest_own_taken": ("駒の損が避けられないこと", "駒の損の少なさ"),
    "plain_walk": ("青駒がただ歩いて脱出すること", "青駒がただ歩くだけでは脱出できないこと"),
    "nodes": ("読むべき量の多さ", "読むべき量の少なさ"),
}

JAPANESE = Japanese(
    title=TITLE,
    variants={
        variant.name: variant_title(variant.category, variant.parameters["plies"]) for variant in VARIANTS.values()
    },
    facets=FACETS,
    themes=THEMES,
    features=FEATURES,
)
