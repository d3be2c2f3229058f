"""Sentences for players in Japanese: every form that the English ones have, true in the same cases."""

from __future__ import annotations

import re
from typing import ClassVar, cast

import numpy as np
import pytest

from assets.learning.registry import Used
from assets.stages.predictions import rated
from engines.contract import Japanese
from engines.rating import reasons, reasons_ja
from engines.rating.models import DIFFICULTY, Contributions
from tests.engines.rating.test_reasons import FEATURES, NAMES, given

WORDS = {
    "holes": ("穴の多さ", "穴の少なさ"),
    "misses": ("惜しい手の多さ", "惜しい手の少なさ"),
    "miss_share": ("惜しい手の多さ", "惜しい手の少なさ"),
    "moves": ("手数の長さ", "手数の短さ"),
    "spin": ("回転入れがあること", "回転入れがないこと"),
}
LEVEL_INTEREST = "面白さは多くの問題と同じくらい。"


def said(hard: Contributions, fun: Contributions, words: reasons_ja.Words = WORDS) -> str:
    ((difficulty, interest),) = reasons.points(FEATURES, hard, fun)
    return reasons_ja.sentence(difficulty, interest, words)


def told(hard: dict[str, float], fun: dict[str, float] | None = None, value: dict[str, float] | None = None) -> str:
    return said(given(hard, value), given(fun or {}, value))


def test_reasons_weightiest_first_and_in_a_list() -> None:
    assert told({"misses": 0.3, "moves": 0.5, "spin": 0.2}) == (
        f"手数の長さ、惜しい手の多さ、回転入れがあることのため、多くの問題より難しい。{LEVEL_INTEREST}"
    )
    assert told({"misses": 0.3, "moves": 0.5}) == (
        f"手数の長さと惜しい手の多さのため、多くの問題より難しい。{LEVEL_INTEREST}"
    )


def test_less_of_something() -> None:
    assert told({"moves": -0.5}, {"misses": -0.4}, {"moves": 0.0, "misses": 0.0}) == (
        "手数の短さのため、多くの問題より易しい。惜しい手の少なさのため、多くの問題ほど面白くない。"
    )


def test_a_reason_against() -> None:
    assert told({"moves": 0.6, "spin": -0.2}, value={"spin": 0.0}).startswith(
        "回転入れがないことを差し引いても、手数の長さのため、多くの問題より難しい。"
    )


def test_nothing_stands_out() -> None:
    assert told({}) == reasons_ja.NOTHING
    assert told({"moves": 0.1}, {"spin": -0.1}) == reasons_ja.NOTHING


def test_what_cancels_out() -> None:
    assert told({"moves": 0.3, "spin": -0.25}) == (
        "手数の長さのため難しい一方、回転入れがあるため易しく、難しさは多くの問題と同じくらい。" + LEVEL_INTEREST
    )
    both = {"moves": 0.3, "spin": -0.25}
    assert told(both, both).endswith("。同じ理由で、面白さは多くの問題と同じくらい。")
    assert told({}, both) == (
        "難しさは多くの問題と同じくらい。"
        "手数の長さのため面白い一方、回転入れがあるため面白みが薄く、面白さは多くの問題と同じくらい。"
    )


def test_many_small_reasons() -> None:
    small = dict.fromkeys(NAMES, 0.035)
    assert told(small, value={"misses": 1.0}) == f"小さな理由が重なり、多くの問題より難しい。{LEVEL_INTEREST}"


def test_reasons_are_not_named_twice() -> None:
    assert told({"moves": 0.5, "misses": 0.4}, {"moves": 0.5, "misses": 0.4}) == (
        "手数の長さと惜しい手の多さのため、多くの問題より難しい。同じ理由で、多くの問題より面白い。"
    )
    assert told({"moves": 0.5, "misses": 0.4}, {"moves": 0.5, "spin": 0.4}).endswith(
        "。回転入れがあるため、また一部は同じ理由で、多くの問題より面白い。"
    )


@pytest.mark.parametrize(
    ("added", "difficulty", "words"),
    [
        (0.4, 3.0, "ちょうどよい難しさのため、多くの問題より面白い"),
        (0.4, -1.0, "難しすぎないため、多くの問題より面白い"),
        (-0.4, -1.0, "易しすぎて意外さがないため、多くの問題ほど面白くない"),
        (-0.4, 3.0, "楽しむには難しすぎるため、多くの問題ほど面白くない"),
    ],
)
def test_the_difficulty_has_words_of_its_own(added: float, difficulty: float, words: str) -> None:
    line = said(given({}), given({DIFFICULTY: added}, {DIFFICULTY: difficulty}))
    assert line == f"難しさは多くの問題と同じくらい。{words}。"


def test_a_feature_without_words_is_quoted() -> None:
    assert told({"oddness": 0.5}).startswith('「a high figure for "How odd it is"」のため、')
    assert said(given({"moves": 0.5}), given({}), {}).startswith("「a long answer」のため、")
    one_way = {"moves": ("手数の長さ", "")}
    assert said(given({"moves": 0.5}, {"moves": 0.0}), given({}), one_way).startswith("「a short answer」のため、")


def at_random(rng: np.random.Generator, puzzles: int) -> Contributions:
    """Contributions of many puzzles, small and large."""
    shape = (puzzles, len(NAMES))
    added = rng.normal(0.0, 0.25, shape) * (rng.random(shape) < 0.6) * rng.integers(0, 2, (puzzles, 1))
    return Contributions(NAMES, 3.0, added, rng.normal(1.0, 1.0, shape), np.ones(len(NAMES)), np.ones(len(NAMES)))


