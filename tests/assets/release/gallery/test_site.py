"""The gallery in a real browser, opened from disk: everything that its pages can do."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from assets.core.parts import parts
from assets.release.edition import Edition, Item
from assets.release.gallery.site import write_site
from engines import registry
from tests.assets.release.editions import edition, given_items, items

pytestmark = pytest.mark.browser

LIMIT = 120_000  # milliseconds that anything may take on a slow and busy machine
WITH_CARDS = ("index.html", "browse.html", "puzzle.html")


@dataclass
class Visit:
    """A page of the site and what it complained about."""

    page: Any
    folder: Path
    found: Edition
    complaints: list[str]

    def go(self, name: str) -> Any:
        self.page.goto("about:blank")  # so that an address that differs after the # alone is loaded anew
        self.page.goto(f"{(self.folder / name.split('#')[0]).as_uri()}{name[len(name.split('#')[0]) :]}")
        return self.page

    def ids(self) -> list[str]:
        return [str(card.get_attribute("id")) for card in self.page.locator("article.card").all()]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Edition]]:
    """The site of an edition of several games, of which one has neither facets nor steps nor Japanese words."""
    registry.GAMES["pick"] = "tests.smallest"  # type: ignore[index]
    registry.engine.cache_clear()
    try:
        found = edition(
            items("tspin", "tsd-2", 9), items("tspin", "donate-2-srs", 3), given_items(),
            items("pick", "pick-5", 40),
        )  # fmt: skip
        folder = tmp_path_factory.mktemp("site")
        write_site(folder, found)
        yield folder, found
    finally:
        del registry.GAMES["pick"]  # type: ignore[attr-defined]
        registry.engine.cache_clear()


@pytest.fixture
def visit(chromium: Any, made: tuple[Path, Edition]) -> Iterator[Visit]:
    """A fresh visitor; whatever a page complains about fails the test."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, locale="en-US", color_scheme="light")
    context.set_default_timeout(LIMIT)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("requestfailed", lambda request: complaints.append(request.url))
    yield Visit(page, *made, complaints)
    context.close()
    assert complaints == []


def test_an_answer_is_hidden_then_played(visit: Visit) -> None:
    page = visit.go("index.html")
    item = next(item for item in visit.found.members("tonight") if item["game"] == "tspin")
    card = page.locator(f"[id='{item['puzzle_id']}']")
    problem = card.locator(".stage").inner_html()
    assert card.locator("details").count() == 0, "scripts take the fold away"
    card.get_by_role("button", name="Show the answer").click()
    card.locator(".steps").wait_for()
    assert card.locator(".count").inner_text().startswith("1 of ")
    assert card.locator(".stage").inner_html() != problem
    said = card.locator(".said").inner_text()
    card.get_by_role("button", name="Step on").click()
    assert card.locator(".said").inner_text() != said
    card.get_by_role("button", name="To the end").click()
    assert card.get_by_role("button", name="Step on").is_disabled()
    card.get_by_role("button", name="To the problem").click()
    assert card.locator(".stage svg").get_attribute("viewBox") in problem
    card.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("document.querySelector('article[data-step=\"1\"]')")
    card.get_by_role("button", name="Hide the answer").click()
    assert card.get_attribute("data-step") is None
    assert not card.locator(".steps").is_visible()


def test_without_scripts_the_first_page_and_the_sheet_are_whole(chromium: Any, made: tuple[Path, Edition]) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((made[0] / "index.html").as_uri())
    answer = page.locator("article details svg").first
    assert page.locator("article .stage svg").first.is_visible()
    assert not answer.is_visible()
    page.locator("article summary").first.click()
    assert answer.is_visible()
    assert not page.locator("[data-switch]").first.is_visible(), "switches that would do nothing"
    page.goto((made[0] / "browse.html").as_uri())
    assert page.locator("noscript p").is_visible()
    context.close()


def recommended(found: list[Item]) -> list[Item]:
    return sorted(found, key=lambda item: -round(100 * item["worth"]))  # as the list has it


