"""What a person wants to know when a night is done."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path

from assets.stages.verdicts import verdict_counts
from warehouse.home import Home
from warehouse.lake import Lake, Partition
from warehouse.releases import last_release
from warehouse.vocabulary import FEW, MEASURED, NOBODY, RESTS_ON, SIMULATED, UNIQUE


def summary(home: Home, games: list[str], night: str) -> str:
    lake = Lake(home.lake)
    lines = [f"Night of {night}"]
    for game in games:
        rows = {
            table: lake.read(Partition(table, night, game)).num_rows
            for table in ("candidate", "verdict", "selection")
        }
        predictions = lake.read(Partition("prediction", night, game))
        rated = len(predictions.column("puzzle_id").unique())
        hard = resting(set(predictions.column("difficulty_provenance").to_pylist()))
        fun = interest(*(set(predictions.column(name).to_pylist()) for name in ("provenance", "people_ratings")))
        unique = verdict_counts(lake.read(Partition("verdict", night, game)))[UNIQUE]
        lines.append(
            f"  {game}: {rows['candidate']:,} generated, {rows['verdict']:,} different, {unique:,} proved unique, "
            f"{rated:,} rated (difficulty {hard}, interest {fun}), {rows['selection']:,} chosen"
        )
    release = last_release(home, night)
    assert release is not None, "a night that succeeded has a release"
    lines += [
        f"  release:   {shown(release.path)}",
        f"  gallery:   {shown(release.path / 'index.html')}",
        f"  warehouse: {shown(home.warehouse)}",
    ]
    return "\n".join(lines)


def interest(found: Collection[str], by_people: Collection[int]) -> str:
    """What interest rests on; of simulated raters only whether people have rated beside them."""
    if SIMULATED not in found:
        return resting(found)
    return FEW if any(by_people) else NOBODY


def resting(found: Collection[str]) -> str:
    """What the numbers of a night rest on: "measured", "from simulated ratings"."""
    said = {name: name if name == MEASURED else f"from {name} ratings" for name in RESTS_ON}
    return " and ".join(said[name] for name in RESTS_ON if name in found)


def shown(path: Path) -> str:
    """The path as seen from here, if that is shorter."""
    return min(str(path), os.path.relpath(path), key=len)
