"""The LightGBM settings that the T-spin thesis prints, for each of its surveys."""

from __future__ import annotations

from collections.abc import Mapping

from engines.people.preset import Preset

ONE_MOVE = Preset("tspin-1", 0.001, None, 2, 0.8, 1, "T-spin thesis, footnote 4")
TWO_MOVES_INTEREST = Preset("tspin-2-interest", 0.125, 1000, 3, 0.8, 3, "T-spin thesis, footnote 5")
TWO_MOVES_DIFFICULTY = Preset("tspin-2-difficulty", 0.15, 1000, 12, 0.68, 3, "T-spin thesis, footnote 6")
EXPERT = Preset("tspin-2-expert", 0.125, 100, 8, 0.3, 3, "T-spin thesis, footnote 9")

# What models are compared with: the only settings printed for a panel and each target.
PRESETS: Mapping[str, Preset] = {"interest": TWO_MOVES_INTEREST, "difficulty": TWO_MOVES_DIFFICULTY}
