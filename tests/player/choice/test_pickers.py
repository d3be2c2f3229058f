"""Which puzzle comes next, in each mode."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from player.choice.wishes import BadWish, NothingLeft
from player.modes import MODES
from tests.player.small import GAME, Table, ids, night_after, small_edition, write_release
from warehouse.home import Home
from warehouse.vocabulary import LEVELS
from warehouse.withdrawals import withdraw

CURATED = "curated-pick-8"


def in_set(table: Table, name: str) -> list[str]:
    found = table.stock.set(name)
    assert found
    return [one.puzzle_id for one in found]


# Curated and daily: problems by their number.


def test_curated_gives_the_problem_of_a_number(table: Table) -> None:
    wanted = in_set(table, CURATED)
    for position in (1, 3, len(wanted)):
        offer = table.next("curated", set_name=CURATED, position=position)
        assert offer.puzzle.puzzle_id == wanted[position - 1]
        assert (offer.set_name, offer.position, offer.total) == (CURATED, position, len(wanted))
        assert offer.why[0] == f"Problem {position} of {len(wanted)}."


def test_curated_by_number_of_moves_counts_through_all_such_sets(table: Table) -> None:
    offer = table.next("curated", moves=2, position=2)
    assert offer.puzzle.puzzle_id == in_set(table, CURATED)[1]
    with pytest.raises(NothingLeft):
        table.next("curated", moves=3, position=1)


@pytest.mark.parametrize("position", [0, -1, 1000])
def test_no_set_has_such_a_number(table: Table, position: int) -> None:
    with pytest.raises(BadWish, match="no number"):
        table.next("curated", set_name=CURATED, position=position)


def test_curated_goes_on_with_the_next_that_is_not_solved(table: Table) -> None:
    wanted = in_set(table, CURATED)
    table.attempt(wanted[0], True, "curated")
    table.attempt(wanted[3], True, "curated")
    table.attempt(wanted[2], False, "curated")
    assert table.next("curated", set_name=CURATED).puzzle.puzzle_id == wanted[4], "after the one begun last"
    for name in (*wanted[4:], wanted[1]):
        table.attempt(name, True, "curated")
    assert table.next("curated", set_name=CURATED).puzzle.puzzle_id == wanted[2], "the miss is what is left"
    table.attempt(wanted[2], True, "curated")
    with pytest.raises(NothingLeft, match="solved everything"):
        table.next("curated", set_name=CURATED)
    assert table.next("curated", set_name=CURATED, position=1).puzzle.puzzle_id == wanted[0], "again, when asked for"


def test_the_next_of_all_sets_says_which_set_it_is_of(table: Table) -> None:
    offer = table.next("curated")
    assert (offer.set_name, offer.position) == (CURATED, 1)


def test_daily_begins_with_the_puzzle_of_the_day(table: Table) -> None:
    day, tonight = in_set(table, "day"), in_set(table, "tonight")
    met = []
    for _ in range(1 + len(tonight)):
        offer = table.play(True, "daily", game=None)
        met.append((offer.set_name, offer.puzzle.puzzle_id))
    assert met == [("day", day[0]), *(("tonight", name) for name in tonight)]
    with pytest.raises(NothingLeft):
        table.next("daily", game=None)


def test_an_earlier_night_can_be_made_up_for(root: Home) -> None:
    first = small_edition()
    write_release(root, night_after(first))
    table = Table(root)
    for kind in ("tonight", "day"):
        offer = table.next("daily", game=None, set_name=f"{kind}-{first.night}", position=1)
        assert offer.puzzle.puzzle_id == first.members(kind)[0]["puzzle_id"]


# By lot.


@pytest.mark.parametrize("mode", ["flash", "practice", "training"])
def test_no_puzzle_comes_twice_while_others_are_left(table: Table, mode: str) -> None:
    offers = [table.play(True, mode) for _ in range(40)]
    pool = {one.puzzle_id for one in table.stock.view().pool(GAME, MODES[mode].sets)}
    assert len(set(ids(offers[: len(pool)]))) == len(pool)


def test_seen_is_seen_in_whatever_mode_and_without_an_end(table: Table) -> None:
    pool = in_set(table, "flash-pick-8")
    for name in pool[:-1]:
        table.attempt(name, None, "curated")
    assert table.next("flash").puzzle.puzzle_id == pool[-1]


def test_when_all_were_seen_the_latest_do_not_come_back(table: Table) -> None:
    pool = in_set(table, "flash-pick-8")
    seen = [table.play(None, "flash").puzzle.puzzle_id for _ in pool]
    for _ in range(10):
        offer = table.play(None, "flash")
        assert offer.puzzle.puzzle_id in seen[: (len(pool) + 1) // 2]
        seen.remove(offer.puzzle.puzzle_id)
        seen.append(offer.puzzle.puzzle_id)


def test_a_lot_follows_from_the_player_and_how_far_they_are(root: Home) -> None:
    runs = [ids([table.play(True, "flash") for _ in range(5)]) for table in (Table(root), Table(root))]
    assert runs[0] == runs[1]
    other = Table(root)
    assert ids([other.play(True, "flash", player="bob") for _ in range(5)]) != runs[0]


def test_a_wish_is_obeyed(table: Table) -> None:
    for level in LEVELS:
        assert table.next(level=level).puzzle.level == level
    assert "neighbours" in table.next(theme="neighbours").puzzle.themes
    assert table.next(category="pick-8").puzzle.category == "pick-8"
    assert table.next(moves=2).puzzle.moves_needed == 2


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"game": None}, "needs a game"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"level": "harsh"}, "no level"),
        ({"category": "pick-9"}, "no category"),
        ({"theme": "solution"}, "no theme"),
        ({"ease": "lighter"}, "no 'lighter'"),
        ({"set_name": "nothing"}, "no set 'nothing'"),
        ({"set_name": CURATED}, "not for the mode practice"),
        ({"puzzle_id": "0" * 16}, "no puzzle"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(table: Table, wish: dict[str, str], said: str) -> None:
    with pytest.raises(BadWish, match=said) as refused:
        table.next(**wish)
    assert "\n" not in str(refused.value)


def test_a_player_can_name_a_puzzle_but_not_in_a_run(table: Table) -> None:
    name = in_set(table, CURATED)[4]
    offer = table.next(puzzle_id=name)
    assert (offer.puzzle.puzzle_id, offer.why[0]) == (name, "You chose this one.")
    for mode in ("streak", "survey", "test"):
        with pytest.raises(BadWish, match="nobody can choose"):
            table.next(mode, puzzle_id=name)


def test_a_withdrawn_puzzle_is_not_offered(table: Table, root: Home) -> None:
    pool = in_set(table, "flash-pick-8")
    gone = pool[0]
    withdraw(root, gone, "bad", date(2026, 11, 16))
    offers = [table.play(None, "flash") for _ in range(3 * len(pool))]
    assert gone not in ids(offers)
    with pytest.raises(NothingLeft, match="withdrawn"):
        table.next(puzzle_id=gone)


def test_misses_of_a_test_are_not_played_again(table: Table) -> None:
    """Practice tells the answer, and the test comes again with the same puzzles."""
    names = list(table.stock.view().puzzles)
    table.attempt(names[0], False, "test", run="r")
    table.attempt(names[1], False, "curated")
    table.attempt(names[2], False)
    table.attempt(names[2], False, "test", run="r")
    table.attempt(names[3], False)
    table.attempt(names[3], True, "test", run="r")
    assert [one.puzzle_id for one in table.chooser.past("ann").misses()] == [names[1], names[2]]
    assert table.next(set_name="misses").puzzle.puzzle_id == names[1], "curated never tells, but it is no run"


def test_misses_come_again_until_they_are_solved(table: Table) -> None:
    missed = [table.play(False).puzzle.puzzle_id for _ in range(3)]
    table.play(True)
    table.days()
    offers = [table.play(False, set_name="misses") for _ in range(3)]
    assert ids(offers) == missed, "that of longest ago first"
    assert offers[0].why[0] == "You missed this one yesterday."
    assert ids([table.play(True, set_name="misses") for _ in range(3)]) == missed
    with pytest.raises(NothingLeft, match="nothing that you missed"):
        table.next(set_name="misses")


def test_teaching_asks_what_the_models_want_rated(table: Table) -> None:
    asked = in_set(table, "survey")
    offers = [table.play(True, ease="teach") for _ in asked]
    assert sorted(ids(offers)) == sorted(asked)
    with pytest.raises(NothingLeft):
        table.next(ease="teach")


def test_one_kind_does_not_come_three_times_running(root: Home) -> None:
    from tests.assets.release.editions import edition, items

    made = edition(items(GAME, "pick-8", 30), items(GAME, "pick-5", 30), night="2026-11-17")
    write_release(root, made)
    table = Table(root)
    kinds = [table.play(True, ease="surprise").puzzle.variant for _ in range(24)]
    assert set(kinds) == {"pick-5", "pick-8"}
    assert all(len(set(kinds[place : place + 3])) == 2 for place in range(len(kinds) - 2))


# Runs.


def test_a_streak_rises_until_the_first_miss(table: Table) -> None:
    offers = [table.play(True, "streak", run="r1") for _ in range(5)]
    difficulties = [offer.puzzle.difficulty for offer in offers]
    assert difficulties == sorted(set(difficulties), key=lambda one: one or 0.0)
    assert [offer.position for offer in offers] == list(range(1, 6))
    table.play(False, "streak", run="r1")
    with pytest.raises(BadWish, match="over"):
        table.next("streak", run="r1")
    assert table.next("streak", run="r2").position == 1


def test_a_streak_goes_on_at_the_top_until_there_is_nothing_left(table: Table) -> None:
    pool = sorted(table.stock.view().pool(GAME, MODES["streak"].sets), key=lambda one: one.difficulty or 0.0)
    table.attempt(pool[-1].puzzle_id, True, "streak", run="r1")
    offers = [table.play(True, "streak", run="r1") for _ in pool[1:]]
    assert offers[0].puzzle in pool[-5:-1]
    assert "at the top" in offers[0].why[0]
    assert set(ids(offers)) == {one.puzzle_id for one in pool[:-1]}
    with pytest.raises(NothingLeft, match="hardest"):
        table.next("streak", run="r1")


def test_a_streak_of_quick_solutions_does_not_leap_to_the_top(root: Home) -> None:
    """Each solution lifts the player's skill, and with it what the run aims at."""
    from tests.assets.release.editions import edition, items

    write_release(root, edition(items(GAME, "pick-8", 200), night="2026-11-17"))
    table = Table(root)
    puzzles = [table.play(True, "streak", run="r").puzzle for _ in range(20)]
    hardness = [table.chooser.met("ann", puzzle, None) for puzzle in puzzles]
    assert hardness == sorted(hardness)
    steps = [after - before for before, after in pairwise(hardness)]
    top = max(table.chooser.hardness(table.stock.view().by_game[GAME], None)[0])
    assert max(steps) < (top - hardness[0]) / 6
    assert hardness[-1] > hardness[0] + (top - hardness[0]) / 3


