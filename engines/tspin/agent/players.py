"""Who there is to play: each player's record, and how to get its chooser.

A maker gets the weights to play by (those that come with the engine, unless the caller has others) and a key for the
player's own random numbers. It imports what it needs when it is called: whoever only lists players loads no kernels.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engines.contract import Json
from engines.playing import Player

if TYPE_CHECKING:
    from engines.tspin.agent.game import Chooser

Maker = Callable[[Json | None, np.uint64], "Chooser"]


class Entry(NamedTuple):
    player: Player
    make: Maker


WEIGHTS = "tspin-31"  # the weights of 002 by their name, as callers may give others
BEST_WEIGHTS = "tspin-best"  # those of our best player


def _greedy(weights: Json | None, key: np.uint64) -> Chooser:
    from engines.tspin.agent.greedy import greedy

    return greedy()


def _beam(weights: Json | None, key: np.uint64) -> Chooser:
    from engines.tspin.agent.beam import beam
    from engines.tspin.agent.weights import array_from

    return beam(array_from(weights))


def _stochastic(weights: Json | None, key: np.uint64) -> Chooser:
    from engines.tspin.agent.stochastic import stochastic
    from engines.tspin.agent.weights import array_from

    return stochastic(array_from(weights), key)


def _ablated(name: str) -> Maker:
    def make(weights: Json | None, key: np.uint64) -> Chooser:
        from engines.tspin.agent.beam import beam
        from engines.tspin.agent.weights import WITHOUT, array_from, without

        return beam(without(array_from(weights), WITHOUT[name]))

    return make


def _best(name: str, width: int, closely: int) -> Entry:
    """Our own player with a beam so wide, so many boards of which are looked at more closely."""

    def make(weights: Json | None, key: np.uint64) -> Chooser:
        from engines.tspin.agent.best import Best

        return Best(weights, width, closely)

    title = f"Beam kept from move to move, {width} wide, and a guess at the next piece"
    return Entry(Player(name, title, "ours", weights=BEST_WEIGHTS, beside="beam"), make)


def _ablation(name: str, title: str, attack: float, share: float) -> Entry:
    """A player of table 7, with its figures there."""
    published = {"attack": attack, "tspin_efficiency": share}
    player = Player(name, title, "002, 4.3", published, "ablations", WEIGHTS)
    return Entry(player, _beam if name == "base" else _ablated(name))


BEAM_PUBLISHED = {"attack": 426.4, "tspin_efficiency": 57.1, "ms": 41, "nodes": 2721}
STOCHASTIC_PUBLISHED = {"attack": 284.0, "tspin_efficiency": 18.4, "ms": 977, "nodes": 44167}

ENTRIES = (
    Entry(Player("beam", "Beam search, 12 wide and 5 deep", "002, 3.6", BEAM_PUBLISHED, weights=WEIGHTS), _beam),
    Entry(
        Player(
            "stochastic", "Stochastic best-first, 1,000 expansions", "002, 3.6", STOCHASTIC_PUBLISHED, weights=WEIGHTS
        ),
        _stochastic,
    ),
    _best("best", 150, 20),
    _best("best-fast", 50, 8),
    Entry(Player("greedy", "Lowest stack, one move ahead", "ours"), _greedy),
    _ablation("base", "Beam search with all weights", 426.4, 57.1),
    _ablation("no-tsd", "without any T-spin Double pattern", 406.06, 2.3),
    _ablation("no-pre-tsd", "without the pattern before a Double", 429.81, 48.7),
    _ablation("no-tst", "without any T-spin Triple pattern", 428.65, 58.27),
    _ablation("no-pre-tst", "without the patterns before a Triple", 428.16, 58.6),
    _ablation("no-patterns", "without patterns", 407.34, 0.0),
    _ablation("no-well-distance", "without the place of the well", 426.3, 55.57),
)

REGISTRY = {entry.player.name: entry for entry in ENTRIES}
PLAYERS = {name: entry.player for name, entry in REGISTRY.items()}
