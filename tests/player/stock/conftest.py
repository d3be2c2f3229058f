"""A root of its own with one small release."""

from __future__ import annotations

from pathlib import Path

import pytest

from assets.release.edition import Edition
from tests.player.small import small_edition, write_release
from warehouse.home import Home


@pytest.fixture
def root(tmp_path: Path) -> Home:
    home = Home(tmp_path / "root")
    home.prepare()
    return home


@pytest.fixture
def first(root: Home) -> Edition:
    made = small_edition()
    write_release(root, made)
    return made
