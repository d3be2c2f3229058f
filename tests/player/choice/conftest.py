"""A table to play at, with one small release."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.player.small import Table, small_edition, write_release
from warehouse.home import Home


@pytest.fixture
def root(tmp_path: Path, smallest: None) -> Home:
    home = Home(tmp_path / "root")
    home.prepare()
    write_release(home, small_edition())
    return home


@pytest.fixture
def table(root: Home) -> Table:
    return Table(root)
