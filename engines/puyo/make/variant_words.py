"""What the variants of Nazo Puyo are called. Words decide no puzzle, so `variants` does without them."""

from __future__ import annotations

from engines.contract import Variant, VariantWords
from engines.puyo.make.variants import VARIANTS
from engines.puyo.rules.titles import goal_title, kind_title


def _words(variant: Variant) -> VariantWords:
    goal = variant.parameters["goal"]
    return VariantWords(goal_title(goal, variant.moves), {"goal": kind_title(goal), "moves": str(variant.moves)})


VARIANT_WORDS = {name: _words(variant) for name, variant in VARIANTS.items()}
