"""What a stage is, and how one partition of it is made.

A stage reads lake partitions and writes lake partitions. Before anything is written the quality
suites look at it: rows that break a rule never enter the lake (they are set aside under
`rejected/`, for whoever wants to look), and the verdict of every check is stored.

A partition remembers the recipe it was made by: code, settings and the digests of its inputs.
Asked for again with an equal recipe it is simply kept, so after a crash only the work since the
last finished partition is done again, and making a night twice changes nothing.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pyarrow as pa

from assets.core import progress
from assets.core.compute import Compute
from assets.core.ready import READY, Ready
from assets.core.settings import Settings
from assets.core.sources import stage_version
from engines.registry import package_of
from quality.checks import CheckResult, run_suite
from quality.vocabulary import HAS_ROWS
from warehouse.digest import content_digest
from warehouse.home import Home
from warehouse.lake import (
    FOUNDING,
    DamagedFile,
    Lake,
    MissingPartition,
    Origin,
    Partition,
    Stamp,
    night_of,
    rows_to_table,
)
from warehouse.schema import TABLES


@dataclass(frozen=True)
class Press:
    """All that a stage may use: the files, the settings, the workers, and the run it belongs to."""

    home: Home
    settings: Settings
    compute: Compute
    run_id: str = "by-hand"
    ready: Ready | None = READY  # what need not be made, because it comes with the project
    apart: Path | None = None  # where partitions are made that are no part of the nights' lake
    cold: bool = False  # no kernel is compiled yet: the first stage of each game sees to that

    @property
    def lake(self) -> Lake:
        return Lake(self.apart or self.home.lake)

    @classmethod
    def from_environment(cls, run_id: str = "by-hand") -> Press:
        settings = Settings.load()
        return cls(Home.from_environment(), settings, Compute(settings.workers), run_id)


@dataclass(frozen=True)
class Work:
    """One partition to make: for which game and batch, with what inputs."""

    press: Press
    game: str
    batch: str
    inputs: Mapping[str, pa.Table]
    extra: Any = None  # what the stage's `facts` gave beyond the lake's tables


@dataclass(frozen=True)
class Facts:
    """What besides its input partitions decides a stage's result: settings, models, releases."""

    values: Mapping[str, Any] = field(default_factory=dict)
    related: Mapping[str, pa.Table] = field(default_factory=dict)  # further tables that checks need
    extra: Any = None


def no_facts(press: Press, game: str, batch: str) -> Facts:
    return Facts()


@dataclass(frozen=True)
class Stage:
    name: str  # "verdicts"
    verb: str  # "prove"
    description: str
    after: tuple[str, ...]  # names of the stages it reads
    reads: tuple[str, ...]  # tables
    writes: tuple[str, ...]  # tables
    kinds: frozenset[str]
    make: Callable[[Work], dict[str, pa.Table]]
    note: Callable[[Mapping[str, pa.Table]], str]  # a few words on what came of it
    facts: Callable[[Press, str, str], Facts] = no_facts
    turn: str | None = None  # name of the lock that it is made under
    shard: str | None = None  # of its partitions, where another stage writes the same tables

    def code_version(self, game: str) -> str:
        """A hash of what decides what this stage writes for a game: sources, how its tables are made up and checked,
        and versions of libraries."""
        tables = [(name, TABLES[name].arrow.to_string(), TABLES[name].key) for name in (*self.reads, *self.writes)]
        text = f"{stage_version(self.modules, package_of(game), self.writes)} {tables}"
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    @property
    def modules(self) -> tuple[str, ...]:
        """Where the stage begins: what these modules import is what it is made of."""
        return tuple(sorted({__name__, self.make.__module__, self.facts.__module__}))

    def partition(self, table: str, batch: str, game: str) -> Partition:
        return Partition(table, batch, game, self.shard)


@dataclass(frozen=True)
class Outcome:
    """What became of one partition of a stage."""

    tables: Mapping[str, pa.Table]
    stamps: Mapping[str, Stamp]
    checks: tuple[CheckResult, ...]
    kept: bool  # it was there already, made by the same recipe

    @property
    def seconds(self) -> float | None:
        """What it took when it was made."""
        return max((stamp.seconds for stamp in self.stamps.values() if stamp.seconds is not None), default=None)

    @property
    def failed(self) -> list[CheckResult]:
        return [check for check in self.checks if not check.passed]


class ChecksFailed(RuntimeError):
    """Rows that break a rule: nothing was written. The message names the checks and the ids."""

    def __init__(self, stage: str, game: str, batch: str, outcome: Outcome) -> None:
        lines = [
            f"{check.table}: {check.check}: {check.failures} of {check.rows} rows"
            + (
                f" ({', '.join(check.failed_ids[:5])}{', ...' if check.failures > 5 else ''})"
                if check.failed_ids
                else f" ({check.detail})"
            )
            for check in outcome.failed
        ]
        broken = f"{len(lines)} check{'s' if len(lines) != 1 else ''}"
        super().__init__(f"{game}/{stage} for {batch} breaks {broken}: " + "; ".join(lines))
        self.outcome = outcome


def run_stage(stage: Stage, press: Press, game: str, batch: str) -> Outcome:
    """Make one partition of a stage, or keep it if an equal recipe made it before."""
    progress.current().begin(stage.verb, game)
    if stage.turn:
        with press.home.turn(stage.turn):
            outcome = _run(stage, press, game, batch)
    else:
        outcome = _run(stage, press, game, batch)
    if outcome.failed:
        raise ChecksFailed(stage.name, game, batch, outcome)
    progress.current().end(stage.verb, game, stage.note(outcome.tables))
    return outcome


