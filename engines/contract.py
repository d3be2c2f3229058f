"""What every engine offers; the rest of the project knows nothing else about a game.

An engine is an object with the attributes and methods of `Engine`. A puzzle is an
immutable record of the engine's own; everyone else carries it about as the JSON
object that `encode` gives and `decode` takes; people may also write it in the game's
other forms, a board as text or a link that its community uses. Methods that may be called on thousands
of puzzles take and give sequences, so that an engine can work on arrays inside.

A new game is a package `engines/<game>/`, a referee `quality/referee/<game>.py` and
one line in `registry`; docs/new-game.md walks through it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar

if TYPE_CHECKING:
    import numpy as np

VerdictName = Literal["unique", "ambiguous", "impossible", "unfinished"]
VERDICTS: tuple[VerdictName, ...] = ("unique", "ambiguous", "impossible", "unfinished")

# Names of forms that games have in common; every game has the first. Links of further kinds have names of their own.
FORMS = ("json", "text", "link")

# What is said of the solutions of a game that says nothing itself.
UNTOLD_FORM = "In the game's own notation, as `tsume solve` prints it."

Look = Literal["light", "dark", "page"]
Json = dict[str, Any]
P = TypeVar("P")


class BadPuzzle(ValueError):
    """Text that is not a puzzle. The message says what is wrong, and where."""


@dataclass(frozen=True)
class Variant:
    """A named family of puzzles with the parameters that make it."""

    name: str
    title: str  # for people: "T-spin Double, two pieces"
    moves: int  # placements the solver has to find
    parameters: Mapping[str, Any] = field(default_factory=dict)
    facets: Mapping[str, str] = field(default_factory=dict)  # what people may choose by: {"goal": "T-spin Double"}
    category: str = ""  # what it is practised as, together with others of that category; its name if it is empty


@dataclass(frozen=True)
class Parameter:
    """What shapes the candidates of a generator and may be set: a number, a range, on and off, or one of some words.

    `default` says which: a range is a pair of numbers of which one is drawn for each candidate.
    Numbers are whole if those of the default are. A word is one of `choices`.
    """

    name: str
    description: str
    default: bool | float | tuple[float, float] | str
    least: float = 0
    most: float = 1
    choices: tuple[str, ...] = ()


class BadParameter(ValueError):
    """A parameter that the generator does not have, or a value that it cannot take."""


@dataclass(frozen=True)
class Feature:
    """One number measured on a puzzle. `source` names the paper's section, or 'ours'.

    `more` and `less` are what a player would say of a puzzle that has more or less of it than usual, in a few words
    that go after "because of": "many near misses". Features that come to the same thing may share their words, and
    then count as one reason. Without words the description has to do.
    """

    name: str
    description: str
    source: str
    headline: bool = False  # shown in the wide `puzzle` view
    more: str = ""
    less: str = ""
    harder: int = 0  # 1 or -1 only where the literature is sure that more of it makes puzzles harder or easier
    given: bool = False  # its words may be told before the answer is: measured without it, and no theme hides them


@dataclass(frozen=True)
class Theme:
    """What a puzzle is about, in a player's words: one of the engine's closed list."""

    name: str  # for queries: "needs-a-tuck"
    title: str  # for people: "Needs a tuck"
    description: str  # when exactly a puzzle has it


@dataclass(frozen=True)
class Japanese:
    """A game's words in Japanese. What is missing here is shown in English."""

    title: str = ""
    variants: Mapping[str, str] = field(default_factory=dict)  # titles by the variants' names
    facets: Mapping[str, str] = field(default_factory=dict)  # names and values of facets and traits, by the English
    themes: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # name: title and description
    features: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # name: what `more` and `less` say


@dataclass(frozen=True)
class Rules:
    """The rules of a game for somebody who has never seen it: a line or two in either language, and a small puzzle
    with its solution, as JSON, that is drawn beside them."""

    lines: tuple[str, ...]
    lines_ja: tuple[str, ...] = ()
    example: Json | None = None
    solution: Any | None = None


@dataclass(frozen=True)
class Frame:
    """One moment of an answer as it is played: a drawing, and what is said to it in either language."""

    svg: str
    said: str
    said_ja: str = ""


