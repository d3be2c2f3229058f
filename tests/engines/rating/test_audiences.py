"""Groups and people as corrections of everyone: better than what they correct, where truth is known; not fooled."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from engines.people.groups import GROUPS
from engines.rating import audiences, linear, models, raters
from engines.rating.audiences import Ground, Narrow
from engines.rating.metrics import mean_absolute_error, rank_correlation
from engines.rating.models import Ratings
from engines.registry import engine
from tests.engines.rating.candidates import Pool

PEOPLE, TOP = 30, 15


@dataclass(frozen=True, eq=False)
class Asked:
    """Simulated people who each rated some of the puzzles, and everyone's models of what they said."""

    pool: Pool
    rows: np.ndarray  # of the pool: the puzzles that were asked about, in order of their ids
    rest: np.ndarray
    people: list[raters.Rater]
    ratings: dict[str, Ratings]
    fits: dict[str, models.Fit]

    def ground(self, target: str) -> Ground:
        difficulty = self.fits["difficulty"]
        return audiences.ground(self.fits[target], difficulty.nested, difficulty, self.pool.features[self.rows])

    def members(self, target: str) -> dict[str, Ratings]:
        group = np.array([rater.group for rater in self.people])
        given = self.ratings[target]
        found = {}
        for name in GROUPS:
            mine = group[given.rater] == name
            found[name] = Ratings(given.item[mine], given.rater[mine], given.rating[mine])
        return found

    def told(self, target: str) -> dict[str, Narrow]:
        """The models of all the people."""
        ground = self.ground(target)
        groups = audiences.groups(ground, self.members(target))
        of = {number: groups[rater.group] for number, rater in enumerate(self.people) if rater.group in groups}
        names = {number: rater.rater_id for number, rater in enumerate(self.people)}
        return audiences.people(ground, self.ratings[target], of, names)


def ask(pool: Pool, variant: str, each: int, puzzles: int = 110, seed: int = 0) -> Asked:
    """Thirty people rate so many each of the puzzles that are asked about."""
    pool = pool.rows(pool.family(variant))
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(pool.ids))
    people = raters.population(engine(pool.game), seed, PEOPLE)
    chosen = order[:puzzles]
    asked = chosen[np.argsort(pool.ids[chosen])]
    some = pool.rows(asked)
    given = raters.rate(people, list(some.ids), pool.names, some.features, some.moves, engine(pool.game), seed)
    shape = PEOPLE, puzzles
    seen = np.zeros(shape, dtype=bool)
    for person in range(PEOPLE):
        seen[person, rng.permutation(puzzles)[:each]] = True
    used = np.flatnonzero(seen.any(axis=0))
    person, item = np.nonzero(seen[:, used])
    ratings, fits = {}, {}
    for target in ("difficulty", "interest"):
        said = getattr(given, target).reshape(shape)[:, used]
        ratings[target] = Ratings(item, person, said[person, item])
        ids = [str(name) for name in pool.ids[asked[used]]]
        lean = fits.get("difficulty")
        fits[target] = models.fit(
            target, pool.names, pool.features[asked[used]], ratings[target], ids, difficulty=lean
        )
    return Asked(pool, asked[used], order[puzzles:], people, ratings, fits)


def predicted(asked: Asked, narrow: Narrow, ground: Ground, above: dict[str, str]) -> np.ndarray:
    """What the stored text of a model says of the puzzles that nobody rated."""
    others = {"difficulty": asked.fits["difficulty"].body, **above}
    wider = next(name for name in above)
    body = narrow.body(ground, wider, "difficulty")
    return models.predict(body, asked.pool.features[asked.rest], asked.pool.names, others)


@pytest.fixture(scope="module")
def fifty(pools: dict[str, Pool]) -> Asked:
    return ask(pools["puyo"], "chain-2x3", 50)


def truth_of(asked: Asked, target: str) -> np.ndarray:
    """What each person (row) would say of the puzzles that nobody rated, moods apart."""
    rest = asked.pool.rows(asked.rest)
    hidden = raters.truth(list(rest.ids), rest.names, rest.features, rest.moves, engine(rest.game))
    both = dict(zip(("interest", "difficulty"), raters.expected(asked.people, hidden), strict=True))
    return np.clip(both[target], 1.0, 5.0)


