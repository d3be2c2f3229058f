"""Learning curves: more raters and more items help, the end is the model itself, and the same is drawn every time."""

from __future__ import annotations

import numpy as np
import pytest

from engines.rating import curves, models
from engines.rating.curves import Point
from engines.rating.evaluation import Asked, fit_all
from tests.engines.rating.test_evaluation import asked


@pytest.fixture(scope="module")
def data() -> dict[str, Asked]:
    return {"interest": asked(120, 12)}


@pytest.fixture(scope="module")
def fits(data: dict[str, Asked]) -> dict[str, models.Fit]:
    return fit_all(data)


@pytest.fixture(scope="module")
def points(data: dict[str, Asked], fits: dict[str, models.Fit]) -> list[Point]:
    return curves.curves(data, fits)["interest"]


def test_sizes_stop_below_what_there_is(points: list[Point]):
    """12 raters; a quarter of 120 items is set aside, a tenth by the model itself."""
    assert [point.count for point in points if point.over == "raters"] == [1, 2, 4, 8, 12]
    assert [point.count for point in points if point.over == "items"] == [20, 40, 80, 108]


def test_more_of_either_helps(points: list[Point]):
    for over in ("raters", "items"):
        rows = [point for point in points if point.over == over]
        assert rows[-1].mae < rows[0].mae
        assert rows[-1].rank_correlation > rows[0].rank_correlation


def test_the_end_is_the_model_itself(points: list[Point], fits: dict[str, models.Fit]):
    fit = fits["interest"]
    for point in (points[4], points[-1]):
        assert (point.mae, point.rank_correlation) == (fit.mae, fit.rank_correlation)
        assert point.mean_mae == pytest.approx(fit.baseline_mae)


def test_drawn_the_same_again(data: dict[str, Asked], fits: dict[str, models.Fit], points: list[Point]):
    assert curves.curves(data, fits)["interest"] == points


def test_nothing_is_learned_from_the_quarter_set_aside(data: dict[str, Asked], fits: dict[str, models.Fit]):
    """What the panel said of the quarter is all that counts there: others' ratings of it are never looked at."""
    everything = data["interest"]
    away = curves._parts(everything) == 0
    for over, count in (("raters", 4), ("items", 40)):
        taken = curves._taken(everything, ~away, over, count, 0)
        assert taken is not None
        gone = {identity for identity, out in zip(everything.ids, away, strict=True) if out}
        assert not gone & set(taken.ids)
        assert len(np.unique(taken.ratings.rater)) == (4 if over == "raters" else 12)
        assert len(taken) == (90 if over == "raters" else 40)


def test_few_are_among_more(data: dict[str, Asked]):
    everything = data["interest"]
    left = np.ones(120, dtype=bool)
    fewer, more = (curves._taken(everything, left, "items", count, 1) for count in (20, 40))
    assert fewer is not None
    assert more is not None
    assert set(fewer.ids) < set(more.ids)
