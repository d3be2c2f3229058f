"""The list of the agents that judge Nazo Puyo. How they judge is in `judge`, which needs more imports."""

from __future__ import annotations

from engines.judging import Judge

ONE, TWO, THREE = "potential-1", "potential-2", "potential-3"
JUDGES = (
    Judge(ONE, "an agent that builds for any next pair", "次の1手だけを考えるエージェント"),
    Judge(TWO, "an agent that plans two pairs ahead", "2手先まで読むエージェント"),
    Judge(THREE, "an agent that plans three pairs ahead", "3手先まで読むエージェント", searches=True),
)
