"""What players say in Japanese of a Geister puzzle that has more or less of a feature: `measure.words` again.

Noun phrases that go before 「のため」, said to the attacker: 自分 is the attacker, 相手 the defender.
"""

from __future__ import annotations

from engines.geister.measure.words import TOLD, Words

CORNER_WON: Words = ("すでに勝っている隅があること", "まだ勝っている隅がないこと")
CORNER_LOST: Words = ("相手に狙われている隅があること", "相手に狙われている隅がないこと")
ONLY_MOVES: Words = ("正解が1つしかない手番の多さ", "正解が複数ある手番の多さ")
CLOSE_CALL: Words = ("相手が脱出口に近づけないこと", "相手が脱出寸前まで来ること")
TAKING_PART: Words = ("動かすべき駒の多さ", "動かすべき駒の少なさ")

SURPRISING: Words = ("意外な手の多さ", "自然な手が続くこと")
MANY_TRIES: Words = ("試す回数の多さ", "試す回数の少なさ")
LOOKING: Words = ("調べるべき手順の多さ", "調べるべき手順の少なさ")

WORDS: dict[str, Words] = {
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
    # of the effort
    "surprise_first": ("意外な初手", "自然な初手"),
    "surprise_worst": ("誰も思いつかないような手", "思いつきにくい手がないこと"),
    "surprise_sum": SURPRISING,
    **{f"surprise_{turn}": (f"{turn}回目の意外な手", f"{turn}回目の自然な手") for turn in range(1, TOLD + 1)},
    **{f"rank_{turn}": (f"{turn}回目の意外な手", f"{turn}回目の自然な手") for turn in range(1, TOLD + 1)},
    "rank_first": ("正解より良く見える初手の多さ", "正解より良く見える初手の少なさ"),
    "rank_worst": ("正解より良く見える手の多い手番があること", "正解より良く見える手の多い手番がないこと"),
    "rank_sum": SURPRISING,
    "tries_blind": MANY_TRIES,
    "tries_glance": MANY_TRIES,
    "tries_ahead": MANY_TRIES,
    "looked_at": LOOKING,
    "looked_at_glance": LOOKING,
    "looked_at_ahead": LOOKING,
    "temptations": ("惜しい手順の多さ", "惜しい手順の少なさ"),
    "temptation_depth": ("誤った手順が終盤で失敗すること", "誤った手順がすぐ失敗すること"),
    "stands_out": ("初手の意味が深いこと", "初手の意味が分かりやすいこと"),
    "quiet": ("動きが見えるまでの長さ", "すぐに動きがあること"),
    "quiet_moves": ("静かな手の多さ", "静かな手の少なさ"),
    "waits": ("途中で待たせる駒があること", "待たせる駒がないこと"),
    "scares": ("危なく見える応手の多さ", "危なく見える応手の少なさ"),
    "variations": ("計画を変えさせる応手の多さ", "計画を変えさせる応手の少なさ"),
    "other_answers": ("応手ごとに違う手が必要なこと", "ほとんどの応手に同じ手で勝てること"),
}
