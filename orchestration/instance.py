"""Dagster's own files under the root, and its telemetry switched off before it is ever imported."""

from __future__ import annotations

import os

from warehouse.home import Home, staging_name

DAGSTER_YAML = """\
# Written by tsume when it first starts; change it as you like, it is not written again.
telemetry:
  enabled: false
nux:
  enabled: false
concurrency:
  runs:
    max_concurrent_runs: 2
run_monitoring:
  enabled: true
  start_timeout_seconds: 180
  poll_interval_seconds: 30
run_retries:
  enabled: true
  max_retries: 2
freshness:
  enabled: true
"""

QUIET = {
    "DAGSTER_DISABLE_TELEMETRY": "1",
    "GX_ANALYTICS_ENABLED": "false",
}


def prepare(home: Home) -> None:
    """See that Dagster finds its home below the root, configured, and keeps quiet."""
    home.prepare()
    os.environ.update(QUIET, DAGSTER_HOME=str(home.dagster), TSUME_HOME=str(home.root))
    config = home.dagster / "dagster.yaml"
    if config.exists():
        return
    with home.turn("dagster"):
        if not config.exists():
            staged = staging_name(config)
            staged.write_text(DAGSTER_YAML)
            create_storage(home, staged.name)
            os.replace(staged, config)


def create_storage(home: Home, config: str) -> None:
    """Have Dagster create its databases, all of them, while nobody else does.

    Two processes that create them at the same time leave them unusable for good.
    """
    from dagster import AssetKey, DagsterInstance

    with DagsterInstance.from_config(str(home.dagster), config) as instance:
        instance.get_runs(limit=1)
        instance.get_latest_materialization_event(AssetKey("warehouse"))
        instance.all_instigator_state()
