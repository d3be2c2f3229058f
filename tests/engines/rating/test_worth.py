"""What a puzzle is worth before people have rated it: shares beside others of its length, and the hill."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engines.people.groups import AUDIENCES, GROUPS
from engines.people.hill import FOOT, hill, suits, top
from engines.rating.worth import FEWEST, Reference, Weights


def plain_share(length: float, surprise: float, known: list[tuple[float, float]]) -> float:
    """The same without arrays: the nearest lengths that have enough puzzles, those of one length all or none."""
    peers: list[float] = []
    for off in sorted({abs(one - length) for one, _ in known}):
        peers += [bits for one, bits in known if abs(one - length) == off]
        if len(peers) >= FEWEST:
            break
    less, same = sum(bits < surprise for bits in peers), sum(bits == surprise for bits in peers)
    return (less + same / 2) / len(peers)


def test_a_puzzle_is_compared_with_those_of_its_length_and_with_the_nearest_where_these_are_few() -> None:
    random = np.random.default_rng(5)
    lengths = np.repeat([1.0, 2.0, 3.0, 9.0], [40, 35, 12, 2])
    surprise = np.round(random.uniform(0, 8, len(lengths)), 1)  # so that some are equal
    compared = Reference.of(np.append(lengths, [1.0, np.nan]), np.append(surprise, [np.nan, 3.0]))
    asked, bits = np.array([1.0, 2.0, 3.0, 9.0, 5.0]).repeat(5), np.round(random.uniform(-1, 9, 25), 1)
    slope = np.polyfit(np.log2(lengths), surprise, 1)[0]
    known = list(zip(lengths.tolist(), (surprise - slope * np.log2(lengths)).tolist(), strict=True))
    left = (bits - slope * np.log2(asked)).tolist()
    assert compared.slope == pytest.approx(slope)
    compared = replace(compared, surprise=np.array([one for _, one in known]), slope=0.0)  # to the last bit
    expected = [plain_share(length, one, known) for length, one in zip(asked, left, strict=True)]
    bits = np.array(left)
    assert compared.share(asked, bits) == pytest.approx(expected)
    assert len(compared.peers(1.0)) == 40, "its own length alone"
    assert len(compared.peers(9.0)) == 2 + 12 + 35


def test_a_rare_length_is_not_surprising_because_it_is_long_or_short() -> None:
    random = np.random.default_rng(6)
    lengths = np.repeat([1.0, 2.0, 4.0, 8.0], [8, 200, 200, 8])
    compared = Reference.of(lengths, 4.0 * np.log2(lengths) + random.normal(size=len(lengths)))
    for length in (1.0, 8.0, 16.0):
        shares = compared.share(np.full(300, length), 4.0 * np.log2(length) + random.normal(size=300))
        assert 0.4 < shares.mean() < 0.6


def test_what_is_not_known_has_no_share() -> None:
    compared = Reference.of(np.array([1.0]), np.array([2.0]))
    assert np.isnan(compared.share(np.array([np.nan, 1.0]), np.array([1.0, np.nan]))).all()
    assert np.isnan(Reference(np.empty(0), np.empty(0)).share(np.array([1.0]), np.array([1.0]))).all()
    assert compared.share(np.array([1.0]), np.array([2.0])) == 0.5


def test_the_hill_is_highest_at_its_top_and_further_up_for_the_skilled() -> None:
    scale = np.linspace(1, 5, 4001)
    tops = {who: float(scale[np.argmax(hill(scale, who))]) for who in AUDIENCES}
    assert tops == {who: pytest.approx(top(who), abs=1e-3) for who in AUDIENCES}
    assert tops["beginner"] < tops["everyone"] < tops["regular"] < tops["advanced"]
    assert tops["everyone"] == pytest.approx(3.2), "T-spin thesis, 5.1.2"
    assert float(hill(np.array(3.2), "player/ann")) == 1.0, "a person is one of everyone"


def test_who_is_suited_and_who_would_be_at_a_loss() -> None:
    assert [suits(top(group)) for group in GROUPS] == [(group, 0) for group in GROUPS]
    for hard in np.linspace(1, 5, 41):
        group, off = suits(float(hard))
        heights = {one: float(hill(np.array(hard), one)) for one in GROUPS}
        assert heights[group] == max(heights.values())
        assert (off == 0) == (heights[group] >= FOOT)
        assert off == 0 or (off > 0) == (hard > top(group))
    assert suits(1.0) == ("beginner", -1)


def test_people_take_over_as_far_as_they_are_trusted() -> None:
    told = {"hill": np.array([0.5]), "share": np.array([0.9]), "interest": np.array([4.0])}
    found = [float(Weights(2.0, 1.0).worth(**told, trust=trust)[0]) for trust in (0.0, 0.5, 1.0)]
    assert found == pytest.approx([1.9, 2.95, 4.0])
    unknown = {**told, "interest": np.array([np.nan])}
    assert np.isfinite(Weights(1.0, 1.0).worth(**unknown, trust=0.0)).all(), "what nobody said plays no part"
