"""The manifest of a release: a data package descriptor (https://datapackage.org), and what it was made from.

Each of the nine data files is a resource with its schema, size, hash and number of rows. `puzzles`, `solutions` and
`sets` are the CSV files, to which keys refer; `puzzles-parquet`, `puzzles-jsonl` and so on hold the same rows.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from assets.core.titles import variant_title
from assets.pictures.words import resting
from assets.release.edition import Edition, Item
from assets.release.package import FORMS, MANIFEST, PICTURE, SCHEMAS, sums
from engines.registry import engine
from warehouse.vocabulary import (
    BY_PLAYERS,
    DAY,
    LEVELS,
    MEASURED,
    RESTS_ON,
    SET_KINDS,
    SIMULATED,
    SURVEYED,
    TARGETS,
    difficulty_from,
    interest_from,
)

LICENCE = {
    "name": "CC0-1.0",
    "title": "CC0 1.0 Universal",
    "path": "https://creativecommons.org/publicdomain/zero/1.0/",
}
STANDARD = "https://datapackage.org/profiles/2.0/datapackage.json"
PROVENANCES = {
    SIMULATED: "simulated raters, calibrated on published surveys, with few ratings by people or none",
    SURVEYED: "surveys of people",
    BY_PLAYERS: "people who played",
    MEASURED: "measured on the puzzle and its answer by the yardstick of its game; no ratings",
}
MEDIATYPES = {"csv": "text/csv", "parquet": "application/vnd.apache.parquet", "jsonl": "application/x-ndjson"}
TYPES = {"int32": "integer", "int64": "integer", "double": "number", "string": "string", "date32[day]": "date"}
LIST = "array"  # in Parquet and JSON lines; CSV has one text
KEYS = {"puzzles": ["puzzle_id"], "solutions": ["puzzle_id"], "sets": ["set_name", "puzzle_id"]}
TO_PUZZLES = {"fields": ["puzzle_id"], "reference": {"resource": "puzzles", "fields": ["puzzle_id"]}}
SCALE = {"minimum": 1, "maximum": 5}
CONSTRAINTS: Mapping[str, Mapping[str, Any]] = {
    "puzzle_id": {"pattern": "[0-9a-f]{16}"},
    "position": {"minimum": 1},
    "length": {"minimum": 1},
    "level": {"enum": list(LEVELS)},
    "kind": {"enum": list(SET_KINDS)},
    "provenance": {"enum": [SIMULATED, SURVEYED, BY_PLAYERS]},
    "difficulty_provenance": {"enum": list(RESTS_ON)},
    **{part: {"minimum": 0, "maximum": 1} for part in ("hill", "surprise_share", "distance", "trust")},
    **{f"{target}{end}": SCALE for target in TARGETS for end in ("", "_low", "_high")},
}
TITLES = {
    "puzzles": "The puzzles, without their answers",
    "solutions": "The only solution of each puzzle",
    "sets": "Which sets each puzzle is in",
}


def write_manifest(folder: Path, edition: Edition, made_from: Mapping[str, Any]) -> None:
    """Write it last of all but the sums: it names every other file."""
    files = sums(folder, (MANIFEST,))
    manifest = {**described(edition), **made_from, "resources": resources(folder, edition, files), "files": files}
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=2, ensure_ascii=False, default=str) + "\n")


def described(edition: Edition) -> dict[str, Any]:
    """What the release is, for catalogues and for people."""
    games = list(dict.fromkeys(item["game"] for item in edition.items))
    revision = edition.name.removeprefix(edition.night).removeprefix("-")
    return {
        "$schema": STANDARD,
        "profile": "data-package",
        "name": f"tsume-{edition.name}",
        "title": f"tsume puzzles, night of {edition.night}",
        "description": "Puzzles cut out of games, each proved to have exactly one answer, with predicted interest "
        f"and difficulty. {resting(edition.interest_from, edition.difficulty_from, edition.heard)[0]}",
        "version": edition.night.replace("-", ".") + (f"+{revision}" if revision else ""),
        "created": f"{edition.night}T00:00:00Z",
        "keywords": ["puzzles", "games", *games],
        "licenses": [LICENCE],
        "contributors": [{"title": "tsume", "roles": ["publisher"]}],
        "sources": sources(edition),
        "release": edition.name,
        "night": edition.night,
        "ratings": edition.provenance,
        "people_ratings": people_ratings(edition),
        "difficulty_from": ", ".join(edition.difficulty_from),
        "release_before": edition.changes.before,
        "counts": counts(edition.night, edition.items, edition.sets),
        "solution_forms": solution_forms(edition.items),
        "puzzle_of_the_day": puzzle_of_the_day(edition),
        "withdrawn": [dict(row) for row in edition.withdrawn],
    }


def people_ratings(edition: Edition) -> dict[str, int]:
    """How many ratings of interest by people the models of each game had learned from."""
    found: dict[str, int] = {}
    for item in edition.items:
        found[item["game"]] = max(found.get(item["game"], 0), item.get("people_ratings") or 0)
    return found


def solution_forms(items: Sequence[Item]) -> dict[str, str]:
    """How each game of a release writes its solutions."""
    return {game: engine(game).solution_form for game in dict.fromkeys(item["game"] for item in items)}


def sources(edition: Edition) -> list[dict[str, str]]:
    """What interest and difficulty rest on."""
    targets = {"interest": interest_from, "difficulty": difficulty_from}
    return [
        {"title": f"Behind the {target} of {count:,} puzzles: {PROVENANCES.get(name, name)}"}
        for target, told in targets.items()
        for name, count in sorted(Counter(map(told, edition.items)).items())
    ]


def counts(night: str, items: Sequence[Item], sets: Sequence[Item]) -> dict[str, Any]:
    """How many puzzles there are, by all that they can be told apart by."""
    added = sum(str(item["added"]) == night for item in items)
    variants = {item["variant"]: dict.fromkeys(LEVELS, 0) for item in items}
    for item in items:
        variants[item["variant"]][item["level"]] += 1
    return {
        "puzzles": len(items),
        "added": added,
        "carried": len(items) - added,
        "games": dict(Counter(item["game"] for item in items)),
        "levels": {level: sum(found[level] for found in variants.values()) for level in LEVELS},
        "variants": variants,
        "sets": dict(Counter(row["set_name"] for row in sets)),
    }


def puzzle_of_the_day(edition: Edition) -> dict[str, Any] | None:
    """What the feed says of it."""
    for item in edition.members(DAY):
        names = ("puzzle_id", "game", "variant", "level", "interest", "difficulty")
        said = {"provenance": interest_from(item), "difficulty_provenance": difficulty_from(item)}
        said["reason"] = item["reason_short"]  # the long one may tell of the answer
        picture = {"picture": PICTURE, "picture_bytes": len((picture_of_the_day(edition) or "").encode())}
        return (
            {name: item[name] for name in names}
            | said
            | {"title": variant_title(item["game"], item["variant"])[0]}
            | picture
        )
    return None


def picture_of_the_day(edition: Edition) -> str | None:
    """The puzzle of the day as an SVG, without its answer."""
    for item in edition.members(DAY):
        artist = engine(item["game"])
        return artist.draw(artist.decode(json.loads(item["puzzle"])), None, "light") + "\n"
    return None


def resources(folder: Path, edition: Edition, files: Mapping[str, str]) -> list[dict[str, Any]]:
    rows = {"puzzles": len(edition.items), "solutions": len(edition.items), "sets": len(edition.sets)}
    return [
        {
            "name": name if form == "csv" else f"{name}-{form}",
            "title": TITLES[name],
            "path": (file := f"{name}.{form}"),
            "type": "table",
            "format": form,
            "mediatype": MEDIATYPES[form],
            **({"encoding": "utf-8"} if form != "parquet" else {}),
            "bytes": (folder / file).stat().st_size,
            "hash": f"sha256:{files[file]}",
            "rows": rows[name],
            "schema": table_schema(name, form, schema),
        }
        for name, schema in SCHEMAS.items()
        for form in FORMS
    ]


def table_schema(name: str, form: str, schema: pa.Schema) -> dict[str, Any]:
    """Columns with types, constraints and what they mean; keys. In JSON lines a puzzle's own fields, which depend on
    its game, take the place of the column `puzzle`."""
    own_fields = name == "puzzles" and form == "jsonl"
    fields = [described_field(field, form) for field in schema if not (own_fields and field.name == "puzzle")]
    return {
        **({"fieldsMatch": "superset"} if own_fields else {}),
        "fields": fields,
        "primaryKey": KEYS[name],
        **({} if name == "puzzles" else {"foreignKeys": [TO_PUZZLES]}),
    }


def type_of(kind: pa.DataType, form: str) -> str:
    """What the standard calls a type, as a file of some form has it."""
    if pa.types.is_list(kind):
        return "string" if form == "csv" else LIST
    return TYPES.get(str(kind), str(kind))


def described_field(field: pa.Field, form: str) -> dict[str, Any]:
    constraints = {**({} if field.nullable else {"required": True}), **CONSTRAINTS.get(field.name, {})}
    as_object = form == "jsonl" and field.name == "solution"  # as each game writes it: text, list or object
    return {
        "name": field.name,
        "type": "any" if as_object else type_of(field.type, form),
        "description": (field.metadata or {}).get(b"description", b"").decode(),
        **({"constraints": constraints} if constraints else {}),
    }
