"""The list of a release's puzzles that the scripts filter and sort by: everything but drawings and sentences.

Columns rather than rows, numbers in hundredths and names as places in lists, because all of it is loaded at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from assets.core.parts import parts
from assets.core.titles import Words, category_title, facet, game_title, theme_words, variant_title, words_of
from assets.pictures.words import set_title
from assets.release.edition import Edition, Item
from assets.release.gallery.chunks import Chunk
from assets.release.gallery.pages import rules
from engines.registry import engine
from warehouse.vocabulary import (
    CURATED,
    EVERYONE,
    INTEREST_STATES,
    LEVELS,
    MIXED_KINDS,
    RESTS_ON,
    SET_KINDS,
    TARGETS,
    difficulty_from,
    interest_from,
    interest_state,
)

T = TypeVar("T")
ORDERED_BY = ("worth", "surprise_share")
SCORES = tuple(f"{target}{end}" for target in TARGETS for end in ("", "_low", "_high"))


def catalogue(edition: Edition, chunks: Sequence[Chunk]) -> dict[str, Any]:
    """All of it, ready for JSON."""
    items = edition.items
    games = different(item["game"] for item in items)
    variants = different((item["game"], item["variant"]) for item in items)
    categories = different((item["game"], category_of(item)) for item in items)
    themes = different((item["game"], name) for item in items for name in (item["themes"] or "").split())
    audiences = different(item["audience"] or EVERYONE for item in items)
    nights = sorted(different(str(item["added"] or "") for item in items), reverse=True)
    parts_of = [parts(item) for item in items]
    known_parts = different(part for found in parts_of for part in found)
    chunk_of = {row["puzzle_id"]: place for place, chunk in enumerate(chunks) for row in chunk.rows}
    return {
        "night": edition.night,
        "games": [{"name": game, "title": game_title(game), "rules": rules.entry(game)} for game in games],
        "variants": [variant_entry(games, *variant) for variant in variants],
        "categories": [
            {"name": name, "game": games.index(game), "title": category_title(game, name)}
            for game, name in categories
        ],
        "themes": [theme_entry(games, *theme) for theme in themes],
        "sets": set_entries(edition),
        "nights": nights,
        "levels": LEVELS,
        "targets": TARGETS,
        "mixed": MIXED_KINDS,
        "audiences": audiences,
        "chunks": [chunk.name for chunk in chunks],
        "ids": " ".join(item["puzzle_id"] for item in items),
        "variant": places(variants, ((item["game"], item["variant"]) for item in items)),
        "category": places(categories, ((item["game"], category_of(item)) for item in items)),
        "level": places(LEVELS, (item["level"] for item in items)),
        "audience": places(audiences, (item["audience"] or EVERYONE for item in items)),
        "length": [told_length(item) for item in items],
        "added": places(nights, (str(item["added"] or "") for item in items)),
        "theme": [
            places(themes, ((item["game"], name) for name in (item["themes"] or "").split())) for item in items
        ],
        "chunk": [chunk_of[item["puzzle_id"]] for item in items],
        "rests_on": RESTS_ON,
        "interest_from": places(RESTS_ON, (interest_from(item) for item in items)),
        "states": INTEREST_STATES,
        "interest_state": places(INTEREST_STATES, (interest_state(item) for item in items)),
        "parts": known_parts,
        "part": [places(known_parts, found) for found in parts_of],
        "difficulty_from": places(RESTS_ON, (difficulty_from(item) for item in items)),
        **{name: [hundredths(item.get(name)) for item in items] for name in (*SCORES, *ORDERED_BY)},
    }


def different(values: Iterable[T]) -> list[T]:
    return list(dict.fromkeys(values))


def places(known: Sequence[T], values: Iterable[T]) -> list[int]:
    where = {value: place for place, value in enumerate(known)}
    return [where[value] for value in values]


def hundredths(value: float | None) -> int | None:
    return None if value is None else round(100 * value)


def category_of(item: Item) -> str:
    return str(item["category"] or item["variant"])


def told_length(item: Item) -> int | None:
    """The length that people are told: in the game's own measure, or the moves that are to be found."""
    return engine(item["game"]).told_length(item["length"]) if item["length"] else item["length"]


def variant_entry(games: Sequence[str], game: str, name: str) -> dict[str, Any]:
    facets = [(facet(game, key), facet(game, value)) for key, value in words_of(game, name).facets.items()]
    return {"name": name, "game": games.index(game), "title": variant_title(game, name), "facets": facets}


def theme_entry(games: Sequence[str], game: str, name: str) -> dict[str, Any]:
    title, about = theme_words(game).get(name, ((name, name), ("", "")))
    return {"name": name, "game": games.index(game), "title": title, "about": about}


def set_entries(edition: Edition) -> list[dict[str, Any]]:
    """Every set with its members as places in the list, in its own order."""
    place = {item["puzzle_id"]: number for number, item in enumerate(edition.items)}
    game_of = {item["puzzle_id"]: item["game"] for item in edition.items}
    members: dict[tuple[str, str], list[Item]] = {}
    for row in edition.sets:
        members.setdefault((row["set_name"], row["kind"]), []).append(row)
    entries = []
    for (name, kind), rows in members.items():
        ordered = [row["puzzle_id"] for row in sorted(rows, key=lambda row: row["position"])]
        title = set_title(name, kind, different(game_of[identity] for identity in ordered))
        entry = {"name": name, "kind": kind, "title": title, "members": [place[identity] for identity in ordered]}
        entries.append(entry)
    return in_natural_order(edition, entries)


def in_natural_order(edition: Edition, entries: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Sets by kind, game and variant, as the games list their variants: wins in 9 plies before those in 11."""
    games = different(item["game"] for item in edition.items)
    names = {
        game: [name for variant in engine(game).variants.values() for name in (variant.name, variant.category)]
        for game in games
    }

    def place(entry: Mapping[str, Any]) -> tuple[int, int, int]:
        kind = SET_KINDS.index(entry["kind"]) if entry["kind"] in SET_KINDS else len(SET_KINDS)
        game = edition.items[entry["members"][0]]["game"]
        name = entry["name"].removeprefix(f"{entry['kind']}-")
        return kind, games.index(game), names[game].index(name) if name in names[game] else len(names[game])

    return sorted(entries, key=place)


def short_title(name: str, kind: str, game: str) -> Words:
    """The same where its kind is said already."""
    rest = name.removeprefix(f"{kind}-")
    return variant_title(game, rest) if kind == CURATED else category_title(game, rest)


def by_kind(entries: Sequence[Mapping[str, Any]], kind: str) -> list[Mapping[str, Any]]:
    return [entry for entry in entries if entry["kind"] == kind]
