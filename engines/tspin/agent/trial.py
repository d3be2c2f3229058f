"""Games that show how good some weights are: what the tuners do most of the time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from engines.tspin.agent.beam import beam
from engines.tspin.agent.game import measures_of, play_to_end
from engines.tspin.agent.rules import Rules


class Trial(NamedTuple):
    """What came of each game."""

    attack: list[float]
    efficiency: list[float]  # in percent


def trial(weights: Sequence[float], seed: int, first: int, games: int, inputs: int) -> Trial:
    """Games number first .. first+games-1 of a seed, played by the beam search with these weights."""
    chooser = beam(np.array(weights, dtype=np.float64))
    measures = [measures_of(play_to_end(chooser, seed, first + i, Rules(inputs=inputs))) for i in range(games)]
    return Trial([one["attack"] for one in measures], [one["tspin_efficiency"] for one in measures])
