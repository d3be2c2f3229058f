"""What the engine offers of the players (`engines.playing`), each part a view of the module that does it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engines.contract import BadParameter, Json
from engines.playing import Played, Run, Tuning
from engines.randomness import stream_key
from engines.tspin.agent.best_tune import tune_best
from engines.tspin.agent.best_weights import WEIGHTS as BEST_TUNED
from engines.tspin.agent.game import Game, measures_of, play
from engines.tspin.agent.genetic import evolve
from engines.tspin.agent.offered import TUNERS
from engines.tspin.agent.players import BEST_WEIGHTS, REGISTRY, WEIGHTS
from engines.tspin.agent.returns_tune import tune_returns
from engines.tspin.agent.rules import rules_of
from engines.tspin.agent.sweep import sweep_all
from engines.tspin.agent.weights import TUNED

# What each player's weights are, by their name.
OWN: Mapping[str, Mapping[str, float]] = {WEIGHTS: TUNED, BEST_WEIGHTS: BEST_TUNED}
STREAM = "tspin/agent/choice"
TUNED_BY = {"genetic": evolve, "sweep": sweep_all, "covariance": tune_best, "returns": tune_returns}


def play_game(
    player: str,
    seed: int,
    number: int,
    parameters: Mapping[str, Any] | None = None,
    against: str = "",
    weights: Mapping[str, Json] | None = None,
) -> Played:
    """See `engines.playing.Plays`."""
    if against:
        raise BadParameter(f"no opponent {against!r}: a T-spin game is played alone")
    if player not in REGISTRY:
        raise BadParameter(f"no player {player!r}: choose from {', '.join(REGISTRY)}")
    entry = REGISTRY[player]
    key = stream_key(f"{STREAM}/{player}/{number}", seed)
    chooser = entry.make((weights or {}).get(entry.player.weights), key)
    game = play(chooser, seed, number, rules_of(parameters))
    return record_of(game, player, seed, number, parameters or {})


def own_weights(name: str) -> Json:
    """See `engines.playing.Plays`."""
    if name not in OWN:
        raise BadParameter(f"no weights {name!r} come with the engine: choose from {', '.join(OWN)}")
    return dict(OWN[name])


def record_of(game: Game, player: str, seed: int, number: int, parameters: Mapping[str, Any]) -> Played:
    moves = tuple(list(move) for move in game.moves)
    return Played(player, seed, number, moves, measures_of(game), parameters=dict(parameters))


def tune(
    tuner: str,
    seed: int,
    run: Run[Any],
    parameters: Mapping[str, Any],
    state: bytes | None = None,
    weights: Json | None = None,
) -> Iterator[Tuning]:
    """See `engines.playing.Tuned`."""
    if tuner not in TUNERS:
        raise BadParameter(f"no tuner {tuner!r}: choose from {', '.join(TUNERS)}")
    settled = {parameter.name: parameter.default for parameter in TUNERS[tuner].parameters} | dict(parameters)
    return TUNED_BY[tuner](seed, run, settled, state, weights)
