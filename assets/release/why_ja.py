"""Why a puzzle was chosen, in Japanese: the facts of the English `why`, from the row of the table `selection`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assets.core.titles import category_title, variant_title
from assets.pictures.words import UI
from warehouse.vocabulary import BY_PLAYERS, CURATED, EVERYONE, FLASH, PRACTICE, SIMULATED, SURVEYED, THIRDS

RATINGS = {SIMULATED: "模擬評価", SURVEYED: "アンケートの評価", BY_PLAYERS: "プレイヤーの評価"}
THIRD_TITLES = dict(zip(THIRDS, ("易しい3分の1", "中間の3分の1", "難しい3分の1"), strict=True))
SURVEYED = "評価を募集している問題。モデルにまだ分からないことを、この問題の評価が特によく教えてくれる。"


def why_ja(row: Mapping[str, Any], interest: float, provenance: str) -> str:
    """A sentence or two. `interest` is what the choice went by."""
    if row["kind"] == CURATED:
        return of_the_best(row, interest, provenance)
    if row["kind"] in (FLASH, PRACTICE):
        title = category_title(row["game"], row["category"])[1]
        drawn = f"残った{row['among']:,}問から{row['rank']:,}番目に引かれた"
        return f"「{title}」の{UI[row['kind']][1]}用に無作為に選出。{drawn}。"
    return SURVEYED


def of_the_best(row: Mapping[str, Any], interest: float, provenance: str) -> str:
    title, third = variant_title(row["game"], row["variant"])[1], THIRD_TITLES[row["third"]]
    whose = "" if row["audience"] == EVERYONE else f"{UI[row['audience']][1]}にとっての"
    score = f"{whose}面白さ{interest:.2f}、{RATINGS.get(provenance, provenance)}からの予測"
    place = "唯一の候補" if row["among"] == 1 else f"{row['among']:,}問中、面白さ第{row['rank']:,}位"
    said = f"「{title}」の{third}で{place}（{score}）。"
    return said + (f"より面白い {row['beat']} もあったが、他の問題との違いを優先した。" if row["beat"] else "")
