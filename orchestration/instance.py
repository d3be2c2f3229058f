"""Dagster's own files under the root, and its telemetry switched off before it is ever imported."""

from __future__ import annotations

import os

from warehouse.home import Home

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
    config = home.dagster / "dagster.yaml"
    if not config.exists():
        staged = config.with_suffix(f".{os.getpid()}")
        staged.write_text(DAGSTER_YAML)
        os.replace(staged, config)
    os.environ.update(QUIET, DAGSTER_HOME=str(home.dagster), TSUME_HOME=str(home.root))
