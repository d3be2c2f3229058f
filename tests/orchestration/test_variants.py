"""Every variant of every game goes through a whole night: made, proved, measured, rated, chosen, released."""

from __future__ import annotations

import json
from pathlib import Path

from assets.core.settings import DEFAULTS, Settings
from engines.registry import GAMES, engine
from tests.conftest import NIGHT, small_environment, tsume

SETTINGS = """
[survey]
raters = 5
per_variant = 3
founding_per_variant = 10
[selection]
per_group = 1
least_interest = 1.0
[referee]
seconds = 5
[nightly]
"""


def names() -> list[str]:
    return [name for game in GAMES for name in engine(game).variants]


def enough(name: str) -> int:
    """So many candidates that one at least is unique and chosen, and no more: those of many moves take long."""
    moves = next(engine(game).variants[name].moves for game in GAMES if name in engine(game).variants)
    return {1: 10, 2: 10, 3: 10, 4: 16, 5: 6}.get(moves, 3)


def test_the_nightly_job_makes_every_variant(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.delenv("TSUME_SETTINGS", raising=False)
    assert set(Settings.load().nightly) == set(names()), f"{DEFAULTS.name} leaves a variant out"


def test_a_night_of_every_variant(tmp_path: Path) -> None:
    environment = small_environment(tmp_path)
    Path(environment["TSUME_SETTINGS"]).write_text(
        SETTINGS + "".join(f"{name} = {enough(name)}\n" for name in names())
    )
    made = tsume("nightly", "--night", NIGHT, env=environment)
    assert made.returncode == 0, made.stderr
    release = tmp_path / "home" / "releases" / NIGHT
    chosen = [json.loads(line) for line in (release / "puzzles.jsonl").read_text().splitlines()]
    assert {row["variant"] for row in chosen} == set(names())
    asked = "select variant, count(*), count(*) filter (verdict = 'unfinished') from verdict group by 1"
    counted = json.loads(tsume("sql", asked, "--format", "json", env=environment).stdout)
    assert {row["variant"] for row in counted} == set(names())
    reviewed = json.loads((release / "manifest.json").read_text())["referee"]
    assert all(found["replayed"] > found["proved_unique_again"] // 2 > 10 for found in reviewed.values()), reviewed
