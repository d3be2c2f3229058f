"""Why a puzzle was chosen, in Japanese: the facts of the English `why`, from the row of the table `selection`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assets.core.parts import clauses
from assets.core.titles import category_title, variant_title
from assets.pictures.words import UI
from warehouse.vocabulary import BY_PLAYERS, CURATED, FLASH, PRACTICE, SURVEYED, THIRDS

RATINGS = {SURVEYED: "アンケートの評価", BY_PLAYERS: "プレイヤーの評価"}
THIRD_TITLES = dict(zip(THIRDS, ("易しい3分の1", "中間の3分の1", "難しい3分の1"), strict=True))
ASKED = "評価を募集している問題。モデルにまだ分からないことを、この問題の評価が特によく教えてくれる。"


def why_ja(row: Mapping[str, Any], provenance: str) -> str:
    """A sentence or two. `provenance` is where the ratings behind the interest come from."""
    if row["kind"] == CURATED:
        return of_the_best(row, provenance)
    if row["kind"] in (FLASH, PRACTICE):
        title = category_title(row["game"], row["category"])[1]
        drawn = f"残った{row['among']:,}問から{row['rank']:,}番目に引かれた"
        return f"「{title}」の{UI[row['kind']][1]}用に無作為に選出。{drawn}。"
    return ASKED


def of_the_best(row: Mapping[str, Any], provenance: str) -> str:
    title, third = variant_title(row["game"], row["variant"])[1], THIRD_TITLES[row["third"]]
    place = "唯一の候補" if row["among"] == 1 else f"{row['among']:,}問中第{row['rank']:,}位"
    worth = clauses(row)[1]
    if row["trust"]:
        whose, interest = RATINGS.get(provenance, provenance), f"{row['audience_interest']:.2f}"
        worth = f"{whose}からの予測で面白さ{interest}（比重{row['trust']:.0%}）、{worth}"
    said = f"「{title}」の{third}で{place}：{worth}。"
    return said + (f"{row['beat']} より、他の問題との違いが大きいこちらを優先した。" if row["beat"] else "")
