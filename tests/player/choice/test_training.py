"""Training repeats the pattern, not the puzzle."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.core.settings import Settings
from engines.registry import engine
from player.choice.ledger import Attempt
from player.choice.making import FILL, Maker, Order, made_of, stocked_of
from player.choice.patterns import RUNNING, Boxes, Pattern, pattern_of
from player.stock.puzzles import Stocked
from tests.player.small import GAME, Table
from warehouse.home import Home

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
COMMON = {"wide": 50, "rare": 2}


def puzzle(number: int = 0, themes: tuple[str, ...] = ("rare", "wide"), level: str = "easy") -> Stocked:
    title = ("Pick two", "Pick two")
    return Stocked(
        *(f"{number:016x}", GAME, "pick-8", "pick-8", {}, [0, 1], 2, level, 3.0, 2.0, "simulated", themes, title),
        release="2026-11-15",
    )


def result(solved: bool, hints: int = 0, number: int = 1) -> Attempt:
    found = Attempt(
        "a", "ann", "z", GAME, "pick-8", "training", None, None, number, NOON, NOON, None, None, hints=hints
    )
    return replace(found, solved=solved, how="solved" if solved else "failed", tries=1)


def test_the_pattern_of_a_puzzle_is_its_rarest_theme_at_its_level() -> None:
    assert pattern_of(puzzle(), COMMON) == Pattern(GAME, "rare", "easy")
    assert pattern_of(puzzle(themes=()), COMMON) == Pattern(GAME, None, "easy", "pick-8")


def test_a_pattern_fits_its_theme_and_level_alone() -> None:
    rare = Pattern(GAME, "rare", "easy")
    assert rare.fits(puzzle(themes=("other", "rare")))
    assert not rare.fits(puzzle(themes=("wide",)))
    assert not rare.fits(puzzle(level="hard"))
    assert Pattern(GAME, None, "easy", "pick-8").fits(puzzle())


def test_a_pattern_closes_after_three_solved_running() -> None:
    boxes = Boxes()
    boxes.take(result(False), puzzle(), COMMON)
    for solved in (True, True, False, True, True):
        boxes.take(result(solved), puzzle(), COMMON)
        assert list(boxes.open) == [Pattern(GAME, "rare", "easy")]
    assert boxes.in_turn()[0].left == 1
    boxes.take(result(True), puzzle(), COMMON)
    assert not boxes.open


@given(st.lists(st.booleans(), max_size=30))
def test_open_means_not_solved_often_enough_since_the_last_miss(results: list[bool]) -> None:
    boxes = Boxes()
    for solved in results:
        boxes.take(result(solved), puzzle(), COMMON)
    since = len(results) - (len(results) - 1 - results[::-1].index(False) if False in results else len(results)) - 1
    assert bool(boxes.open) == (False in results and since < RUNNING)
    if boxes.open:
        assert boxes.in_turn()[0].left == RUNNING - since


def test_a_solution_with_hints_or_of_a_known_puzzle_closes_nothing() -> None:
    boxes = Boxes()
    boxes.take(result(False), puzzle(), COMMON)
    for attempt in (result(True, hints=1), result(True, number=2)):
        boxes.take(attempt, puzzle(), COMMON)
    assert boxes.in_turn()[0].left == RUNNING


def test_the_pattern_that_rested_longest_is_next() -> None:
    boxes = Boxes()
    boxes.take(result(False), puzzle(themes=("rare",)), COMMON)
    boxes.take(result(False), puzzle(themes=("wide",)), COMMON)
    boxes.take(result(True), puzzle(themes=("rare",)), COMMON)
    assert [box.pattern.theme for box in boxes.in_turn()] == ["wide", "rare"]


@pytest.fixture
def themed(table: Table) -> Iterator[Table]:
    yield table
    table.chooser.close()


def miss(table: Table, theme: str = "neighbours") -> Pattern:
    found = next(one for one in table.stock.view().by_game[GAME] if theme in one.themes)
    table.attempt(found.puzzle_id, False)
    return pattern_of(found, table.stock.themes(GAME))


def test_a_miss_comes_back_as_other_puzzles_of_its_pattern(themed: Table) -> None:
    pattern = miss(themed)
    themed.days()
    met = set()
    for left in (3, 2, 1):
        offer = themed.next("training")
        assert pattern.fits(offer.puzzle)
        assert offer.puzzle.puzzle_id not in themed.chooser.past("ann").last_seen
        assert f"that you missed yesterday; solve {left} running" in offer.why[0]
        assert pattern.theme is not None
        assert pattern.theme not in offer.why[0].replace("theme", ""), "a theme may give the answer away"
        themed.attempt(offer.puzzle.puzzle_id, True, "training")
        met.add(offer.puzzle.puzzle_id)
        themed.chooser.maker.wait()
    assert len(met) == 3
    assert "nothing to make up for" in themed.next("training").why[0]


def test_puzzles_are_made_when_the_stock_has_no_more(themed: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    may, make = threading.Event(), themed.chooser.maker.make
    monkeypatch.setattr(themed.chooser.maker, "make", lambda order: make(order) if may.wait(60) else [])
    pattern = miss(themed)
    for one in themed.stock.view().by_game[GAME]:
        if pattern.fits(one):
            themed.attempt(one.puzzle_id, None)
    offer = themed.next("training")
    assert "not ready yet" in offer.why[0], "nobody waits"
    assert not offer.puzzle.made
    may.set()
    themed.chooser.maker.wait()
    offer = themed.next("training")
    made = offer.puzzle
    assert (made.made, made.release, made.difficulty) == (True, None, None)
    assert pattern.fits(made)
    assert offer.why[0].startswith("It was made for you just now.")
    maker = engine(GAME)
    verdict = maker.solve([maker.decode(dict(made.puzzle))])[0]
    assert (verdict.verdict, list(verdict.solutions)) == ("unique", [made.solution])
    assert made.puzzle_id not in themed.stock.view().puzzles
    assert themed.log.kept[made.puzzle_id].made_for == "ann"
    assert Table(themed.home, themed.log).chooser.puzzle(made.puzzle_id) == made, "also after a new start"


def order(theme: str | None = "neighbours", variant: str = "pick-8", seed: int = 1) -> Order:
    return Order(Pattern(GAME, theme, "easy", None if theme else variant), variant, seed, 2.0)


@pytest.mark.usefixtures("smallest")
def test_what_is_made_follows_from_the_seed() -> None:
    first, again, other = (Maker(Settings.load()).make(order(seed=seed)) for seed in (1, 1, 2))
    assert len(first) == FILL
    assert first == again
    assert first != other
    assert all("neighbours" in one.themes for one in first)
    assert [stocked_of(made_of(one, "ann")) for one in first] == first


@pytest.mark.usefixtures("smallest")
def test_released_and_withdrawn_puzzles_are_not_made_again() -> None:
    settings = Settings.load()
    known = {one.puzzle_id for one in Maker(settings).make(order())}
    found = Maker(settings, known.__contains__).make(order())
    assert len(found) == FILL
    assert not known & {one.puzzle_id for one in found}


@pytest.mark.usefixtures("smallest")
def test_an_order_is_bounded_by_candidates_and_by_time(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings.load()
    assert Maker(settings).make(order("no-such-theme")) == []
    ticks = iter(range(0, 10_000, 100))
    batches = []
    maker = Maker(settings, clock=lambda: float(next(ticks)))
    real = engine(GAME).generate
    monkeypatch.setattr(engine(GAME), "generate", lambda *given: batches.append(given) or real(*given), raising=False)
    assert maker.make(order("no-such-theme")) == []
    assert batches == [], "the time was over before the first candidates"


@pytest.mark.usefixtures("smallest")
def test_what_cannot_be_made_is_not_tried_for_ever() -> None:
    maker = Maker(Settings.load())
    for _ in range(5):
        maker.order(order("no-such-theme"))
        maker.wait()
    assert maker.fruitless[order("no-such-theme").pattern] == 3
    maker.order(order())
    maker.wait()
    assert maker.take(order().pattern, set()) is not None
    maker.close()


@pytest.mark.usefixtures("smallest")
def test_rarely_made_variants_are_left_to_the_night() -> None:
    settings = Settings.load()
    maker = Maker(replace(settings, nightly={**settings.nightly, "pick-8": 3}))
    maker.order(order())
    assert not maker.pending
    maker.close()


@pytest.mark.usefixtures("smallest")
def test_an_engine_that_fails_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    maker = Maker(Settings.load())
    with monkeypatch.context() as broken:
        broken.setattr(engine(GAME), "generate", lambda *given: 1 / 0, raising=False)
        maker.order(order())
        maker.wait()
    maker.order(order())
    maker.wait()
    found = maker.take(order().pattern, set())
    assert found is not None
    assert maker.take(order().pattern, {one.puzzle_id for one in maker.ready[order().pattern]}) is None
    maker.close()


def test_a_withdrawn_miss_opens_nothing(themed: Table, root: Home) -> None:
    from warehouse.withdrawals import withdraw

    found = next(one for one in themed.stock.view().by_game[GAME] if "neighbours" in one.themes)
    themed.attempt(found.puzzle_id, False)
    withdraw(root, found.puzzle_id, "bad", NOON.date())
    assert "nothing to make up for" in themed.next("training").why[0]
