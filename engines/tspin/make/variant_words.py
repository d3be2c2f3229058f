"""What the variants of T-spin puzzles are called. Words decide no puzzle, so `variants` does without them."""

from __future__ import annotations

from engines.contract import Variant, VariantWords
from engines.tspin.make.variants import VARIANTS
from engines.tspin.rules.titles import RULES, TITLES, title


def _words(variant: Variant) -> VariantWords:
    goal, moves = variant.parameters["goal"], variant.parameters["moves"]
    facets = {"goal": TITLES[goal], "pieces": str(variant.moves), "rules": RULES[moves]}
    return VariantWords(title(goal, variant.moves, moves), facets)


VARIANT_WORDS = {name: _words(variant) for name, variant in VARIANTS.items()}
