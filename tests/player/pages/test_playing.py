"""Every mode of every game, solved and missed, by keyboard and by touch; and what was written down of it."""

from __future__ import annotations

from typing import Any

import pytest

from player.modes import MODES, Mode
from tests.player.pages.conftest import DESK, PHONE, Live, Visit
from tests.player.pages.hands import Table

pytestmark = pytest.mark.browser

GAMES = ("tspin", "puyo", "geister")
WAYS = {"keys": DESK, "touch": PHONE}
CHAIN = {"game": "puyo", "set": "curated-chain-2x3", "position": 1}
ARRIVED = 400  # milliseconds after which a result takes fingers
PLAYED = [mode for mode in MODES.values() if mode.kind != "look"]


def wish(live: Live, mode: Mode, game: str) -> dict[str, Any]:
    """What names a puzzle of a game in a mode. The release has some for every mode."""
    for shelf in live.service.stock.view().of_kinds(mode.sets):
        for place, puzzle in enumerate(shelf.puzzles, 1):
            if puzzle.game == game:
                return {"game": game} | ({"set": shelf.name, "position": place} if mode.kind == "choose" else {})
    raise AssertionError(f"nothing of {game} in {mode.name}")


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", WAYS)
def test_every_mode_is_played_to_failure_and_to_success(visit: Visit, live: Live, way: str, game: str) -> None:
    """Somebody new in each mode, so that none has seen what another asks."""
    for mode in PLAYED:
        play_both(visit(**WAYS[way]).page(), live, mode, wish(live, mode, game), way == "touch")


def play_both(table: Table, live: Live, mode: Mode, asked: dict[str, Any], touch: bool) -> None:
    if missed_in(table, live, mode, asked, touch):
        return
    table.play(mode.name, **asked).solve(touch)
    ended = live.last(table.attempt, "ended")
    assert (ended["how"], ended["solved"]) == ("solved", True)
    assert live.kinds(table.attempt)[0] == "began"
    assert live.last(table.attempt, "tried")["moves"] == live.answer_to(table.told["puzzle_id"])
    table.page.get_by_role("heading", name="Solved!").wait_for()


def missed_in(table: Table, live: Live, mode: Mode, asked: dict[str, Any], touch: bool) -> bool:
    """Miss a puzzle; what a mode allows then. Whether there is no second puzzle to be solved."""
    table.play(mode.name, **asked).fail(touch)
    attempt = table.attempt
    assert live.last(attempt, "tried")["solved"] is False
    if mode.tries == 1:
        assert live.last(attempt, "ended")["how"] == "failed"
        return False
    assert "ended" not in live.kinds(attempt)
    again = table.page.get_by_role("button", name="Again")
    if touch:
        again.tap()
    else:
        table.page.keyboard.press("r")
    table.until("open")
    assert table.told["position"]["moves"] == []
    table.solve(touch)
    assert [event.body["solved"] for event in live.events(attempt) if event.kind == "tried"] == [False, True]
    assert live.last(attempt, "ended")["tries"] == 2
    return True


def test_the_result_says_what_is_known_and_what_nobody_has_said(visit: Visit, live: Live) -> None:
    asked = wish(live, MODES["curated"], "tspin")
    assert asked
    table = visit().page()
    table.play("curated", **asked).solve()
    given = table.page.locator(".panel .given")
    given.wait_for()
    assert given.inner_text().split("\n")[1:] == [
        "Difficulty: measured on the puzzle and its answer, not rated yet",
        "Interest: not rated yet",
    ]
    table.page.keyboard.press("l")
    assert given.inner_text().split("\n")[1:] == ["難しさ：問題と解答から測った値（未評価）", "面白さ：未評価"]


