"""Write the whole site of a release: every page, the catalogue, the drawings, styles and scripts.

| page | what |
|---|---|
| `index.html` | the puzzle of the day, tonight's set, the way to every game and set |
| `browse.html` | all puzzles, filtered and sorted: `#set=curated-tsd-2`, `#game=...&level=hard&sort=easiest` |
| `puzzle.html#<id>` | one puzzle, large: the permalink |
| `print.html` | tonight's set on paper |
| `watch.html` | some of the games that agents played, step by step |
| `night.html`, `models.html` | how the night went, and how good the models are |

Bytes are a function of the edition and the sources alone. The release's name is in `release.js` and nowhere else:
it says how often a night was released, and alone it makes no new release.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from assets.core.compute import Compute
from assets.pictures.model_card import Card
from assets.pictures.words import UI, ui
from assets.release.edition import Edition
from assets.release.gallery import chunks, shell
from assets.release.gallery.catalogue import catalogue
from assets.release.gallery.pages import models
from assets.release.gallery.pages.front import front
from assets.release.gallery.pages.night import night
from assets.release.gallery.pages.sheet import sheet
from assets.release.gallery.pages.watch import GAMES, packed, watch
from engines.registry import engine

APART = ("releases.js",)  # what stands beside the releases has it in itself
STATIC = sorted(
    path.name for path in shell.STATIC.glob("*") if path.suffix in (".css", ".js") and path.name not in APART
)
RELEASE = f"{chunks.FOLDER}/release.js"
BROWSE = ("release.js", "store.js", "catalogue.js", "player.js", "card.js", "filters.js", "browse.js")
PUZZLE = ("release.js", "store.js", "catalogue.js", "player.js", "card.js", "puzzle.js")


def write_site(
    folder: Path,
    edition: Edition,
    cards: Sequence[Card] = (),
    earlier: Sequence[Path] = (),
    compute: Compute = Compute(1),  # noqa: B008
) -> None:
    """All files of the site. `earlier` are folders of releases whose drawings can be taken over."""
    parts = chunks.cut(edition.items)
    chunks.write(folder, parts, earlier, compute)
    listed = catalogue(edition, parts)
    pages = {
        "index.html": front(edition, parts, listed["sets"]),
        "browse.html": browse(edition),
        "puzzle.html": puzzle(edition),
        "print.html": sheet(edition),
        "night.html": night(edition),
        "watch.html": watch(edition.night),
        f"gallery/{GAMES}.js": packed(edition.games),
        "models.html": models.page(edition.night, cards),
        "gallery/catalogue.js": chunks.packed("catalogue", listed),
        "gallery/words.js": f"tsume.words={json.dumps(UI, ensure_ascii=False, separators=(',', ':'))};\n",
        "gallery/drawings.css": "\n".join(engine(game["name"]).style for game in listed["games"]) + "\n",
        RELEASE: f'tsume.release="{edition.name}";\n',
        **{f"gallery/{name}": (shell.STATIC / name).read_text() for name in STATIC},
    }
    for name, text in pages.items():
        (folder / name).write_text(text)


def browse(edition: Edition) -> str:
    """The page `browse.html`, which scripts fill."""
    body = (
        f'<h1 class="quiet">{ui("browse")}</h1>{shell.warning(edition)}'
        '<form class="filters" id="filters" role="search"></form>'
        '<p class="warn" id="notice" role="alert" hidden></p><div id="rules"></div>'
        f'<p class="note" id="count" role="status"></p><div class="grid" id="list"></div>'
        f'<p class="more"><button type="button" id="more" hidden>{ui("more")}</button></p>'
        f'<noscript><p class="warn">{ui("no scripts")}</p></noscript>'
    )
    return shell.page("browse", edition.night, UI["browse"], body, BROWSE)


def puzzle(edition: Edition) -> str:
    """The page `puzzle.html`: which puzzle it shows, its address says after the `#`."""
    body = (
        f'{shell.warning(edition)}<div id="puzzle"></div><noscript><p class="warn">{ui("no scripts")}</p></noscript>'
    )
    return shell.page("puzzle", edition.night, UI["problem"], body, PUZZLE)
