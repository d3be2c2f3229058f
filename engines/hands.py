"""What a page needs so that a person can play a puzzle by hand: what there is to see, and what hands can do.

The rules stay in the engine. A page draws boards cell by cell (`Engine.tokens` says how each looks) and follows the
numbers that it is given; it never works out a move. Two kinds of hands do for most games: a piece is steered and
dropped (`Steer`), or something is picked up on the board and put down elsewhere (`Pick`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engines.agents import Scene
from engines.contract import Json

Spot = tuple[int, int]  # column from the left and row from the top of the board as it is shown, both from 0
Cell = tuple[int, int, str]  # the same, and the token that is there

LEFT, RIGHT, CLOCKWISE, COUNTERCLOCKWISE, DOWN = range(5)  # the keys of `Hold.to`
KEYS = ("left", "right", "clockwise", "counterclockwise", "down")
NOWHERE = -1  # a key that does nothing


@dataclass(frozen=True)
class Rest:
    """Where a piece can come to rest, and the move that brings it there, as `legal` has it."""

    cells: tuple[Cell, ...]
    move: Any


class Hold(NamedTuple):
    """A piece as it is held: which of the shapes, where its corner is (rows above the board are negative), the rest
    that a drop leads to (an index, or `NOWHERE`), and the hold that each key leads to (likewise)."""

    shape: int
    x: int
    y: int
    rest: int
    to: tuple[int, int, int, int, int]


@dataclass(frozen=True)
class Steer:
    """A piece that is moved and turned, then dropped. A page shows `holds[start]` first and goes where keys lead."""

    shapes: tuple[tuple[Cell, ...], ...]  # cells around the corner of a hold
    holds: tuple[Hold, ...]
    rests: tuple[Rest, ...]
    start: int


@dataclass(frozen=True)
class Choice:
    """One way to move something that stands on the board. Where it leaves the board its end lies outside."""

    start: Spot
    end: Spot
    move: Any
    said: str = ""  # to those who listen rather than look: "blue, e5 to e6"
    said_ja: str = ""


@dataclass(frozen=True)
class Pick:
    """Something is picked up and put down elsewhere."""

    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class Situation:
    """What a player sees and can do after some moves.

    `moves` are all that have been made, those of the other side included, in the form that solutions use. `moments`
    is what the last of them did, picture by picture; the last one is the board as it is now. Its `said` is what a
    screen reader tells. `solved` is None as long as the puzzle is open.
    """

    moves: Sequence[Any]
    moments: tuple[Scene, ...]
    queue: tuple[str, ...] = ()  # what is still to be placed, in tokens: "S", "rg"; the goal's own piece last, if any
    steer: Steer | None = None
    pick: Pick | None = None
    solved: bool | None = None
    facts: Json = field(default_factory=dict)  # what else is worth showing: {"hidden": {"blue": 1, "red": 2}}


def as_json(situation: Situation) -> Json:
    """A situation for a page. No key begins with `solution` or `answer`: it tells nothing but what is there."""
    return {
        "moves": list(situation.moves),
        "moments": [_moment(scene) for scene in situation.moments],
        "queue": list(situation.queue),
        "solved": situation.solved,
        "steer": None if situation.steer is None else _steer(situation.steer),
        "pick": None if situation.pick is None else {"choices": [_choice(each) for each in situation.pick.choices]},
        "facts": situation.facts,
    }


def _moment(scene: Scene) -> Json:
    return {
        "boards": [list(rows) for rows in scene.boards],
        "changed": [list(cell) for cell in scene.changed],
        "said": [scene.said, scene.said_ja],
        "shown": dict(scene.shown),
        "event": scene.event,
    }


def _steer(steer: Steer) -> Json:
    return {
        "shapes": [[list(cell) for cell in shape] for shape in steer.shapes],
        "holds": [[hold.shape, hold.x, hold.y, hold.rest, list(hold.to)] for hold in steer.holds],
        "rests": [{"cells": [list(cell) for cell in rest.cells], "move": rest.move} for rest in steer.rests],
        "start": steer.start,
    }


def _choice(choice: Choice) -> Json:
    return {
        "from": list(choice.start),
        "to": list(choice.end),
        "move": choice.move,
        "said": [choice.said, choice.said_ja],
    }
