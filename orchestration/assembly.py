"""Puts it all together: one lane of assets per game, the press, and what runs them."""

import dagster as dg

from assets.lane import lane, release_asset, warehouse_asset
from assets.settings import Settings
from assets.stage import Press
from orchestration.jobs import jobs
from orchestration.partitions import nights
from orchestration.schedules import schedules
from orchestration.sensors import sensors


@dg.resource(description="The root, the settings and the workers, all from the environment.")
def press_resource(_: dg.InitResourceContext) -> Press:
    return Press.from_environment()


def build(settings: Settings | None = None) -> dg.Definitions:
    settings = settings or Settings.load()
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
        resources={"press": press_resource},
        executor=dg.in_process_executor,
    )
