"""choose: what the night adds to the sets, and why.

*Curated* ones are chosen as the papers do it and so that they differ (`curated`). *Survey* ones are what the
models want rated. *Flash* and *practice* ones are drawn by lot, however interesting (T-spin thesis, 7.2.2 and 7.2.3).

A puzzle is added once. Excluded: puzzles that another night chose, that a release has, that were withdrawn or that an
imported collection has. Mirror images and recolourings share an id, so they are excluded too. Nights take turns here,
so two made at once cannot choose the same puzzle. `quota` says what a group could not give.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from assets.core.settings import Settings
from assets.core.stage import Facts, Press, Stage, Work, empty
from assets.core.titles import category_title
from assets.learning.registry import AUDIENCE, Registry
from assets.stages.available import Available, Standing, available, standing_of
from assets.stages.curated import curated
from assets.stages.unrated import Unrated, unrated
from engines.registry import engine, game_of_variant
from warehouse.collection import known_puzzles
from warehouse.digest import content_digest
from warehouse.lake import Partition, night_of, rows_to_table
from warehouse.releases import published_releases, release_before, released_rows
from warehouse.vocabulary import CHOSEN_KINDS, CURATED, ENOUGH_TRUST, FLASH, PRACTICE, SURVEY
from warehouse.withdrawals import withdrawn_ids

Row = dict[str, Any]


@dataclass(frozen=True, eq=False)
class Extra:
    gone: set[str]
    standing: Standing
    unrated: Unrated


def taken(press: Press, game: str, batch: str) -> pa.Table:
    """The selections of all other nights."""
    others = [part for part in press.lake.partitions("selection", game) if part.batch != batch]
    return pa.concat_tables([empty("selection"), *(press.lake.read(part) for part in others)])


def released(press: Press, batch: str) -> set[str]:
    """Ids in the releases of all other nights, but for this night's own that their sets carry on: they count even if
    the lake was lost."""
    return {
        row["puzzle_id"]
        for release in published_releases(press.home)
        if release.night.isoformat() != batch
        for row in released_rows(release, columns=["puzzle_id", "added"])
        if str(row.get("added")) != batch
    }


def facts(press: Press, game: str, batch: str) -> Facts:
    """Besides the predictions: the rules, which of tonight's puzzles are not to be had, and what the sets have."""
    earlier, others = taken(press, game, batch), known_puzzles(press.home, game)
    tonight = press.lake.read_column(Partition("verdict", batch, game), "puzzle_id").to_pylist()
    gone = {identity for table in (earlier, others) for identity in table.column("puzzle_id").to_pylist()}
    gone = (gone | released(press, batch) | withdrawn_ids(press.home)) & set(tonight)
    standing = standing_of(press, game, release_before(press.home, batch))
    used = Registry.of(press, game).used(AUDIENCE, night_of(batch))
    strangers = unrated(press, game, batch) if used is not None and used.trust >= ENOUGH_TRUST else Unrated()
    values = {
        **settings_read(press.settings, game),
        "taken": sorted(gone),
        "standing": standing.ids,
        "standing features": content_digest(standing.features),
        "unrated": sorted(strangers.variants),
        "filter": strangers.filter.values() if strangers.filter else None,
    }
    related = {"earlier": earlier, "collection": others}
    return Facts(values, related, Extra(gone, standing, strangers))


def settings_read(settings: Settings, game: str) -> dict[str, Any]:
    """The settings that decide what is chosen of a game, by value: what they say of other games does not count, nor
    how large a set may be."""
    rules = {variant: asdict(settings.rule(variant)) for variant in engine(game).variants}
    return {
        "seed": settings.seed,
        "rules": {variant: {**rule, "size": None} for variant, rule in rules.items()},
        "cuts": settings.cuts(game),
        "suits": settings.suits,
        **{kind: settings.selection[kind] for kind in (FLASH, PRACTICE, SURVEY)},
    }


