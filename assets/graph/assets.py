"""Turns the stages into Dagster assets: those of each game, then `release` and `warehouse` for all."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import dagster as dg

from assets.core import progress
from assets.core.kernels import compile_kernels
from assets.core.sources import press_version
from assets.core.stage import ChecksFailed, Outcome, Press, Stage, run_stage
from assets.graph import alarms
from assets.graph.columns import column_schema, described, lineages
from assets.graph.metadata import markdown_table, metadata, models_metadata, release_metadata
from assets.graph.references import code_references
from assets.release import publish as release
from assets.stages import (
    candidates,
    drift,
    features,
    games,
    judgements,
    models,
    players,
    predictions,
    questions,
    ratings,
    selection,
    standings,
    verdicts,
)
from quality.checks import CheckResult, check_names, run_suite
from warehouse.lake import SO_FAR, DamagedFile, MissingPartition
from warehouse.publish import Built, publish_anew
from warehouse.schema import DERIVED_TABLES

NIGHT_STAGES: tuple[Stage, ...] = (
    games.STAGE,
    candidates.STAGE,
    verdicts.STAGE,
    features.STAGE,
    ratings.STAGE,
    players.STAGE,
    predictions.STAGE,
    questions.STAGE,
    selection.STAGE,
    judgements.STAGE,
    drift.STAGE,
)
RELEASED = ("release_entry", "release_set", "release")  # tables of what releases hold
OWNERS = ["team:press"]
RETRIES = dg.RetryPolicy(max_retries=2, delay=2, backoff=dg.Backoff.EXPONENTIAL)
EVERY_NIGHT = dg.FreshnessPolicy.time_window(fail_window=timedelta(hours=50), warn_window=timedelta(hours=26))
EVERY_WEEK = dg.FreshnessPolicy.time_window(fail_window=timedelta(days=15), warn_window=timedelta(days=8))

# Trying again cannot help these: the data or the inputs themselves are wrong.
FINAL = (ChecksFailed, release.ReleaseStopped, MissingPartition, DamagedFile)

# (No postponed annotations in this module: Dagster reads them when an asset is defined.)
Metadata = dict[str, Any]
Step = dg.AssetCheckResult | dg.MaterializeResult


class ModelsConfig(dg.Config):
    """How to run the models: the nightly job only makes sure that there are some."""

    refresh: bool = True


def game_assets(game: str, nights: dg.PartitionsDefinition) -> list[dg.AssetsDefinition]:
    """All assets of one game."""
    of_nights = [stage_asset(stage, game, nights) for stage in NIGHT_STAGES]
    return [*of_nights, models_asset(game), stage_asset(standings.STAGE, game, None)]


def key(game: str, stage: str) -> dg.AssetKey:
    return dg.AssetKey([game, stage])


def suite_spec(asset: dg.AssetKey, table: str) -> dg.AssetCheckSpec:
    return dg.AssetCheckSpec(
        f"{table}_suite",
        asset=asset,
        blocking=True,
        description=f"What must hold for the {table} table: {'; '.join(check_names(table))}.",
    )


def common(game: str, stage: Stage) -> dict[str, Any]:
    warnings = alarms.specs(key(game, stage.name)) if stage is drift.STAGE else []
    return {
        "key": key(game, stage.name),
        "deps": [key(game, name) for name in stage.after],
        "description": f"**{stage.verb}**: {stage.description} Writes {tables_of(stage)}.",
        "group_name": game,
        "kinds": set(stage.kinds),
        "owners": OWNERS,
        "tags": {"game": game, "verb": stage.verb},
        "retry_policy": RETRIES,
        "code_version": stage.code_version(game),
        "check_specs": [*(suite_spec(key(game, stage.name), table) for table in stage.writes), *warnings],
        "metadata": described(stage.writes, makers([game])) | code_references(*code_of(stage)),
    }


def tables_of(stage: Stage) -> str:
    """The tables that a stage writes, its main one first."""
    *others, last = [f"`{table}`" for table in stage.writes]
    return f"{', '.join(others)} and {last}" if others else last


def code_of(stage: Stage) -> tuple[Callable[..., Any], ...]:
    """Where a stage's work begins."""
    return (models.make_founding, models.refresh) if stage is models.STAGE else (stage.make,)


def makers(games: Iterable[str]) -> dict[str, list[dg.AssetKey]]:
    """Which assets write each table: one for each game, or several."""
    found: dict[str, list[dg.AssetKey]] = {}
    for stage in (*NIGHT_STAGES, models.STAGE, standings.STAGE):
        for table in stage.writes:
            found.setdefault(table, []).extend(key(game, stage.name) for game in games)
    return found


