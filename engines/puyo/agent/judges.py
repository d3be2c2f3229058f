"""Who judges Nazo Puyo: the names alone, for those who do not judge. Compare with `judge`."""

from __future__ import annotations

from engines.judging import Judge

ONE, TWO, THREE = "potential-1", "potential-2", "potential-3"
JUDGES = (
    Judge(ONE, "a player that builds for any next pair", "次の1手だけを考えるプレイヤー"),
    Judge(TWO, "a player that plans two pairs ahead", "2手先まで読むプレイヤー"),
    Judge(THREE, "a player that plans three pairs ahead", "3手先まで読むプレイヤー", searches=True),
)
