"""The papers' models and ours on the papers' surveys, repeated with simulated raters: `python -m benchmarks.ratings`.

For every error that a paper prints: the paper's own (of people), then all simulated: the papers' LightGBM settings
on the papers' own features and our models by the papers' protocol, our models by nested cross-validation, the mean of
the other folds, and the noise floor. Averages over surveys with other people and puzzles, on the scale of the paper.
The Nazo Puyo paper and the Geister paper print no settings, so the T-spin thesis's for two moves stand in for theirs.
The Geister paper names no features for its model, so there all of ours are used.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from assets.learning.presets import presets_for
from engines.identity import puzzle_id
from engines.people.groups import IN_ORDER
from engines.people.survey import ModelError, Survey
from engines.rating import evaluation, models
from engines.rating.evaluation import NESTED, Asked, Score
from engines.rating.raters import Rater, population, rate
from engines.registry import GAMES, engine
from warehouse.vocabulary import TARGETS

SURVEYS_EACH = 3
SPARE = 2  # puzzles to draw from, for each that is asked
SEED = 11
LENGTHS = (5, 7, 9)  # of a family that is named without one
HALF = 6  # people of a group whose number is not printed: the Nazo Puyo paper had twelve of two groups
FOLDS = {"3-fold": 3, "10-fold": 10, "not said": 10}
SURVEYS = {survey.name: survey for game in GAMES for survey in engine(game).surveys}
COLUMNS = (
    "survey",
    "audience",
    "features",
    "error",
    "published",
    "their settings",
    "ours",
    "ours, nested",
    "mean",
    "floor",
)


@dataclass(frozen=True, eq=False)
class Puzzles:
    """Candidates to ask about, a row each; `kind` is the family as the survey names it."""

    names: list[str]
    ids: np.ndarray
    features: np.ndarray
    moves: np.ndarray
    kind: np.ndarray

    def rows(self, rows: np.ndarray) -> Puzzles:
        return Puzzles(self.names, self.ids[rows], self.features[rows], self.moves[rows], self.kind[rows])


def made(survey: Survey) -> Puzzles:
    """More candidates of each family than the survey asks about."""
    press = engine(survey.game)
    found, kinds = [], []
    for kind, count in survey.variants.items():
        for variant in [kind] if kind in press.variants else [f"{kind}-{length}" for length in LENGTHS]:
            some = press.generate(variant, SEED, SPARE * count)
            found += some
            kinds += [kind] * len(some)
    verdicts = press.solve(found)
    return Puzzles(
        [feature.name for feature in press.features],
        np.array([puzzle_id(press, puzzle) for puzzle in found]),
        np.asarray(press.measure(found, verdicts), dtype=np.float64),
        np.array([press.length(puzzle, verdict) for puzzle, verdict in zip(found, verdicts, strict=True)]),
        np.array(kinds),
    )


def drawn(puzzles: Puzzles, survey: Survey, seed: int) -> Puzzles:
    """As many of each family as the survey had."""
    rng = np.random.default_rng(seed)
    families = ((np.flatnonzero(puzzles.kind == kind), count) for kind, count in survey.variants.items())
    return puzzles.rows(np.concatenate([rng.choice(rows, count, replace=False) for rows, count in families]))


def people(survey: Survey, audience: str, seed: int) -> list[Rater]:
    """Those who were asked, or those of them who are of one group."""
    groups = {name: count or HALF for name, count in survey.who.items()}
    wanted = {audience: groups[audience]} if audience in groups else groups
    return [rater for group, count in wanted.items() for rater in population(engine(survey.game), seed, count, group)]


def asked(survey: Survey, puzzles: Puzzles, raters: list[Rater], seed: int) -> dict[str, Asked]:
    """What they said, on the common scale from 1 to 5."""
    ids = list(map(str, puzzles.ids))
    given = rate(raters, ids, puzzles.names, puzzles.features, puzzles.moves, engine(survey.game), seed, survey.scale)
    return {
        target: Asked(
            puzzles.names,
            puzzles.features,
            ids,
            puzzles.moves,
            list(puzzles.kind),
            models.Ratings(given.item, given.rater, getattr(given, target)),
        )
        for target in IN_ORDER
    }


def scored(survey: Survey, puzzles: Puzzles, error: ModelError, seed: int) -> dict[str, list[Score]]:
    """One survey again, by the papers' protocol and nested."""
    data = asked(survey, drawn(puzzles, survey, seed), people(survey, error.audience, seed), seed)
    theirs = survey.presets or presets_for(survey.game)
    presets = {target: replace(preset, reads=error.reads or preset.reads) for target, preset in theirs.items()}
    found = evaluation.papers(data, presets, FOLDS[error.protocol])
    for target, fit in evaluation.fit_all(data).items():
        found[target] += evaluation.held_out(NESTED, fit, data[target])
        if survey.raters > 1:  # the errors of one rater alone cannot be told from that rater's opinion
            found[target] += evaluation.panel(fit, data[target])
    return found


def row(survey: Survey, error: ModelError, target: str, found: list[Mapping[str, list[Score]]]) -> tuple[str, ...]:
    """A published error and the same of ours, on the scale of the paper."""
    steps = 1.0 if error.metric == "SMAPE" else (survey.scale.high - survey.scale.low) / 4.0

    def mean(nested: bool, subject: str) -> str:
        values = [
            score.value
            for scores in found
            for score in scores[target]
            if (score.protocol == NESTED) == nested
            and score.subject.split()[0] == subject
            and score.metric == error.metric
        ]
        return f"{steps * float(np.mean(values)):.3g} (simulated)" if values else "-"

    scale = f"{survey.scale.low:g} to {survey.scale.high:g}"
    return (
        f"{survey.name}, {survey.items} x {survey.raters}, {scale}",
        error.audience,
        error.features,
        f"{target} {error.metric}, {error.protocol}",
        f"{getattr(error, target):g} ({error.source})",
        *(mean(False, subject) for subject in ("preset", "model")),
        *(mean(True, subject) for subject in ("model", "mean", "floor")),
    )


def rows(names: Iterable[str] = SURVEYS, each: int = SURVEYS_EACH) -> Iterator[tuple[str, ...]]:
    """A row for every error that the papers print."""
    for survey in (SURVEYS[name] for name in names):
        puzzles = made(survey)
        scores: dict[tuple[str, str, str], list[Mapping[str, list[Score]]]] = {}
        for error in survey.errors:
            key = error.audience, error.protocol, error.features
            if key not in scores:
                scores[key] = [scored(survey, puzzles, error, seed) for seed in range(each)]
            for target in TARGETS:
                if getattr(error, target) is not None:
                    yield row(survey, error, target, scores[key])


def main(names: list[str]) -> None:
    """Print the table; with names, only those surveys."""
    print("| " + " | ".join(COLUMNS) + " |\n|" + "---|" * len(COLUMNS))
    for found in rows(names or SURVEYS):
        print("| " + " | ".join(found) + " |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
