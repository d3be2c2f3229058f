"""A game as simulated raters see it: what they need of its engine."""

from __future__ import annotations

from typing import Protocol

from engines.people.crowd import Crowd
from engines.people.law import Law


class Rated(Protocol):
    """Every engine is one. Without a law of its own a game gets one drawn from the names of its features; without a
    crowd of its own it is rated by the everyday one."""

    @property
    def name(self) -> str: ...

    @property
    def law(self) -> Law | None: ...

    @property
    def crowd(self) -> Crowd | None: ...
