"""publish: the night's choice of all games, refereed, as one folder that is there whole or not at all.

A release has no wall-clock time in it: the same night, seed, code, models and earlier releases
give the same bytes. Made again with nothing changed, nothing happens; with something changed it
becomes `<night>-r2` beside the first, which stays as it is.
"""

from __future__ import annotations

import csv
import hashlib
import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from assets import gallery, model_card, progress
from assets.candidates import seed_of
from assets.selection import LEVELS
from assets.settings import Settings
from assets.stage import Press, press_version, stored_checks
from engines.registry import engine
from quality.referee import Review, referee, review
from warehouse.collection import imported
from warehouse.home import staging_name
from warehouse.lake import Partition, night_of
from warehouse.releases import (
    install,
    last_release,
    published_releases,
    release_name,
    set_damaged_aside,
    switch_latest,
)
from warehouse.schema import PREDICTION, RELEASE_ENTRY, VERDICT

LICENCE = {
    "name": "CC0-1.0",
    "title": "CC0 1.0 Universal",
    "path": "https://creativecommons.org/publicdomain/zero/1.0/",
}
CHECKED = ("candidate", "verdict", "solution", "feature", "feature_definition", "prediction", "selection")
DATA_FILES = (
    "puzzles.parquet",
    "puzzles.csv",
    "puzzles.jsonl",
    "solutions.parquet",
    "solutions.jsonl",
    "index.html",
    "models.html",
)
VOLATILE = "manifest.json"  # names code versions, earlier releases, collections: these alone make no new revision


class ReleaseStopped(RuntimeError):
    """The release must not go out; the message says which puzzle or check stops it."""


@dataclass(frozen=True)
class Published:
    name: str
    path: Path
    puzzles: int
    new: bool  # False: an equal release of this night was there already
    reviews: dict[str, Review]


def publish_release(press: Press, night: str) -> Published:
    """Referee the choice of every game and publish it. Nights take turns."""
    progress.current().begin("publish", "")
    with press.home.turn("publish"):
        items = [item for game in press.settings.games for item in chosen_items(press, game, night)]
        for position, item in enumerate(items, 1):
            item["position"] = position
        if not items:
            raise ReleaseStopped(f"nothing was chosen for {night}: lower selection.least_interest or make more")
        checks = {game: require_checks(press, game, night) for game in press.settings.games}
        reviews = {game: referee_review(press, game, items) for game in press.settings.games}
        published = publish_items(press, night, items, checks, reviews)
        switch_latest(press.home)
    said = "released" if published.new else "unchanged"
    progress.current().end("publish", "", f"{published.puzzles} puzzles {said} as {published.name}")
    return published


def chosen_items(press: Press, game: str, night: str) -> list[dict[str, Any]]:
    """The chosen puzzles of a game with all that is published of them, easy to hard."""

    def read(table: str) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = press.lake.read(Partition(table, night, game)).to_pylist()
        return rows

    verdicts = {row["puzzle_id"]: row for row in read("verdict")}
    solutions = {row["puzzle_id"]: row["solution"] for row in read("solution") if row["number"] == 1}
    predictions = {(row["puzzle_id"], row["audience"]): row for row in read("prediction")}
    chosen = sorted(read("selection"), key=lambda row: (row["variant"], LEVELS.index(row["level"]), row["rank"]))
    return [
        predictions[row["puzzle_id"], row["audience"]]
        | row
        | {"length": verdicts[row["puzzle_id"]]["length"], "puzzle": verdicts[row["puzzle_id"]]["puzzle"]}
        | {"solution": solutions[row["puzzle_id"]]}
        for row in chosen
    ]


def require_checks(press: Press, game: str, night: str) -> int:
    """Every table behind the release has passed its checks as it stands now; how many checks that was."""
    passed = 0
    for table in CHECKED:
        stamp = press.lake.stamp(Partition(table, night, game))
        rows = stored_checks(press.lake, night, game, table) or []
        failed = [row["check_name"] for row in rows if not row["passed"]]
        if failed:
            raise ReleaseStopped(f"{game}/{table} of {night} failed its checks: {', '.join(failed)}")
        if not rows or stamp is None or any(row["digest"] != stamp.digest for row in rows):
            raise ReleaseStopped(f"{game}/{table} of {night} is not as it was checked: make it again")
        passed += len(rows)
    return passed


