"""What the variants of Geister puzzles are called. Words decide no puzzle, so `variants` does without them."""

from __future__ import annotations

from engines.contract import Variant, VariantWords
from engines.geister.make.variants import CAPTURE, ENDGAME, ESCAPE, OPEN, VARIANTS, WALL

TITLES = {
    ESCAPE: "Blue escapes",
    WALL: "Wall of red",
    OPEN: "Partly shown",
    CAPTURE: "Take all blues",
    ENDGAME: "Endgame, two against two",
}


def _words(variant: Variant) -> VariantWords:
    title, plies = TITLES[variant.category], variant.parameters["plies"]
    return VariantWords(f"{title}, win in {plies}", {"category": title, "plies": str(plies)})


VARIANT_WORDS = {name: _words(variant) for name, variant in VARIANTS.items()}