def _run(stage: Stage, press: Press, game: str, batch: str) -> Outcome:
    began = time.monotonic()
    sources = {table: Partition(table, batch, game) for table in stage.reads}
    digests = {table: require_stamp(press.lake, source).digest for table, source in sources.items()}
    facts = stage.facts(press, game, batch)
    recipe = recipe_of(stage, game, batch, digests, facts)
    kept = keep(stage, press, game, batch, recipe)
    if kept:
        return kept
    inputs = {table: press.lake.read(source) for table, source in sources.items()}
    made = ready_made(stage, press, game, batch, recipe) or stage.make(Work(press, game, batch, inputs, facts.extra))
    origin = Origin(
        asset=f"{game}/{stage.name}",
        run_id=press.run_id,
        code_version=stage.code_version(game),
        inputs=tuple(f"{sources[table]}@{digest}" for table, digest in digests.items())
        + tuple(f"{key}={value}" for key, value in facts.values.items()),
        recipe=recipe,
    )
    return install(press, game, batch, made, {**inputs, **facts.related}, origin, began, stage.shard)


def ready_made(stage: Stage, press: Press, game: str, batch: str, recipe: str) -> dict[str, pa.Table] | None:
    """The tables of a founding partition, if they come with the project."""
    if batch != FOUNDING or press.ready is None:
        return None
    return press.ready.tables(game, stage.name, recipe, stage.writes)


def require_stamp(lake: Lake, partition: Partition) -> Stamp:
    stamp = lake.stamp(partition)
    if stamp is None:
        lake.read(partition)  # says whether it is missing or damaged
        raise MissingPartition(f"{partition} has not been made yet")
    return stamp


def recipe_of(stage: Stage, game: str, batch: str, digests: Mapping[str, str], facts: Facts) -> str:
    ingredients = [stage.name, stage.code_version(game), game, batch, dict(digests), dict(facts.values)]
    return hashlib.sha256(json.dumps(ingredients, sort_keys=True, default=str).encode()).hexdigest()[:16]


def keep(stage: Stage, press: Press, game: str, batch: str, recipe: str) -> Outcome | None:
    """The partition as it stands, if this recipe made it, its checks passed and it is undamaged."""
    tables, stamps, checks = {}, {}, []
    for table in stage.writes:
        stamp = press.lake.stamp(stage.partition(table, batch, game))
        stored = stored_checks(press.lake, batch, game, table, stage.shard)
        if stamp is None or stamp.recipe != recipe or stored is None:
            return None
        try:
            data = press.lake.read(stage.partition(table, batch, game))
        except DamagedFile:
            return None
        if content_digest(data) != stamp.digest or not all(
            row["passed"] and row["digest"] == stamp.digest for row in stored
        ):
            return None
        tables[table], stamps[table] = data, stamp
        checks += [check_of_row(row) for row in stored]
    return Outcome(tables, stamps, tuple(checks), kept=True)


def install(
    press: Press,
    game: str,
    batch: str,
    made: Mapping[str, pa.Table],
    related: Mapping[str, pa.Table],
    origin: Origin,
    began: float | None = None,
    shard: str | None = None,
) -> Outcome:
    """Check what was made, store what the checks say, and write it if they all pass. `began` is when the work did."""
    checks = {table: checked(table, data, {**related, **made}, shard) for table, data in made.items()}
    results = tuple(check for found in checks.values() for check in found)
    passed = all(check.passed for check in results)
    target = press.lake if passed else Lake(press.home.root / "rejected")
    if began is not None:
        origin = replace(origin, seconds=round(time.monotonic() - began, 3))
    stamps = {}
    for table, data in made.items():
        digest = content_digest(data)
        write_checks(press.lake, batch, game, labelled(table, shard), checks[table], digest, origin)
        stamps[table] = target.write(Partition(table, batch, game, shard), data, origin)
    return Outcome(dict(made), stamps, results, kept=False)


def checked(table: str, data: pa.Table, related: Mapping[str, pa.Table], shard: str | None) -> list[CheckResult]:
    """What the suite says of a table. What a stage writes beside another one's rows may be nothing."""
    return [check for check in run_suite(table, data, related) if not (shard and check.check == HAS_ROWS)]


def labelled(table: str, shard: str | None) -> str:
    """What the checks call a table, or the part of it that a stage of its own writes: `rating`, `rating-players`."""
    return f"{table}-{shard}" if shard else table


def write_checks(
    lake: Lake, batch: str, game: str, table: str, checks: list[CheckResult], digest: str, origin: Origin
) -> None:
    rows = [
        {
            "batch": batch,
            "night": night_of(batch),
            "game": game,
            "table_name": table,
            "check_name": check.check,
            "passed": check.passed,
            "rows_checked": check.rows,
            "failures": check.failures,
            "failed_ids": list(check.failed_ids),
            "detail": check.detail,
            "digest": digest,
        }
        for check in checks
    ]
    lake.write(Partition("check_result", batch, game, table), rows_to_table("check_result", rows), origin)


def stored_checks(
    lake: Lake, batch: str, game: str, table: str, shard: str | None = None
) -> list[dict[str, Any]] | None:
    try:
        found = lake.read_or_none(Partition("check_result", batch, game, labelled(table, shard)))
    except DamagedFile:
        return None
    return None if found is None else found.to_pylist()


def check_of_row(row: Mapping[str, Any]) -> CheckResult:
    return CheckResult(
        row["table_name"].partition("-")[0],
        row["check_name"],
        row["passed"],
        row["rows_checked"],
        row["failures"],
        tuple(row["failed_ids"]),
        row["detail"],
    )


def empty(table: str) -> pa.Table:
    return TABLES[table].arrow.empty_table()
