"""publish: the night's choice of all games, refereed, as one folder that is there whole or not at all.

A release has no wall-clock time in it: the same night, seed, code, models and earlier releases
give the same bytes. Made again with nothing changed, nothing happens; with something changed it
becomes `<night>-r2` beside the first, which stays as it is.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from assets.core import progress
from assets.core.settings import Settings
from assets.core.sources import press_version
from assets.core.stage import Press, stored_checks
from assets.learning.registry import AUDIENCE
from assets.pictures import model_card
from assets.release import changes, dataset_card, directory, manifest, package, sets
from assets.release.carried import brought_up_to_date
from assets.release.edition import Account, Edition, Item
from assets.release.gallery.site import write_site
from assets.release.manifest import picture_of_the_day
from assets.release.why_ja import why_ja
from assets.stages import judgements
from assets.stages.candidates import seed_of
from assets.stages.verdicts import verdict_counts
from engines import registry
from engines.agents import Played
from engines.registry import engine
from quality.referee import Review, referee, review
from warehouse.collection import imported
from warehouse.home import staging_name
from warehouse.lake import Partition, night_of
from warehouse.releases import (
    Release,
    install,
    last_release,
    published_releases,
    release_before,
    release_name,
    released_rows,
    set_damaged_aside,
    switch_latest,
)
from warehouse.schema import RELEASE_ENTRY
from warehouse.vocabulary import LEVELS, SIMULATED, THIRDS, interest_from
from warehouse.withdrawals import withdrawals

ORIGIN = ("method", "met_in")  # of a candidate: how it was made, and in which game it was met
RESTING = ("provenance", "difficulty_provenance")  # of a prediction: what its numbers rest on
SENTENCES = ("reason", "reason_ja", "reason_short", "reason_short_ja")
CHECKED = ("candidate", "verdict", "solution", "feature", "feature_definition", "prediction", "selection", "quota")


Chosen = tuple[str, dict[str, Any], object]  # id, puzzle, solution


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
    """Referee what tonight adds to the sets and publish them. Nights take turns."""
    progress.current().begin("publish", "")
    with press.home.turn("publish"):
        set_damaged_aside(press.home, night)
        edition = edition_of(press, night)
        published = publish_edition(press, edition)
        directory.refresh(press)
        switch_latest(press.home)
    said = "released" if published.new else "unchanged"
    progress.current().end("publish", "", f"{published.puzzles:,} puzzles {said} as {published.name}")
    return published


def edition_of(press: Press, night: str) -> Edition:
    """What there is to publish for a night: what it adds, and what the sets carry on."""
    games = press.settings.games
    gone = withdrawals(press.home)
    withdrawn = {row.puzzle_id for row in gone}
    chosen = [item for game in games for item in chosen_items(press, game, night)]
    added = [item for item in chosen if item["puzzle_id"] not in withdrawn]
    if not added:
        raise ReleaseStopped(f"nothing was chosen for {night}: make more, or lower selection.least_interest")
    checks = {game: require_checks(press, game, night) for game in games}
    reviews = referee_reviews(press, added)
    before = release_before(press.home, night)
    there = carried_items(before, press.settings) if before else []
    carried = [item for item in there if item["puzzle_id"] not in withdrawn]
    going_on = brought_up_to_date(press, night, carried)
    rows = sets.assemble(night, added, going_on, press.settings)
    kept = {row["puzzle_id"] for row in rows}
    items = in_order([item for item in [*added, *going_on] if item["puzzle_id"] in kept])
    previous = last_release(press.home, night)
    would_have = {item["puzzle_id"] for item in [*chosen, *there]} | released_ids(press, night)
    told = changes.known_withdrawn(gone, night, would_have)
    return Edition(
        release_name(night, previous.revision + 1 if previous else 1),
        night,
        items,
        rows,
        told,
        changes.changes_since(before, carried, rows, told),
        account=Account(
            [account_of(press, game, night) for game in games],
            [row for game in games for row in read(press, "quota", game, night)],
            checks,
            reviews,
            [row for game in games for row in read_if_there(press, "drift", game, night) if row["drifted"]],
        ),
        games=[found for game in games for found in worth_watching(press, game, night)],
    )


def worth_watching(press: Press, game: str, night: str) -> list[tuple[str, Played]]:
    """The best of tonight's games of each agent, by what the game measures first."""
    rows = read_if_there(press, "played_game", game, night)
    found: dict[str, Played] = {}
    for row in rows:
        played = Played.from_json(json.loads(row["record"]))
        measure = engine(game).measures[0].name
        if row["agent"] not in found or played.measures[measure] > found[row["agent"]].measures[measure]:
            found[row["agent"]] = played
    return [(game, played) for played in found.values()]