def stage_asset(stage: Stage, game: str, nights: dg.PartitionsDefinition | None) -> dg.AssetsDefinition:
    """A stage of every night or, without nights, of all that there is so far."""

    @dg.asset(**common(game, stage), partitions_def=nights, freshness_policy=EVERY_NIGHT)
    def asset(context: dg.AssetExecutionContext, press: dg.ResourceParam[Press]) -> Iterator[Step]:
        batch = context.partition_key if nights else SO_FAR
        mine = replace(press, run_id=context.run.run_id)
        outcome = attempt(context, lambda: make_stage(stage, mine, game, batch))
        if isinstance(outcome, ChecksFailed):
            yield from check_results(game, stage, outcome.outcome)
            raise dg.Failure(str(outcome), allow_retries=False)
        yield from check_results(game, stage, outcome)
        carried = lineages(stage.writes, makers([game]))
        yield dg.MaterializeResult(metadata=metadata(stage, mine, game, batch, outcome) | carried)

    return asset


def make_stage(stage: Stage, press: Press, game: str, batch: str) -> Outcome:
    """Make a partition; before the first stage of a game the kernels are compiled, if none is yet."""
    if press.cold and stage is NIGHT_STAGES[0]:
        compile_kernels(press.compute, press.settings, game)
    return run_stage(stage, press, game, batch)


def last_stages() -> list[str]:
    """The stages that no other stage reads: what comes after them comes after the whole game."""
    stages = (*NIGHT_STAGES, models.STAGE, standings.STAGE)
    read = {name for stage in stages for name in stage.after}
    return [stage.name for stage in stages if stage.name not in read]


def models_asset(game: str) -> dg.AssetsDefinition:
    stage = models.STAGE

    @dg.asset(**common(game, stage), freshness_policy=EVERY_WEEK)
    def asset(
        context: dg.AssetExecutionContext, config: ModelsConfig, press: dg.ResourceParam[Press]
    ) -> Iterator[Step]:
        mine = replace(press, run_id=context.run.run_id)
        today = datetime.now(press.settings.zone).date()

        def fit() -> Outcome:
            return models.refresh(mine, game, today) if config.refresh else models.make_founding(mine, game)

        outcome = attempt(context, fit)
        if isinstance(outcome, ChecksFailed):
            yield from check_results(game, stage, outcome.outcome)
            raise dg.Failure(str(outcome), allow_retries=False)
        yield from check_results(game, stage, outcome)
        yield dg.MaterializeResult(metadata=models_metadata(mine, game) | lineages(stage.writes, makers([game])))

    return asset


def release_asset(games: list[str], nights: dg.PartitionsDefinition) -> dg.AssetsDefinition:
    @dg.asset(
        key="release",
        deps=[key(game, name) for game in games for name in ("selection", "judgements")],
        description="**publish**: the night's choice of all games, replayed and proved again by the "
        "referee, as one dated folder with its manifest, data files and gallery. Whole or not at all.",
        group_name="press",
        kinds={"parquet", "html"},
        metadata=described(RELEASED, makers(games)) | code_references(release.publish_release),
        owners=OWNERS,
        partitions_def=nights,
        freshness_policy=EVERY_NIGHT,
        retry_policy=RETRIES,
        code_version=press_version(),
        check_specs=[
            dg.AssetCheckSpec(
                "referee",
                asset="release",
                blocking=True,
                description="Every chosen puzzle replayed by the referee, and its uniqueness proved again.",
            )
        ],
    )
    def asset(context: dg.AssetExecutionContext, press: dg.ResourceParam[Press]) -> Iterator[Step]:
        mine = replace(press, run_id=context.run.run_id)
        published = attempt(context, lambda: release.publish_release(mine, context.partition_key))
        if isinstance(published, release.ReleaseStopped):
            yield dg.AssetCheckResult(
                passed=False,
                check_name="referee",
                metadata={"reason": dg.MetadataValue.md(f"```\n{published}\n```")},
            )
            raise dg.Failure(str(published), allow_retries=False)
        yield dg.AssetCheckResult(
            passed=True,
            check_name="referee",
            metadata={
                f"{game} proved again": f"{found.proved} of {found.replayed}"
                for game, found in published.reviews.items()
            },
        )
        yield dg.MaterializeResult(
            metadata=release_metadata(mine, context.partition_key, published) | lineages(RELEASED, makers(games))
        )

    return asset


