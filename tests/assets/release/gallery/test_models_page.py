"""The page on the models, in Japanese as in English."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from assets.pictures.model_card import Card
from assets.release.gallery.pages import models as page
from engines.rating import models


def every_reason() -> list[str]:
    """Whatever the rule of promotion may say."""
    observed = np.linspace(1, 5, 20)
    near, far = observed + 0.1, observed + 0.5
    found = ["promoted: the founding model, without which no night can be rated"]
    for what in ("predicting the mean", "the wider audience's model"):
        for challenger in (near, far):
            found.append(models.better(challenger, observed, (what, 0.3), None)[1])
            found.append(models.better(challenger, observed, (what, 0.3), far - 0.2)[1])
    return found


@pytest.mark.parametrize("reason", every_reason())
def test_every_reason_has_japanese_words_and_the_same_numbers(reason: str) -> None:
    said = page.reason_ja(reason)
    assert re.search("[ぁ-龠]", said)
    assert not re.search("[a-z]", said)
    assert sorted(re.findall(r"\d+(?:\.\d+)?", said)) == sorted(re.findall(r"\d+(?:\.\d+)?", reason))


def test_a_sentence_that_is_not_known_stays() -> None:
    assert page.reason_ja("because I say so") == "because I say so"


def row(**more: Any) -> dict[str, Any]:
    numbers = {"items": 50, "ratings": 2404, "mae": 0.21, "baseline_mae": 0.5, "above_mae": None}
    said = {"target": "interest", "audience": "beginner", "model_id": "x-1", "reason": every_reason()[1]}
    return {**numbers, **said, "rank_correlation": 0.8, "real_ratings": 304, **more}


def test_what_a_model_rests_on() -> None:
    assert page.rests_on(row()) == ("304 of people, 2,100 simulated", "人の評価 304、模擬評価 2,100")
    assert page.rests_on(row(real_ratings=0)) == ("2,404 simulated", "模擬評価 2,404")
    assert page.rests_on(row(real_ratings=2404)) == ("2,404 of people", "人の評価 2,404")
    assert page.rests_on(row(real_ratings=None))[0] == "2,404"
    assert page.rests_on(row(provenance="measured", real_ratings=0)) == ("none: measured", "なし（測定値）")


def test_what_was_fitted_is_told_from_what_was_measured() -> None:
    for whose, said in (
        ("simulated", "Fitted on simulated"),
        ("measured, simulated", "Difficulty is measured"),
        ("players", ""),
    ):
        text = page.page("2026-11-18", [Card("tspin", whose, 1, 0, [row()], {}, {})])
        assert ('class="warn"' in text) == bool(said)
        assert said in text


def test_no_english_is_left_in_japanese() -> None:
    score = {"protocol": "nested", "subject": "best rater", "metric": "rank correlation", "value": 0.5}
    others = [
        {**score, "protocol": "3-fold, plain means", "subject": "preset tspin-2-interest", "metric": "MAE"},
        {**score, "protocol": "nested, families apart", "subject": "floor", "metric": "top-10 hit rate"},
    ]
    card = Card("tspin", "simulated", 1, 0, [row()], {"interest": [score, *others]}, {})
    text = re.sub(r'<span lang="en">.*?</span>', "", page.page("2026-11-18", [card]).partition('tabindex="-1">')[2])
    words = re.sub(r"<[^>]+>", " ", text)
    left = set(re.findall("[A-Za-z][a-z]+", words)) - {"tspin", "interest"}
    assert left == {"csv", "json", "manifest", "puzzles", "sets"}, "names of files, and of a preset"
