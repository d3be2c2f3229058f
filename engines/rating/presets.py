"""The papers' own models: LightGBM with their settings, fitted to plain mean ratings as they did.

For comparison only. The settings are in `published.PRESETS`; they were tuned on the data that the papers' errors are
of (000, footnote 3).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engines.rating import trees
from engines.rating.published import PRESETS, Preset

ROUNDS = 1000  # where a paper does not print how many


def preset(name: str) -> Preset:
    """The settings of that name."""
    if name not in PRESETS:
        raise ValueError(f"no preset is called {name}; there are {', '.join(PRESETS)}")
    return PRESETS[name]


def predict_with(
    name: str, features: Sequence[str], table: np.ndarray, means: np.ndarray, wanted: np.ndarray
) -> np.ndarray:
    """What a paper's model, fitted to the mean ratings of some puzzles, predicts of others."""
    chosen = preset(name)
    settings = {**chosen.parameters(), "num_iterations": chosen.rounds or ROUNDS, **trees.REPRODUCIBLE}
    return trees.predict(trees.train(settings, features, table, means, np.ones(len(means))), wanted)
