"""The print sheet: tonight's set on A4, six puzzles a page, the answers on pages of their own. No scripts."""

from __future__ import annotations

import json
from collections.abc import Sequence

from assets.core.titles import game_title
from assets.pictures.words import UI, both, filled, ui, what_numbers_are
from assets.release.edition import Edition, Item
from assets.release.gallery import shell
from assets.release.gallery.pages import cards, rules
from assets.release.gallery.pages.front import shown_tonight
from engines.registry import engine

A_PAGE = 6
MOST_DRAWN = 8  # steps of an answer whose boards are large enough to read


def sheet(edition: Edition) -> str:
    """The page `print.html`. Always light: it is made for paper."""
    numbered = list(enumerate(shown_tonight(edition), 1))
    note = both(filled("levels follow", what_numbers_are(edition.difficulty_from), "what"))
    head = (
        f'<div class="sheet-head"><h1>{ui("sheet")} <small>{ui("night of", night=edition.night)}</small></h1>'
        f"<p>{ui('sheet about')} {note}</p></div>"
    )
    games = dict.fromkeys(item["game"] for _, item in numbered)
    told = "".join(f"<div><b>{both(game_title(game))}</b>{rules.text(game)}</div>" for game in games)
    first = f'{head}<div class="rules">{told}</div>'
    problems = "".join(
        sheet_page(some, False, head if place else first) for place, some in enumerate(parts(numbered, A_PAGE))
    )
    answers = "".join(
        sheet_page(some, True, f'<div class="sheet-head"><h1>{ui("answers")}</h1></div>')
        for some in parts(numbered, A_PAGE)
    )
    text = shell.page("print", edition.night, UI["sheet"], problems + answers, styles=("site.css", "print.css"))
    return text.replace("<html ", '<html data-look="light" data-paper ', 1)


def parts(items: Sequence[tuple[int, Item]], size: int) -> list[Sequence[tuple[int, Item]]]:
    return [items[start : start + size] for start in range(0, len(items), size)]


def sheet_page(items: Sequence[tuple[int, Item]], answered: bool, head: str) -> str:
    """One side of paper."""
    kind = "answers" if answered else "problems"
    slips = "".join(slip(*item, answered) for item in items)
    return f'<section class="paper {kind}"><div class="top">{head}</div><div class="slips">{slips}</div></section>'


def slip(number: int, item: Item, answered: bool) -> str:
    """One puzzle or its answer, with its number. An answer of many steps is told in words beside the problem: in a
    drawing each of its boards would be too small to read."""
    level = "" if answered else f" {cards.level(item)}"
    steps = told(item) if answered else []
    drawn = cards.drawing(item, answered and len(steps) <= MOST_DRAWN)
    words = f"<ol>{''.join(f'<li>{step}</li>' for step in steps)}</ol>" if steps else ""
    return (
        f"<figure><figcaption><b>{number}</b> {cards.title(item)}{level}<code>{item['puzzle_id']}</code></figcaption>"
        f"{drawn}{words}</figure>"
    )


def told(item: Item) -> list[str]:
    """The answer in words, step by step, where the game has words for it."""
    artist = engine(item["game"])
    puzzle, solution = artist.decode(json.loads(item["puzzle"])), json.loads(item["solution"])
    found = artist.frames(puzzle, solution, "page")[1:]
    return [both((frame.said, frame.said_ja)) for frame in found if frame.said]
