"""The game's words in Japanese, as the engine offers them: those of `titles`, `facets`, `themes` and `words`."""

from __future__ import annotations

from engines.contract import Japanese
from engines.puyo.japanese import words
from engines.puyo.japanese.facets import FACETS
from engines.puyo.japanese.themes import THEMES
from engines.puyo.japanese.titles import TITLE, variant_title
from engines.puyo.make.variants import VARIANTS
from engines.puyo.measure.catalogue import FEATURES, by_name

TOLD = by_name(words.WORDS, words.OPEN_GROUPS, words.used_in, words.OF_ONE)

JAPANESE = Japanese(
    title=TITLE,
    variants={name: variant_title(variant) for name, variant in VARIANTS.items()},
    facets=FACETS,
    themes=THEMES,
    features={feature.name: TOLD[feature.name] for feature in FEATURES if feature.more},
)
