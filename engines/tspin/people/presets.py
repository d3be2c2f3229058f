"""The LightGBM settings that the T-spin thesis prints, for each of its surveys, and the features that it used."""

from __future__ import annotations

from collections.abc import Mapping

from engines.people.preset import Preset

# T-spin thesis, 5.2.2: fourteen features of a puzzle of one move, and eight more of two moves.
READS_ONE = (
    "filled",
    "height_range",
    "gaps_1",
    "gaps_2",
    "gaps_3",
    "piece",
    "piece_tjl",
    "piece_szi",
    "piece_o",
    "edges_filled",
    "below_filled",
    "below_empty",
    "below_all_empty",
    "edges_base",
)
READS_TWO = (
    *READS_ONE,
    "second_above_first",
    "placed_under_cross",
    "edges_between",
    "placed_low_rows",
    "first_piece",
    "first_tjl",
    "first_szi",
    "first_o",
)

ONE_MOVE = Preset("tspin-1", 0.001, None, 2, 0.8, 1, "T-spin thesis, footnote 4", reads=READS_ONE)
TWO_MOVES_INTEREST = Preset("tspin-2-interest", 0.125, 1000, 3, 0.8, 3, "T-spin thesis, footnote 5", reads=READS_TWO)
TWO_MOVES_DIFFICULTY = Preset(
    "tspin-2-difficulty", 0.15, 1000, 12, 0.68, 3, "T-spin thesis, footnote 6", reads=READS_TWO
)
EXPERT = Preset("tspin-2-expert", 0.125, 100, 8, 0.3, 3, "T-spin thesis, footnote 9", reads=READS_TWO)

# What models are compared with: the only settings printed for a panel and each target.
PRESETS: Mapping[str, Preset] = {"interest": TWO_MOVES_INTEREST, "difficulty": TWO_MOVES_DIFFICULTY}
