"""The gallery as text: complete, light, self-contained, the same every time, and no game known by name.

`test_site` looks at it in a browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from assets.core.compute import Compute
from assets.core.parts import parts
from assets.pictures import pictures, plots, words
from assets.release.edition import Edition
from assets.release.gallery import chunks, drawings, shell, site
from assets.release.gallery.catalogue import catalogue
from assets.release.gallery.pages import cards, sheet
from engines import registry
from engines.contract import Frame
from engines.registry import engine
from tests.assets.release.editions import edition, given_items, items, next_edition

VOID = ("meta", "link", "li", "img", "input", "br", "option")
PAGES = ("index.html", "browse.html", "puzzle.html", "print.html", "night.html", "models.html", "watch.html")


class Page(HTMLParser):
    """The elements of a page, with what they lie in."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[tuple[str, dict[str, str | None], tuple[str, ...]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attributes), tuple(self.open)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attributes), tuple(self.open)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag, f"</{tag}> closes something else"

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes, _ in self.found if name == tag]


@pytest.fixture
def two_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[Edition]:
    monkeypatch.setitem(registry.GAMES, "pick", "tests.smallest")
    registry.engine.cache_clear()
    yield edition(items("tspin", "tsd-2", 8), items("tspin", "donate-2-srs", 4), items("pick", "pick-5", 40))
    registry.engine.cache_clear()


def written(folder: Path, found: Edition, *earlier: Path) -> Path:
    folder.mkdir()
    site.write_site(folder, found, [], earlier)
    return folder


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def records(folder: Path) -> dict[str, dict[str, Any]]:
    """Every puzzle in the packed files."""
    listed = chunks.unpacked((folder / "gallery/catalogue.js").read_text())
    rows = [row for name in listed["chunks"] for row in chunks.unpacked((folder / f"gallery/{name}.js").read_text())]
    assert len({row["puzzle_id"] for row in rows}) == len(rows), "a puzzle is packed twice"
    return {row["puzzle_id"]: row for row in rows}


def test_the_first_page_hides_every_answer(two_games: Edition, tmp_path: Path) -> None:
    text = (written(tmp_path / "a", two_games) / "index.html").read_text()
    page = Page(text)
    assert page.open == []
    shown = [*two_games.members("day"), *two_games.members("tonight")]
    assert [card["id"] for card in page.all("article")] == [item["puzzle_id"] for item in shown]
    drawn = [around for tag, _, around in page.found if tag == "svg" and "article" in around]
    assert sum("details" in around for around in drawn) == len(shown) == len(drawn) / 2
    assert not any(
        "open" in attributes for tag, attributes, around in page.found if tag == "details" and "article" in around
    )
    assert "because of &lt;few&gt; gaps" in text
    assert "隙間が少ないため" in text
    assert "near misses" not in text, "what may tell of the answer is a hint"
    assert "惜しい手" not in text
    for item in shown:
        assert item["solution"] not in text
    assert len(text.encode()) < 200_000


def test_every_puzzle_is_packed_with_all_its_steps(two_games: Edition, tmp_path: Path) -> None:
    found = records(written(tmp_path / "a", two_games))
    assert set(found) == {item["puzzle_id"] for item in two_games.items}
    for item in two_games.items:
        row, artist = found[item["puzzle_id"]], engine(item["game"])
        puzzle = artist.decode(json.loads(item["puzzle"]))
        steps = row["drawn"]["frames"]
        assert steps[0][0] == artist.draw(puzzle, None, "page")
        expected = len(artist.frames(puzzle, json.loads(item["solution"]))) if item["game"] == "tspin" else 2
        assert len(steps) == expected
        assert row["puzzle"] == item["puzzle"]
        assert (row["reason"], row["why"]) == (item["reason"], item["why"])


def test_links_have_the_answer_apart(two_games: Edition) -> None:
    item = two_games.items[0]
    found = drawings.drawn(item["game"], item["puzzle"], item["solution"])
    titles = [title for title, _, _ in found["links"]]
    assert titles == ["fumen", "Fumen for mobile"]
    for _, address, answered in found["links"]:
        assert address.startswith("https://")
        assert len(answered) > len(address)
        read = engine("tspin").decode(address.split("=")[-1].split("/?")[-1])
        assert engine("tspin").encode(read) == json.loads(item["puzzle"])
    assert dict(found["forms"])["text"].startswith("tspin tsd")
    assert drawings.drawn("pick", two_games.items[-1]["puzzle"], two_games.items[-1]["solution"])["links"] == []


