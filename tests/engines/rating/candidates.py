"""Real candidates of the engines to ask simulated raters about: few, but as they come, of any verdict."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from engines.identity import puzzle_id
from engines.registry import engine

SEED = 11

# Families like those that the papers asked about, and longer and shorter ones that nobody has rated. For Geister "a
# few that are very short or very long, more that are between" (Geister paper, 7.1).
GEISTER = (
    *("escape-5 35", "escape-7 50", "escape-9 45", "escape-11 25"),
    *("wall-5 30", "wall-7 40", "wall-9 30", "wall-11 15"),
    *("open-5 35", "open-7 45", "open-9 35", "open-11 10"),
    *("capture-5 25", "capture-7 25", "capture-9 10"),
)
ASKED: Mapping[str, Mapping[str, int]] = {
    "tspin": {"tsd-1": 200, "tsd-2": 200, "tsd-3": 30, "tsd-4": 20},
    "puyo": {"chain-2x3": 250, "chain-1x2": 40, "chain-3x4": 25, "chain-4x6": 10},
    "geister": {name: int(count) for name, count in (line.split() for line in GEISTER)},
}


@dataclass(frozen=True, eq=False)
class Pool:
    """Candidates of one game, one a row."""

    game: str
    names: list[str]
    ids: np.ndarray
    variants: np.ndarray
    features: np.ndarray
    moves: np.ndarray

    def rows(self, rows: np.ndarray) -> Pool:
        columns = (self.ids[rows], self.variants[rows], self.features[rows], self.moves[rows])
        return Pool(self.game, self.names, *columns)

    def family(self, name: str) -> np.ndarray:
        """Rows of a variant, or of all variants with this word before the dash."""
        return np.flatnonzero([variant == name or variant.split("-")[0] == name for variant in self.variants])


def made(game: str, asked: Mapping[str, int] | None = None) -> Pool:
    """Generated, proved and measured by the game's engine; nothing else is taken from it."""
    press = engine(game)
    puzzles = {variant: press.generate(variant, SEED, count) for variant, count in (asked or ASKED[game]).items()}
    every = [puzzle for found in puzzles.values() for puzzle in found]
    verdicts = press.solve(every)
    return Pool(
        game=game,
        names=[feature.name for feature in press.features],
        ids=np.array([puzzle_id(press, puzzle) for puzzle in every]),
        variants=np.array([variant for variant, found in puzzles.items() for _ in found]),
        features=np.asarray(press.measure(every, verdicts), dtype=np.float64),
        moves=np.array([press.length(puzzle, verdict) for puzzle, verdict in zip(every, verdicts, strict=True)]),
    )
