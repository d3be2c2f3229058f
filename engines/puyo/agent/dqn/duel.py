"""Matches to their end, and the chains fired in them. The Puyo agent paper judges a network in this way (4.2).

These are the matches that `tsume agent --against` plays, with one difference: the network chooses every placement
itself. No chain is fired for it because it has so many points, unless asked for.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from engines.puyo.agent.choosers import chooser_of
from engines.puyo.agent.dqn.versus import LEARNER, RIVAL, USUAL
from engines.puyo.agent.match import match_of, measured, play_match
from engines.puyo.agent.play_game import stream_of
from engines.puyo.agent.roster import DQN
from engines.puyo.agent.sight import Chooser

NEVER = 1_000_000  # points that no chain has


@dataclass
class Duels:
    """What came of some matches: its chains by their rounds, points of both, pairs it placed, and what it won."""

    chains: Counter[int] = field(default_factory=Counter)
    points: int = 0
    conceded: int = 0
    pairs: int = 0
    won: float = 0.0
    games: int = 0

    @property
    def lead(self) -> float:
        """Points more than the opponent's, a match."""
        return (self.points - self.conceded) / self.games


def play_duels(chooser: Chooser, against: str, seed: int, games: int, fire_at: int = NEVER) -> Duels:
    """Matches number 0, 1, ... of a seed against an agent; chains of so many points are fired for the network."""
    told = Duels(games=games)
    for number in range(games):
        match = match_of(seed, number, USUAL)
        states = stream_of(DQN, seed, number), stream_of(f"{against} against", seed, number)
        play_match((chooser, chooser_of(against)), states, match, fire_at)
        mine, other = match.sides[LEARNER], match.sides[RIVAL]
        told.chains += mine.chains
        told.points += mine.score
        told.conceded += other.score
        told.pairs += mine.placed
        told.won += measured(match)["won"]
    return told