def test_a_finger_that_is_late_presses_nothing_that_comes_up_under_it(visit: Visit, live: Live) -> None:
    """Whoever goes on tapping while a chain runs skips it. The result is not pressed by that. The clock stands still
    while the finger taps."""
    table = stopped(visit(**PHONE, reduced_motion="no-preference").page())
    table.play("curated", **CHAIN)
    attempt = table.attempt
    *before, last = live.answer_to(table.told["puzzle_id"])
    for move in before:
        table.make(move, True)
    table.steer(table.told["position"]["steer"], last, True)
    box = table.page.locator(".pads").bounding_box()
    table.page.locator(".said", has_text=f"{len(before) + 1}. ").wait_for()
    assert table.state == "open", "the chain runs"
    for across in (0.1, 0.3, 0.5, 0.7, 0.9):
        table.page.touchscreen.tap(box["x"] + across * box["width"], box["y"] + box["height"] / 2)
    table.page.locator(".panel.arriving").get_by_role("heading", name="Solved!").wait_for()
    table.page.clock.run_for(ARRIVED)
    table.page.locator(".panel:not(.arriving)").wait_for()
    assert table.attempt == attempt
    with table.page.expect_response("**/rating"):
        table.page.get_by_role("button", name="Liked it, next").tap()
    assert live.kinds(attempt) == ["began", "tried", "ended", "rated"], "rated once, by the last of the taps"


def test_a_press_that_began_before_the_result_came_is_none_of_it(visit: Visit, live: Live) -> None:
    """However long it lasts."""
    table = visit().page()
    asked = wish(live, MODES["curated"], "tspin")
    table.play("curated", **asked)
    puzzle = table.told["puzzle_id"]
    table.solve()
    button = table.page.get_by_role("button", name="Liked it, next")
    button.wait_for()
    place = button.bounding_box()
    table.play("curated", **asked)
    assert table.told["puzzle_id"] == puzzle
    table.page.mouse.move(place["x"] + 5, place["y"] + 5)
    table.page.mouse.down()
    table.solve()
    table.page.locator(".panel:not(.arriving)").wait_for()
    table.page.mouse.up()
    attempt = table.attempt
    with table.page.expect_response("**/rating"):
        table.page.mouse.down()
        table.page.mouse.up()
    assert live.kinds(attempt) == ["began", "tried", "ended", "rated"], "rated once, by the press that began on it"


def stopped(table: Table) -> Table:
    """A page whose clock goes on only when the test says so."""
    table.page.clock.install(time=0)
    table.page.clock.pause_at(1000)
    return table


@pytest.mark.usefixtures("unhurried")
def test_where_nothing_is_left_the_page_says_so(visit: Visit) -> None:
    visitor = visit()
    visitor.expected += ["404"]
    table = visitor.page().play("survey", game="puyo")
    table.page.get_by_role("button", name="I did not").click()
    table.page.locator(".opinions").wait_for()
    page = table.go("/play?mode=survey&game=puyo").page
    page.get_by_text("You have answered all").wait_for()
    page.get_by_role("main").get_by_role("link", name="Home").click()
    page.wait_for_selector("body[data-ready=home]")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", WAYS)
def test_flash_goes_on_by_itself_and_counts_what_was_seen(visit: Visit, live: Live, way: str, game: str) -> None:
    page = stopped(visit(**WAYS[way]).page()).page

    def press(name: str) -> None:
        if way == "touch":
            page.get_by_role("button", name=name).tap()
        else:
            page.keyboard.press(" ")

    page.goto(f"{live.base}/play?mode=flash&game={game}")
    page.get_by_text("Problem", exact=True).wait_for()
    for number in (1, 2):
        page.clock.run_for(2100)
        page.get_by_text(f"{number} seen").wait_for()
        page.get_by_text("Its answer").wait_for()
        page.clock.run_for(1100)
        page.get_by_text("Problem", exact=True).wait_for()
    press("Pause")
    page.get_by_role("button", name="Go on").wait_for()
    page.clock.run_for(5000)
    page.get_by_text("Problem", exact=True).wait_for()
    assert page.get_by_text("2 seen").is_visible()
    press("Go on")
    page.get_by_role("button", name="Pause").wait_for()
    page.clock.run_for(2100)
    page.get_by_text("3 seen").wait_for()
    tokens = page.evaluate("JSON.parse(localStorage.getItem('tsume-attempts')).map(one => one.attempt)")
    assert [live.last(one, "ended")["how"] for one in tokens] == ["seen"] * 3
    assert {live.events(one)[0].body["game"] for one in tokens} == {game}


