"""Item response with a prior: how hard puzzles are from tries, where something is known of them beforehand.

A try succeeds with log odds `steep` times the player's skill less the puzzle's difficulty (the Rasch model). Both
begin with a normal prior: a puzzle's is its prediction, with the error that predictions have; a player's is that of
the group. What is most probable after all tries is found by Newton's steps, player by player and puzzle by puzzle in
turn; the curvature there says how sure it is (Laplace's approximation). Few tries leave the prediction where it was,
many replace it.

Compare with `glicko`, which takes the tries day by day, counts how fast they were, and needs no steepness.
`python -m benchmarks.tries` holds both against simulated truth.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

ROUNDS = 30
CLOSE_ENOUGH = 1e-6
LONGEST_STEP = 1.0  # of difficulty, in one round: no round leaps


@dataclass(frozen=True, eq=False)
class Belief:
    """What is believed of everyone's skill, or of every puzzle's difficulty: mean and standard deviation."""

    mean: np.ndarray
    deviation: np.ndarray


def response(
    players: Belief, puzzles: Belief, player: np.ndarray, puzzle: np.ndarray, solved: np.ndarray, steep: float
) -> tuple[Belief, Belief]:
    """What is believed after tries: rows of player and puzzle, and whether it was solved."""
    skill, hard = players.mean.copy(), puzzles.mean.copy()
    for _ in range(ROUNDS):
        more, _ = _step(skill, players, player, _left(skill, hard, player, puzzle, solved, steep), steep)
        skill = skill + more
        less, _ = _step(hard, puzzles, puzzle, _left(skill, hard, player, puzzle, solved, steep), -steep)
        hard = hard + less
        if max(float(np.abs(more).max(initial=0.0)), float(np.abs(less).max(initial=0.0))) < CLOSE_ENOUGH:
            break
    left = _left(skill, hard, player, puzzle, solved, steep)
    spreads = [
        _step(at, prior, who, left, steep)[1]
        for at, prior, who in ((skill, players, player), (hard, puzzles, puzzle))
    ]
    return Belief(skill, spreads[0]), Belief(hard, spreads[1])


def chance_of(skill: np.ndarray, hard: np.ndarray, variance: np.ndarray, steep: float) -> np.ndarray:
    """How likely tries succeed, given what is not known of their difference."""
    narrow = 1.0 / np.sqrt(1.0 + np.pi * steep**2 * variance / 8.0)
    return np.asarray(1.0 / (1.0 + np.exp(-steep * narrow * (skill - hard))))


def _left(
    skill: np.ndarray, hard: np.ndarray, player: np.ndarray, puzzle: np.ndarray, solved: np.ndarray, steep: float
) -> tuple[np.ndarray, np.ndarray]:
    """What each try was beyond what was expected of it, and how much it tells."""
    expected = 1.0 / (1.0 + np.exp(-steep * (skill[player] - hard[puzzle])))
    return solved - expected, expected * (1.0 - expected)


def _step(
    at: np.ndarray, prior: Belief, who: np.ndarray, left: tuple[np.ndarray, np.ndarray], steep: float
) -> tuple[np.ndarray, np.ndarray]:
    """Newton's step of one side while the other stands still, and the deviation that goes with it."""
    surplus, told = left
    known = prior.deviation**-2
    curvature = known + steep**2 * np.bincount(who, told, len(at))
    slope = steep * np.bincount(who, surplus, len(at)) - known * (at - prior.mean)
    return np.clip(slope / curvature, -LONGEST_STEP, LONGEST_STEP), curvature**-0.5
