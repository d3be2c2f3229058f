"""Japanese words for everything that has English ones, and for nothing else."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from engines.tspin import ENGINE
from engines.tspin.japanese import titles as titles_ja
from engines.tspin.measure.evenness import SIDES
from tests.engines.tspin.show.test_draw import CLEARING, CLEARING_ANSWER, DONATION, SVG

JAPANESE = ENGINE.japanese
KANA_OR_KANJI = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")
LATIN = re.compile("[A-Za-z]{2,}")


def everything() -> list[str]:
    return [
        JAPANESE.title,
        *JAPANESE.variants.values(),
        *JAPANESE.facets.values(),
        *(words for pair in JAPANESE.themes.values() for words in pair),
        *(words for pair in JAPANESE.features.values() for words in pair),
    ]


def test_all_of_it_is_japanese() -> None:
    for words in everything():
        assert KANA_OR_KANJI.search(words), words
        assert not LATIN.search(words), words
        assert words == words.strip(" 。"), words


def test_every_variant_has_a_title_of_its_own() -> None:
    assert set(JAPANESE.variants) == set(ENGINE.variants)
    assert len(set(JAPANESE.variants.values())) == len(ENGINE.variants)
    assert JAPANESE.variants["tsd-2"] == "Tスピンダブル 2手"
    assert JAPANESE.variants["donate-3-srs"] == "ドネイト 3手（回転入れあり）"


def test_every_facet_trait_and_category_has_words() -> None:
    """Letters of pieces are the same in both languages."""
    variants = ENGINE.variants.values()
    facets = {words for called in ENGINE.variant_words.values() for facet in called.facets.items() for words in facet}
    traits = set(ENGINE.traits(CLEARING, CLEARING_ANSWER)) | {"left", "middle", "right", *SIDES.values()}
    assert set(JAPANESE.facets) == facets | traits | {variant.category for variant in variants}


def test_every_theme_has_words() -> None:
    assert list(JAPANESE.themes) == [theme.name for theme in ENGINE.themes]
    assert len({title for title, _ in JAPANESE.themes.values()}) == len(ENGINE.themes)


def test_every_worded_feature_has_words() -> None:
    worded = [feature for feature in ENGINE.features if feature.more or feature.less]
    assert list(JAPANESE.features) == [feature.name for feature in worded]
    pairs = {((feature.more, feature.less), JAPANESE.features[feature.name]) for feature in worded}
    phrases = [phrase for words in set(JAPANESE.features.values()) for phrase in words]
    assert len(pairs) == len({english for english, _ in pairs}), "the same is said in two ways"
    assert len(set(phrases)) == len(phrases) == 2 * len(pairs), "two things are said in the same words"


@pytest.mark.parametrize("phrase", sorted({phrase for words in JAPANESE.features.values() for phrase in words}))
def test_a_phrase_fits_into_a_sentence(phrase: str) -> None:
    assert len(phrase) <= 20
    assert not re.search("[、。，．]", phrase)
    assert not re.search("(い|る|た|です|ます|ため|ので)$", phrase), "a noun has to be last: のため follows"


def test_a_page_has_its_words_in_both_languages() -> None:
    for answer in (None, []):
        svg = ENGINE.draw(DONATION, answer, "page")
        found = {
            language: {text.text for group in groups for text in group.iter(f"{SVG}text")}
            for language in ("en", "ja")
            for groups in [[group for group in ET.fromstring(svg).iter(f"{SVG}g") if group.get("lang") == language]]
        }
        assert found["en"] == {"Donation", "drops only", "well"}
        assert found["ja"] == {"ドネイト", titles_ja.RULES["drop"], titles_ja.WELL}


def test_ways_of_an_answer_in_japanese() -> None:
    made = ENGINE.generate("tsd-3-srs", 66, 30)
    answers = [verdict.solutions[0] for verdict in ENGINE.solve(made, stop_at=1)]
    told = [ENGINE.draw(puzzle, answer, "page") for puzzle, answer in zip(made, answers, strict=True)]
    pairs = [
        (
            re.findall(r'<g lang="en"><text[^>]*>([^<]*)', svg)[-1],
            re.findall(r'<g lang="ja"><text[^>]*>([^<]*)', svg)[-1],
        )
        for svg in told
    ]
    assert any("tuck" in english and "spin" in english for english, _ in pairs)
    for english, japanese in pairs:
        said = english.replace("tuck", "滑り込み").replace("spin", "回転入れ").replace(", ", ",").replace(" · ", "・")
        assert japanese == said
