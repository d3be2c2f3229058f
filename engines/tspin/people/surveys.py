"""The published surveys of T-spin puzzles, as data."""

from __future__ import annotations

from engines.people.survey import FIVE, Both, Figure, ModelError, Survey
from engines.tspin.people import presets

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
    source="T-spin thesis, 5.1.1",
    variants={"tsd-1": 42},
    mean=Both(2.683, 2.385, "T-spin thesis, table 5.1"),
    sd=Both(0.676, 0.684, "T-spin thesis, table 5.1"),
    correlation=Figure(0.952, "T-spin thesis, 5.1.1"),
    shapes={"beginner": "the harder, the more interesting"},
    errors=(
        ModelError("MAE", "3-fold", 0.401, 0.400, "T-spin thesis, 5.3.1", features="all 14"),
        ModelError("SMAPE", "3-fold", 15.65, 15.28, "T-spin thesis, 5.3.1", features="all 14"),
    ),
    presets={"interest": presets.ONE_MOVE, "difficulty": presets.ONE_MOVE},
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
    source="T-spin thesis, 5.1.2",
    variants={"tsd-2": 50},
    mean=Both(2.950, 2.306, "T-spin thesis, table 5.1"),
    sd=Both(0.478, 0.569, "T-spin thesis, table 5.1"),
    correlation=Figure(0.859, "T-spin thesis, 5.1.2"),
    peak=Figure(3.2, "T-spin thesis, 5.1.2"),
    alone_mean=Both(0.898, 0.807, "T-spin thesis, table 5.2"),
    alone_best=Both(0.529, 0.482, "T-spin thesis, table 5.2"),
    alone_worst=Both(1.368, 1.175, "T-spin thesis, table 5.2"),
    shapes={"beginner": "the harder, the more interesting, up to a top"},
    errors=(
        ModelError("MAE", "10-fold", 0.261, 0.345, "T-spin thesis, 5.3.2 and table 5.2", features="all 22"),
        ModelError("SMAPE", "10-fold", 8.741, 14.77, "T-spin thesis, 5.3.2", features="all 22"),
    ),
    presets=presets.PRESETS,
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
    source="T-spin thesis, 5.4",
    variants={"tsd-2": 147},
    errors=(
        ModelError("MAE", "10-fold", 0.783, 0.940, "T-spin thesis, 5.4", features="all 22"),
        ModelError("SMAPE", "10-fold", 24.423, 36.77, "T-spin thesis, 5.4", features="all 22"),
    ),
    presets={"interest": presets.EXPERT, "difficulty": presets.EXPERT},
)

SURVEYS = (TSPIN_1, TSPIN_2, TSPIN_2_EXPERT)
