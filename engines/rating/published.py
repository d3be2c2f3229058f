"""What the papers print of their surveys, as data: whoever says "their figure" takes it from here.

A figure is kept as it was printed, on the scale of its survey, with the section or table that it is from. What a
paper does not print is None. All of these are of people; ours are simulated until people rate.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engines.rating.scale import Scale

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
    """How far off a model was: `metric` by `protocol`, fitted to the mean ratings of `audience` from `features`."""

    metric: str  # MAE, RMSE, or SMAPE in per cent
    protocol: str
    interest: float | None
    difficulty: float | None
    source: str
    audience: str = "everyone"
    features: str = "all"


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


TSPIN_1 = Survey(
    name="tspin-1",
    game="tspin",
    title="T-spin Double, one move, beginners",
    items=42,
    raters=10,
    who={"beginner": 10},
    scale=FIVE,
    seconds=60,
    answer_first=False,
    source="000, 5.1.1",
    variants={"tsd-1": 42},
    mean=Both(2.683, 2.385, "000, table 5.1"),
    sd=Both(0.676, 0.684, "000, table 5.1"),
    correlation=Figure(0.952, "000, 5.1.1"),
    shapes={"beginner": "the harder, the more interesting"},
    errors=(
        ModelError("MAE", "3-fold", 0.401, 0.400, "000, 5.3.1"),
        ModelError("SMAPE", "3-fold", 15.65, 15.28, "000, 5.3.1"),
    ),
)

TSPIN_2 = Survey(
    name="tspin-2",
    game="tspin",
    title="T-spin Double, two moves, beginners",
    items=50,
    raters=15,  # eight of them had rated one move
    who={"beginner": 15},
    scale=FIVE,
    seconds=60,
    answer_first=False,
    source="000, 5.1.2",
    variants={"tsd-2": 50},
    mean=Both(2.950, 2.306, "000, table 5.1"),
    sd=Both(0.478, 0.569, "000, table 5.1"),
    correlation=Figure(0.859, "000, 5.1.2"),
    peak=Figure(3.2, "000, 5.1.2"),
    alone_mean=Both(0.898, 0.807, "000, table 5.2"),
    alone_best=Both(0.529, 0.482, "000, table 5.2"),
    alone_worst=Both(1.368, 1.175, "000, table 5.2"),
    shapes={"beginner": "the harder, the more interesting, up to a top"},
    errors=(
        ModelError("MAE", "10-fold", 0.261, 0.345, "000, 5.3.2 and table 5.2"),
        ModelError("SMAPE", "10-fold", 8.741, 14.77, "000, 5.3.2"),
    ),
)

TSPIN_2_EXPERT = Survey(
    name="tspin-2-expert",
    game="tspin",
    title="T-spin Double, two moves, one expert",
    items=147,
    raters=1,
    who={"advanced": 1},
    scale=FIVE,
    seconds=None,
    answer_first=None,
    source="000, 5.4",
    variants={"tsd-2": 147},
    errors=(
        ModelError("MAE", "10-fold", 0.783, 0.940, "000, 5.4"),
        ModelError("SMAPE", "10-fold", 24.423, 36.77, "000, 5.4"),
    ),
)

PUYO_2X3 = Survey(
    name="puyo-2x3",
    game="puyo",
    title="Nazo Puyo, a 3-chain in two moves",
    items=51,
    raters=12,
    who={"beginner": None, "regular": None},  # cut by their results and their experience
    scale=SEVEN,
    seconds=None,
    answer_first=None,
    source="001, 5.1",
    variants={"chain-2x3": 51},
    shapes={
        "regular": "a rather strong correlation (001, 5.3.1 and fig. 5.1)",
        "beginner": "rising among the easy ones, then a hill (001, 5.3.1 and fig. 5.1)",
    },
    errors=(
        ModelError("RMSE", "10-fold", 0.46, 0.75, "001, table 5.1", "everyone", "13 of the earlier paper"),
        ModelError("RMSE", "10-fold", 0.51, 0.75, "001, table 5.1", "beginner", "13 of the earlier paper"),
        ModelError("RMSE", "10-fold", 0.57, 0.93, "001, table 5.1", "regular", "13 of the earlier paper"),
        ModelError("RMSE", "10-fold", 0.40, 0.87, "001, table 5.1", "everyone", "all 26"),
        ModelError("RMSE", "10-fold", 0.52, 0.75, "001, table 5.1", "beginner", "all 26"),
        ModelError("RMSE", "10-fold", 0.52, 0.93, "001, table 5.1", "regular", "all 26"),
    ),
)

PUYO_ONE_RATER = Survey(
    name="puyo-one-rater",
    game="puyo",
    title="Nazo Puyo, one rater",
    items=200,
    raters=1,
    who={"regular": 1},  # the paper does not say; peers "of that strength" called one a masterpiece
    scale=SEVEN,
    seconds=None,
    answer_first=None,
    source="001, 6.3",
    variants={"chain-2x3": 200},
    errors=(ModelError("RMSE", "not said", 1.71, None, "001, 6.3.1", "one person"),),
)

GEISTER = Survey(
    name="geister",
    game="geister",
    title="Geister, four categories",
    items=100,
    raters=8,
    who={"beginner": 8},
    scale=FIVE_ROUND_ZERO,
    seconds=90,
    answer_first=True,
    source="004, 7.1",
    variants={"escape": 35, "wall": 25, "open": 30, "capture": 10},  # 004, table 4
    highest=Both(1.25, 1.875, "004, 7.6"),
    correlation=Figure(0.63, "004, 7.3"),
    pairs_least=Figure(-0.12, "004, 7.4 and fig. 5"),
    pairs_most=Figure(0.38, "004, 7.4 and fig. 5"),
    shapes={"beginner": "rising; the few hardest are about 0 (004, 7.3)"},
    errors=(ModelError("RMSE", "10-fold", 0.52, 0.64, "004, 7.5"),),
)

SURVEYS: Mapping[str, Survey] = {
    survey.name: survey for survey in (TSPIN_1, TSPIN_2, TSPIN_2_EXPERT, PUYO_2X3, PUYO_ONE_RATER, GEISTER)
}


@dataclass(frozen=True)
class Offer:
    """What people of a group said of new puzzles that were chosen for them in one of the paper's three ways."""

    group: str
    way: str  # "personal": by the person's model; "group": by the group's; "random"
    mean: Both


