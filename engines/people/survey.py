"""What the papers print of their surveys. The figures themselves are in each game's `people/surveys.py`.

A figure is kept as it was printed, on the scale of its survey, with the section or table that it is from. What a
paper does not print is None. All of these are of people; ours are simulated until people rate.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engines.people.preset import Preset
from engines.people.scale import Scale

FIVE, SEVEN, FIVE_ROUND_ZERO = Scale(1.0, 5.0), Scale(-3.0, 3.0), Scale(-2.0, 2.0)


@dataclass(frozen=True)
class Figure:
    """One printed number."""

    value: float
    source: str


@dataclass(frozen=True)
class Both:
    """The same statistic of interest and of difficulty; None where only one of them is printed."""

    interest: float | None
    difficulty: float | None
    source: str


@dataclass(frozen=True)
class ModelError:
    """How far off a model was: `metric` by `protocol`, fitted to the mean ratings of `audience` from `features`.
    `reads` names these; if it is empty, they are those of the preset."""

    metric: str  # MAE, RMSE, or SMAPE in per cent
    protocol: str
    interest: float | None
    difficulty: float | None
    source: str
    audience: str = "everyone"
    features: str = "all"
    reads: tuple[str, ...] = ()


@dataclass(frozen=True)
class Survey:
    """Some people's ratings of some puzzles, as far as the paper tells.

    Means and standard deviations are of the mean ratings of the puzzles. `alone_...` is the mean absolute difference
    of one rater from the mean of all others, over raters. `pairs_...` are correlations of two raters' interest.
    """

    name: str
    game: str
    title: str
    items: int
    raters: int
    who: Mapping[str, int | None]  # people by group; None if the paper does not say how many
    scale: Scale
    seconds: int | None  # to solve one
    answer_first: bool | None  # whether they saw the answer before they rated
    source: str
    variants: Mapping[str, int] = field(default_factory=dict)  # puzzles by family of ours that is most like theirs
    mean: Both | None = None
    sd: Both | None = None
    highest: Both | None = None  # mean rating of the puzzle with the highest one
    correlation: Figure | None = None  # of the puzzles' mean interest and mean difficulty
    peak: Figure | None = None  # difficulty at which interest is highest
    alone_mean: Both | None = None
    alone_best: Both | None = None
    alone_worst: Both | None = None
    pairs_least: Figure | None = None
    pairs_most: Figure | None = None
    shapes: Mapping[str, str] = field(default_factory=dict)  # interest over difficulty in words, by group
    errors: tuple[ModelError, ...] = ()
    presets: Mapping[str, Preset] = field(default_factory=dict)  # of its models, by target
