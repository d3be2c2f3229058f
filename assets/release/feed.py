"""The feed: one item a night with its puzzle of the day and its numbers, as a JSON Feed (https://jsonfeed.org) and as
RSS 2.0 (https://www.rssboard.org/rss-specification). Both say the same.

It is made from the manifests of releases alone. Addresses are relative to the feed, unless the setting
`release.base_url` says where the releases are on the web.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from email.utils import format_datetime
from html import escape
from typing import Any
from xml.etree import ElementTree

from assets.pictures.words import resting

Manifest = Mapping[str, Any]
Feed = dict[str, Any]

ATOM = "http://www.w3.org/2005/Atom"
DAY = "The puzzle of the day"
VERSION = "https://jsonfeed.org/version/1.1"
MOST_NIGHTS = 30


def feed_of(manifests: Sequence[Manifest], place: str, base_url: str) -> Feed:
    """The feed of some releases, newest night first. `place` is the release whose folder it is in, or empty for the
    folder of all releases."""
    root = f"{base_url.rstrip('/')}/" if base_url else "../" if place else ""
    own = f"{place}/" if place and base_url else ""
    newest = sorted(manifests, key=lambda manifest: str(manifest["night"]), reverse=True)[:MOST_NIGHTS]
    return {
        "version": VERSION,
        "title": "tsume puzzles",
        "description": "New puzzles every night, each with exactly one answer.",
        "language": "en",
        "home_page_url": f"{root}index.html",
        "feed_url": f"{root}{own}feed.json" if base_url else "feed.json",
        "items": [item(manifest, root) for manifest in newest],
    }


def json_text(feed: Feed) -> str:
    """The feed as a JSON Feed."""
    return json.dumps(feed, indent=2, ensure_ascii=False) + "\n"


def rss_text(feed: Feed) -> str:
    """The feed as RSS 2.0."""
    root = ElementTree.Element("rss", {"version": "2.0", "xmlns:atom": ATOM})
    channel = ElementTree.SubElement(root, "channel")
    told = {"title": "title", "link": "home_page_url", "description": "description", "language": "language"}
    for name, known_as in told.items():
        ElementTree.SubElement(channel, name).text = feed[known_as]
    address = feed["feed_url"].removesuffix("feed.json") + "feed.xml"
    if is_absolute(address):  # what the standard asks of this element
        kind = "application/rss+xml"
        ElementTree.SubElement(channel, "atom:link", {"href": address, "rel": "self", "type": kind})
    for entry in feed["items"]:
        add_item(channel, entry)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def add_item(channel: ElementTree.Element, entry: Mapping[str, Any]) -> None:
    """A night in RSS."""
    element = ElementTree.SubElement(channel, "item")
    night = datetime.fromisoformat(entry["date_published"])
    said = "".join(f"<p>{escape(line)}</p>" for line in entry["content_text"].splitlines())
    if picture := entry.get("image"):
        said += f'<p><img src="{escape(picture)}" alt="{escape(DAY)}"></p>'
    told = {"title": entry["title"], "link": entry["url"], "description": said, "pubDate": format_datetime(night)}
    for name, text in told.items():
        ElementTree.SubElement(element, name).text = text
    ElementTree.SubElement(element, "guid", {"isPermaLink": "false"}).text = entry["id"]
    for tag in entry["tags"]:
        ElementTree.SubElement(element, "category").text = tag
    if picture:
        length = str(entry["_tsume"]["puzzle_of_the_day"]["picture_bytes"])
        ElementTree.SubElement(element, "enclosure", {"url": picture, "length": length, "type": "image/svg+xml"})


def rss_items(text: bytes) -> list[ElementTree.Element]:
    """The nights of an RSS feed."""
    return ElementTree.fromstring(text).findall("channel/item")


def is_absolute(address: str) -> bool:
    return address.startswith(("http://", "https://"))


def item(manifest: Manifest, root: str) -> dict[str, Any]:
    """What the feed says of a night."""
    night, folder = manifest["night"], f"{root}{manifest['release']}"
    day = manifest.get("puzzle_of_the_day")
    said = [f"{numbers(manifest)}. {resting(*rests_on(manifest), heard(manifest))[0]}"]
    if day:
        said.append(f"Puzzle of the day: {day['title']}, {day['level']}. {day['reason'] or ''}".strip())
    told = {name: manifest[name] for name in ("release", "night", "ratings", "counts")}
    told["difficulty_from"] = ", ".join(rests_on(manifest)[1])
    about = {"puzzle_of_the_day": {**day, "url": permalink(root, day["puzzle_id"])}} if day else {}
    return {
        "id": f"tsume-{night}",
        "url": f"{folder}/index.html",
        "title": f"Night of {night}: {numbers(manifest)}",
        "content_text": "\n".join(said),
        "date_published": f"{night}T00:00:00Z",
        **({"image": f"{folder}/{day['picture']}"} if day and day.get("picture") else {}),
        "tags": sorted(games(manifest)),
        "_tsume": {**told, **about},
    }


def rests_on(manifest: Manifest) -> tuple[list[str], list[str]]:
    """What the interest of a release's puzzles rests on, and what their difficulty; earlier versions told one."""
    ratings = str(manifest["ratings"])
    return [ratings], str(manifest.get("difficulty_from", ratings)).split(", ")


def heard(manifest: Manifest) -> bool:
    """Whether people had said how interesting puzzles are; earlier versions do not tell."""
    return any((manifest.get("people_ratings") or {}).values())


def permalink(root: str, puzzle_id: str) -> str:
    return f"{root}index.html#{puzzle_id}"


def games(manifest: Manifest) -> list[str]:
    found = manifest["counts"].get("games")
    return list(found) if isinstance(found, dict) else []


def numbers(manifest: Manifest) -> str:
    """How many puzzles, in words; releases of earlier versions counted by variant and level alone."""
    counts = manifest["counts"]
    if isinstance(counts.get("puzzles"), int):
        new = "all" if counts["added"] == counts["puzzles"] else f"{counts['added']:,}"
        return f"{counts['puzzles']:,} puzzles, {new} new, in {len(counts['sets'])} sets"
    return f"{sum(sum(levels.values()) for levels in counts.values()):,} puzzles"
