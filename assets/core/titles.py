"""What games, variants, categories, themes and groups of players are called, in English and Japanese."""

from __future__ import annotations

from collections.abc import Mapping

from engines.contract import Japanese, Variant, VariantWords
from engines.registry import engine
from warehouse.vocabulary import RATER_GROUPS

Words = tuple[str, str]  # English, Japanese

GROUPS: Mapping[str, Words] = dict(
    zip(
        RATER_GROUPS,
        (("beginners", "初心者"), ("regular players", "中級者"), ("advanced players", "上級者")),
        strict=True,
    )
)


def japanese_of(game: str) -> Japanese:
    return engine(game).japanese


def game_title(game: str) -> Words:
    title = str(engine(game).title)
    return title, japanese_of(game).title or title


def variant_of(game: str, name: str) -> Variant:
    """A variant; one that an engine no longer has has no moves that are known."""
    variants: Mapping[str, Variant] = engine(game).variants
    return variants.get(name) or Variant(name, 0)


def words_of(game: str, name: str) -> VariantWords:
    """What a variant is called; one that an engine no longer has goes by its name."""
    known: Mapping[str, VariantWords] = engine(game).variant_words
    return known.get(name) or VariantWords(name)


def variant_title(game: str, name: str) -> Words:
    title = words_of(game, name).title
    return title, japanese_of(game).variants.get(name, title)


def facet(game: str, text: str) -> Words:
    """The name or the value of a facet."""
    return text, japanese_of(game).facets.get(text, text)


def theme_words(game: str) -> dict[str, tuple[Words, Words]]:
    """Title and description of every theme of a game."""
    translated = japanese_of(game).themes
    return {
        theme.name: (
            (theme.title, translated.get(theme.name, (theme.title, ""))[0]),
            (theme.description, translated.get(theme.name, ("", theme.description))[1]),
        )
        for theme in engine(game).themes
    }


def category_title(game: str, category: str) -> Words:
    """What the variants of a category have in common: their facets, numbers as a range."""
    variants: Mapping[str, Variant] = engine(game).variants
    names = [name for name, variant in variants.items() if (variant.category or name) == category]
    found = [words_of(game, name) for name in names]
    if not found:
        return facet(game, category)
    title = found[0].title if len(found) == 1 else ", ".join(common_facets(found)) or category
    translated = japanese_of(game)
    return title, translated.facets.get(category) or translated.variants.get(category, title)


def common_facets(variants: list[VariantWords]) -> list[str]:
    """Facets that all variants share, in words: {"goal": "Chains", "moves": "4" to "6"} is Chains, 4–6 moves."""
    said = []
    for name in variants[0].facets:
        values = [variant.facets.get(name, "") for variant in variants]
        if all(value.isdecimal() for value in values):
            low, high = (str(end(map(int, values))) for end in (min, max))
            many = name if (low, high) != ("1", "1") else name.removesuffix("s")
            said.append(f"{low} {many}" if low == high else f"{low}–{high} {many}")
        elif len(set(values)) == 1:
            said.append(values[0])
    return said
