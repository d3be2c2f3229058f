"""The settings of a paper that models are compared with: a game's own or, for want of them, another game's."""

from __future__ import annotations

from collections.abc import Mapping

from engines import registry
from engines.people.preset import Preset


def presets_for(game: str) -> Mapping[str, Preset]:
    """Settings by target; of the first game in the registry that has some, if this one has none."""
    return next((found for name in (game, *registry.GAMES) if (found := registry.engine(name).presets)), {})
