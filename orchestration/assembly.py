"""Puts it all together: one lane of assets per game, the press, and what runs them."""

from dataclasses import replace

import dagster as dg

from assets.compute import Compute
from assets.lane import ahead, in_order, lane, release_asset, warehouse_asset
from assets.settings import Settings
from assets.stage import Press
from orchestration.jobs import NIGHTLY, jobs
from orchestration.partitions import nights
from orchestration.schedules import schedules
from orchestration.sensors import sensors
from warehouse.home import Home

PARTITION_TAG = "dagster/partition"


def press_resource(settings: Settings, compute: Compute) -> dg.ResourceDefinition:
    """The root from the environment, settings, workers, and the lanes of a whole night, ahead of its steps."""

    def begin(context: dg.InitResourceContext) -> Press:
        press = Press(Home.from_environment(), settings, compute)
        run = context.run
        whole = run is not None and run.job_name == NIGHTLY and steps <= set(run.step_keys_to_execute or ())
        return ahead(replace(press, run_id=run.run_id), run.tags[PARTITION_TAG]) if run and whole else press

    steps = {f"{game}__{stage}" for game in settings.games for stage in in_order()}
    return dg.ResourceDefinition(begin, description="The root, the settings and the workers.")


def build(settings: Settings | None = None, compute: Compute | None = None) -> dg.Definitions:
    settings = settings or Settings.load()
    compute = compute or Compute(settings.workers)
    days = nights(settings.timezone)
    lanes = [asset for game in settings.games for asset in lane(game, days)]
    release = release_asset(settings.games, days)
    warehouse = warehouse_asset([asset.key for asset in (*lanes, release)])
    named_jobs = jobs(settings)
    return dg.Definitions(
        assets=[*lanes, release, warehouse],
        jobs=list(named_jobs.values()),
        schedules=schedules(settings, named_jobs),
        sensors=sensors(named_jobs, settings.games, dg.AssetSelection.assets(warehouse)),
        resources={"press": press_resource(settings, compute)},
        executor=dg.in_process_executor,
    )
