"""Training as it is offered (`engines.playing.Tuned`): rounds of steps, after each of which some games are played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from engines.contract import Json, Parameter
from engines.playing import Tuner, Tuning
from engines.puyo.agent.dqn.net import json_of, weights_from
from engines.puyo.agent.dqn.player import NAME, chooser_from
from engines.puyo.agent.dqn.solo import Solo, play_solo
from engines.puyo.agent.dqn.world import REWARDS

PARAMETERS = (
    Parameter("rounds", "rounds of training, each followed by games that show how good the network is (003: 100)",
              100, 1, 1_000_000),
    Parameter("steps", "steps of the optimiser in a round (003: 50,000)", 1_000, 1, 10_000_000),
    Parameter("rate", "learning rate, of Adam (003: 0.3)", 0.0005, 0.0, 1.0),
    Parameter("discount", "what a reward one move later is worth", 0.99, 0.0, 1.0),
    Parameter("memory", "moves that are remembered", 100_000, 100, 10_000_000),
    Parameter("warm_up", "moves that are remembered before the first step", 5_000, 1, 10_000_000),
    Parameter("batch", "moves that a step learns from", 64, 1, 10_000),
    Parameter("games", "games that are played side by side, one move each a step", 16, 1, 10_000),
    Parameter("follow", "steps after which the target network is brought up to date", 250, 1, 10_000_000),
    Parameter("epsilon", "share of moves at random in the end", 0.05, 0.0, 1.0),
    Parameter("explore", "steps until then, from all at random", 4_000, 0, 10_000_000),
    Parameter("reward", "points, in thousands, as 003 has them, their root, or their logarithm", "log",
              choices=REWARDS),
    Parameter("penalty", "what a lost game costs (003: nothing)", 1.0, 0.0, 100.0),
    Parameter("double", "the trained network chooses the placement that the target network values", True),
    Parameter("trial", "games played after a round", 10, 1, 10_000),
    Parameter("pairs", "pairs after which such a game ends", 100, 1, 10_000),
)  # fmt: skip
TUNER = Tuner(NAME, "DQN", "003, 4.1", NAME, PARAMETERS, needs="dqn")
TRIAL_SEED = 1_000_000  # added to the seed: the queues of trials


def train(
    seed: int, options: Mapping[str, Any], state: bytes | None, weights: Json | None = None
) -> Iterator[Tuning]:
    """A round at a time, of a new network or of one that has learned already."""
    from engines.puyo.agent.dqn.learn import Learner, packed, unpacked

    learner = Learner(seed, options, weights_from(weights) if weights else None)
    best, score = learner.weights(), -1.0
    if state:
        arrays = unpacked(state)
        learner.resume(arrays)
        best = {name: arrays[f"best.{name}"] for name in best}
        score = float(arrays["score"])
    while learner.steps < options["rounds"] * options["steps"]:
        learner.losses = 0.0
        for _ in range(options["steps"]):
            learner.step()
        played = tried(learner.weights(), seed, options)
        if played.points / played.games > score:
            best, score = learner.weights(), played.points / played.games
        arrays = learner.arrays() | {f"best.{name}": each for name, each in best.items()}
        done = learner.steps // options["steps"]
        said = _said(done, options, learner.losses / options["steps"], played, score)
        yield Tuning(
            packed(arrays | {"score": np.array(score)}),
            said,
            done,
            options["rounds"],
            json_of(best),
            {"score": score},
        )


def tried(weights: dict[str, np.ndarray], seed: int, options: Mapping[str, Any]) -> Solo:
    """The games after a round, by the weights as they are kept."""
    chooser = chooser_from(weights_from(json_of(weights)))
    return play_solo(chooser, TRIAL_SEED + seed, options["trial"], options["pairs"])


def _said(done: int, options: Mapping[str, Any], loss: float, played: Solo, score: float) -> str:
    """One line of how it goes."""
    chains = " ".join(f"{rounds}:{count}" for rounds, count in sorted(played.chains.items()))
    return (
        f"round {done} of {options['rounds']}: {played.points / played.games:,.0f} points a game in "
        f"{played.pairs / played.games:.0f} pairs, {played.lost} of {played.games} lost, chains {chains}; loss "
        f"{loss:.4f}; best {score:,.0f}"
    )