# Nine of the twelve of PUYO_2X3, three rounds of 14 puzzles for each way, on -3 to 3 (001, 6.1).
OFFERED = (
    Offer("regular", "personal", Both(0.56, -0.26, "001, table 6.1")),
    Offer("regular", "group", Both(0.21, -0.36, "001, table 6.1")),
    Offer("regular", "random", Both(0.42, 0.24, "001, table 6.1")),
    Offer("beginner", "personal", Both(0.17, -0.07, "001, table 6.2")),
    Offer("beginner", "group", Both(0.47, 0.38, "001, table 6.2")),
    Offer("beginner", "random", Both(0.41, 0.26, "001, table 6.2")),
)
OFFERED_RATERS, OFFERED_ITEMS, OFFERED_SCALE = 9, 42, SEVEN


@dataclass(frozen=True)
class TopPicks:
    """What one person said of the puzzles that the person's own model put highest."""

    picked: int
    rated: tuple[float, ...]  # where the paper prints each
    mean: float | None
    at_least: Mapping[float, int]  # how many were rated so much or more
    source: str


TOP_OF_THE_RATED = TopPicks(3, (3.0, 2.0, 2.0), None, {}, "001, 6.3.1")
TOP_OF_NEW_ONES = TopPicks(10, (), 1.4, {1.0: 8, 2.0: 5}, "001, 6.3.2")


@dataclass(frozen=True)
class Preset:
    """The LightGBM settings of a paper. All use gradient boosted trees for regression; `rounds` is None where a paper
    does not say how many. They were tuned on the data that the errors are of (000, footnote 3)."""

    name: str
    learning_rate: float
    rounds: int | None
    leaves: int
    feature_fraction: float
    min_data: int
    source: str
    min_hessian: float = 1.0

    def parameters(self) -> dict[str, str | int | float]:
        """The same under LightGBM's names, rounds left out."""
        return {
            "boosting": "gbdt",
            "objective": "regression",
            "metric": "rmse",
            "learning_rate": self.learning_rate,
            "num_leaves": self.leaves,
            "feature_fraction": self.feature_fraction,
            "min_data_in_leaf": self.min_data,
            "min_sum_hessian_in_leaf": self.min_hessian,
        }


PRESETS: Mapping[str, Preset] = {
    preset.name: preset
    for preset in (
        Preset("tspin-1", 0.001, None, 2, 0.8, 1, "000, footnote 4"),
        Preset("tspin-2-interest", 0.125, 1000, 3, 0.8, 3, "000, footnote 5"),
        Preset("tspin-2-difficulty", 0.15, 1000, 12, 0.68, 3, "000, footnote 6"),
        Preset("tspin-2-expert", 0.125, 100, 8, 0.3, 3, "000, footnote 9"),
    )
}
