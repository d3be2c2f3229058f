"""The T-spin engine by the contract. Each member is from the module that does the work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engines.contract import Verdict
from engines.engine import Engine, Offer, when_used
from engines.tspin.agent import catalogue
from engines.tspin.agent.judges import JUDGES, move_ja
from engines.tspin.agent.roster import AGENTS
from engines.tspin.agent.tokens import TOKENS
from engines.tspin.forms.link import links
from engines.tspin.forms.text import FORMS, decode, encode, recognizes, write
from engines.tspin.japanese.translation import JAPANESE
from engines.tspin.make.generate import generate
from engines.tspin.make.variant_words import VARIANT_WORDS
from engines.tspin.make.variants import PARAMETERS, VARIANTS
from engines.tspin.measure.catalogue import FEATURES
from engines.tspin.measure.evenness import evenness
from engines.tspin.measure.features import measure
from engines.tspin.measure.themes import THEMES, appraise, labels
from engines.tspin.measure.traits import TRAITS, traits
from engines.tspin.people.law import LAW
from engines.tspin.people.presets import PRESETS
from engines.tspin.people.surveys import SURVEYS
from engines.tspin.people.yardstick import YARDSTICK
from engines.tspin.rules.checked_moves import legal, play
from engines.tspin.rules.explained import RULES
from engines.tspin.rules.puzzle import Puzzle, canonical, variant_name
from engines.tspin.show.draw import STYLE, draw
from engines.tspin.show.frames import frames
from engines.tspin.show.hands import TOKENS as HAND_TOKENS
from engines.tspin.show.hands import situation
from engines.tspin.show.terminal import show
from engines.tspin.solve.solver import solve


class TspinEngine(Engine[Puzzle]):
    """See `engines.engine` for what each member is."""

    name = "tspin"
    title = "T-spin puzzles"
    version = "3"
    variants = VARIANTS
    variant_words = VARIANT_WORDS
    parameters = PARAMETERS
    features = FEATURES
    themes = THEMES
    forms = FORMS
    solution_form = (
        'An array with one placement for each piece of the queue, in order: `{"piece": "S", "cells": [[4, 0], '
        "[5, 0], [5, 1], [6, 1]]}`. `cells` are the four cells that the piece fills, `[column, row]`, both from 0: "
        "column 0 is the leftmost, row 0 the bottom row. Rows that fill are cleared before the next piece, and its "
        "cells are those of the board as it then is. The piece that plays the goal is not part of it."
    )
    style = STYLE
    offers: Sequence[Offer] = ("perft", "situation")
    trait_values = TRAITS
    japanese = JAPANESE
    rules = RULES
    yardstick = YARDSTICK
    surprise = "surprise_worst"
    law = LAW
    surveys = SURVEYS
    presets = PRESETS
    agents = AGENTS
    short_game: Mapping[str, Any] = {"inputs": 40}
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
    perft = when_used("engines.tspin.solve.perft", "count_perft")
    play_game = when_used("engines.tspin.agent.play_game", "play_game")
    own_weights = when_used("engines.tspin.agent.play_game", "own_weights")
    scenes = when_used("engines.tspin.agent.scenes", "scenes")
    write_game = when_used("engines.tspin.agent.scenes", "write_game")
    met = when_used("engines.tspin.agent.met", "met")
    tune = when_used("engines.tspin.agent.tune", "tune")
    judge = when_used("engines.tspin.agent.judge", "judge")
    move_ja = staticmethod(move_ja)

    def generate(
        self, variant: str, seed: int, count: int, start: int = 0, parameters: Mapping[str, Any] | None = None
    ) -> list[Puzzle]:
        return generate(self.variants[variant], seed, count, start, parameters)

    def variant_of(self, puzzle: Puzzle, verdict: Verdict | None = None) -> str:
        return variant_name(puzzle)

    def length(self, puzzle: Puzzle, verdict: Verdict | None = None) -> int:
        return len(puzzle.queue)


ENGINE = TspinEngine()
