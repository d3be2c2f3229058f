"""What fingers and keys do to the board, input by input."""

from __future__ import annotations

from typing import Any

import pytest

from tests.player.pages.conftest import PHONE, Live, Visit
from tests.player.pages.hands import HELD, Table

pytestmark = pytest.mark.browser

FINGER = """([kind, x, y, time]) => {
  const board = document.querySelector(".table .board");
  const event = new PointerEvent(kind, { pointerId: 1, pointerType: "touch", isPrimary: true, bubbles: true,
                                         clientX: x, clientY: y, button: kind === "pointermove" ? -1 : 0 });
  Object.defineProperty(event, "timeStamp", { value: time });
  board.setPointerCapture = () => {};
  board.dispatchEvent(event);
}"""


def held(table: Table) -> list[list[float]]:
    """The cells of the piece as it is held."""
    found: list[list[float]] = sorted(table.page.evaluate(HELD))
    return found


def finger(table: Table, *places: tuple[float, float, float]) -> None:
    """A finger goes down, along these places at these times, and up."""
    kinds = ["pointerdown", *["pointermove"] * (len(places) - 1)]
    for kind, place in zip(kinds, places, strict=True):
        table.page.evaluate(FINGER, [kind, *place])
    table.page.evaluate(FINGER, ["pointerup", *places[-1]])


def cell(table: Table) -> float:
    """Pixels of a cell."""
    return table.spot(1, 0)[0] - table.spot(0, 0)[0]


def shifted(cells: list[list[float]], columns: int) -> list[list[float]]:
    return [[x + columns, y] for x, y in cells]


def test_a_piece_goes_as_far_as_the_finger(visit: Visit) -> None:
    table = visit(**PHONE).page().play("practice", game="tspin", category="tsd-1")
    x, y = table.spot(5, 3)
    before, size = held(table), cell(table)
    finger(table, (x, y, 0), (x - 1.2 * size, y, 100), (x - 2.1 * size, y, 200))
    assert held(table) == shifted(before, -2)
    finger(table, (x, y, 1000), (x + 1.1 * size, y, 1100))
    assert held(table) == shifted(before, -1)
    assert table.told["position"]["moves"] == []


def test_a_tap_turns_to_the_side_that_was_tapped(visit: Visit) -> None:
    table = visit(**PHONE).page().play("practice", game="puyo")
    before = held(table)
    right, left = table.spot(5, 3), table.spot(0, 3)
    finger(table, (*right, 0))
    turned = held(table)
    assert turned != before
    finger(table, (*left, 1000))
    assert held(table) == before
    table.page.keyboard.press("x")
    assert held(table) == turned
    table.page.keyboard.press("z")
    assert held(table) == before


def test_a_short_touch_never_drops_and_a_flick_does(visit: Visit) -> None:
    table = visit(**PHONE).page().play("practice", game="puyo")
    x, y = table.spot(3, 2)
    finger(table, (x, y, 0), (x, y + 30, 40))
    finger(table, (x, y, 1000), (x + 25, y + 35, 1030))
    assert table.told["position"]["moves"] == []
    finger(table, (x, y, 2000), (x, y + 60, 2040), (x, y + 120, 2080))
    table.page.wait_for_selector(".play:not([data-waiting])[data-moves='1']")


def test_down_goes_down_where_it_leads_anywhere_and_undo_asks_nobody(visit: Visit, live: Live) -> None:
    table = visit().page().play("practice", game="tspin", category="tsd-2")
    steer = table.told["position"]["steer"]
    assert all(hold[4][4] < 0 for hold in steer["holds"]), "drops only"
    before = held(table)
    table.page.keyboard.press("ArrowDown")
    assert held(table) == before
    table.make(live.answer_to(table.told["puzzle_id"])[0])
    sent: list[str] = []
    table.page.on("request", lambda request: sent.append(request.url))
    table.page.keyboard.press("Backspace")
    table.page.wait_for_selector(".play[data-moves='0']")
    assert held(table) == before
    assert sent == []


def test_the_keys_of_the_browser_stay_its_own(visit: Visit) -> None:
    table = visit().page().play("practice", game="tspin", category="tsd-2")
    before = held(table)
    for keys in (["ctrlKey", "ArrowLeft"], ["altKey", "ArrowLeft"], ["metaKey", "z"]):
        table.page.evaluate(
            """([held, key]) => dispatchEvent(new KeyboardEvent("keydown", { key, [held]: true }))""",
            keys,
        )
    assert held(table) == before


def test_a_held_key_moves_once_for_each_press_of_ours_not_of_the_system(visit: Visit) -> None:
    """Repeats of the system are passed over: the page repeats at its own pace."""
    table = visit().page().play("practice", game="tspin", category="tsd-1")
    before = held(table)
    table.page.evaluate(
        """() => { for (const repeat of [false, true, true, true])
        dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", repeat }));
        dispatchEvent(new KeyboardEvent("keyup", { key: "ArrowLeft" })); }"""
    )
    assert held(table) == shifted(before, -1)


def test_a_ghost_is_dragged_and_what_is_not_legal_is_said_gently(visit: Visit, live: Live) -> None:
    table = visit().page().play("practice", game="geister")
    pick = table.told["position"]["pick"]["choices"]
    move = live.answer_to(table.told["puzzle_id"])[0]
    choice: Any = next(one for one in pick if one["move"] == move)
    own = {tuple(one["from"]) for one in pick}
    ends = {tuple(one["to"]) for one in pick if one["from"] == choice["from"]}
    far = next((x, y) for x in range(6) for y in range(6) if (x, y) not in own | ends)
    mouse = table.page.mouse
    mouse.move(*table.spot(*choice["from"]))
    mouse.down()
    mouse.move(*table.spot(*far))
    mouse.up()
    table.page.get_by_text("That does not go here.").wait_for()
    assert table.told["position"]["moves"] == []
    mouse.move(*table.spot(*choice["from"]))
    mouse.down()
    assert table.page.locator(".board .targets :is(.target, .take, .exit)").count() == len(ends)
    mouse.move(*table.spot(*choice["to"]))
    mouse.up()
    table.page.wait_for_selector(".play:not([data-waiting])[data-moves='2']")
    assert table.told["position"]["moves"][0] == move
