"""Puts it all together: the assets of each game, the press, and what runs them."""

from collections.abc import Iterator
from contextlib import nullcontext

import dagster as dg

from assets.core.compute import Compute
from assets.core.kernels import worth_compiling
from assets.core.settings import Settings
from assets.core.stage import Press
from assets.graph.assets import game_assets, key, last_stages, release_asset, warehouse_asset
from orchestration.executor import side_by_side
from orchestration.jobs import jobs
from orchestration.partitions import nights
from orchestration.runs import held
from orchestration.schedules import schedules
from orchestration.sensors import sensors
from warehouse.home import Home, sweep


def press_resource(settings: Settings) -> dg.ResourceDefinition:
    """The root from the environment, the settings, and workers that end with the run, however it ends.

    A run first removes what killed writers left behind."""

    def begin(context: dg.InitResourceContext) -> Iterator[Press]:
        home, run = Home.from_environment(), context.run
        if run is not None:
            sweep(home.root)
        alive = held(home, run.run_id) if run else nullcontext()
        with alive, Compute(settings.workers) as compute:
            cold = run is not None and worth_compiling(settings.games)
            yield Press(home, settings, compute, run.run_id if run else "by-hand", cold=cold)

    return dg.ResourceDefinition(begin, description="The root, the settings and the workers.")


def build(settings: Settings | None = None) -> dg.Definitions:
    settings = settings or Settings.load()
    days = nights(settings.timezone)
    of_games = [asset for game in settings.games for asset in game_assets(game, days)]
    release = release_asset(settings.games, days)
    ends = [key(game, stage) for game in settings.games for stage in last_stages()]
    warehouse = warehouse_asset([*(end for end in ends if end not in release.dependency_keys), release.key])
    named_jobs = jobs(settings)
    return dg.Definitions(
        assets=[*of_games, release, warehouse],
        jobs=list(named_jobs.values()),
        schedules=schedules(settings, named_jobs),
        sensors=sensors(named_jobs, settings.games),
        resources={"press": press_resource(settings)},
        executor=side_by_side,
    )
