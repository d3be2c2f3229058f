"""Folds of items for cross-validation: which items are held out together. Kin are never apart.

Kin are puzzles that a model could know from each other: near copies, or all of one family, as the caller says.
Folds are dealt by a seed and the items' own names, so neither the order of the rows nor anything else moves them.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

import numpy as np

from engines.rating import chance

MANY, FEW = 10, 5  # folds where items are few, so that little is held out at a time, and where they are many
MANY_ITEMS = 200
FEWEST = 3  # folds that are worth staying in


def deal(
    ids: Sequence[str],
    kin: Sequence[Hashable] | None = None,
    folds: int | None = None,
    seed: int = 0,
    held: Mapping[str, int] | None = None,
) -> np.ndarray:
    """The fold of each item: clans are dealt in a seeded order, larger ones first, each to the smallest fold so far.

    As many folds as said, or as suits the number of items; never more than there are clans. Items of `held` stay in
    the folds that it gives, and with them their clans; then there are as many folds as there were. Unless too few
    of them are left for that: then all are dealt anew.
    """
    clans: dict[Hashable, list[int]] = {}
    for place, name in enumerate(kin if kin is not None else ids):
        clans.setdefault(name, []).append(place)
    staying = {name: fold for name, places in clans.items() for fold in _held(ids, places, held or {})}
    wanted = folds or (FEW if len(ids) > MANY_ITEMS else MANY)
    were = max(held.values()) + 1 if held else 0
    if set(staying.values()) == set(range(were)) and were >= FEWEST and folds in (None, were):
        wanted = were
    else:
        staying = {}
    load = np.zeros(min(wanted, len(clans)), dtype=np.int64)
    if len(load) < 2:
        raise ValueError("items of at least two kinds are needed, to hold one out")
    keys = {name: chance.key("fold", seed, min(ids[place] for place in places)) for name, places in clans.items()}
    fold = np.empty(len(ids), dtype=np.int64)
    for name in sorted(clans, key=lambda name: (name not in staying, -len(clans[name]), keys[name])):
        chosen = staying.get(name, int(np.argmin(load)))
        fold[clans[name]] = chosen
        load[chosen] += len(clans[name])
    return fold


def _held(ids: Sequence[str], places: Sequence[int], held: Mapping[str, int]) -> list[int]:
    """The fold that a clan was in: that of its first member that was in one."""
    return [held[name] for name in sorted(ids[place] for place in places) if name in held][:1]


def kin_by_features(table: np.ndarray) -> list[bytes]:
    """A key for each row, equal where all features are: puzzles that measure the same are the same to a model."""
    return [row.tobytes() for row in np.nan_to_num(table.astype(np.float32), nan=-1e30)]
