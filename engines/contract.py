"""The records that engines give and take, and what may be said of any of them; `engine` says what an engine does."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

VerdictName = Literal["unique", "ambiguous", "impossible", "unfinished"]
VERDICTS: tuple[VerdictName, ...] = ("unique", "ambiguous", "impossible", "unfinished")

# Names of forms that games have in common; every game has the first. Links of further kinds have names of their own.
FORMS = ("json", "text", "link")

Look = Literal["light", "dark", "page"]
Json = dict[str, Any]


class BadPuzzle(ValueError):
    """Text that is not a puzzle. The message says what is wrong, and where."""


@dataclass(frozen=True)
class Variant:
    """A named family of puzzles with the parameters that make it."""

    name: str
    moves: int  # placements the solver has to find
    parameters: Mapping[str, Any] = field(default_factory=dict)
    category: str = ""  # what it is practised as, together with others of that category; its name if it is empty


@dataclass(frozen=True)
class VariantWords:
    """What a variant is called. It stands apart from the variant, because words decide no puzzle."""

    title: str  # for people: "T-spin Double, two pieces"
    facets: Mapping[str, str] = field(default_factory=dict)  # what people may choose by: {"goal": "T-spin Double"}


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

    def __bool__(self) -> bool:
        """Whether there are any."""
        return self != Japanese()


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
            raise BadParameter(f"unknown {parameter.name} {value!r}: {choose_from(parameter.choices)}")
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
            f"{parameter.name} must be {kind} from {parameter.least:,.9g} to {parameter.most:,.9g}, not {value!r}"
        )
    return value
