"""A puzzle on a page that needs no scripts: drawn, rated, its answer folded away. `card.js` makes the same."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping

from assets.core.titles import variant_title
from assets.pictures.words import both, say, ui
from assets.release.edition import Item
from engines.registry import engine
from warehouse.vocabulary import FEW, INTEREST, SIMULATED, difficulty_from, interest_from, interest_state

LOWEST, HIGHEST = 1.0, 5.0  # of the scale of ratings


def card(item: Item, chunk: str, set_name: str = "", heading: str = "h3", large: bool = False) -> str:
    """One puzzle. Scripts take the fold away and play the answer in the problem's place.

    Its link names the set that it is shown in, so that whoever follows it can go on in that set."""
    identity = item["puzzle_id"]
    within = f"&amp;set={set_name}" if set_name else ""
    return (
        f'<article class="card{" large" if large else ""}" id="{identity}" data-chunk="{chunk}" '
        f'aria-labelledby="{identity}-title"><div class="kind">'
        f'<{heading} id="{identity}-title"><a href="puzzle.html#{identity}{within}">{title(item)}</a></{heading}>'
        f'{level(item)}</div><div class="stage">{drawing(item, False)}</div>'
        f'<details class="answer"><summary>{ui("answer")}</summary>{drawing(item, True)}</details>'
        f"{scores(item)}{reason(item)}</article>"
    )


def title(item: Item) -> str:
    return both(variant_title(item["game"], item["variant"]))


def level(item: Item) -> str:
    return f'<span class="level {item["level"]}">{ui(item["level"])}</span>'


def drawing(item: Item, answered: bool) -> str:
    """The problem or its whole answer; a problem's name is there in Japanese, too."""
    artist = engine(item["game"])
    puzzle, solution = artist.decode(json.loads(item["puzzle"])), json.loads(item["solution"])
    if answered:
        return str(artist.draw(puzzle, solution, "page"))
    first = artist.frames(puzzle, solution, "page")[0]
    if not first.said_ja:
        return first.svg
    return first.svg.replace("<title>", f'<title data-ja="{html.escape(first.said_ja)}">', 1)


def reason(item: Item) -> str:
    """How a puzzle compares with others, in a short sentence that tells nothing of the answer."""
    short = item.get("reason_short")
    return f'<p class="reason">{both((short, item.get("reason_short_ja") or short))}</p>' if short else ""


def scores(item: Item) -> str:
    return f'<dl class="scores">{score(item, "interest")}{score(item, "difficulty")}</dl>'


def score(item: Item, target: str) -> str:
    """A prediction with what it rests on, and its interval as a bar on the scale of ratings. An interest of simulated
    raters has no number."""
    state = interest_state(item)
    rests_on = interest_from(item) if target == INTEREST else difficulty_from(item)
    if target == INTEREST and rests_on == SIMULATED:
        return f'<div><dt>{ui(target)}</dt><dd><span class="unrated">{ui(state)}</span></dd></div>'
    few = target == INTEREST and state == FEW
    value, low, high = (item[f"{target}{end}"] for end in ("", "_low", "_high"))
    about = html.escape(" / ".join(say(f"from {FEW}" if few else f"from {rests_on}")))
    term = f'<dt title="{about}">{ui(target)}<small>{ui(FEW if few else f"by {rests_on}")}</small></dt>'
    if low is None or high is None:
        return f"<div>{term}<dd><b>{value:.1f}</b></dd></div>"
    ends: Mapping[str, float] = {"at": value, "low": low, "high": high}
    places = ";".join(f"--{name}:{place(end)}" for name, end in ends.items())
    said = " / ".join(say("interval", low=f"{low:.1f}", high=f"{high:.1f}"))
    return (
        f"<div>{term}<dd><b>{value:.1f}</b>"
        f'<span class="bar" style="{places}" title="{html.escape(said)}"></span>'
        f'<span class="range">{low:.1f}–{high:.1f}</span></dd></div>'
    )


def place(value: float) -> str:
    """Where a value is on the scale, as a share of its length."""
    return f"{(min(HIGHEST, max(LOWEST, value)) - LOWEST) / (HIGHEST - LOWEST):.3f}"
