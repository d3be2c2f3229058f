"""How fast the Geister engine is, beside what others reach.

The peer of the endgame tables is a tuned C++ program, measured on the machines that this project is developed on.
All times are CPU seconds of one core, compilation left out; each figure is the median of several runs.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from typing import Any

from benchmarks.geister_making import making_rows
from benchmarks.geister_searches import search_rows
from benchmarks.hands import hands_rows
from engines.geister import ENGINE
from engines.geister.solve.tables import table

BY_HAND = ("escape-9", "wall-11", "open-9", "capture-9", "endgame-29")

RUNS = 5
# Attacker, defender, what is shown, and the peer's seconds or the aim.
TABLES = {
    "1b1r v 1b1r hidden": ("1b1r", "1b1r", "", 0.7, "reference (C++)"),
    "1b1r v 1b1r shown": ("1b1r", "1b1r", "1b1r", 1.1, "reference (C++)"),
    "1b1r v 2b2r hidden": ("1b1r", "2b2r", "", 30.0, "aim"),
}


def table_row(name: str) -> dict[str, Any]:
    attacker, defender, shown, peer, peer_name = TABLES[name]
    table("1b1r", "1b1r")
    seconds = []
    for _ in range(RUNS):
        start = time.process_time()
        table(attacker, defender, shown)
        seconds.append(time.process_time() - start)
    return {
        "name": f"geister table of {name}",
        "value": statistics.median(seconds),
        "unit": "CPU s",
        "peer": peer,
        "peer_name": peer_name,
    }


def benchmarks() -> Iterator[dict[str, Any]]:
    """One row a benchmark, as soon as it is measured: name, value, unit, and the figure to hold it against."""
    yield from map(table_row, TABLES)
    yield from search_rows()
    yield from making_rows()
    yield from hands_rows(ENGINE, BY_HAND)
