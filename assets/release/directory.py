"""What stands beside the releases: a page that lists them and finds a puzzle by its id, and the feed.

    releases/index.html                   all releases; index.html#<puzzle id> goes on to the release that added it
    releases/permalinks/<hash>/ab.js      the ids that begin with ab, by release: scripts, which file:// may load
    releases/feed.json, feed.xml          the feed of all nights, as JSON Feed and as RSS

All of it is made from the release folders, again after each night, so late nights and new revisions find their place.
The scripts are made under a new name and the page that names them is replaced after that: it never leads nowhere.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

from assets.core.stage import Press
from assets.release.changes import added_ids
from assets.release.edition import Edition
from assets.release.feed import Manifest, feed_of, item, json_text, rss_text
from assets.release.gallery.pages import releases
from assets.release.manifest import described
from assets.release.package import CHANGES, FEED, RSS
from warehouse.home import Home, staging_name
from warehouse.lake import DamagedFile
from warehouse.releases import Release, manifest_of, published_releases, released_rows, released_text

PUZZLE_PAGE, PAGE, PERMALINKS = "puzzle.html", "index.html", "permalinks"


def write_feeds(press: Press, edition: Edition, folder: Path) -> None:
    """The feeds in a release: its own night and those before it."""
    earlier = [found for release, found in newest(press.home) if release.night.isoformat() < edition.night]
    told = feed_of([*earlier, described(edition)], edition.name, press.settings.release["base_url"])
    (folder / FEED).write_text(json_text(told))
    (folder / RSS).write_text(rss_text(told))


def refresh(press: Press) -> None:
    """Make all of it anew; what would come out the same stays. The caller holds the `publish` turn."""
    home = press.home
    known = manifests(home)
    scripts = scripts_of(added_by(release) for release, _ in known)
    digest = hashlib.sha256(json.dumps(scripts).encode()).hexdigest()[:12]
    install_scripts(home.releases / PERMALINKS / digest, scripts)
    replace_text(home.releases / PAGE, releases.page(known, f"{PERMALINKS}/{digest}"))
    feed = feed_of([found for _, found in newest(home)], "", press.settings.release["base_url"])
    replace_text(home.releases / FEED, json_text(feed))
    replace_text(home.releases / RSS, rss_text(feed))
    for path in (home.releases / PERMALINKS).iterdir():
        if path.name != digest:
            shutil.rmtree(path, ignore_errors=True)


def manifests(home: Home) -> list[tuple[Release, Manifest]]:
    """The releases whose manifest can be read, oldest first: a damaged one of another night stops nothing."""
    found = [(release, manifest_of(release)) for release in published_releases(home)]
    return [(release, manifest) for release, manifest in found if manifest is not None and is_fit(manifest)]


def is_fit(manifest: Manifest) -> bool:
    """Does a manifest say what the feed is to say of it?"""
    try:
        return bool(item(manifest, ""))
    except (KeyError, TypeError, ValueError, AttributeError):
        return False


def newest(home: Home) -> list[tuple[Release, Manifest]]:
    """The newest revision of each night."""
    return list({release.night: (release, found) for release, found in manifests(home)}.values())


def added_by(release: Release) -> tuple[str, list[str]]:
    """The page of a release that shows single puzzles, and the puzzles that it added."""
    shown = PUZZLE_PAGE if (release.path / PUZZLE_PAGE).exists() else PAGE
    try:
        if (release.path / CHANGES).exists():
            return f"{release.name}/{shown}", added_ids(released_text(release, CHANGES))
        return f"{release.name}/{shown}", [row["puzzle_id"] for row in released_rows(release)]
    except DamagedFile:
        return f"{release.name}/{shown}", []


def scripts_of(added: Iterable[tuple[str, list[str]]]) -> dict[str, str]:
    """The scripts by name: for each page the ids that begin alike. Of several revisions the newest that has a puzzle
    counts."""
    pages = {identity: shown for shown, ids in added for identity in ids}
    by_start: dict[str, dict[str, list[str]]] = {}
    for identity, shown in sorted(pages.items()):
        by_start.setdefault(identity[:2], {}).setdefault(shown, []).append(identity)
    return {
        f"{start}.js": f"found({json.dumps({shown: ' '.join(ids) for shown, ids in sorted(found.items())})});\n"
        for start, found in by_start.items()
    }


def install_scripts(folder: Path, scripts: Mapping[str, str]) -> None:
    if folder.exists():
        return
    staged = staging_name(folder)
    staged.mkdir(parents=True)
    for name, text in scripts.items():
        (staged / name).write_text(text)
    os.rename(staged, folder)


def replace_text(path: Path, text: str) -> None:
    """Put a text in place, all at once, unless it is there already."""
    if path.is_file() and path.read_bytes() == text.encode():
        return
    staged = staging_name(path)
    try:
        with open(staged, "w") as handle:
            handle.write(text)
            handle.flush()
            os.fsync(handle.fileno())
        os.replace(staged, path)
    finally:
        staged.unlink(missing_ok=True)