def test_filters_and_sorting(visit: Visit) -> None:
    page = visit.go("browse.html")
    page.locator("article svg").first.wait_for()
    everything = visit.found.items

    def offered() -> set[str]:
        return {str(box.get_attribute("name")) for box in page.locator("#filters select").all() if box.is_visible()}

    assert offered() == {"set", "game", "level", "variant", "sort"}
    assert page.locator("#count").inner_text() == f"{len(everything)} of {len(everything)} puzzles"
    page.locator("select[name=game]").select_option(label="T-spin puzzles")
    assert offered() == {"set", "game", "level", "variant", "goal", "pieces", "rules", "sort"} - {"pieces"}
    page.get_by_label("Goal").select_option(label="Donation")
    expected = [item for item in everything if item["variant"] == "donate-2-srs"]
    assert visit.ids() == [item["puzzle_id"] for item in recommended(expected)]
    assert "goal=Donation" in page.url
    page.locator("select[name=game]").select_option(label="Pick two")
    picks = [item for item in everything if item["game"] == "pick"]
    assert page.locator("#count").inner_text().startswith(f"{len(picks)} of "), "the other game's goal is forgotten"
    page.get_by_label("Sort by").select_option(label="hardest first")
    page.get_by_label("Level").select_option(label="medium")
    some = sorted((item for item in picks if item["level"] == "medium"), key=lambda item: -item["difficulty"])
    assert visit.ids() == [item["puzzle_id"] for item in some]
    page.get_by_role("button", name="Show all").click()
    assert page.locator("#count").inner_text() == f"{len(everything)} of {len(everything)} puzzles"
    assert "#" not in page.url


def test_a_set_a_theme_and_an_id_by_address(visit: Visit) -> None:
    page = visit.go("browse.html#set=curated-tsd-2")
    page.locator("article svg").first.wait_for()
    assert visit.ids() == [item["puzzle_id"] for item in visit.found.members("curated-tsd-2")]
    themes = [item for item in visit.found.items if "twins" in item["themes"].split()]
    visit.go("browse.html#theme=twins")
    page.locator("article svg").first.wait_for()
    assert visit.ids() == [item["puzzle_id"] for item in recommended(themes)][:24]
    assert page.get_by_label("Theme").is_visible(), "what is chosen can be seen"
    wanted = visit.found.items[-1]["puzzle_id"]
    page.get_by_label("Id begins with").fill(wanted[:12])
    visit.go(f"browse.html#id={wanted}")
    page.locator("article svg").first.wait_for()
    assert visit.ids() == [wanted]


def test_browse_begins_with_what_the_choice_goes_by(visit: Visit) -> None:
    """Not by what simulated raters say; the address of earlier versions still leads there."""
    page = visit.go("browse.html")
    page.locator("article svg").first.wait_for()
    box = page.locator("select[name=sort]")
    assert box.input_value() == "recommended"
    assert "interest" not in box.inner_text()
    assert visit.ids() == [item["puzzle_id"] for item in recommended(visit.found.items)][:24]
    visit.go("browse.html#set=curated-tsd-2&sort=most+interesting")
    page.locator("article svg").first.wait_for()
    expected = recommended(visit.found.members("curated-tsd-2"))
    assert visit.ids() == [item["puzzle_id"] for item in expected]
    assert not page.locator("#notice").is_visible()
    page.get_by_label("Sort by").select_option(label="most surprising answer")
    assert visit.ids()[0] == max(expected, key=lambda item: item["surprise_share"])["puzzle_id"]


def test_the_page_of_a_puzzle_tells_the_parts_of_its_worth(visit: Visit) -> None:
    item = visit.found.items[0]
    page = visit.go(f"puzzle.html#{item['puzzle_id']}")
    page.locator("article svg").first.wait_for()
    said = page.locator(".parts").inner_text()
    assert all(f"{title}\n{words}" in said for (title, _), (words, _) in parts(item))
    page.keyboard.press("l")
    assert "意外さ" in page.locator(".parts").inner_text()
    page.keyboard.press("l")


def test_an_interest_that_nobody_has_rated_has_no_number(visit: Visit) -> None:
    """Neither on a card that scripts make nor on the puzzle's page; difficulty says what it rests on."""
    item = visit.found.items[0]
    for name in (f"browse.html#id={item['puzzle_id']}", f"puzzle.html#{item['puzzle_id']}"):
        page = visit.go(name)
        page.locator("article svg").first.wait_for()
        fun, hard = page.locator(".scores div").all()
        assert fun.inner_text().split("\n") == ["Interest", "not rated yet"]
        assert fun.locator(".bar").count() == 0
        assert hard.locator("b").inner_text() == f"{item['difficulty']:.1f}"
        assert hard.locator("small").inner_text() == "measured"
        assert "not rated yet" in hard.locator("dt").get_attribute("title")
        page.keyboard.press("l")
        assert "未評価" in fun.inner_text()
        assert "測定値" in hard.inner_text()
        page.keyboard.press("l")


