"""The stock follows the releases: new ones, damaged ones, withdrawn puzzles, puzzles that left."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import date

import pyarrow.parquet as pq
import pytest

from assets.release.edition import Edition
from player.stock.puzzles import puzzles_of
from player.stock.stock import Stock
from tests.player.small import GAME, night_after, small_edition, write_release
from warehouse.home import Home
from warehouse.releases import published_releases
from warehouse.withdrawals import withdraw

pytestmark = pytest.mark.usefixtures("smallest")


class Looked:
    """A stock with a clock that the test winds."""

    def __init__(self, home: Home) -> None:
        self.time = 0.0
        self.stock = Stock(home, clock=lambda: self.time, beside=False)

    def later(self) -> Stock:
        self.time += 2.0
        return self.stock


def test_an_empty_root_has_nothing(root: Home) -> None:
    stock = Stock(root)
    assert (stock.view().puzzles, stock.sets(), stock.calendar(), stock.view().games()) == ({}, [], (), [])
    assert stock.puzzle("0" * 16) is None
    assert stock.set("tonight") is None


def test_a_view_has_what_the_release_has(root: Home, first: Edition) -> None:
    view = Stock(root).view()
    assert view.release == first.name
    assert list(view.puzzles) == [item["puzzle_id"] for item in first.items]
    for item in first.items:
        found = view.puzzles[item["puzzle_id"]]
        assert (found.game, found.variant, found.level) == (GAME, item["variant"], item["level"])
        assert (found.difficulty, found.moves_needed) == (item["difficulty"], 2)
        assert " ".join(found.themes) == item["themes"]
        assert found.puzzle["game"] == GAME
        assert sum(int(found.puzzle["digits"][place]) for place in found.solution) == found.puzzle["total"]
        assert found.title == ("Pick two of 8", "Pick two of 8")
    for name, shelf in view.sets.items():
        assert [one.puzzle_id for one in shelf.puzzles] == [item["puzzle_id"] for item in first.members(name)]


def test_what_predictions_rest_on_is_known_of_old_releases_too(root: Home) -> None:
    """Those lack the column, or have it without a word."""
    made = small_edition(4)
    said = ("measured", None, "players", None)
    whose = ("simulated", "simulated", "players", "survey")
    items = [
        item | {"provenance": one, "difficulty_provenance": other}
        for item, one, other in zip(made.items, whose, said, strict=True)
    ]
    folder = write_release(root, replace(made, items=items))
    view = Stock(root).view()
    assert [view.puzzles[item["puzzle_id"]].provenance for item in items] == list(whose)
    found = [view.puzzles[item["puzzle_id"]].difficulty_provenance for item in items]
    assert found == ["measured", "simulated", "players", "survey"]
    states = [view.puzzles[item["puzzle_id"]].interest_state for item in items]
    assert states == ["not rated yet", "not rated yet", "few ratings", "few ratings"], "nobody is trusted yet"
    table = pq.read_table(folder / "puzzles.parquet").drop_columns("difficulty_provenance")
    pq.write_table(table, folder / "puzzles.parquet")
    (release,) = published_releases(root)
    old = puzzles_of(release)
    assert [old[item["puzzle_id"]].difficulty_provenance for item in items] == list(whose)


def test_categories_and_themes_count_every_puzzle(root: Home, first: Edition) -> None:
    stock = Stock(root)
    assert {name: len(found) for name, found in stock.categories(GAME).items()} == {"pick-8": len(first.items)}
    neighbours = sum("neighbours" in item["themes"].split() for item in first.items)
    assert stock.themes(GAME)["neighbours"] == neighbours > 0


def test_a_new_release_is_followed_after_a_while(root: Home, first: Edition) -> None:
    looked = Looked(root)
    held = looked.stock.view()
    second = night_after(first)
    write_release(root, second)
    assert looked.stock.view() is held, "two seconds have not gone by"
    view = looked.later().view()
    assert view.release == second.name
    assert list(view.puzzles) == [item["puzzle_id"] for item in second.items]
    assert held.release == first.name, "a view never changes"
    assert looked.later().view() is view, "nothing was loaded again"


def test_a_new_release_is_loaded_beside_the_requests(
    root: Home, first: Edition, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = [0.0]
    stock = Stock(root, clock=lambda: time[0])
    held = stock.view()
    second = night_after(first)
    write_release(root, second)
    may = threading.Event()

    def slow(*arguments: object) -> object:
        assert may.wait(30)
        return puzzles_of(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr("player.stock.stock.puzzles_of", slow)
    time[0] = 5.0
    assert stock.view() is held, "whoever asks does not wait"
    may.set()
    stock.wait()
    assert stock.view().release == second.name


@pytest.mark.parametrize("file", ["puzzles.parquet", "solutions.parquet", "sets.parquet"])
@pytest.mark.parametrize("harm", ["cut", "gone", "other"])
def test_a_damaged_release_is_passed_over(root: Home, first: Edition, file: str, harm: str) -> None:
    looked = Looked(root)
    held = looked.stock.view()
    path = write_release(root, night_after(first)) / file
    if harm == "gone":
        path.unlink()
    elif harm == "cut":
        path.write_bytes(path.read_bytes()[:-100])
    else:
        path.write_bytes((root.releases / first.name / file).read_bytes())
    assert looked.later().view().puzzles is held.puzzles
    assert Stock(root).view().release == first.name, "also for who starts now"


def test_the_last_good_view_stays_when_its_release_goes(root: Home, first: Edition) -> None:
    looked = Looked(root)
    held = looked.stock.view()
    (root.releases / first.name).rename(root.root / "aside")
    assert looked.later().view().puzzles == held.puzzles


def test_a_withdrawn_puzzle_is_gone_at_once(root: Home, first: Edition) -> None:
    stock = Looked(root).stock
    gone = first.members("tonight")[0]["puzzle_id"]
    held = stock.view()
    assert stock.puzzle(gone) is not None
    assert not stock.is_withdrawn(gone)
    withdraw(root, gone, "a second answer", date(2026, 11, 16))
    assert stock.is_withdrawn(gone)
    assert stock.puzzle(gone) is None
    assert gone not in stock.view().puzzles
    assert all(one.puzzle_id != gone for shelf in stock.sets() for one in shelf.puzzles)
    assert gone in held.puzzles, "a request that holds a view goes on with it"


def test_a_damaged_list_of_withdrawals_takes_nothing_back(root: Home, first: Edition) -> None:
    stock = Looked(root).stock
    gone = first.items[0]["puzzle_id"]
    withdraw(root, gone, "bad", date(2026, 11, 16))
    assert stock.is_withdrawn(gone)
    root.withdrawn.write_text("{broken\n")
    assert stock.is_withdrawn(gone)


def test_a_puzzle_that_left_is_found_in_an_earlier_release(root: Home, first: Edition) -> None:
    second = night_after(first)
    write_release(root, second)
    stock = Looked(root).stock
    left = {item["puzzle_id"] for item in first.items} - set(stock.view().puzzles)
    assert left
    for name in left:
        found = stock.puzzle(name)
        assert found is not None
        assert (found.puzzle_id, found.release) == (name, first.name)
    gone = left.pop()
    withdraw(root, gone, "bad", date(2026, 11, 16))
    assert stock.puzzle(gone) is None


def test_the_calendar_has_every_night(root: Home, first: Edition) -> None:
    second = night_after(first)
    write_release(root, second)
    nights = Stock(root).calendar()
    assert [night.night.isoformat() for night in nights] == [second.night, first.night]
    for night, made in zip(nights, (second, first), strict=True):
        assert [night.day] == [item["puzzle_id"] for item in made.members("day")]
        assert list(night.tonight) == [item["puzzle_id"] for item in made.members("tonight")]


def test_a_set_of_an_earlier_night_can_be_named(root: Home, first: Edition) -> None:
    write_release(root, night_after(first))
    stock = Stock(root)
    for kind in ("tonight", "day"):
        found = stock.set(f"{kind}-{first.night}")
        assert found is not None
        assert [one.puzzle_id for one in found] == [item["puzzle_id"] for item in first.members(kind)]
    assert stock.set("tonight-2020-01-01") is None


def test_the_newest_revision_of_a_night_counts(root: Home, first: Edition) -> None:
    again = replace(small_edition(30, seed=9), name=f"{first.night}-r2")
    write_release(root, again)
    stock = Stock(root)
    assert stock.view().release == again.name
    assert [night.release for night in stock.calendar()] == [again.name]
    assert len(published_releases(root)) == 2