@dataclass(frozen=True)
class Verdict:
    """What the solver found. `complete` says whether it is all: a search that was told to stop early or that
    met its limit may have missed solutions, and `count` is then a lower bound; an engine may also list no more than
    a stated number of them and count the rest.

    What counts as a solution is the game's to say, and so is how they are listed: one that `solutions` lists may
    stand for several that `count` counts, such as first moves that all win. Where there is one, one is listed.

    `unfinished` means that the search ended too early to tell; two solutions are ambiguous all the same.
    `other_count` is the number of solutions under the game's other rule set, where it has one.
    `searched_to` is how far a search that did not finish has got, in the game's own measure (moves, plies).
    """

    verdict: VerdictName
    count: int
    solutions: tuple[Any, ...]
    nodes: int
    other_count: int | None = None
    complete: bool = True
    searched_to: int | None = None

    def as_json(self) -> Json:
        out: Json = {
            "verdict": self.verdict,
            "count": self.count,
            "solutions": list(self.solutions),
            "nodes": self.nodes,
        }
        if self.other_count is not None:
            out["other_count"] = self.other_count
        if not self.complete:
            out["complete"] = False
        if self.searched_to is not None:
            out["searched_to"] = self.searched_to
        return out


def worded(
    features: Sequence[Feature],
    words: Mapping[str, tuple[str, str]],
    harder: Mapping[str, int] | None = None,
    given: Collection[str] = (),
) -> tuple[Feature, ...]:
    """The features with what players say of more and of less of them, by name, with what is sure to be harder, and
    with which of them are measured on what is given alone."""
    named = [*words, *(harder or {}), *given]
    strangers = [name for name in dict.fromkeys(named) if name not in {feature.name for feature in features}]
    if strangers:
        raise ValueError(f"words for what is no feature: {', '.join(strangers)}")
    return tuple(
        replace(
            feature,
            more=more,
            less=less,
            harder=(harder or {}).get(feature.name, 0),
            given=feature.name in given,
        )
        for feature in features
        for more, less in [words.get(feature.name, ("", ""))]
    )


def verdict_name(count: int, finished: bool) -> VerdictName:
    """Two solutions prove a puzzle ambiguous even when the search did not finish."""
    if count > 1:
        return "ambiguous"
    if not finished:
        return "unfinished"
    return "unique" if count == 1 else "impossible"


