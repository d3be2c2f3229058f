"""The DQN agent: what it sees, what its network says, the games it learns from, and training where PyTorch is."""

from __future__ import annotations

import random
import sys
from collections import Counter

import numpy as np
import pytest

from engines.contract import BadParameter
from engines.puyo.agent.dqn import learn
from engines.puyo.agent.dqn.catalogue import PARAMETERS, REWARDS
from engines.puyo.agent.dqn.chooser import chooser_from
from engines.puyo.agent.dqn.memory import FULL, NEXT, Memory, new_batch, new_memory, recall
from engines.puyo.agent.dqn.net import SHAPES, Weights, json_of, values, weights_from
from engines.puyo.agent.dqn.see import CODES, INPUTS, look
from engines.puyo.agent.dqn.solo import play_solo
from engines.puyo.agent.dqn.tuner import train
from engines.puyo.agent.dqn.world import RAW, any_of, best_of, new_world, play_all, seen
from engines.puyo.engine import ENGINE
from engines.puyo.rules.board import MARKS, columns_of, planes_of
from engines.puyo.rules.place import ALL_PLACEMENTS, NUMBER_OF, PLACEMENTS
from tests.engines.puyo import naive, naive_agent, naive_dqn
from tests.engines.puyo.boards import settled_board

SMALL = {known.name: known.default for known in PARAMETERS} | {
    "rounds": 2, "steps": 30, "memory": 300, "warm_up": 100, "batch": 8, "games": 4, "follow": 20, "explore": 40,
    "trial": 2, "pairs": 30,
}  # fmt: skip


def codes_of(pairs: list[str]) -> np.ndarray:
    return np.array([[MARKS.index(half) for half in pair] for pair in pairs], dtype=np.int64)


def seen_by(columns: tuple[str, ...], pairs: list[str]) -> np.ndarray:
    out = np.ones(INPUTS, dtype=np.float32)
    look(planes_of(columns), codes_of(pairs), np.zeros(CODES, dtype=np.int64), out)
    return out


def random_pairs(chance: random.Random, count: int = 3) -> list[str]:
    return ["".join(chance.choice("rgby") for _ in range(2)) for _ in range(count)]


def random_weights(seed: int) -> Weights:
    chance = np.random.default_rng(seed)
    return {name: chance.normal(0, 0.3, shape).astype(np.float32) for name, shape in SHAPES.items()}


def test_it_sees_what_the_plain_twin_sees() -> None:
    chance = random.Random(1)
    for _ in range(100):
        columns, pairs = settled_board(chance, 0, 13, "rgbyo"), random_pairs(chance)
        assert seen_by(columns, pairs).tolist() == naive_dqn.look(columns, pairs)


def test_colours_have_no_names() -> None:
    chance = random.Random(2)
    for _ in range(50):
        columns, pairs = settled_board(chance, 0, 13, "rgby"), ["rg", "by", "rr"]
        chance.shuffle(pairs)
        other = str.maketrans("rgby", "".join(chance.sample("rgby", 4)))
        renamed = tuple(column.translate(other) for column in columns)
        assert (seen_by(columns, pairs) == seen_by(renamed, [pair.translate(other) for pair in pairs])).all()


def test_the_network_says_what_the_plain_twin_says() -> None:
    chance = random.Random(3)
    weights = random_weights(3)
    inputs = np.array([naive_dqn.look(settled_board(chance, 0, 13, "rgby"), random_pairs(chance)) for _ in range(3)])
    told = values(weights, inputs.astype(np.float32))
    assert told.shape == (3, ALL_PLACEMENTS)
    for row, expected in zip(told, inputs, strict=True):
        assert row == pytest.approx(naive_dqn.values(weights, expected), rel=1e-4, abs=1e-3)


def test_weights_are_text_to_half_precision() -> None:
    weights = random_weights(4)
    again = weights_from(json_of(weights))
    for name, each in weights.items():
        assert np.abs(again[name] - each).max() < 1e-3
    assert json_of(again) == json_of(weights)
    assert len(json_of(weights)["data"]) < 200_000


def test_other_weights_are_refused() -> None:
    record = json_of(random_weights(5))
    with pytest.raises(BadParameter, match="form 'other'"):
        weights_from(record | {"form": "other"})
    with pytest.raises(BadParameter, match="3 weights, not"):
        weights_from(record | {"data": record["data"][:8]})