def warehouse_asset(deps: list[dg.AssetKey]) -> dg.AssetsDefinition:
    """`warehouse.duckdb`. A sensor has it built again whenever anything that it holds has changed."""

    @dg.asset(
        key="warehouse",
        deps=deps,
        description="**answer**: `warehouse.duckdb` with every stage as a table, `lineage`, and views for "
        "the questions people ask. Built beside its predecessor and swapped in.",
        group_name="press",
        kinds={"duckdb", "sql"},
        metadata={f"columns of {table.name}": column_schema(table.name) for table in DERIVED_TABLES}
        | code_references(publish_anew),
        owners=OWNERS,
        freshness_policy=EVERY_NIGHT,
        retry_policy=RETRIES,
        code_version=press_version(),
        check_specs=[suite_spec(dg.AssetKey("warehouse"), table.name) for table in DERIVED_TABLES],
    )
    def asset(context: dg.AssetExecutionContext, press: dg.ResourceParam[Press]) -> Iterator[Step]:
        built = attempt(context, lambda: answered(press))
        for name, data in built.fresh.items():
            yield suite_result(dg.AssetKey("warehouse"), name, run_suite(name, data, built.fresh))
        counts = built.counts
        yield dg.MaterializeResult(
            metadata={
                "dagster/row_count": sum(counts.values()),
                "file": dg.MetadataValue.path(str(press.home.warehouse)),
                "rows": dg.MetadataValue.md(markdown_table(["table", "rows"], list(counts.items()))),
            }
        )

    return asset


def answered(press: Press) -> Built:
    """Build the warehouse, with progress."""
    progress.current().begin("answer", "")
    built = publish_anew(press.home)
    progress.current().end("answer", "", f"{sum(built.counts.values()):,} rows in {len(built.counts)} tables")
    return built


def attempt(context: dg.AssetExecutionContext, work: Callable[[], Any]) -> Any:
    """Do the work, and tell the run's log how far it is. What the quality gate stops comes back as a value, so that
    checks can be reported; what else cannot get better by trying again fails at once, in one line."""
    try:
        with progress.heard_too_by(progress.Lines(context.log.info)):
            return work()
    except (ChecksFailed, release.ReleaseStopped) as stopped:
        return stopped
    except FINAL as error:
        raise dg.Failure(str(error), allow_retries=False) from error


def check_results(game: str, stage: Stage, outcome: Outcome) -> Iterator[dg.AssetCheckResult]:
    for table in stage.writes:
        found = [check for check in outcome.checks if check.table == table]
        yield suite_result(key(game, stage.name), table, found)
    if stage is drift.STAGE:
        yield from alarms.results(key(game, stage.name), outcome.tables["drift"])


def suite_result(asset: dg.AssetKey, table: str, found: list[CheckResult]) -> dg.AssetCheckResult:
    """The word of a whole suite; a suite that said nothing has not passed."""
    failed = [check for check in found if not check.passed]
    return dg.AssetCheckResult(
        passed=bool(found) and not failed,
        check_name=f"{table}_suite",
        asset_key=asset,
        description=said_of(found, failed),
        metadata={
            "checks": len(found),
            "failed": len(failed),
            "failed ids": dg.MetadataValue.json({check.check: list(check.failed_ids) for check in failed}),
            "expectations": expectations_table(found),
        },
    )


def said_of(found: list[CheckResult], failed: list[CheckResult]) -> str:
    """Which expectations ran, those that failed first."""
    passed = [check.check for check in found if check.passed]
    parts = [f"{len(failed)} failed: {'; '.join(check.check for check in failed)}"] if failed else []
    parts += [f"{len(passed)} passed: {'; '.join(passed)}"] if passed else []
    return ". ".join(parts) or "nothing was checked"


def expectations_table(checks: list[CheckResult]) -> dg.TableMetadataValue:
    """Every expectation that ran, as a table that the UI shows as one."""
    kinds = {"expectation": "string", "passed": "bool", "rows": "int", "failures": "int", "ids or detail": "string"}
    return dg.MetadataValue.table(
        schema=dg.TableSchema([dg.TableColumn(name, kind) for name, kind in kinds.items()]),
        records=[
            dg.TableRecord(
                {
                    "expectation": check.check,
                    "passed": check.passed,
                    "rows": check.rows,
                    "failures": check.failures,
                    "ids or detail": ", ".join(check.failed_ids[:5]) or check.detail or "",
                }
            )
            for check in checks
        ],
    )
