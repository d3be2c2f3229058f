"""Japanese: everything that has words in English has some, and nothing else has."""

from __future__ import annotations

import re

from engines.geister import ENGINE
from engines.geister.measure.traits import TRAITS
from engines.geister.measure.words import WORDS

JAPANESE = ENGINE.japanese
SCRIPT = re.compile("[\u3041-\u30ff\u4e00-\u9fff]")
CATEGORIES = ("escape", "wall", "open", "capture", "endgame")


def test_every_variant_is_practised_in_one_of_five_categories() -> None:
    found = {name: variant.category for name, variant in ENGINE.variants.items()}
    assert found == {name: name.split("-")[0] for name in ENGINE.variants}
    assert set(found.values()) == set(CATEGORIES)


def test_titles() -> None:
    assert JAPANESE.title == "詰めガイスター"
    assert list(JAPANESE.variants) == list(ENGINE.variants)
    assert len(set(JAPANESE.variants.values())) == len(ENGINE.variants) == 34
    assert JAPANESE.variants["escape-5"] == "青駒脱出 5手詰め"


def test_facets_traits_and_categories() -> None:
    facets = [pair for words in ENGINE.variant_words.values() for pair in words.facets.items()]
    kinds = [(name, value) for name, values in TRAITS.items() for value in values]
    wanted = {word for pair in [*facets, *kinds] for word in pair} | set(CATEGORIES)
    assert set(JAPANESE.facets) == wanted
    for pairs in (facets, kinds):  # no two values of a facet read the same
        for name in {name for name, _ in pairs}:
            values = {value for of, value in pairs if of == name}
            assert len({JAPANESE.facets[value] for value in values}) == len(values)


def test_themes() -> None:
    assert list(JAPANESE.themes) == [theme.name for theme in ENGINE.themes]
    assert len({title for title, _ in JAPANESE.themes.values()}) == len(ENGINE.themes)


def test_features() -> None:
    """Those that share their words in English do so in Japanese, and no others; more is not less."""
    assert list(JAPANESE.features) == list(WORDS)
    assert list(JAPANESE.features) == [feature.name for feature in ENGINE.features if feature.more]
    pairs = {(WORDS[name], words) for name, words in JAPANESE.features.items()}
    assert len(pairs) == len(set(WORDS.values())) == len(set(JAPANESE.features.values()))
    phrases = [phrase for pair in set(JAPANESE.features.values()) for phrase in pair]
    assert len(set(phrases)) == len(phrases)


def test_all_of_it_is_japanese() -> None:
    pairs = [*JAPANESE.themes.values(), *JAPANESE.features.values()]
    words = [*JAPANESE.variants.values(), *JAPANESE.facets.values(), *(word for pair in pairs for word in pair)]
    assert all(SCRIPT.search(word) and not re.search("[a-zA-Z]", word) for word in words)
    assert not any(word.endswith(("。", "、")) for word in words)
