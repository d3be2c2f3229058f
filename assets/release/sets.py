"""The sets of a release: those of tonight alone, and those that stand and carry their puzzles from night to night.

A standing set is what the newest earlier release has of it and what tonight adds, newest first: it grows to its size
and is renewed after that, what has been in it longest making room. So a release needs only the one before it.

| set | what |
|---|---|
| `tonight` | one for newcomers, then a few of tonight's choice of all games, easy to hard |
| `day` | the puzzle of the day |
| `curated-<variant>` | the best of a variant, as many of each third (T-spin thesis, 7.2.1) |
| `flash-<category>`, `practice-<category>` | pools drawn by lot (T-spin thesis, 7.2.2 and 7.2.3) |
| `survey` | what the models want rated |
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from datetime import date
from statistics import median
from typing import Any

from assets.core.settings import Settings
from assets.release.edition import Item
from warehouse.vocabulary import CURATED, DAY, FLASH, LEVELS, PRACTICE, SURVEY, THIRDS, TONIGHT

Row = dict[str, Any]
EASY, MEDIUM, _ = LEVELS
NIGHTS_BEST = "One of tonight's choice."
STANDING = (CURATED, FLASH, PRACTICE)  # the kinds of sets that go on


def assemble(night: str, added: Sequence[Item], carried: Sequence[Item], settings: Settings) -> list[Row]:
    """Every set of a release, a row for each puzzle in it. `carried` have their sets so far as `memberships`."""
    best = [item for item in added if item["kind"] == CURATED]
    day = puzzle_of_the_day(night, best)
    rest = [item for item in best if item is not day]
    drawn = [item for item in added if item["kind"] in (FLASH, PRACTICE)]
    first = opener(night, rest, drawn) if rest else None
    few = tonight(night, rest, settings.sets["tonight"], first)
    rows = [
        *numbered(TONIGHT, TONIGHT, [(item, night, why_tonight(item, first)) for item in few]),
        *numbered(DAY, DAY, [(day, night, f"The puzzle of the day. {day['why']}")] if day else []),
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
    """The best of each variant, and of those that are worth at least as much as half of them one by lot: the same
    variants would always win otherwise."""
    best: dict[str, Item] = {}
    for item in sorted(items, key=lambda item: (-item["worth"], item["puzzle_id"])):
        best.setdefault(item["variant"], item)
    if not best:
        return None
    middle = median(item["worth"] for item in best.values())
    return min(
        (item for item in best.values() if item["worth"] >= middle), key=lambda item: lot(night, item["puzzle_id"])
    )


def in_turn(night: str, items: Sequence[Item]) -> list[str]:
    """The games of some puzzles, beginning with the one whose turn it is."""
    games = list(dict.fromkeys(item["game"] for item in items))
    first = date.fromisoformat(night).toordinal() % len(games) if games else 0
    return games[first:] + games[:first]


def puzzle_of_the_day(night: str, best: Sequence[Item]) -> Item | None:
    """One of medium level; the games take turns."""
    for game in in_turn(night, best):
        found = one_of_the_best(night, [item for item in best if (item["game"], item["level"]) == (game, MEDIUM)])
        if found:
            return found
    return one_of_the_best(night, best)


def for_newcomers(game: str, items: Sequence[Item]) -> list[Item]:
    """What a newcomer to a game can solve: of those that take the fewest moves of all that it has tonight the easy
    ones, and of these the easiest third, one at least."""
    mine = [item for item in items if item["game"] == game]
    shortest = min((item["length"] for item in mine), default=0)
    short = [item for item in mine if item["length"] == shortest and item["level"] == EASY]
    short.sort(key=lambda item: (item["difficulty"], item["puzzle_id"]))
    return short[: (len(short) + 2) // 3]


def opener(night: str, best: Sequence[Item], drawn: Sequence[Item]) -> Item | None:
    """The puzzle that tonight begins with; the games take turns. Where the best have none for newcomers, it is one of
    those that were drawn by lot."""
    for items in (best, drawn):
        for game in in_turn(night, items):
            if found := one_of_the_best(night, for_newcomers(game, items)):
                return found
    return None


def tonight(night: str, best: Sequence[Item], size: int, first: Item | None) -> list[Item]:
    """The first one, then a few of all games and levels in turn that are no easier, no category twice while there
    are others, easy to hard."""
    chosen = [first] if first else []
    left = [item for item in best if item is not first and not (first and item["difficulty"] < first["difficulty"])]
    games = list(dict.fromkeys(item["game"] for item in [*best, *chosen]))
    turns = [(game, LEVELS[(turn + place) % len(LEVELS)]) for turn in range(size) for place, game in enumerate(games)]
    turns = turns[:size]
    if first:  # that was a turn of its game, for an easy one if it has one
        own = [turn for turn in turns if turn[0] == first["game"]] or turns[-1:]
        turns.remove(next((turn for turn in own if turn[1] == EASY), own[0]))
    for game, level in turns:
        mine = [item for item in left if item["game"] == game and item not in chosen]
        fits = [item for item in mine if item["level"] == level] or mine
        used = {item["category"] for item in chosen}
        found = one_of_the_best(night, [item for item in fits if item["category"] not in used] or fits)
        if found:
            chosen.append(found)
    return sorted(chosen, key=lambda item: (item is not first, item["difficulty"], item["puzzle_id"]))


def why_tonight(item: Item, first: Item | None) -> str:
    return f"{'Easy and short, to begin with.' if item is first else NIGHTS_BEST} {item['why']}"


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
    """The newest members, as many as the set may have: as many of each third if it is curated, and easy to hard then;
    a pool has no order but that of the draw."""
    newest = sorted(members, key=lambda entry: (entry[1], lot(entry[0]["puzzle_id"])), reverse=True)
    if kind != CURATED:
        return sorted(newest[:size], key=lambda entry: lot(entry[0]["puzzle_id"]))
    kept = []
    for place, third in enumerate(THIRDS):
        room = (size + len(THIRDS) - 1 - place) // len(THIRDS)
        kept += [entry for entry in newest if entry[0]["third"] == third][:room]
    return sorted(kept, key=lambda entry: (entry[0]["difficulty"], entry[0]["puzzle_id"]))
