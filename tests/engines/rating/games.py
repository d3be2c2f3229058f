"""Games as raters see them: those of the registry, and one that nobody has rated."""

from __future__ import annotations

from dataclasses import dataclass

from engines.people.crowd import Crowd
from engines.people.law import Law
from engines.registry import GAMES, engine

SURVEYS = {survey.name: survey for game in GAMES for survey in engine(game).surveys}


@dataclass(frozen=True)
class Elsewhere:
    """No law, no crowd: one is drawn, the other is the everyday one."""

    name: str = "elsewhere"
    law: Law | None = None
    crowd: Crowd | None = None
