"""The gallery: one self-contained page with every puzzle of a release, its answer one click away."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from engines.registry import engine

STYLE = Path(__file__).with_name("gallery.css").read_text()


def page(night: str, items: Sequence[Mapping[str, Any]]) -> str:
    """The whole page as HTML: no scripts, no network, works from disk."""
    sections, links = [], []
    for variant, group in groupby(items, key=lambda item: (item["game"], item["variant"])):
        chosen = list(group)
        title = engine(variant[0]).variants[variant[1]].title
        links.append(f'<a href="#{variant[1]}">{html.escape(title)}</a>')
        cards = "".join(card(item) for item in chosen)
        sections.append(
            f'<section><h2 id="{variant[1]}">{html.escape(title)} <span class="note">{len(chosen)}</span></h2>'
            f'<div class="grid">{cards}</div></section>'
        )
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
        f"<title>tsume, {night}</title><style>{STYLE}</style></head><body>"
        f'<header><h1>tsume <span class="note">night of {night}</span></h1>'
        f'<p class="note">{len(items)} puzzles, each proved to have exactly one answer.</p>{warning}'
        f"<nav>{''.join(links)}</nav></header><main>{''.join(sections)}</main>"
        '<footer class="note">Puzzles: CC0. Data: puzzles.parquet, .csv, .jsonl; answers apart in solutions.*'
        "; manifest.json says how they were made.</footer></body></html>\n"
    )


def card(item: Mapping[str, Any]) -> str:
    artist = engine(item["game"])
    puzzle, solution = artist.decode(json.loads(item["puzzle"])), json.loads(item["solution"])
    identity = item["puzzle_id"]
    return (
        f'<article id="{identity}"><span class="level">{item["level"]}</span>'
        f"{both(artist, puzzle, None)}"
        f'<div class="scores"><span>interest <b>{score(item, "interest")}</b></span>'
        f"<span>difficulty <b>{score(item, 'difficulty')}</b></span></div>"
        f"<details><summary>Show the answer</summary>{both(artist, puzzle, solution)}</details>"
        f'<p class="why">{html.escape(item["why"])}</p>'
        f'<p class="id"><a href="#{identity}">{identity}</a></p></article>'
    )


def both(artist: Any, puzzle: Any, solution: Any) -> str:
    """The drawing for light and for dark pages; the style sheet shows one of them."""
    return "".join(
        f'<div class="{theme}">{artist.draw(puzzle, solution, theme)}</div>' for theme in ("light", "dark")
    )


def score(item: Mapping[str, Any], target: str) -> str:
    return f"{item[target]:.1f} ({item[f'{target}_low']:.1f}–{item[f'{target}_high']:.1f})"
