"""What an engine may offer besides puzzles: players, the games they play, and what is to be had from those.

A player is a way to choose moves. A game that was played is a small record from which everything else follows: its
scenes for whoever wants to watch, its measures for whoever compares players, and the puzzles that were met in it.
Like puzzles, games depend on their seed and number alone, wherever they are played. No clock runs in here: how long
a move takes is for whoever calls to measure.

An engine with players has the attributes and methods of `Plays`; one whose players can be tuned or trained has those
of `Tuned` too. Nothing else in the project knows how a game is played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeVar

from engines.contract import Json, Parameter

R = TypeVar("R")
Run = Callable[[Callable[..., R], Sequence[tuple[Any, ...]]], list[R]]  # has tasks done, here or by workers


@dataclass(frozen=True)
class Measure:
    """A number by which games, and with them their players, are compared."""

    name: str  # "attack"
    title: str  # for people, at the head of a column: "attack"
    description: str  # "lines sent in 5,000 inputs"
    digits: int = 1


@dataclass(frozen=True)
class Player:
    """A way to choose moves. `published` are the figures of the paper that it comes from, by the measures' names;
    what the caller measures is there too: "ms" a move. A player of ours may name one of a paper instead, whose
    figures are to be seen `beside` its own."""

    name: str  # "beam"
    title: str  # "Beam search, 12 wide and 5 deep"
    source: str  # "002, 3.6" or "ours"
    published: Mapping[str, float] = field(default_factory=dict)
    group: str = ""  # of players that belong in one table: "ablations"
    weights: str = ""  # the set of weights, or the network, that it plays by; nothing if it has none
    needs: str = ""  # the optional extra that has to be installed for it: "dqn"
    beside: str = ""  # "beam"


@dataclass(frozen=True)
class Played:
    """A game that was played: who, with what seed, and all moves in the game's own form, as plain JSON.

    `moves` and the rules are enough to see it again; `measures` are what came of it. One of them may be "decisions",
    how many moves were thought about, if that is not the number of moves.
    """

    player: str
    seed: int
    number: int
    moves: tuple[Any, ...]
    measures: Mapping[str, float]
    against: str = ""  # the other player, where two play against each other
    parameters: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> Json:
        return {
            "player": self.player,
            "against": self.against,
            "seed": self.seed,
            "number": self.number,
            "parameters": dict(self.parameters),
            "moves": list(self.moves),
            "measures": dict(self.measures),
        }

    @classmethod
    def from_json(cls, record: Json) -> Played:
        names = ("player", "seed", "number", "measures", "against", "parameters")
        return cls(**{name: record[name] for name in names}, moves=tuple(record["moves"]))


@dataclass(frozen=True)
class Token:
    """How one kind of cell looks to whoever watches: its colours, and what it is to those who cannot tell colours."""

    light: str  # CSS colour on a light page
    dark: str  # and on a dark one
    shape: Literal["square", "round", "ghost"] = "square"
    mark: str = ""  # a letter or sign on it
    turned: bool = False  # faces the other way


@dataclass(frozen=True)
class Scene:
    """One moment of a game: boards as rows from the top, one character a cell, '.' being empty; what has just changed
    as (board, column, row from the top); and what is said to it. `shown` are words and small boards beside it:
    what is held, what comes next, how the score stands."""

    boards: tuple[tuple[str, ...], ...]
    changed: tuple[tuple[int, int, int], ...] = ()
    said: str = ""
    said_ja: str = ""
    shown: Mapping[str, str] = field(default_factory=dict)
    event: bool = False  # worth stopping at: a T-spin, a chain, the end


@dataclass(frozen=True)
class Met:
    """A puzzle that was met in a game: whatever had been played by then led to it."""

    variant: str
    puzzle: Any
    move: int  # after so many moves of the game
    alone: bool = False  # it is known to have one answer


@dataclass(frozen=True)
class Tuner:
    """A way to make a player better: by a search for weights, or by training a network."""

    name: str  # "genetic"
    title: str
    source: str
    weights: str  # what it makes: a name that players' `weights` have
    parameters: Sequence[Parameter] = ()
    needs: str = ""


@dataclass(frozen=True)
class Tuning:
    """How far a tuner has got. With its state it goes on from here, as if it had never stopped."""

    state: bytes
    said: str  # one line for whoever waits
    done: int
    of: int
    weights: Json | None = None  # the best so far, as `play_game` takes them
    measures: Mapping[str, float] = field(default_factory=dict)  # how good those are


class Plays(Protocol):
    """What an engine with players offers."""

    players: Mapping[str, Player]
    measures: Sequence[Measure]
    play_parameters: Sequence[Parameter]  # options of the game itself: "back_to_back", "inputs"
    usual_games: int  # how many games the papers compared players over
    short_game: Mapping[str, Any]  # parameters of a game that is over at once, to warm up with
    tokens: Mapping[str, Token]  # how the characters of a scene's boards look
    game_forms: Sequence[str]  # what a game can be written in for other tools: "fumen"

    def play_game(
        self,
        player: str,
        seed: int,
        number: int,
        parameters: Mapping[str, Any] | None = None,
        against: str = "",
        weights: Mapping[str, Json] | None = None,
    ) -> Played:
        """Game `number` of a seed. `parameters` have passed `checked_parameters`; those that such a game does not
        have are passed over (an engine with such ones has `idle_parameter`, which says why). `weights` overrule those
        that come with the engine, by the names that players have for them. `BadParameter` if there is no such
        opponent."""

    def own_weights(self, name: str) -> Json:
        """The weights, or the network, of that name that come with the engine; `BadParameter` if there are none."""

    def scenes(self, game: Played) -> Iterator[Scene]:
        """The beginning, then every move, all with boards of the same size."""

    def write_game(self, game: Played, form: str) -> str:
        """The game for another tool, on one line."""

    def met(self, game: Played, variants: Sequence[str], most: int) -> list[Met]:
        """The puzzles of these variants that were met in a game, at most so many of each: positions where the goal is
        there to be found, spread over all of it. Those with one answer come before others."""


class Tuned(Protocol):
    """What an engine offers whose players can be made better."""

    tuners: Mapping[str, Tuner]

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
