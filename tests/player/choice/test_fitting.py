"""Players and puzzles on one scale: priors, chances, and whether players solve as many as their mode wants."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.rating import attempting
from engines.rating.contest import Attempts, standings
from engines.rating.glicko import CENTRE, UNKNOWN, newcomers
from player.choice.scale import (
    EVEN,
    START,
    STEP,
    UNSURE,
    Known,
    Scale,
    chances,
    prior_of,
    prior_rating,
    result_of,
    with_lake,
)
from player.stock.lake import LakeStanding
from tests.assets.release.editions import edition, items
from tests.player.small import GAME, Table, write_release
from warehouse.home import Home
from warehouse.lake import SO_FAR, Lake, Origin, Partition, rows_to_table

DIFFICULTY = st.floats(1.0, 5.0)
SKILLS = (0.25, 0.65, 0.9)


def flat(puzzle: str) -> Known:
    return Known(CENTRE, UNKNOWN)


@given(DIFFICULTY, DIFFICULTY)
def test_what_is_predicted_to_be_harder_starts_higher(one: float, other: float) -> None:
    assert (prior_rating(one) < prior_rating(other)) == (one < other) or math.isclose(one, other)
    assert prior_rating(EVEN) == CENTRE


def test_the_prior_is_what_the_law_of_tries_says() -> None:
    """The score that the prior expects of a player of known skill, and what simulated tries score on average."""
    random = Random(1)
    for skill, group in zip(SKILLS, ("beginner", "regular", "advanced"), strict=True):
        for difficulty in (2.0, 3.0, 4.0, 5.0):
            ahead = attempting.REACH + attempting.GAIN * skill - difficulty
            finds = 1.0 / (1.0 + math.exp(-attempting.STEEP * ahead))
            times = [
                attempting.EVEN * math.exp(random.gauss(-attempting.FASTER * ahead, attempting.SPREAD))
                for _ in range(2000)
            ]
            scored = finds * float(np.mean([1.0 - 0.5 * time / 90.0 if time <= 90.0 else 0.0 for time in times]))
            expected = 1.0 / (1.0 + 10.0 ** ((prior_rating(difficulty) - START[group]) / 400.0))
            assert expected == pytest.approx(scored, abs=0.08)


def test_groups_start_in_order_and_who_says_nothing_begins_gently() -> None:
    assert START["beginner"] < CENTRE < START["regular"] < START["advanced"]
    assert START[None] == START["beginner"]


@given(st.floats(600, 2400), st.floats(30, 350), st.floats(30, 350), st.floats(600, 2400))
def test_a_chance_is_a_chance_and_falls_with_hardness(skill: float, a: float, b: float, hard: float) -> None:
    player = Known(skill, a)
    easy, difficult = chances(player, np.array([hard, hard + 50.0]), np.array([b, b]), 0.85)
    assert 0.0 <= difficult <= easy <= 0.99


def test_what_is_not_known_draws_a_chance_to_the_middle() -> None:
    hard = np.array([1300.0])
    sure, unsure = (chances(Known(1700.0, 50.0), hard, np.array([wide]), 1.0)[0] for wide in (50.0, 350.0))
    assert 0.5 < unsure < sure


@pytest.fixture
def day() -> list[tuple[str, str, bool, float]]:
    random = Random(3)
    return [(f"p{random.randrange(4)}", f"z{number}", random.random() < 0.6, 20.0) for number in range(30)]


def test_live_standings_are_those_of_the_lake(day: list[tuple[str, str, bool, float]]) -> None:
    """With equal starts, one day after another gives what all days at once give."""
    scale = Scale(flat)
    for number in range(3):
        for player, puzzle, solved, seconds in day:
            scale.take(
                10 + number, result_of(player, f"{puzzle}/{number}", solved, seconds if solved else None, None), None
            )
    rows = [(number, *row) for number in range(3) for row in day]
    players = sorted({row[1] for row in rows})
    puzzles = sorted({f"{row[2]}/{row[0]}" for row in rows})
    columns = (
        np.array([10 + row[0] for row in rows]),
        np.array([players.index(row[1]) for row in rows]),
        np.array([puzzles.index(f"{row[2]}/{row[0]}") for row in rows]),
        np.ones(len(rows), dtype=int),
        np.array([row[3] for row in rows]),
        np.array([row[4] if row[3] else np.nan for row in rows]),
        np.full(len(rows), np.nan),
        np.zeros(len(rows), dtype=int),
    )
    skill, hardness = standings(Attempts(*columns), newcomers(len(players), START[None]), newcomers(len(puzzles)))
    for place, player in enumerate(players):
        assert scale.player(player).rating == pytest.approx(skill.rating[place])
        assert scale.player(player).deviation == pytest.approx(skill.deviation[place])
    scale.turn(13)
    for place, puzzle in enumerate(puzzles):
        assert scale.puzzle(puzzle).rating == pytest.approx(hardness.rating[place])


def test_todays_tries_count_at_once_for_the_player_and_tomorrow_for_the_puzzle() -> None:
    scale = Scale(flat)
    before = scale.player("ann")
    scale.take(5, result_of("ann", "z", True, 10.0, None), None)
    after = scale.player("ann")
    assert (after.rating > before.rating, after.deviation < before.deviation) == (True, True)
    assert scale.puzzle("z") == flat("z")
    scale.turn(6)
    assert scale.puzzle("z").rating < CENTRE
    assert [point for point, _ in scale.curve("ann")] == [5]


def test_tries_that_the_lake_has_do_not_move_a_puzzle_again() -> None:
    scale = Scale(flat, lambda puzzle: 5)
    for day in (4, 5):
        scale.take(day, result_of("ann", f"z{day}", True, 10.0, None), None)
        scale.turn(day + 1)
        assert scale.puzzle(f"z{day}") == flat("z")
    scale.take(6, result_of("ann", "z6", True, 10.0, None), None)
    scale.turn(7)
    assert scale.puzzle("z6").rating < CENTRE


def test_a_puzzle_moves_when_the_day_is_over_though_nobody_plays(table: Table) -> None:
    name = next(iter(table.stock.view().puzzles))
    expected = [table.next(player="bob", puzzle_id=name).expected or 0.0]
    for number in range(5):
        table.attempt(name, False, player=f"p{number}")
    expected.append(table.next(player="bob", puzzle_id=name).expected or 0.0)
    table.days()
    expected.append(table.next(player="bob", puzzle_id=name).expected or 0.0)
    assert expected[0] == expected[1] > expected[2]


def test_a_clock_that_goes_back_loses_no_try() -> None:
    scale = Scale(flat)
    for day in (9, 7, 9):
        scale.take(day, result_of("ann", f"z{day}", True, 10.0, None), None)
    assert (scale.day, len(scale.today["ann"])) == (9, 3)


def solve_some(table: Table, names: list[str]) -> None:
    for name in names:
        table.attempt(name, True, player=f"p-{name}", seconds=1.0)
    table.chooser.standing("ann", GAME)


@pytest.mark.parametrize("restarted", [False, True])
def test_a_clock_that_is_ahead_for_a_while_stops_no_later_day(table: Table, restarted: bool) -> None:
    """Puzzles move when a day is over, as if the clock had always been right."""
    names = list(table.stock.view().puzzles)[:6]
    solve_some(table, names[:2])
    right = table.time
    table.days(4000)
    solve_some(table, names[2:4])
    table.time = right
    if restarted:
        table = again(table)
    solve_some(table, names[4:])
    table.days()
    table.chooser.standing("ann", GAME)
    scale = table.chooser.scale(GAME)
    assert set(names) == set(scale.puzzles), "all days are over"
    assert (scale.day, scale.today) == (table.time.toordinal(), {})


def again(table: Table) -> Table:
    """The same log after a new start."""
    found = Table(table.home, table.log)
    found.time, found.count = table.time, table.count
    return found


def test_who_stays_away_is_less_well_known() -> None:
    scale = Scale(flat)
    scale.take(5, result_of("ann", "z", True, 10.0, None), None)
    scale.turn(6)
    soon = scale.player("ann")
    scale.turn(200)
    assert scale.player("ann").deviation > soon.deviation
    assert scale.player("ann").rating == soon.rating


def test_the_lake_counts_by_what_it_knows() -> None:
    prior = Known(1300.0, UNSURE)
    assert with_lake(prior, LakeStanding(1700.0, UNKNOWN, 0.06, None)).rating == pytest.approx(1300.0)
    known = with_lake(prior, LakeStanding(1700.0, 60.0, 0.06, None))
    assert 1600.0 < known.rating < 1700.0
    assert known.deviation < 60.0


def standing_row(puzzle: str, provenance: str, rating: float) -> dict[str, object]:
    track = {"deviation": 60.0, "volatility": 0.06, "attempts": 40, "solved_share": 0.5, "median_seconds": 20.0}
    return {
        "game": GAME,
        "provenance": provenance,
        "puzzle_id": puzzle,
        "objective_difficulty": rating,
        "last_night": None,
        **track,
    }


def test_standings_of_real_players_in_the_lake_count_and_simulated_ones_do_not(root: Home) -> None:
    plain = Table(root)
    names = list(plain.stock.view().puzzles)
    rows = [standing_row(names[0], "players", 2500.0), standing_row(names[1], "simulated", 2500.0)]
    expected = [[plain.next(puzzle_id=name).expected for name in names[:2]]]
    data = rows_to_table("puzzle_standing", rows)
    Lake(root.lake).write(Partition("puzzle_standing", SO_FAR, GAME), data, Origin("test", "", ""))
    told = Table(root)
    expected.append([told.next(puzzle_id=name).expected for name in names[:2]])
    assert (expected[1][0] or 0.0) < 0.2 < (expected[0][0] or 0.0)
    assert expected[1][1] == expected[0][1]


def test_a_groups_own_prediction_counts_until_there_are_tries(root: Home) -> None:
    puzzle = next(iter(Table(root).stock.view().puzzles.values()))
    assert puzzle.difficulty is not None
    object.__setattr__(puzzle, "by_group", {"beginner": puzzle.difficulty + 1.0})
    assert prior_of(puzzle, "beginner").rating == pytest.approx(prior_of(puzzle).rating + STEP)
    assert prior_of(puzzle, "advanced") == prior_of(puzzle)


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
    for solved in (True, False, False, True):
        table.play(solved)
    easy, usual, hard = (table.next(ease=ease).expected or 0.0 for ease in ("easier", None, "harder"))
    assert easy > usual > hard


def test_a_standing_rises_with_solutions_and_the_group_decides_where_it_begins(table: Table) -> None:
    first = table.chooser.standing("ann", GAME)
    assert first == (START[None], UNKNOWN)
    for _ in range(3):
        table.play(True)
    assert table.chooser.standing("ann", GAME)[0] > first[0]
    assert table.chooser.standing("ann", GAME)[1] < first[1]
    table.attempt(next(iter(table.stock.view().puzzles)), True, player="bob", group="advanced", seconds=1.0)
    assert table.chooser.standing("bob", GAME)[0] > START["advanced"]


def test_who_has_not_played_begins_where_their_profile_says(table: Table) -> None:
    table.log.groups["eve"] = "advanced"
    assert table.chooser.standing("eve", GAME) == (START["advanced"], UNKNOWN)
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
    assert table.chooser.standing("ann", GAME) == (START[None], UNKNOWN)


def test_a_solution_after_wrong_tries_counts_as_a_miss_of_the_first(table: Table) -> None:
    names = list(table.stock.view().puzzles)
    standings = []
    for player, solved, tries in (("late", True, 3), ("missed", False, 3), ("at once", True, 1)):
        table.attempt(names[0], solved, player=player, tries=tries)
        standings.append(table.chooser.standing(player, GAME))
    late, missed, at_once = standings
    assert late == missed
    assert late[0] < at_once[0]


def test_only_the_first_attempt_at_a_puzzle_counts(table: Table) -> None:
    name = next(iter(table.stock.view().puzzles))
    table.attempt(name, False)
    missed = table.chooser.standing("ann", GAME)
    assert missed[0] < START[None]
    table.attempt(name, True)
    assert table.chooser.standing("ann", GAME) == missed