def test_a_survey_asks_each_player_in_an_order_of_their_own(table: Table) -> None:
    asked = in_set(table, "survey")
    orders = {}
    for player in ("ann", "bob", "eve"):
        offers = [table.play(None, "survey", player=player, run=player) for _ in asked]
        orders[player] = ids(offers)
        assert sorted(orders[player]) == sorted(asked)
        with pytest.raises(NothingLeft):
            table.next("survey", player=player, run=player)
    assert len({tuple(order) for order in orders.values()}) > 1


def levels_of(table: Table, run: str, player: str = "ann") -> tuple[list[str], list[str | None]]:
    offers = [table.play(number % 2 == 0, "test", player=player, run=run) for number in range(15)]
    assert [(offer.position, offer.total) for offer in offers] == [(place, 15) for place in range(1, 16)]
    return ids(offers), [offer.puzzle.level for offer in offers]


def test_a_test_rises_and_is_the_same_before_and_after(table: Table, root: Home) -> None:
    before, levels = levels_of(table, "before")
    assert levels == [level for level in LEVELS for _ in range(5)]
    found = [table.stock.view().puzzles[name].difficulty for name in before]
    assert found == sorted(found, key=lambda one: one or 0.0)
    with pytest.raises(BadWish, match="over"):
        table.next("test", run="before")
    for _ in range(10):
        table.play(True)
    write_release(root, night_after(small_edition()))
    table.look()
    table.days(30)
    assert set(before) - set(table.stock.view().puzzles), "some have left"
    assert levels_of(table, "after")[0] == before
    assert set(levels_of(table, "other", player="bob")[0]) != set(before)


