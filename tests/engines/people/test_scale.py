"""The scales of surveys: read as they are written, mapped to 1 to 5 and back without loss."""

from __future__ import annotations

import numpy as np
import pytest

from engines.people.scale import COMMON, BadScale, Scale

SCALES = ["1..5", "-2..2", "-3..3", "0..10", "1..7", "0..1", "-1.5..2.25", "0..100"]


@pytest.mark.parametrize("text", SCALES)
def test_there_and_back(text: str) -> None:
    scale = Scale.parse(text)
    assert str(scale) == text
    answers = np.linspace(scale.low, scale.high, 37)
    kept = scale.kept(answers)
    assert (kept[0], kept[-1]) == (1.0, 5.0), "the ends are the ends, exactly"
    assert ((kept >= 1) & (kept <= 5)).all()
    assert np.allclose(np.diff(kept), 4 / 36), "a straight line"
    steps = np.arange(np.ceil(scale.low), scale.high + 1e-9)
    assert (scale.said(scale.kept(steps)) == steps).all(), "whole answers come back whole"
    assert scale.said(kept) == pytest.approx(answers)


def test_known_values() -> None:
    assert list(Scale.parse("-2..2").kept(np.array([-2.0, -1, 0, 0.5, 2]))) == [1, 2, 3, 3.5, 5]
    assert list(Scale.parse("-3..3").kept(np.array([-3.0, 0, 3]))) == [1, 3, 5]
    odd = np.array([3.3, 1.1, 4.7])
    assert (COMMON.kept(odd) == odd).all(), "1..5 is kept as it is, to the bit"


def test_what_is_on_a_scale() -> None:
    answers = np.array([0.99, 1, 3.5, 5, 5.01, np.nan, np.inf])
    assert list(COMMON.has(answers)) == [False, True, True, True, False, False, False]


def test_no_answer_stays_none() -> None:
    assert np.isnan(Scale.parse("-3..3").kept(np.array([np.nan]))).all()
    assert np.isnan(Scale.parse("-3..3").said(np.array([np.nan]))).all()


@pytest.mark.parametrize(
    "text", ["", "5", "1-5", "1..", "..5", "1...5", "a..b", "5..1", "1..1", "1..5..9", "nan..5", "1..inf", "1e1..5"]
)
def test_what_is_no_scale(text: str) -> None:
    with pytest.raises(BadScale) as refused:
        Scale.parse(text)
    assert "\n" not in str(refused.value)
