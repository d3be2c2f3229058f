"""The table of published errors and ours: theirs as printed, ours marked as simulated, on the paper's own scale."""

from __future__ import annotations

import pytest

from benchmarks.ratings import COLUMNS, row, rows
from engines.geister.people.surveys import GEISTER
from engines.people.survey import ModelError, Survey
from engines.puyo.people.surveys import PUYO_2X3
from engines.rating.evaluation import NESTED, Score


def test_a_survey_asked_again():
    found = list(rows(["tspin-1"], each=1))
    assert [line[3] for line in found] == [
        f"{target} {metric}, 3-fold" for metric in ("MAE", "SMAPE") for target in ("interest", "difficulty")
    ]
    assert [line[4] for line in found] == [
        f"{value} (T-spin thesis, 5.3.1)" for value in ("0.401", "0.4", "15.65", "15.28")
    ]
    for line in found:
        assert len(line) == len(COLUMNS)
        assert all(text.endswith("(simulated)") for text in line[5:])
        _, ours, nested, mean, floor = (float(text.split()[0]) for text in line[5:])
        assert floor < nested < mean
        assert ours < mean


@pytest.mark.parametrize(
    ("survey", "metric", "steps"),
    [(GEISTER, "RMSE", "2 (simulated)"), (PUYO_2X3, "RMSE", "3 (simulated)"), (PUYO_2X3, "SMAPE", "2 (simulated)")],
)
def test_errors_are_on_the_scale_of_the_paper(survey: Survey, metric: str, steps: str):
    """-2 to 2 has steps as large as 1 to 5, -3 to 3 has six for four; per cent are per cent."""
    error = ModelError(metric, "10-fold", 0.5, None, "somewhere")
    found = [{"interest": [Score("10-fold, plain means", "preset x", metric, value)]} for value in (1.0, 3.0)]
    line = row(survey, error, "interest", found)
    assert line[4:] == ("0.5 (somewhere)", steps, "-", "-", "-", "-")


def test_nested_scores_are_kept_apart():
    found = [{"interest": [Score("3-fold, plain means", "model", "MAE", 1.0), Score(NESTED, "model", "MAE", 2.0)]}]
    line = row(GEISTER, ModelError("MAE", "3-fold", 0.5, None, "somewhere"), "interest", found)
    assert line[6:8] == ("1 (simulated)", "2 (simulated)")
