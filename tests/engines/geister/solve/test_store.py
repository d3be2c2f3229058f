"""What is kept of positions met before, compared with dictionaries."""

from __future__ import annotations

from collections import defaultdict
from random import Random

from engines.geister.rules.moves import Position
from engines.geister.rules.puzzle import position_of
from engines.geister.solve.proof_numbers import STAMPS, delta_of, forget, keep, look_up, new_numbers, pack, phi_of
from engines.geister.solve.store import (
    BUCKETS,
    ENTRIES,
    SMALLEST,
    TOUCHED,
    WAYS,
    best_of,
    empty,
    grow,
    new_store,
    not_within,
    recall,
    remember,
    won_within,
)
from tests.engines.geister.boards import random_puzzle

MOVE = 28 << 6 | 34  # e5-e6


def positions(count: int, seed: int = 1) -> list[Position]:
    random = Random(seed)
    return list(dict.fromkeys(position_of(random_puzzle(random)) for _ in range(count)))


def test_a_position_is_read_back_with_all_that_was_said_of_it() -> None:
    store = new_store(6)
    one, other = positions(2)
    remember(store, one, 0, 5, MOVE)
    remember(store, one, 13, 0, -1)
    known = recall(store, one)
    assert (won_within(known), not_within(known), best_of(known)) == (13, 5, -1)
    remember(store, one, 11, 9, MOVE)
    remember(store, one, 15, 3, MOVE)
    known = recall(store, one)
    assert (won_within(known), not_within(known), best_of(known)) == (11, 9, MOVE)
    assert recall(store, other) == 0


def test_a_full_store_forgets_but_is_never_wrong() -> None:
    random = Random(2)
    store, said, hits = new_store(2), defaultdict(set), 0
    for position in random.choices(positions(200), k=5000):
        known = recall(store, position)
        if known:
            hits += 1
            assert {("won", won_within(known)), ("lost", not_within(known))} <= said[position] | {
                ("won", 0),
                ("lost", 0),
            }
        won, lost = random.choice(((random.randrange(21, 41, 2), 0), (0, random.randrange(1, 21, 2))))
        remember(store, position, won, lost, MOVE)
        said[position] |= {("won", won), ("lost", lost)}
    assert 100 < hits < 5000


def test_the_least_searched_entry_makes_room() -> None:
    store = new_store(0)
    first, *others = positions(3 * WAYS)
    remember(store, first, 0, 31, MOVE)
    for position in others:
        remember(store, position, 0, 3, MOVE)
    assert not_within(recall(store, first)) == 31
    assert sum(recall(store, position) > 0 for position in others) == WAYS - 1


def test_growth_keeps_everything() -> None:
    store, met = new_store(12), positions(2000)
    sizes = set()
    for position in met[:110]:  # too few to grow by itself
        remember(store, position, 0, 7, MOVE)
    known = {position: recall(store, position) for position in met}
    assert sum(value > 0 for value in known.values()) > 100
    for _ in range(6):
        grow(store)
        sizes.add(int(store.sizes[BUCKETS]))
        assert {position: recall(store, position) for position in met} == known
    assert sizes == {SMALLEST << i for i in range(1, 7)}


def test_a_store_grows_when_half_of_it_is_in_use_and_not_beyond_its_size() -> None:
    store, grown = new_store(8), {}
    for position in positions(2000):
        before, entries = int(store.sizes[BUCKETS]), int(store.sizes[ENTRIES])
        remember(store, position, 0, 7, MOVE)
        if store.sizes[BUCKETS] != before:
            grown[before] = entries
    assert grown == {buckets: buckets * WAYS // 2 + 1 for buckets in (SMALLEST, 2 * SMALLEST)}
    assert store.sizes[BUCKETS] == 256


def test_emptied_means_empty() -> None:
    store, met = new_store(8), positions(1000)
    for position in met:
        remember(store, position, 0, 7, MOVE)
    assert any(recall(store, position) for position in met)
    empty(store)
    assert not any(recall(store, position) for position in met)
    assert not store.words.any()
    assert (store.sizes[TOUCHED], store.sizes[ENTRIES], store.sizes[BUCKETS]) == (0, 0, SMALLEST)


def test_numbers_may_be_lost_but_are_never_those_of_another_position_or_other_plies() -> None:
    random = Random(3)
    numbers, said, hits = new_numbers(3), {}, 0
    met = positions(100)
    for _ in range(5000):
        position, plies = random.choice(met), random.randint(1, 5)
        packed = look_up(numbers, position, plies)
        if packed:
            hits += 1
            assert said[position, plies] == (phi_of(packed), delta_of(packed))
        said[position, plies] = random.randrange(1, 1 << 31), random.randrange(1, 1 << 31)
        keep(numbers, position, plies, pack(*said[position, plies]), random.randint(1, 9))
    assert 100 < hits < 5000


def test_forgotten_numbers_never_come_back() -> None:
    numbers, met = new_numbers(3), positions(20)
    for position in met:
        keep(numbers, position, 3, pack(1, 2), 1)
    assert any(look_up(numbers, position, 3) for position in met)
    for _ in range(STAMPS + 1):
        forget(numbers)
        assert look_up(numbers, met[0], 3) == 0
    assert not any(look_up(numbers, position, 3) for position in met)