def test_the_catalogue_says_what_can_be_chosen_by(two_games: Edition, tmp_path: Path) -> None:
    folder = written(tmp_path / "a", two_games)
    listed = chunks.unpacked((folder / "gallery/catalogue.js").read_text())
    ids = listed["ids"].split()
    assert ids == [item["puzzle_id"] for item in two_games.items]
    assert [game["title"] for game in listed["games"]] == [
        ["T-spin puzzles", "詰めTスピン"],
        ["Pick two", "Pick two"],
    ]
    for at, item in enumerate(two_games.items):
        variant = listed["variants"][listed["variant"][at]]
        assert (variant["name"], listed["games"][variant["game"]]["name"]) == (item["variant"], item["game"])
        assert listed["levels"][listed["level"][at]] == item["level"]
        assert listed["interest_low"][at] == round(100 * item["interest_low"])
        assert [listed["themes"][theme]["name"] for theme in listed["theme"][at]] == item["themes"].split()
        chunk = (folder / f"gallery/{listed['chunks'][listed['chunk'][at]]}.js").read_text()
        assert item["puzzle_id"] in [row["puzzle_id"] for row in chunks.unpacked(chunk)]
    for entry in listed["sets"]:
        assert [ids[at] for at in entry["members"]] == [
            item["puzzle_id"] for item in two_games.members(entry["name"])
        ]
    titles = {entry["name"]: entry["title"] for entry in listed["sets"]}
    assert titles["curated-tsd-2"] == ["Curated: T-spin Double, two pieces", "選りすぐり：Tスピンダブル 2手"]
    assert titles["flash-donate-srs"][0] == "Flash: Donation, 2–4 pieces, tucks and spins"


def test_nothing_comes_from_elsewhere(two_games: Edition, tmp_path: Path) -> None:
    folder = written(tmp_path / "a", two_games)
    beside = {
        "puzzles",
        "sets",
        "solutions",
        "manifest",
        "feed",
        "CHANGES",
        "README",
        "SHA256SUMS",
    }  # files that the data part of a release writes
    for name in PAGES:
        text = (folder / name).read_text()
        page = Page(text)
        ids = [attributes["id"] for _, attributes, _ in page.found if "id" in attributes]
        assert len(ids) == len(set(ids)), f"{name}: two elements share an id"
        for tag, attributes, _ in page.found:
            for link in {attributes.get("href"), attributes.get("src")} - {None}:
                path, _, part = str(link).partition("#")
                if path.startswith("data:image/png;base64,"):
                    continue
                assert "//" not in path, f"{name}: <{tag}> leads to {path}"
                known = path.removeprefix("../").split(".")[0] in beside
                assert not path or known or (folder / path).exists(), f"{name}: no {path}"
                assert path or not part or part in ids, f"{name}: nothing is called {part}"
        assert not [key for _, attributes, _ in page.found for key in attributes if key.startswith("on")]
    for path in [*folder.glob("gallery/*.css"), *(folder / "gallery" / name for name in site.STATIC)]:
        assert not re.search(r"https?://|@import|url\(", path.read_text()), path.name


def test_the_same_edition_gives_the_same_bytes(two_games: Edition, tmp_path: Path) -> None:
    one, other = (files(written(tmp_path / name, two_games)) for name in ("a", "b"))
    assert one == other
    renamed = files(written(tmp_path / "c", replace(two_games, name=f"{two_games.night}-r2")))
    assert {name for name in one if one[name] != renamed[name]} == {site.RELEASE}


