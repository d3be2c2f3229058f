"""Playing games out: two agents, each with what its side may know and with a stream of chance of its own.

A game's moves are the two set-ups, then the plies of both sides by turns, squares as the board has them:
`["BRRBRBBR", "RBBRBRRB", "c2-c3", "e5-e4", ...]`. The agent has the first side in games of even number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from engines.agents import Played
from engines.contract import BadParameter, Json
from engines.geister.agent.catalogue import PARAMETERS
from engines.geister.agent.choosers import MAKERS, Choice, Mind
from engines.geister.agent.game import (
    FIRST,
    SIDES,
    Ply,
    Side,
    State,
    after_move,
    begin,
    drawn_setup,
    other,
    seen_from,
    view,
)
from engines.geister.agent.guess import Guess
from engines.geister.rules.moves import move_name, move_of
from engines.kernels.randomness import start as start_stream
from engines.kernels.randomness import stream_key

STREAM = "geister player"
SET_UPS = 2  # moves of a game before its first ply


class Turn(NamedTuple):
    """A ply of a game: who moved, from where to where as the board has it, the state before, and what it did."""

    side: Side
    start: int
    end: int
    before: State
    ply: Ply


class Seat:
    """One side of a game: who plays it, and what it has seen."""

    def __init__(self, name: str, side: Side, seed: int, number: int, nodes: int) -> None:
        self.choose = MAKERS[name](None, stream_key(f"{STREAM} {side}", seed))
        self.side = side
        self.guess = Guess()
        self.stream = new_stream(f"{STREAM} {side}", seed, number)
        self.limit = nodes
        self.proofs: list[int] = []  # for each of its moves the plies of the win that was proved, or 0
        self.nodes = 0

    def move(self, state: State) -> tuple[int, int]:
        """Its move, squares as the board has them."""
        position = view(state, self.side)
        winning = bool(self.proofs and self.proofs[-1])
        chances = self.guess.chances(position)
        choice: Choice = self.choose(Mind(position, chances, self.stream, self.limit, winning))
        self.proofs.append(choice.proved)
        self.nodes += choice.nodes
        start, end = choice.move >> 6, choice.move & 63
        self.guess.moved(end)
        return seen_from(self.side, start), seen_from(self.side, end)

    def watch(self, before: State, start: int, end: int) -> None:
        """A move of the other side, squares as the board has them."""
        self.guess.saw(view(before, self.side), seen_from(self.side, start), seen_from(self.side, end))


def new_stream(name: str, seed: int, number: int) -> np.ndarray:
    """A stream of chance for one game."""
    stream = np.zeros(1, dtype=np.uint64)
    start_stream(stream, stream_key(name, seed), number)
    return stream


def play_game(
    agent: str,
    seed: int,
    number: int,
    parameters: Mapping[str, Any] | None = None,
    against: str = "",
    weights: Mapping[str, Json] | None = None,
) -> Played:
    """Game `number` of a seed: an agent against another, or against itself. None of them has weights to be
    overruled."""
    against = against or agent
    for name in (agent, against):
        if name not in MAKERS:
            raise BadParameter(f"unknown agent {name!r}: choose from {', '.join(MAKERS)}")
    given = {each.name: each.default for each in PARAMETERS} | dict(parameters or {})
    seat_of_agent: Side = SIDES[number % 2]
    names = (agent, against) if seat_of_agent == FIRST else (against, agent)
    setups = [drawn_setup(new_stream(f"geister set-up {side}", seed, number), given["shown"]) for side in SIDES]
    seats = [Seat(name, side, seed, number, given["nodes"]) for name, side in zip(names, SIDES, strict=True)]
    plies, winner = _played_out(begin(*setups), seats, given["plies"])
    return Played(
        agent,
        seed,
        number,
        (*setups, *plies),
        _measures(seats[seat_of_agent], len(plies), winner),
        against,
        given,
    )


def _played_out(state: State, seats: list[Seat], most: int) -> tuple[list[str], Side | None]:
    """The plies of a game and its winner, if it has one."""
    side: Side = FIRST
    names: list[str] = []
    while len(names) < most:
        start, end = seats[side].move(state)
        ply = after_move(state, side, start, end)
        names.append(move_name(start, end))
        if ply.winner is not None:
            return names, ply.winner
        seats[other(side)].watch(state, start, end)
        state, side = ply.state, other(side)
    return names, None


def _measures(seat: Seat, plies: int, winner: Side | None) -> dict[str, float]:
    """What came of a game for one side."""
    won = 0.5 if winner is None else float(winner == seat.side)
    held = len(seat.proofs)  # the moves from here on all belong to a win that had been proved
    while held and seat.proofs[held - 1] and won == 1.0:
        held -= 1
    proved = held < len(seat.proofs)
    return {
        "won": won,
        "plies": float(plies),
        "certain": float(proved),
        "ahead": float(plies - 2 * held - seat.side) if proved else 0.0,
        "nodes": seat.nodes / max(len(seat.proofs), 1),
    }


def turns(game: Played) -> Iterator[Turn]:
    """The plies of a game, one by one; `ValueError` if they cannot have been played."""
    first, second, *names = game.moves
    state, side, won = begin(first, second), FIRST, False
    for name in names:
        if won:
            raise ValueError(f"{name}, when the game has been won")
        start, end = move_of(name)
        ply = after_move(state, side, start, end)
        yield Turn(side, start, end, state, ply)
        state, side, won = ply.state, other(side), ply.winner is not None