def test_the_best_and_any_of_some_placements() -> None:
    told = np.array([3.0, 5.0, 4.0, 5.0])
    assert best_of(told, 0b1111) == 1
    assert best_of(told, 0b1101) == 3
    assert best_of(told, 0) == -1
    stream = np.array([9], dtype=np.uint64)
    drawn = Counter(int(any_of(0b101010, stream)) for _ in range(300))
    assert set(drawn) == {1, 3, 5}
    assert min(drawn.values()) > 60


def letters(pairs: np.ndarray) -> list[str]:
    return ["".join(MARKS[code] for code in pair) for pair in pairs]


def played(memory: Memory, moves: int, reward: int = RAW) -> None:
    world = new_world(6, 3)
    chance = np.random.default_rng(6)
    for _ in range(moves):
        play_all(world, chance.normal(size=(3, ALL_PLACEMENTS)), 0.3, reward, 2.0, memory)


@pytest.mark.parametrize("name", REWARDS)
def test_what_is_remembered_is_what_happened(name: str) -> None:
    memory = new_memory(600)
    played(memory, 200, REWARDS.index(name))
    ends = fired = 0
    for at in range(600):
        board = naive.board_of(columns_of(memory.before[at]))
        pairs, placement = letters(memory.pairs[at]), PLACEMENTS[memory.placements[at]]
        assert placement in naive_agent.options(board, pairs[0], True)
        after, _, points = naive_agent.after(board, placement, pairs[0])
        assert columns_of(memory.after[at]) == naive.columns_of(after)
        over = naive.heights_of(after)[2] >= 12 or not naive_agent.options(after, pairs[1], True)
        assert memory.over[at] == over
        worth = {"raw": points / 1000, "root": (points / 1000) ** 0.5, "log": np.log(1 + points / 40)}[name]
        assert memory.rewards[at] == pytest.approx(worth - 2.0 * over)
        ends, fired = ends + over, fired + (points > 0)
        if at + 3 < 600:  # the next move of the same game
            assert over or (memory.before[at + 3] == memory.after[at]).all()
            assert not over or not memory.before[at + 3].any()
            assert over or letters(memory.pairs[at + 3])[:3] == pairs[1:]
    assert ends > 5
    assert fired > 10


def test_the_oldest_is_forgotten_first() -> None:
    large, small = new_memory(90), new_memory(60)
    played(large, 30)
    played(small, 30)
    assert small.sizes.tolist() == [30, 60]
    assert large.sizes[FULL] == 90
    assert large.sizes[NEXT] == 0
    assert (small.before[:30] == large.before[60:]).all()
    assert (small.before[30:] == large.before[30:60]).all()


def test_a_batch_is_what_is_remembered() -> None:
    memory, batch = new_memory(300), new_batch(40, ALL_PLACEMENTS)
    played(memory, 60)
    recall(memory, np.array([3], dtype=np.uint64), batch)
    rows = {}
    for at in range(int(memory.sizes[FULL])):
        pairs = letters(memory.pairs[at])
        now = naive_dqn.look(columns_of(memory.before[at]), pairs[:3])
        rows[(*now, int(memory.placements[at]))] = at
    for i in range(40):
        at = rows[(*batch.now[i].tolist(), int(batch.placements[i]))]
        pairs, columns = letters(memory.pairs[at]), columns_of(memory.after[at])
        assert batch.then[i].tolist() == naive_dqn.look(columns, pairs[1:])
        assert batch.rewards[i] == memory.rewards[at]
        assert batch.going[i] == (not memory.over[at])
        options = naive_agent.options(naive.board_of(columns), pairs[1], True)
        assert {int(n) for n in np.flatnonzero(batch.masks[i])} == {NUMBER_OF[name] for name in options}


def test_the_agent_plays_by_the_weights_it_is_given() -> None:
    first, second = (json_of(random_weights(seed)) for seed in (7, 8))
    game = ENGINE.play_game("dqn", 1, 0, {"moves": 10}, weights={"dqn": first})
    assert game == ENGINE.play_game("dqn", 1, 0, {"moves": 10}, weights={"dqn": first})
    assert game.moves != ENGINE.play_game("dqn", 1, 0, {"moves": 10}, weights={"dqn": second}).moves


