"""The Geister engine: the contract, each method a view of the module that does the work."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from engines.contract import (
    BadParameter,
    Endgame,
    Feature,
    Frame,
    Japanese,
    Json,
    Look,
    Parameter,
    Rules,
    Theme,
    Variant,
    Verdict,
)
from engines.geister.agent.judges import JUDGES
from engines.geister.agent.match import MEASURES, play_game
from engines.geister.agent.match import PARAMETERS as PLAY_PARAMETERS
from engines.geister.agent.met import met
from engines.geister.agent.players import PLAYERS
from engines.geister.agent.scenes import TOKENS, scenes
from engines.geister.catalogue import FEATURES
from engines.geister.draw import STYLE, draw
from engines.geister.explained import RULES
from engines.geister.features import measure
from engines.geister.frames import frames
from engines.geister.generate import PARAMETERS, VARIANTS, generate, method_of
from engines.geister.japanese import JAPANESE
from engines.geister.mix import Mix, mix
from engines.geister.play import legal, play
from engines.geister.puzzle import Puzzle, canonical
from engines.geister.solve import solve
from engines.geister.tables import table
from engines.geister.terminal import show
from engines.geister.text import FORMS, decode, encode, recognizes, write
from engines.geister.themes import THEMES, appraise, labels
from engines.geister.traits import TRAITS, traits
from engines.geister.variant import length_of, variant_of
from engines.judging import Judge, Judgement
from engines.playing import Measure, Met, Played, Player, Scene, Token


class GeisterEngine:
    """See `engines.contract.Engine`; `engines.playing` for the players, `engines.judging` for them as judges."""

    name: str = "geister"
    title: str = "Geister"
    version: str = "1"
    variants: Mapping[str, Variant] = VARIANTS
    parameters: Sequence[Parameter] = PARAMETERS
    features: Sequence[Feature] = FEATURES
    themes: Sequence[Theme] = THEMES
    forms: Sequence[str] = FORMS
    solution_form: str = (
        'An object: `{"plies": 5, "first_moves": ["e5-e6"], "line": ["e5-e6", "b4-b3", "f5-f6", "b3-b2", '
        '"f6-exit"]}`. `plies` is the length of the shortest forced win, moves of both sides counted. `first_moves` '
        "are all first moves that win in so many. `line` is the main line, the attacker's moves and the defender's "
        "longest resistance in turn. A move is `from-to`, column a to f and row 1 to 6 from the attacker's side; a "
        "capture is written the same way, and `f6-exit` leaves the board."
    )
    style: str = STYLE
    trait_values: Mapping[str, Sequence[str]] = TRAITS
    japanese: Japanese = JAPANESE
    rules: Rules = RULES
    players: Mapping[str, Player] = PLAYERS
    measures: Sequence[Measure] = MEASURES
    play_parameters: Sequence[Parameter] = PLAY_PARAMETERS
    usual_games = 100
    short_game: Mapping[str, Any] = {"plies": 10}
    tokens: Mapping[str, Token] = TOKENS
    game_forms: Sequence[str] = ()
    judges: Sequence[Judge] = JUDGES

    def generate(
        self, variant: str, seed: int, count: int, start: int = 0, parameters: Mapping[str, Any] | None = None
    ) -> list[Puzzle]:
        return generate(self.variants[variant], seed, count, start, parameters)

    def method_of(self, variant: str, number: int, parameters: Mapping[str, Any] | None = None) -> str:
        """How a candidate is made: at random, in reverse or from a table."""
        return method_of(self.variants[variant], number, parameters)

    def solve(self, puzzles: Sequence[Puzzle], limit: int | None = None, stop_at: int | None = None) -> list[Verdict]:
        return solve(puzzles, limit, stop_at)

    def table(
        self, attacker: str, defender: str, shown: str = "", progress: Callable[[str], None] | None = None
    ) -> Endgame:
        """The endgame table of some material."""
        return table(attacker, defender, shown, progress)

    def measure(self, puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]) -> np.ndarray:
        return measure(puzzles, verdicts)

    def labels(self, puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]) -> list[tuple[str, ...]]:
        return labels(puzzles, verdicts)

    def appraise(
        self, puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]
    ) -> tuple[np.ndarray, list[tuple[str, ...]]]:
        return appraise(puzzles, verdicts)

    def mix(self, puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]) -> Mix:
        """How often each number of pieces, exit and first move comes: what should be even."""
        return mix(puzzles, verdicts)

    def canonical(self, puzzle: Puzzle) -> Puzzle:
        return canonical(puzzle)

    def encode(self, puzzle: Puzzle) -> Json:
        return encode(puzzle)

    def decode(self, text: Json | str, settle: bool = False) -> Puzzle:
        return decode(text)

    def recognizes(self, text: str) -> bool:
        return recognizes(text)

    def write(self, puzzle: Puzzle, form: str, solution: Any | None = None) -> str:
        return write(puzzle, form, solution)

    def variant_of(self, puzzle: Puzzle, verdict: Verdict | None = None) -> str:
        return variant_of(puzzle, verdict)

    def length(self, puzzle: Puzzle, verdict: Verdict | None = None) -> int:
        return length_of(puzzle, verdict)

    def told_length(self, moves: int) -> int:
        """In plies, as titles say it: the defender replies to every move but the last."""
        return 2 * moves - 1

    def legal(self, puzzle: Puzzle, moves: Sequence[Any]) -> list[Any]:
        return list(legal(puzzle, moves))

    def play(self, puzzle: Puzzle, moves: Sequence[Any]) -> Json:
        return play(puzzle, moves)

    def draw(self, puzzle: Puzzle, solution: Any | None = None, theme: Look = "light") -> str:
        return draw(puzzle, solution, theme)

    def frames(self, puzzle: Puzzle, solution: Any, theme: Look = "light") -> list[Frame]:
        return frames(puzzle, solution, theme)

    def traits(self, puzzle: Puzzle, solution: Any) -> Mapping[str, str]:
        """How many pieces there are, by which exit the win comes, and what the first move is."""
        return traits(puzzle, solution)

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
        """A game of two players; none of them has weights to be overruled."""
        return play_game(player, seed, number, parameters, against)

    def own_weights(self, name: str) -> Json:
        raise BadParameter(f"no weights {name!r} come with the engine")

    def scenes(self, game: Played) -> Iterator[Scene]:
        return scenes(game)

    def write_game(self, game: Played, form: str) -> str:
        raise BadParameter(f"unknown form {form!r}: games of {self.name} are written in none but their own")

    def met(self, game: Played, variants: Sequence[str], most: int) -> list[Met]:
        return met(game, self.variants, variants, most)

    def judge(self, puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]) -> list[Judgement | None]:
        from engines.geister.agent.judge import judge  # a night without a choice has no use for it

        return judge(puzzles, verdicts)


ENGINE = GeisterEngine()
