"""The T-spin engine: the contract, each method a view of the module that does the work."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from engines.contract import Feature, Frame, Japanese, Json, Look, Parameter, Rules, Theme, Variant, Verdict
from engines.judging import Judge, Judgement
from engines.playing import Measure, Met, Played, Player, Run, Scene, Token, Tuner, Tuning
from engines.tspin.agent import judges, offered
from engines.tspin.agent.players import PLAYERS
from engines.tspin.agent.rules import PARAMETERS as PLAY_PARAMETERS
from engines.tspin.catalogue import FEATURES
from engines.tspin.draw import STYLE, draw
from engines.tspin.explained import RULES
from engines.tspin.features import measure
from engines.tspin.frames import frames
from engines.tspin.generate import PARAMETERS, VARIANTS, generate
from engines.tspin.japanese import JAPANESE
from engines.tspin.link import links
from engines.tspin.mix import Mix, mix
from engines.tspin.play import legal, play
from engines.tspin.puzzle import Puzzle, canonical, variant_name
from engines.tspin.solve import solve
from engines.tspin.terminal import show
from engines.tspin.text import FORMS, decode, encode, recognizes, write
from engines.tspin.themes import THEMES, appraise, labels
from engines.tspin.traits import TRAITS, traits


class TspinEngine:
    """See `engines.contract.Engine`; `engines.playing` for the players, `engines.judging` for them as judges."""

    name: str = "tspin"
    title: str = "T-spin puzzles"
    version: str = "2"
    variants: Mapping[str, Variant] = VARIANTS
    parameters: Sequence[Parameter] = PARAMETERS
    features: Sequence[Feature] = FEATURES
    themes: Sequence[Theme] = THEMES
    forms: Sequence[str] = FORMS
    solution_form: str = (
        'An array with one placement for each piece of the queue, in order: `{"piece": "S", "cells": [[4, 0], '
        "[5, 0], [5, 1], [6, 1]]}`. `cells` are the four cells that the piece fills, `[column, row]`, both from 0: "
        "column 0 is the leftmost, row 0 the bottom row. Rows that fill are cleared before the next piece, and its "
        "cells are those of the board as it then is. The piece that plays the goal is not part of it."
    )
    style: str = STYLE
    trait_values: Mapping[str, Sequence[str]] = TRAITS
    japanese: Japanese = JAPANESE
    rules: Rules = RULES
    players: Mapping[str, Player] = PLAYERS
    usual_games = 100
    short_game: Mapping[str, Any] = {"inputs": 40}
    measures: Sequence[Measure] = offered.MEASURES
    play_parameters: Sequence[Parameter] = PLAY_PARAMETERS
    tokens: Mapping[str, Token] = offered.TOKENS
    game_forms: Sequence[str] = offered.FORMS
    tuners: Mapping[str, Tuner] = offered.TUNERS
    judges: Sequence[Judge] = judges.JUDGES

    def generate(
        self, variant: str, seed: int, count: int, start: int = 0, parameters: Mapping[str, Any] | None = None
    ) -> list[Puzzle]:
        return generate(self.variants[variant], seed, count, start, parameters)

    def solve(self, puzzles: Sequence[Puzzle], limit: int | None = None, stop_at: int | None = None) -> list[Verdict]:
        return solve(puzzles, limit, stop_at)

    def measure(self, puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]) -> np.ndarray:
        return measure(puzzles, verdicts)

    def labels(self, puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]) -> list[tuple[str, ...]]:
        return labels(puzzles, verdicts)

    def appraise(
        self, puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]
    ) -> tuple[np.ndarray, list[tuple[str, ...]]]:
        return appraise(puzzles, verdicts)

    def mix(self, puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]) -> Mix:
        """How often each piece, slot column, overhang side, well and height comes: what should be even."""
        return mix(puzzles, verdicts)

    def perft(self, queue: str, spins: bool = False, report: Callable[[int], None] | None = None) -> int:
        """Ways to place a queue on an empty board under SRS; with `spins` every way for a T to arrive
        counts for itself. `report` hears now and then how many there are so far."""
        from engines.tspin.perft import count_perft  # a night has no use for it

        return count_perft(queue, spins, report)

    def canonical(self, puzzle: Puzzle) -> Puzzle:
        return canonical(puzzle)

    def encode(self, puzzle: Puzzle) -> Json:
        return encode(puzzle)

    def decode(self, text: Json | str, settle: bool = False) -> Puzzle:
        return decode(text)  # rows may hang in the air: there is nothing to settle

    def recognizes(self, text: str) -> bool:
        return recognizes(text)

    def write(self, puzzle: Puzzle, form: str, solution: Any | None = None) -> str:
        return write(puzzle, form, solution)

    def variant_of(self, puzzle: Puzzle, verdict: Verdict | None = None) -> str:
        return variant_name(puzzle)

    def length(self, puzzle: Puzzle, verdict: Verdict | None = None) -> int:
        return len(puzzle.queue)

    def legal(self, puzzle: Puzzle, moves: Sequence[Any]) -> list[Any]:
        return list(legal(puzzle, moves))

    def play(self, puzzle: Puzzle, moves: Any) -> Json:
        return play(puzzle, moves)

    def draw(self, puzzle: Puzzle, solution: Any | None = None, theme: Look = "light") -> str:
        return draw(puzzle, solution, theme)

    def frames(self, puzzle: Puzzle, solution: Any, theme: Look = "light") -> list[Frame]:
        return frames(puzzle, solution, theme)

    def traits(self, puzzle: Puzzle, solution: Any) -> Mapping[str, str]:
        return traits(puzzle, solution)

    def links(self, puzzle: Puzzle, solution: Any | None = None) -> list[tuple[str, str]]:
        """Title and address of every viewer that opens the puzzle."""
        return links(puzzle, solution)

    def show(self, puzzle: Puzzle, solution: Any | None = None, color: bool = False) -> str:
        return show(puzzle, solution, color)

    def play_game(
        self,
        player: str,
        seed: int,
        number: int,
        parameters: Mapping[str, Any] | None = None,
        against: str = "",
        weights: Mapping[str, Json] | None = None,
    ) -> Played:
        from engines.tspin.agent.contract import play_game  # a night without games has no use for it

        return play_game(player, seed, number, parameters, against, weights)

    def own_weights(self, name: str) -> Json:
        from engines.tspin.agent.contract import own_weights

        return own_weights(name)

    def scenes(self, game: Played) -> Iterator[Scene]:
        from engines.tspin.agent.scenes import scenes

        return scenes(game)

    def write_game(self, game: Played, form: str) -> str:
        from engines.tspin.agent.scenes import write_game

        return write_game(game, form)

    def met(self, game: Played, variants: Sequence[str], most: int) -> list[Met]:
        from engines.tspin.agent.met import met

        return met(game, variants, most)

    def tune(
        self,
        tuner: str,
        seed: int,
        run: Run[Any],
        parameters: Mapping[str, Any],
        state: bytes | None = None,
        weights: Json | None = None,
    ) -> Iterator[Tuning]:
        from engines.tspin.agent.contract import tune

        return tune(tuner, seed, run, parameters, state, weights)

    def judge(self, puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]) -> list[Judgement | None]:
        from engines.tspin.agent.judge import judge

        return judge(puzzles, verdicts)

    def move_ja(self, name: str) -> str:
        return judges.move_ja(name)


ENGINE = TspinEngine()