def test_groups_beat_everyone_on_puzzles_that_nobody_rated(fifty: Asked) -> None:
    for target in ("interest", "difficulty"):
        ground, wanted = fifty.ground(target), truth_of(fifty, target)
        everyone = models.predict(fifty.fits[target], fifty.pool.features[fifty.rest])
        found = audiences.groups(ground, fifty.members(target))
        assert set(found) == set(GROUPS)
        errors = []
        for name, narrow in found.items():
            mine = wanted[[rater.group == name for rater in fifty.people]].mean(axis=0)
            said = predicted(fifty, narrow, ground, {"everyone": fifty.fits[target].body})
            errors.append((mean_absolute_error(said, mine), mean_absolute_error(everyone, mine)))
        ours, theirs = np.mean(errors, axis=0)
        print(f"{target}: groups {ours:.3f}, everyone's model {theirs:.3f} (simulated truth)")
        assert ours < theirs


def person_alone(asked: Asked, person: int, target: str) -> np.ndarray:
    """A model of nothing but what the person said, as in the Nazo Puyo paper (6.1); ridge: trees need more."""
    given = asked.ratings[target]
    mine = given.rater == person
    table = asked.pool.features[asked.rows[given.item[mine]]]
    alone = linear.ridge(table, given.rating[mine], np.ones(int(mine.sum())))
    return np.clip(alone.predict(asked.pool.features[asked.rest]), 1.0, 5.0)


def offered(asked: Asked) -> dict[str, np.ndarray]:
    """Error, rank correlation and true interest of the top picks, over all people, for each way to choose."""
    ground, wanted = asked.ground("interest"), truth_of(asked, "interest")
    groups = audiences.groups(ground, asked.members("interest"))
    told = asked.told("interest")
    everyone = {"everyone": asked.fits["interest"].body}
    rng = np.random.default_rng(1)
    scores: dict[str, list[tuple[float, float, float]]] = {}
    for number, rater in enumerate(asked.people):
        above, body = everyone, asked.fits["interest"].body
        if rater.group in groups:
            body = groups[rater.group].body(ground, "everyone", "difficulty")
            above = {"group": body, **everyone}
        others = {"difficulty": asked.fits["difficulty"].body, **above}
        table = asked.pool.features[asked.rest]
        ways = {
            "shrunken": predicted(asked, told[rater.rater_id], ground, above),
            "person only": person_alone(asked, number, "interest"),
            "group only": models.predict(body, table, asked.pool.names, others),
            "random": rng.uniform(1.0, 5.0, len(asked.rest)),
        }
        for way, said in ways.items():
            scores.setdefault(way, []).append(score(said, wanted[number]))
    return {way: np.mean(found, axis=0) for way, found in scores.items()}


def score(said: np.ndarray, wanted: np.ndarray) -> tuple[float, float, float]:
    ranks = rank_correlation(said, wanted)
    top = np.argsort(-said, kind="stable")[:TOP]
    return mean_absolute_error(said, wanted), 0.0 if np.isnan(ranks) else ranks, float(wanted[top].mean())


ALIKE = 0.005  # after ten ratings the group's model ranks as well: ours must not rank worse


def beats_all(found: dict[str, np.ndarray], told: str) -> None:
    for way, (error, ranks, top) in found.items():
        scores = f"MAE {error:.3f} rank correlation {ranks:.3f} interest of top {TOP} {top:.3f}"
        print(f"{told} {way:<12} {scores} (simulated)")
    error, ranks, top = found["shrunken"]
    for way in ("person only", "group only", "random"):
        assert error < found[way][0], way
        assert ranks > found[way][1] - ALIKE, way
        assert top > found[way][2], way


@pytest.mark.parametrize("each", [10, 50])
def test_the_shrunken_person_beats_person_group_and_random(pools: dict[str, Pool], fifty: Asked, each: int) -> None:
    """The three ways of the Nazo Puyo paper (6.1), and ours, over the population."""
    every = [fifty] if each == 50 else [ask(pools["puyo"], "chain-2x3", each, seed=seed) for seed in range(2)]
    beats_all(averaged([offered(asked) for asked in every]), f"puyo, {each} each")


