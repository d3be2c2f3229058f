"""The weights that the agents of the T-spin agent paper play by."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from engines.contract import BadParameter, Json
from engines.tspin.agent.features import NAMES
from engines.tspin.agent.roster import WEIGHTS

# Where the genetic algorithm begins: a guess, in hundredths of a line sent.
BY_HAND: Mapping[str, float] = {
    "height": -10,
    "height_over_5": 0,
    "height_over_10": -150,
    "height_over_15": -500,
    "holes": -60,
    "hole_depth": -15,
    "steepness": -6,
    "squared_steepness": -2,
    "flatness": 4,
    "well_distance_0": 0,
    "well_distance_1": -10,
    "well_distance_2": 20,
    "well_distance_3": 20,
    "well_distance_4": 10,
    "tsd": 120,
    "tsd_mirrored": 120,
    "tst": 100,
    "tst_mirrored": 100,
    "before_tsd": 60,
    "before_tst_1": 20,
    "before_tst_1_mirrored": 20,
    "before_tst_2": 20,
    "before_tst_2_mirrored": 20,
    "line_clear_1": -120,
    "line_clear_2": -100,
    "line_clear_3": -60,
    "line_clear_4": 300,
    "tspin_1": 50,
    "tspin_2": 450,
    "tspin_3": 600,
    "t_wasted": -150,
}

# `genetic` with seed 1 and its defaults, after 22 generations (126.8 attack and 96.3 % in 18 games of 1,000 inputs);
# rounded to a tenth.
TUNED: Mapping[str, float] = {
    "height": 2.1,
    "height_over_5": -5.2,
    "height_over_10": -136.4,
    "height_over_15": -610.9,
    "holes": -38.3,
    "hole_depth": -15.5,
    "steepness": -8.2,
    "squared_steepness": -2.2,
    "flatness": 3.2,
    "well_distance_0": -14.3,
    "well_distance_1": -3.1,
    "well_distance_2": 9.7,
    "well_distance_3": 53.5,
    "well_distance_4": 25.1,
    "tsd": 105.8,
    "tsd_mirrored": 111.0,
    "tst": 112.6,
    "tst_mirrored": 86.3,
    "before_tsd": 46.2,
    "before_tst_1": 15.9,
    "before_tst_1_mirrored": 14.7,
    "before_tst_2": -11.8,
    "before_tst_2_mirrored": 24.7,
    "line_clear_1": -124.6,
    "line_clear_2": -88.8,
    "line_clear_3": -42.8,
    "line_clear_4": 336.0,
    "tspin_1": 53.5,
    "tspin_2": 537.8,
    "tspin_3": 436.3,
    "t_wasted": -236.2,
}

WITHOUT: Mapping[str, tuple[str, ...]] = {  # table 6: what the ablated agents do without, by how names begin
    "no-tsd": ("tsd", "before_tsd"),
    "no-pre-tsd": ("before_tsd",),
    "no-tst": ("tst", "before_tst"),
    "no-pre-tst": ("before_tst",),
    "no-patterns": ("tsd", "tst", "before"),
    "no-well-distance": ("well_distance",),
}


def array_of(weights: Mapping[str, float]) -> np.ndarray:
    """The weights in their order."""
    return np.array([weights[name] for name in NAMES], dtype=np.float64)


def array_from(given: Json | None) -> np.ndarray:
    """The weights that a caller gives, or those that come with the engine."""
    if given is None:
        return array_of(TUNED)
    if set(given) != set(NAMES):
        wrong = sorted(set(given) ^ set(NAMES))
        raise BadParameter(f"weights {WEIGHTS!r} are {len(NAMES)} by name; too many or missing: {', '.join(wrong)}")
    return array_of(given)


def without(weights: np.ndarray, beginnings: tuple[str, ...]) -> np.ndarray:
    """The weights with some of them zero."""
    return np.array([0.0 if name.startswith(beginnings) else w for name, w in zip(NAMES, weights, strict=True)])


def json_of(weights: np.ndarray) -> Json:
    return {name: float(weight) for name, weight in zip(NAMES, weights, strict=True)}
