"""The words of the features: a sentence with them is fit for someone who plays and does not program."""

from __future__ import annotations

import re

import pytest

from engines.contract import Feature, worded
from engines.registry import GAMES, engine

LONGEST = 60


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
        ("tspin", {"pieces": 1, "edges_base": 1, "below_empty": 1, "piece_tjl": 1}),
        ("puyo", {"pairs": 1, "rounds": 1, "apart": 1, "needed_singles": 1, "same_color_rounds": 1}),
        ("geister", {"detours": 1, "plain_walk": -1}),
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
