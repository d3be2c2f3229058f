"""The Geister engine by the contract. Each member is from the module that does the work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engines.engine import Engine, Offer, when_used
from engines.geister.agent import catalogue
from engines.geister.agent.judges import JUDGES
from engines.geister.agent.roster import AGENTS
from engines.geister.agent.tokens import TOKENS
from engines.geister.forms.text import FORMS, decode, encode, recognizes, write
from engines.geister.japanese.translation import JAPANESE
from engines.geister.make.generate import generate, method_of
from engines.geister.make.variant_words import VARIANT_WORDS
from engines.geister.make.variants import PARAMETERS, VARIANTS
from engines.geister.measure.catalogue import FEATURES
from engines.geister.measure.evenness import evenness
from engines.geister.measure.features import measure
from engines.geister.measure.themes import THEMES, appraise, labels
from engines.geister.measure.traits import TRAITS, traits
from engines.geister.measure.variant import length_of, variant_of
from engines.geister.people.crowd import CROWD
from engines.geister.people.law import LAW
from engines.geister.people.surveys import SURVEYS
from engines.geister.people.yardstick import YARDSTICK
from engines.geister.rules.explained import RULES
from engines.geister.rules.puzzle import Puzzle, canonical
from engines.geister.show.draw import STYLE, draw
from engines.geister.show.frames import frames
from engines.geister.show.hands import situation
from engines.geister.show.terminal import show
from engines.geister.solve.checked_moves import legal, play
from engines.geister.solve.solver import solve
from engines.geister.solve.tables import table


class GeisterEngine(Engine[Puzzle]):
    """See `engines.engine` for what each member is."""

    name = "geister"
    title = "Geister"
    version = "2"
    variants = VARIANTS
    variant_words = VARIANT_WORDS
    parameters = PARAMETERS
    features = FEATURES
    themes = THEMES
    forms = FORMS
    solution_form = (
        'An object: `{"plies": 5, "first_moves": ["e5-e6"], "line": ["e5-e6", "b4-b3", "f5-f6", "b3-b2", '
        '"f6-exit"]}`. `plies` is the length of the shortest forced win, moves of both sides counted. `first_moves` '
        "are all first moves that win in so many. `line` is the main line, the attacker's moves and the defender's "
        "longest resistance in turn. A move is `from-to`, column a to f and row 1 to 6 from the attacker's side; a "
        "capture is written the same way, and `f6-exit` leaves the board."
    )
    style = STYLE
    offers: Sequence[Offer] = ("table", "situation")
    trait_values = TRAITS
    japanese = JAPANESE
    rules = RULES
    yardstick = YARDSTICK
    surprise = "surprise_worst"
    law = LAW
    crowd = CROWD
    surveys = SURVEYS
    agents = AGENTS
    short_game: Mapping[str, Any] = {"plies": 10}
    measures = catalogue.MEASURES
    play_parameters = catalogue.PARAMETERS
    tokens = TOKENS
    judges = JUDGES

    solve = staticmethod(solve)
    measure = staticmethod(measure)
    labels = staticmethod(labels)
    appraise = staticmethod(appraise)
    traits = staticmethod(traits)
    evenness = staticmethod(evenness)
    canonical = staticmethod(canonical)
    encode = staticmethod(encode)
    decode = staticmethod(decode)
    recognizes = staticmethod(recognizes)
    write = staticmethod(write)
    variant_of = staticmethod(variant_of)
    length = staticmethod(length_of)
    legal = staticmethod(legal)
    play = staticmethod(play)
    situation = staticmethod(situation)
    draw = staticmethod(draw)
    frames = staticmethod(frames)
    show = staticmethod(show)
    table = staticmethod(table)
    play_game = when_used("engines.geister.agent.play_game", "play_game")
    scenes = when_used("engines.geister.agent.scenes", "scenes")
    met = when_used("engines.geister.agent.met", "met")
    judge = when_used("engines.geister.agent.judge", "judge")

    def generate(
        self, variant: str, seed: int, count: int, start: int = 0, parameters: Mapping[str, Any] | None = None
    ) -> list[Puzzle]:
        return generate(self.variants[variant], seed, count, start, parameters)

    def method_of(self, variant: str, number: int, parameters: Mapping[str, Any] | None = None) -> str:
        """How a candidate is made: at random, in reverse or from a table."""
        return method_of(self.variants[variant], number, parameters)

    def told_length(self, moves: int) -> int:
        """In plies, as titles say it: the defender replies to every move but the last."""
        return 2 * moves - 1


ENGINE = GeisterEngine()
