"""The gallery: one self-contained page with every puzzle of a release, its answer one click away.

A night has hundreds of puzzles, so each is drawn once for light and dark alike, what is out of
sight is not laid out, and filters choose among them. Without scripts everything but these works.
"""

from __future__ import annotations

import html
import json
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from engines import registry
from engines.registry import engine
from quality.vocabulary import LEVELS

STYLE = Path(__file__).with_name("gallery.css").read_text()
SCRIPT = Path(__file__).with_name("gallery.js").read_text()

Item = Mapping[str, Any]
Facets = dict[str, str]  # what a puzzle can be chosen by: {"goal": "...", "variant": "..."}


def page(night: str, items: Sequence[Item]) -> str:
    """The whole page as HTML: no network, works from disk."""
    ordered = sorted(items, key=place_of)
    groups = [
        (*variant, list(group))
        for variant, group in groupby(ordered, key=lambda item: (item["game"], item["variant"]))
    ]
    games = list(dict.fromkeys(game for game, _, _ in groups))
    facets = [facets_of(game, variant, len(games) > 1) for game, variant, _ in groups]
    links = "".join(
        f'<li><a href="#{variant}">{html.escape(title_of(game, variant))}</a> <span class="note">{len(chosen)}</span>'
        for game, variant, chosen in groups
    )
    sections = "".join(section(*group, shown) for group, shown in zip(groups, facets, strict=True))
    drawings = "".join(getattr(engine(game), "style", "") for game in games)
    simulated = any(item["provenance"] == "simulated" for item in items)
    warning = (
        '<p class="note warn">Interest and difficulty are predicted from <b>simulated</b> ratings: no person '
        "has rated these puzzles yet.</p>"
        if simulated
        else ""
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>tsume, {night}</title><style>{STYLE}{drawings}</style></head><body>"
        f'<header><h1>tsume <span class="note">night of {night}</span></h1>'
        f'<p class="note">{len(items)} puzzles, each proved to have exactly one answer.</p>{warning}'
        f'<details class="contents"><summary>{len(groups)} kinds of puzzles</summary>'
        f"<nav><ul>{links}</ul></nav></details></header>{filters(facets, items)}<main>{sections}</main>"
        '<footer class="note">Puzzles: CC0. Data: puzzles.parquet, .csv, .jsonl; answers apart in solutions.*'
        '; manifest.json says how they were made; <a href="models.html">how good the models are</a>.</footer>'
        f"<script>{SCRIPT}</script></body></html>\n"
    )


def place_of(item: Item) -> tuple[int, int]:
    """Where a puzzle's variant stands: games and variants in the order in which they are listed everywhere."""
    game: str = item["game"]
    return list(registry.GAMES).index(game), list(engine(game).variants).index(item["variant"])


def title_of(game: str, variant: str) -> str:
    return str(engine(game).variants[variant].title)


def facets_of(game: str, variant: str, several: bool) -> Facets:
    """What the puzzles of a variant can be chosen by: the game if there are several, its own facets, the variant."""
    named = {"game": engine(game).title} if several else {}
    return named | dict(engine(game).variants[variant].facets) | {"variant": title_of(game, variant)}


def filters(facets: Sequence[Facets], items: Sequence[Item]) -> str:
    """A box to choose from for every facet that differs; the script shows those of the game that is chosen."""
    boxes = {name: list(dict.fromkeys(given[name] for given in facets if name in given)) for name in order(facets)}
    levels = {item["level"] for item in items}
    boxes = {"difficulty": [level for level in LEVELS if level in levels], **boxes}
    return (
        '<form class="filters" hidden>'
        + "".join(choice(name, values) for name, values in boxes.items() if len(values) > 1)
        + '<p><output class="note"></output> <button type="reset">Show all</button></p></form>'
    )


def order(facets: Sequence[Facets]) -> list[str]:
    """The facets of all variants in turn, `variant` last."""
    names = dict.fromkeys(name for given in facets for name in given)
    return [*(name for name in names if name != "variant"), "variant"]


def choice(name: str, values: Sequence[str]) -> str:
    said = html.escape(name)
    options = "".join(f"<option>{html.escape(value)}" for value in values)
    return f'<label>{said} <select name="{said}"><option value="">all{options}</select></label>'


def section(game: str, variant: str, chosen: Sequence[Item], facets: Facets) -> str:
    """The puzzles of a variant under its title."""
    return (
        f'<section data-facets="{html.escape(json.dumps(facets, ensure_ascii=False))}">'
        f'<h2 id="{variant}">{html.escape(title_of(game, variant))} <span class="note">{len(chosen)}</span></h2>'
        f'<div class="grid">{"".join(card(item) for item in chosen)}</div></section>'
    )


def card(item: Item) -> str:
    artist = engine(item["game"])
    puzzle, solution = artist.decode(json.loads(item["puzzle"])), json.loads(item["solution"])
    identity = item["puzzle_id"]
    return (
        f'<article id="{identity}" data-level="{item["level"]}"><span class="level">{item["level"]}</span>'
        f"{artist.draw(puzzle, None, 'page')}"
        f'<div class="scores"><span>interest <b>{score(item, "interest")}</b></span>'
        f"<span>difficulty <b>{score(item, 'difficulty')}</b></span></div>"
        f"<details><summary>Show the answer</summary>{artist.draw(puzzle, solution, 'page')}</details>"
        f'<p class="why">{html.escape(item["why"])}</p>'
        f'<p class="id"><a href="#{identity}">{identity}</a></p></article>'
    )


def score(item: Item, target: str) -> str:
    return f"{item[target]:.1f} ({item[f'{target}_low']:.1f}–{item[f'{target}_high']:.1f})"
