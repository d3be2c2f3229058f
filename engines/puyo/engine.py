"""The Puyo engine: the contract, each method a view of the module that does the work."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from engines.contract import Feature, Frame, Japanese, Json, Look, Parameter, Rules, Theme, Variant, Verdict
from engines.judging import Judge, Judgement
from engines.playing import Measure, Met, Played, Player, Run, Scene, Token, Tuner, Tuning
from engines.puyo.agent.game import MEASURES
from engines.puyo.agent.judges import JUDGES
from engines.puyo.agent.play import GAME_FORMS, idle_parameter, play_game, scenes, write_game
from engines.puyo.agent.play import PARAMETERS as PLAY_PARAMETERS
from engines.puyo.agent.players import PLAYERS, own_weights
from engines.puyo.agent.scenes import TOKENS
from engines.puyo.agent.tuners import TUNERS, tune
from engines.puyo.catalogue import FEATURES
from engines.puyo.draw import draw
from engines.puyo.explained import RULES
from engines.puyo.features import measure
from engines.puyo.frames import frames
from engines.puyo.generate import PARAMETERS, VARIANTS, generate, method_of
from engines.puyo.japanese import JAPANESE
from engines.puyo.link import links
from engines.puyo.mix import Mix, mix
from engines.puyo.paint import STYLE
from engines.puyo.play import legal, play
from engines.puyo.puzzle import Puzzle, canonical, variant_name
from engines.puyo.simulate import simulate
from engines.puyo.solve import solve
from engines.puyo.terminal import show
from engines.puyo.text import FORMS, decode, encode, recognizes, write
from engines.puyo.themes import THEMES, appraise, labels
from engines.puyo.traits import VALUES, traits


class PuyoEngine:
    """See `engines.contract.Engine`, `engines.playing.Plays` and `engines.judging.Judged`."""

    name: str = "puyo"
    title: str = "Nazo Puyo"
    version: str = "1"
    variants: Mapping[str, Variant] = VARIANTS
    parameters: Sequence[Parameter] = PARAMETERS
    features: Sequence[Feature] = FEATURES
    themes: Sequence[Theme] = THEMES
    forms: Sequence[str] = FORMS
    solution_form: str = (
        'A string with two characters for each step of the queue, up to the step that reaches the goal: `"4N561S"`. '
        "The first character is the column of the pivot, the first puyo of the pair, 1 to 6 from the left. The "
        "second is where the other puyo goes: `N` above it, `S` below it, or its own column, next to the pivot's. "
        "`..` stands for a fall of garbage, which nobody places."
    )
    style: str = STYLE
    trait_values: Mapping[str, Sequence[str]] = VALUES | {"colors": ("2", "3", "4")}  # of our variants (001, 4.4)
    trait_words: Mapping[str, str] = {"colors": "colours"}
    japanese: Japanese = JAPANESE
    rules: Rules = RULES
    players: Mapping[str, Player] = PLAYERS
    usual_games = 50
    short_game: Mapping[str, Any] = {"moves": 2}
    measures: Sequence[Measure] = MEASURES
    play_parameters: Sequence[Parameter] = PLAY_PARAMETERS
    tokens: Mapping[str, Token] = TOKENS
    game_forms: Sequence[str] = GAME_FORMS
    tuners: Mapping[str, Tuner] = TUNERS
    judges: Sequence[Judge] = JUDGES

    def generate(
        self, variant: str, seed: int, count: int, start: int = 0, parameters: Mapping[str, Any] | None = None
    ) -> list[Puzzle]:
        return generate(self.variants[variant], seed, count, start, parameters)

    def method_of(self, variant: str, number: int, parameters: Mapping[str, Any] | None = None) -> str:
        """How a candidate is made: at random or in reverse."""
        return method_of(self.variants[variant], number, parameters)

    def solve(self, puzzles: Sequence[Puzzle], limit: int | None = None, stop_at: int | None = None) -> list[Verdict]:
        return solve(puzzles, limit, stop_at)

    def simulate(self, text: Json | str) -> Json:
        """What the chain of a board does: its rounds, its score and what is left."""
        return simulate(text)

    def measure(self, puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]) -> np.ndarray:
        return measure(puzzles, verdicts)

    def labels(self, puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]) -> list[tuple[str, ...]]:
        return labels(puzzles, verdicts)

    def appraise(
        self, puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]
    ) -> tuple[np.ndarray, list[tuple[str, ...]]]:
        return appraise(puzzles, verdicts)

    def mix(self, puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]) -> Mix:
        """How often each colour, number of puyos, column and the like comes: what should be even."""
        return mix(puzzles, verdicts)

    def canonical(self, puzzle: Puzzle) -> Puzzle:
        return canonical(puzzle)

    def encode(self, puzzle: Puzzle) -> Json:
        return encode(puzzle)

    def decode(self, text: Json | str, settle: bool = False) -> Puzzle:
        return decode(text, settle)

    def recognizes(self, text: str) -> bool:
        return recognizes(text)

    def write(self, puzzle: Puzzle, form: str, solution: Any | None = None) -> str:
        return write(puzzle, form, solution)

    def variant_of(self, puzzle: Puzzle, verdict: Verdict | None = None) -> str:
        return variant_name(puzzle)

    def length(self, puzzle: Puzzle, verdict: Verdict | None = None) -> int:
        return puzzle.pairs

    def legal(self, puzzle: Puzzle, moves: Sequence[Any]) -> list[Any]:
        return list(legal(puzzle, moves))

    def play(self, puzzle: Puzzle, moves: Any) -> Json:
        return play(puzzle, moves)

    def draw(self, puzzle: Puzzle, solution: Any | None = None, theme: Look = "light") -> str:
        return draw(puzzle, solution, theme)

    def frames(self, puzzle: Puzzle, solution: Any, theme: Look = "light") -> list[Frame]:
        """The problem, then its answer moment by moment."""
        return frames(puzzle, solution, theme)

    def traits(self, puzzle: Puzzle, solution: Any) -> Mapping[str, str]:
        """What kind of puzzle it is, to choose evenly among the kinds."""
        return traits(puzzle, solution)

    def links(self, puzzle: Puzzle, solution: Any | None = None) -> list[tuple[str, str]]:
        """Title and address of every simulator that opens the puzzle."""
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
        return play_game(player, seed, number, parameters, against, weights)

    def idle_parameter(self, parameters: Mapping[str, Any], against: str) -> str:
        return idle_parameter(parameters, against)

    def own_weights(self, name: str) -> Json:
        return own_weights(name)

    def met(self, game: Played, variants: Sequence[str], most: int) -> list[Met]:
        from engines.puyo.agent.met import met  # a night without games has no use for it

        return met(game, variants, most)

    def judge(self, puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]) -> list[Judgement | None]:
        from engines.puyo.agent.judge import judge

        return judge(puzzles, verdicts)

    def scenes(self, game: Played) -> Iterator[Scene]:
        return scenes(game)

    def write_game(self, game: Played, form: str) -> str:
        """A game alone as a link of pon2's studio."""
        return write_game(game, form)

    def tune(
        self,
        tuner: str,
        seed: int,
        run: Run[Any],
        parameters: Mapping[str, Any],
        state: bytes | None = None,
        weights: Json | None = None,
    ) -> Iterator[Tuning]:
        return tune(tuner, seed, run, parameters, state, weights)


ENGINE = PuyoEngine()
