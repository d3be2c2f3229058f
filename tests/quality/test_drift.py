"""The arithmetic of drift: what it says of samples that are alike, and of samples that are not."""

from __future__ import annotations

import numpy as np
import pytest

from quality import drift
from quality.drift import Finding, Limits, Sample, chi_squared, mix, normal, panel_variance, still_holds, student

LIMITS = Limits(psi=0.25, shift=0.3, chance=0.001)
MANY = Limits(psi=0.0, shift=0.0, chance=0.05)


def sample(values: object, family: str = "a") -> Sample:
    found = np.asarray(values, dtype=np.float64)
    return Sample(found, np.full(len(found), family))


def both(one: Sample, other: Sample) -> Sample:
    return Sample(np.concatenate([one.values, other.values]), np.concatenate([one.families, other.families]))


def compare(then: Sample, now: Sample, limits: Limits, unlike: float = 0.0) -> Finding:
    found = drift.compare(then, now, limits, unlike)
    assert found is not None
    return found


def test_the_index_by_hand() -> None:
    """Half and half against nine to one, out of 10,000: 0.4 log (0.9 / 0.5) - 0.4 log (0.1 / 0.5)."""
    then, now = sample([0, 1] * 5000), sample([0] * 9000 + [1] * 1000)
    found = compare(then, now, LIMITS)
    assert found.psi == pytest.approx(0.4 * np.log(0.9 / 0.5) - 0.4 * np.log(0.1 / 0.5), abs=1e-3)
    assert (found.reference_mean, found.mean) == (0.5, 0.1)
    assert found.shift == pytest.approx(-0.4 / np.sqrt((0.25 + 0.09) / 2), abs=1e-3)
    assert found.drifted


def test_undefined_is_a_value_of_its_own() -> None:
    values = np.random.default_rng(0).standard_normal(2000)
    holes = np.where(np.arange(2000) % 2, np.nan, values)
    found = compare(sample(values), sample(holes), LIMITS)
    assert found.drifted
    assert (found.psi or 0.0) > 1.0
    assert found.shift == pytest.approx(0.0, abs=0.1)
    never = compare(sample(np.full(30, np.nan)), sample(np.full(30, np.nan)), LIMITS)
    assert not never.drifted
    assert (never.mean, never.shift) == (None, None)


def test_another_mix_of_families_is_no_drift() -> None:
    """Two families far apart, nine to one instead of one to nine; and one that only one side has."""
    rng = np.random.default_rng(0)

    def night(low: int, high: int) -> Sample:
        return both(sample(rng.normal(0, 1, low), "low"), sample(rng.normal(9, 1, high), "high"))

    then, now = night(900, 100), both(night(100, 900), sample(rng.normal(99, 1, 500), "new"))
    found = compare(then, now, LIMITS)
    assert not found.drifted
    assert (found.reference_count, found.count) == (1000, 1000)
    assert found.reference_mean == pytest.approx(found.mean, abs=0.3)
    assert mix(then.families.tolist(), now.families.tolist()) > 1.0
    assert compare(then, Sample(now.values + 0.5, now.families), LIMITS).drifted


def test_nothing_in_common_cannot_be_compared() -> None:
    assert drift.compare(sample([1, 2, 3], "a"), sample([1, 2, 3], "b"), LIMITS) is None
    assert drift.compare(sample([1, 2, 3]), sample([1]), LIMITS) is None


def test_a_feature_that_never_varied_and_now_does() -> None:
    assert compare(sample(np.zeros(200)), sample(np.arange(200) % 2), LIMITS).drifted
    still = compare(sample(np.zeros(200)), sample(np.zeros(200)), LIMITS)
    assert not still.drifted
    assert still.shift is None


@pytest.mark.parametrize("sizes", [(40, 120), (500, 4000), (30, 30)])
@pytest.mark.parametrize("kind", ["normal", "skewed", "rare", "counts"])
def test_chance_alone_is_flagged_as_seldom_as_said(sizes: tuple[int, int], kind: str) -> None:
    """With no floor, one look in twenty; families of 20 with reference and nights of other mixes."""
    rng = np.random.default_rng(0)
    draw = {
        "normal": lambda n: rng.standard_normal(n),
        "skewed": lambda n: np.exp(rng.standard_normal(n)),
        "rare": lambda n: (rng.uniform(size=n) < 0.05).astype(float),
        "counts": lambda n: rng.poisson(1.5, n).astype(float),
    }[kind]
    flagged = {"psi": 0, "shift": 0}
    for _ in range(400):
        old, new = (both(sample(draw(n // 2), "a"), sample(draw(n - n // 2) + 3, "b")) for n in sizes)
        found = compare(old, new, MANY)
        flagged["psi"] += (found.psi or 0.0) > (found.psi_limit or 0.0)
        flagged["shift"] += abs(found.shift or 0.0) > (found.shift_limit or 0.0)
    assert max(flagged.values()) <= 36, flagged


def test_more_looks_and_fewer_puzzles_allow_for_more() -> None:
    rng = np.random.default_rng(0)
    large, small = sample(rng.standard_normal(5000)), sample(rng.standard_normal(50))
    one, hundred = Limits(0, 0, 0.001), Limits(0, 0, 0.001, looks=100)

    def allowed(then: Sample, limits: Limits) -> tuple[float, float]:
        found = compare(then, large, limits)
        return found.psi_limit or 0.0, found.shift_limit or 0.0

    for place in (0, 1):
        assert allowed(small, one)[place] > allowed(large, one)[place]
        assert allowed(large, hundred)[place] > allowed(large, one)[place]
    assert compare(large, large, LIMITS).psi_limit == LIMITS.psi


def test_another_panel_explains_a_shift_and_the_same_does_not() -> None:
    severities = np.array([-1.0, -0.5, 0.0, 0.5, 1.0])
    assert panel_variance(severities, 5, 5) == 0.0
    assert panel_variance(severities, 0, 5) == pytest.approx(severities.var(ddof=1) * 2 / 5)
    assert 0.0 < panel_variance(severities, 3, 5) < panel_variance(severities, 0, 5)
    rng = np.random.default_rng(0)
    then, now = sample(rng.normal(3, 0.5, 500)), sample(rng.normal(3.4, 0.5, 150))
    assert compare(then, now, LIMITS).drifted
    other = compare(then, now, LIMITS, unlike=panel_variance(severities, 0, 5))
    assert abs(other.shift or 9.0) < (other.shift_limit or 0.0)


def test_models_may_err_less_but_not_much_more() -> None:
    errors = np.random.default_rng(0).exponential(0.3, 150)
    assert not still_holds(errors, 0.3, 500, 0.25, LIMITS).drifted
    assert not still_holds(errors, 3.0, 500, 0.25, LIMITS).drifted
    assert not still_holds(errors, 0.28, 500, 0.25, LIMITS).drifted
    assert still_holds(errors, 0.15, 500, 0.25, LIMITS).drifted
    assert not still_holds(errors[:5], 0.15, 500, 0.25, LIMITS).drifted, "five puzzles show nothing"


def test_quantiles_against_tables() -> None:
    assert normal(0.975) == pytest.approx(1.95996, abs=1e-4)
    for share, degrees, value in ((0.975, 10, 2.228), (0.9995, 20, 3.850), (0.9995, 4, 8.610), (0.975, 1e6, 1.960)):
        assert student(share, degrees) == pytest.approx(value, rel=0.04)
    for share, degrees, value in ((0.95, 2, 5.991), (0.95, 9, 16.919), (0.999, 9, 27.877), (0.999999, 3, 30.665)):
        assert value * 0.99 < chi_squared(share, degrees) < value * 1.08
