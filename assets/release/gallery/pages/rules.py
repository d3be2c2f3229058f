"""The rules of a game on a page: a line or two, and a small puzzle before and after its answer."""

from __future__ import annotations

from typing import Any

from assets.core.titles import Words, game_title
from assets.pictures.words import both, ui
from engines.contract import Rules
from engines.registry import engine


def rules_of(game: str) -> Rules | None:
    return engine(game).rules


def lines(game: str) -> list[Words]:
    """What is said, line by line, in either language."""
    found = rules_of(game)
    if not found:
        return []
    japanese = found.lines_ja if len(found.lines_ja) == len(found.lines) else found.lines
    return list(zip(found.lines, japanese, strict=True))


def pictures(game: str) -> list[str]:
    """The example and its answer, drawn."""
    found = rules_of(game)
    if not found or found.example is None:
        return []
    artist = engine(game)
    puzzle = artist.decode(found.example)
    return [artist.draw(puzzle, None, "page"), artist.draw(puzzle, found.solution, "page")]


def entry(game: str) -> dict[str, Any] | None:
    """All of it for the catalogue; nothing for a game that says nothing."""
    return {"lines": lines(game), "pictures": pictures(game)} if rules_of(game) else None


def block(game: str) -> str:
    """All of it as HTML, for pages without scripts."""
    said = text(game)
    if not said:
        return ""
    drawn = "".join(
        f"<figure>{svg}<figcaption>{ui(key)}</figcaption></figure>"
        for key, svg in zip(("an example", "its answer"), pictures(game), strict=False)
    )
    shown = f'<div class="example">{drawn}</div>' if drawn else ""
    return f'<section class="rules"><h3>{both(game_title(game))}</h3>{shown}{said}</section>'


def text(game: str) -> str:
    return "".join(f"<p>{both(line)}</p>" for line in lines(game))
