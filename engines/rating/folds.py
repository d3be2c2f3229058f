"""Who is held out with whom: folds of items for cross-validation, kin never apart.

Kin are puzzles that a model could know from each other: near copies, or all of one family, as the caller says.
Folds are dealt by a seed and the items' own names, so neither the order of the rows nor anything else moves them.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np

from engines.rating import chance

MANY, FEW = 10, 5  # folds where items are few, so that little is held out at a time, and where they are many
MANY_ITEMS = 200


def deal(
    ids: Sequence[str], kin: Sequence[Hashable] | None = None, folds: int | None = None, seed: int = 0
) -> np.ndarray:
    """The fold of each item: clans are dealt in a seeded order, larger ones first, each to the smallest fold so far.

    As many folds as said, or as suits the number of items; never more than there are clans.
    """
    clans: dict[Hashable, list[int]] = {}
    for place, name in enumerate(kin if kin is not None else ids):
        clans.setdefault(name, []).append(place)
    wanted = folds or (FEW if len(ids) > MANY_ITEMS else MANY)
    load = np.zeros(min(wanted, len(clans)), dtype=np.int64)
    if len(load) < 2:
        raise ValueError("items of at least two kinds are needed, to hold one out")
    keys = {name: chance.key("fold", seed, min(ids[place] for place in places)) for name, places in clans.items()}
    fold = np.empty(len(ids), dtype=np.int64)
    for name in sorted(clans, key=lambda name: (-len(clans[name]), keys[name])):
        smallest = int(np.argmin(load))
        fold[clans[name]] = smallest
        load[smallest] += len(clans[name])
    return fold


def twins(table: np.ndarray) -> list[bytes]:
    """Kin by equal features: puzzles that measure the same are the same to a model."""
    return [row.tobytes() for row in np.nan_to_num(table.astype(np.float32), nan=-1e30)]
