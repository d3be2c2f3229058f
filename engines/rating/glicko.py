"""Glicko-2, as Glickman describes it ("Example of the Glicko-2 system", 2022).

A standing is a rating, the deviation that says how little is known of it, and the volatility that says how erratic
its owner's results are. All games of a *rating period* count at once, so that their order within it makes no
difference; whoever has no game in a period only becomes less well known. The step numbers in the comments are the
paper's.

Who meets whom, and when, is not said here: see `contest`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

CENTRE = 1500.0  # where everyone starts of whom nothing is known
UNKNOWN = 350.0  # the deviation of such a start
STEADY = 0.06  # and its volatility
TAU = 0.5  # how readily volatility changes: the paper's example has 0.5, of a sensible 0.3 to 1.2

POINTS = 173.7178  # of the usual scale, to one step of the paper's inner scale
CLOSE_ENOUGH = 1e-6  # where the search for the volatility ends
LEAST_INFORMATION = 1e-12  # of games so one-sided that their results tell nothing


@dataclass(frozen=True, eq=False)
class Standing:
    """One row for everyone, on the scale on which 400 points are odds of ten to one."""

    rating: np.ndarray
    deviation: np.ndarray
    volatility: np.ndarray

    def __len__(self) -> int:
        return len(self.rating)

    def of(self, rows: np.ndarray) -> Standing:
        """The standings of some."""
        return Standing(*(column[rows] for column in vars(self).values()))

    def but(self, rows: np.ndarray, new: Standing) -> Standing:
        """The same standings, but for some that are new."""
        columns = [column.copy() for column in vars(self).values()]
        for column, values in zip(columns, vars(new).values(), strict=True):
            column[rows] = values
        return Standing(*columns)


def newcomers(
    count: int,
    rating: float | np.ndarray = CENTRE,
    deviation: float | np.ndarray = UNKNOWN,
    volatility: float | np.ndarray = STEADY,
) -> Standing:
    """Standings before the first game: the same for all, or arrays of what is known of each beforehand."""
    given = (rating, deviation, volatility)
    return Standing(*(np.broadcast_to(np.asarray(value, np.float64), count).copy() for value in given))


def rested(standing: Standing, periods: np.ndarray) -> Standing:
    """Standings after so many periods without a game (end of step 6); nobody becomes less known than a newcomer."""
    wider = np.hypot(standing.deviation, POINTS * standing.volatility * np.sqrt(periods))
    limit = np.maximum(standing.deviation, UNKNOWN)
    return Standing(standing.rating, np.minimum(wider, limit), standing.volatility)


def played(
    mine: Standing, theirs: Standing, me: np.ndarray, them: np.ndarray, score: np.ndarray, tau: float = TAU
) -> Standing:
    """My standings after a period in which each of mine had some game with one of theirs.

    A game is a row of `mine`, a row of `theirs`, and what mine scored: 1 for a win, 0.5 for a draw, 0 for a loss or
    anything between.
    """
    mu, phi = inner(mine)
    other, unsure = inner(theirs)
    weight = trust(unsure)[them]
    chance = 1.0 / (1.0 + np.exp(-weight * (mu[me] - other[them])))
    told = np.bincount(me, weight**2 * chance * (1.0 - chance), len(mine))
    information = np.maximum(told, LEAST_INFORMATION)  # step 3: 1 / v
    surplus = np.bincount(me, weight * (score - chance), len(mine))  # step 4: delta / v
    sigma = new_volatility(phi, 1.0 / information, surplus / information, mine.volatility, tau)
    phi = 1.0 / np.sqrt(1.0 / (phi**2 + sigma**2) + information)  # steps 6 and 7
    return Standing(CENTRE + POINTS * (mu + phi**2 * surplus), POINTS * phi, sigma)  # step 8


def inner(standing: Standing) -> tuple[np.ndarray, np.ndarray]:
    """Step 2: rating and deviation on the inner scale."""
    return (standing.rating - CENTRE) / POINTS, standing.deviation / POINTS


def trust(phi: np.ndarray) -> np.ndarray:
    """g of step 3: how much a game counts against someone who is known so well."""
    return np.asarray(1.0 / np.sqrt(1.0 + 3.0 * phi**2 / np.pi**2))


def new_volatility(
    phi: np.ndarray, variance: np.ndarray, delta: np.ndarray, sigma: np.ndarray, tau: float = TAU
) -> np.ndarray:
    """Step 5 for everyone at once: the root of f, by the Illinois variant of regula falsi."""
    start, spread, surprise = 2.0 * np.log(sigma), phi**2 + variance, delta**2

    def f(x: np.ndarray, who: np.ndarray) -> np.ndarray:
        power = np.exp(x)
        pull = power * (surprise[who] - spread[who] - power) / (2.0 * (spread[who] + power) ** 2)
        return np.asarray(pull - (x - start[who]) / tau**2)

    everyone = np.arange(len(phi))
    a, b = start.copy(), other_end(f, start, surprise - spread, tau)
    at_a, at_b = f(a, everyone), f(b, everyone)
    while len(who := np.flatnonzero(np.abs(b - a) > CLOSE_ENOUGH)):
        c = a[who] + (a[who] - b[who]) * at_a[who] / (at_b[who] - at_a[who])
        at_c = f(c, who)
        crossed = at_c * at_b[who] <= 0.0
        a[who], at_a[who] = np.where(crossed, b[who], a[who]), np.where(crossed, at_b[who], at_a[who] / 2.0)
        b[who], at_b[who] = c, at_c
    return np.asarray(np.exp(a / 2.0))


def other_end(
    f: Callable[[np.ndarray, np.ndarray], np.ndarray], start: np.ndarray, excess: np.ndarray, tau: float
) -> np.ndarray:
    """B of step 5.2: with the start, a bracket around the root."""
    surprised = excess > 0.0
    end = np.where(surprised, np.log(excess, out=np.zeros_like(excess), where=surprised), start - tau)
    calm = np.flatnonzero(~surprised)
    while len(calm := calm[f(end[calm], calm) < 0.0]):
        end[calm] -= tau
    return end
