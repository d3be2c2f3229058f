"""The first page: the puzzle of the day, tonight's set, and the way to everything else. It needs no scripts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from assets.core.titles import facet, game_title, words_of
from assets.pictures.words import UI, both, ui
from assets.release import package
from assets.release.edition import Edition, Item
from assets.release.gallery import shell
from assets.release.gallery.catalogue import by_kind, short_title
from assets.release.gallery.chunks import Chunk
from assets.release.gallery.pages import cards, rules
from warehouse.vocabulary import CURATED, DAY, FLASH, PRACTICE, SURVEY, TONIGHT

SCRIPTS = ("release.js", "store.js", "player.js", "front.js")
OTHERS = (package.MANIFEST, package.CHANGES, package.CARD, package.FEED, package.SUMS)
SAMPLE = 12  # puzzles that are shown where a release has no set for tonight
FILES = (
    ("puzzles", ("parquet", "csv", "jsonl")),
    ("sets", ("parquet", "csv", "jsonl")),
    ("answers apart", ("parquet", "csv", "jsonl")),
)


def front(edition: Edition, chunks: Sequence[Chunk], sets: Sequence[Mapping[str, Any]]) -> str:
    """The page `index.html`."""
    chunk_of = {row["puzzle_id"]: chunk.name for chunk in chunks for row in chunk.rows}
    day, few = edition.members(DAY)[:1], shown_tonight(edition)
    within = TONIGHT if edition.members(TONIGHT) else ""
    shown = "".join(cards.card(item, chunk_of[item["puzzle_id"]], within) for item in few)
    body = (
        f'<section class="hero"><div><p class="over">{ui("night of", night=edition.night)}</p><h1>{ui("title")}</h1>'
        f"<p>{summary(edition)}</p>{shell.warning(edition)}"
        f"{ways(edition)}{special(sets)}{contents(few)}</div>"
        f"{''.join(of_the_day(item, chunk_of) for item in day)}</section>"
        f'<section id="tonight"><h2>{ui("tonight set")}</h2><p class="note">{ui("easy to hard")}</p>'
        f'<div class="grid">{shown}</div></section>'
        f"{how_to_play(edition)}"
        f'<section id="sets"><h2>{ui("sets")}</h2>{standing(edition, sets)}</section>'
        f"{files()}"
    )
    return shell.page("tonight", edition.night, UI["tonight"], body, SCRIPTS)


def shown_tonight(edition: Edition) -> list[Item]:
    """Tonight's set; a few of the release where there is none."""
    day = [item["puzzle_id"] for item in edition.members(DAY)]
    others = [item for item in edition.items if item["puzzle_id"] not in day]
    return edition.members(TONIGHT) or others[:: max(1, len(others) // SAMPLE)][:SAMPLE]


def contents(few: Sequence[Item]) -> str:
    """Tonight's set as a list of links."""
    links = "".join(
        f'<li><a href="#{item["puzzle_id"]}">{cards.title(item)}</a>{cards.level(item)}</li>' for item in few
    )
    return f'<ol class="contents">{links}</ol>' if few else ""


def how_to_play(edition: Edition) -> str:
    """The rules of every game, each with an example."""
    blocks = "".join(rules.block(game) for game in dict.fromkeys(item["game"] for item in edition.items))
    return (
        f'<section id="rules"><h2>{ui("how to play")}</h2><div class="explained">{blocks}</div></section>'
        if blocks
        else ""
    )


def summary(edition: Edition) -> str:
    """How many puzzles there are, and how many of them are new unless all are."""
    puzzles, added = len(edition.items), len(edition.added)
    key = "summary one" if puzzles == 1 else "summary" if added < puzzles else "summary all new"
    return ui(key, puzzles=f"{puzzles:,}", added=f"{added:,}")


def of_the_day(item: Item, chunk_of: Mapping[str, str]) -> str:
    found = cards.card(item, chunk_of[item["puzzle_id"]], DAY, large=True)
    return f'<div class="day"><h2>{ui("of the day")}</h2>{found}</div>'


def ways(edition: Edition) -> str:
    """A link to each game's puzzles, and to all."""
    counts = Counter(item["game"] for item in edition.items)
    links = [way(f"#game={game}", both(game_title(game)), count) for game, count in counts.items()]
    whole = way("", ui("all"), len(edition.items))
    return f'<ul class="ways" aria-label="{UI["games"][0]}">{"".join(links)}{whole}</ul>'


def way(part: str, title: str, count: int) -> str:
    """A link to some of the puzzles."""
    many = f'<span class="many">{count:,}</span>'
    return f'<li><a href="browse.html{part}"><b>{title}</b> {many}</a></li>'


def special(sets: Sequence[Mapping[str, Any]]) -> str:
    """The sets of tonight alone."""
    links = [
        way(f"#set={entry['name']}", both(entry["title"]), len(entry["members"]))
        for kind in (TONIGHT, SURVEY)
        for entry in by_kind(sets, kind)
    ]
    return f'<ul class="ways">{"".join(links)}</ul>' if links else ""


def standing(edition: Edition, sets: Sequence[Mapping[str, Any]]) -> str:
    """The sets that go on from night to night, by game."""
    games = list(dict.fromkeys(item["game"] for item in edition.items))
    parts = []
    for game in games:
        blocks = "".join(
            block(game, kind, found)
            for kind in (CURATED, FLASH, PRACTICE)
            if (found := of_game(edition, sets, kind, game))
        )
        if blocks:
            parts.append(f'<h3>{both(game_title(game))}</h3><div class="blocks">{blocks}</div>')
    return "".join(parts)


def of_game(edition: Edition, sets: Sequence[Mapping[str, Any]], kind: str, game: str) -> list[Mapping[str, Any]]:
    """The sets of a kind and game, in their order."""
    return [entry for entry in by_kind(sets, kind) if edition.items[entry["members"][0]]["game"] == game]


def block(game: str, kind: str, entries: Sequence[Mapping[str, Any]]) -> str:
    """The sets of one kind and game: a link each, those of curated variants under their first facet."""
    groups: dict[tuple[str, str], list[str]] = {}
    for entry in entries:
        facets = list(words_of(game, entry["name"].removeprefix(f"{kind}-")).facets.values())
        heading = facet(game, facets[0]) if facets else ("", "")
        link = (
            f'<a href="browse.html#set={entry["name"]}">{both(short_title(entry["name"], kind, game))} '
            f'<span class="many">{len(entry["members"]):,}</span></a>'
        )
        groups.setdefault(heading, []).append(f"<li>{link}</li>")
    lists = "".join(f"<ul>{''.join(links)}</ul>" for links in groups.values())
    opened = " open" if kind == CURATED else ""
    return (
        f'<details{opened}><summary>{ui(kind)} <span class="note">{len(entries)}</span></summary>'
        f'<p class="note">{ui(f"{kind} about")}</p><div class="lists">{lists}</div></details>'
    )


def files() -> str:
    """The files of the release beside the pages."""
    names = {"puzzles": "puzzles", "sets": "sets", "answers apart": "solutions"}
    lines = "".join(
        f"<li>{ui(what)}: "
        + " ".join(f'<a href="{names[what]}.{form}">{names[what]}.{form}</a>' for form in forms)
        + "</li>"
        for what, forms in FILES
    )
    lines += "<li>" + " ".join(f'<a href="{name}">{name}</a>' for name in OTHERS) + "</li>"
    return (
        f'<section id="files"><h2>{ui("files")}</h2><p class="note">{ui("files about")}</p><ul>{lines}</ul></section>'
    )
