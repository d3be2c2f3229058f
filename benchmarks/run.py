"""Runs the benchmarks of every game and puts the peers' figures beside ours.

A game's benchmarks are the module `benchmarks.<game>` with a function `benchmarks()`, which yields one
dictionary a measurement. Speeds are of this machine, on one thread; compile first, then measure. First comes a figure
for the machine; at the end two whole nights are made, unless they are not asked for: that takes minutes.

`python -m benchmarks.run [TEXT]` prints one JSON array a measurement; `tsume bench` runs it and makes a table.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from benchmarks import machine, night, play
from engines.registry import GAMES

FIELDS = ("name", "value", "unit", "peer", "peer_name")


def measured(only: str | None = None) -> Iterator[tuple[Any, ...]]:
    """One row a benchmark; with `only`, those whose name has that text in it."""
    for row in machine.benchmarks() if only is None or only in machine.NAME else ():
        yield tuple(row[name] for name in FIELDS)
    for game in GAMES:
        if find_spec(f"benchmarks.{game}") is None:
            continue
        for row in import_module(f"benchmarks.{game}").benchmarks():
            if only is None or only in row["name"]:
                yield tuple(row[name] for name in FIELDS)
    for part in (play, night):
        if only is None or any(only in name for name in part.NAMES):
            yield from (tuple(row[name] for name in FIELDS) for row in part.benchmarks())


def main(arguments: list[str]) -> None:
    for row in measured(*arguments[:1]):
        print(json.dumps(row, default=float), flush=True)  # some numbers are numpy's


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except KeyboardInterrupt:  # whoever runs this says so
        sys.exit(130)
