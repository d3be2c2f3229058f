"""The words of the features: a sentence with them is fit for someone who plays and does not program."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
import pytest

import engines.puyo.measure.catalogue as puyo
import engines.tspin.measure.catalogue as tspin
from engines.contract import Feature, Verdict, worded
from engines.registry import GAMES, engine
from tests.assets.release.editions import GIVEN

LONGEST = 60
EFFORT = (
    *("surprise_worst", "surprise_sum", "tries_blind", "tries_glance", "tries_ahead", "looked_at"),
    *("looked_at_glance", "looked_at_ahead", "habit_worst", "habit_sum"),
)


def coined(games: list[str]) -> set[str]:
    """Names of features that are no plain words: a player must never see one."""
    names = {feature.name for game in games for feature in engine(game).features}
    return {name for name in names if re.search(r"[_0-9]|[a-z][A-Z]", name)}


@pytest.mark.parametrize("game", GAMES)
def test_every_feature_has_words(game: str) -> None:
    strange = coined(list(GAMES))
    for feature in engine(game).features:
        for words in (feature.more, feature.less):
            assert words, f"{feature.name} has no words"
            assert len(words) <= LONGEST, f"{feature.name}: {words!r} is long"
            assert "_" not in words
            assert "," not in words, f"{words!r} would break a list of reasons"
            assert words == words.strip().rstrip("."), f"{words!r} goes in the middle of a sentence"
            assert not strange & set(re.findall(r"\w+", words)), f"{words!r} names a feature"
        assert feature.more != feature.less, feature.name


@pytest.mark.parametrize("game", GAMES)
def test_the_same_words_never_mean_more_and_less(game: str) -> None:
    features = engine(game).features
    assert not {feature.more for feature in features} & {feature.less for feature in features}


@pytest.mark.parametrize(
    ("game", "harder"),
    [
        ("tspin", {"pieces": 1, "edges_base": 1, "below_empty": 1, "piece_tjl": 1} | dict.fromkeys(EFFORT, 1)),
        (
            "puyo",
            {"pairs": 1, "rounds": 1, "apart": 1, "needed_singles": 1, "same_color_rounds": 1}
            | {"surprise_sum": 1, "tries_blind": 1, "looked_at": 1},
        ),
        (
            "geister",
            {"detours": 1, "plain_walk": -1, "surprise_first": 1, "surprise_worst": 1, "surprise_sum": 1}
            | dict.fromkeys(("tries_blind", "tries_glance", "tries_ahead"), 1)
            | dict.fromkeys(("looked_at", "looked_at_glance", "looked_at_ahead"), 1),
        ),
    ],
)
def test_what_the_papers_are_sure_of(game: str, harder: dict[str, int]) -> None:
    assert {feature.name: feature.harder for feature in engine(game).features if feature.harder} == harder


def test_words_for_no_feature_are_refused() -> None:
    with pytest.raises(ValueError, match="wells"):
        worded((Feature("holes", "Holes", "ours"),), {"holes": ("many", "few"), "wells": ("many", "few")})


def test_a_feature_may_have_no_words() -> None:
    (feature,) = worded((Feature("holes", "Holes", "ours"),), {})
    assert (feature.more, feature.less, feature.harder) == ("", "", 0)


def unique_puzzles(game: str) -> tuple[list[Any], list[Verdict]]:
    """A few puzzles of several variants, with their verdicts."""
    if game == "geister":
        texts = [json.loads(text) for owner, _, text, _ in GIVEN if owner == game]
        puzzles = [engine(game).decode(text) for text in texts]
        return puzzles, engine(game).solve(puzzles)
    wanted = {"tspin": ("tsd-2", "donate-4-srs", "quad-3"), "puyo": ("chain-2x3", "clear-2")}[game]
    found = [
        (puzzle, verdict)
        for variant in wanted
        for puzzle in engine(game).generate(variant, 3, 60)
        for verdict in engine(game).solve([puzzle], stop_at=2)
        if verdict.verdict == "unique"
    ]
    return [puzzle for puzzle, _ in found], [verdict for _, verdict in found]


TOLD_BY_THEMES = {"tspin": tspin.TOLD_BY_THEMES, "puyo": puyo.TOLD_BY_THEMES}


@pytest.mark.parametrize("game", TOLD_BY_THEMES)
def test_what_the_folded_themes_hide_is_not_told_before(game: str) -> None:
    """ "Close calls" are near misses: neither the feature nor its words stand in the short sentence."""
    hidden = [feature for feature in engine(game).features if feature.name in TOLD_BY_THEMES[game]]
    assert len(hidden) == len(TOLD_BY_THEMES[game])
    open_words = {word for feature in engine(game).features if feature.given for word in (feature.more, feature.less)}
    for feature in hidden:
        assert not feature.given
        assert not {feature.more, feature.less} & open_words, feature.name


def stem(name: str) -> str:
    """The name of a feature without the number of its piece, pair or round."""
    return re.sub(r"(nexnex|next|\d+(st|nd|rd|th)?)", "#", name)


@pytest.mark.parametrize("game", GAMES)
def test_a_feature_is_given_if_it_is_measured_without_the_answer(game: str) -> None:
    """What looks at the answer must not be told before it is shown; what looks at the board alone may be."""
    judge = engine(game)
    puzzles, verdicts = unique_puzzles(game)
    assert puzzles
    answered = judge.measure(puzzles, verdicts)
    without = judge.measure(puzzles, [Verdict("unfinished", 0, (), 0, complete=False) for _ in puzzles])
    declared = {stem(feature.name): feature.given for feature in judge.features}
    for place, feature in enumerate(judge.features):
        assert feature.given == declared[stem(feature.name)], feature.name
        if not np.isnan(answered[:, place]).all():
            same = np.array_equal(answered[:, place], without[:, place], equal_nan=True)
            expected = same and feature.name not in TOLD_BY_THEMES.get(game, ())
            assert feature.given == expected, f"{feature.name} is {'not ' * same}measured on the answer"


def test_what_is_said_to_be_given_must_be_a_feature() -> None:
    (feature,) = worded((Feature("holes", "Holes", "ours"),), {}, given={"holes"})
    assert feature.given
    with pytest.raises(ValueError, match="wells"):
        worded((Feature("holes", "Holes", "ours"),), {}, given={"wells"})
