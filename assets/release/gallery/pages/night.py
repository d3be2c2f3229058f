"""How the night went: from candidates to puzzles, quotas and shortfalls, checks, the referee, drift, and plots."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from typing import Any

from assets.core.titles import game_title
from assets.pictures.words import UI, both, rated_by, ui
from assets.release.edition import Edition, Item
from assets.release.gallery import plots, shell
from assets.release.gallery.tables import Html, table
from warehouse.vocabulary import CURATED

STEPS = ("generated", "different", "unique", "ambiguous", "impossible", "unfinished", "rated")
RESTING = {"difficulty": "difficulty_provenance", "interest": "provenance"}  # what says it of each
QUOTAS = ("worth", "top_worth", "distance", "top_distance")


def night(edition: Edition) -> str:
    """The page `night.html`."""
    account = edition.account
    body = (
        f'<div class="text"><h1>{ui("how it went")}</h1><p class="over">{ui("night of", night=edition.night)}</p>'
        f"{shell.warning(edition)}"
        f"<h2>{ui('from candidates')}</h2>{candidates(account.games)}"
        f"<h2>{ui('release')}</h2>{in_release(edition)}{pictures_of(edition)}"
        f"<h2>{ui('quotas')}</h2>{quotas(account.quotas)}"
        f"<h2>{ui('checks')}</h2><p>{ui('checks about')}</p>{checks(account.checks)}"
        f"<h2>{ui('referee')}</h2><p>{ui('referee about')}</p>{reviews(account.reviews)}"
        f"<h2>{ui('drift')}</h2>{drift(account.drifted)}"
        f"<h2>{ui('withdrawn')}</h2>{withdrawn(edition.withdrawn)}"
        f'<p><a href="models.html">{ui("card")}</a></p></div>'
    )
    return shell.page("night", edition.night, UI["how it went"], body)


def named(game: str) -> Html:
    return Html(both(game_title(game)))


def rests_on(row: Item) -> Html:
    """What difficulty and interest rest on."""
    return Html("<br>".join(f"{ui(what)}: {both(rated_by(row.get(said) or '–'))}" for what, said in RESTING.items()))


def candidates(games: Sequence[Item]) -> str:
    """What became of the candidates of each game."""
    header = ["", *(ui(step) for step in STEPS), ui("new"), ui("provenance")]
    rows = [[named(row["game"]), *(row.get(step) for step in (*STEPS, "added")), rests_on(row)] for row in games]
    return table(header, rows)


def in_release(edition: Edition) -> str:
    """How many puzzles of each game there are, and how many are new."""
    games = list(dict.fromkeys(item["game"] for item in edition.items))
    count = {game: sum(item["game"] == game for item in edition.items) for game in games}
    new = {game: sum(item["game"] == game for item in edition.added) for game in games}
    rows = [[named(game), count[game], new[game]] for game in games]
    return table(["", ui("puzzles"), ui("new only")], rows)


def pictures_of(edition: Edition) -> str:
    """The plots."""
    if not edition.items:
        return ""
    found = {
        "release": plots.against_difficulty(edition),
        **plots.levels_by_variant(edition.items),
    }
    images = "".join(plot.inline(name) for name, plot in found.items())
    return f"<h3>{ui('plot')}</h3><div class='plots'>{images}</div>"


def quotas(rows: Sequence[Item]) -> str:
    """By game and kind of set what was wanted and chosen, what it is worth and how varied; then what fell short."""
    if not rows:
        return table([], [])
    met = sum(row["chosen"] >= row["wanted"] for row in rows)
    header = ["", ui("kind"), *map(ui, ("groups", "wanted", "chosen", "among"))]
    header += map(ui, ("mean worth", "top worth", "mean distance", "top distance"))
    groups: dict[tuple[str, str], list[Item]] = {}
    for row in rows:
        groups.setdefault((row["game"], row["kind"]), []).append(row)
    lines = [[named(game), Html(ui(kind)), *sums(found)] for (game, kind), found in groups.items()]
    return (
        f"<p>{ui('quotas met', met=f'{met:,}', all=f'{len(rows):,}')} {ui('choice')}</p>"
        f"{table(header, lines)}{shortfalls(rows)}"
    )


def sums(rows: Sequence[Item]) -> list[Any]:
    """Totals of some groups, and their means weighed by how many they gave."""
    totals = [sum(row[name] for row in rows) for name in ("wanted", "chosen", "among")]
    return [len(rows), *totals, *(mean(rows, name) for name in QUOTAS)]


def mean(rows: Sequence[Item], name: str) -> float | None:
    some = [(row[name], row["chosen"]) for row in rows if row[name] is not None]
    weight = sum(count for _, count in some)
    return sum(value * count for value, count in some) / weight if weight else None


def shortfalls(rows: Sequence[Item]) -> str:
    short = [row for row in rows if row["shortfall"]]
    if not short:
        return ""
    lines = [[row["group_name"], Html(ui(row["kind"])), row["wanted"], row["chosen"], because(row)] for row in short]
    header = [ui(key) for key in ("group", "kind", "wanted", "chosen", "short because")]
    return f"<details><summary>{ui('shortfalls', count=len(short))}</summary>{table(header, lines)}</details>"


def because(row: Item) -> Html:
    return Html(both((row["shortfall"], shortfall_ja(row))))


def shortfall_ja(row: Item) -> str:
    """Why a group fell short, in Japanese, from its numbers."""
    if not row["among"]:
        return "該当する唯一解の問題ができなかった"
    if row["kind"] != CURATED:
        return f"候補は{row['among']:,}問のみ"
    return f"候補{row['among']:,}問のうち、条件を満たすのはこの3分の1に{row['eligible']:,}問"


def checks(found: Mapping[str, Mapping[str, int]]) -> str:
    """How many checks each table passed, by game."""
    names = list(dict.fromkeys(name for tables in found.values() for name in tables))
    rows = [
        [named(game), *(tables.get(name) for name in names), sum(tables.values())] for game, tables in found.items()
    ]
    return table(["", *map(html.escape, names), ui("checks held")], rows)


def reviews(found: Mapping[str, Any]) -> str:
    rows = [[named(game), review.replayed, review.proved, len(review.fouls)] for game, review in found.items()]
    return table(["", ui("replayed"), ui("proved"), ui("fouls")], rows)


def drift(rows: Sequence[Item]) -> str:
    if not rows:
        return f"<p>{ui('no drift')}</p>"
    header = ["", *map(ui, ("what", "name", "psi", "limit", "shift", "limit"))]
    numbers = ("psi", "psi_limit", "shift", "shift_limit")
    lines = [[named(row["game"]), row["what"], row["name"], *(row[name] for name in numbers)] for row in rows]
    return table(header, lines)


def withdrawn(rows: Sequence[Item]) -> str:
    return table(["id", ui("short because")], [[str(row["puzzle_id"]), str(row["why"])] for row in rows])
