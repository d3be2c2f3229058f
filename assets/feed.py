"""The feed: one item a night with its puzzle of the day and its numbers, as a JSON Feed (https://jsonfeed.org).

It is made from the manifests of releases alone. Addresses are relative to the feed, unless the setting
`release.base_url` says where the releases are on the web.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

Manifest = Mapping[str, Any]

VERSION = "https://jsonfeed.org/version/1.1"
MOST_NIGHTS = 30


def feed_text(manifests: Sequence[Manifest], place: str, base_url: str) -> str:
    """The feed of some releases, newest night first. `place` is the release whose folder it is in, or empty for the
    folder of all releases."""
    root = f"{base_url.rstrip('/')}/" if base_url else "../" if place else ""
    own = f"{place}/" if place and base_url else ""
    newest = sorted(manifests, key=lambda manifest: str(manifest["night"]), reverse=True)[:MOST_NIGHTS]
    feed = {
        "version": VERSION,
        "title": "tsume puzzles",
        "description": "New puzzles every night, each with exactly one answer.",
        "language": "en",
        "home_page_url": f"{root}index.html",
        "feed_url": f"{root}{own}feed.json" if base_url else "feed.json",
        "items": [item(manifest, root) for manifest in newest],
    }
    return json.dumps(feed, indent=2, ensure_ascii=False) + "\n"


def item(manifest: Manifest, root: str) -> dict[str, Any]:
    """What the feed says of a night."""
    night, folder = manifest["night"], f"{root}{manifest['release']}"
    day = manifest.get("puzzle_of_the_day")
    said = [f"{numbers(manifest)}. Interest and difficulty are predicted from {manifest['ratings']} ratings."]
    if day:
        said.append(f"Puzzle of the day: {day['title']}, {day['level']}. {day['reason'] or ''}".strip())
    told = {name: manifest[name] for name in ("release", "night", "ratings", "counts")}
    about = {"puzzle_of_the_day": {**day, "url": permalink(root, day["puzzle_id"])}} if day else {}
    return {
        "id": f"tsume-{night}",
        "url": f"{folder}/index.html",
        "title": f"Night of {night}: {numbers(manifest)}",
        "content_text": "\n".join(said),
        "date_published": f"{night}T00:00:00Z",
        "tags": sorted(games(manifest)),
        "_tsume": {**told, **about},
    }


def permalink(root: str, puzzle_id: str) -> str:
    return f"{root}index.html#{puzzle_id}"


def games(manifest: Manifest) -> list[str]:
    found = manifest["counts"].get("games")
    return list(found) if isinstance(found, dict) else []


def numbers(manifest: Manifest) -> str:
    """How many puzzles, in words; releases of earlier versions counted by variant and level alone."""
    counts = manifest["counts"]
    if isinstance(counts.get("puzzles"), int):
        return f"{counts['added']:,} puzzles added, {counts['puzzles']:,} in {len(counts['sets'])} sets"
    return f"{sum(sum(levels.values()) for levels in counts.values()):,} puzzles"