def test_whoever_leaves_flash_during_an_answer_leaves_nothing_open(visit: Visit, live: Live) -> None:
    """The next problem begins after the answer: one that nobody was shown does not count as seen."""
    page = stopped(visit().page()).page
    begun: list[str] = []
    page.on("request", lambda asked: begun.append(asked.url) if asked.url.endswith("/api/attempts") else None)
    page.goto(f"{live.base}/play?mode=flash&game=tspin")
    page.get_by_text("Problem", exact=True).wait_for()
    page.clock.run_for(2100)
    page.get_by_text("Its answer").wait_for()
    page.get_by_role("link", name="Enough").click()
    page.wait_for_selector("body[data-ready=mode]")
    assert len(begun) == 1


def test_a_run_ends_with_its_result(visit: Visit, live: Live) -> None:
    table = visit().page().play("streak", game="tspin")
    run = table.told["run"]["id"]
    table.solve()
    table.page.keyboard.press("Enter")
    table.page.wait_for_selector(".play[data-state=open]")
    assert (table.told["run"]["id"], table.told["run"]["number"]) == (run, 2)
    table.fail()
    table.page.get_by_role("button", name="See the result").click()
    table.page.get_by_role("heading", name="1 in a row").wait_for()


@pytest.mark.usefixtures("unhurried")
def test_what_a_player_thinks_is_written_down(visit: Visit, live: Live) -> None:
    table = visit().page().play("curated", game="tspin")
    attempt = table.attempt
    table.solve()
    table.page.get_by_role("button", name="Meh, next").click()
    table.page.wait_for_selector(".play[data-state=open]")
    assert table.attempt != attempt
    table.play("survey", game="tspin")
    attempt = table.attempt
    table.page.get_by_role("button", name="I did not").click()
    for name, value in (("interest", 4), ("difficulty", 2)):
        table.page.locator(f"label:has(input[name={name}][value='{value}'])").click()
    table.page.get_by_label("A comment").fill("<img src=x onerror=alert(1)>")
    table.page.get_by_role("button", name="Send, and see the answer").click()
    table.page.locator(".replay").wait_for()
    rated = live.last(attempt, "rated")
    assert (rated["interest"], rated["difficulty"], rated["asked"]) == (4, 2, "before")
    assert live.last(attempt, "said")["solved"] is False


@pytest.mark.parametrize("mode", ["curated", "streak", "training"])
def test_interest_and_difficulty_can_be_given_after_a_solve(visit: Visit, live: Live, mode: str) -> None:
    table = visit().page().play(mode, **wish(live, MODES[mode], "tspin"))
    table.solve()
    table.page.get_by_text("Rate this puzzle").click()
    for name, value in (("interest", 5), ("difficulty", 1)):
        table.page.locator(f"label:has(input[name={name}][value='{value}'])").click()
    with table.page.expect_response("**/rating"):
        table.page.get_by_role("button", name="Send", exact=True).click()
    rated = live.last(table.attempt, "rated")
    assert (rated["interest"], rated["difficulty"]) == (5, 1)
    if mode == "curated":
        assert rated["asked"] == "before", "the answer is never shown"


def test_a_hint_and_giving_up(visit: Visit, live: Live) -> None:
    table = visit().page().play("practice", game="tspin", category="tsd-2")
    table.page.keyboard.press("h")
    table.page.get_by_text("It is about").or_(table.page.get_by_text("The first move")).wait_for()
    table.page.get_by_role("button", name="Give up").click()
    table.until("over")
    assert live.last(table.attempt, "ended")["how"] == "given up"
    assert "hinted" in live.kinds(table.attempt)


