"""Playing on the page as people do: with keys, with buttons, with fingers on the board."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

KEYS = ("ArrowLeft", "ArrowRight", "ArrowUp", "z", "ArrowDown")  # what the keys of a hold are on a keyboard
PADS = ("left", "right", "clockwise", "counterclockwise", "down")  # and on a phone
MOST_WAYS = 50  # in which a piece is brought to its place
HELD = """() => [...document.querySelectorAll(".board .held .cell")]
  .map(cell => cell.getAttribute("transform").match(/-?[\\d.]+/g).map(Number))"""
AT_SPOT = """([x, y]) => {
  const board = document.querySelector(".table .board");
  const point = new DOMPoint(x + .5, y + .5).matrixTransform(board.getScreenCTM());
  return [point.x, point.y];
}"""


@dataclass
class Table:
    """A page on which something is played."""

    page: Any
    base: str
    answer_to: Callable[[str], list[Any]]  # the moves that solve a puzzle, by its id

    def go(self, path: str) -> Table:
        self.page.goto(self.base + path)
        self.page.wait_for_selector("body[data-ready]")
        return self

    def play(self, mode: str, **wish: Any) -> Table:
        query = "&".join(f"{name}={value}" for name, value in {"mode": mode, **wish}.items())
        return self.go(f"/play?{query}").at_table()

    def at_table(self) -> Table:
        self.page.wait_for_selector(".play[data-state=open]")
        return self

    # What is on the table.

    @property
    def told(self) -> Any:
        """The attempt as the page knows it."""
        return json.loads(self.page.evaluate("localStorage.getItem('tsume-attempts')"))[0]

    @property
    def attempt(self) -> str:
        return str(self.told["attempt"])

    @property
    def state(self) -> str:
        return str(self.page.get_attribute(".play", "data-state"))

    def until(self, state: str) -> None:
        self.page.wait_for_selector(f".play[data-state={state}]:not([data-waiting])")

    # What hands do.

    def solve(self, touch: bool = False) -> None:
        """Play the answer."""
        while self.state == "open":
            told = self.told
            moves, answer = told["position"]["moves"], self.answer_to(told["puzzle_id"])
            assert moves == answer[: len(moves)], "the defender plays the line"
            self.make(answer[len(moves)], touch)
        self.until("solved")

    def fail(self, touch: bool = False) -> None:
        """Play anything but the answer."""
        while self.state == "open":
            told = self.told
            position, answer = told["position"], self.answer_to(told["puzzle_id"])
            right = answer[len(position["moves"]) : len(position["moves"]) + 1]
            choices = [one["move"] for one in (position["steer"] or {}).get("rests") or position["pick"]["choices"]]
            self.make(next((move for move in choices if [move] != right), choices[0]), touch)
        assert self.state in ("missed", "over")

    def make(self, move: Any, touch: bool = False) -> None:
        """Make one move, and wait until the page has the reply."""
        position = self.told["position"]
        if position["steer"]:
            self.steer(position["steer"], move, touch)
        else:
            choice = next(one for one in position["pick"]["choices"] if one["move"] == move)
            (self.tap_both if touch else self.walk)(choice, position["pick"]["choices"][0]["from"])
        self.page.wait_for_selector(f".play:not([data-waiting]):not([data-moves='{len(position['moves'])}'])")

    def steer(self, steer: Any, move: Any, touch: bool) -> None:
        """Bring the piece there and drop it. On a busy machine a press may last so long that the page repeats it:
        then the piece went too far and is brought back."""
        hold = steer["start"]
        for _ in range(MOST_WAYS):
            way, end = way_to(steer, move, hold)
            for key in way:
                if touch:
                    self.page.locator(f"[data-pad={PADS[key]}]").tap()
                else:
                    self.page.keyboard.press(KEYS[key])
            held = self.page.evaluate(HELD)
            if held == held_at(steer, end):
                break
            hold = next(at for at in range(len(steer["holds"])) if held_at(steer, at) == held)
        else:
            raise AssertionError("the piece does not stay where it was brought")
        if touch:
            self.page.locator("[data-pad=drop]").tap()
        else:
            self.page.keyboard.press("Space")

    def spot(self, x: int, y: int) -> tuple[float, float]:
        """The middle of a cell on the screen."""
        left, top = self.page.evaluate(AT_SPOT, [x, y])
        return left, top

    def tap_both(self, choice: Any, _: Any) -> None:
        for spot in (choice["from"], choice["to"]):
            self.page.touchscreen.tap(*self.spot(*spot))

    def walk(self, choice: Any, at: list[int]) -> None:
        """With the cursor, which begins at the first thing that can be moved."""
        self.page.keyboard.press("Escape")
        if cursor := self.page.evaluate(CURSOR):
            at = cursor
        else:
            self.page.keyboard.press("ArrowUp")
        for spot in (choice["from"], choice["to"]):
            across, down = spot[0] - at[0], spot[1] - at[1]
            for _ in range(abs(across)):
                self.page.keyboard.press("ArrowRight" if across > 0 else "ArrowLeft")
            for _ in range(abs(down)):
                self.page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
            self.page.keyboard.press("Enter")
            at = spot


CURSOR = """() => {
  const cursor = document.querySelector(".board .cursor rect");
  return cursor && ["x", "y"].map(name => Math.floor(Number(cursor.getAttribute(name))));
}"""


def held_at(steer: Any, hold: int) -> list[list[float]]:
    """The cells of the piece in a hold, in the order in which the page draws them."""
    shape, x, y = steer["holds"][hold][:3]
    return [[x + dx, y + dy] for dx, dy, _ in steer["shapes"][shape]]


def way_to(steer: Any, move: Any, start: int) -> tuple[list[int], int]:
    """The fewest keys that lead from one hold to another from which a drop makes this move; and that hold."""
    rest = next(index for index, one in enumerate(steer["rests"]) if one["move"] == move)
    came: dict[int, list[int]] = {start: []}
    waiting = deque(came)
    while waiting:
        hold = waiting.popleft()
        if steer["holds"][hold][3] == rest:
            return came[hold], hold
        for key, to in enumerate(steer["holds"][hold][4]):
            if to >= 0 and to not in came:
                came[to] = [*came[hold], key]
                waiting.append(to)
    raise AssertionError("no keys lead there")
