"""Runs the benchmarks of every game and puts the peers' figures beside ours.

A game's benchmarks are the module `benchmarks.<game>` with a function `benchmarks()`, which gives one
dictionary a measurement. Speeds are of this machine, on one thread; compile first, then measure. At the end a whole
night is made, unless it is not asked for: that takes minutes.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from benchmarks import night
from engines.registry import GAMES

COLUMNS = ("benchmark", "ours", "unit", "peer or aim", "whose")
FIELDS = ("name", "value", "unit", "peer", "peer_name")


def measured(only: str | None = None) -> Iterator[tuple[Any, ...]]:
    """One row a benchmark; with `only`, those whose name has that text in it."""
    for game in GAMES:
        if find_spec(f"benchmarks.{game}") is None:
            continue
        for row in import_module(f"benchmarks.{game}").benchmarks():
            if only is None or only in row["name"]:
                yield tuple(row[name] for name in FIELDS)
    if only is None or only in night.NAME:
        yield from (tuple(row[name] for name in FIELDS) for row in night.benchmarks())
