"""The attempts that are in memory: a few thousand, the newest; the log has them all."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from player.attempts.record import Attempt
from player.stock.puzzles import Stocked

V = TypeVar("V")

KEPT_ATTEMPTS = 5000
KEPT_PLAYERS = 2000


@dataclass
class Live:
    """An attempt in memory, with its puzzle and its clock."""

    record: Attempt
    stocked: Stocked
    start: float  # when it began, by the clock that only goes on
    standing: tuple[float, float] | None = None  # of the player, before it
    shown: bool = False  # whether the answer has been told
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Newest(Generic[V]):
    """A bounded mapping that forgets what was not used for the longest time."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.there: OrderedDict[str, V] = OrderedDict()

    def get(self, key: str) -> V | None:
        if key in self.there:
            self.there.move_to_end(key)
        return self.there.get(key)

    def put(self, key: str, value: V) -> V:
        """Keep a value, unless there is one; the one that is kept."""
        kept = self.there.setdefault(key, value)
        self.there.move_to_end(key)
        while len(self.there) > self.most:
            self.there.popitem(last=False)
        return kept

    def drop(self, key: str) -> None:
        self.there.pop(key, None)

    def drop_all(self, keys: list[str]) -> None:
        for key in keys:
            self.drop(key)