def test_a_test_does_not_come_twice_in_one_run_when_the_release_changes(table: Table, root: Home) -> None:
    first = [table.play(True, "test", run="r").puzzle.puzzle_id for _ in range(7)]
    write_release(root, night_after(small_edition()))
    table.look()
    rest = [table.play(True, "test", run="r").puzzle.puzzle_id for _ in range(8)]
    assert len({*first, *rest}) == 15


@pytest.mark.parametrize("mode", sorted(MODES))
def test_without_a_release_nothing_is_left_in_any_mode(tmp_path: Path, smallest: None, mode: str) -> None:
    home = Home(tmp_path / "empty")
    home.prepare()
    with pytest.raises(NothingLeft) as told:
        Table(home).next(mode)
    assert all(told.value.words)


def test_players_who_come_at_once_get_what_they_would_get_alone(root: Home) -> None:
    wanted = {f"p{number}": Table(root).next(player=f"p{number}").puzzle for number in range(8)}
    table = Table(root)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda player: table.next(player=player).puzzle, list(wanted) * 10))
    assert found == list(wanted.values()) * 10


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_whatever_was_played_the_next_is_new_while_there_are_others(root: Home, data: st.DataObject) -> None:
    table = Table(root)
    for _ in range(12):
        mode = data.draw(st.sampled_from(["practice", "flash", "training"]))
        pool = {one.puzzle_id for one in table.stock.view().pool(GAME, MODES[mode].sets)}
        left = pool - set(table.chooser.past("ann").last_seen)
        offer = table.play(data.draw(st.sampled_from([True, False, None])), mode)
        if left:
            number = sum(
                row.kind == "began" and row.body["puzzle_id"] == offer.puzzle.puzzle_id for row in table.log.rows
            )
            assert number == 1
        if offer.expected is not None:
            assert 0.0 <= offer.expected <= 0.99
        assert all(offer.why)
