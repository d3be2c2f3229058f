"""ask: what simulated raters do with a sample of the night's puzzles, and what they say of them; each row says that
it is simulated. Whoever rates a puzzle has tried it first, if it can be solved. People are heard by the stage
`players`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

import numpy as np
import pyarrow as pa

from assets.core.stage import Facts, Press, Stage, Work
from assets.learning.matrix import matrix
from engines.rating import attempting, raters
from engines.rating.contest import LIMIT
from engines.registry import engine
from warehouse.lake import FOUNDING, night_of, rows_to_table
from warehouse.vocabulary import SIMULATED


def facts(press: Press, game: str, batch: str) -> Facts:
    settings = press.settings
    return Facts({"seed": settings.seed, "raters": settings.survey["raters"], "per variant": each(press, batch)})


def each(press: Press, batch: str) -> int:
    """How many puzzles of a variant are asked about."""
    return press.settings.survey["founding_per_variant" if batch == FOUNDING else "per_variant"]


def surveyed(verdicts: pa.Table, per_variant: int) -> list[int]:
    """Rows of the puzzles to ask about: the first of each variant by id, which is as good as random."""
    by_variant: dict[str, list[tuple[str, int]]] = defaultdict(list)
    columns = (verdicts.column("variant").to_pylist(), verdicts.column("puzzle_id").to_pylist())
    for row, (variant, identity) in enumerate(zip(*columns, strict=True)):
        by_variant[variant].append((identity, row))
    return sorted(row for found in by_variant.values() for _, row in sorted(found)[:per_variant])


def make(work: Work) -> dict[str, pa.Table]:
    survey = work.press.settings.survey
    verdicts, features = work.inputs["verdict"], work.inputs["feature"]
    rows = surveyed(verdicts, each(work.press, work.batch))
    names = work.inputs["feature_definition"].column("name").to_pylist()
    ids = verdicts.column("puzzle_id").take(rows).to_pylist()
    game = engine(work.game)
    panel = raters.population(game, work.press.settings.seed, survey["raters"])
    given = raters.rate(
        panel,
        ids,
        names,
        matrix(features.take(rows), names),
        np.array(verdicts.column("length").take(rows).to_pylist()),
        game,
        work.press.settings.seed,
    )
    table_rows = [
        {
            "batch": work.batch,
            "night": night_of(work.batch),
            "game": work.game,
            "survey": f"simulated-{work.batch}",
            "rater_id": panel[rater].rater_id,
            "rater_group": panel[rater].group,
            "puzzle_id": ids[item],
            "interest": float(interest),
            "difficulty": float(difficulty),
            "scale_low": raters.LOWEST,
            "scale_high": raters.HIGHEST,
            "provenance": SIMULATED,
        }
        for rater, item, interest, difficulty in zip(
            given.rater, given.item, given.interest, given.difficulty, strict=True
        )
    ]
    return {"rating": rows_to_table("rating", table_rows), "attempt": tried(work, panel, rows)}


def tried(work: Work, panel: list[raters.Rater], rows: list[int]) -> pa.Table:
    """Every rater's first try at those of the puzzles that can be solved."""
    verdicts = work.inputs["verdict"]
    rows = [row for row in rows if verdicts.column("count")[row].as_py() > 0]
    names = work.inputs["feature_definition"].column("name").to_pylist()
    ids = verdicts.column("puzzle_id").take(rows).to_pylist()
    features = matrix(work.inputs["feature"].take(rows), names)
    lengths = np.array(verdicts.column("length").take(rows).to_pylist())
    difficulty = raters.truth(ids, names, features, lengths, engine(work.game)).difficulty
    tries = attempting.attempt(panel, ids, difficulty, work.game, work.press.settings.seed)
    table_rows = [
        {
            "batch": work.batch,
            "night": night_of(work.batch),
            "game": work.game,
            "player_id": panel[rater].rater_id,
            "player_group": panel[rater].group,
            "puzzle_id": ids[item],
            "number": 1,
            "mode": attempting.MODE,
            "solved": bool(solved),
            "seconds": float(seconds) if solved else None,
            "seconds_limit": LIMIT,
            "hints": 0,
            "tries": None,
            "provenance": SIMULATED,
        }
        for rater, item, solved, seconds in zip(tries.rater, tries.item, tries.solved, tries.seconds, strict=True)
    ]
    return rows_to_table("attempt", table_rows)


def note(tables: Mapping[str, pa.Table]) -> str:
    ratings, solved = tables["rating"], tables["attempt"].column("solved").to_pylist()
    puzzles = len(set(ratings.column("puzzle_id").to_pylist()))
    share = f", {np.mean(solved):.0%} of tries solved" if solved else ""
    return f"{ratings.num_rows:,} simulated ratings of {puzzles} puzzles{share}"


STAGE = Stage(
    name="ratings",
    verb="ask",
    description="Interest and difficulty, 1 to 5, of a sample of the night's puzzles, and how the raters' tries "
    "went. **All of it is simulated**, by a seeded population of raters with their own skills and tastes.",
    after=("verdicts", "features"),
    reads=("verdict", "feature", "feature_definition"),
    writes=("rating", "attempt"),
    kinds=frozenset({"numpy", "parquet"}),
    make=make,
    note=note,
    facts=facts,
)