def test_what_is_drawn_already_is_taken_over(
    two_games: Edition, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = written(tmp_path / "before", two_games)
    after = next_edition(two_games, items("pick", "pick-8", 3, seed=8), size=12)
    gone = {item["puzzle_id"] for item in two_games.items} - {item["puzzle_id"] for item in after.items}
    assert gone, "some make room"
    afresh = files(written(tmp_path / "afresh", after))
    counted: list[str] = []
    draw = drawings.drawn
    monkeypatch.setattr(
        drawings, "drawn", lambda game, puzzle, answer: counted.append(puzzle) or draw(game, puzzle, answer)
    )
    assert files(written(tmp_path / "again", after, before)) == afresh, "bytes depend on what was there before"
    assert sorted(counted) == sorted(item["puzzle"] for item in after.added)
    counted.clear()
    assert files(written(tmp_path / "same", two_games, before)) == files(before)
    assert counted == []


def test_other_sources_are_drawn_again(two_games: Edition, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = written(tmp_path / "before", two_games)
    monkeypatch.setattr(chunks, "look", lambda game: "another")
    for game in ("tspin", "pick"):
        monkeypatch.setattr(type(engine(game)), "frames", lambda *_: [Frame("<svg/>", "")] * 2)
    found = records(written(tmp_path / "after", two_games, before))
    assert {row["drawn"]["frames"][0][0] for row in found.values()} == {"<svg/>"}


def test_workers_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "SIZE", 2)
    found = chunks.cut(edition(items("tspin", "tsd-1", 20)).items)
    for name, workers in (("one", 1), ("two", 2)):
        (tmp_path / name).mkdir()
        compute = Compute(workers)
        chunks.write(tmp_path / name, found, [], compute)
        compute.close()
    assert files(tmp_path / "one") == files(tmp_path / "two")
    assert len(files(tmp_path / "one")) == 10


WARNINGS = {
    ("simulated", "measured"): (
        "Difficulty is measured on the puzzle and its answer. "
        "Nobody has rated interest yet: the choice goes by whom a puzzle suits, how surprising its answer is, and ",
        "難しさは、問題と解答から測った値です。面白さはまだ評価されていません。誰に向くか、解がどれほど意外か、",
    ),
    ("simulated", None): (
        "Difficulty is predicted from simulated ratings. "
        "Nobody has rated interest yet: the choice goes by whom a puzzle suits, how surprising its answer is, and ",
        "難しさは、模擬評価から予測した値です。面白さはまだ評価されていません。誰に向くか、解がどれほど意外か、",
    ),
    ("players", "players"): None,
    ("players", "measured"): None,
}
LEVELS_FOLLOW = {
    "measured": "Levels follow difficulty: measured on the puzzle and its answer.",
    "players": "Levels follow difficulty: predicted from ratings by players.",
    None: "Levels follow difficulty: predicted from simulated ratings.",
}


@pytest.mark.parametrize(("interest", "difficulty"), WARNINGS)
def test_pages_say_what_numbers_rest_on(tmp_path: Path, interest: str, difficulty: str | None) -> None:
    """Those of a release of an earlier version, too, which does not tell of difficulty."""
    made = [one | {"difficulty_provenance": difficulty} for one in items("tspin", "tsd-1", 5, provenance=interest)]
    folder = written(tmp_path / "a", edition(made))
    said = WARNINGS[interest, difficulty]
    for name in ("index.html", "browse.html", "puzzle.html", "night.html"):
        text = (folder / name).read_text()
        assert ('class="warn">' in text.replace('<noscript><p class="warn">', "")) == (said is not None), name
        assert said is None or all(one in text for one in said), name
    assert LEVELS_FOLLOW[difficulty] in (folder / "print.html").read_text()


def test_releases_of_several_kinds_say_so() -> None:
    """Some puzzles were carried on from an earlier version, and some have been rated."""
    assert words.resting(["simulated"], ["measured", "simulated"])[0].startswith(
        "Difficulty is measured on the puzzle and its answer or predicted from simulated ratings."
    )
    mixed = words.resting(["simulated", "players"], ["measured"])
    assert "Nobody has rated the interest of some puzzles yet: there the choice goes by whom" in mixed[0]
    assert "一部の問題の面白さはまだ" in mixed[1]
    few = words.resting(["simulated"], ["measured"], heard=True)
    assert "Few people have rated interest so far, beside simulated raters" in few[0]
    assert "Nobody" not in few[0]
    assert "面白さの評価はまだ少なく" in few[1]
    assert words.resting(["players"], ["players"])[0] == (
        "Difficulty is predicted from ratings by players. Interest is predicted from ratings by players."
    )


def test_an_interest_that_nobody_has_rated_has_no_number() -> None:
    (item,) = items("tspin", "tsd-1", 1)
    unrated, measured = cards.score(item, "interest"), cards.score(item, "difficulty")
    assert "not rated yet" in unrated
    assert "未評価" in unrated
    assert not re.search(r"\d", unrated)
    assert "bar" not in unrated
    assert f"<b>{item['difficulty']:.1f}</b>" in measured
    assert "measured on the puzzle and its answer, not rated yet" in measured
    rated = item | {"provenance": "players", "difficulty_provenance": "players", "trust": 0.9}
    for target in ("interest", "difficulty"):
        said = cards.score(rated, target)
        assert f"<b>{item[target]:.1f}</b>" in said
        assert "predicted from ratings by players" in said
        assert "not rated" not in said
    mixed = cards.score(item | {"people_ratings": 12}, "interest")
    assert "few ratings yet" in mixed
    assert "評価はまだ少数" in mixed
    assert "not rated" not in mixed
    assert not re.search(r"\d", mixed), "simulated raters are still behind it"
    few = cards.score(rated | {"people_ratings": 12, "trust": 0.3}, "interest")
    assert f"<b>{item['interest']:.1f}</b>" in few
    assert "predicted from few ratings by people so far" in few
    old = {name: value for name, value in item.items() if name != "difficulty_provenance"}
    assert "predicted from simulated ratings, not rated yet" in cards.score(old, "difficulty")


def test_the_parts_of_the_worth_are_told_in_words() -> None:
    """Whom it fits by its difficulty, how its answer compares, how it differs; in both languages, in tenths."""
    told = parts({"difficulty": 2.5, "surprise_share": 0.81, "distance": 0.42})
    assert [f"{title}: {said}" for (title, _), (said, _) in told] == [
        "Fits best: beginners",
        "Surprise: the answer is less expected than that of 8 in 10 puzzles of its length",
        "Variety: differs from the others in its set (0.42 of 1)",
    ]
    assert [said for _, (_, said) in told] == [
        "初心者向き", "同じ長さの10問中8問より解が意外", "問題集の他の問題と違う（1のうち0.42）"
    ]  # fmt: skip
    shares = {0.0: "more expected than that of nearly all", 0.31: "more expected than that of 7 in 10 puzzles",
              0.5: "about as expected as others", 0.97: "less expected than that of nearly all"}  # fmt: skip
    assert all(said in parts({"difficulty": 3.0, "surprise_share": share})[1][1][0] for share, said in shares.items())
    fits = {1.0: "easier than most beginners enjoy", 3.4: "regular players", 4.2: "advanced players"}
    assert all(parts({"difficulty": hard})[0][1][0] == said for hard, said in fits.items())
    found = edition(items("tspin", "tsd-1", 5))
    listed = catalogue(found, chunks.cut(found.items))
    assert [[listed["parts"][place] for place in one] for one in listed["part"]] == list(map(parts, found.items))


def test_the_sheet_has_six_a_page_and_answers_last(two_games: Edition, tmp_path: Path) -> None:
    text = (written(tmp_path / "a", two_games) / "print.html").read_text()
    page = Page(text)
    sides = [side["class"] for side in page.all("section")]
    assert sides == ["paper problems", "paper answers"]
    assert len(page.all("figure")) == 2 * len(two_games.members("tonight")) == 12
    assert 'data-look="light"' in text
    assert "drawings.css" not in text, "what is dark on screen would be dark on paper"


def test_a_long_answer_is_told_beside_the_problem() -> None:
    """Its drawing would have boards too small to read; the words say it all."""
    found = [item for item in given_items() if item["game"] == "geister"]
    item = max(found, key=lambda one: len(json.loads(one["solution"])["line"]))
    steps = sheet.told(item)
    assert len(steps) >= 5
    problem, answer = (cards.drawing(item, answered) for answered in (False, True))
    assert answer in sheet.slip(1, item, True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sheet, "MOST_DRAWN", len(steps) - 1)
        said = sheet.slip(1, item, True)
    assert problem in said
    assert answer not in said
    assert all(step in said for step in steps)


def test_the_night_is_told(two_games: Edition, tmp_path: Path) -> None:
    text = (written(tmp_path / "a", two_games) / "night.html").read_text()
    assert Page(text).open == []
    for said in (
        "4 of 6 groups",
        "which rest on",
        "測定値",
        "by worth alone</span>",
        "difficulty (measured)",
        "surprise (share of its length below)",
        "only 6 of 6 are interesting enough",
        "この3分の1に6問",
        "data:image/png",
        "candidate",
    ):
        assert said in text
    empty = replace(two_games, account=type(two_games.account)())
    assert words.UI["nothing"][0] in (written(tmp_path / "b", empty) / "night.html").read_text()


def test_everything_is_said_in_both_languages() -> None:
    for key, (english, japanese) in words.UI.items():
        assert english, key
        assert japanese, key
        assert set(re.findall(r"\{\w+\}", english)) == set(re.findall(r"\{\w+\}", japanese)), key
    scripts = "".join((shell.STATIC / name).read_text() for name in site.STATIC if name.endswith(".js"))
    for key in re.findall(r'\bui\("([^"]+)"', scripts) + re.findall(r"tsume\.words\.(\w+)", scripts):
        assert key in words.UI, key


def test_it_stays_light(tmp_path: Path) -> None:
    found = edition(items("tspin", "donate-4-srs", 24))
    folder = written(tmp_path / "a", found)
    packed = sum(path.stat().st_size for path in folder.glob("gallery/tspin-*.js"))
    assert packed / len(found.items) < 3_500, "bytes a puzzle of the largest kind"


def test_a_sheet_shows_a_bit_of_everything() -> None:
    rows = [{"variant": variant, "place": place} for variant in ("a", "b", "c") for place in range(3)]
    chosen = pictures.mixed(rows[:7], 5)
    assert [(row["variant"], row["place"]) for row in chosen] == [("a", 0), ("b", 0), ("c", 0), ("a", 1), ("b", 1)]
    assert pictures.mixed(rows, 100) == sorted(rows, key=lambda row: (row["place"], row["variant"]))


def test_a_sheet_is_small_enough_for_metadata() -> None:
    shown = [item for variant in engine("tspin").variants for item in items("tspin", variant, 1)]
    sheet = pictures.sheet("tspin", [item | {"puzzle": json.loads(item["puzzle"])} for item in shown])
    assert len(plots.svg_markdown(sheet, "all variants")) < 200_000
    assert sheet.count("<title>") == len(shown)
    assert sheet.count("simulated") == len(shown)
