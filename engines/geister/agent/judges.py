"""The list of the agents that judge Geister puzzles. How they judge is in `judge`, which needs more imports."""

from __future__ import annotations

from engines.judging import Judge

RULES, NEAR, SHALLOW = "rules", "search-3", "search-5"
JUDGES = (
    Judge(RULES, "an agent by rules of thumb", "経験則だけで指すエージェント"),
    Judge(NEAR, "an agent that reads three plies ahead", "3手先まで読むエージェント"),
    Judge(SHALLOW, "an agent that reads five plies ahead", "5手先まで読むエージェント", searches=True),
)
