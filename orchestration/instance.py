"""Dagster's own files under the root, and its telemetry switched off before it is ever imported."""

from __future__ import annotations

import hashlib
import os

from warehouse.home import Home, HomeError, staging_name

DAGSTER_YAML = """\
# Written by tsume when it first starts; change it as you like: what you changed is not written again.
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
  retry_on_asset_or_op_failure: false
freshness:
  enabled: true
"""

# What earlier versions wrote, by hash: whoever has not changed it gets today's.
EARLIER = {"a14a9db820964e25"}

QUIET = {
    "DAGSTER_DISABLE_TELEMETRY": "1",
    "GX_ANALYTICS_ENABLED": "false",
}


def prepare(home: Home) -> None:
    """See that Dagster finds its home below the root, configured, and keeps quiet; `HomeError` in one line if it
    cannot."""
    home.prepare()
    os.environ.update(QUIET, DAGSTER_HOME=str(home.dagster), TSUME_HOME=str(home.root))
    config = home.dagster / "dagster.yaml"
    if config.exists() and not is_earlier(config.read_bytes()):
        return
    with home.turn("dagster"):
        there = config.exists()
        if there and not is_earlier(config.read_bytes()):
            return
        staged = staging_name(config)
        try:
            staged.write_text(DAGSTER_YAML)
            if not there:
                create_storage(home, staged.name)
            os.replace(staged, config)
        except Exception as error:  # any of SQLAlchemy's, SQLite's and Alembic's
            raise storage_error(home, error) from error
        finally:
            staged.unlink(missing_ok=True)


def is_earlier(written: bytes) -> bool:
    return hashlib.sha256(written).hexdigest()[:16] in EARLIER


def storage_error(home: Home, error: Exception) -> HomeError:
    """What is wrong with Dagster's storage, in one line."""
    if isinstance(error, HomeError):
        return error
    if home.is_full():
        return HomeError(f"no space left on the disk of TSUME_HOME {home.root}")
    said = (str(error).splitlines() or [type(error).__name__])[0]
    return HomeError(
        f"cannot use Dagster's storage {home.dagster}: {said} (it holds the history of runs only: if it is damaged, "
        "move it away and it is made again)"
    )


def is_storage_error(error: BaseException | None) -> bool:
    """Whether Dagster's storage is what failed, as SQLAlchemy or SQLite says it."""
    while error is not None:
        if type(error).__module__.partition(".")[0] in ("sqlalchemy", "sqlite3"):
            return True
        error = error.__cause__ or error.__context__
    return False


def create_storage(home: Home, config: str) -> None:
    """Have Dagster create its databases, all of them, while nobody else does.

    Two processes that create them at the same time leave them unusable for good.
    """
    from dagster import AssetKey, DagsterInstance

    with DagsterInstance.from_config(str(home.dagster), config) as instance:
        instance.get_runs(limit=1)
        instance.get_latest_materialization_event(AssetKey("warehouse"))
        instance.all_instigator_state()
