"""The pages for players: one frame for all of them, the files they need, and what makes them an app on a phone.

There is no build step. When the service starts, every file gets a name with a hash of its content, and modules are
rewritten to import those names, so that browsers may keep the files for ever. Nothing here knows the web service:
it gives texts and bytes, and the service serves them.
"""

from __future__ import annotations

import hashlib
import html
import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from assets.core.titles import Words
from assets.pictures.words import both
from assets.release.gallery.pages.rules import block
from assets.release.gallery.shell import MARK, STATIC, switches
from engines.registry import GAMES, engine
from player.words import ALL

OWN = Path(__file__).with_name("static")
FOLDER = "/static/"
MEDIA = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}
GALLERY = ("site.css", "switch.js", "store.js")  # files of the gallery that these pages use as they are
WORKER = "sw.js"
STYLES = ("site.css", "drawings.css", "play.css", "board.css")
ICONS = (("icon.svg", "any"), ("icon-192.png", "192x192"), ("icon-512.png", "512x512"))
IMPORT = re.compile(r'(?m)^(import [^"\n]*?from )"\./([\w-]+\.js)";$')

# Where pages are, and what they are called; the way about leads to those with a sign.
PATHS: Mapping[str, str] = {
    "/": "home",
    "/play": "play",
    "/mode/{name}": "modes",
    "/daily": "daily",
    "/me": "me",
    "/list/{id}": "a list",
    "/rules": "rules",
}
WAYS = {
    "home": "M4 11l8-7 8 7v9h-5v-6H9v6H4z",
    "daily": "M5 6h14v14H5zM5 10h14M9 3v4M15 3v4",
    "me": "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21a8 8 0 0 1 16 0",
    "rules": "M5 4h10a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h10",
}
File = tuple[bytes, str]  # content and media type


def pages() -> Mapping[str, str]:
    """The HTML of every page by the pattern of its path. They differ in their titles: scripts show the rest."""
    return {path: page(key) for path, key in PATHS.items()}


def nowhere() -> str:
    """The page of an address that leads nowhere."""
    return page("nowhere")


def static_files() -> Mapping[str, File]:
    """Files below /static/ by their names with hashes, which browsers may keep for ever."""
    return {hashed: (content, MEDIA[Path(name).suffix]) for name, (hashed, content) in _named().items()}


def root_files() -> Mapping[str, File]:
    """Files that have to keep their addresses: what makes the pages an app, and the worker that keeps them."""
    return {
        "/manifest.webmanifest": (_manifest().encode(), MEDIA[".webmanifest"]),
        f"/{WORKER}": (_worker().encode(), MEDIA[".js"]),
        "/favicon.ico": (_named()["icon-192.png"][1], MEDIA[".png"]),
    }


def address(name: str) -> str:
    """Where a file is served, by its name without the hash."""
    return FOLDER + _named()[name][0]


def page(key: str) -> str:
    """The frame of a page: head, way about, a place for the view, and what views take from it."""
    english, japanese = (html.escape(f"{said} · tsume") for said in ALL["title" if key == "home" else key])
    sheets = "".join(f'<link rel="stylesheet" href="{address(name)}">' for name in STYLES)
    scripts = "".join(f'<script defer src="{address(name)}"></script>' for name in ("words.js", "store.js"))
    return (
        f'<!doctype html><html lang="en" data-title-en="{english}" data-title-ja="{japanese}"><head>'
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">'
        f'<meta name="color-scheme" content="light dark"><meta name="description" content="{ALL["about"][0]}">'
        '<meta name="theme-color" content="#f5f4f0" media="(prefers-color-scheme: light)">'
        '<meta name="theme-color" content="#0d1016" media="(prefers-color-scheme: dark)">'
        f'<title>{english}</title>{sheets}<link rel="manifest" href="/manifest.webmanifest">'
        f'<link rel="icon" href="{address("icon.svg")}" type="image/svg+xml">'
        f'<link rel="apple-touch-icon" href="{address("icon-192.png")}">'
        f'<script src="{address("switch.js")}"></script>{scripts}'
        f'<script type="module" src="{address("app.js")}"></script></head><body data-page="{html.escape(key)}">'
        f'<a class="skip" href="#main">{said("skip")}</a>{_banner()}'
        f'<p id="away" role="status" hidden><span></span><button type="button">{said("try now")}</button></p>'
        f'<main id="main" tabindex="-1"><noscript><p class="warn">{said("no scripts")}</p></noscript></main>'
        f'<div id="notices" role="status"></div><template id="rules-text">{_rules()}</template></body></html>\n'
    )


