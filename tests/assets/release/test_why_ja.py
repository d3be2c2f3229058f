"""Why a puzzle was chosen, in Japanese: all kinds of sets, and none of it in English."""

from __future__ import annotations

import re
from typing import Any

from assets.release.why_ja import ASKED, why_ja

ROW: dict[str, Any] = {
    "game": "tspin", "variant": "tsd-2", "category": "tsd-2", "kind": "curated", "third": "middle",
    "audience": "everyone", "rank": 2, "among": 1_015, "beat": None, "difficulty": 2.7, "surprise_share": 0.81,
    "trust": 0.0, "interest": 3.9, "audience_interest": 3.456,
}  # fmt: skip


def test_the_best_by_the_parts_of_its_worth_and_no_simulated_number() -> None:
    assert why_ja(ROW, "simulated") == (
        "「Tスピンダブル 2手」の中間の3分の1で1,015問中第2位：多くの人によく合う、同じ長さの10問中8問より解が意外。"
    )
    beaten = why_ja(ROW | {"beat": "00ff00ff00ff00ff", "audience": "regular"}, "simulated")
    assert beaten.endswith("00ff00ff00ff00ff より、他の問題との違いが大きいこちらを優先した。")
    assert "第2位：中級者に合う、同じ" in beaten
    assert "上級者には易しめ" in why_ja(ROW | {"audience": "advanced"}, "simulated")
    assert "初心者には難しめ" in why_ja(ROW | {"audience": "beginner", "difficulty": 4.2}, "simulated")


def test_what_people_rated_counts_as_far_as_it_goes() -> None:
    assert "プレイヤーの評価からの予測で面白さ3.46（比重40%）、多くの人に" in why_ja(ROW | {"trust": 0.4}, "players")


def test_the_only_one() -> None:
    assert "中間の3分の1で唯一の候補：" in why_ja(ROW | {"rank": 1, "among": 1}, "simulated")


def test_lots_and_questions() -> None:
    drawn = why_ja(ROW | {"kind": "flash"}, "players")
    assert drawn.startswith("「")
    assert "のフラッシュ用に無作為に選出。残った1,015問から2番目に引かれた。" in drawn
    assert not re.search(r"[a-z]{3}", drawn)
    assert why_ja(ROW | {"kind": "survey"}, "simulated") == ASKED
