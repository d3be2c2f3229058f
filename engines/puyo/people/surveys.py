"""The published surveys of Nazo Puyo, as data."""

from __future__ import annotations

from engines.people.survey import SEVEN, ModelError, Survey
from engines.puyo.people.presets import READS_ALL, READS_EARLIER

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
    source="Nazo Puyo paper, 5.1",
    variants={"chain-2x3": 51},
    shapes={
        "regular": "a rather strong correlation (Nazo Puyo paper, 5.3.1 and fig. 5.1)",
        "beginner": "rising among the easy ones, then a hill (Nazo Puyo paper, 5.3.1 and fig. 5.1)",
    },
    errors=tuple(
        ModelError("RMSE", "10-fold", interest, difficulty, "Nazo Puyo paper, table 5.1", audience, features, reads)
        for features, reads, found in (
            (
                "13 of the earlier paper",
                READS_EARLIER,
                {"everyone": (0.46, 0.75), "beginner": (0.51, 0.75), "regular": (0.57, 0.93)},
            ),
            (
                "all 26",
                READS_ALL,
                {"everyone": (0.40, 0.87), "beginner": (0.52, 0.75), "regular": (0.52, 0.93)},
            ),
        )
        for audience, (interest, difficulty) in found.items()
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
    source="Nazo Puyo paper, 6.3",
    variants={"chain-2x3": 200},
    errors=(ModelError("RMSE", "not said", 1.71, None, "Nazo Puyo paper, 6.3.1", "one person", "all 26", READS_ALL),),
)

SURVEYS = (PUYO_2X3, PUYO_ONE_RATER)