def make(work: Work) -> dict[str, pa.Table]:
    there = available(work, work.extra.gone, work.extra.standing)
    present = set(there.variants[: there.tonight])
    settings = work.press.settings
    chosen: list[Row] = []
    quotas: list[Row] = []
    for variant in (name for name in engine(work.game).variants if name in present):
        rows, told = curated(there, variant, settings.rule(variant), work.extra.unrated, settings.suits)
        chosen += [row | {"kind": CURATED} for row in rows]
        quotas += [row | {"kind": CURATED} for row in told]
    for draw in (surveyed, drawn):
        rows, told = draw(work, there, {row["place"] for row in chosen})
        chosen += [row | {"third": None, "audience": AUDIENCE} for row in rows]
        quotas += [row | {"third": None, "provenance": there.provenance[AUDIENCE]} for row in told]
    same = {"batch": work.batch, "night": night_of(work.batch), "game": work.game}
    return {
        "selection": rows_to_table("selection", [same | completed(there, row, settings) for row in chosen]),
        "quota": rows_to_table("quota", [same | row for row in quotas]),
    }


def completed(there: Available, row: Row, settings: Settings) -> Row:
    """A row with what is known of its puzzle: what everyone will find and, beside it, what it is worth to those whom
    it was chosen for, in parts."""
    place, variant, audience = row["place"], there.variants[row["place"]], row["audience"]
    difficulty, share = float(there.difficulty[AUDIENCE][place]), float(there.surprise[place])
    worth = {"worth": float(there.worth(audience, settings.rule(variant))[place])}
    return (
        worth
        | row
        | {
            "puzzle_id": there.ids[place],
            "variant": variant,
            "level": settings.level(game_of_variant(variant), difficulty),
            "interest": float(there.interest[AUDIENCE][place]),
            "difficulty": difficulty,
            "audience_interest": float(there.interest[audience][place]),
            "hill": float(there.hill[audience][place]),
            "surprise_share": None if np.isnan(share) else share,
            "trust": there.trust,
            "provenance": there.provenance[AUDIENCE],
        }
    )


def surveyed(work: Work, there: Available, chosen: set[int]) -> tuple[list[Row], list[Row]]:
    """What the models want everyone to rate, what teaches most first."""
    wanted = int(work.press.settings.selection["survey"])
    places = {there.ids[place]: place for place in range(there.tonight) if place not in chosen}
    asked = [row for row in work.inputs["question"].to_pylist() if row["audience"] == AUDIENCE and not row["anchor"]]
    fits = [row for row in sorted(asked, key=lambda row: row["rank"]) if row["puzzle_id"] in places]
    same = {"kind": SURVEY, "category": SURVEY, "group_name": f"questions of {work.game}"}
    rows = [
        same
        | {"place": places[row["puzzle_id"]], "rank": rank, "among": len(fits), "distance": None, "beat": None}
        | {"why": f"To be rated: a rating would remove {row['gain']:.1%} of the models' uncertainty."}
        for rank, row in enumerate(fits[:wanted], 1)
    ]
    return rows, [counted(same, wanted, len(rows), len(fits), "the models want no more of tonight's rated")]


def drawn(work: Work, there: Available, chosen: set[int]) -> tuple[list[Row], list[Row]]:
    """Flash and practice: of each category some by lot, the two pools in turn."""
    settings, variants = work.press.settings, engine(work.game).variants
    categories: dict[str, list[int]] = {}
    for place in range(there.tonight):
        category = variants[there.variants[place]].category or there.variants[place]
        categories.setdefault(category, [])
        if place not in chosen:
            categories[category].append(place)
    wanted = {kind: int(settings.selection[kind]) for kind in (FLASH, PRACTICE)}
    rows, quotas = [], []
    for category, places in sorted(categories.items()):
        order = sorted(places, key=lambda place: lot(settings.seed, work.batch, there.ids[place]))
        for kind, mine in dealt(order, wanted).items():
            same = {"kind": kind, "category": category, "group_name": category}
            rows += [
                same
                | {"place": place, "rank": rank, "among": len(order), "distance": None, "beat": None}
                | {"why": lots(rank, kind, len(order), category_title(work.game, category)[0])}
                for rank, place in enumerate(mine, 1)
            ]
            quotas.append(counted(same, wanted[kind], len(mine), len(order), "there were no more to draw from"))
    return rows, quotas


