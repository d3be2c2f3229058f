"""What reacts: models refreshed early when people rated a lot, the warehouse kept up to date."""

import json
import time

import dagster as dg

from assets.core.stage import Press
from assets.learning.training import ratings_by_people
from assets.stages import models
from orchestration.jobs import NIGHTLY, PUBLISH, REFRESH, Job
from orchestration.runs import close_dead_runs, unfinished
from warehouse.contents import contents, published_contents

AGAIN = 3600.0  # seconds after which a warehouse that could not be built is asked for again


def ratings_fitted(press: Press, game: str) -> int | None:
    """People's ratings that there were at the newest fit of a game, promoted or not; None before the first fit."""
    rows = models.all_models(press, game)
    newest = max((row["generation"] for row in rows), default=0)
    return max((row["people_ratings"] or 0 for row in rows if row["generation"] == newest), default=None)


def sensors(jobs: dict[str, Job], games: list[str]) -> list[dg.SensorDefinition]:
    @dg.sensor(
        name="enough_new_ratings",
        job=jobs[REFRESH],
        minimum_interval_seconds=60,
        default_status=dg.DefaultSensorStatus.RUNNING,
        description="Refreshes the models before their week is over, once people gave enough new ratings.",
    )
    def enough_new_ratings(press: dg.ResourceParam[Press]) -> dg.SensorResult | dg.SkipReason:
        enough = press.settings.models["refresh_after_ratings"]
        said = []
        for game in games:
            seen, now = ratings_fitted(press, game), ratings_by_people(press, game)
            if seen is not None and now - seen >= enough:
                return dg.SensorResult([dg.RunRequest(run_key=f"{game}-{now}")])
            said.append(f"{game}: {now - (seen or 0)} new ratings by people")
        return dg.SkipReason("; ".join(said) + f"; {enough} are needed")

    @dg.sensor(
        name="warehouse_follows",
        job=jobs[PUBLISH],
        minimum_interval_seconds=15,
        default_status=dg.DefaultSensorStatus.RUNNING,
        description="Builds the warehouse again when what it holds has changed, after the runs that change more.",
    )
    def warehouse_follows(
        context: dg.SensorEvaluationContext, press: dg.ResourceParam[Press]
    ) -> dg.SensorResult | dg.SkipReason:
        close_dead_runs(context.instance, press.home)
        now = contents(press.home)
        if now in (None, published_contents(press.home)):
            return dg.SkipReason("the warehouse is up to date")
        busy = [run for job in (PUBLISH, NIGHTLY, REFRESH) for run in unfinished(context.instance, job)]
        if busy:
            return dg.SkipReason(f"runs are at work or waiting: {len(busy)}; the warehouse is built after them")
        asked = json.loads(context.cursor or "{}")
        if asked.get("contents") == now and time.time() - asked["at"] < AGAIN:
            return dg.SkipReason("the warehouse could not be built: the next try is after a change or after an hour")
        at = time.time()
        request = dg.RunRequest(run_key=f"{now}-{at:.0f}")
        return dg.SensorResult([request], cursor=json.dumps({"contents": now, "at": at}))

    return [enough_new_ratings, warehouse_follows]
