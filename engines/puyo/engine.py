"""The Puyo engine by the contract. Each member is from the module that does the work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engines.contract import Verdict
from engines.engine import Engine, Offer, when_used
from engines.puyo.agent import catalogue
from engines.puyo.agent.judges import JUDGES
from engines.puyo.agent.roster import AGENTS
from engines.puyo.agent.tokens import TOKENS
from engines.puyo.forms.link import links
from engines.puyo.forms.simulate import simulate
from engines.puyo.forms.text import FORMS, decode, encode, recognizes, write
from engines.puyo.japanese.translation import JAPANESE
from engines.puyo.make.generate import generate, method_of
from engines.puyo.make.variant_words import VARIANT_WORDS
from engines.puyo.make.variants import PARAMETERS, VARIANTS
from engines.puyo.measure.catalogue import FEATURES
from engines.puyo.measure.evenness import evenness
from engines.puyo.measure.features import measure
from engines.puyo.measure.themes import THEMES, appraise, labels
from engines.puyo.measure.traits import VALUES, traits
from engines.puyo.people.crowd import CROWD
from engines.puyo.people.law import LAW
from engines.puyo.people.surveys import SURVEYS
from engines.puyo.people.yardstick import YARDSTICK
from engines.puyo.rules.checked_moves import legal, play
from engines.puyo.rules.explained import RULES
from engines.puyo.rules.puzzle import Puzzle, canonical, variant_name
from engines.puyo.show.draw import draw
from engines.puyo.show.frames import frames
from engines.puyo.show.hands import TOKENS as HAND_TOKENS
from engines.puyo.show.hands import situation
from engines.puyo.show.paint import STYLE
from engines.puyo.show.terminal import show
from engines.puyo.solve.solver import solve


class PuyoEngine(Engine[Puzzle]):
    """See `engines.engine` for what each member is."""

    name = "puyo"
    title = "Nazo Puyo"
    version = "2"
    variants = VARIANTS
    variant_words = VARIANT_WORDS
    parameters = PARAMETERS
    features = FEATURES
    themes = THEMES
    forms = FORMS
    solution_form = (
        'A string with two characters for each step of the queue, up to the step that reaches the goal: `"4N561S"`. '
        "The first character is the column of the pivot, the first puyo of the pair, 1 to 6 from the left. The "
        "second is where the other puyo goes: `N` above it, `S` below it, or its own column, next to the pivot's. "
        "`..` stands for a fall of garbage, which nobody places."
    )
    style = STYLE
    offers: Sequence[Offer] = ("simulate", "situation")
    # The colours of our variants (Nazo Puyo paper, 4.4).
    trait_values: Mapping[str, Sequence[str]] = VALUES | {"colors": ("2", "3", "4")}
    trait_words: Mapping[str, str] = {"colors": "colours"}
    japanese = JAPANESE
    rules = RULES
    yardstick = YARDSTICK
    surprise = "surprise_worst"
    law = LAW
    crowd = CROWD
    surveys = SURVEYS
    agents = AGENTS
    usual_games = 50
    short_game: Mapping[str, Any] = {"moves": 2}
    measures = catalogue.MEASURES
    play_parameters = catalogue.PARAMETERS
    tokens = TOKENS | HAND_TOKENS
    game_forms = catalogue.FORMS
    tuners = catalogue.TUNERS
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
    links = staticmethod(links)
    legal = staticmethod(legal)
    play = staticmethod(play)
    situation = staticmethod(situation)
    draw = staticmethod(draw)
    frames = staticmethod(frames)
    show = staticmethod(show)
    simulate = staticmethod(simulate)
    play_game = when_used("engines.puyo.agent.play_game", "play_game")
    idle_parameter = when_used("engines.puyo.agent.play_game", "idle_parameter")
    own_weights = when_used("engines.puyo.agent.play_game", "own_weights")
    scenes = when_used("engines.puyo.agent.scenes", "scenes")
    write_game = when_used("engines.puyo.agent.scenes", "write_game")
    met = when_used("engines.puyo.agent.met", "met")
    tune = when_used("engines.puyo.agent.tune", "tune")
    judge = when_used("engines.puyo.agent.judge", "judge")

    def generate(
        self, variant: str, seed: int, count: int, start: int = 0, parameters: Mapping[str, Any] | None = None
    ) -> list[Puzzle]:
        return generate(self.variants[variant], seed, count, start, parameters)

    def method_of(self, variant: str, number: int, parameters: Mapping[str, Any] | None = None) -> str:
        """How a candidate is made: at random or in reverse."""
        return method_of(self.variants[variant], number, parameters)

    def variant_of(self, puzzle: Puzzle, verdict: Verdict | None = None) -> str:
        return variant_name(puzzle)

    def length(self, puzzle: Puzzle, verdict: Verdict | None = None) -> int:
        return puzzle.pairs


ENGINE = PuyoEngine()