def said(key: str) -> str:
    return both(ALL[key])


def _banner() -> str:
    ways = "".join(
        f'<a href="{"/" if key == "home" else "/" + key}" data-way="{key}"><svg class="icon" viewBox="0 0 24 24" '
        f'aria-hidden="true"><path d="{sign}"/></svg><span>{said(key)}</span></a>'
        for key, sign in WAYS.items()
    )
    gallery = f'<a class="gallery" href="/releases/latest/index.html"><span>{said("gallery")}</span></a>'
    return (
        f'<header class="banner"><a class="brand" href="/">{MARK}<b>tsume</b></a>'
        f'<nav class="ways-about" aria-label="tsume">{ways}{gallery}</nav>{switches()}</header>'
    )


@cache
def _rules() -> str:
    """The rules of every game, with an example."""
    games = "".join(block(game) for game in GAMES)
    return f'<section class="text"><h1>{said("rules")}</h1><div class="explained">{games}</div></section>'


@cache
def _named() -> Mapping[str, tuple[str, bytes]]:
    """Every file below /static/: its name with the hash, and its content. A module comes after those it imports."""
    sources = {name: (STATIC / name).read_bytes() for name in GALLERY}
    sources |= {path.name: path.read_bytes() for path in sorted(OWN.iterdir()) if path.name != WORKER}
    sources["words.js"] = _words().encode()
    sources["drawings.css"] = ("\n".join(engine(game).style for game in GAMES) + "\n").encode()
    named: dict[str, tuple[str, bytes]] = {}

    def add(name: str, within: tuple[str, ...] = ()) -> str:
        if name in within:
            raise ValueError(f"modules import each other: {' -> '.join((*within, name))}")
        if name not in named:
            content = sources[name]
            if name.endswith(".js"):
                text = IMPORT.sub(lambda found: f'{found[1]}"./{add(found[2], (*within, name))}";', content.decode())
                content = text.encode()
            named[name] = (with_hash(name, content), content)
        return named[name][0]

    for name in sources:
        add(name)
    return named


def with_hash(name: str, content: bytes) -> str:
    """A name that changes whenever the content does: `board.1f3a9c0d5e7b.js`."""
    path = Path(name)
    return f"{path.stem}.{hashlib.sha256(content).hexdigest()[:12]}{path.suffix}"


def _words() -> str:
    return f"tsume.words={json.dumps(ALL, ensure_ascii=False, separators=(',', ':'))};\n"


def _worker() -> str:
    """The service worker, which is told what to keep; with other files it is another worker."""
    shell = ["/", "/manifest.webmanifest", *sorted(FOLDER + name for name in static_files())]
    digest = _digest([pages()["/"], *shell])
    text = (OWN / WORKER).read_text()
    return text.replace("const SHELL = [];", f"const SHELL = {json.dumps(shell)};").replace(
        '"tsume-shell"', json.dumps(f"tsume-{digest}")
    )


def _digest(texts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:12]


def _manifest() -> str:
    title: Words = ALL["title"]
    return json.dumps(
        {
            "name": f"tsume: {title[0]}",
            "short_name": "tsume",
            "description": ALL["about"][0],
            "id": "/",
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": "#f5f4f0",
            "theme_color": "#4338ca",
            "icons": [
                {"src": address(name), "sizes": sizes, "type": MEDIA[Path(name).suffix], "purpose": "any"}
                for name, sizes in ICONS
            ],
        },
        ensure_ascii=False,
    )
