"""Distances between puzzles, and choosing interesting ones that differ."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from engines.rating.variety import ABOUT, FAR, MEASURED, Slot, Space, choose, standardised

NO_KINDS = np.zeros((0, 0), dtype=np.int64)


def space(*rows: list[float], themes: list[list[int]] | None = None) -> Space:
    table = np.array(rows, dtype=float)
    about = np.array(themes, dtype=bool) if themes else np.zeros((len(rows), 0), dtype=bool)
    return Space(table, about)


def naive_distance(one: Space, a: int, b: int) -> float:
    """The same, puzzle by puzzle."""
    off = [(x - y) ** 2 for x, y in zip(one.features[a], one.features[b], strict=True)]
    measured = min(1.0, (sum(off) / len(off)) ** 0.5 / FAR)
    mine, yours = ({n for n, has in enumerate(one.themes[place]) if has} for place in (a, b))
    about = 1 - len(mine & yours) / len(mine | yours) if mine | yours else 0.0
    return MEASURED * measured + ABOUT * about


def many(seed: int, count: int = 30) -> Space:
    random = np.random.default_rng(seed)
    return Space(random.normal(size=(count, 6)), random.random((count, 4)) < 0.4)


def test_distances_are_those_of_the_naive_twin() -> None:
    there = many(1)
    for a in range(30):
        found = there.distances(a, np.arange(30))
        assert found.tolist() == pytest.approx([naive_distance(there, a, b) for b in range(30)])
    assert there.distances(3, np.array([3]))[0] == 0
    assert 0 <= found.min() <= found.max() <= 1


def test_nearest_neighbours_are_those_of_the_naive_twin() -> None:
    there, chosen = many(2), [3, 7, 8, 20]
    wanted = [min(naive_distance(there, a, b) for b in chosen if b != a) for a in chosen]
    assert there.apart(chosen).tolist() == pytest.approx(wanted)
    assert np.isnan(there.apart([5])).all()
    assert there.apart([]).shape == (0,)


def test_features_are_measured_in_their_own_spread() -> None:
    table = np.array(
        [[1.0, 5.0, np.nan, 2.0], [3.0, 5.0, np.nan, np.nan], [5.0, 5.0, 1.0, 4.0], [99.0, 5.0, 1.0, 4.0]]
    )
    found = standardised(table, 3)
    spread = np.std([1, 3, 5])
    assert found[:, 0].tolist() == pytest.approx([-2 / spread, 0, 2 / spread, 3.0]), "a freak counts three deviations"
    assert found[:, 1].tolist() == [-1, 0, 1, 1], "what is not known lies in the middle"
    assert found.shape == (4, 2), "what does not differ is left out"
    assert standardised(np.full((2, 3), np.nan), 2).shape == (2, 0)


def test_without_weights_the_most_interesting_are_chosen() -> None:
    random = np.random.default_rng(3)
    slots = [Slot(np.arange(15), random.random(15)), Slot(np.arange(15, 30), random.random(15))]
    picks = choose(many(3), NO_KINDS, slots, 4, [], (0.0, 0.0))
    for number, slot in enumerate(slots):
        assert [pick.member for pick in picks if pick.slot == number] == slot.best(4)


def test_what_is_alike_has_to_be_that_much_more_interesting() -> None:
    there = space([0.0], [0.1], [4.0])  # the second is much like the first
    slot = Slot(np.arange(3), np.array([3.0, 2.9, 2.4]))
    first = [pick.member for pick in choose(there, NO_KINDS, [slot], 2, [], (1.0, 0.0))]
    assert first == [0, 2], "0.7 - 0.035 more distance is worth more than 0.5 of interest"
    assert [pick.member for pick in choose(there, NO_KINDS, [slot], 2, [], (0.5, 0.0))] == [0, 1]
    picks = choose(there, NO_KINDS, [slot], 1, [2], (1.0, 0.0))
    assert [pick.member for pick in picks] == [0], "what is there already is not chosen again"
    assert picks[0].distance == pytest.approx(MEASURED)
    assert np.isnan(choose(there, NO_KINDS, [slot], 1, [], (1.0, 0.0))[0].distance), "there was none before it"


def test_being_different_has_its_price() -> None:
    there = space([0.0], [0.1], [4.0])
    slot = Slot(np.arange(3), np.array([3.0, 2.9, 2.4]))
    for price, second in ((0.4, 1), (0.6, 2)):
        chosen = [pick.member for pick in choose(there, NO_KINDS, [slot], 2, [], (9.0, 0.0), price)]
        assert chosen == [0, second], "0.5 less interesting than the best that is left"


def test_kinds_are_spread() -> None:
    there = space(*[[0.0]] * 6)
    kinds = np.array([[0], [0], [0], [0], [1], [2]])
    slot = Slot(np.arange(6), np.array([3.0, 2.99, 2.98, 2.97, 2.8, 2.7]))
    chosen = [pick.member for pick in choose(there, kinds, [slot], 3, [], (0.0, 1.0))]
    assert chosen == [0, 4, 5]
    assert [pick.member for pick in choose(there, kinds, [slot], 3, [], (0.0, 0.0))] == [0, 1, 2]


def test_slots_take_turns_and_empty_ones_give_nothing() -> None:
    slots = [
        Slot(np.array([0, 1]), np.ones(2)),
        Slot(np.array([], dtype=np.int64), np.ones(0)),
        Slot(np.array([2]), np.ones(1)),
    ]
    picks = choose(many(4, 3), NO_KINDS, slots, 5, [], (1.0, 0.0))
    assert [pick.slot for pick in picks] == [0, 2, 0]
    assert sorted(pick.member for pick in picks) == [0, 1, 2]


def test_greedy_choice_is_more_varied_than_the_plain_one_and_near_the_best_there_is() -> None:
    """Against every way to choose four of twelve."""
    for seed in range(10):
        there = many(seed, 12)
        interest = np.random.default_rng(seed + 100).normal(3.0, 0.1, 12)
        slot = Slot(np.arange(12), interest)
        mine = [pick.member for pick in choose(there, NO_KINDS, [slot], 4, [], (1.5, 0.0))]
        spread = {some: there.apart(list(some)).mean() for some in combinations(range(12), 4)}
        assert spread[tuple(sorted(mine))] >= spread[tuple(sorted(slot.best(4)))]
        assert spread[tuple(sorted(mine))] > np.quantile(list(spread.values()), 0.8)
