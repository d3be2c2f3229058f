"""Draws by name: fixed for ever, independent of company, and of the right shape."""

from __future__ import annotations

import numpy as np

from engines.rating import chance

NAMES = [f"name-{number}" for number in range(20000)]

KEYS = [2709379152952954032, 13190839926391955046]
UNIFORMS = [0.506805801992773, 0.27638314113219725]
NORMALS = [-0.47831926240585504, -0.3427349090232788]


def test_a_name_keeps_its_draw_in_any_company():
    alone = chance.normal(chance.keys(["name-7"]), 3)
    among = chance.normal(chance.keys(NAMES[:50]), 3)
    assert alone[0] == among[7]


def test_names_in_parts_do_not_run_together():
    assert chance.key("a", "bc") != chance.key("ab", "c")
    assert chance.key("a", 1) == chance.key("a", "1")


def test_draws_stay_what_they_are():
    """Ratings already given must not change under anybody: these values are for ever."""
    own = chance.keys(["sim-0001", "sim-0002"], "rating", 7)
    assert [int(word) for word in own] == KEYS
    np.testing.assert_allclose(chance.uniform(own, 0), UNIFORMS, rtol=0, atol=1e-15)
    np.testing.assert_allclose(chance.normal(own, 1), NORMALS, rtol=1e-12)


def test_uniform_and_normal_have_their_moments():
    own = chance.keys(NAMES)
    flat, bell = chance.uniform(own, 0), chance.normal(own, 0)
    assert 0.0 < flat.min() < flat.max() < 1.0
    assert abs(flat.mean() - 0.5) < 0.01
    assert abs(flat.std() - 12**-0.5) < 0.01
    assert abs(bell.mean()) < 0.03
    assert abs(bell.std() - 1.0) < 0.03
    assert abs(np.mean(bell**3)) < 0.1
    assert abs(np.mean(np.abs(bell) > 1.96) - 0.05) < 0.01


def test_streams_and_pairs_are_unrelated():
    own = chance.keys(NAMES)
    streams = np.corrcoef([chance.normal(own, stream) for stream in range(4)])
    assert np.abs(streams - np.eye(4)).max() < 0.03
    table = chance.normal(chance.pairs(own[:100], own[100:300]), 0)
    assert np.abs(table.mean(axis=0)).max() < 0.5
    assert np.abs(table.mean(axis=1)).max() < 0.4
    assert len(np.unique(chance.pairs(own[:100], own[:100]))) == 100 * 100
