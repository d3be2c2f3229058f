"""The jobs: a night, a refresh of the models, and the warehouse on its own."""

from typing import Any

import dagster as dg

from assets.core.settings import Settings

ALERT = "ALERT"
NIGHTLY, REFRESH, PUBLISH = "nightly", "refresh_models", "publish_warehouse"

# A step that fails is tried again by itself. The run as a whole is tried again only if its process died.
IF_KILLED = {"dagster/retry_on_asset_or_op_failure": "false"}

Job = Any  # what define_asset_job gives: Dagster does not export its type


@dg.failure_hook(name="alert")
def alert(context: dg.HookContext) -> None:
    """A failed night says so in its run log, loudly; with a Dagster alert policy this reaches a person."""
    error = context.op_exception
    said = error.description if isinstance(error, dg.Failure) else repr(error)
    context.log.error(f"{ALERT}: {context.op.name} failed: {said}")


def only_found(games: list[str]) -> dg.RunConfig:
    """A night uses the models there are; it fits some only if there are none."""
    return dg.RunConfig(ops={f"{game}__models": {"config": {"refresh": False}} for game in games})


def jobs(settings: Settings) -> dict[str, Job]:
    games = settings.games
    return {
        NIGHTLY: dg.define_asset_job(
            NIGHTLY,
            selection=dg.AssetSelection.all(),
            description="Everything from candidates to the release and the warehouse, for one night.",
            config=only_found(games),
            hooks={alert},
            tags={"dagster/max_retries": "2", **IF_KILLED},
        ),
        REFRESH: dg.define_asset_job(
            REFRESH,
            selection=dg.AssetSelection.assets(*([game, "models"] for game in games)),
            description="Fits the models anew on all ratings so far; the better ones are used from tomorrow.",
            hooks={alert},
            tags={"dagster/max_retries": "1", **IF_KILLED},
        ),
        PUBLISH: dg.define_asset_job(
            PUBLISH,
            selection=dg.AssetSelection.assets("warehouse"),
            description="Builds warehouse.duckdb again and swaps it in.",
            tags={"dagster/max_retries": "0"},
        ),
    }
