"""The frame of every page: head, navigation, switches for language and look, foot."""

from __future__ import annotations

import html
import json
from collections.abc import Sequence
from pathlib import Path

from assets.core.titles import Words
from assets.pictures.words import UI, both, resting, say, ui
from assets.release.edition import Edition
from warehouse.vocabulary import RATED, SIMULATED, interest_state

STATIC = Path(__file__).with_name("static")

PAGES = {
    "tonight": "index.html",
    "browse": "browse.html",
    "watch": "watch.html",
    "night": "night.html",
    "print": "print.html",
}
STYLES = ("site.css", "drawings.css")
MARK = (
    '<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/>'
    '<path d="M8 9h16v5h-5.5v10h-5V14H8z"/></svg>'
)


def page(
    here: str, night: str, title: Words, body: str, scripts: Sequence[str] = (), styles: Sequence[str] = STYLES
) -> str:
    """A whole page. Scripts run when it is there, but for the one that sets language and look before it shows."""
    sheets = "".join(f'<link rel="stylesheet" href="gallery/{name}">' for name in styles)
    loaded = "".join(f'<script defer src="gallery/{name}"></script>' for name in ("words.js", *scripts))
    english, japanese = (html.escape(f"{said} · tsume {night}") for said in title)
    return (
        f'<!doctype html><html lang="en" data-title-en="{english}" data-title-ja="{japanese}"><head>'
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<meta name="color-scheme" content="light dark"><title>{english}</title>{sheets}'
        '<link rel="alternate" type="application/rss+xml" title="tsume puzzles" href="../feed.xml">'
        f'<script src="gallery/switch.js"></script>{loaded}</head><body data-page="{here}">'
        f'<a class="skip" href="#main">{ui("skip")}</a>{banner(here, night)}'
        f'<main id="main" tabindex="-1">{body}</main>{foot()}</body></html>\n'
    )


def standalone(
    here: str, title: Words, body: str, styles: Sequence[str], data: Sequence[str] = (), scripts: Sequence[str] = ()
) -> str:
    """A page with everything in it, styles and scripts too: it stands apart from any release."""
    css = "\n".join((STATIC / name).read_text() for name in styles)
    words = f"tsume.words={json.dumps(UI, ensure_ascii=False, separators=(',', ':'))};"
    early = "".join(f"<script>{text}</script>" for text in ((STATIC / "switch.js").read_text(), words, *data))
    late = "".join(f"<script>{text}</script>" for text in scripts)
    english, japanese = (html.escape(f"{said} · tsume") for said in title)
    return (
        f'<!doctype html><html lang="en" data-title-en="{english}" data-title-ja="{japanese}"><head>'
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<meta name="color-scheme" content="light dark"><title>{english}</title><style>{css}</style>{early}'
        f'</head><body data-page="{here}"><header class="banner"><span class="brand">{MARK}<b>tsume</b></span>'
        f'{switches()}</header><main id="main">{body}</main>{late}</body></html>\n'
    )


def banner(here: str, night: str) -> str:
    """The line on top: where one is, where one can go, and the switches, which scripts bring to life."""
    ways = "".join(
        f'<a href="{address}"{" aria-current=page" if name == here else ""}>{ui(name)}</a>'
        for name, address in PAGES.items()
    )
    return (
        f'<header class="banner"><a class="brand" href="index.html">{MARK}<b>tsume</b> '
        f'<time datetime="{night}">{night}</time></a><nav aria-label="tsume">{ways}</nav>{switches()}</header>'
    )


def switches() -> str:
    """Of language and look, and the list of keys."""
    return (
        '<div class="switches">'
        f'<button type="button" data-switch="language">{ui("language")}</button>'
        f'<button type="button" data-switch="look"><span aria-hidden="true">◐</span>{quiet(say("look"))}</button>'
        f'<button type="button" data-switch="keys"><span aria-hidden="true">?</span>{quiet(say("keys"))}</button>'
        "</div>"
    )


def foot() -> str:
    return (
        '<footer><p>CC0 · <a href="puzzles.csv">puzzles.csv</a> · <a href="sets.csv">sets.csv</a> · '
        f'<a href="manifest.json">manifest.json</a> · <a href="models.html">{ui("card")}</a></p></footer>'
    )


def quiet(words: Words) -> str:
    """For those who listen rather than look."""
    return f'<span class="quiet">{both(words)}</span>'


def warning(edition: Edition) -> str:
    """What interest and difficulty rest on, as long as too few people have rated."""
    said = resting(edition.interest_from, edition.difficulty_from, edition.heard)
    enough = all(interest_state(item) == RATED for item in edition.items) and SIMULATED not in edition.difficulty_from
    return "" if enough else f'<p class="warn">{both(said)}</p>'
