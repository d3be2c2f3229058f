"""Learning in matches: what a move comes to there, where it leads, that it goes on to the bit."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import pytest

from engines.contract import BadParameter, Json, checked_parameters
from engines.kernels.randomness import start, stream_key
from engines.puyo.agent.choosers import chooser_of
from engines.puyo.agent.dqn import learn, tuner
from engines.puyo.agent.dqn.catalogue import ALONE, OPPONENTS, PARAMETERS
from engines.puyo.agent.dqn.chooser import chooser_from
from engines.puyo.agent.dqn.duel import NEVER, play_duels
from engines.puyo.agent.dqn.memory import FULL, Memory, new_memory
from engines.puyo.agent.dqn.net import SHAPES, json_of
from engines.puyo.agent.dqn.see import INPUTS
from engines.puyo.agent.dqn.versus import LEARNED_SEED, Matches
from engines.puyo.agent.dqn.world import LOG, RAW, Alone
from engines.puyo.agent.match import MOST_PAIRS, Match, measured, play_match
from engines.puyo.agent.sight import Choice, Sight
from engines.puyo.engine import ENGINE
from engines.puyo.rules.board import MARKS, Columns, columns_of, planes_of
from engines.puyo.rules.place import ALL_PLACEMENTS, NUMBER_OF, PLACEMENTS
from tests.engines.puyo import naive_dqn
from tests.engines.puyo.agent.test_dqn import SMALL

EMPTY: Columns = ("",) * 6


def codes_of(pair: str) -> list[int]:
    return [MARKS.index(half) for half in pair]


def always(name: str) -> np.ndarray:
    """Values by which a placement is best."""
    return np.eye(ALL_PLACEMENTS)[[NUMBER_OF[name]]]


def one_match(mine: Columns, other: Columns, queue: list[str]) -> Matches:
    """One match, the learner to choose first; the opponent always puts the pair on column 3."""
    matches = Matches(1, 1, "plain")
    matches.rival = lambda sight, state: Choice(NUMBER_OF["3N"])
    matches.matches[0].sides[0].board[:] = planes_of(mine)
    matches.matches[0].sides[1].board[:] = planes_of(other)
    matches.matches[0].queue[: len(queue)] = [codes_of(pair) for pair in queue]
    return matches


@pytest.mark.parametrize(("reward", "expected"), [(RAW, 0.04 - 0.36), (LOG, np.log(2) - np.log(10))])
def test_the_reward_is_own_points_less_the_others(reward: int, expected: float) -> None:
    # "by": four blues here, 40 points; four blues and then four reds there, 40 + 320 points, five of garbage.
    matches = one_match(("", "", "", "", "bbb", ""), ("rrr", "bbbr", "", "", "", ""), ["by", "gr", "gy", "ry"])
    memory = new_memory(10)
    for name in ("5N", "1N", "2N"):
        matches.play_all(always(name), 0.0, reward, 1.0, memory)
    assert memory.rewards[:3] == pytest.approx([expected, 0.0, 0.0])
    assert [PLACEMENTS[number] for number in memory.placements[:3]] == ["5N", "1N", "2N"]
    assert columns_of(memory.after[0]) == ("", "", "", "", "y", "")
    # Its chain ends at 10, and so long it waits; the learner's third pair is placed by then, at 6, 8 and 10.
    assert columns_of(memory.after[1]) == ("gr", "", "", "", "y", "")
    after = columns_of(memory.after[2])
    assert "".join(after).count("o") == 5
    assert [column.rstrip("o") for column in after] == ["gr", "gy", "", "", "y", ""]
    assert not memory.over[:3].any()
    assert matches.matches[0].sides[1].placed == 1
    assert [dict(side.chains) for side in matches.matches[0].sides] == [{1: 1}, {2: 1}]


def test_chains_of_the_other_are_worth_what_each_is_worth() -> None:
    # The opponent erases four, and again with its next pair, during a chain of two here: 40 and 40 points.
    matches = one_match(("rrr", "bbbr", "", "", "", ""), ("", "", "bbb", "rrr", "", ""), ["by", "rg", "rg", "rg"])
    match = matches.matches[0]
    names = iter(("3N", "4N"))
    matches.rival = lambda sight, state: Choice(NUMBER_OF[next(names, "6N")])
    memory = new_memory(10)
    matches.play_all(always("3N"), 0.0, LOG, 1.0, memory)
    assert (match.sides[0].score, match.sides[1].score) == (360, 80)
    assert memory.rewards[0] == pytest.approx(np.log(10) - 2 * np.log(2))


@pytest.mark.parametrize("how", ["fall", "chain", "score", "won"])
def test_a_lost_match_costs_and_the_next_begins(how: str) -> None:
    tall: Columns = ("", "", "rgbyrgbyrg", "", "", "")
    matches = one_match(tall if how in ("fall", "chain") else EMPTY, tall if how == "won" else EMPTY, ["by", "gr"])
    match = matches.matches[0]
    match.sides[0].waiting = [(0, 12)] if how == "fall" else []
    if how == "score":
        match.sides[0].placed, match.sides[1].score = MOST_PAIRS - 1, 70
    memory = new_memory(10)
    matches.play_all(always("3N" if how == "chain" else "6N"), 0.0, RAW, 2.5, memory)
    assert match.over
    assert memory.over[0]
    assert memory.rewards[0] == (0.0 if how == "won" else -2.5)
    assert matches.numbers.tolist() == [1]
    assert not matches.matches[0].sides[0].board.any()
    assert matches.matches[0].sides[1].placed == 1  # in matches with an odd number the other is first


def learned(matches: Matches, moves: int, memory: Memory, seed: int = 6) -> None:
    chance = np.random.default_rng(seed)
    for _ in range(moves):
        matches.play_all(chance.normal(size=(len(matches.matches), ALL_PLACEMENTS)), 0.3, RAW, 2.0, memory)


class Again:
    """An agent that makes the remembered moves of one game, and notes what it saw at each."""

    def __init__(self, memory: Memory, rows: list[int]) -> None:
        self.memory, self.rows = memory, rows
        self.match: Match | None = None
        self.seen: list[tuple[np.ndarray, np.ndarray, int]] = []

    def __call__(self, sight: Sight, state: np.ndarray) -> Choice:
        assert self.match
        mine, other = self.match.sides
        if len(self.seen) == len(self.rows):
            raise StopIteration
        self.seen.append((sight.board, self.match.queue[mine.placed : mine.placed + 4], mine.score - other.score))
        return Choice(int(self.memory.placements[self.rows[len(self.seen) - 1]]))


@pytest.mark.parametrize("against", OPPONENTS)
def test_what_is_remembered_are_the_matches_as_they_are_played(against: str) -> None:
    memory = new_memory(360)
    learned(Matches(6, 3, against), 120, memory)
    fallen = ends = conceded = 0
    for game in range(3):
        agent = Again(memory, list(range(game, 360, 3)))
        state = np.zeros(1, dtype=np.uint64)
        start(state, stream_key("puyo-dqn rival", 6), game)
        number = game
        while len(agent.seen) < len(agent.rows):
            agent.match, first = Match(LEARNED_SEED + 6, number, (2, 2), 4), len(agent.seen)
            try:
                play_match((agent, chooser_of(against)), (state, state), agent.match, NEVER)
            except StopIteration:
                assert not agent.match.over
            for i in range(first, len(agent.seen)):
                at, (board, pairs, lead) = agent.rows[i], agent.seen[i]
                assert (memory.before[at] == board).all()
                assert (memory.pairs[at] == pairs).all()
                if i + 1 < len(agent.seen):
                    assert not memory.over[at]
                    assert (memory.after[at] == agent.seen[i + 1][0]).all()
                    assert memory.rewards[at] == pytest.approx((agent.seen[i + 1][2] - lead) / 1000)
                    conceded += agent.seen[i + 1][2] < lead
                    fallen += "o" in "".join(columns_of(board))
                elif agent.match.over:
                    mine, other = agent.match.sides
                    fine = 2.0 if measured(agent.match)["won"] == 0 else 0.0
                    assert memory.over[at]
                    assert memory.rewards[at] == pytest.approx((mine.score - other.score - lead) / 1000 - fine)
                    ends += 1
            number += 3
    assert min(fallen, ends, conceded) > 3


def test_the_network_sees_the_learners_side() -> None:
    matches = Matches(3, 4, "crumble")
    learned(matches, 30, new_memory(200))
    told = matches.seen()
    assert told.shape == (4, INPUTS)
    for row, match in zip(told, matches.matches, strict=True):
        side = match.sides[0]
        pairs = ["".join(MARKS[code] for code in pair) for pair in match.queue[side.placed : side.placed + 3]]
        assert row.tolist() == naive_dqn.look(columns_of(side.board), pairs)


def test_matches_go_on_from_their_arrays() -> None:
    first, second = Matches(4, 4, "crumble"), Matches(4, 4, "crumble")
    learned(first, 45, new_memory(400))
    assert any("o" in "".join(columns_of(match.sides[0].board)) for match in first.matches)
    second.resume({name: each.copy() for name, each in first.arrays().items()})
    memories = new_memory(400), new_memory(400)
    for matches, memory in zip((first, second), memories, strict=True):
        learned(matches, 80, memory, 7)
    for name, each in memories[0]._asdict().items():
        assert (each == getattr(memories[1], name)).all(), name
    assert memories[0].sizes[FULL] == 320


def test_training_in_matches_goes_on_as_if_it_had_not_stopped() -> None:
    pytest.importorskip("torch")
    options = SMALL | {"against": "crumble", "steps": 15}
    whole = list(tuner.train(2, options, None))
    again = list(tuner.train(2, options, whole[0].state))
    assert [tuning.done for tuning in again] == [2]
    assert (again[0].weights, again[0].said, again[0].measures) == (
        whole[1].weights,
        whole[1].said,
        whole[1].measures,
    )
    for name, each in learn.unpacked(whole[1].state).items():
        assert (learn.unpacked(again[0].state)[name] == each).all(), name
    assert "won" in whole[1].said
    assert whole[0].weights != next(tuner.train(2, options | {"against": "plain"}, None)).weights


def test_the_best_network_has_most_wins_then_most_points_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    told = iter([(0.0, -900.0), (0.5, -10.0), (0.4, 900.0), (0.5, -9.0), (0.5, -9.5)])
    weights: list[Any] = []

    def tried(network: Any, seed: int, options: Any) -> tuple[dict[str, float], str]:
        weights.append(json_of(network))
        won, score = next(told)
        return {"won": won, "score": score}, ""

    monkeypatch.setattr(tuner, "tried", tried)
    found = list(tuner.train(2, SMALL | {"against": "plain", "rounds": 5, "steps": 3}, None))
    assert [weights.index(tuning.weights) for tuning in found] == [0, 1, 1, 3, 3]
    assert found[-1].measures == {"won": 0.5, "score": -9.0}


def test_alone_is_what_it_was() -> None:
    alone, memory = Alone(6, 3), new_memory(300)
    chance = np.random.default_rng(6)
    for _ in range(100):
        alone.play_all(chance.integers(0, 100, size=(3, ALL_PLACEMENTS)).astype(float), 0.3, RAW, 2.0, memory)
    digest = hashlib.sha256(b"".join(each.tobytes() for each in memory)).hexdigest()
    assert digest[:16] == "05ca0af834a674e9"
    assert isinstance(learn.games_of(1, SMALL), Alone)
    assert SMALL["against"] == ALONE
    assert isinstance(learn.games_of(1, SMALL | {"against": "plain"}), Matches)


def test_only_stand_ins_are_learned_against() -> None:
    assert OPPONENTS == ("crumble", "plain")
    with pytest.raises(BadParameter, match="against"):
        checked_parameters(PARAMETERS, {"against": "best"})


@pytest.mark.parametrize("fire_at", [2100, NEVER])
def test_duels_are_the_matches_that_are_played_and_watched(fire_at: int) -> None:
    chance = np.random.default_rng(8)
    weights = {name: chance.normal(0, 0.3, shape).astype(np.float32) for name, shape in SHAPES.items()}
    told = play_duels(chooser_from(weights), "plain", 21, 3, fire_at)
    given: Json = {"dqn": json_of(weights)}
    games = [ENGINE.play_game("dqn", 21, number, {"fire_at": fire_at}, "plain", given) for number in range(3)]
    for name, value in (
        ("won", told.won),
        ("score", told.points),
        ("conceded", told.conceded),
        ("placed", told.pairs),
    ):
        assert value == sum(game.measures[name] for game in games)
    assert max(told.chains, default=0) == max(game.measures["chains"] for game in games)
    assert (told == play_duels(chooser_from(weights), "plain", 21, 3)) == (fire_at == NEVER)
    assert told.lead == (told.points - told.conceded) / 3
