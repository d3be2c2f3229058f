"""The gallery as text: complete, light, self-contained, and no game known by name. `test_ui` looks at it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest

from assets import gallery, pictures
from engines import registry
from engines.contract import puzzle_id, puzzle_text
from engines.registry import engine

NIGHT = "2026-11-15"
LEVELS = ("easy", "medium", "hard")


def items(game: str, variant: str, count: int, provenance: str = "simulated") -> list[dict[str, Any]]:
    """Puzzles with answers as a release has them."""
    maker = engine(game)
    made = maker.generate(variant, 7, count)
    answers = [verdict.solutions[0] for verdict in maker.solve(made, stop_at=1)]
    targets = {f"{target}{end}": 3.0 for target in ("interest", "difficulty") for end in ("", "_low", "_high")}
    return [
        targets
        | {"game": game, "variant": variant, "level": LEVELS[number * 3 // count], "provenance": provenance}
        | {"puzzle_id": puzzle_id(maker, puzzle), "puzzle": puzzle_text(maker, puzzle)}
        | {"solution": json.dumps(answer), "why": f"<one> of {provenance}"}
        for number, (puzzle, answer) in enumerate(zip(made, answers, strict=True))
    ]


class Page(HTMLParser):
    """The elements of a page, with what they lie in."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[tuple[str, dict[str, str | None], tuple[str, ...]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attributes), tuple(self.open)))
        if tag not in ("meta", "option", "li"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attributes), tuple(self.open)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, f"</{tag}> closes something else"

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes, _ in self.found if name == tag]


@pytest.fixture
def two_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[dict[str, Any]]]:
    monkeypatch.setitem(registry.GAMES, "pick", "tests.smallest")
    registry.engine.cache_clear()
    chosen = [items("tspin", "tsd-2", 6), items("tspin", "donate-3-srs", 3), items("pick", "pick-5", 3)]
    yield [item for group in chosen for item in group]
    registry.engine.cache_clear()


def test_every_puzzle_is_there_with_its_answer_hidden(two_games: list[dict[str, Any]]) -> None:
    text = gallery.page(NIGHT, two_games)
    page = Page(text)
    assert page.open == []
    assert [card["id"] for card in page.all("article")] == [item["puzzle_id"] for item in two_games]
    within = [around for tag, _, around in page.found if tag == "svg"]
    assert sum("details" in around for around in within) == len(two_games) == len(within) / 2
    assert not any("open" in details for details in page.all("details"))
    assert "&lt;one&gt; of simulated" in text
    assert text == gallery.page(NIGHT, two_games)


def test_it_stays_light() -> None:
    few, more = (len(gallery.page(NIGHT, items("tspin", "donate-4-srs", count)).encode()) for count in (2, 8))
    assert (more - few) / 6 < 8000, "bytes a puzzle: a thousand of the largest are too many"
    assert few < 30_000


def test_nothing_comes_from_elsewhere(two_games: list[dict[str, Any]]) -> None:
    text = gallery.page(NIGHT, two_games)
    page = Page(text)
    ids = [attributes["id"] for _, attributes, _ in page.found if "id" in attributes]
    assert len(ids) == len(set(ids)), "two elements share an id"
    assert {link["href"] for link in page.all("a")} - {f"#{name}" for name in ids} == {"models.html"}, "beside it"
    assert not [tag for tag, attributes, _ in page.found if {"src", "srcset", "data"} & set(attributes)]
    assert set(re.findall(r"https?://[^\"<]*", text)) == {"http://www.w3.org/2000/svg"}
    assert "@import" not in text
    assert "url(" not in text


def test_filters_offer_what_there_is(two_games: list[dict[str, Any]]) -> None:
    text = gallery.page(NIGHT, two_games)
    boxes = {
        name: re.findall(r"<option>([^<]*)", options)
        for name, options in re.findall(r'<select name="([^"]*)">(.*?)</select>', text)
    }
    assert boxes == {
        "difficulty": list(LEVELS),
        "game": ["T-spin puzzles", "Pick two"],
        "goal": ["T-spin Double", "Donation"],
        "pieces": ["2", "3"],
        "rules": ["drops only", "tucks and spins"],
        "variant": ["T-spin Double, two pieces", "Donation, three pieces, tucks and spins", "Pick two of 5"],
    }
    facets = [json.loads(section["data-facets"] or "") for section in Page(text).all("section")]
    assert facets[2] == {"game": "Pick two", "variant": "Pick two of 5"}
    for given in facets:
        assert all(value in boxes[name] for name, value in given.items())
    alone = gallery.page(NIGHT, [item for item in two_games if item["game"] == "pick"])
    assert re.findall(r'<select name="([^"]*)"', alone) == ["difficulty"], "a box with nothing to choose from"


def test_simulated_ratings_are_called_so() -> None:
    assert "<b>simulated</b>" in gallery.page(NIGHT, items("tspin", "tsd-1", 1))
    assert "simulated" not in gallery.page(NIGHT, items("tspin", "tsd-1", 1, "players"))


def test_a_sheet_shows_a_bit_of_everything() -> None:
    rows = [{"variant": variant, "place": place} for variant in ("a", "b", "c") for place in range(3)]
    chosen = pictures.mixed(rows[:7], 5)
    assert [(row["variant"], row["place"]) for row in chosen] == [("a", 0), ("b", 0), ("c", 0), ("a", 1), ("b", 1)]
    assert pictures.mixed(rows, 100) == sorted(rows, key=lambda row: (row["place"], row["variant"]))


def test_a_sheet_is_small_enough_for_metadata() -> None:
    shown = [item for variant in engine("tspin").variants for item in items("tspin", variant, 1)]
    sheet = pictures.sheet("tspin", shown)
    assert len(pictures.svg_markdown(sheet, "all variants")) < 200_000
    assert sheet.count("<title>") == len(shown)
    assert sheet.count("simulated") == len(shown)