def referee_seconds(settings: Settings) -> int:
    """A game's part of the time for proofs."""
    return max(1, settings.referee["seconds"] // len(settings.games))


def referee_review(press: Press, game: str, items: list[dict[str, Any]]) -> Review:
    """The referee's word on the chosen puzzles of a game; one bad puzzle stops the release."""
    chosen = [
        (item["puzzle_id"], json.loads(item["puzzle"]), json.loads(item["solution"]))
        for item in items
        if item["game"] == game
    ]
    budget = referee_seconds(press.settings) * referee(game).POSITIONS_PER_SECOND
    found = review(game, chosen, budget, press.settings.seed)
    if found.fouls:
        raise ReleaseStopped(foul_report(game, chosen, found.fouls))
    return found


def foul_report(game: str, chosen: list[tuple[str, dict[str, Any], object]], fouls: list[tuple[str, str]]) -> str:
    """What the referee objects to, with a drawing of the first bad puzzle."""
    said = "; ".join(f"{identity} {reason}" for identity, reason in fouls)
    puzzle = next(puzzle for identity, puzzle, _ in chosen if identity == fouls[0][0])
    artist = engine(game)
    try:
        drawing = artist.show(artist.decode(puzzle))
    except ValueError as error:
        drawing = f"(cannot be drawn: {error})"
    return f"the referee stops the release: {said}\n{drawing}"


def publish_items(
    press: Press,
    night: str,
    items: list[dict[str, Any]],
    checks: dict[str, int],
    reviews: dict[str, Review],
) -> Published:
    """Write the folder under a hidden name and move it into place, unless it is there already."""
    set_damaged_aside(press.home, night)
    previous = last_release(press.home, night)
    name = release_name(night, previous.revision + 1 if previous else 1)
    staged = staging_name(press.home.releases / name)
    staged.mkdir(parents=True)
    try:
        write_data(staged, night, items)
        cards = [model_card.card(press, game, night_of(night)) for game in press.settings.games]
        (staged / "models.html").write_text(model_card.page(night, cards))
        if previous and sums(staged) == sums(previous.path):
            return Published(previous.name, previous.path, len(items), False, reviews)
        manifest = manifest_of(press, night, name, items, checks, reviews, staged)
        (staged / "manifest.json").write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n")
        (staged / "SHA256SUMS").write_text(
            "".join(f"{digest}  {file}\n" for file, digest in sums(staged, volatile=True).items())
        )
        path = install(press.home, staged, name)
        return Published(name, path, len(items), True, reviews)
    finally:
        shutil.rmtree(staged, ignore_errors=True)


def write_data(folder: Path, night: str, items: list[dict[str, Any]]) -> None:
    puzzles = pa.Table.from_pylist(items, schema=PUZZLE_SCHEMA)
    answers = pa.Table.from_pylist(items, schema=SOLUTION_SCHEMA)
    pq.write_table(puzzles, folder / "puzzles.parquet", compression="zstd")
    pq.write_table(answers, folder / "solutions.parquet", compression="zstd")
    with open(folder / "puzzles.csv", "w", newline="") as handle:
        writer = csv.DictWriter(handle, PUZZLE_SCHEMA.names, lineterminator="\n")
        writer.writeheader()
        writer.writerows(puzzles.to_pylist())
    with open(folder / "puzzles.jsonl", "w") as handle:
        for row in puzzles.to_pylist():
            puzzle = json.loads(row.pop("puzzle"))
            handle.write(json_line(puzzle | {key: row[key] for key in row if key not in puzzle}))
    with open(folder / "solutions.jsonl", "w") as handle:
        for row in answers.to_pylist():
            handle.write(json_line({"puzzle_id": row["puzzle_id"], "solution": json.loads(row["solution"])}))
    (folder / "index.html").write_text(gallery.page(night, items))


def json_line(record: dict[str, Any]) -> str:
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False) + "\n"