def test_my_page_carries_over_and_forgets(visit: Visit, live: Live) -> None:
    table = stopped(visit().page())  # what is said for a moment stays
    table.play("practice", game="tspin").solve()
    page = table.go("/me").page
    page.get_by_label("Nickname").fill("<script>alert(1)</script>")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    page.get_by_role("button", name="Get a code").click()
    code = page.locator(".code code").inner_text()
    other = visit().page().go("/me").page
    other.get_by_label("Code from another device").fill(code)
    other.get_by_role("button", name="Carry over").click()
    other.get_by_role("heading", name="<script>alert(1)</script>").wait_for()
    assert other.locator(".numbers dd").first.inner_text() == "1"
    other.get_by_role("button", name="Delete my data").click()
    other.locator("dialog[open]").get_by_role("button", name="Delete my data").click()
    other.wait_for_selector("body[data-ready=home]")
    other.goto(f"{live.base}/me")
    other.get_by_role("heading", name="My page").wait_for()
    assert other.locator(".numbers dd").first.inner_text() == "0"


def test_a_chain_plays_round_by_round_until_somebody_is_in_a_hurry(visit: Visit, live: Live) -> None:
    """The clock stands still: moments go on when it runs, or all at once when a key is pressed."""
    puzzle = next(one for one in live.service.stock.view().by_game["puyo"] if one.variant == "chain-2x3")
    for hurry in (False, True):
        table = stopped(visit(reduced_motion="no-preference").page())
        table.play("practice", game="puyo", puzzle_id=puzzle.puzzle_id)
        first, last = live.answer_to(puzzle.puzzle_id)
        table.make(first)
        table.steer(table.told["position"]["steer"], last, False)
        table.page.locator(".said", has_text="2. ").wait_for()
        assert table.state == "open"
        if hurry:
            table.page.keyboard.press("ArrowLeft")
        else:
            table.page.clock.run_for(5000)
        table.until("solved")


def test_time_runs_out(visit: Visit, live: Live) -> None:
    table = stopped(visit().page())
    table.play("test", game="tspin")
    table.page.clock.run_for(25_000)
    assert table.state == "open"
    assert table.page.locator(".runhead.low").is_visible()
    table.page.clock.run_for(6_000)
    table.page.get_by_role("heading", name="Time is up").wait_for()
    assert live.last(table.attempt, "ended")["how"] == "out of time"
    assert table.page.get_by_role("button", name="See the answer").count() == 0


def test_flash_that_is_paused_has_the_rest_of_its_time_left(visit: Visit, live: Live) -> None:
    page = stopped(visit().page()).page
    page.goto(f"{live.base}/play?mode=flash&game=tspin")
    page.get_by_text("Problem", exact=True).wait_for()
    for seen, (stop, go_on) in enumerate(((press_space, press_space), (hide, show))):
        page.clock.run_for(300)
        stop(page)
        page.clock.run_for(5000)
        go_on(page)
        page.clock.run_for(1500)
        assert page.locator(".count").inner_text() == (f"{seen} seen" if seen else "")
        assert page.get_by_text("Problem", exact=True).is_visible()
        page.clock.run_for(300)
        page.get_by_text("Its answer").wait_for()
        page.clock.run_for(1100)
        page.get_by_text("Problem", exact=True).wait_for()


def press_space(page: Any) -> None:
    page.keyboard.press(" ")


def hide(page: Any, hidden: bool = True) -> None:
    """As if another tab were looked at."""
    page.evaluate(
        "hidden => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });"
        " document.dispatchEvent(new Event('visibilitychange')); }",
        hidden,
    )


def show(page: Any) -> None:
    hide(page, False)


def test_a_streak_asks_how_one_liked_each_problem(visit: Visit, live: Live) -> None:
    table = visit().page().play("streak", game="tspin")
    first = table.attempt
    table.solve()
    with table.page.expect_response("**/rating"):
        table.page.get_by_role("button", name="Liked it, next").click()
    table.page.wait_for_selector(".play[data-state=open]")
    assert live.last(first, "rated")["liked"] is True
    table.fail()
    table.page.get_by_role("button", name="Meh", exact=True).click()
    table.page.get_by_text("Thank you").wait_for()
    assert live.last(table.attempt, "rated")["liked"] is False
    table.page.get_by_role("button", name="See the result").click()
    table.page.get_by_role("heading", name="1 in a row").wait_for()
