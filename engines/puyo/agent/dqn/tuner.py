"""Training as `catalogue` says: rounds of steps, after each of which some games are played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from engines.agents import Tuning
from engines.contract import Json
from engines.puyo.agent.dqn.catalogue import ALONE
from engines.puyo.agent.dqn.chooser import chooser_from
from engines.puyo.agent.dqn.duel import play_duels
from engines.puyo.agent.dqn.net import json_of, weights_from
from engines.puyo.agent.dqn.solo import play_solo

MEASURES = ("won", "score")  # of trials, what counts most first; games alone are not won
Reached = dict[str, float]
TRIAL_SEED = 1_000_000  # added to the seed: the queues of trials


def train(
    seed: int, options: Mapping[str, Any], state: bytes | None, weights: Json | None = None
) -> Iterator[Tuning]:
    """A round at a time, of a new network or of one that has learned already."""
    from engines.puyo.agent.dqn.learn import Learner, packed, unpacked

    learner = Learner(seed, options, weights_from(weights) if weights else None)
    best, reached = learner.weights(), Reached()
    if state:
        arrays = unpacked(state)
        learner.resume(arrays)
        best = {name: arrays[f"best.{name}"] for name in best}
        reached = {name: float(arrays[name]) for name in MEASURES if name in arrays}
    while learner.steps < options["rounds"] * options["steps"]:
        learner.losses = 0.0
        for _ in range(options["steps"]):
            learner.step()
        measures, words = tried(learner.weights(), seed, options)
        if tuple(measures.values()) > tuple(reached.values()):
            best, reached = learner.weights(), measures
        arrays = learner.arrays() | {f"best.{name}": each for name, each in best.items()}
        done = learner.steps // options["steps"]
        said = (
            f"round {done} of {options['rounds']}: {words}; loss {learner.losses / options['steps']:.4f}; "
            f"best {_best_said(reached)}"
        )
        yield Tuning(
            packed(arrays | {name: np.array(each) for name, each in reached.items()}),
            said,
            done,
            options["rounds"],
            json_of(best),
            reached,
        )


def tried(weights: dict[str, np.ndarray], seed: int, options: Mapping[str, Any]) -> tuple[Reached, str]:
    """The games after a round, by the weights as they are kept: what came of them, in numbers and in words."""
    chooser, games = chooser_from(weights_from(json_of(weights))), options["trial"]
    if options["against"] != ALONE:
        duels = play_duels(chooser, options["against"], TRIAL_SEED + seed, games)
        return {"won": duels.won / games, "score": duels.lead}, (
            f"{duels.won:g} of {games} won, {duels.points / games:,.0f} to {duels.conceded / games:,.0f} points a "
            f"game in {duels.pairs / games:.0f} pairs, chains {_chains(duels.chains)}"
        )
    solo = play_solo(chooser, TRIAL_SEED + seed, games, options["pairs"])
    return {"score": solo.points / games}, (
        f"{solo.points / games:,.0f} points a game in {solo.pairs / games:.0f} pairs, {solo.lost} of {games} lost, "
        f"chains {_chains(solo.chains)}"
    )


def _chains(chains: Mapping[int, int]) -> str:
    """Chains by their rounds."""
    return " ".join(f"{rounds}:{count}" for rounds, count in sorted(chains.items()))


def _best_said(reached: Reached) -> str:
    """How good the best so far is."""
    score = reached["score"]
    return f"{100 * reached['won']:.0f} % won, {score:+,.0f}" if "won" in reached else f"{score:,.0f}"
