"""The sets of a release: those of tonight alone, and those that stand and carry their puzzles from night to night.

A standing set is what the newest earlier release has of it and what tonight adds, newest first: it grows to its size
and is renewed after that, what has been in it longest making room. So a release needs only the one before it.

| set | what |
|---|---|
| `tonight` | a few of tonight's best of all games, easy to hard |
| `day` | the puzzle of the day |
| `curated-<variant>` | the best of a variant, a third of each level (000, 7.2.1) |
| `flash-<category>`, `practice-<category>` | pools drawn by lot (000, 7.2.2 and 7.2.3) |
| `survey` | what the models want rated |
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from datetime import date
from statistics import median
from typing import Any

from assets.edition import CURATED, DAY, FLASH, PRACTICE, SURVEY, TONIGHT, Item
from assets.settings import Settings
from quality.vocabulary import LEVELS

Row = dict[str, Any]
STANDING = (CURATED, FLASH, PRACTICE)  # the kinds of sets that go on


def assemble(night: str, added: Sequence[Item], carried: Sequence[Item], settings: Settings) -> list[Row]:
    """Every set of a release, a row for each puzzle in it. `carried` have their sets so far as `memberships`."""
    best = [item for item in added if item["kind"] == CURATED]
    day = puzzle_of_the_day(night, best)
    few = tonight(night, [item for item in best if item is not day], settings.sets["tonight"])
    rows = [
        *numbered(TONIGHT, TONIGHT, [(item, night, why_tonight(item)) for item in few]),
        *numbered(DAY, DAY, [(day, night, f"the puzzle of the day: {day['why']}")] if day else []),
        *standing(night, added, carried, settings),
    ]
    asked = [item for item in added if item["kind"] == SURVEY]
    return rows + numbered(SURVEY, SURVEY, [(item, night, item["why"]) for item in asked])


def numbered(set_name: str, kind: str, members: Iterable[tuple[Item, str | date, str]]) -> list[Row]:
    """The rows of one set in the order given."""
    return [
        {
            "set_name": set_name,
            "kind": kind,
            "position": position,
            "puzzle_id": item["puzzle_id"],
            "since": date.fromisoformat(str(since)),
            "why": why,
        }
        for position, (item, since, why) in enumerate(members, 1)
    ]


def lot(*parts: str) -> str:
    """A draw that depends on these words alone."""
    return hashlib.sha256("/".join(parts).encode()).hexdigest()


def one_of_the_best(night: str, items: Sequence[Item]) -> Item | None:
    """The best of each variant, and of those that are at least as interesting as half of them one by lot: the longest
    variants would always win otherwise."""
    best: dict[str, Item] = {}
    for item in sorted(items, key=lambda item: (-item["interest"], item["puzzle_id"])):
        best.setdefault(item["variant"], item)
    if not best:
        return None
    middle = median(item["interest"] for item in best.values())
    return min(
        (item for item in best.values() if item["interest"] >= middle), key=lambda item: lot(night, item["puzzle_id"])
    )


def thirds(best: Sequence[Item]) -> dict[tuple[str, str], list[Item]]:
    """What each game has, cut in three by difficulty. (Levels are among puzzles of a kind: easy ones of six moves are
    hard.)"""
    found: dict[tuple[str, str], list[Item]] = {}
    for game in dict.fromkeys(item["game"] for item in best):
        mine = [item for item in best if item["game"] == game]
        mine.sort(key=lambda item: (item["difficulty"], item["puzzle_id"]))
        for rank, item in enumerate(mine):
            found.setdefault((game, LEVELS[rank * len(LEVELS) // len(mine)]), []).append(item)
    return found


def puzzle_of_the_day(night: str, best: Sequence[Item]) -> Item | None:
    """One of middle difficulty; the games take turns."""
    games, parts = list(dict.fromkeys(item["game"] for item in best)), thirds(best)
    for turn in range(len(games)):
        game = games[(date.fromisoformat(night).toordinal() + turn) % len(games)]
        middle = parts.get((game, "medium"), [])
        found = one_of_the_best(night, [item for item in middle if item["level"] == "medium"] or middle)
        if found:
            return found
    return one_of_the_best(night, best)


def tonight(night: str, best: Sequence[Item], size: int) -> list[Item]:
    """A few of all games and thirds in turn, no category twice while there are others, easy to hard."""
    games, parts = list(dict.fromkeys(item["game"] for item in best)), thirds(best)
    chosen: list[Item] = []
    turns = [(game, LEVELS[(turn + place) % len(LEVELS)]) for turn in range(size) for place, game in enumerate(games)]
    for game, level in turns[:size]:
        left = [item for item in best if item["game"] == game and item not in chosen]
        fits = [item for item in parts.get((game, level), []) if item not in chosen] or left
        fits = [item for item in fits if item["level"] == level] or fits  # easy for its kind, too, if there is one
        used = {item["category"] for item in chosen}
        found = one_of_the_best(night, [item for item in fits if item["category"] not in used] or fits)
        if found:
            chosen.append(found)
    return sorted(chosen, key=lambda item: (item["difficulty"], item["puzzle_id"]))


def why_tonight(item: Item) -> str:
    return f"one of tonight's best: {item['why']}"


def standing(night: str, added: Sequence[Item], carried: Sequence[Item], settings: Settings) -> list[Row]:
    """The sets that go on, each with what it had and what tonight adds."""
    members: dict[tuple[str, str], list[tuple[Item, str, str]]] = {}
    for item in added:
        if item["kind"] in STANDING:
            name = f"{item['kind']}-{item['set_category']}"
            members.setdefault((item["kind"], name), []).append((item, night, item["why"]))
    for item in carried:
        for row in item["memberships"]:
            if row["kind"] in STANDING:
                entry = (item, row["since"].isoformat(), row["why"])
                members.setdefault((row["kind"], row["set_name"]), []).append(entry)
    return [
        row
        for kind, name in sorted(members, key=lambda key: (STANDING.index(key[0]), key[1]))
        for row in numbered(name, kind, renewed(kind, members[kind, name], size_of(kind, name, settings)))
    ]


def size_of(kind: str, name: str, settings: Settings) -> int:
    """How many puzzles a standing set may have."""
    return settings.rule(name.removeprefix(f"{CURATED}-")).size if kind == CURATED else settings.sets["pool"]


def sizes(rows: Sequence[Item], settings: Settings) -> dict[str, int]:
    """The most that the sets of a release may have, by name; where it says nothing there is no limit."""
    found = {row["set_name"]: row["kind"] for row in rows}
    fixed = {DAY: 1, TONIGHT: settings.sets["tonight"]}
    standing = {name: size_of(kind, name, settings) for name, kind in found.items() if kind in STANDING}
    return {**{name: size for name, size in fixed.items() if name in found}, **standing}


def renewed(kind: str, members: Sequence[tuple[Item, str, str]], size: int) -> list[tuple[Item, str, str]]:
    """The newest members, as many as the set may have: a third of each level if it is curated, and easy to hard then;
    a pool has no order but that of the draw."""
    newest = sorted(members, key=lambda entry: (entry[1], lot(entry[0]["puzzle_id"])), reverse=True)
    if kind != CURATED:
        return sorted(newest[:size], key=lambda entry: lot(entry[0]["puzzle_id"]))
    kept = []
    for place, level in enumerate(LEVELS):
        room = (size + len(LEVELS) - 1 - place) // len(LEVELS)
        kept += [entry for entry in newest if entry[0]["level"] == level][:room]
    return sorted(kept, key=lambda entry: (entry[0]["difficulty"], entry[0]["puzzle_id"]))
