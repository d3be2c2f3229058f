"""Writes `assets/founding/`: the founding panel and models that come with the project (`assets/core/ready.py`).

make founding
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from assets.core.compute import Compute
from assets.core.ready import Ready
from assets.core.settings import Settings
from assets.core.stage import Press
from assets.stages import models
from warehouse.home import Home

TABLES = {stage.name: stage.writes for stage in (*models.PANEL, models.STAGE)}


def made(root: Path, games: Sequence[str]) -> Press:
    """The founding collection, made below a root without taking anything that is ready."""
    settings = Settings.load()
    with Compute(settings.workers) as compute, ThreadPoolExecutor(len(games)) as beside:
        press = Press(Home(root), settings, compute, ready=None)
        list(beside.map(lambda game: models.make_founding(press, game), games))
    return press


def main() -> None:
    games = Settings.load().games
    with tempfile.TemporaryDirectory() as folder:
        changed = Ready().write(made(Path(folder), games).lake, TABLES, games)
    for path in changed:
        print(f"written: {path.parent.name}/{path.name}")
    print(f"{len(changed)} files have other rows than before")


if __name__ == "__main__":
    main()
