"""The published surveys asked again, of simulated people and of real candidates, many times over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engines.people.scale import Scale
from engines.people.survey import SEVEN, Both, Survey
from engines.rating import metrics
from engines.rating.raters import Rater, population, rate
from engines.registry import engine
from tests.engines.rating.candidates import Pool


@dataclass(frozen=True)
class ChosenFor:
    """What people of a group said of new puzzles that were chosen for them in one of the paper's three ways."""

    group: str
    way: str  # "personal": by the person's model; "group": by the group's; "random"
    mean: Both


# Nine of the twelve of PUYO_2X3, three rounds of 14 puzzles for each way, on -3 to 3 (Nazo Puyo paper, 6.1).
CHOSEN_FOR = (
    ChosenFor("regular", "personal", Both(0.56, -0.26, "Nazo Puyo paper, table 6.1")),
    ChosenFor("regular", "group", Both(0.21, -0.36, "Nazo Puyo paper, table 6.1")),
    ChosenFor("regular", "random", Both(0.42, 0.24, "Nazo Puyo paper, table 6.1")),
    ChosenFor("beginner", "personal", Both(0.17, -0.07, "Nazo Puyo paper, table 6.2")),
    ChosenFor("beginner", "group", Both(0.47, 0.38, "Nazo Puyo paper, table 6.2")),
    ChosenFor("beginner", "random", Both(0.41, 0.26, "Nazo Puyo paper, table 6.2")),
)
CHOSEN_ITEMS, CHOSEN_SCALE = 42, SEVEN

REPLICATIONS = 40
HALVES = {"beginner": 6, "regular": 6}  # the Nazo Puyo paper does not say how many of its twelve were which

Figures = dict[str, float]


@dataclass(frozen=True, eq=False)
class Answers:
    """What was said, rater by puzzle, on the scale of the survey."""

    interest: np.ndarray
    difficulty: np.ndarray

    def of(self, raters: slice) -> Answers:
        return Answers(self.interest[raters], self.difficulty[raters])


def panel(survey: Survey, seed: int) -> list[Rater]:
    """People of the groups that were asked, the beginners first."""
    who = {group: count or HALVES[group] for group, count in survey.who.items()}
    return [rater for group, count in who.items() for rater in population(engine(survey.game), seed, count, group)]


def drawn(pool: Pool, variants: Mapping[str, int], seed: int) -> np.ndarray:
    """Rows of so many puzzles of each family."""
    rng = np.random.default_rng(seed)
    return np.concatenate([rng.choice(pool.family(name), count, replace=False) for name, count in variants.items()])


def sample(pool: Pool, variants: Mapping[str, int], seed: int) -> Pool:
    return pool.rows(drawn(pool, variants, seed))


def ask(raters: Sequence[Rater], puzzles: Pool, scale: Scale, seed: int) -> Answers:
    game = engine(puzzles.game)
    given = rate(raters, list(puzzles.ids), puzzles.names, puzzles.features, puzzles.moves, game, seed, scale)
    shape = len(raters), len(puzzles.ids)
    return Answers(scale.said(given.interest).reshape(shape), scale.said(given.difficulty).reshape(shape))


def figures(answers: Answers, scale: Scale) -> Figures:
    """All that any of the papers prints of a survey."""
    found = {"correlation": metrics.correlation(*means(answers)), "peak": peak(answers, scale)}
    for target, values in (("interest", answers.interest), ("difficulty", answers.difficulty)):
        of_puzzles = values.mean(axis=0)
        found |= {f"mean {target}": of_puzzles.mean(), f"sd {target}": of_puzzles.std()}
        found[f"highest {target}"] = of_puzzles.max()
        if len(values) > 1:
            rater, item = np.indices(values.shape)
            alone = metrics.one_against_others(rater.ravel(), item.ravel(), values.ravel())
            found |= {f"alone_mean {target}": alone.mean(), f"alone_best {target}": alone.min()}
            found[f"alone_worst {target}"] = alone.max()
    if len(answers.interest) > 1:
        pairs = [
            metrics.correlation(one, two)
            for place, one in enumerate(answers.interest)
            for two in answers.interest[:place]
        ]
        found |= {"pairs_least": np.nanmin(pairs), "pairs_most": np.nanmax(pairs)}
    return {name: float(value) for name, value in found.items()}


def means(answers: Answers) -> tuple[np.ndarray, np.ndarray]:
    """Mean interest and mean difficulty of each puzzle."""
    return answers.interest.mean(axis=0), answers.difficulty.mean(axis=0)


def peak(answers: Answers, scale: Scale) -> float:
    """Difficulty at the top of a parabola through the puzzles' means; the end of the scale where there is no top."""
    interest, difficulty = means(answers)
    bend, tilt, _ = np.polyfit(difficulty, interest, 2)
    return float(np.clip(-tilt / (2.0 * bend), scale.low, scale.high)) if bend < 0.0 else scale.high


def printed(survey: Survey) -> Figures:
    """The same figures as far as the paper prints them."""
    found: Figures = {}
    for name in ("mean", "sd", "highest", "alone_mean", "alone_best", "alone_worst"):
        both: Both | None = getattr(survey, name)
        for target in ("interest", "difficulty"):
            if both is not None and getattr(both, target) is not None:
                found[f"{name} {target}"] = getattr(both, target)
    for name in ("correlation", "peak", "pairs_least", "pairs_most"):
        figure = getattr(survey, name)
        if figure is not None:
            found[name] = figure.value
    return found


def chosen_at_random() -> dict[str, Figures]:
    """What the groups said of puzzles that nobody chose: the only means of Nazo Puyo that are printed."""
    return {
        chosen.group: {"mean interest": chosen.mean.interest or 0.0, "mean difficulty": chosen.mean.difficulty or 0.0}
        for chosen in CHOSEN_FOR
        if chosen.way == "random"
    }


def survey_again(pool: Pool, survey: Survey, seed: int) -> Answers:
    return ask(panel(survey, seed), sample(pool, survey.variants, seed), survey.scale, seed)


def replicate(pool: Pool, survey: Survey) -> list[Answers]:
    """The survey with other people and other puzzles each time."""
    return [survey_again(pool, survey, seed) for seed in range(REPLICATIONS)]


@dataclass(frozen=True)
class Comparison:
    """A published figure, and the same in simulated surveys: typical, and where 95 % of them lie."""

    survey: str
    figure: str
    theirs: float
    simulated: float
    low: float
    high: float

    def __str__(self) -> str:
        where = f"{self.survey:16} {self.figure:24}"
        return (
            f"{where} theirs {self.theirs:6.3f}  simulated {self.simulated:6.3f} ({self.low:.3f} to {self.high:.3f})"
        )


def compare(survey: str, figure: str, theirs: float, ours: Sequence[float]) -> Comparison:
    """Means, but a median for the peak: some parabolas have none."""
    typical = np.median(ours) if figure == "peak" else np.mean(ours)
    low, high = np.quantile(ours, (0.025, 0.975))
    return Comparison(survey, figure, theirs, float(typical), float(low), float(high))
