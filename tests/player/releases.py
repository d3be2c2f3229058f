"""Small releases for the tests of the player page: real puzzles, written without a night."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from assets.release.edition import Edition
from assets.release.package import write_data, write_sums
from tests.assets.release.editions import edition, given_items, items
from warehouse.home import Home
from warehouse.releases import switch_latest

GALLERY = "<!doctype html><title>night</title><script>let inline = 1</script>"


@cache
def tspin_items() -> tuple[Mapping[str, Any], ...]:
    """Puzzles of one and two pieces with drops alone."""
    return (*items("tspin", "tsd-1", 12), *items("tspin", "tsd-2", 12))


def small_edition() -> Edition:
    """One night of all games."""
    return edition(tspin_items(), given_items(of_all_kinds=True))


def write_release(home: Home, made: Edition) -> Path:
    """The tables of an edition as a release of its own, with a page that has a script in it."""
    folder = home.releases / made.name
    folder.mkdir(parents=True)
    write_data(folder, made)
    (folder / "index.html").write_text(GALLERY)
    write_sums(folder)
    switch_latest(home)
    return folder


@dataclass(frozen=True)
class Known:
    """A released puzzle whose answer the test knows, as moves."""

    puzzle_id: str
    game: str
    variant: str
    solution: Any

    @property
    def moves(self) -> list[Any]:
        if isinstance(self.solution, str):
            return [self.solution[place : place + 2] for place in range(0, len(self.solution), 2)]
        return list(self.solution["line"] if isinstance(self.solution, dict) else self.solution)


def known(items: Iterable[Mapping[str, Any]]) -> list[Known]:
    import json

    return [Known(item["puzzle_id"], item["game"], item["variant"], json.loads(item["solution"])) for item in items]
