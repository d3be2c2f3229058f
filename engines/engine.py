"""What every engine offers; the rest of the project knows nothing else about a game.

An engine is an object of a class below `Engine`. A puzzle is an immutable record of the engine's own; everyone else
carries it about as the JSON object that `encode` gives and `decode` takes; people may also write it in the game's
other forms, a board as text or a link that its community uses. Methods that may be called on thousands of puzzles
take and give sequences, so that an engine can work on arrays inside.

What is abstract here, every engine has. All else is optional: it stands here with what holds for an engine that does
not say otherwise, so that nobody has to ask whether it is there. Only what `offers` names cannot be called unless an
engine offers it.

A new game is a package `engines/<game>/`, a referee `quality/referee/<game>.py` and one line in `registry`;
docs/new-game.md walks through it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from engines.contract import BadParameter, BadPuzzle, Frame, Japanese

if TYPE_CHECKING:
    import numpy as np

    from engines.agents import Agent, Measure, Met, Played, Run, Scene, Token, Tuner, Tuning
    from engines.contract import Endgame, Feature, Json, Look, Parameter, Rules, Theme, Variant, VariantWords, Verdict
    from engines.hands import Situation
    from engines.judging import Judge, Judgement
    from engines.people.crowd import Crowd
    from engines.people.law import Law
    from engines.people.preset import Preset
    from engines.people.survey import Survey
    from engines.people.yardstick import Yardstick

P = TypeVar("P")
Offer = Literal["simulate", "table", "perft", "situation"]

# What is said of the solutions of a game that says nothing itself.
UNTOLD_FORM = "In the game's own notation, as `tsume solve` prints it."


class NotOffered(NotImplementedError):
    """An engine does not have what was called; its `offers` would have told."""


class Engine(ABC, Generic[P]):
    """The contract. Puzzles in, puzzles and plain JSON-able records out; all of it deterministic."""

    # What every engine says of itself.
    name: str  # "tspin"
    title: str  # "T-spin puzzles"
    version: str  # raised by hand whenever the same seed gives other puzzles or other numbers
    variants: Mapping[str, Variant]
    variant_words: Mapping[str, VariantWords]  # what each of them is called
    parameters: Sequence[Parameter]
    features: Sequence[Feature]
    themes: Sequence[Theme]
    forms: Sequence[str]  # what the game can be written in: of FORMS, and links of other kinds by their names

    # What it may say besides.
    solution_form: str = UNTOLD_FORM  # a sentence or two about one solution as JSON, with an example
    rules: Rules | None = None  # the rules in a few words; without them the pages show none
    japanese: Japanese = Japanese()  # its words in Japanese
    style: str = ""  # the CSS that gives the colours of "page" drawings their values
    trait_values: Mapping[str, Sequence[str]] = {}  # each trait and what it can be; nothing if that is no short list
    trait_words: Mapping[str, str] = {}  # what people call a trait, where that is not its name
    offers: Collection[Offer] = ()  # which of the methods it has that only some engines have

    # Of the people who rate it; `engines.people` says what these are.
    yardstick: Yardstick | None = None  # how hard its puzzles are while nobody has rated any
    surprise: str = ""  # the feature that says how unexpected an answer is; nothing if none does
    law: Law | None = None  # what makes its puzzles hard and charming for them; None if nobody has rated any
    crowd: Crowd | None = None  # how they differ; None for the everyday crowd
    surveys: Sequence[Survey] = ()  # what the papers print of theirs
    presets: Mapping[str, Preset] = {}  # the settings of a paper that models of each target are compared with

    # Of its agents, if it has any; `engines.agents` says what they are.
    agents: Mapping[str, Agent] = {}
    measures: Sequence[Measure] = ()
    play_parameters: Sequence[Parameter] = ()  # options of the game itself: "back_to_back", "inputs"
    usual_games: int = 100  # how many games the papers compared agents over
    short_game: Mapping[str, Any] = {}  # parameters of a game that is over at once, to warm up with
    tokens: Mapping[str, Token] = {}  # how the characters of a scene's boards look
    game_forms: Sequence[str] = ()  # what a game can be written in for other tools: "fumen"
    tuners: Mapping[str, Tuner] = {}  # what makes its agents better
    judges: Sequence[Judge] = ()  # agents that judge puzzles, weakest first; see `engines.judging`

    # Making, proving and measuring.

    @abstractmethod
    def generate(
        self, variant: str, seed: int, count: int, start: int = 0, parameters: Mapping[str, Any] | None = None
    ) -> list[P]:
        """Candidates number start .. start+count-1 of this seed: each depends on its number alone.

        `parameters` overrule the defaults of the engine's own; they have passed `checked_parameters`."""

    def method_of(self, variant: str, number: int, parameters: Mapping[str, Any] | None = None) -> str:
        """How a candidate is made, where a variant has several ways: "random", "reverse"."""
        return str(self.variants[variant].parameters.get("method", "reverse"))

    @abstractmethod
    def solve(self, puzzles: Sequence[P], limit: int | None = None, stop_at: int | None = None) -> list[Verdict]:
        """Every solution of every puzzle. `limit` bounds the nodes a puzzle may take; with `stop_at`
        the search of a puzzle ends once so many solutions are found."""

    @abstractmethod
    def measure(self, puzzles: Sequence[P], verdicts: Sequence[Verdict]) -> np.ndarray:
        """Features as float64, one row a puzzle, columns as in `features`; NaN where undefined."""

    @abstractmethod
    def labels(self, puzzles: Sequence[P], verdicts: Sequence[Verdict]) -> list[tuple[str, ...]]:
        """The names of the themes that each puzzle has, in the order of `themes`. May give the answer away."""

    def appraise(self, puzzles: Sequence[P], verdicts: Sequence[Verdict]) -> tuple[np.ndarray, list[tuple[str, ...]]]:
        """What `measure` and `labels` give, both from one look at the puzzles if that saves time."""
        return self.measure(puzzles, verdicts), self.labels(puzzles, verdicts)

    def traits(self, puzzle: P, solution: Any) -> Mapping[str, str]:
        """What kind of puzzle it is, to choose evenly among the kinds: words for what a reader would notice, the same
        names for all puzzles: {"pieces": "S J", "column": "left"}. They go into no prediction. Some tell of the
        answer."""
        return {}

    def evenness(
        self, puzzles: Sequence[P], verdicts: Sequence[Verdict]
    ) -> Mapping[str, Mapping[str, Mapping[str, int]]]:
        """How even the candidates are: what is counted, then by group of variants, then by value."""
        return {}

    @abstractmethod
    def canonical(self, puzzle: P) -> P:
        """One representative for all puzzles that are the same up to mirror image, colours or order."""

    # Writing and reading.

    @abstractmethod
    def encode(self, puzzle: P) -> Json:
        """The puzzle as the JSON object that people read and write."""

    @abstractmethod
    def decode(self, text: Json | str, settle: bool = False) -> P:
        """The puzzle in a JSON object or in any text form; `BadPuzzle` with place and reason if it is none.

        Where things fall in a game, what floats is refused, or falls if it is to be settled."""

    @abstractmethod
    def recognizes(self, text: str) -> bool:
        """Whether a text that is not JSON looks like one of this game's own forms, be it good or broken:
        a link, or a board whose first line begins with the game's name."""

    @abstractmethod
    def write(self, puzzle: P, form: str, solution: Any | None = None) -> str:
        """The puzzle in one of `forms`, for `decode` to read: JSON on one line; a board, its first line beginning
        with the game's name and no line of it empty; a link on one line, which shows the solution if one is
        given. `BadPuzzle` if that form cannot hold it."""

    def links(self, puzzle: P, solution: Any | None = None) -> list[tuple[str, str]]:
        """Title and address of every place where the puzzle can be opened, showing the solution if one is given: the
        forms that are addresses, unless the engine knows better."""
        texts = [(form, self.written(puzzle, form, solution)) for form in self.forms]
        return [(form, text) for form, text in texts if text.startswith("http")]

    def written(self, puzzle: P, form: str, solution: Any | None = None) -> str:
        """What `write` gives; nothing if that form cannot hold the puzzle."""
        try:
            return self.write(puzzle, form, solution)
        except BadPuzzle:
            return ""

    @abstractmethod
    def variant_of(self, puzzle: P, verdict: Verdict | None = None) -> str:
        """The name of the family that a puzzle belongs to, whoever made it; it need not be one of `variants`.

        The verdict, given once the puzzle has been solved, is for games where the answer decides; without one
        nothing is solved here."""

    @abstractmethod
    def length(self, puzzle: P, verdict: Verdict | None = None) -> int:
        """How many moves whoever solves the puzzle has to find: `moves` of its variant, if it is of one.

        0 if only the answer tells, and there is none or no verdict is given: nothing is solved here."""

    def told_length(self, moves: int) -> int:
        """The length that people are told, for a puzzle of so many moves. Its title says the same."""
        return moves

    # Playing and showing puzzles.

    @abstractmethod
    def legal(self, puzzle: P, moves: Sequence[Any]) -> list[Any]:
        """The moves that may follow `moves`, in the form that solutions use."""

    @abstractmethod
    def play(self, puzzle: P, moves: Any) -> Json:
        """The position after `moves`: its board, what is left of the queue, whether the goal is reached ("goal").

        `moves` may also be a solution as a verdict lists it, or what somebody takes for one: a `ValueError`,
        `TypeError` or `LookupError` if it is none."""

    def situation(self, puzzle: P, moves: Sequence[Any]) -> Situation:
        """What a player sees and can do after `moves`, which are checked as `play` checks them.

        Where another side answers, `moves` may also be the player's own moves alone: the engine answers them, with
        the best resistance, and the situation has all of them."""
        raise NotOffered("situation")

    @abstractmethod
    def draw(self, puzzle: P, solution: Any | None = None, look: Look = "light") -> str:
        """SVG of the problem, or of its answer when a solution is given.

        A page draws once for light and dark: "page" names its colours as custom properties, with the
        light ones to fall back on, has no background, and `style` is the CSS that a page takes over to
        give them their values. Words on a page are there in both languages, in groups with `lang="en"`
        and `lang="ja"`, of which the page shows one."""

    def frames(self, puzzle: P, solution: Any, look: Look = "light") -> list[Frame]:
        """The problem, then every moment of its answer up to the goal, all drawn in the same place and size: the
        problem and the answer, unless the engine plays it step by step."""
        return [Frame(self.draw(puzzle, None, look), ""), Frame(self.draw(puzzle, solution, look), "")]

    @abstractmethod
    def show(self, puzzle: P, solution: Any | None = None, color: bool = False) -> str:
        """The same for a terminal."""

    # What only some engines have: those that name it in `offers`.

    def simulate(self, text: Json | str) -> Json:
        """What becomes of the position in a JSON object or in any text form, as fields to add to it."""
        raise NotOffered("simulate")

    def table(
        self, attacker: str, defender: str, shown: str = "", progress: Callable[[str], None] | None = None
    ) -> Endgame:
        """The endgame table of some material, `shown` being what is shown of the defender's: `defender` itself for
        all of it, "1b0r" for a part, nothing if it is empty. `BadPuzzle` for material that is not understood, that is
        no game, or whose table is too large for memory; `progress` is told in a few words how far it is."""
        raise NotOffered("table")

    def perft(self, queue: str, spins: bool = False, report: Callable[[int], None] | None = None) -> int:
        """Ways to place a queue on an empty board; with `spins` every way for a piece to arrive counts for itself.
        `report` hears now and then how many there are so far. `BadPuzzle` for a queue that is none."""
        raise NotOffered("perft")

    # What its agents do.

    def play_game(
        self,
        agent: str,
        seed: int,
        number: int,
        parameters: Mapping[str, Any] | None = None,
        against: str = "",
        weights: Mapping[str, Json] | None = None,
    ) -> Played:
        """Game `number` of a seed. `parameters` have passed `checked_parameters`; those that such a game does not
        have are passed over (`idle_parameter` says why). `weights` overrule those that come with the engine, by the
        names that agents have for them. `BadParameter` if there is no such agent or opponent."""
        raise BadParameter(f"{self.name} has no agents")

    def idle_parameter(self, parameters: Mapping[str, Any], against: str) -> str:
        """Why a parameter makes no difference to such a game, if there is one that does not."""
        return ""

    def own_weights(self, name: str) -> Json:
        """The weights, or the network, of that name that come with the engine; `BadParameter` if there are none."""
        raise BadParameter(f"no weights {name!r} come with the engine")

    def scenes(self, game: Played) -> Iterator[Scene]:
        """The beginning of a game, then every move, all with boards of the same size."""
        return iter(())

    def write_game(self, game: Played, form: str) -> str:
        """The game for another tool, on one line."""
        raise BadParameter(f"unknown form {form!r}: games of {self.name} are written in none but their own")

    def met(self, game: Played, variants: Sequence[str], most: int) -> list[Met]:
        """The puzzles of these variants that were met in a game, at most so many of each: positions where the goal is
        there to be found, spread over all of it. Those with one answer come before others."""
        return []

    def tune(
        self,
        tuner: str,
        seed: int,
        run: Run[Any],
        parameters: Mapping[str, Any],
        state: bytes | None = None,
        weights: Json | None = None,
    ) -> Iterator[Tuning]:
        """Make weights better step by step: those given, or those that the tuner begins with by itself; or go on from
        a state. The same seed gives the same weights, however often it was stopped and by however many workers."""
        raise BadParameter(f"{self.name} has no tuners")

    def judge(self, puzzles: Sequence[P], verdicts: Sequence[Verdict]) -> list[Judgement | None]:
        """What the judges think of each puzzle's first answer; None where there is none."""
        return [None] * len(puzzles)

    def move_ja(self, name: str) -> str:
        """A move that a judge would rather make, in Japanese; notation that is the same in both languages stays."""
        return name


class Elsewhere:
    """A member of an engine's class that is in a module of its own."""

    def __init__(self, module: str, name: str) -> None:
        self.module, self.name = module, name

    def __get__(self, instance: object, owner: type) -> Any:
        return vars(import_module(self.module))[self.name]


def when_used(module: str, name: str) -> Any:
    """A function that an engine has from a module which is imported when the function is first used."""
    return Elsewhere(module, name)
