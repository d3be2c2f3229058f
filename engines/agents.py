"""What an engine may offer besides puzzles: agents, the games they play, and what is to be had from those.

An agent is a way to choose moves. A game that was played is a small record from which everything else follows: its
scenes for whoever wants to watch, its measures for whoever compares agents, and the puzzles that were met in it.
Like puzzles, games depend on their seed and number alone, wherever they are played. No clock runs in here: how long
a move takes is for whoever calls to measure.

`engines.engine` says what an engine with agents offers. Nothing else in the project knows how a game is played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from engines.contract import Json, Parameter

if TYPE_CHECKING:
    import numpy as np

C = TypeVar("C")  # the game's own form of what makes the choices of one side in one game
# Makes it anew for each game: of the weights to play by (None: those that come with the engine) and of a key for its
# own chance, if it takes any. An engine's `agent/choosers.py` has one for each agent, in `MAKERS`.
Maker = Callable[[Json | None, "np.uint64"], C]
R = TypeVar("R")
Run = Callable[[Callable[..., R], Sequence[tuple[Any, ...]]], list[R]]  # has tasks done, here or by workers


@dataclass(frozen=True)
class Measure:
    """A number by which games, and with them their agents, are compared."""

    name: str  # "attack"
    title: str  # for people, at the head of a column: "attack"
    description: str  # "lines sent in 5,000 inputs"
    digits: int = 1


@dataclass(frozen=True)
class Agent:
    """A way to choose moves. `published` are the figures of the paper that it comes from, by the measures' names;
    what the caller measures is there too: "ms" a move. An agent of ours may name one of a paper instead, whose
    figures are to be seen `beside` its own."""

    name: str  # "beam"
    title: str  # "Beam search, 12 wide and 5 deep"
    source: str  # "T-spin agent paper, 3.6" or "ours"
    published: Mapping[str, float] = field(default_factory=dict)
    group: str = ""  # of agents that belong in one table: "ablations"
    weights: str = ""  # the set of weights, or the network, that it plays by; nothing if it has none
    needs: str = ""  # the optional extra that has to be installed for it: "dqn"
    beside: str = ""  # "beam"


@dataclass(frozen=True)
class Played:
    """A game that was played: who, with what seed, and all moves in the game's own form, as plain JSON.

    `moves` and the rules are enough to see it again; `measures` are what came of it. One of them may be "decisions",
    how many moves were thought about, if that is not the number of moves.
    """

    agent: str
    seed: int
    number: int
    moves: tuple[Any, ...]
    measures: Mapping[str, float]
    against: str = ""  # the other agent, where two play against each other
    parameters: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> Json:
        return {
            "agent": self.agent,
            "against": self.against,
            "seed": self.seed,
            "number": self.number,
            "parameters": dict(self.parameters),
            "moves": list(self.moves),
            "measures": dict(self.measures),
        }

    @classmethod
    def from_json(cls, record: Json) -> Played:
        names = ("seed", "number", "measures", "against", "parameters")
        who = record["player"] if "player" in record else record["agent"]  # what records of earlier versions call it
        return cls(who, **{name: record[name] for name in names}, moves=tuple(record["moves"]))


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
    """A way to make an agent better: by a search for weights, or by training a network."""

    name: str  # "genetic"
    title: str
    source: str
    weights: str  # what it makes: a name that agents' `weights` have
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
