"""verify: a release looked at again, with nothing but its folder.

Each check gives one line for each difference that it finds: which file, row or puzzle, and what is wrong. A file that
cannot be read is a difference too, so a check never ends in an error.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from assets.core import progress
from assets.core.compute import Compute
from assets.core.levels import level_of
from assets.release import changes, package
from assets.release.feed import rss_items
from assets.release.manifest import counts, type_of
from assets.release.verify_puzzles import Entry, differences_of, prove_all, proved_by_referee, replayed
from engines import registry
from warehouse.vocabulary import LEVELS, PROVENANCES, RESTS_ON, SCALE, TARGETS

Row = Mapping[str, Any]
REFEREE_SECONDS = 60
PARTS = ("hill", "surprise_share", "distance", "trust")  # from 0 to 1; null in releases of earlier versions
FILES = ("SHA256SUMS", package.MANIFEST, "puzzles.parquet", "solutions.parquet", "sets.parquet", package.CHANGES)


@dataclass
class Report:
    """What was looked at, and what is not as it should be."""

    checked: list[str] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)

    def take(self, what: str, look: Callable[[], tuple[str, list[str]]]) -> None:
        """Do a check. Whatever is in a file that was tampered with, it ends in a line."""
        progress.current().begin("verify", what)
        try:
            said, found = look()
        except Exception as error:
            first_line = (str(error).splitlines() or [""])[0]
            said, found = "", [f"{what}: cannot be checked: {type(error).__name__}: {first_line}"]
        self.differences += found
        outcome = f"{len(found)} differences" if found else said
        self.checked.append(f"{what}: {outcome}")
        progress.current().end("verify", what, outcome)


def verify(folder: Path, full: bool = False, workers: int = 0, seconds: int = REFEREE_SECONDS) -> Report:
    """Look at everything in a release. `full` proves again that each puzzle has one solution: the solver all of them,
    the referee as many as it can in about so many seconds for each game."""
    report = Report()
    report.take("files", lambda: check_sums(folder))
    if missing := [name for name in FILES if not (folder / name).is_file()]:
        report.differences += stops_there(folder, missing)
        return report
    release = Contents(folder)
    report.take("manifest", lambda: check_manifest(folder, release))
    report.take("forms", lambda: check_forms(folder, release))
    report.take("puzzles", lambda: check_puzzles(release))
    report.take("solutions", lambda: check_solutions(release))
    report.take("sets", lambda: check_sets(release))
    report.take("counts", lambda: check_counts(release))
    report.take("changes", lambda: check_changes(folder, release))
    report.take("feed", lambda: check_feed(folder, release))
    report.take("referee", lambda: replayed(release.entries))
    if full:
        with Compute(workers) as compute:
            report.take("proofs", lambda: prove_all(release.entries, compute))
        report.take("referee's proofs", lambda: proved_by_referee(release.entries, seconds))
    return report


def stops_there(folder: Path, missing: Sequence[str]) -> list[str]:
    """Without these files there is no more to check; a release of an earlier version never had some."""
    listed = (folder / "SHA256SUMS").read_text(errors="replace") if (folder / "SHA256SUMS").is_file() else ""
    old = [name for name in missing if listed and f"  {name}\n" not in listed and name != "SHA256SUMS"]
    if old:
        return [f"made by an earlier version of tsume, without {', '.join(old)}: only its sums can be checked"]
    return [f"{name}: is missing" for name in missing if name == "SHA256SUMS" or not listed]


class Contents:
    """What is in a release, read when it is asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._tables: dict[str, pa.Table] = {}

    @property
    def manifest(self) -> dict[str, Any]:
        found = json.loads((self.folder / package.MANIFEST).read_bytes())
        if not isinstance(found, dict):
            raise ValueError("not a JSON object")
        return found

    def table(self, name: str) -> pa.Table:
        if name not in self._tables:
            self._tables[name] = pq.read_table(self.folder / f"{name}.parquet")
        return self._tables[name]

    def rows(self, name: str) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = self.table(name).to_pylist()
        return rows

    @property
    def puzzles(self) -> list[Entry]:
        """The puzzles of games that there are, with their solutions, if they have one."""
        answers = {row["puzzle_id"]: row["solution"] for row in self.rows("solutions")}
        names = ("puzzle_id", "game", "variant", "length", "puzzle")
        return [
            Entry(**{name: row[name] for name in names}, solution=answers.get(row["puzzle_id"]))
            for row in self.rows("puzzles")
            if row["game"] in registry.GAMES
        ]

    @property
    def entries(self) -> list[Entry]:
        """Those with a solution; what has none is reported elsewhere."""
        return [entry for entry in self.puzzles if entry.solution is not None]


