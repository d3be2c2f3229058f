"""What reacts: models refreshed early when many ratings came in, the warehouse kept up to date."""

import dagster as dg

from assets import models
from assets.stage import Press
from assets.training import ratings_so_far
from orchestration.jobs import Job


def ratings_fitted(press: Press, game: str) -> int | None:
    """Ratings that there were at the newest fit of a game, promoted or not; None before the first fit."""
    rows = models.all_models(press, game)
    newest = max((row["generation"] for row in rows), default=0)
    return max((row["known_ratings"] or row["ratings"] for row in rows if row["generation"] == newest), default=None)


def sensors(jobs: dict[str, Job], games: list[str], follow: dg.AssetSelection) -> list[dg.SensorDefinition]:
    @dg.sensor(
        name="enough_new_ratings",
        job=jobs["refresh_models"],
        minimum_interval_seconds=60,
        default_status=dg.DefaultSensorStatus.RUNNING,
        description="Refreshes the models before their week is over, once enough new ratings came in.",
    )
    def enough_new_ratings(press: dg.ResourceParam[Press]) -> dg.SensorResult | dg.SkipReason:
        enough = press.settings.models["refresh_after_ratings"]
        said = []
        for game in games:
            seen, now = ratings_fitted(press, game), ratings_so_far(press, game)
            if seen is not None and now - seen >= enough:
                return dg.SensorResult([dg.RunRequest(run_key=f"{game}-{now}")])
            said.append(f"{game}: {now - (seen or 0)} new ratings")
        return dg.SkipReason("; ".join(said) + f"; {enough} are needed")

    @dg.run_failure_sensor(
        name="show_failures",
        request_job=jobs["publish_warehouse"],
        default_status=dg.DefaultSensorStatus.RUNNING,
        description="After a failed run the warehouse is built again, so that the failed checks can be queried.",
    )
    def show_failures(context: dg.RunFailureSensorContext) -> dg.RunRequest | dg.SkipReason:
        if context.dagster_run.job_name == "publish_warehouse":
            return dg.SkipReason("the warehouse itself failed")
        return dg.RunRequest(run_key=f"after-{context.dagster_run.run_id}")

    follower = dg.AutomationConditionSensorDefinition(
        name="warehouse_follows",
        target=follow,
        default_status=dg.DefaultSensorStatus.RUNNING,
        minimum_interval_seconds=15,
        description="Builds the warehouse again whenever anything it holds was materialized.",
    )
    return [enough_new_ratings, show_failures, follower]
