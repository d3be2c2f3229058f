"""The game's words in Japanese, as the engine offers them: those of `titles`, `facets`, `themes` and `words`."""

from __future__ import annotations

from engines.contract import Japanese
from engines.tspin.japanese import words
from engines.tspin.japanese.facets import FACETS
from engines.tspin.japanese.themes import THEMES
from engines.tspin.japanese.titles import TITLE, variant_title
from engines.tspin.make.variants import VARIANTS
from engines.tspin.measure.catalogue import FEATURES, by_name

TOLD = by_name(words.WORDS, words.OF_ONE, words.OF_TWO)

JAPANESE = Japanese(
    title=TITLE,
    variants={name: variant_title(variant) for name, variant in VARIANTS.items()},
    facets=FACETS,
    themes=THEMES,
    features={feature.name: TOLD[feature.name] for feature in FEATURES if feature.more},
)
