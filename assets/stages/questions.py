"""wonder: which of the night's puzzles people should be asked about, for each audience, what teaches most first.

What has been rated so far decides, by how many of an audience and not by what they said: the founding panel, the
nights before this one (RECENT of them, which bounds the work) and all surveys. So a night's questions do not depend
on when it is made, unless earlier nights or surveys came in since.

Puzzles that everybody is asked about, the anchors, were rated by many before; all else is of this night.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from assets.core.stage import Facts, Press, Stage, Work, empty, require_stamp
from assets.learning.matrix import matrix
from assets.learning.registry import AUDIENCE
from engines.rating.asking import Puzzles, Question, ask, choose_anchors
from warehouse.lake import FOUNDING, Lake, MissingPartition, Partition, night_of, rows_to_table
from warehouse.shelf import lakes
from warehouse.vocabulary import AUDIENCES, PROVENANCES, UNIQUE

RECENT = timedelta(days=30)
ONE_ANCHOR_IN = 6  # questions

Source = tuple[Lake, Partition]


@dataclass(frozen=True, eq=False)
class Rated:
    """The puzzles that have been rated and measured; how many of each audience rated them, and how hard they are.

    `age` is 0 for the founding panel and rises from night to night; puzzles that cannot be anchors have none (NaN).
    """

    puzzles: Puzzles
    counts: Mapping[str, np.ndarray]
    difficulty: np.ndarray
    age: np.ndarray
    provenance: str

    def anchors(self, wanted: int) -> list[int]:
        may = np.flatnonzero(np.isfinite(self.age)).tolist()
        ids = [self.puzzles.ids[place] for place in may]
        numbers = (self.counts[AUDIENCE][may], self.difficulty[may], self.age[may])
        return [may[place] for place in choose_anchors(ids, *numbers, wanted)]


def facts(press: Press, game: str, batch: str) -> Facts:
    """The ratings that count for a night."""
    found = list(sources(press, game, batch))
    if not found:
        raise MissingPartition(f"nothing of {game} has been rated yet: materialize {game}/models")
    digests = {str(part): require_stamp(lake, part).digest for lake, part in found}
    values = {"questions": press.settings.survey["questions"], "measured": measured_so_far(press, game, batch)}
    return Facts({**values, **digests}, extra=found)


def measured_so_far(press: Press, game: str, batch: str) -> str:
    """A digest of all batches in which rated puzzles may have been measured."""
    parts = [(lake, beside) for lake, part in batches(press, game, batch) for beside in asked_about(part)]
    stamps = [(str(part), lake.stamp(part)) for lake, part in parts]
    told = [f"{name} {stamp.digest if stamp else None}" for name, stamp in stamps]
    return hashlib.sha256("\n".join(told).encode()).hexdigest()[:16]


def sources(press: Press, game: str, batch: str) -> Iterator[Source]:
    """Partitions of ratings: the founding panel's, recent nights', surveys'. A night that is damaged is left out: the
    warehouse will name it, and tonight's release can do without."""
    tonight = night_of(batch)
    for lake in lakes(press.home):
        for part in lake.partitions("rating", game):
            night = night_of(part.batch)
            recent = night is not None and tonight is not None and tonight - RECENT <= night < tonight
            if night is None or (recent and is_readable(lake, part)):
                yield lake, part


def is_readable(lake: Lake, ratings: Partition) -> bool:
    """Whether what was rated in a night is there, too."""
    return all(lake.stamp(part) is not None for part in (ratings, *asked_about(ratings)))


def asked_about(part: Partition) -> tuple[Partition, ...]:
    """The puzzles of a batch, with their features."""
    return tuple(Partition(table, part.batch, part.game) for table in ("verdict", "feature"))