def test_the_box_of_sets_has_those_of_the_chosen_game_in_natural_order(visit: Visit) -> None:
    page = visit.go("browse.html")
    page.locator("article svg").first.wait_for()

    def offered() -> list[str]:
        return [str(option.get_attribute("value")) for option in page.locator("select[name=set] option").all()]

    assert [name for name in offered() if name] == ["tonight", "day", "survey"], "those of all games"
    page.locator("select[name=game]").select_option("tspin")
    curated = [name for name in offered() if name.startswith("curated-")]
    assert curated == ["curated-tsd-2", "curated-donate-2-srs"], "as the game lists its variants"
    assert not [name for name in offered() if "pick" in name or "chain" in name]


def test_an_unknown_filter_is_told(visit: Visit) -> None:
    page = visit.go("browse.html#game=chess&colour=red&sort=oldest&level=easy")
    page.locator("article svg").first.wait_for()
    for line in (
        "None of these puzzles has the game “chess”",
        "cannot be filtered by “colour”",
        "There is no order “oldest”",
    ):
        assert page.locator("#notice").get_by_text(line).is_visible(), line
    easy = [item for item in visit.found.items if item["level"] == "easy"]
    assert page.locator("#count").inner_text().startswith(f"{len(easy)} of "), "what is known still counts"
    visit.go("browse.html#level=easy")
    page.locator("article svg").first.wait_for()
    assert not page.locator("#notice").is_visible()
    for strange in ("constructor=1", "__proto__=1", "sort=toString", "new=7"):
        visit.go(f"browse.html#{strange}")
        page.locator("article svg").first.wait_for()
        assert page.locator("#notice").is_visible(), strange
        assert page.locator("#count").inner_text().startswith(f"{len(visit.found.items)} of "), strange


def test_an_unknown_set_or_no_id_is_told(visit: Visit) -> None:
    item = visit.found.items[0]
    page = visit.go(f"puzzle.html#{item['puzzle_id']}&set=nope")
    page.get_by_text("There is no set “nope” in this release.").wait_for()
    assert page.locator(".alone svg").first.is_visible()
    visit.go("puzzle.html")
    page.get_by_text("The address names no puzzle.").wait_for()


def test_sets_of_all_games_are_offered_as_far_as_they_have_the_chosen_one(visit: Visit) -> None:
    page = visit.go("browse.html#game=tspin")
    page.locator("article svg").first.wait_for()
    (day,) = visit.found.members("day")
    tonight = sum(item["game"] == "tspin" for item in visit.found.members("tonight"))
    offered = page.locator("select[name=set] option").all_inner_texts()
    assert f"Tonight ({tonight})" in offered
    assert any(said.startswith("Puzzle of the day") for said in offered) == (day["game"] == "tspin")


def test_next_stays_in_the_set(visit: Visit) -> None:
    """From tonight's first puzzle, Next leads through all of tonight and says how far one is."""
    page = visit.go("index.html")
    tonight = [item["puzzle_id"] for item in visit.found.members("tonight")]
    page.locator("#tonight article h2 a, #tonight article h3 a").first.click()
    for place, identity in enumerate(tonight, 1):
        page.wait_for_function(f"location.hash.startsWith('#{identity}')")
        page.locator(f"#puzzle-{identity} svg").first.wait_for()
        assert f" {place} / {len(tonight)}" in page.locator(".neighbours").inner_text()
        if place < len(tonight):
            page.get_by_role("link", name="Next").click()
    assert page.get_by_role("link", name="Next").count() == 0


def test_the_rules_of_each_game_are_on_its_pages(visit: Visit) -> None:
    page = visit.go("index.html")
    told = page.locator("#rules .rules")
    assert told.count() == 3, "pick says nothing of itself"
    for block in told.all():
        assert 1 <= block.locator("p").count() <= 2
        assert block.locator("svg").count() == 2, "a puzzle and its answer"
    visit.go("browse.html#game=geister")
    page.locator("#rules").get_by_text("ghost").first.wait_for()
    assert page.locator("#rules svg").first.is_visible()
    item = next(item for item in visit.found.items if item["game"] == "puyo")
    visit.go(f"puzzle.html#{item['puzzle_id']}")
    page.get_by_text("How to play").click()
    assert page.locator("details.rules p").first.is_visible()


