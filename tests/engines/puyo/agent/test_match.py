"""Matches: garbage, offsets, falls, the clock, the end; that a record is enough to see a match again."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from assets.agents.one_game import play_one
from assets.core.kernels import use_agent
from engines.agents import Played
from engines.contract import BadParameter
from engines.puyo.agent.crumble import HIGH, Crumble, joined
from engines.puyo.agent.fire import best_firing
from engines.puyo.agent.game import count_puyos
from engines.puyo.agent.match import MOST_PAIRS, Match, decide, match_of, measured, play_match
from engines.puyo.agent.plain import Plain
from engines.puyo.agent.queues import queue_of
from engines.puyo.agent.sight import STUCK, Choice, Sight
from engines.puyo.engine import ENGINE
from engines.puyo.rules.board import MARKS, Columns, columns_of, planes_of
from engines.puyo.rules.place import NUMBER_OF, PLACEMENTS

NO_CHANCE = np.zeros(1, dtype=np.uint64)


def new_match(number: int = 0, pair_times: tuple[int, int] = (2, 2), round_time: int = 4) -> Match:
    return Match(1, number, pair_times, round_time)


def heights(match: Match, who: int) -> list[int]:
    return [len(column) for column in columns_of(match.sides[who].board)]


def test_seventy_points_make_one_and_the_rest_is_kept() -> None:
    match = new_match()
    match.send(0, 139)
    assert (match.sides[1].garbage, match.sides[0].carried) == (1, 69)
    match.send(0, 0)
    assert (match.sides[1].garbage, match.sides[0].carried) == (1, 69)
    match.send(0, 1)
    assert (match.sides[1].garbage, match.sides[0].carried) == (2, 0)
    assert match.sides[0].score == 140


def test_own_garbage_is_offset_before_any_is_sent() -> None:
    match = new_match()
    match.send(0, 700)
    match.send(1, 490)
    assert (match.sides[0].garbage, match.sides[1].garbage) == (0, 3)
    match.send(1, 350)
    assert (match.sides[0].garbage, match.sides[1].garbage) == (2, 0)


def test_it_falls_once_the_chain_is_over_thirty_at_a_time() -> None:
    match = new_match()
    match.sides[0].clock = 9  # when the chain that sends it ends
    match.send(0, 70 * 33)
    match.sides[1].clock = 8
    assert match.fall(1) == ()
    match.sides[1].clock = 9
    assert match.fall(1) == (5,) * 6
    assert heights(match, 1) == [5] * 6
    fell = match.fall(1)
    assert sorted(fell) == [0, 0, 0, 1, 1, 1]
    assert heights(match, 1) == [5 + count for count in fell]
    assert match.fall(1) == ()
    assert set("".join(columns_of(match.sides[1].board))) == {"o"}


def test_the_columns_of_what_is_no_row_are_drawn_evenly() -> None:
    totals = np.zeros(6)
    match = new_match()
    for _ in range(600):
        match.sides[1].board[:] = 0
        match.send(0, 70)
        totals += match.fall(1)
    assert totals.sum() == 600
    assert 70 < totals.min() <= totals.max() < 130


def test_column_3_loses_after_chain_or_fall() -> None:
    columns: Columns = ("", "", "rgbyrgbyrg", "", "", "")
    for garbage in (True, False):
        match = new_match()
        match.sides[0].board[:] = planes_of(columns)
        if garbage:
            match.send(1, 70 * 12)
            match.fall(0)
        else:
            match.play(0, NUMBER_OF["3N"])
        assert match.over
        assert match.loser == 0


def test_a_chain_gives_the_other_time() -> None:
    match = new_match()
    match.queue = np.full_like(match.queue, MARKS.index("r"))
    order = []
    for _ in range(7):
        who = match.turn()
        order.append(who)
        match.play(who, NUMBER_OF["1N" if who == 0 else ("1N", "3N", "5N")[order.count(1) % 3]])
    # The first erases with its second pair, at 2, and is busy until 8: the other places three more.
    assert order == [0, 1, 0, 1, 1, 1, 0]
    assert [side.clock for side in match.sides] == [10, 12]
    assert [dict(side.chains) for side in match.sides] == [{1: 1}, {1: 1}]
    assert [side.longest for side in match.sides] == [1, 1]
    assert new_match(1).turn() == 1


def test_the_faster_one_places_more() -> None:
    match = new_match(pair_times=(2, 1))
    for number in range(9):
        match.play(match.turn(), NUMBER_OF["1N"] if number < 4 else NUMBER_OF["5N"])
    assert match.sides[1].placed > match.sides[0].placed


def test_the_score_decides_once_one_has_placed_all_pairs() -> None:
    match = new_match(pair_times=(2, 1))
    match.sides[0].placed, match.sides[1].placed = 7, MOST_PAIRS - 1
    match.sides[0].score = 40
    assert not match.over
    assert match.sight(1).pairs.shape == (3, 2)
    match.play(1, NUMBER_OF["1N"])
    assert match.over
    assert measured(match)["won"] == 1.0


def sight_of(columns: Columns, pair: str) -> Sight:
    pairs = np.array([[MARKS.index(color) for color in pair]] * 3, dtype=np.int64)
    return Sight(planes_of(columns), pairs, 9, 0, True, True)


def test_a_chain_of_enough_points_is_fired_at_once() -> None:
    sight = sight_of(("rrr", "bbbr", "", "", "", ""), "by")  # two chains, 40 + 320 points
    points = best_firing(sight.board, True, sight.pairs[:1]).points
    assert points == 360
    other = lambda sight, state: Choice(NUMBER_OF["6N"])  # noqa: E731
    assert PLACEMENTS[decide(other, sight, NO_CHANCE, points)] != "6N"
    assert PLACEMENTS[decide(other, sight, NO_CHANCE, points + 1)] == "6N"
    assert PLACEMENTS[decide(lambda sight, state: Choice(STUCK), sight, NO_CHANCE, points + 1)] == "1N"


def test_matches_are_seen_again_from_their_record() -> None:
    game = ENGINE.play_game("both", 1, 3, {"rival_time": 1}, "crumble")
    assert game == ENGINE.play_game("both", 1, 3, {"rival_time": 1}, "crumble")
    assert Played.from_json(json.loads(json.dumps(game.as_json()))) == game
    assert any(text[1] == "o" for text in game.moves)
    match = match_of(game.seed, game.number, game.parameters)
    for text in game.moves:
        who = int(text[0])
        assert match.turn() == who
        if text[1] == "o":
            assert text[2:] == "".join(map(str, match.fall(who)))
        else:
            pair = "".join(MARKS[code] for code in match.queue[match.sides[who].placed])
            assert text[1:3] == pair
            match.play(who, NUMBER_OF[text[3:]])
    assert [side.score for side in match.sides] == [game.measures["score"], game.measures["conceded"]]
    scenes = list(ENGINE.scenes(game))
    assert {len(scene.boards) for scene in scenes} == {2}
    rows = ["".join(row[x] for row in reversed(scenes[-1].boards[0])).rstrip(".") for x in range(6)]
    assert tuple(rows) == columns_of(match.sides[0].board)
    assert scenes[-1].said == f"Won by {'both' if game.measures['won'] else 'crumble'}"
    assert f"{game.measures['score']:,.0f} points" in scenes[-1].shown["left"]


def test_who_can_go_nowhere_has_lost() -> None:
    match = new_match()
    match.sides[0].board[:] = planes_of(("", "rgbyrgbyrgbyr", "rgbyrgbyrgb", "rgbyrgbyrgbyr", "", ""))
    told = play_match((lambda s, c: Choice(STUCK),) * 2, (NO_CHANCE, NO_CHANCE), match, 2100)
    assert match.loser == 0
    assert told[0].startswith("0")


def test_the_stand_in_keeps_column_3_free_until_it_is_high() -> None:
    game = ENGINE.play_game("crumble", 1, 0, {"moves": 24})
    boards = [text[2:] for text in game.moves[:20]]
    assert all("3" not in name for name in boards)
    tall: Columns = ("rgbyrgbyrg", "brgybrgybr", "", "gbrygbrygb", "yrbgyrbgyr", "rrrbbygrgy")
    sight = sight_of(tall, "yb")
    assert count_puyos(sight.board) >= HIGH
    fired = best_firing(sight.board, True, sight.pairs[:1])
    choice = Crumble()(sight, np.ones(1, dtype=np.uint64))
    assert choice.placement == fired.placement if fired.points else choice.placement != STUCK
    assert joined(planes_of(("rr", "r", "g", "", "", ""))) == 3


@pytest.mark.parametrize(
    ("columns", "pair", "expected"),
    [
        (("rrr", "bbbr", "", "", "", ""), "rg", {"1N", "12"}),  # erases, high as that is
        (("rg", "bg", "", "gr", "bb", "y"), "bb", {"6N", "56", "45"}),  # erases, as low as it can
        (("rgb", "bgr", "", "gr", "bb", "rg"), "rg", {"45", "54", "56", "65"}),  # as low as it goes, column 3 apart
        (("", "rgbyrgbyrgbyr", "rgbyrgbyr", "rgbyrgbyrgbyr", "", ""), "gb", {"3N", "3S"}),  # nowhere else to go
    ],
)
def test_the_weak_stand_in_erases_what_it_can_and_stays_low(columns: Columns, pair: str, expected: set[str]) -> None:
    state = np.ones(1, dtype=np.uint64)
    told = {PLACEMENTS[Plain()(sight_of(columns, pair), state).placement] for _ in range(60)}
    assert told == expected


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(BadParameter, match="unknown agent 'nobody'"):
        ENGINE.play_game("both", 1, 0, None, "nobody")


def test_a_match_that_cannot_be_is_not_shown() -> None:
    game = ENGINE.play_game("both", 2, 1, {"fire_at": 1000}, "crumble")
    moves = list(game.moves)
    fall = next(place for place, text in enumerate(moves) if text[1] == "o")
    emptied = [*moves[:fall], moves[fall][:2] + "000000", *moves[fall + 1 :]]
    for changed, said in (
        (moves[1:], "not the turn of side"),
        ([moves[0][0] + "oo1N", *moves[1:]], "is not what falls|is not what side"),
        ([moves[0][:3] + "9N", *moves[1:]], "9N"),
        ([*moves[:fall], *moves[fall + 1 :]], "when garbage falls on side"),
        (emptied, "is not what falls on side"),
        ([*moves, moves[-1]], "not the turn of side"),
    ):
        with pytest.raises((ValueError, LookupError), match=said):
            list(ENGINE.scenes(replace(game, moves=tuple(changed))))
    with pytest.raises(ValueError, match=r"is not what side . can do"):
        list(ENGINE.scenes(replace(game, seed=3)))


def test_parameters_of_the_other_kind_of_game_are_told() -> None:
    assert ENGINE.idle_parameter({"fire_at": 1000}, "") == "fire_at is for matches, with --against"
    assert ENGINE.idle_parameter({"pair_time": 3, "moves": 20}, "crumble") == "moves is for games alone"
    assert ENGINE.idle_parameter({"fire_at": 1000}, "crumble") == ENGINE.idle_parameter({"moves": 20}, "") == ""


def test_the_press_has_matches_played_too() -> None:
    """As the command and a night have them played: a game to warm up with before, by the same kind of agent."""
    found, seconds = play_one("puyo", "both", 1, 0, {"fire_at": 2000}, "crumble")
    assert found == ENGINE.play_game("both", 1, 0, {"fire_at": 2000}, "crumble")
    assert seconds > 0
    use_agent("puyo", "both", {"fire_at": 2000})


def test_a_match_is_written_as_the_agents_side_of_it() -> None:
    game = ENGINE.play_game("potential-2", 1, 1, {"pair_time": 4, "rival_time": 1}, "crumble")
    assert any(text.startswith("0o") for text in game.moves)
    link = ENGINE.write_game(game, "link")
    steps = "".join(
        f"o{'_'.join(text[2:])}o" if text[1] == "o" else text[1:] for text in game.moves if text[0] == "0"
    )
    assert f"steps={steps}&" in link
    assert queue_of(1, 1)[0].tolist() == [MARKS.index(color) for color in game.moves[0][1:3]]
