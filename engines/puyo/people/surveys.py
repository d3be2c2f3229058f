"""The published surveys of Nazo Puyo, as data."""

from __future__ import annotations

from engines.people.survey import SEVEN, ModelError, Survey

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
    errors=(
        ModelError(
            "RMSE", "10-fold", 0.46, 0.75, "Nazo Puyo paper, table 5.1", "everyone", "13 of the earlier paper"
        ),
        ModelError(
            "RMSE", "10-fold", 0.51, 0.75, "Nazo Puyo paper, table 5.1", "beginner", "13 of the earlier paper"
        ),
        ModelError("RMSE", "10-fold", 0.57, 0.93, "Nazo Puyo paper, table 5.1", "regular", "13 of the earlier paper"),
        ModelError("RMSE", "10-fold", 0.40, 0.87, "Nazo Puyo paper, table 5.1", "everyone", "all 26"),
        ModelError("RMSE", "10-fold", 0.52, 0.75, "Nazo Puyo paper, table 5.1", "beginner", "all 26"),
        ModelError("RMSE", "10-fold", 0.52, 0.93, "Nazo Puyo paper, table 5.1", "regular", "all 26"),
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
    errors=(ModelError("RMSE", "not said", 1.71, None, "Nazo Puyo paper, 6.3.1", "one person"),),
)

SURVEYS = (PUYO_2X3, PUYO_ONE_RATER)
