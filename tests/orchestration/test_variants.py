"""Variants of every game go through a whole night: made, proved, measured, rated, chosen, released.

Those of one family differ in length alone, so two of each show the way. The heavy proof takes all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

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
[play.games."tspin/beam"]
count = 1
parameters = { inputs = 300 }
[play.games."puyo/both"]
count = 4
[play.games."geister/careful"]
count = 2
[play.games."geister/rules"]
count = 2
parameters = { shown = 3 }
[referee]
seconds = 5
[nightly]
"""


def names() -> list[str]:
    return [name for game in GAMES for name in engine(game).variants]


def two_of_each_family() -> list[str]:
    """The shortest and the longest, by either rule set; of Geister, whose long ones take seconds, two short ones."""
    families: dict[tuple[str, str], list[str]] = {}
    for game in GAMES:
        for name in engine(game).variants:
            families.setdefault((game, re.sub(r"-\d+(x\d+)?", "", name)), []).append(name)
    return [family[place] for (game, _), family in families.items() for place in (0, 1 if game == "geister" else -1)]


def enough(name: str) -> int:
    """So many candidates that one at least is unique and chosen, and no more: those of many moves take long."""
    game = next(game for game in GAMES if name in engine(game).variants)
    if game == "geister":  # nearly all are unique there
        return 3
    return {1: 6, 2: 6, 3: 10, 4: 16, 5: 6}.get(engine(game).variants[name].moves, 3)


def test_the_nightly_job_makes_every_variant(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.delenv("TSUME_SETTINGS", raising=False)
    assert set(Settings.load().nightly) == set(names()), f"{DEFAULTS.name} leaves a variant out"


@pytest.mark.parametrize("which", [two_of_each_family, pytest.param(names, marks=pytest.mark.heavy)])
def test_a_night_of_every_variant(which: Callable[[], list[str]], tmp_path: Path) -> None:
    environment, made = small_environment(tmp_path), which()
    Path(environment["TSUME_SETTINGS"]).write_text(SETTINGS + "".join(f"{name} = {enough(name)}\n" for name in made))
    done = tsume("nightly", "--night", NIGHT, env=environment)
    assert done.returncode == 0, done.stderr
    release = tmp_path / "home" / "releases" / NIGHT
    chosen = [json.loads(line) for line in (release / "puzzles.jsonl").read_text().splitlines()]
    assert {row["variant"] for row in chosen} == set(made)
    asked = "select variant, count(*), count(*) filter (verdict = 'unfinished') from verdict group by 1"
    counted = json.loads(tsume("sql", asked, "--format", "json", env=environment).stdout)
    assert {row["variant"] for row in counted} == set(made)
    reviewed = json.loads((release / "manifest.json").read_text())["referee"]
    assert all(found["replayed"] > found["proved_unique_again"] // 2 > 5 for found in reviewed.values()), reviewed