def test_as_many_forms_as_in_english() -> None:
    """The two languages say the same: what is level, harder, for the same reasons, or nothing at all."""
    rng = np.random.default_rng(3)
    hard = at_random(rng, 600)
    fun = at_random(rng, 600)
    fun.added[300:] = hard.added[300:] * rng.choice([0.8, 1.0], (300, len(NAMES)))
    fun.value[:] = hard.value
    english_words = {feature.name: reasons.wording(feature) for feature in FEATURES}
    words = WORDS | {"oddness": ("変わり具合の大きさ", "変わり具合の小ささ")}
    phrases = {english_words[name][side]: words[name][side] for name in NAMES for side in (0, 1)}
    forms = {
        "Harder than most": "多くの問題より難しい",
        "Easier than most": "多くの問題より易しい",
        "more interesting than most": "多くの問題より面白い",
        "less interesting than most": "多くの問題ほど面白くない",
        "some of the same reasons": "一部は同じ理由で",
        "the same reasons": "同じ理由で",
        "despite": "を差し引いても",
        ", but easier": "ため易しく",
        "nothing stands out": "特に目立つ点はない",
    }
    seen = set()
    for both in reasons.points(FEATURES, hard, fun):
        english, japanese = reasons.joined(*both), reasons_ja.sentence(*both, words)
        for ours, theirs in forms.items():
            if ours in english:
                assert theirs in japanese, (english, japanese)
                seen.add(ours)
        for ours, theirs in phrases.items():
            assert english.count(ours) == japanese.count(theirs.removesuffix("こと")), (english, japanese)
        assert re.fullmatch(r"[^\n]+。", japanese)
    assert seen == set(forms)


def test_predictions_have_both_languages_or_none_in_japanese() -> None:
    """Of a game with Japanese words, and of one without."""

    class Models:
        ids: ClassVar = {"difficulty": "d", "interest": "i"}
        models: ClassVar = {target: {} for target in ("difficulty", "interest")}
        audience, trust = "everyone", 0.0

        def __init__(self, provenance: str, people_ratings: int = 0) -> None:
            self.provenance, self.people_ratings = provenance, people_ratings

        def difficulty_for_everyone(self, table: np.ndarray, names: list[str]) -> np.ndarray:
            return np.full(len(table), 3.2)

        def rests_on(self, target: str) -> str:
            return "measured"

        def bounds(
            self, target: str, value: np.ndarray, table: np.ndarray, names: list[str], unproved: np.ndarray | None
        ) -> tuple[np.ndarray, np.ndarray]:
            return value - 0.5, value + 0.5

        def contributions(self, table: np.ndarray, names: list[str]) -> dict[str, Contributions]:
            return {"difficulty": given({"moves": 0.5}), "interest": given({})}

        def predict(self, target: str, table: np.ndarray, names: list[str]) -> np.ndarray:
            return np.full(len(table), 3.0)

    used, table = cast(Used, Models("players")), np.zeros((1, len(NAMES)))
    (row,) = rated(used, FEATURES, table, Japanese(features=WORDS))
    assert row["reason"] == "Harder than most because of a long answer; about as interesting as most."
    assert row["reason_ja"] == f"手数の長さのため、多くの問題より難しい。{LEVEL_INTEREST}"
    assert row["reason_short_ja"] == "多くの問題より難しい。"
    assert rated(used, FEATURES, table)[0] == row | {"reason_ja": None, "reason_short_ja": None}
    (row,) = rated(cast(Used, Models("simulated")), FEATURES, table, Japanese(features=WORDS))
    assert row["reason"] == f"Harder than most because of a long answer. {reasons.NOT_SAID}"
    assert row["reason_ja"] == f"手数の長さのため、多くの問題より難しい。{reasons_ja.NOT_SAID}"
    assert (row["provenance"], row["difficulty_provenance"], row["interest"]) == ("simulated", "measured", 3.0)
    assert (row["hill"], row["surprise_share"], row["people_ratings"]) == (1.0, None, 0)
    few = cast(Used, Models("simulated", 7))
    (row,) = rated(few, FEATURES, table, Japanese(features=WORDS), shares=np.array([0.8]))
    assert row["reason"].endswith(f". {reasons.FEW_SAID}")
    assert row["reason_ja"].endswith(f"。{reasons_ja.FEW_SAID}")
    assert (row["surprise_share"], row["people_ratings"]) == (0.8, 7)


def shortly(hard: dict[str, float], fun: dict[str, float] | None = None) -> str:
    (points,) = reasons.open_points(FEATURES, given(hard), given(fun or {}))
    return reasons_ja.short(*points, WORDS)


def test_the_short_sentence_names_nothing_of_the_answer() -> None:
    assert shortly({"moves": 0.9, "spin": 0.7, "misses": 0.3}, {"spin": 0.5}) == (
        "惜しい手の多さのため、多くの問題より難しく、面白さは多くの問題を上回る。"
    )
    assert shortly({"moves": -0.9}) == "多くの問題より易しい。"
    assert shortly({}, {"misses": 0.4}) == (
        "難しさは多くの問題と同じくらいで、惜しい手の多さのため、面白さは多くの問題を上回る。"
    )
    assert shortly({}) == "難しさも面白さも多くの問題と同じくらい。"


def test_of_an_interest_that_nobody_has_said_nothing_is_told() -> None:
    ((hard, none),) = reasons.points(FEATURES, given({"moves": 0.5}), None)
    assert reasons_ja.sentence(hard, none, WORDS) == (
        f"手数の長さのため、多くの問題より難しい。{reasons_ja.NOT_SAID}"
    )
    ((level, none),) = reasons.open_points(FEATURES, given({}), None)
    assert reasons_ja.short(level, none, WORDS) == "難しさは多くの問題と同じくらい。"