class Engine(Protocol[P]):
    """The contract. Puzzles in, puzzles and plain JSON-able records out; all of it deterministic."""

    name: str  # "tspin"
    title: str  # "T-spin puzzles"
    version: str  # raised by hand whenever the same seed gives other puzzles or other numbers
    variants: Mapping[str, Variant]
    parameters: Sequence[Parameter]
    features: Sequence[Feature]
    themes: Sequence[Theme]
    forms: Sequence[str]  # what the game can be written in: of FORMS, and links of other kinds by their names

    def generate(
        self, variant: str, seed: int, count: int, start: int = 0, parameters: Mapping[str, Any] | None = None
    ) -> list[P]:
        """Candidates number start .. start+count-1 of this seed: each depends on its number alone.

        `parameters` overrule the defaults of the engine's own; they have passed `checked_parameters`."""

    def solve(self, puzzles: Sequence[P], limit: int | None = None, stop_at: int | None = None) -> list[Verdict]:
        """Every solution of every puzzle. `limit` bounds the nodes a puzzle may take; with `stop_at`
        the search of a puzzle ends once so many solutions are found."""

    def measure(self, puzzles: Sequence[P], verdicts: Sequence[Verdict]) -> np.ndarray:
        """Features as float64, one row a puzzle, columns as in `features`; NaN where undefined."""

    def labels(self, puzzles: Sequence[P], verdicts: Sequence[Verdict]) -> list[tuple[str, ...]]:
        """The names of the themes that each puzzle has, in the order of `themes`. May give the answer away."""

    def canonical(self, puzzle: P) -> P:
        """One representative for all puzzles that are the same up to mirror image, colours or order."""

    def encode(self, puzzle: P) -> Json:
        """The puzzle as the JSON object that people read and write."""

    def decode(self, text: Json | str, settle: bool = False) -> P:
        """The puzzle in a JSON object or in any text form; `BadPuzzle` with place and reason if it is none.

        Where things fall in a game, what floats is refused, or falls if it is to be settled."""

    def recognizes(self, text: str) -> bool:
        """Whether a text that is not JSON looks like one of this game's own forms, be it good or broken:
        a link, or a board whose first line begins with the game's name."""

    def write(self, puzzle: P, form: str, solution: Any | None = None) -> str:
        """The puzzle in one of `forms`, for `decode` to read: JSON on one line; a board, its first line beginning
        with the game's name and no line of it empty; a link on one line, which shows the solution if one is
        given. `BadPuzzle` if that form cannot hold it."""

    def variant_of(self, puzzle: P, verdict: Verdict | None = None) -> str:
        """The name of the family that a puzzle belongs to, whoever made it; it need not be one of `variants`.

        The verdict, given once the puzzle has been solved, is for games where the answer decides; without one
        nothing is solved here."""

    def length(self, puzzle: P, verdict: Verdict | None = None) -> int:
        """How many moves whoever solves the puzzle has to find: `moves` of its variant, if it is of one.

        0 if only the answer tells, and there is none or no verdict is given: nothing is solved here."""

    def legal(self, puzzle: P, moves: Sequence[Any]) -> list[Any]:
        """The moves that may follow `moves`, in the form that solutions use."""

    def play(self, puzzle: P, moves: Any) -> Json:
        """The position after `moves`: its board, what is left of the queue, whether the goal is reached ("goal").

        `moves` may also be a solution as a verdict lists it, or what somebody takes for one: a `ValueError`,
        `TypeError` or `LookupError` if it is none."""

    def draw(self, puzzle: P, solution: Any | None = None, theme: Look = "light") -> str:
        """SVG of the problem, or of its answer when a solution is given.

        A page draws once for light and dark: "page" names its colours as custom properties, with the
        light ones to fall back on, has no background, and `style`, if the engine has one, is the CSS
        that a page takes over to give them their values. Words on a page are there in both languages,
        in groups with `lang="en"` and `lang="ja"`, of which the page shows one."""

    def show(self, puzzle: P, solution: Any | None = None, color: bool = False) -> str:
        """The same for a terminal."""


class Documented(Protocol):
    """What an engine may offer besides: what its solutions look like, for whoever has nothing but the data."""

    solution_form: str  # a sentence or two about one solution as JSON, with an example; see `solution_form` below


class Stepwise(Protocol):
    """What an engine may offer besides: answers that are played step by step. Without it there are two steps, the
    problem and the answer."""

    def frames(self, puzzle: Any, solution: Any, theme: Look = "light") -> list[Frame]:
        """The problem, then every moment of its answer up to the goal, all drawn in the same place and size."""


class Sorted(Protocol):
    """What an engine may offer besides: what kind of puzzle each is, to choose evenly among the kinds."""

    trait_values: Mapping[str, Sequence[str]]  # the traits and what each can be; nothing if that is no short list
    trait_words: Mapping[str, str]  # what people call a trait, where that is not its name; may be left out

    def traits(self, puzzle: Any, solution: Any) -> Mapping[str, str]:
        """Words for what a reader would notice, the same names for all puzzles: {"pieces": "S J", "column": "left"}.
        They go into no prediction. Some tell of the answer."""


class Explained(Protocol):
    """What an engine may offer besides: its rules in a few words. Without them the pages show none."""

    rules: Rules


class Counted(Protocol):
    """What an engine may offer besides: a measure of its own for how long a puzzle is."""

    def told_length(self, moves: int) -> int:
        """How long people call a puzzle in which so many moves are to be found: as its title says it."""


class Translated(Protocol):
    """What an engine may offer besides: its words in Japanese."""

    japanese: Japanese


class Simulator(Protocol):
    """What an engine may offer besides: positions that play on by themselves."""

    def simulate(self, text: Json | str) -> Json:
        """What becomes of the position in a JSON object or in any text form, as fields to add to it."""