def make(work: Work) -> dict[str, pa.Table]:
    wanted = work.press.settings.survey["questions"]
    names = work.inputs["feature_definition"].column("name").to_pylist()
    rated = rated_so_far(work, names)
    candidates = unique_ones(work, names)
    anchors = rated.anchors(max(1, wanted // ONE_ANCHOR_IN))
    rows: list[dict[str, Any]] = []
    for audience in AUDIENCES:
        known = {name for name, count in zip(rated.puzzles.ids, rated.counts[audience], strict=True) if count}
        fresh = candidates.take([row for row, name in enumerate(candidates.ids) if name not in known])
        found = ask(fresh, rated.puzzles, rated.counts[audience], wanted, anchors)
        rows += [
            entry(work, audience, rank, question, fresh, rated, names) for rank, question in enumerate(found, start=1)
        ]
    return {"question": rows_to_table("question", rows)}


def entry(
    work: Work,
    audience: str,
    rank: int,
    question: Question,
    fresh: Puzzles,
    rated: Rated,
    names: Sequence[str],
) -> dict[str, Any]:
    if question.anchor:
        hard, people = rated.difficulty[question.place], rated.counts[AUDIENCE][question.place]
        asked = "an anchor: everybody is asked about it, so that people can be compared"
        why = f"{asked}; {people} have rated it, difficulty {hard:.1f} of 5"
    else:
        least = " and ".join(names[column] for column in question.because)
        why = f"a rating of it would remove {question.gain:.1%} of the models' uncertainty" + (
            f", above all about {least}" if least else ""
        )
    return {
        "batch": work.batch,
        "night": night_of(work.batch),
        "game": work.game,
        "audience": audience,
        "rank": rank,
        "puzzle_id": (rated.puzzles if question.anchor else fresh).ids[question.place],
        "anchor": question.anchor,
        "gain": round(question.gain, 6),
        "why": f"{why} ({rated.provenance} ratings)",
        "provenance": rated.provenance,
    }


def unique_ones(work: Work, names: list[str]) -> Puzzles:
    """Tonight's puzzles with exactly one solution."""
    verdicts, features = work.inputs["verdict"], work.inputs["feature"]
    variants = families(verdicts)
    measured = features.filter(pc.is_in(features.column("puzzle_id"), pa.array(list(variants), pa.string())))
    ids = measured.column("puzzle_id").to_pylist()
    return Puzzles(ids, matrix(measured, names), [variants[name] for name in ids])


def families(verdicts: pa.Table, unique: bool = True) -> dict[str, str]:
    """The variant of each puzzle, or of each with one solution."""
    if unique:
        verdicts = verdicts.filter(pc.equal(verdicts.column("verdict"), UNIQUE))
    columns = (verdicts.column(name).to_pylist() for name in ("puzzle_id", "variant"))
    return dict(zip(*columns, strict=True))


def rated_so_far(work: Work, names: list[str]) -> Rated:
    """All that counts for tonight's questions, in the order of ids."""
    found: list[Source] = work.extra
    ratings = pa.concat_tables([empty("rating"), *(lake.read(part) for lake, part in found)])
    said = set(ratings.column("provenance").to_pylist())
    puzzles, ages = measured(work, set(ratings.column("puzzle_id").to_pylist()), names)
    return Rated(
        puzzles,
        {audience: counted(ratings, puzzles.ids, audience) for audience in AUDIENCES},
        mean_difficulty(ratings, puzzles.ids),
        np.array([ages.get(identity, np.nan) for identity in puzzles.ids]),
        next(name for name in PROVENANCES if name in said),
    )


def measured(work: Work, missing: set[str], names: list[str]) -> tuple[Puzzles, dict[str, float]]:
    """The puzzles of these ids as far as they have been measured, and the ages of those that may be anchors."""
    ids: list[str] = []
    tables, variants, ages = [np.empty((0, len(names)))], dict[str, str](), dict[str, float]()
    for lake, part in batches(work.press, work.game, work.batch):
        features = lake.read(part) if missing else empty("feature")
        here = features.filter(pc.is_in(features.column("puzzle_id"), pa.array(sorted(missing), pa.string())))
        if here.num_rows:
            found = here.column("puzzle_id").to_pylist()
            verdicts = lake.read(Partition("verdict", part.batch, part.game))
            every = families(verdicts, unique=False)
            variants |= {identity: every[identity] for identity in found}
            ages |= dict.fromkeys(set(found) & set(families(verdicts)), age(part))
            tables.append(matrix(here, names))
            ids += found
            missing = missing - set(found)
    order = sorted(range(len(ids)), key=lambda row: ids[row])
    return Puzzles(ids, np.concatenate(tables), [variants[identity] for identity in ids]).take(order), ages


def batches(press: Press, game: str, batch: str) -> list[Source]:
    """Where rated puzzles may have been measured: the founding panel, nights, the latest first, collections."""
    found = [(lake, part) for lake in lakes(press.home) for part in lake.partitions("feature", game)]
    before = [source for source in found if night_of(source[1].batch) is None or source[1].batch <= batch]
    panel = [source for source in before if source[1].batch == FOUNDING]
    nights = [source for source in reversed(before) if night_of(source[1].batch)]
    return panel + nights + [source for source in before if source not in panel + nights]


def age(part: Partition) -> float:
    """0 for the founding panel, a night's number; none for a collection, which is someone else's: no anchors."""
    night = night_of(part.batch)
    return 0.0 if part.batch == FOUNDING else float(night.toordinal()) if night else np.nan


def counted(ratings: pa.Table, ids: Sequence[str], audience: str) -> np.ndarray:
    """How many of an audience have rated each puzzle."""
    if audience != AUDIENCE:
        ratings = ratings.filter(pc.equal(ratings.column("rater_group"), audience))
    pairs = set(zip(*(ratings.column(name).to_pylist() for name in ("puzzle_id", "rater_id")), strict=True))
    found = dict.fromkeys(ids, 0)
    for identity, _ in pairs:
        if identity in found:
            found[identity] += 1
    return np.array([found[identity] for identity in ids], dtype=np.int64)


def mean_difficulty(ratings: pa.Table, ids: Sequence[str]) -> np.ndarray:
    """How hard each puzzle was said to be; NaN where nobody said."""
    means = ratings.group_by("puzzle_id").aggregate([("difficulty", "mean")])
    found = dict(zip(*(means.column(name).to_pylist() for name in ("puzzle_id", "difficulty_mean")), strict=True))
    return np.array([found.get(identity) for identity in ids], dtype=np.float64)


def note(tables: Mapping[str, pa.Table]) -> str:
    rows = [row for row in tables["question"].to_pylist() if row["audience"] == AUDIENCE]
    anchors = sum(row["anchor"] for row in rows)
    gain = sum(row["gain"] for row in rows)
    share = f"together they remove {gain:.0%} of the uncertainty"
    return f"{len(rows)} questions an audience, {anchors} of them anchors; {share}"


STAGE = Stage(
    name="questions",
    verb="wonder",
    description="Which puzzles to ask people about next, for everyone and for each skill group: a few anchors that "
    "everybody is asked about, then those of the night whose ratings would teach the models most about all "
    "the others. Says why.",
    after=("features", "models"),  # the models see to the founding panel, whose ratings are the first
    reads=("verdict", "feature", "feature_definition"),
    writes=("question",),
    kinds=frozenset({"numpy", "parquet"}),
    make=make,
    note=note,
    facts=facts,
)