def check_sums(folder: Path) -> tuple[str, list[str]]:
    """SHA256SUMS, byte for byte, against the files that are there."""
    path = folder / package.SUMS
    there = package.sums(folder)
    strange = [
        f"{inner.relative_to(folder).as_posix()}: is a {'link' if inner.is_symlink() else 'folder of nothing'}"
        for inner in sorted(folder.rglob("*"))
        if inner.is_symlink() or (inner.is_dir() and not any(inner.iterdir()))
    ]
    if not path.is_file():
        return "", [f"{package.SUMS}: is missing", *strange]
    raw = path.read_bytes()
    lines = raw.decode(errors="replace").splitlines()
    listed = {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
    found = [
        *strange,
        *(f"{name}: is missing" for name in listed if name not in there),
        *(f"{name}: is not listed in {package.SUMS}" for name in there if name not in listed),
        *(f"{name}: is not as {package.SUMS} says" for name in there if listed.get(name, there[name]) != there[name]),
    ]
    if not found and raw != package.sums_text(there).encode():
        found.append(f"{package.SUMS}: lists the right sums, but is not byte for byte as it must be")
    return f"{len(there)} files as {package.SUMS} says", found


def check_manifest(folder: Path, release: Contents) -> tuple[str, list[str]]:
    """What the manifest says of each file."""
    manifest = release.manifest
    there = package.sums(folder, (package.MANIFEST,))
    listed: dict[str, str] = manifest["files"]
    found = [
        *(f"manifest.json: lists {name}, which is missing" for name in listed if name not in there),
        *(f"manifest.json: does not list {name}" for name in there if name not in listed),
        *(f"manifest.json: another hash of {name}" for name in there if listed.get(name, there[name]) != there[name]),
    ]
    resources = {str(resource["path"]): resource for resource in manifest["resources"]}
    wanted = [f"{name}.{form}" for name in package.SCHEMAS for form in package.FORMS]
    if sorted(resources) != sorted(wanted) or len(manifest["resources"]) != len(wanted):
        found.append(f"manifest.json: resources must be {', '.join(wanted)}")
    for path in [path for path in wanted if path in resources]:
        found += [f"manifest.json, {path}: {said}" for said in wrong_resource(release, path, resources[path])]
    if str(manifest["release"]).removeprefix(str(manifest["night"])).rstrip("0123456789") not in ("", "-r"):
        found.append(f"manifest.json: release {manifest['release']!r} is none of the night {manifest['night']!r}")
    return f"{len(there)} files and {len(resources)} resources as it says", found


def wrong_resource(release: Contents, path: str, resource: Row) -> Iterator[str]:
    raw = (release.folder / path).read_bytes()
    if resource["bytes"] != len(raw):
        yield f"says {resource['bytes']} bytes, there are {len(raw)}"
    if resource["hash"] != f"sha256:{hashlib.sha256(raw).hexdigest()}":
        yield "another hash"
    name, _, form = path.partition(".")
    data = release.table(name)
    if resource["rows"] != data.num_rows:
        yield f"says {resource['rows']} rows, there are {data.num_rows}"
    if form == "jsonl":
        return
    said = [(column["name"], column["type"]) for column in resource["schema"]["fields"]]
    has = [(column.name, type_of(column.type, form)) for column in data.schema]
    if said != has:
        odd = sorted({column[0] for column in set(said) ^ set(has)}) or ["their order"]
        yield f"the schema is not that of the table: {', '.join(odd)}"


def check_forms(folder: Path, release: Contents) -> tuple[str, list[str]]:
    """Every table says the same as Parquet, CSV and JSON lines, and has the columns that it should have."""
    found = []
    for name, schema in package.SCHEMAS.items():
        data = release.table(name)
        lost = [column for column in schema.names if column not in data.column_names]
        if lost:
            found.append(f"{name}.parquet: has no column {', '.join(lost)}")
        for form, text in (("csv", package.csv_text(data)), ("jsonl", package.jsonl_text(name, data))):
            found += unlike(f"{name}.{form}", (folder / f"{name}.{form}").read_bytes(), text, form == "csv")
    return "puzzles, solutions and sets say the same as Parquet, CSV and JSON lines", found


def unlike(file: str, raw: bytes, text: str, header: bool) -> list[str]:
    """The rows of a file that are not as the Parquet table has them."""
    if raw == text.encode():
        return []
    there, wanted = raw.decode(errors="replace").split("\n"), text.split("\n")
    pairs = enumerate(zip(there, wanted, strict=False), 0 if header else 1)
    rows = [f"row {number}" if number else "header" for number, (one, other) in pairs if one != other]
    if len(there) != len(wanted):
        found = f"{len(there) - 1 - header} rows, the Parquet file {len(wanted) - 1 - header}"
        return [f"{file}: has {found}; the first that differs is {rows[0] if rows else 'the last'}"]
    return [f"{file}, {row}: is not as the Parquet file has it" for row in rows] or [f"{file}: is not UTF-8"]


def check_puzzles(release: Contents) -> tuple[str, list[str]]:
    """Ids, variants, lengths and levels, by the engines; the order."""
    rows = release.rows("puzzles")
    cuts: dict[str, list[float]] = release.manifest.get("level_cuts", {})  # releases of earlier versions have none
    found = [f"puzzles, {identity}: is there more than once" for identity in repeated(rows, "puzzle_id")]
    for number, row in enumerate(rows, 1):
        where = f"puzzles, row {number} ({row['puzzle_id']})"
        if row["position"] != number:
            found.append(f"{where}: has position {row['position']}")
        if row["level"] not in LEVELS:
            found.append(f"{where}: has level {row['level']!r}")
        found += [f"{where}: {said}" for said in wrong_level(row, cuts.get(row["game"]))]
        if row["game"] not in registry.GAMES:
            found.append(f"{where}: is of no game that there is: {row['game']!r}")
        found += [f"{where}: {said}" for said in impossible(row)]
    found += [f"puzzles, {entry.puzzle_id}: {said}" for entry in release.puzzles for said in differences_of(entry)]
    found += [f"sets, {said}" for said in mixed_scales(rows, release.rows("sets"))]
    gone = {row["puzzle_id"] for row in release.manifest["withdrawn"]}
    found += [f"puzzles, {row['puzzle_id']}: was withdrawn" for row in rows if row["puzzle_id"] in gone]
    return f"{len(rows):,} ids, variants and lengths as the engines have them", found


def mixed_scales(rows: Sequence[Row], members: Sequence[Row]) -> Iterator[str]:
    """Sets that have puzzles of a game whose difficulties are by different models: they cannot be compared."""
    of = {row["puzzle_id"]: (row["game"], row.get("difficulty_model")) for row in rows}
    scales: dict[tuple[str, str], set[str]] = {}
    for member in members:
        game, model = of.get(member["puzzle_id"], ("", None))
        if model is not None:  # releases of earlier versions do not say
            scales.setdefault((member["set_name"], game), set()).add(model)
    for (name, game), found in scales.items():
        if len(found) > 1:
            yield f"{name}: has difficulties of {game} by more than one model: {', '.join(sorted(found))}"


def wrong_level(row: Row, cuts: Sequence[float] | None) -> Iterator[str]:
    """A level that is not what the cuts of its game make of its difficulty."""
    if cuts and row["difficulty"] is not None and row["level"] != (level := level_of(row["difficulty"], cuts)):
        yield f"is {row['level']}, but a difficulty of {row['difficulty']:.2f} is {level} in this game"


def impossible(row: Row) -> Iterator[str]:
    """Predictions that cannot be: off the scale, or out of their own interval; ratings from nowhere."""
    for target in TARGETS:
        low, value, high = (row[f"{target}{end}"] for end in ("_low", "", "_high"))
        if None in (low, value, high) or not SCALE[0] <= low <= value <= high <= SCALE[1]:
            yield f"{target} {value} ({low} to {high}) is no prediction on a scale of {SCALE[0]:g} to {SCALE[1]:g}"
    for part in PARTS:
        if (value := row.get(part)) is not None and not 0.0 <= value <= 1.0:
            yield f"{part} {value} is no share: it must be from 0 to 1"
    if row["provenance"] not in PROVENANCES:
        yield f"its ratings come from {row['provenance']!r}"
    if row.get("difficulty_provenance") not in (None, *RESTS_ON):  # null in releases of earlier versions
        yield f"its difficulty rests on {row['difficulty_provenance']!r}"


def check_solutions(release: Contents) -> tuple[str, list[str]]:
    """One solution for each puzzle, in the same order."""
    puzzles, answers = release.rows("puzzles"), release.rows("solutions")
    asked, answered = ({row["puzzle_id"] for row in rows} for rows in (puzzles, answers))
    found = [
        *(f"solutions, {identity}: is there more than once" for identity in repeated(answers, "puzzle_id")),
        *(f"solutions: none for {identity}" for identity in sorted(asked - answered)),
        *(f"solutions, {identity}: is of no puzzle" for identity in sorted(answered - asked)),
    ]
    if not found and [row["puzzle_id"] for row in puzzles] != [row["puzzle_id"] for row in answers]:
        found.append("solutions: are not in the order of the puzzles")
    return f"{len(answers):,}, one for each puzzle", found


def check_sets(release: Contents) -> tuple[str, list[str]]:
    """Sets have puzzles of the release, each once, numbered, and no more than they may; each puzzle is in a set."""
    rows = release.rows("sets")
    ids = {row["puzzle_id"] for row in release.rows("puzzles")}
    sizes: dict[str, int] = release.manifest["set_sizes"]
    sets: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        sets.setdefault(row["set_name"], []).append(row)
    found = []
    for name, members in sets.items():
        kinds = sorted({member["kind"] for member in members})
        most = sizes.get(name, len(members))
        found += [f"sets, {name}: has {identity} more than once" for identity in repeated(members, "puzzle_id")]
        if len(kinds) > 1:
            found.append(f"sets, {name}: is of more than one kind: {', '.join(kinds)}")
        if [member["position"] for member in members] != list(range(1, len(members) + 1)):
            found.append(f"sets, {name}: is not numbered from 1 to {len(members)}")
        if len(members) > most:
            found.append(f"sets, {name}: has {len(members)} puzzles, {most} are the most it may have")
    lost = [row for row in rows if row["puzzle_id"] not in ids]
    found += [f"sets, {row['set_name']}: {row['puzzle_id']} is no puzzle of the release" for row in lost]
    placed = {row["puzzle_id"] for row in rows}
    found += [f"puzzles, {identity}: is in no set" for identity in sorted(ids - placed)]
    return f"{len(sets)} sets of puzzles that are there", found


def repeated(rows: Sequence[Row], column: str) -> list[str]:
    return sorted(str(value) for value, count in Counter(row[column] for row in rows).items() if count > 1)


def check_counts(release: Contents) -> tuple[str, list[str]]:
    """What the manifest counts, counted again."""
    manifest = release.manifest
    told: dict[str, Any] = manifest["counts"]
    counted = counts(str(manifest["night"]), release.rows("puzzles"), release.rows("sets"))
    found = [
        f"manifest.json: counts.{name} is {json.dumps(told.get(name))}, counted {json.dumps(value)}"
        for name, value in counted.items()
        if told.get(name) != value
    ]
    return f"{counted['puzzles']:,} puzzles, {counted['added']:,} of them added, as the manifest says", found


def check_changes(folder: Path, release: Contents) -> tuple[str, list[str]]:
    text = (folder / package.CHANGES).read_text()
    found = changes.differences(text, release.manifest, release.rows("puzzles"), release.rows("sets"))
    return f"{len(text.splitlines()) - 1:,} lines that agree with the tables", found


def check_feed(folder: Path, release: Contents) -> tuple[str, list[str]]:
    feed = json.loads((folder / package.FEED).read_bytes())
    manifest = release.manifest
    first = feed["items"][0]["_tsume"]
    told = {name: manifest[name] for name in ("release", "night", "ratings", "counts")}
    wrong = [name for name, value in told.items() if first.get(name) != value]
    found = [f"feed.json: {name} is not as the manifest says" for name in wrong]
    if (folder / package.RSS).is_file():  # a release of an earlier version has none
        found += unlike_feed(feed["items"], (folder / package.RSS).read_bytes())
    nights = len(feed["items"])
    return f"{nights:,} night{'s'[: nights != 1]}", found


def unlike_feed(items: Sequence[Row], rss: bytes) -> Iterator[str]:
    """What RSS does not say as the JSON feed does: the nights, their titles and addresses."""
    said = [tuple(item.findtext(name) for name in ("guid", "title", "link")) for item in rss_items(rss)]
    if said != [tuple(item[name] for name in ("id", "title", "url")) for item in items]:
        yield "feed.xml: the nights are not those of feed.json"
