"""The yardsticks that ship, on real candidates: what they read is measured, and pulls the way that it says."""

from __future__ import annotations

import numpy as np
import pytest

from engines.people.yardstick import Yardstick
from engines.rating import measured
from engines.registry import GAMES, engine
from tests.engines.rating.candidates import Pool

EASIER = {"tspin": {"slots_at_start"}, "puyo": set(), "geister": set()}  # marks that more of makes easier


def yardstick(game: str) -> Yardstick:
    found = engine(game).yardstick
    assert found is not None
    return found


def usual(rule: Yardstick, length: float) -> list[float]:
    """The features of a puzzle with nothing unusual about it."""
    longer = np.log2(length / rule.usual)
    marks = [mark.centre + mark.rise * longer for mark in rule.marks]
    return [length, *(2.0**at if mark.log else at for at, mark in zip(marks, rule.marks, strict=True))]


@pytest.mark.parametrize("game", GAMES)
def test_marks_are_measured_and_differ_about_as_much_as_they_say(game: str, pools: dict[str, Pool]) -> None:
    rule, pool = yardstick(game), pools[game]
    longer = measured.doublings(rule, pool.names, pool.features)
    for mark in rule.marks:
        values = measured.measure(mark, pool.features[:, pool.names.index(mark.feature)])
        off = (values - mark.centre - mark.rise * longer) / mark.scale
        known = off[np.isfinite(off)]
        assert len(known) > 0.5 * len(off), mark.feature
        assert abs(known.mean()) < 2.0, mark.feature
        assert 0.1 < known.std() < 3.0, mark.feature


@pytest.mark.parametrize("game", GAMES)
def test_each_mark_pulls_the_way_that_its_source_says(game: str) -> None:
    rule = yardstick(game)
    for place, mark in enumerate(rule.marks):
        row = usual(rule, rule.usual)
        more = list(row)
        more[place + 1] = more[place + 1] * 2.0**mark.scale if mark.log else more[place + 1] + mark.scale
        plain, changed = measured.difficulty(rule, rule.reads, np.array([row, more]))
        assert (changed < plain) == (mark.feature in EASIER[game]), mark.feature
        assert changed != plain


@pytest.mark.parametrize("game", GAMES)
def test_longer_is_harder_and_never_at_an_end(game: str) -> None:
    rule = yardstick(game)
    lengths = np.arange(1.0, 41.0)
    found = measured.difficulty(rule, rule.reads, np.array([usual(rule, length) for length in lengths]))
    assert (np.diff(found) > 0.0).all()
    assert found[lengths == rule.usual] == pytest.approx(3.0)
    assert 1.0 < found.min() < 2.6
    assert 3.9 < found.max() < 5.0


@pytest.mark.parametrize("game", GAMES)
def test_no_two_puzzles_tie_because_they_are_at_an_end(game: str, pools: dict[str, Pool]) -> None:
    rule, pool = yardstick(game), pools[game]
    reads = [pool.names.index(name) for name in rule.reads]
    distinct = np.unique(pool.features[:, reads], axis=0)
    found = measured.difficulty(rule, rule.reads, distinct)
    assert found.min() > 1.0
    assert found.max() < 5.0
    assert len(np.unique(found)) > 0.95 * len(found)
