"""What a player has done so far; and what everyone did at a puzzle."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from player.choice.progress import DayStreak, day_streak, progress_of
from player.choice.reasons import day_name
from tests.player.small import GAME, Table

TODAY = date(2026, 11, 16)


def days(*ago: int) -> list[date]:
    return [TODAY - timedelta(one) for one in ago]


@pytest.mark.parametrize(
    ("ago", "streak"),
    [
        ((), DayStreak(0, 0)),
        ((0,), DayStreak(1, 1)),
        ((1,), DayStreak(1, 1)),
        ((2,), DayStreak(0, 1)),
        ((0, 1, 2), DayStreak(3, 3)),
        ((1, 2), DayStreak(2, 2)),
        ((0, 2, 3, 4, 4), DayStreak(1, 3)),
        ((9, 8, 7, 5, 1, 0), DayStreak(2, 3)),
    ],
)
def test_streaks_of_days(ago: tuple[int, ...], streak: DayStreak) -> None:
    assert day_streak(days(*ago), TODAY) == streak


@given(st.sets(st.integers(0, 40)))
def test_a_streak_is_as_long_as_days_follow_one_another(ago: set[int]) -> None:
    found = day_streak(days(*ago), TODAY)
    start = 0 if 0 in ago else 1
    assert found.current == next(number for number in range(50) if start + number not in ago)
    assert found.longest == max(
        (size for size in range(1, 42) for one in ago if {*range(one, one + size)} <= ago), default=0
    )


@pytest.mark.parametrize(
    ("ago", "said"),
    [(0, "today"), (1, "yesterday"), (2, "on Saturday"), (6, "on Tuesday"), (7, "on 9 November"), (-1, "today")],
)
def test_days_are_named_as_people_do(ago: int, said: str) -> None:
    english, japanese = day_name(TODAY - timedelta(ago), TODAY)
    assert english == said
    assert japanese


def test_progress_counts_what_was_done(table: Table) -> None:
    names = list(table.stock.view().puzzles)
    table.attempt(names[0], True)
    table.attempt(names[0], True)
    table.attempt(names[1], False)
    table.attempt(names[2], None, "flash", how="seen")
    table.attempt(names[7], None, "survey", how="seen")  # the player's word alone
    table.days()
    table.attempt(names[3], False)
    table.attempt(names[3], True)
    table.attempt(names[4], False)
    table.attempt(names[5], True, player="bob")
    table.attempt(names[6], None, how="given up", said=True)
    found = progress_of(table.chooser, "ann")
    assert (found.solved, found.seen) == (2, 1)
    assert found.misses == (names[1], names[4])
    assert found.days == DayStreak(2, 2)
    assert [point.day for point in found.curves[GAME]] == days(0, -1)
    assert found.curves[GAME][-1].rating == table.chooser.standing("ann", GAME)[0]


def test_strengths_compare_with_what_is_expected(table: Table) -> None:
    easy = list(table.stock.view().puzzles.values())[:12]
    for one in easy:
        table.attempt(one.puzzle_id, "twins" not in one.themes)
    found = {one.theme: one for one in progress_of(table.chooser, "ann").strengths}
    assert found[None].tries == 12
    assert found[None].solved == sum("twins" not in one.themes for one in easy) / 12
    twins = found["twins"]
    assert (twins.solved, twins.tries) == (0.0, sum("twins" in one.themes for one in easy))
    assert 0.0 < twins.expected < 1.0


def test_strengths_are_of_first_tries(table: Table) -> None:
    names = list(table.stock.view().puzzles)
    for name, tries in zip(names[:2], (1, 4), strict=True):
        table.attempt(name, True, tries=tries)
    found = progress_of(table.chooser, "ann")
    assert next(one.solved for one in found.strengths if one.theme is None) == 0.5
    assert found.solved == 2, "in the end"


def test_the_calendar_says_what_is_done_of_each_night(table: Table) -> None:
    night = table.stock.calendar()[0]
    table.attempt(night.tonight[0], True)
    table.attempt(night.tonight[1], False)
    found = progress_of(table.chooser, "ann").calendar
    assert [(one.night, one.done, one.total) for one in found] == [(night.night, 1, 1 + len(night.tonight))]


def test_nobody_has_done_nothing(table: Table) -> None:
    found = progress_of(table.chooser, "nobody")
    assert (found.solved, found.misses, found.curves, found.strengths) == (0, (), {}, ())
    assert found.days == DayStreak(0, 0)


def test_others_are_told_once_five_people_have_tried(table: Table) -> None:
    name = next(iter(table.stock.view().puzzles))
    for number, seconds in enumerate((10.0, 40.0, 20.0, 90.0)):
        table.attempt(name, number != 3, player=f"p{number}", seconds=seconds)
    table.attempt(name, True, player="p0", seconds=1.0)
    table.attempt(name, True, player="helped", hints=1)
    table.attempt(name, None, player="looked", how="seen")
    assert table.chooser.others(name) is None
    table.attempt(name, True, player="p4", seconds=30.0)
    found = table.chooser.others(name)
    assert found is not None
    assert (found.players, found.share, found.median_seconds) == (5, 0.8, 25.0)
    assert table.chooser.others(name, "p4") is None, "they are not among the others"
    table.attempt(name, True, player="p5", seconds=30.0, tries=7)
    others = table.chooser.others(name, "p3")
    assert others is not None
    assert (others.players, others.share) == (5, 1.0), "in the end"


def held(table: Table, player: str) -> set[str]:
    """Where the page holds something of a player in memory."""
    ledger, scale = table.chooser.ledger, table.chooser.scale(GAME)
    by_player = {
        "past": ledger.players,
        "skill": scale.players,
        "last": scale.last,
        "curve": scale.curves,
        "met": scale.met,
    }
    attempts = [*ledger.open.values(), *(one for found in ledger.results.values() for one in found)]
    return {name for name, found in by_player.items() if player in found} | {
        "attempts" for one in attempts if one.player == player
    }


def test_who_is_forgotten_is_new_again(table: Table) -> None:
    names = list(table.stock.view().puzzles)
    for name in names[:3]:
        table.attempt(name, False)
    table.days()
    table.attempt(names[3], False)
    table.attempt(names[4], None)
    assert progress_of(table.chooser, "ann").misses
    assert held(table, "ann") == {"past", "skill", "last", "curve", "met", "attempts"}
    table.log.rows = [row for row in table.log.rows if row.player != "ann"]
    table.chooser.forget("ann")
    found = progress_of(table.chooser, "ann")
    assert (found.solved, found.misses, found.curves) == (0, (), {})
    assert "nothing to make up for" in table.next("training").why[0]
    assert held(table, "ann") == set()
    table.chooser.close()
