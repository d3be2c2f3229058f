"""choose: the night's puzzles, the most interesting of each variant and difficulty third (000, 7.2.1).

A puzzle is chosen for one night only: whatever any other night has chosen, mirror images included
because they share an id, is out. Nights take turns here, so two made at once cannot choose alike.
What an imported collection has is someone else's, and is never chosen either.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pyarrow as pa

from assets.models import AUDIENCE
from assets.stage import Facts, Press, Stage, Work, empty
from warehouse.collection import known_puzzles
from warehouse.lake import Partition, night_of, rows_to_table
from warehouse.releases import published_releases, released_rows

LEVELS = ("easy", "medium", "hard")
FEW_VARIANTS = 6  # so many are named one by one when the night is summed up


def taken(press: Press, game: str, batch: str) -> pa.Table:
    """The selections of all other nights."""
    others = [part for part in press.lake.partitions("selection", game) if part.batch != batch]
    return pa.concat_tables([empty("selection"), *(press.lake.read(part) for part in others)])


def released(press: Press, batch: str) -> set[str]:
    """Ids in the releases of all other nights: they count even if the lake was lost."""
    return {
        row["puzzle_id"]
        for release in published_releases(press.home)
        if release.night.isoformat() != batch
        for row in released_rows(release)
    }


def facts(press: Press, game: str, batch: str) -> Facts:
    """Besides the predictions: the quotas, and which of tonight's puzzles are taken or someone else's already."""
    earlier, others = taken(press, game, batch), known_puzzles(press.home, game)
    tonight = press.lake.read(Partition("verdict", batch, game)).column("puzzle_id").to_pylist()
    gone = {identity for table in (earlier, others) for identity in table.column("puzzle_id").to_pylist()}
    gone = (gone | released(press, batch)) & set(tonight)
    related = {"earlier": earlier, "collection": others}
    return Facts({**press.settings.selection, "taken": sorted(gone)}, related, gone)


def thirds(rows: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Rows cut in three by predicted difficulty, ties by id."""
    ranked = sorted(rows, key=lambda row: (row["difficulty"], row["puzzle_id"]))
    cuts = [round(len(ranked) * part / len(LEVELS)) for part in range(len(LEVELS) + 1)]
    return {level: ranked[cuts[at] : cuts[at + 1]] for at, level in enumerate(LEVELS)}


def make(work: Work) -> dict[str, pa.Table]:
    quota = int(work.press.settings.selection["per_group"])
    least = work.press.settings.selection["least_interest"]
    verdicts = {row["puzzle_id"]: row for row in work.inputs["verdict"].to_pylist()}
    eligible = [
        row | {"variant": verdicts[row["puzzle_id"]]["variant"]}
        for row in work.inputs["prediction"].to_pylist()
        if row["audience"] == AUDIENCE
        and verdicts[row["puzzle_id"]]["verdict"] == "unique"
        and row["puzzle_id"] not in work.extra
    ]
    chosen, quotas = [], []
    for variant in dict.fromkeys(row["variant"] for row in eligible):
        for level, group in thirds([row for row in eligible if row["variant"] == variant]).items():
            best = sorted(group, key=lambda row: (-row["interest"], row["puzzle_id"]))
            fits = [row for row in best if row["interest"] >= least]
            for rank, row in enumerate(fits[:quota], 1):
                chosen.append(entry(work, row, variant, level, rank, len(group)))
            quotas.append(
                {
                    **place(work, variant, level),
                    "wanted": quota,
                    "chosen": min(quota, len(fits)),
                    "among": len(group),
                    "eligible": len(fits),
                    "shortfall": None if len(fits) >= quota else "too few",
                    "provenance": best[0]["provenance"] if best else "simulated",
                }
            )
    return {"selection": rows_to_table("selection", chosen), "quota": rows_to_table("quota", quotas)}


def place(work: Work, variant: str, level: str) -> dict[str, Any]:
    return {
        "batch": work.batch,
        "night": night_of(work.batch),
        "game": work.game,
        "kind": "curated",
        "category": variant,
        "group_name": f"{variant}, {level}",
        "level": level,
    }


def entry(work: Work, row: Mapping[str, Any], variant: str, level: str, rank: int, size: int) -> dict[str, Any]:
    return place(work, variant, level) | {
        "variant": variant,
        "puzzle_id": row["puzzle_id"],
        "audience": AUDIENCE,
        "rank": rank,
        "among": size,
        "interest": row["interest"],
        "difficulty": row["difficulty"],
        "why": f"number {rank} by interest ({row['interest']:.2f}, predicted from {row['provenance']} ratings) "
        f"of {size} {level} {variant} puzzles with one solution",
        "provenance": row["provenance"],
    }


def note(tables: Mapping[str, pa.Table]) -> str:
    count = Counter(tables["selection"].column("variant").to_pylist())
    said = ": " + ", ".join(f"{number} {variant}" for variant, number in sorted(count.items()))
    if len(count) not in range(1, FEW_VARIANTS + 1):
        said = f" of {len(count)} variants"
    return f"{tables['selection'].num_rows} chosen{said}"


STAGE = Stage(
    name="selection",
    verb="choose",
    description="The night's choice: from each variant and third of difficulty the most interesting "
    "puzzles with exactly one solution, none of which any other night has chosen or an imported collection "
    "has. Says why.",
    after=("puzzles", "predictions"),
    reads=("verdict", "prediction"),
    writes=("selection", "quota"),
    kinds=frozenset({"python", "parquet"}),
    make=make,
    note=note,
    facts=facts,
    turn="publish",
)
