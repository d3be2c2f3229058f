"""The papers' own models: LightGBM with their settings, fitted to plain mean ratings as they did.

For comparison only. A game offers the settings (`presets`, `surveys`); they were tuned on the data that the papers'
errors are of (T-spin thesis, footnote 3).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engines.people.preset import Preset
from engines.rating import trees

ROUNDS = 1000  # where a paper does not print how many


def predict_with(
    preset: Preset, features: Sequence[str], table: np.ndarray, means: np.ndarray, wanted: np.ndarray
) -> np.ndarray:
    """What a paper's model, fitted to the mean ratings of some puzzles, predicts of others."""
    settings = {**preset.parameters(), "num_iterations": preset.rounds or ROUNDS, **trees.REPRODUCIBLE}
    return trees.predict(trees.train(settings, features, table, means, np.ones(len(means))), wanted)