def averaged(every: list[dict[str, np.ndarray]]) -> dict[str, np.ndarray]:
    return {way: np.mean([found[way] for found in every], axis=0) for way in every[0]}


@pytest.mark.heavy
@pytest.mark.parametrize("each", [10, 50, 200])
@pytest.mark.parametrize(("game", "variant"), [("puyo", "chain-2x3"), ("tspin", "tsd-2")])
def test_the_same_of_two_games_over_replications(game: str, variant: str, each: int) -> None:
    pool = large(game, variant)
    beats_all(averaged([offered(ask(pool, variant, each, 300, seed)) for seed in range(3)]), f"{game}, {each} each")


def large(game: str, variant: str) -> Pool:
    """Enough puzzles for two hundred ratings a person and as many again to choose from."""
    from tests.engines.rating import candidates

    return candidates.made(game, {variant: 600})


def test_a_rating_does_not_reach_the_prediction_that_it_is_held_against(fifty: Asked) -> None:
    """A person's ratings of one fold changed: what was predicted of that fold, by held-out fits, stays."""
    ground, before = fifty.ground("interest"), fifty.told("interest")
    one = next(iter(before))
    number = [rater.rater_id for rater in fifty.people].index(one)
    given = fifty.ratings["interest"]
    fold = ground.fold[given.item]
    mine = (given.rater == number) & (fold == 0)
    other = replace(given, rating=np.where(mine, 6.0 - given.rating, given.rating))
    groups = audiences.groups(ground, fifty.members("interest"))
    of = {place: groups[rater.group] for place, rater in enumerate(fifty.people) if rater.group in groups}
    names = {place: rater.rater_id for place, rater in enumerate(fifty.people)}
    after = audiences.people(ground, other, of, names)
    away = ground.fold[before[one].places] == 0
    same = before[one].correction.kinship == after[one].correction.kinship
    if same:
        np.testing.assert_array_equal(before[one].held_out[away], after[one].held_out[away])
    assert not np.array_equal(before[one].held_out[~away], after[one].held_out[~away])


def test_a_group_of_which_next_to_nothing_is_known_has_no_model(fifty: Asked) -> None:
    given = fifty.members("interest")["beginner"]
    few = given.item < 3
    members = {"beginner": Ratings(given.item[few], given.rater[few], given.rating[few])}
    assert audiences.groups(fifty.ground("interest"), members) == {}


def test_fitting_twice_gives_the_same_bit_for_bit(fifty: Asked) -> None:
    ground = fifty.ground("interest")
    first, second = (fifty.told("interest") for _ in range(2))
    for name in first:
        assert first[name].body(ground, "a", "b") == second[name].body(ground, "a", "b")


def test_a_model_whose_wider_audience_is_missing_says_so(fifty: Asked) -> None:
    ground = fifty.ground("interest")
    body = next(iter(fifty.told("interest").values())).body(ground, "gone", "difficulty")
    others: dict[str, Any] = {"difficulty": fifty.fits["difficulty"].body}
    with pytest.raises(ValueError, match="others that are not there: gone"):
        models.predict(body, fifty.pool.features[:2], fifty.pool.names, others)


@pytest.mark.parametrize("target", ["interest", "difficulty"])
def test_contributions_add_up_to_the_prediction(fifty: Asked, target: str) -> None:
    ground = fifty.ground(target)
    narrow = audiences.groups(ground, fifty.members(target))["beginner"]
    others = {"everyone": fifty.fits[target].body, "difficulty": fifty.fits["difficulty"].body}
    body, table = narrow.body(ground, "everyone", "difficulty"), fifty.pool.features[fifty.rest]
    told = models.contributions(body, table, fifty.pool.names, others)
    said = models.predict(body, table, fifty.pool.names, others)
    wider = models.predict(fifty.fits[target], table)
    inside = (said > 1.0) & (said < 5.0) & (wider > 1.0) & (wider < 5.0)
    assert inside.sum() > 50
    np.testing.assert_allclose((told.base + told.added.sum(axis=1))[inside], said[inside], atol=1e-9)
    assert (models.DIFFICULTY in told.names) == (target == "interest")
