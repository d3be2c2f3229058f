"""Slow, readable twins: Glicko-2 one player at a time, and the contest one try at a time."""

from __future__ import annotations

import math
from dataclasses import dataclass

Game = tuple[float, float, float]  # the other's rating and deviation, and what I scored


@dataclass(frozen=True)
class One:
    """The standing of one player or puzzle."""

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06


@dataclass(frozen=True)
class Try:
    day: int
    player: int
    puzzle: int
    number: int = 1
    solved: bool = True
    seconds: float | None = 30.0
    limit: float | None = 90.0
    hints: int = 0


def updated(me: One, games: list[Game], tau: float = 0.5) -> One:
    """Steps 2 to 8 of the paper, formula by formula."""
    mu, phi = (me.rating - 1500) / 173.7178, me.deviation / 173.7178
    if not games:
        return One(me.rating, 173.7178 * math.sqrt(phi**2 + me.volatility**2), me.volatility)
    inverse_v = total = 0.0
    for rating, deviation, score in games:
        mu_j, phi_j = (rating - 1500) / 173.7178, deviation / 173.7178
        g = 1 / math.sqrt(1 + 3 * phi_j**2 / math.pi**2)
        e = 1 / (1 + math.exp(-g * (mu - mu_j)))
        inverse_v += g**2 * e * (1 - e)
        total += g * (score - e)
    v = 1 / inverse_v
    sigma = volatility(phi, v, v * total, me.volatility, tau)
    phi_star = math.sqrt(phi**2 + sigma**2)
    new_phi = 1 / math.sqrt(1 / phi_star**2 + 1 / v)
    return One(173.7178 * (mu + new_phi**2 * total) + 1500, 173.7178 * new_phi, sigma)


def volatility(phi: float, v: float, delta: float, sigma: float, tau: float) -> float:
    """Step 5 as it is printed."""
    a = math.log(sigma**2)

    def f(x: float) -> float:
        top = math.exp(x) * (delta**2 - phi**2 - v - math.exp(x))
        return top / (2 * (phi**2 + v + math.exp(x)) ** 2) - (x - a) / tau**2

    big_a = a
    if delta**2 > phi**2 + v:
        big_b = math.log(delta**2 - phi**2 - v)
    else:
        k = 1
        while f(a - k * tau) < 0:
            k += 1
        big_b = a - k * tau
    f_a, f_b = f(big_a), f(big_b)
    while abs(big_b - big_a) > 0.000001:
        c = big_a + (big_a - big_b) * f_a / (f_b - f_a)
        f_c = f(c)
        if f_c * f_b <= 0:
            big_a, f_a = big_b, f_b
        else:
            f_a = f_a / 2
        big_b, f_b = c, f_c
    return math.exp(big_a / 2)


def score(one: Try) -> float:
    if not one.solved:
        return 0.0
    assert one.seconds is not None
    return max(0.5, 1.0 - 0.5 * one.seconds / (one.limit or 90.0))


def that_count(tries: list[Try]) -> list[Try]:
    firsts: dict[tuple[int, int], Try] = {}
    for one in sorted(tries, key=lambda one: one.day):
        if one.number == 1:
            firsts.setdefault((one.player, one.puzzle), one)
    return [one for one in firsts.values() if one.hints == 0]


def contest(tries: list[Try], players: int, puzzles: int) -> tuple[list[One], list[One]]:
    """Day by day: the players against the puzzles as they were, then the puzzles against the players as they are."""
    counting = that_count(tries)
    skill, hardness = [One()] * players, [One()] * puzzles
    present: set[int] = set()
    days = [one.day for one in counting]
    for day in range(min(days), max(days) + 1) if days else ():
        today = [one for one in counting if one.day == day]
        present |= {one.player for one in today}
        for who in present:
            against = [hardness[one.puzzle] for one in today if one.player == who]
            won = [score(one) for one in today if one.player == who]
            met = [(it.rating, it.deviation, s) for it, s in zip(against, won, strict=True)]
            skill[who] = updated(skill[who], met)
            if skill[who].deviation > 350 and not met:
                skill[who] = One(skill[who].rating, 350.0, skill[who].volatility)
        for what in {one.puzzle for one in today}:
            of_it = [one for one in today if one.puzzle == what]
            met = [(skill[one.player].rating, skill[one.player].deviation, 1 - score(one)) for one in of_it]
            hardness[what] = updated(hardness[what], met)
    return skill, hardness
