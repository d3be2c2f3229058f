"""The page beside the releases: a list of them, newest first; it also finds the release that added a puzzle.

It stands outside all releases, so everything it needs is in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from assets.pictures.words import UI, both, rated_by, ui
from assets.release.feed import heard
from assets.release.gallery import shell
from assets.release.package import FEED, RSS
from warehouse.releases import Release
from warehouse.vocabulary import FEW, NOBODY, SIMULATED

Manifest = Mapping[str, Any]


def page(known: Sequence[tuple[Release, Manifest]], scripts: str) -> str:
    """The list of all releases. `scripts` is the folder of those that know which release added which puzzle."""
    rows = "".join(line(release, manifest) for release, manifest in reversed(known))
    body = (
        f'<div class="text"><h1>{ui("releases")}</h1>'
        f'<p class="note">{ui("newest first")} <a href="{RSS}">RSS</a> · <a href="{FEED}">JSON Feed</a></p>'
        f'<p class="warn" id="unknown" role="status" hidden>{ui("no release has", id="%")}</p>'
        f'<ol class="releases">{rows}</ol></div>'
    )
    follow = (shell.STATIC / "releases.js").read_text()
    told = f'tsume.permalinks="{scripts}";'
    made = shell.standalone("releases", UI["releases"], body, ("site.css",), (told,), (follow,))
    links = "".join(
        f'<link rel="alternate" type="application/{kind}" title="tsume puzzles" href="{name}">'
        for kind, name in (("feed+json", FEED), ("rss+xml", RSS))
    )
    return made.replace("</head>", f"{links}</head>", 1)


def line(release: Release, manifest: Manifest) -> str:
    """One release: its name, and how much is in it. Earlier versions counted by variant and level alone."""
    counts, ratings = manifest["counts"], str(manifest["ratings"])
    if isinstance(counts.get("puzzles"), int):
        new = "all" if counts["added"] == counts["puzzles"] else "some"
        said = ui(f"release holds {new}", **{name: f"{counts[name]:,}" for name in ("puzzles", "added")})
        said += f" · {ui('release sets', sets=len(counts['sets']))}"
    else:
        said = ui("release puzzles", puzzles=f"{sum(sum(levels.values()) for levels in counts.values()):,}")
    nobody = FEW if heard(manifest) else NOBODY
    fun = ui(nobody) if ratings == SIMULATED else both(rated_by(ratings))
    hard = both(rated_by(str(manifest.get("difficulty_from", ratings))))
    return (
        f'<li><a href="{release.name}/index.html">{release.name}</a> <span>{said}</span> '
        f"<small>{ui('interest')}: {fun} · {ui('difficulty')}: {hard}</small></li>"
    )
