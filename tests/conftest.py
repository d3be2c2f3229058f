"""Shared by all tests: a root of their own, and the smallest game in place of the real ones."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ.setdefault("GX_ANALYTICS_ENABLED", "false")
os.environ.setdefault("DAGSTER_DISABLE_TELEMETRY", "1")

PICK_SETTINGS = """
[nightly]
pick-5 = 60
pick-8 = 60
[survey]
raters = 5
per_variant = 6
founding_per_variant = 20
[selection]
per_group = 3
least_interest = 1.0
[models]
refresh_after_ratings = 50
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty root."""
    root = tmp_path / "home"
    monkeypatch.setenv("TSUME_HOME", str(root))
    monkeypatch.setenv("DAGSTER_HOME", str(root / "dagster"))
    return root


@pytest.fixture
def smallest(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """The press set up with the smallest game alone: fast, and no real game's name is needed anywhere."""
    import engines.registry as registry
    import quality.referee
    import tests.smallest.referee

    monkeypatch.setattr(registry, "GAMES", {"pick": "tests.smallest"})
    monkeypatch.setitem(sys.modules, "quality.referee.pick", tests.smallest.referee)
    monkeypatch.setattr(quality.referee, "pick", tests.smallest.referee, raising=False)
    settings = tmp_path / "settings.toml"
    settings.write_text(PICK_SETTINGS)
    monkeypatch.setenv("TSUME_SETTINGS", str(settings))
    monkeypatch.setenv("TSUME_WORKERS", "1")
    registry.engine.cache_clear()
    yield
    registry.engine.cache_clear()
