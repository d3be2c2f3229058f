"""The game's words in Japanese, as the engine offers them: those of `titles`, `facets`, `themes` and `words`."""

from __future__ import annotations

from engines.contract import Japanese
from engines.geister.japanese import words
from engines.geister.japanese.facets import FACETS
from engines.geister.japanese.themes import THEMES
from engines.geister.japanese.titles import TITLE, variant_title
from engines.geister.make.variants import VARIANTS
from engines.geister.measure.catalogue import FEATURES

TOLD = words.WORDS

JAPANESE = Japanese(
    title=TITLE,
    variants={name: variant_title(variant) for name, variant in VARIANTS.items()},
    facets=FACETS,
    themes=THEMES,
    features={feature.name: TOLD[feature.name] for feature in FEATURES if feature.more},
)