def test_a_long_list_is_drawn_as_it_comes_into_view(visit: Visit) -> None:
    page = visit.go("browse.html")
    page.locator("article svg").first.wait_for()
    total = len(visit.found.items)
    drawn = "[...document.querySelectorAll('article .stage')].filter(stage => stage.firstChild).length"
    assert page.locator("article").count() < total
    while (count := page.locator("article").count()) < total:
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        page.wait_for_function("count => document.querySelectorAll('article').length > count", arg=count)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.locator("article").last.locator(".stage svg").wait_for()
    page.wait_for_function(f"{drawn} < {total}")  # what is far away is cleared
    page.evaluate("scrollTo(0, 0)")
    page.locator("article").first.locator(".stage svg").wait_for()


def test_the_keyboard_does_it_all(visit: Visit) -> None:
    page = visit.go("browse.html#set=curated-tsd-2")
    page.locator("article svg").first.wait_for()
    page.keyboard.press("j")
    page.keyboard.press("j")
    card = page.locator("article").nth(1)
    assert page.evaluate("document.activeElement.id") == card.get_attribute("id")
    page.keyboard.press("ArrowRight")
    assert card.get_attribute("data-step") is None, "no step reveals an answer that was not asked for"
    page.keyboard.press("Enter")
    card.locator(".steps").wait_for()
    page.keyboard.press("ArrowRight")
    assert card.get_attribute("data-step") == "2"
    page.keyboard.press("ArrowLeft")
    assert card.get_attribute("data-step") == "1"
    page.keyboard.press("Space")
    assert card.get_attribute("data-step") is None
    page.keyboard.press("k")
    assert page.evaluate("document.activeElement.id") == page.locator("article").first.get_attribute("id")
    page.keyboard.press("?")
    assert page.get_by_role("dialog").is_visible()
    page.keyboard.press("Escape")
    assert not page.get_by_role("dialog").is_visible()
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.name") == "set"
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    page.keyboard.press("o")
    page.wait_for_url("**/puzzle.html#*")


def test_a_permalink_shows_all_of_a_puzzle(visit: Visit) -> None:
    item = next(item for item in visit.found.items if item["game"] == "tspin")
    identity = item["puzzle_id"]
    page = visit.go(f"puzzle.html#{identity}")
    page.locator(".alone svg").first.wait_for()
    assert page.title().startswith("T-spin Double, two pieces")
    assert page.get_by_text("because of <few> gaps").is_visible()
    assert page.get_by_text(item["why"]).is_visible()
    assert page.locator(".warn").is_visible()
    theme = item["themes"].split()[0] if item["themes"] else None
    assert theme is None or not page.locator(".hint dl").is_visible(), "themes are a hint"
    told = page.get_by_text("because of <many> near misses")
    assert not told.is_visible(), "so is what tells of the answer"
    page.get_by_text("Hint").first.click()
    assert told.is_visible()
    assert not page.get_by_text("with the answer").first.is_visible()
    assert (
        page.get_by_role("link", name="fumen", exact=True)
        .get_attribute("href")
        .startswith("https://fumen.zui.jp/?v115@")
    )
    page.get_by_text("Report this puzzle").click()
    assert page.get_by_text(f"release {visit.found.name}, puzzle {identity}:").is_visible()
    assert page.get_by_text(f'tsume withdraw {identity} --why "..."').is_visible()
    page.get_by_text("Copy as").click()
    assert json.loads(page.locator(".copy code").filter(has_text='"board"').first.inner_text()) == json.loads(
        item["puzzle"]
    )
    page.get_by_role("button", name="Show the answer").click()
    page.locator(".steps").wait_for()
    assert page.get_by_text("with the answer").first.is_visible()
    page.get_by_role("link", name="Next").click()
    page.wait_for_function(f"location.hash !== '#{identity}' && !document.querySelector('[data-step]')")
    visit.go("puzzle.html#0000")
    page.get_by_text("There is no puzzle 0000").wait_for()


def test_every_game_can_be_played(visit: Visit) -> None:
    for game in ("puyo", "geister", "pick"):
        item = next(item for item in visit.found.items if item["game"] == game)
        page = visit.go(f"puzzle.html#{item['puzzle_id']}")
        page.get_by_role("button", name="Show the answer").click()
        page.locator(".steps").wait_for()
        end = page.get_by_role("button", name="To the end")
        if end.is_enabled():
            end.click()
        assert end.is_disabled()
        assert page.locator(".alone .stage svg").is_visible()