@dataclass(frozen=True)
class Endgame:
    """An endgame table: for every position of some material the length of its shortest forced win, in plies.

    Material is as the engine writes it ("1b1r"); `shown` is that part of the defender's whose colours are known,
    empty if none is.
    """

    attacker: str
    defender: str
    shown: str
    positions: int  # every placement that the table counts, attacker to move
    by_length: Mapping[int, int]  # how many of them the attacker wins, by plies
    bytes_kept: int  # what the table takes in memory
    hardest: Callable[[int], Iterator[tuple[int, Any]]]  # so many wins as (length, puzzle), longest first

    @property
    def wins(self) -> int:
        """How many positions the attacker wins."""
        return sum(self.by_length.values())

    @property
    def longest(self) -> int:
        """The length of the longest win; 0 if there is none."""
        return max(self.by_length, default=0)


class Tabled(Protocol):
    """What an engine may offer besides: endgame tables."""

    def table(
        self, attacker: str, defender: str, shown: str = "", progress: Callable[[str], None] | None = None
    ) -> Endgame:
        """The table of some material, `shown` being what is shown of the defender's: `defender` itself for all of
        it, "1b0r" for a part, nothing if it is empty. `BadPuzzle` for material that is not understood, that is no
        game, or whose table is too large for memory; `progress` is told in a few words how far it is."""


def solution_form(engine: Engine[Any]) -> str:
    """What one solution of a game looks like as JSON, in a sentence or two."""
    return str(getattr(engine, "solution_form", UNTOLD_FORM))


def choose_from(names: Iterable[str]) -> str:
    """The end of a complaint: what there is instead."""
    there = ", ".join(names)
    return f"choose from {there}" if there else "there is none"


def checked_parameters(known: Sequence[Parameter], given: Mapping[str, Any]) -> dict[str, Any]:
    """The values given, each in the form of its default; `BadParameter` says which one cannot be."""
    by_name = {parameter.name: parameter for parameter in known}
    checked = {}
    for name, value in given.items():
        if name not in by_name:
            raise BadParameter(f"unknown parameter {name!r}: {choose_from(by_name)}")
        checked[name] = _checked(by_name[name], value)
    return checked


def _checked(parameter: Parameter, value: Any) -> Any:
    if isinstance(parameter.default, bool):
        if not isinstance(value, bool):
            raise BadParameter(f"{parameter.name} must be true or false, not {value!r}")
        return value
    if isinstance(parameter.default, str):
        if value not in parameter.choices:
            raise BadParameter(f"{parameter.name} must be one of {', '.join(parameter.choices)}, not {value!r}")
        return value
    if not isinstance(parameter.default, tuple):
        return _number(parameter, parameter.default, value)
    values = [value, value] if isinstance(value, int | float) else value
    if not isinstance(values, list | tuple) or len(values) != 2:
        raise BadParameter(f"{parameter.name} must be a number or a range of two, not {value!r}")
    low, high = (_number(parameter, parameter.default[0], number) for number in values)
    if low > high:
        raise BadParameter(f"{parameter.name} must be a range from low to high, not {value!r}")
    return low, high


def _number(parameter: Parameter, like: float, value: Any) -> Any:
    whole = isinstance(like, int)
    fits = isinstance(value, int if whole else int | float) and not isinstance(value, bool)
    if not fits or not parameter.least <= value <= parameter.most:
        kind = "a whole number" if whole else "a number"
        raise BadParameter(
            f"{parameter.name} must be {kind} from {parameter.least:g} to {parameter.most:g}, not {value!r}"
        )
    return value


def puzzle_text(engine: Engine[P], puzzle: P) -> str:
    """The one-line JSON text of a puzzle, as it stands in files and tables."""
    return json.dumps(engine.encode(puzzle), separators=(",", ":"), ensure_ascii=False)


def puzzle_id(engine: Engine[P], puzzle: P) -> str:
    """Sixteen hex digits that say which puzzle it is, never how it was made.

    Mirror images and other equivalents share an id: it is a hash of the canonical form alone.
    """
    text = puzzle_text(engine, engine.canonical(puzzle))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
