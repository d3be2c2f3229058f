"""Plots of models: what they show is what they were given, and whose ratings it is stands on each."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from assets import model_pictures

Rows = list[dict[str, Any]]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The figures themselves, as they are turned into pictures."""
    figures: list[Any] = []
    real = model_pictures.figure_markdown

    def keep(figure: Any, alt: str) -> str:
        figures.append(figure)
        return real(figure, alt)

    monkeypatch.setattr(model_pictures, "figure_markdown", keep)
    return figures


def items(count: int = 40, seed: int = 0) -> Rows:
    rng = np.random.default_rng(seed)
    observed = rng.integers(12, 36, count) / 8
    return [
        {"puzzle_id": f"{row:04x}", "observed": value, "variance": 0.02, "held_out": value + 0.25, "fold": row % 5}
        for row, value in enumerate(observed.tolist())
    ]


def words(figure: Any) -> str:
    axes = figure.axes
    return " ".join(text for axis in axes for text in (axis.get_xlabel(), axis.get_ylabel(), axis.get_title()))


def test_predicted_against_observed(drawn: list[Any]) -> None:
    models = {"interest": {"interval": 0.5, "mae": 0.25, "baseline_mae": 0.8}}
    rows = items()
    text = model_pictures.predicted_against_observed({"interest": rows}, models, "simulated")
    assert text.startswith("![predicted against observed ratings](data:image/png;base64,")
    (axis,) = drawn[0].axes
    points = axis.collections[-1].get_offsets()
    np.testing.assert_allclose(points, [(row["held_out"], row["observed"]) for row in rows])
    band = axis.collections[0].get_paths()[0].vertices
    assert {(1.0, 0.5), (1.0, 1.5), (5.0, 5.5)} <= {tuple(corner) for corner in band.tolist()}
    assert "simulated" in words(drawn[0])
    assert "MAE 0.25, mean only 0.80" in words(drawn[0])


def test_importances_are_shares_of_contributions(drawn: list[Any]) -> None:
    model = {"target": "interest", "importances": {"holes": 0.25, "height": 0.75}}
    model_pictures.importances([model], "simulated", top=1)
    (axis,) = drawn[0].axes
    assert [bar.get_width() for bar in axis.patches] == [0.75]
    assert "simulated" in words(drawn[0])
    assert "gain" not in words(drawn[0])


def test_learning_curves(drawn: list[Any]) -> None:
    points = [
        {"over": over, "count": count, "mae": 1 / count, "mean_mae": 2 / count, "rank_correlation": None}
        for over in ("raters", "items")
        for count in (8, 2)
    ]
    model_pictures.learning_curves({"interest": points}, {"interest": 0.1}, "simulated")
    for axis in drawn[0].axes:
        mean, model, floor = (line.get_xydata().tolist() for line in axis.lines)
        assert mean == [[2.0, 1.0], [8.0, 0.25]]
        assert model == [[2.0, 0.5], [8.0, 0.125]]
        assert {height for _, height in floor} == {0.1}
    assert "raters learned from (simulated)" in words(drawn[0])


def test_interest_against_difficulty_of_puzzles_rated_for_both(drawn: list[Any]) -> None:
    hard = items()
    liked = [{**row, "observed": 4.0 - (row["observed"] - 3.0) ** 2} for row in hard[10:]][::-1]
    model_pictures.observed_interest_against_difficulty(liked, hard, "simulated")
    (axis,) = drawn[0].axes
    assert len(axis.collections[0].get_offsets()) == 30
    assert "highest near 3.0" in axis.get_title()
    assert "simulated" in words(drawn[0])


def test_coverage(drawn: list[Any]) -> None:
    """Errors that are all alike fall into every interval."""
    model_pictures.coverage({"interest": items()}, "simulated")
    (axis,) = drawn[0].axes
    assert axis.lines[1].get_ydata().tolist() == [1.0] * 9
    assert "simulated" in words(drawn[0])
