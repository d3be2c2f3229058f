"""Difficulty in order: no group of more skill finds a puzzle harder, whatever the models of the groups say."""

from __future__ import annotations

import numpy as np
import pytest

from assets.stages.models import rising
from engines.people.groups import AUDIENCES, EVERYONE, GROUPS
from engines.rating import audiences, models, order, raters
from engines.rating.models import Contributions, Ratings
from engines.registry import engine
from tests.engines.rating.candidates import Pool

PUZZLES = 400


def plain(everyone: float, beginner: float, regular: float, advanced: float) -> dict[str, float]:
    """The slow twin: one puzzle, as one would say it."""
    most, least = max(beginner, everyone), min(advanced, everyone)
    return {
        EVERYONE: everyone,
        "beginner": most,
        "regular": sorted((least, regular, most))[1],
        "advanced": least,
    }


def in_order(told: np.ndarray) -> np.ndarray:
    return np.stack([order.taken(told, order.whose(told, name)) for name in AUDIENCES])


def test_predictions_are_put_in_order_as_the_slow_twin_does_it() -> None:
    told = np.round(np.random.default_rng(1).uniform(1.0, 5.0, (4, PUZZLES)), 1)  # ties too
    found = in_order(told)
    for column, puzzle in zip(found.T, told.T, strict=True):
        assert dict(zip(AUDIENCES, column, strict=True)) == plain(*puzzle)
    everyone, beginner, regular, advanced = found
    assert (beginner >= regular).all()
    assert (regular >= advanced).all()
    assert ((beginner >= everyone) & (everyone >= advanced)).all()
    np.testing.assert_array_equal(in_order(found), found)


def test_what_is_in_order_stays_as_it_is() -> None:
    told = np.array([[3.0, 3.0], [3.4, 3.0], [2.9, 3.0], [2.2, 3.0]])
    np.testing.assert_array_equal(in_order(told), told)


def contributions(seed: int, names: tuple[str, ...], base: float) -> Contributions:
    rng = np.random.default_rng(seed)
    shape = PUZZLES, len(names)
    return Contributions(
        names, base, rng.normal(0.0, 0.3, shape), np.ones(shape), np.full(len(names), base), np.ones(len(names))
    )


def test_reasons_add_up_to_what_is_taken() -> None:
    """Also where the models know different features, as they may after a refresh."""
    parts = (("a", "b"), ("b", "c"), ("a", "b"), ("a",))
    found = {row: contributions(row, names, 2.8 + 0.1 * row) for row, names in enumerate(parts)}
    told = np.stack([one.base + one.added.sum(axis=1) for one in found.values()])
    for name in GROUPS:
        rows = order.whose(told, name)
        assert len(set(rows.tolist())) > 1
        own = AUDIENCES.index(name)
        needed = {row: one for row, one in found.items() if row == own or row in rows}
        both = order.merged(needed, rows, name)
        np.testing.assert_allclose(both.base + both.added.sum(axis=1), order.taken(told, rows), atol=1e-12)
        assert (both.usual[rows == own, both.names.index(found[own].names[0])] == found[own].base).all()


@pytest.fixture(scope="module")
def wide() -> dict[str, np.ndarray]:
    """What groups are predicted to say of puzzles from easy to hard, if skill takes a little off and the skilled use
    the scale more widely, as simulated people do (Nazo Puyo paper, table 5.1)."""
    rng = np.random.default_rng(5)
    features = rng.normal(0.0, 1.0, (150, 3))
    truth = 3.3 + 0.9 * features[:, 0]
    width = {"beginner": (0.9, 0.0), "regular": (1.2, -0.05), "advanced": (1.5, -0.1)}
    item, rater, rating, members = [], [], [], {}
    for number, (name, (spread, ease)) in enumerate(width.items()):
        for person in range(4):
            said = 3.0 + spread * (truth - 3.0) + ease + rng.normal(0.0, 0.3, len(truth))
            item.append(np.arange(len(truth)))
            rater.append(np.full(len(truth), 4 * number + person))
            rating.append(np.clip(np.rint(said), 1.0, 5.0))
        columns = (np.concatenate(part[-4:]) for part in (item, rater, rating))
        members[name] = Ratings(*columns)
    every = Ratings(*(np.concatenate(part) for part in (item, rater, rating)))
    names, ids = ("x", "y", "z"), [f"{place:04d}" for place in range(len(truth))]
    everyone = models.fit("difficulty", names, features, every, ids)
    ground = audiences.ground(everyone, everyone.nested, everyone, features)
    line = np.column_stack([np.linspace(-2.0, 1.8, 30), np.zeros((30, 2))])
    others = {"e": everyone.body}
    found = {
        name: models.predict(narrow.body(ground, "e", "e"), line, names, others)
        for name, narrow in audiences.groups(ground, members).items()
    }
    return {EVERYONE: models.predict(everyone, line), **found}


def test_wide_use_of_the_scale_does_not_make_hard_puzzles_harder_for_the_skilled(wide: dict[str, np.ndarray]) -> None:
    """Learned from what they say, before anything is put in order: of hard puzzles and of easy ones alike."""
    assert set(wide) == {EVERYONE, *GROUPS}
    assert wide[EVERYONE].max() > 4.0
    assert wide[EVERYONE].min() < 2.0
    assert (wide["advanced"] <= wide["beginner"] + 0.02).all()


def test_four_pieces_are_harder_than_one(pools: dict[str, Pool]) -> None:
    """Models of what fifteen simulated people say of puzzles of all lengths, as in a founding panel; of puzzles that
    nobody rated."""
    pool = pools["tspin"]
    lengths = {length: pool.family(f"tsd-{length}") for length in (1, 3, 4)}
    asked = np.concatenate([pool.family("tsd-2")[:20], *(rows[:12] for rows in lengths.values())])
    asked = asked[np.argsort(pool.ids[asked])]
    some, people = pool.rows(asked), raters.population(engine("tspin"), 3, 15)
    given = raters.rate(people, list(some.ids), some.names, some.features, some.moves, engine("tspin"), 3)
    ratings = Ratings(given.item, given.rater, given.difficulty)
    fit = models.fit(
        "difficulty", some.names, some.features, ratings, list(some.ids), rising=rising("tspin", "difficulty")
    )
    mean = {
        length: models.predict(fit, pool.features[np.setdiff1d(rows, asked)]).mean()
        for length, rows in lengths.items()
    }
    assert mean[4] > mean[1] + 0.3
    assert mean[3] > mean[1]