def read(press: Press, table: str, game: str, night: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = press.lake.read(Partition(table, night, game)).to_pylist()
    return rows


def read_if_there(press: Press, table: str, game: str, night: str) -> list[dict[str, Any]]:
    there = press.lake.stamp(Partition(table, night, game)) is not None
    return read(press, table, game, night) if there else []


def released_ids(press: Press, night: str) -> set[str]:
    """What the revisions of a night that are there already have."""
    mine = [release for release in published_releases(press.home) if release.night.isoformat() == night]
    return {row["puzzle_id"] for release in mine for row in released_rows(release, columns=["puzzle_id"])}


def carried_items(before: Release, settings: Settings) -> list[dict[str, Any]]:
    """The puzzles of an earlier release as it has them, with the sets they are in. Their levels are by today's cuts.

    In releases that do not tell thirds, the level was the third. In those that do not tell what a difficulty rests
    on, sentences say how interesting a puzzle is though nobody had rated it: they stay behind."""
    solutions = {row["puzzle_id"]: row["solution"] for row in released_rows(before, "solutions.parquet")}
    memberships: dict[str, list[dict[str, Any]]] = {}
    for row in released_rows(before, "sets.parquet"):
        memberships.setdefault(row["puzzle_id"], []).append(row)
    columns = [column.name for column in RELEASE_ENTRY.columns if column.name not in ("release", "night", "solution")]
    return [
        {name: row.get(name) for name in columns}
        | {"level": settings.level(row["game"], row["difficulty"])}
        | ({} if "third" in row else {"third": THIRDS[LEVELS.index(row["level"])]})
        | (dict.fromkeys(SENTENCES) if interest_from(row) == SIMULATED and "difficulty_provenance" not in row else {})
        | {"solution": solutions[row["puzzle_id"]], "memberships": memberships.get(row["puzzle_id"], [])}
        for row in released_rows(before)
    ]


def chosen_items(press: Press, game: str, night: str) -> list[dict[str, Any]]:
    """The chosen puzzles of a game with all that is published of them; what is predicted is everyone's, always."""
    verdicts = {row["puzzle_id"]: row for row in read(press, "verdict", game, night)}
    solutions = {
        row["puzzle_id"]: row["solution"] for row in read(press, "solution", game, night) if row["number"] == 1
    }
    chosen = read(press, "selection", game, night)
    predicted = press.lake.read(Partition("prediction", night, game))
    predicted = predicted.filter(pc.equal(predicted.column("audience"), AUDIENCE))
    mine = predicted.filter(pc.is_in(predicted.column("puzzle_id"), pa.array([row["puzzle_id"] for row in chosen])))
    predictions = {row["puzzle_id"]: row for row in mine.to_pylist()}
    themes: dict[str, list[str]] = {}
    for row in read_if_there(press, "theme", game, night):
        themes.setdefault(row["puzzle_id"], []).append(row["theme"])
    made = read_if_there(press, "candidate", game, night)
    origins = {row["puzzle_id"]: {name: row[name] for name in ORIGIN} for row in reversed(made)}
    said = judgements.sentences(game, read_if_there(press, "judgement", game, night))
    return [
        dict.fromkeys(("reason_ja", "reason_short", "reason_short_ja"))
        | dict(zip(("surprise", "surprise_ja"), said.get(row["puzzle_id"], (None, None)), strict=True))
        | origins.get(row["puzzle_id"], dict.fromkeys(ORIGIN))
        | predictions[row["puzzle_id"]]
        | {"length": verdicts[row["puzzle_id"]]["length"], "puzzle": verdicts[row["puzzle_id"]]["puzzle"]}
        | {"solution": solutions[row["puzzle_id"]], "added": night_of(night)}
        | {"themes": " ".join(themes.get(row["puzzle_id"], []))}
        | row
        | {"why_ja": why_ja(row, row["provenance"])}
        | {"set_category": row["category"], "category": category_of(game, row["variant"])}
        for row in chosen
    ]


def category_of(game: str, variant: str) -> str:
    """What puzzles of a variant are practised as."""
    return engine(game).variants[variant].category or variant


def in_order(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Puzzles as a release lists them: by game and variant, easy to hard; each with its position."""
    games = {game: place for place, game in enumerate(registry.GAMES)}
    variants = {name: place for game in games for place, name in enumerate(engine(game).variants)}

    def place(item: Item) -> tuple[Any, ...]:
        where = games.get(item["game"], len(games)), variants.get(item["variant"], len(variants)), item["variant"]
        return *where, item["difficulty"], item["puzzle_id"]

    ordered = sorted(items, key=place)
    return [item | {"position": position} for position, item in enumerate(ordered, 1)]


def account_of(press: Press, game: str, night: str) -> dict[str, Any]:
    """What became of a game's candidates tonight, in numbers."""
    verdicts = press.lake.read(Partition("verdict", night, game))
    predictions = press.lake.read(Partition("prediction", night, game)).select(["puzzle_id", *RESTING])
    chosen = press.lake.read(Partition("selection", night, game))
    return {
        "game": game,
        "generated": press.lake.read(Partition("candidate", night, game)).num_rows,
        "different": verdicts.num_rows,
        **verdict_counts(verdicts),
        "rated": len(predictions.column("puzzle_id").unique()),
        **{name: ", ".join(sorted(set(predictions.column(name).to_pylist()))) for name in RESTING},
        "added": chosen.num_rows,
        **{f"added, {kind}": count for kind, count in sorted(Counter(chosen.column("kind").to_pylist()).items())},
    }


def require_checks(press: Press, game: str, night: str) -> dict[str, int]:
    """Every table behind the release has passed its checks as it stands now; how many checks each had."""
    passed = {}
    for table in CHECKED:
        stamp = press.lake.stamp(Partition(table, night, game))
        rows = stored_checks(press.lake, night, game, table) or []
        failed = [row["check_name"] for row in rows if not row["passed"]]
        if failed:
            raise ReleaseStopped(f"{game}/{table} of {night} failed its checks: {', '.join(failed)}")
        if not rows or stamp is None or any(row["digest"] != stamp.digest for row in rows):
            raise ReleaseStopped(f"{game}/{table} of {night} is not as it was checked: make it again")
        passed[table] = len(rows)
    return passed


def referee_seconds(settings: Settings) -> int:
    """A game's part of the time for proofs."""
    return max(1, settings.referee["seconds"] // len(settings.games))


def referee_reviews(press: Press, items: list[dict[str, Any]]) -> dict[str, Review]:
    """The referees' word on the puzzles of each game, side by side; one bad puzzle stops the release."""
    chosen = {game: of_game(game, items) for game in press.settings.games}
    seconds, seed = referee_seconds(press.settings), press.settings.seed
    tasks = [(game, mine, seconds, seed) for game, mine in chosen.items()]
    found = dict(zip(chosen, press.compute.run(reviewed, tasks, pool=True), strict=True))
    for game, mine in chosen.items():
        if found[game].fouls:
            raise ReleaseStopped(foul_report(game, mine, found[game].fouls))
    return found


def of_game(game: str, items: Sequence[Item]) -> list[Chosen]:
    """The puzzles of a game with their answers, as the referee takes them."""
    return [
        (item["puzzle_id"], json.loads(item["puzzle"]), json.loads(item["solution"]))
        for item in items
        if item["game"] == game
    ]


def reviewed(game: str, chosen: list[Chosen], seconds: int, seed: int) -> Review:
    return review(game, chosen, seconds * referee(game).POSITIONS_PER_SECOND, seed)


def foul_report(game: str, chosen: list[Chosen], fouls: list[tuple[str, str]]) -> str:
    """What the referee objects to, with a drawing of the first bad puzzle."""
    said = "; ".join(f"{identity} {reason}" for identity, reason in fouls)
    puzzle = next(puzzle for identity, puzzle, _ in chosen if identity == fouls[0][0])
    artist = engine(game)
    try:
        drawing = artist.show(artist.decode(puzzle))
    except ValueError as error:
        drawing = f"(cannot be drawn: {error})"
    return f"the referee stops the release: {said}\n{drawing}"


def publish_edition(press: Press, edition: Edition) -> Published:
    """Write the folder under a hidden name and move it into place, unless it is there already."""
    previous = last_release(press.home, edition.night)
    staged = staging_name(press.home.releases / edition.name)
    staged.mkdir(parents=True)
    try:
        package.write_data(staged, edition)
        if picture := picture_of_the_day(edition):
            (staged / package.PICTURE).write_text(picture)
        (staged / package.CHANGES).write_text(changes.changes_text(edition))
        (staged / package.CARD).write_text(dataset_card.card(edition))
        cards = [model_card.card(press, game, night_of(edition.night)) for game in press.settings.games]
        drawn = [release.path for release in (previous, release_before(press.home, edition.night)) if release]
        write_site(staged, edition, cards, drawn, press.compute)
        if previous and same_content(staged, previous.path):
            return Published(previous.name, previous.path, len(edition.items), False, dict(edition.account.reviews))
        directory.write_feeds(press, edition, staged)
        manifest.write_manifest(staged, edition, made_from(press, edition))
        package.write_sums(staged)
        path = install(press.home, staged, edition.name)
        return Published(edition.name, path, len(edition.items), True, dict(edition.account.reviews))
    finally:
        shutil.rmtree(staged, ignore_errors=True)


def same_content(one: Path, other: Path) -> bool:
    """Whether two release folders differ in nothing but what always differs."""
    return package.sums(one, package.VOLATILE) == package.sums(other, package.VOLATILE)


def made_from(press: Press, edition: Edition) -> Mapping[str, Any]:
    """What a release was made from, for its manifest: seeds, versions, checks, and what was known already."""
    settings, night, account = press.settings, edition.night, edition.account
    return {
        "seeds": {variant: seed_of(settings.seed, night, variant) for variant in settings.nightly},
        "versions": {
            "code": press_version(),
            "engines": {game: engine(game).version for game in settings.games},
            "models": models_of(press, night),
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
        "level_cuts": {game: settings.cuts(game) for game in dict.fromkeys(item["game"] for item in edition.items)},
        "set_sizes": sets.sizes(edition.sets, settings),
        "checks_passed": {game: sum(tables.values()) for game, tables in account.checks.items()},
        "referee": {
            game: {
                "replayed": found.replayed,
                "proved_unique_again": found.proved,
                "share": found.share,
                "budget_seconds": referee_seconds(settings),
            }
            for game, found in account.reviews.items()
        },
    }


def models_of(press: Press, night: str) -> list[str]:
    """The models that tonight's puzzles were rated by."""
    return sorted(
        {
            name
            for game in press.settings.games
            for column in ("interest_model", "difficulty_model")
            for name in press.lake.read_column(Partition("prediction", night, game), column).to_pylist()
        }
    )
