"""Which events of a log the nights have heard: each partition says so in its footer, as ranges of numbers.

Nothing else keeps it, so it cannot disagree with the rows. A log has an identity, because another database has other
numbers. A footer has one line for each table, `rating heard=3f2a:1-100,201-250`, and one for the last tombstone that
was seen, `forgotten=3f2a:180`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from warehouse.lake import PLAYED, Lake, Partition, Stamp

TABLES = ("rating", "attempt")
FORGOTTEN = "forgotten"

Span = tuple[int, int]  # from a number up to and including another
Spans = tuple[Span, ...]


@dataclass(frozen=True)
class Heard:
    """What a night has heard, of each log by its identity."""

    spans: Mapping[str, Mapping[str, Spans]] = field(default_factory=dict)  # by table
    forgotten: Mapping[str, int] = field(default_factory=dict)

    def of(self, table: str) -> Mapping[str, Spans]:
        return self.spans.get(table, {})

    def values(self) -> dict[str, str]:
        """As a footer has it, and a recipe."""
        told = {f"{table} heard": written(self.of(table)) for table in TABLES}
        return told | {FORGOTTEN: " ".join(f"{log}:{number}" for log, number in sorted(self.forgotten.items()))}


def written(spans: Mapping[str, Spans]) -> str:
    parts = {log: ",".join(f"{low}-{high}" for low, high in some) for log, some in sorted(spans.items())}
    return " ".join(f"{log}:{some}" for log, some in parts.items() if some)


def of_night(lake: Lake, batch: str, game: str) -> Heard:
    """What one night's partitions say: each table has its own footer, and what that says of the table counts."""
    spans: dict[str, Mapping[str, Spans]] = {}
    forgotten: dict[str, int] = {}
    for table in TABLES:
        stamp = lake.stamp(Partition(table, batch, game, PLAYED))
        if stamp is not None:
            spans[table] = read(line(stamp, f"{table} heard"))
            forgotten |= {log: some[0][0] for log, some in read(line(stamp, FORGOTTEN)).items()}
    return Heard(spans, forgotten)


def line(stamp: Stamp, name: str) -> str:
    return next((each.removeprefix(f"{name}=") for each in stamp.inputs if each.startswith(f"{name}=")), "")


def read(text: str) -> dict[str, Spans]:
    found = {}
    for part in text.split():
        log, _, spans = part.partition(":")
        ends = [span.partition("-") for span in spans.split(",")]
        found[log] = tuple((int(low), int(high or low)) for low, _, high in ends)
    return found


def nights(lake: Lake, game: str) -> list[str]:
    """The nights that have heard of players, in order."""
    return sorted({part.batch for table in TABLES for part in lake.partitions(table, game) if part.shard == PLAYED})


def joined(spans: Iterable[Span]) -> Spans:
    """The same numbers, in order, in as few ranges as can be."""
    found: list[Span] = []
    for low, high in sorted(spans):
        if found and low <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(high, found[-1][1]))
        else:
            found.append((low, high))
    return tuple(found)


def left(until: int, taken: Iterable[Span]) -> Spans:
    """The numbers from 1 that nobody has taken."""
    free, start = [], 1
    for low, high in joined(taken):
        if low > start:
            free.append((start, min(low - 1, until)))
        start = max(start, high + 1)
    if start <= until:
        free.append((start, until))
    return tuple((low, high) for low, high in free if low <= high)