def test_japanese(visit: Visit) -> None:
    page = visit.go("index.html")
    english = page.get_by_text("Puzzles cut out of games")
    assert english.is_visible()
    page.get_by_role("button", name="日本語").click()
    assert not english.is_visible()
    assert page.get_by_text("ゲームから生まれた詰め問題").is_visible()
    assert page.title().startswith("今夜")
    visit.go("browse.html#game=tspin")
    page.locator("article svg").first.wait_for()
    assert page.get_attribute("html", "lang") == "ja", "it is remembered"
    assert "詰めTスピン" in page.locator("select[name=game]").inner_text()
    card = page.locator("article").first
    card.get_by_role("button", name="解答を見る").click()
    card.locator(".steps").wait_for()
    shown = page.locator("main").inner_text()
    for word in ("Show the answer", "Interest", "easy", "near misses"):
        assert word not in shown
    assert not card.locator(".stage g[lang=en]").first.is_visible()
    assert card.locator(".stage g[lang=ja]").first.is_visible()
    assert "手目" in page.locator("article .stage title").first.text_content()
    assert page.locator("[data-box=goal] > span").inner_text() == "目標", "the words of the chosen game"
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    assert page.get_attribute("html", "lang") == "en"
    assert "T-spin puzzles" in page.locator("select[name=game]").inner_text()


def test_dark(visit: Visit) -> None:
    page = visit.go("index.html")

    def brightness() -> int:
        return int(page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0]"))

    assert brightness() > 200
    page.get_by_role("button", name="Light or dark").click()
    assert brightness() < 40
    visit.go("night.html")
    assert brightness() < 40, "it is remembered"
    page.keyboard.press("d")
    assert brightness() > 200
    page.emulate_media(color_scheme="dark")
    visit.go("index.html")
    assert brightness() > 200, "the switch overrules the system"
    page.evaluate("localStorage.clear()")
    visit.go("index.html")
    assert brightness() < 40
    visit.go("print.html")
    assert (
        page.locator(".paper").first.evaluate("paper => getComputedStyle(paper).backgroundColor")
        == "rgb(255, 255, 255)"
    )


@pytest.mark.parametrize(
    "name",
    ["index.html", "browse.html#game=tspin", "night.html", "print.html", "models.html", "watch.html", "puzzle"],
)
def test_it_fits_a_phone(visit: Visit, name: str) -> None:
    name = f"puzzle.html#{visit.found.items[0]['puzzle_id']}" if name == "puzzle" else name
    visit.page.set_viewport_size({"width": 360, "height": 740})
    page = visit.go(name)
    if name.startswith(WITH_CARDS):
        page.locator(".ask").first.click()
        page.locator(".steps").first.wait_for()
    page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("css_size", [True, False])
def test_the_sheet_prints_six_a_page(visit: Visit, tmp_path: Path, css_size: bool) -> None:
    """Twelve puzzles of all games: two pages of them and two of answers, none cut off."""
    given = list(given_items())
    found = edition(items("tspin", "tsd-2", 12 - len(given)), given)
    assert len({item["game"] for item in found.items}) == 3
    write_site(tmp_path, replace(found, sets=()))  # without a set for tonight, twelve are shown
    page = visit.page
    page.goto((tmp_path / "print.html").as_uri())
    assert [side.locator("figure").count() for side in page.locator(".paper").all()] == [6, 6, 6, 6]
    form = {"prefer_css_page_size": True} if css_size else {"format": "A4"}
    assert page.pdf(**form).count(b"/Type /Page\n") == 4
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 711, "height": 1000})  # A4 within its margins
    for figure in page.locator("figure").all():
        assert figure.evaluate("one => one.scrollHeight <= one.clientHeight + 1"), figure.inner_text()
        assert figure.locator("> svg").bounding_box()["height"] > 100, "large enough to read"


def test_a_missing_file_is_told(visit: Visit, tmp_path: Path) -> None:
    write_site(tmp_path, visit.found)
    for path in tmp_path.glob("gallery/tspin-*.js"):
        path.unlink()
    identity = next(item["puzzle_id"] for item in visit.found.items if item["game"] == "tspin")
    visit.page.goto(f"{(tmp_path / 'puzzle.html').as_uri()}#{identity}")
    visit.page.get_by_text("drawings cannot be read").wait_for()
    visit.complaints.clear()  # the browser says so too
