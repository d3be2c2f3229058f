"""How different puzzles are from each other, and how to choose ones that are of worth and different.

The distance of two puzzles, from 0 to 1, is made of what is measured on them (the root mean square difference of
their standardised features) and of what they are about (the share of their themes that they do not have in common).
Choosing is greedy: each time the puzzle whose worth (`engines.rating.worth`), distance from the nearest one chosen
already and rarity of its kinds add up to most. With no weight on the latter two that is plain top-by-worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

MEASURED, ABOUT = 0.7, 0.3  # what features and themes count for in a distance
FAR = 2.0  # standard deviations, root mean square, from which on two puzzles could not differ more
MOST = 3.0  # standard deviations that count of any one feature: a freak is not everything that differs


@dataclass(frozen=True, eq=False)
class Space:
    """Puzzles as points: their standardised features and their themes, a row each."""

    features: np.ndarray
    themes: np.ndarray

    def distances(self, one: int, others: np.ndarray) -> np.ndarray:
        """How far one puzzle is from each of some others."""
        off = self.features[others] - self.features[one]
        measured = np.minimum(np.sqrt(np.mean(off * off, axis=1)) / FAR, 1.0) if off.shape[1] else np.zeros(len(off))
        both = (self.themes[others] & self.themes[one]).sum(axis=1)
        either = (self.themes[others] | self.themes[one]).sum(axis=1)
        about = 1.0 - np.divide(both, either, out=np.ones(len(off)), where=either > 0)
        return np.asarray(MEASURED * measured + ABOUT * about)

    def apart(self, chosen: Sequence[int]) -> np.ndarray:
        """How far each of some puzzles is from the nearest other one of them; NaN if there is none."""
        places = np.array(chosen, dtype=np.int64)
        nearest = np.full(len(places), np.nan)
        for row, place in enumerate(places.tolist()):
            others = np.delete(places, row)
            if len(others):
                nearest[row] = self.distances(place, others).min()
        return nearest


def standardised(table: np.ndarray, reference: int) -> np.ndarray:
    """Features in standard deviations from the mean, both of the first `reference` rows; what is not defined lies in
    the middle, and what does not differ is left out."""
    known = table[:reference]
    counted = np.isfinite(known).any(axis=0)
    table = table[:, counted]
    if not table.size:
        return np.zeros((len(table), 0))
    middle, spread = np.nanmean(table[:reference], axis=0), np.nanstd(table[:reference], axis=0)
    differs = spread > 1e-12
    scaled = (table[:, differs] - middle[differs]) / spread[differs]
    return np.clip(np.nan_to_num(scaled), -MOST, MOST)


@dataclass(frozen=True, eq=False)
class Slot:
    """A group that some are to be chosen from, and what each member is worth to those it is chosen for."""

    members: np.ndarray
    worth: np.ndarray

    def best(self, wanted: int) -> list[int]:
        """Plainly those of most worth."""
        return [int(self.members[place]) for place in np.argsort(-self.worth, kind="stable")[:wanted]]


@dataclass(frozen=True)
class Pick:
    """A puzzle that was chosen: for which slot, and how far from the nearest one before it (NaN: there was none)."""

    slot: int
    member: int
    distance: float


def choose(
    space: Space,
    kinds: np.ndarray,
    slots: Sequence[Slot],
    wanted: int,
    known: Sequence[int],
    weights: tuple[float, float],
    price: float = np.inf,
) -> list[Pick]:
    """So many of each slot, the slots taking turns. `known` are there already, and what is chosen should differ from
    them as well; `kinds` has a column of codes for everything that is to be spread evenly; `weights` are what the
    greatest distance, and being of kinds that are not there at all, are worth in steps of interest; whoever is chosen
    is worth at most `price` steps less than the best that is left."""
    variety, spread = weights
    everyone = np.arange(len(space.features))
    nearest = np.full(len(everyone), np.inf)
    there: list[int] = []
    free = np.ones(len(everyone), dtype=bool)

    def add(member: int) -> None:
        np.minimum(nearest, space.distances(member, everyone), out=nearest)
        there.append(member)
        free[member] = False

    for member in known:
        add(member)
    picks = []
    for _ in range(wanted):
        for number, slot in enumerate(slots):
            left = np.flatnonzero(free[slot.members])
            if not len(left):
                continue
            members = slot.members[left]
            value = slot.worth[left] + variety * np.minimum(nearest[members], 1.0)
            if there and kinds.shape[1]:
                alike = kinds[members][:, None, :] == kinds[there][None, :, :]
                value = value - spread * alike.mean(axis=(1, 2))
            dear = slot.worth[left] < slot.worth[left].max() - price
            member = int(members[np.argmax(np.where(dear, -np.inf, value))])
            distance = float(nearest[member])
            picks.append(Pick(number, member, distance if np.isfinite(distance) else float("nan")))
            add(member)
    return picks
