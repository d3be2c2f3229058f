"""Weights of our best agent by `returns`: play, fit what boards are worth to what came after them, play by that.

A fit to the games of one agent is true for that agent only, and the next one plays otherwise. So the fit is to the
games of the last few rounds together, weights go only part of the way to it, and after each round some games show
what the new weights are worth; the best so far is what comes out. Compare with `covariance`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from operator import add
from typing import Any

import numpy as np

from engines.agents import Run, Tuning
from engines.contract import Json
from engines.tspin.agent.best import named, weight_vector
from engines.tspin.agent.best_tune import SHORTFALL, WHOLE_GAME, trial
from engines.tspin.agent.best_value import INDEX, NAMES
from engines.tspin.agent.best_weights import PLAIN
from engines.tspin.agent.returns import Seen, fitted, observe

TRIAL_SEED = 1 << 32  # added to the seed: the games that show what weights are worth are none of those learned from


@dataclass
class State:
    """How far it has got: the weights to play by, what was seen in the last rounds, and the best weights so far with
    what they sent and the share of T pieces in T-spins, in percent."""

    weights: np.ndarray
    rounds: int = 0
    seen: list[Seen] = field(default_factory=list)
    best: np.ndarray | None = None
    sent: float = 0.0
    share: float = 0.0

    def as_bytes(self) -> bytes:
        seen = [[one.products.tolist(), one.sent, one.pressed] for one in self.seen]
        best = None if self.best is None else self.best.tolist()
        return json.dumps([self.weights.tolist(), self.rounds, seen, best, self.sent, self.share]).encode()

    @classmethod
    def from_bytes(cls, state: bytes) -> State:
        weights, rounds, seen, best, sent, share = json.loads(state)
        return cls(
            np.array(weights),
            rounds,
            [Seen(np.array(products), *rest) for products, *rest in seen],
            None if best is None else np.array(best),
            sent,
            share,
        )


def worth(sent: float, share: float, wanted: float) -> float:
    """What some weights are worth: what they send, less what their efficiency falls short."""
    return sent - SHORTFALL * max(0.0, wanted - share)


def moved(state: State, parameters: Mapping[str, Any]) -> np.ndarray:
    """The weights part of the way to what fits the last rounds; an input costs what it sends in the very last."""
    rate = state.seen[-1].rate
    wanted = fitted(reduce(add, state.seen), state.weights, rate, parameters["loss"], parameters["ridge"])
    pace = parameters["pace"] if state.rounds > 1 else 1.0
    weights = state.weights + pace * (wanted - state.weights)
    weights[INDEX["input"]] = -rate
    return weights


def tune_returns(
    seed: int, run: Run[Any], parameters: Mapping[str, Any], saved: bytes | None, weights: Json | None
) -> Iterator[Tuning]:
    """A round at a time."""
    if weights is None and parameters["start"] == "plain":
        weights = dict.fromkeys(NAMES, 0.0) | PLAIN
    state = State.from_bytes(saved) if saved else State(weight_vector(weights))
    games, width = parameters["games"], parameters["width"]
    while state.rounds < parameters["rounds"]:
        first = state.rounds * games
        tasks = [
            (state.weights.tolist(), seed, first + i, parameters["moves"], width, parameters["horizon"])
            for i in range(games)
        ]
        seen = [*state.seen, reduce(add, run(observe, tasks))][-parameters["kept"] :]
        state = State(state.weights, state.rounds + 1, seen, state.best, state.sent, state.share)
        state.weights = moved(state, parameters)
        shown = [
            (state.weights.tolist(), seed + TRIAL_SEED, i, 1, WHOLE_GAME, width) for i in range(parameters["trial"])
        ]
        sent, share = (float(mean) for mean in np.mean(run(trial, shown), axis=0))
        wanted = parameters["efficiency"]
        if state.best is None or worth(sent, share, wanted) > worth(state.sent, state.share, wanted):
            state.best, state.sent, state.share = state.weights, sent, share
        said = (
            f"round {state.rounds} of {parameters['rounds']}: {5000 * seen[-1].rate:.1f} sent by 5,000 inputs while "
            f"learning, then {sent:.1f} and {share:.1f} %; best {state.sent:.1f} and {state.share:.1f} %"
        )
        measures = {"attack": state.sent, "tspin_efficiency": state.share}
        yield Tuning(state.as_bytes(), said, state.rounds, parameters["rounds"], named(state.best), measures)