def lots(rank: int, kind: str, count: int, title: str) -> str:
    """Why a puzzle is in a pool."""
    if count == 1:
        return f"Drawn by lot for {kind}: the only one left of “{title}”."
    return f"Drawn by lot for {kind}: number {rank} of the {count:,} left of “{title}”."


def dealt(order: Sequence[int], wanted: Mapping[str, int]) -> dict[str, list[int]]:
    """Hand out in turn until each has as many as it wants or nothing is left."""
    hands: dict[str, list[int]] = {kind: [] for kind in wanted}
    left = list(reversed(order))
    while left and any(len(hand) < wanted[kind] for kind, hand in hands.items()):
        for kind, hand in hands.items():
            if left and len(hand) < wanted[kind]:
                hand.append(left.pop())
    return hands


def lot(seed: int, night: str, identity: str) -> str:
    """A draw that depends on the seed, the night and the puzzle alone."""
    return hashlib.sha256(f"{seed}/{night}/{identity}".encode()).hexdigest()


def counted(same: Row, wanted: int, chosen: int, among: int, why: str) -> Row:
    """A quota that has nothing to do with interest."""
    counts = {"wanted": wanted, "chosen": chosen, "among": among, "eligible": among}
    return same | counts | {"shortfall": f"{why}: {chosen} of {wanted}" if chosen < wanted else None}


def variety(quotas: Sequence[Row]) -> list[tuple[str, ...]]:
    """What the curated ones are worth and how varied they are, beside what plain top-by-worth would have given."""
    found = []
    for what, title in (("worth", "mean worth"), ("distance", "mean distance to the nearest neighbour")):
        both = []
        for name in (what, f"top_{what}"):
            rows = [row for row in quotas if row["kind"] == CURATED and row[name] is not None]
            total = sum(row["chosen"] for row in rows)
            both.append(f"{sum(row[name] * row['chosen'] for row in rows) / total:.3f}" if total else "-")
        found.append((title, *both))
    return found


def note(tables: Mapping[str, pa.Table]) -> str:
    chosen = tables["selection"]
    kinds = Counter(chosen.column("kind").to_pylist())
    said = ", ".join(f"{kinds[kind]} {kind}" for kind in CHOSEN_KINDS if kinds[kind])
    short = sum(why is not None for why in tables["quota"].column("shortfall").to_pylist())
    return f"{chosen.num_rows} chosen: {said}" + (
        f"; {short} of {tables['quota'].num_rows} groups short" if short else ""
    )


STAGE = Stage(
    name="selection",
    verb="choose",
    description="What the night adds to the sets. Curated: puzzles of worth from each group and third of difficulty "
    "that differ from each other and from what the sets have. What they are worth is told in parts: how well they "
    "suit their audience, how surprising the answer is, and what people have rated. Survey: puzzles that the models "
    "want rated. Flash and practice: drawn by lot. Each has exactly one solution; none was chosen before or is in an "
    "imported collection. Says why each was chosen, and where a group fell short.",
    after=("verdicts", "features", "predictions", "questions"),
    reads=(
        "candidate", "verdict", "solution", "feature", "feature_definition", "theme", "prediction", "question",
    ),
    writes=("selection", "quota"),
    kinds=frozenset({"numpy", "parquet"}),
    make=make,
    note=note,
    facts=facts,
    turn="publish",
)  # fmt: skip
