"""Plots of models: what they show is what they were given, and whose ratings it is stands on each."""

from __future__ import annotations

import base64
import re
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from assets.pictures import model_pictures
from assets.pictures.plots import Plot, Wording

Rows = list[dict[str, Any]]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The figures themselves, as they are turned into pictures."""
    figures: list[Any] = []
    real = model_pictures.drawn

    def keep(figure: Any, wording: Wording, about: tuple[str, str]) -> Plot:
        figures.append(figure)
        return real(figure, wording, about)

    monkeypatch.setattr(model_pictures, "drawn", keep)
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
    plot = model_pictures.predicted_against_observed({"interest": rows}, models, "simulated")
    assert plot.markdown.startswith("![predicted against observed ratings](data:image/svg+xml;base64,")
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
    assert "raters learned from (simulated raters)" in words(drawn[0])


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


def texts(svg: str, language: str) -> list[str]:
    return re.findall(rf'<text lang="{language}"[^>]*>([^<]*)</text>', svg)


@pytest.fixture
def every_plot() -> list[Plot]:
    both = {target: items() for target in ("interest", "difficulty")}
    models = {target: {"interval": 0.5, "mae": 0.25, "baseline_mae": 0.8} for target in both}
    points = [
        {"over": over, "count": count, "mae": 1 / count, "mean_mae": 2 / count}
        for over in ("raters", "items")
        for count in (8, 2)
    ]
    weighed = [{"target": target, "importances": {"holes": 0.25}} for target in both]
    return [
        model_pictures.predicted_against_observed(both, models, "simulated"),
        model_pictures.importances(weighed, "simulated"),
        model_pictures.learning_curves(dict.fromkeys(both, points), dict.fromkeys(both, 0.1), "simulated, survey"),
        model_pictures.observed_interest_against_difficulty(both["interest"], both["difficulty"], "simulated"),
        model_pictures.coverage(both, "simulated"),
    ]


def test_every_word_of_a_plot_is_in_both_languages(every_plot: list[Plot]) -> None:
    """What is in one language only is a number or the name of a feature."""
    for plot in every_plot:
        english, japanese = texts(plot.svg, "en"), texts(plot.svg, "ja")
        assert len(english) == len(japanese) > 0
        assert all(re.search("[a-z]", said) for said in english)
        assert all(re.search("[ぁ-龠]", said) for said in japanese)
        plain = re.findall(r"<text(?! lang)[^>]*>([^<]*)</text>", plot.svg)
        assert all(re.fullmatch(r"[−\d.]+|holes", said) for said in plain), plain
        assert plot.about[0] != plot.about[1]


def test_the_ui_shows_a_plot_in_english(every_plot: list[Plot]) -> None:
    for plot in every_plot:
        _, _, packed = plot.markdown.rstrip(")").partition("base64,")
        svg = base64.b64decode(packed).decode()
        assert texts(svg, "en") == texts(plot.svg, "en")
        assert texts(svg, "ja") == []
        ElementTree.fromstring(svg)


def test_plots_of_one_page_share_no_name(every_plot: list[Plot]) -> None:
    """Each finds its own marks and clips."""
    pages = [plot.inline(f"game-{place}") for place, plot in enumerate(every_plot)]
    for page in pages:
        names = set(re.findall(r'\bid="([^"]+)"', page))
        used = set(re.findall(r'(?:url\(|href=")#([^")]+)', page))
        assert used <= names
    every = [name for page in pages for name in set(re.findall(r'\bid="([^"]+)"', page))]
    assert len(every) == len(set(every))


def test_a_plot_has_the_same_bytes_each_time(every_plot: list[Plot]) -> None:
    again = model_pictures.coverage({target: items() for target in ("interest", "difficulty")}, "simulated")
    assert again == every_plot[-1]
