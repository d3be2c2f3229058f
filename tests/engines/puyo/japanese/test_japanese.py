"""Everything that is said in English is said in Japanese too, and nothing else is."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from engines.puyo.engine import ENGINE
from engines.puyo.japanese import titles as titles_ja
from engines.puyo.measure.traits import VALUES
from engines.puyo.rules.puzzle import GOAL_COLORS, KINDS, Goal
from engines.puyo.show.draw import draw
from tests.engines.puyo.show.test_draw import ANSWERS, PUZZLES, SVG

JAPANESE = ENGINE.japanese
LETTERS = re.compile(r"[ぁ-んァ-ヶ一-龠]")


def test_every_variant_has_a_title() -> None:
    assert set(JAPANESE.variants) == set(ENGINE.variants)
    assert len(set(JAPANESE.variants.values())) == len(ENGINE.variants)
    assert JAPANESE.title == "なぞぷよ"
    assert JAPANESE.variants["chain-2x3"] == "2手で3連鎖するべし"
    assert JAPANESE.variants["clear-3"] == "3手でぷよ全て消すべし"


def test_every_facet_and_trait_has_a_word() -> None:
    """Save for plain numbers, which are the same."""
    facets = [words.facets for words in ENGINE.variant_words.values()]
    said = {word for facet in facets for pair in facet.items() for word in pair}
    said |= {word for name, values in VALUES.items() for word in (name, *values)}
    said |= {variant.category for variant in ENGINE.variants.values()}
    said |= {"Groups at once", "Large groups", "Colours in all", "Puyos in all"}  # of goals that others set
    assert set(JAPANESE.facets) == {word for word in said if not word.isdigit()}
    assert all(LETTERS.search(word) for word in JAPANESE.facets.values())


def test_every_theme_has_a_title_and_a_description() -> None:
    assert list(JAPANESE.themes) == [theme.name for theme in ENGINE.themes]
    assert len({title for title, _ in JAPANESE.themes.values()}) == len(ENGINE.themes)
    assert all(LETTERS.search(title) and LETTERS.search(text) for title, text in JAPANESE.themes.values())


def test_every_feature_has_words() -> None:
    assert set(JAPANESE.features) == {feature.name for feature in ENGINE.features if feature.more}
    for name, words in JAPANESE.features.items():
        for said in words:
            assert LETTERS.search(said), name
            assert len(said) <= 20, f"{said} is long"
            assert not re.search(r"[、。（）a-zA-Z]", said), f"{said} goes in the middle of a sentence"


def test_features_share_words_in_both_languages_or_in_none() -> None:
    english = {feature.name: (feature.more, feature.less) for feature in ENGINE.features}
    pairs = {(english[name], words) for name, words in JAPANESE.features.items()}
    assert len(pairs) == len(set(english.values())) == len(set(JAPANESE.features.values()))
    more, less = ({words[side] for words in JAPANESE.features.values()} for side in (0, 1))
    assert not more & less


@pytest.mark.parametrize(
    ("goal", "pairs", "title", "deed"),
    [
        (Goal("chain", 3), 2, "2手で3連鎖するべし", "3連鎖"),
        (Goal("chain", 3, exact=False), 1, "1手で3連鎖以上するべし", "3連鎖以上"),
        (Goal("chain", 3, clear="all"), 2, "2手で3連鎖＆ぷよ全て消すべし", "3連鎖＆全消し"),
        (Goal("chain", 4, False, "all", "r"), 2, "2手で4連鎖以上＆赤ぷよ全て消すべし", "4連鎖以上＆赤ぷよ全消し"),
        (Goal(clear="all"), 3, "3手でぷよ全て消すべし", "全消し"),
        (Goal(clear="garbage"), 3, "3手でおじゃまぷよ全て消すべし", "おじゃまぷよ全消し"),
        (Goal("colors", 4), 2, "2手で4色同時に消すべし", "4色同時消し"),
        (Goal("count", 5, False, "g"), 3, "3手で緑ぷよ5個以上同時に消すべし", "緑ぷよ5個以上同時消し"),
        (Goal("place", 2, True, "color"), 2, "2手で色ぷよ2箇所同時に消すべし", "色ぷよ2箇所同時消し"),
        (Goal("connect", 7), 2, "2手でぷよ7連結で消すべし", "ぷよ7連結消し"),
        (Goal("acc_colors", 4, False), 2, "2手で4色以上消すべし", "合計4色以上消し"),
        (Goal("acc_count", 18), 2, "2手でぷよ18個消すべし", "ぷよ合計18個消し"),
    ],
)
def test_goals_are_asked_as_the_community_asks(goal: Goal, pairs: int, title: str, deed: str) -> None:
    assert titles_ja.goal_title(goal, pairs) == title
    assert titles_ja.goal_name(goal) == deed


def test_different_goals_have_different_titles() -> None:
    goals = [
        Goal(kind, n, exact, color, clear)
        for kind in KINDS
        for n in (1, 2)
        for exact in (True, False)
        for color in (GOAL_COLORS if kind in ("count", "place", "connect", "acc_count") else ["all"])
        for clear in (None, *GOAL_COLORS)
    ]
    assert len({titles_ja.goal_title(goal, 2) for goal in goals}) == len(goals)
    assert len({titles_ja.goal_name(goal) for goal in goals}) == len(goals)


@pytest.mark.parametrize("name", ANSWERS)
def test_pages_are_drawn_in_both_languages(name: str) -> None:
    """Every word of a page's drawing is there in English and in Japanese; other looks have English only."""
    given = PUZZLES[name]
    for solution in (None, ANSWERS[name]):
        root = ET.fromstring(draw(given, solution, "page"))
        said = {
            language: "".join(text for group in root.iter(f"{SVG}g") if group.get("lang") == language
                              for text in group.itertext())
            for language in ("en", "ja")
        }  # fmt: skip
        assert titles_ja.goal_title(given.goal, given.pairs) in said["ja"]
        assert not LETTERS.search(said["en"])
        assert ("連鎖" in said["ja"].replace(titles_ja.goal_title(given.goal, given.pairs), "")) == bool(solution)
        inside = [text for group in root.iter(f"{SVG}g") if group.get("lang") for text in group.iter(f"{SVG}text")]
        words = ["".join(text.itertext()) for text in root.iter(f"{SVG}text") if text not in inside]
        assert not any(re.search(r"[a-z]{2}", text) or LETTERS.search(text) for text in words)
        assert "lang=" not in draw(given, solution, "dark")
        assert not LETTERS.search(draw(given, solution, "light"))