def sums(folder: Path, volatile: bool = False) -> dict[str, str]:
    """SHA-256 of each data file, in order of name; with `volatile`, of the manifest as well."""
    names = sorted((*DATA_FILES, VOLATILE) if volatile else DATA_FILES)
    return {
        name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names if (folder / name).exists()
    }


def _fields(*names: str) -> list[pa.Field]:
    """Arrow fields with their comments, from the schema of the warehouse."""
    found = []
    for name in names:
        table = next(t for t in (RELEASE_ENTRY, PREDICTION, VERDICT) if name in t.arrow.names)
        column = table.column(name)
        found.append(column.arrow.with_metadata({"description": column.comment}))
    return found


PUZZLE_SCHEMA = pa.schema(
    _fields(
        "position", "puzzle_id", "game", "variant", "length", "level",
        "interest", "interest_low", "interest_high",
        "difficulty", "difficulty_low", "difficulty_high",
        "provenance", "why", "puzzle",
    )
)  # fmt: skip
SOLUTION_SCHEMA = pa.schema(_fields("puzzle_id", "solution"))

FRICTIONLESS = {"int32": "integer", "int64": "integer", "double": "number", "string": "string"}


def manifest_of(
    press: Press,
    night: str,
    name: str,
    items: list[dict[str, Any]],
    checks: dict[str, int],
    reviews: dict[str, Review],
    folder: Path,
) -> dict[str, Any]:
    """The data package descriptor: what is in the release and how it came about."""
    settings = press.settings
    models = sorted({item[f"{target}_model"] for item in items for target in ("interest", "difficulty")})
    provenances = {item["provenance"] for item in items}
    return {
        "profile": "data-package",
        "name": f"tsume-{name}",
        "title": f"tsume puzzles, night of {night}",
        "licenses": [LICENCE],
        "release": name,
        "night": night,
        "ratings": "simulated" if "simulated" in provenances or not items else sorted(provenances)[0],
        "counts": {
            variant: {
                level: sum(item["variant"] == variant and item["level"] == level for item in items)
                for level in LEVELS
            }
            for game in settings.games
            for variant in settings.variants(game)
        },
        "seeds": {variant: seed_of(settings.seed, night, variant) for variant in settings.nightly},
        "versions": {
            "code": press_version(),
            "engines": {game: engine(game).version for game in settings.games},
            "models": models,
            "data": {
                f"{game}/{table}": press.lake.stamp(Partition(table, night, game)).digest  # type: ignore[union-attr]
                for game in settings.games
                for table in CHECKED
            },
        },
        "releases_already_published": [
            found.name for found in published_releases(press.home) if found.night.isoformat() != night
        ],
        "collections_known": {
            revision.name: revision.lake.read_all("collection").column("file_sha256")[0].as_py()
            for revision in imported(press.home).values()
        },
        "checks_passed": checks,
        "referee": {
            game: {
                "replayed": found.replayed,
                "proved_unique_again": found.proved,
                "share": found.share,
                "budget_seconds": referee_seconds(settings),
            }
            for game, found in reviews.items()
        },
        "resources": [
            resource(folder, "puzzles", PUZZLE_SCHEMA, len(items)),
            resource(folder, "solutions", SOLUTION_SCHEMA, len(items)),
        ],
        "files": sums(folder),
    }


def resource(folder: Path, name: str, schema: pa.Schema, rows: int) -> dict[str, Any]:
    path = folder / f"{name}.parquet"
    return {
        "name": name,
        "path": path.name,
        "format": "parquet",
        "mediatype": "application/vnd.apache.parquet",
        "bytes": path.stat().st_size,
        "hash": "sha256:" + hashlib.sha256(path.read_bytes()).hexdigest(),
        "rows": rows,
        "schema": {
            "fields": [
                {
                    "name": field.name,
                    "type": FRICTIONLESS[str(field.type)],
                    "description": (field.metadata or {}).get(b"description", b"").decode(),
                }
                for field in schema
            ],
            "primaryKey": ["puzzle_id"],
        },
    }