def test_a_network_comes_with_the_engine() -> None:
    record = ENGINE.own_weights("dqn")
    assert json_of(weights_from(record)) == record
    assert len(record["data"]) < 200_000
    game = ENGINE.play_game("dqn", 1, 0, {"moves": 10})
    assert game == ENGINE.play_game("dqn", 1, 0, {"moves": 10}, weights={"dqn": record})
    told = play_solo(chooser_from(weights_from(record)), 1, 5, 60)
    assert told.points / told.games > 2000
    with pytest.raises(BadParameter, match="no weights 'other'"):
        ENGINE.own_weights("other")


def test_it_takes_the_placement_of_most_value() -> None:
    weights = {name: np.zeros(shape, dtype=np.float32) for name, shape in SHAPES.items()}
    weights["value.bias"][NUMBER_OF["5N"]] = 1.0
    weights["value.bias"][NUMBER_OF["5S"]] = 2.0  # which a double has not
    game = ENGINE.play_game("dqn", 1, 0, {"moves": 5}, weights={"dqn": json_of(weights)})
    assert [move[2:] for move in game.moves[:5]] == ["5N" if m[0] == m[1] else "5S" for m in game.moves[:5]]


def test_games_alone_end_when_they_are_lost() -> None:
    weights = {name: np.zeros(shape, dtype=np.float32) for name, shape in SHAPES.items()}
    weights["value.bias"][NUMBER_OF["3N"]] = 1.0
    told = play_solo(chooser_from(weights), 1, 4, 50)
    assert told.lost == 4
    assert told.pairs < 4 * 12
    told = play_solo(chooser_from(weights), 1, 4, 5)
    assert (told.lost, told.pairs) == (0, 20)


def test_chains_of_games_alone_are_counted_once() -> None:
    chooser = chooser_from(random_weights(9))
    told = play_solo(chooser, 1, 5, 60)
    assert told.at_least(1) == sum(told.chains.values())
    assert told.at_least(2) == told.at_least(1) - told.chains[1]
    assert 0 not in told.chains
    assert told.points >= 40 * told.at_least(1) > 0


def test_without_pytorch_training_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(BadParameter, match="needs PyTorch: `make dqn`"):
        next(ENGINE.tune("dqn", 1, None, {}))  # type: ignore[arg-type]
    with pytest.raises(BadParameter, match="unknown tuner 'other'"):
        ENGINE.tune("other", 1, None, {})  # type: ignore[arg-type]


def test_both_networks_say_the_same() -> None:
    torch = pytest.importorskip("torch")
    weights = random_weights(10)
    world = new_world(10, 6)
    played_on = new_memory(100)
    for _ in range(10):
        play_all(world, np.zeros((6, ALL_PLACEMENTS)), 1.0, RAW, 0.0, played_on)
    inputs = seen(world)
    tensors = {name: torch.from_numpy(each) for name, each in weights.items()}
    told = learn.forward(torch, tensors, torch.from_numpy(inputs)).numpy()
    assert told == pytest.approx(values(weights, inputs), rel=1e-4, abs=1e-3)


def test_a_step_brings_values_nearer_to_what_is_wanted() -> None:
    pytest.importorskip("torch")
    learner = learn.Learner(1, SMALL)
    learner.step()
    first = learner.learn()
    for _ in range(60):
        last = learner.learn()
    assert last < first / 2


def test_training_goes_on_as_if_it_had_not_stopped() -> None:
    pytest.importorskip("torch")
    whole = list(train(2, SMALL, None))
    assert [tuning.done for tuning in whole] == [1, 2]
    again = list(train(2, SMALL, whole[0].state))
    assert len(again) == 1
    assert again[0].weights == whole[1].weights
    assert again[0].said == whole[1].said
    for name, each in learn.unpacked(whole[1].state).items():
        assert (learn.unpacked(again[0].state)[name] == each).all(), name
    assert [tuning.weights for tuning in train(2, SMALL, None)] == [tuning.weights for tuning in whole]
    assert whole[1].weights != next(train(3, SMALL, None)).weights
    weights = whole[1].weights
    assert weights is not None
    assert ENGINE.play_game("dqn", 1, 0, {"moves": 5}, weights={"dqn": weights}).moves
