"""Why a puzzle was chosen, in Japanese: all kinds of sets, and none of it in English."""

from __future__ import annotations

import re
from typing import Any

from assets.release.why_ja import SURVEYED, why_ja

ROW: dict[str, Any] = {
    "game": "tspin", "variant": "tsd-2", "category": "tsd-2", "kind": "curated", "third": "middle",
    "audience": "everyone", "rank": 2, "among": 1_015, "beat": None,
}  # fmt: skip


def test_the_best() -> None:
    assert why_ja(ROW, 3.456, "simulated") == (
        "「Tスピンダブル 2手」の中間の3分の1で1,015問中、面白さ第2位（面白さ3.46、模擬評価からの予測）。"
    )
    beaten = why_ja(ROW | {"beat": "00ff00ff00ff00ff", "audience": "regular"}, 3.456, "simulated")
    assert beaten.endswith("より面白い 00ff00ff00ff00ff もあったが、他の問題との違いを優先した。")
    assert "中級者にとっての面白さ3.46" in beaten


def test_the_only_one() -> None:
    assert "中間の3分の1で唯一の候補（" in why_ja(ROW | {"rank": 1, "among": 1}, 3.4, "simulated")


def test_lots_and_questions() -> None:
    drawn = why_ja(ROW | {"kind": "flash"}, 3.0, "players")
    assert drawn.startswith("「")
    assert "のフラッシュ用に無作為に選出。残った1,015問から2番目に引かれた。" in drawn
    assert not re.search(r"[a-z]{3}", drawn)
    assert why_ja(ROW | {"kind": "survey"}, 3.0, "simulated") == SURVEYED
