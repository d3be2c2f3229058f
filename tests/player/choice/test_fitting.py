"""Players and puzzles on one scale: priors, chances, and whether players solve as many as their mode wants."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from engines.rating import attempting
from engines.rating.response import START, UNSURE, Try, predicted
from player.choice.scale import Scale, prior_of, shown
from tests.assets.release.editions import edition, items
from tests.player.small import GAME, Table, write_release
from warehouse.home import Home

NOBODY = START[None]


def solution(player: str, puzzle: str, day: int = 5) -> Try:
    return Try(day, player, puzzle, True, 10.0, None)


@pytest.fixture
def scale() -> Scale:
    return Scale(lambda puzzle: predicted(3.0))


def test_groups_start_in_order_and_who_says_nothing_begins_gently() -> None:
    beginner, regular, advanced = (shown(START[group])[0] for group in ("beginner", "regular", "advanced"))
    assert beginner < 1500.0 < regular < advanced
    assert shown(START[None])[0] == beginner


def test_a_try_counts_at_once_for_player_and_puzzle(scale: Scale) -> None:
    scale.take(solution("ann", "z"), NOBODY)
    ann, puzzle = scale.player("ann", 5, NOBODY), scale.puzzle("z")
    assert ann.level > NOBODY.level
    assert puzzle.level < 3.0
    assert ann.variance < NOBODY.variance
    assert puzzle.variance < UNSURE**2


def test_a_curve_has_a_point_for_each_day_with_tries(scale: Scale) -> None:
    for number, day in enumerate((5, 5, 8)):
        scale.take(solution("ann", f"z{number}", day), NOBODY)
    assert [day for day, _ in scale.curves["ann"]] == [5, 8]
    assert scale.curves["ann"][-1][1] == scale.player("ann", 8, NOBODY)


def test_a_clock_that_was_ahead_for_a_while_leaves_no_later_days(scale: Scale) -> None:
    for number, day in enumerate((5, 4000, 6)):
        scale.take(solution("ann", f"z{number}", day), NOBODY)
    assert [day for day, _ in scale.curves["ann"]] == [5, 6]
    assert len(scale.puzzles) == 3, "no try is lost"


def test_who_stays_away_is_less_well_known_but_not_less_than_somebody_new(scale: Scale) -> None:
    for number in range(9):
        scale.take(solution("ann", f"z{number}"), NOBODY)
    soon, later, never = (scale.player("ann", day, NOBODY) for day in (5, 30, 9999))
    assert soon.variance < later.variance < never.variance == NOBODY.variance
    assert soon.level == later.level == never.level


def test_a_puzzle_that_people_miss_is_offered_as_a_harder_one_at_once(table: Table) -> None:
    name = next(iter(table.stock.view().puzzles))
    expected = [table.next(player="bob", puzzle_id=name).expected or 0.0]
    for number in range(3):
        table.attempt(name, False, player=f"p{number}")
        expected.append(table.next(player="bob", puzzle_id=name).expected or 0.0)
    assert expected == sorted(set(expected), reverse=True)


def test_a_groups_own_prediction_counts_until_there_are_tries(root: Home) -> None:
    puzzle = next(iter(Table(root).stock.view().puzzles.values()))
    assert puzzle.difficulty is not None
    object.__setattr__(puzzle, "by_group", {"beginner": puzzle.difficulty + 1.0})
    assert prior_of(puzzle, "beginner").level == pytest.approx(prior_of(puzzle).level + 1.0)
    assert prior_of(puzzle, "advanced") == prior_of(puzzle) == predicted(puzzle.difficulty)


def test_what_nothing_is_predicted_of_is_less_well_known(root: Home) -> None:
    puzzle = next(iter(Table(root).stock.view().puzzles.values()))
    made = replace(puzzle, difficulty=None, like=2.5)
    assert prior_of(made).level == 2.5
    assert prior_of(None).level == 3.0
    assert prior_of(made).variance == prior_of(None).variance > prior_of(puzzle).variance


@pytest.mark.parametrize("skill", [0.1, 0.3, 0.5])
def test_players_solve_about_as_many_as_the_mode_wants(tmp_path: object, smallest: None, skill: float) -> None:
    """Simulated players of known skill, by the law of simulated tries. What is expected of them comes true."""
    home = Home(tmp_path)  # type: ignore[arg-type]
    home.prepare()
    write_release(home, edition(items(GAME, "pick-8", 700)))
    table, random = Table(home), Random(7)
    told, solved = [], []
    for number in range(90):
        offer = table.next()
        assert offer.puzzle.difficulty is not None
        assert offer.expected is not None
        ahead = attempting.REACH + attempting.GAIN * skill - offer.puzzle.difficulty
        takes = attempting.EVEN * math.exp(random.gauss(-attempting.FASTER * ahead, attempting.SPREAD))
        finds = random.random() < 1.0 / (1.0 + math.exp(-attempting.STEEP * ahead)) and takes <= 90.0
        table.attempt(offer.puzzle.puzzle_id, finds, seconds=takes)
        told.append(offer.expected)
        solved.append(finds)
        if number % 15 == 14:
            table.days()
    assert told[0] == pytest.approx(0.85, abs=0.05), "the first ones are gentle"
    assert np.mean(told[3:]) == pytest.approx(0.7, abs=0.08)
    assert np.mean(solved[15:]) == pytest.approx(0.7, abs=0.1)


def test_easier_and_harder_move_the_chance(table: Table) -> None:
    for solved in (True, True, False, True):
        table.play(solved)
    easy, usual, hard = (table.next(ease=ease).expected or 0.0 for ease in ("easier", None, "harder"))
    assert easy > usual > hard


def test_a_standing_rises_with_solutions_and_the_group_decides_where_it_begins(table: Table) -> None:
    first = table.chooser.standing("ann", GAME)
    assert first == shown(NOBODY)
    for _ in range(3):
        table.play(True)
    assert table.chooser.standing("ann", GAME)[0] > first[0]
    assert table.chooser.standing("ann", GAME)[1] < first[1]
    table.attempt(next(iter(table.stock.view().puzzles)), True, player="bob", group="advanced", seconds=1.0)
    assert table.chooser.standing("bob", GAME)[0] > shown(START["advanced"])[0]


def test_who_has_not_played_begins_where_their_profile_says(table: Table) -> None:
    table.log.groups["eve"] = "advanced"
    assert table.chooser.standing("eve", GAME) == shown(START["advanced"])
    gentle, bold = (table.next(player=player).puzzle.difficulty or 0.0 for player in ("ann", "eve"))
    assert gentle < bold


@pytest.mark.parametrize(
    "how",
    [
        {"solved": True, "hints": 1},
        {"solved": None, "how": "seen"},
        {"solved": None, "how": "withdrawn"},
        {"solved": None, "how": "left", "tries": 0},
        {"solved": None},
        {"solved": None, "how": "given up", "said": True},
        {"solved": None, "how": "given up", "said": False},
    ],
)
def test_what_says_nothing_changes_no_standing(table: Table, how: dict[str, object]) -> None:
    name = next(iter(table.stock.view().puzzles))
    table.attempt(name, **how)  # type: ignore[arg-type]
    assert table.chooser.standing("ann", GAME) == shown(NOBODY)


def test_a_solution_after_wrong_tries_counts_as_a_miss_of_the_first(root: Home) -> None:
    standings = []
    for solved, tries in ((True, 3), (False, 3), (True, 1)):
        table = Table(root)
        table.attempt(next(iter(table.stock.view().puzzles)), solved, tries=tries)
        standings.append(table.chooser.standing("ann", GAME))
    late, missed, at_once = standings
    assert late == missed
    assert late[0] < at_once[0]


def test_only_the_first_attempt_at_a_puzzle_counts(table: Table) -> None:
    name = next(iter(table.stock.view().puzzles))
    table.attempt(name, False)
    missed = table.chooser.standing("ann", GAME)
    assert missed[0] < shown(NOBODY)[0]
    table.attempt(name, True)
    assert table.chooser.standing("ann", GAME) == missed
