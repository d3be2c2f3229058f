"""What becomes of surveys: models learn from them, they are checked and whole."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from assets.core.stage import ChecksFailed, Press
from assets.intake import collection, survey
from assets.intake.survey_rows import Terms
from assets.learning.registry import Registry
from assets.learning.training import ratings_so_far, training
from assets.stages import models
from engines.people.scale import Scale
from engines.rating.models import DIFFICULTY
from orchestration import collection as puzzle_sheets
from orchestration import survey as sheets
from tests.assets.intake.surveys import IMPORT, LAB, ask, write
from tests.orchestration.test_kill import in_a_child
from warehouse.lake import DamagedFile, Partition
from warehouse.shelf import surveys
from warehouse.survey import all_ratings, imported, stored

PUZZLES = [json.dumps({"game": "pick", "digits": f"{a}{b}12", "total": a + b}) for a in (5, 6, 7) for b in (8, 9)]


def collect(press: Press, folder: Path) -> list[str]:
    """A collection of puzzles that nobody has rated; their ids."""
    (folder / "puzzles.txt").write_text("\n".join(PUZZLES))
    sheet = puzzle_sheets.read(str(folder / "puzzles.txt"), {})
    collection.import_collection(press, "mine", sheet.sha256, sheet.entries)
    return [entry.puzzle_id for entry in sheet.entries]


@pytest.mark.usefixtures("trusting")
def test_models_learn_from_surveys_of_a_collections_puzzles(press: Press, command: Any, tmp_path: Path) -> None:
    theirs = collect(press, tmp_path)
    before, seen = training(press, "pick"), ratings_so_far(press, "pick")
    quote = [puzzle.replace('"', '""') for puzzle in PUZZLES]
    rows = [f'"{puzzle}",{who},{3 if who == "A" else ""},4' for puzzle in quote for who in "AB"]
    assert command(*IMPORT, write(tmp_path, *rows, header="puzzle,rater,interest,difficulty"), *LAB)[0] == 0
    after = training(press, "pick")
    assert set(after.ids) - set(before.ids) == set(theirs)
    assert after.ratings.num_rows == all_ratings(press.home, "pick").num_rows == before.ratings.num_rows + 12
    assert ratings_so_far(press, "pick") == seen + 12
    place = after.ids.index(theirs[0])
    for target, mean, count in (("interest", 3.0, 1), ("difficulty", 4.0, 2)):
        given = after.of(target).given(target)
        said = given.rating[given.item == place]
        assert (said.mean(), len(said)) == (mean, count)
    assert before.digest == training(press, "pick", "founding").digest, "the founding models see none of it"


@pytest.mark.usefixtures("trusting")
def test_puzzles_that_were_asked_one_question_train_one_model(press: Press, command: Any, tmp_path: Path) -> None:
    founding = training(press, "pick").ids
    others = collect(press, tmp_path)[:4]
    assert command(*IMPORT, write(tmp_path, *(f"{identity},A,,2" for identity in others)), *LAB)[0] == 0
    data = training(press, "pick")
    assert (len(data.of("interest").ids), len(data.of("difficulty").ids)) == (len(founding), len(founding) + 4)
    made = models.fit_all(press, Registry("pick", [], []), data, None)
    everyone = {row["target"]: row for row in made.models if row["audience"] == "everyone"}
    for target, row in everyone.items():
        assert row["items"] == len(data.of(target).ids)
        assert all(
            np.isfinite(item["observed"]) for item in made.rows["model_item"] if item["model_id"] == row["model_id"]
        )
    assert DIFFICULTY not in dict(everyone["interest"]["importances"]), "not the same puzzles: no hill"


def take_in(press: Press, folder: Path, *rows: str, name: str = "lab-1") -> survey.Imported:
    """Import some rows without the command."""
    sheet = sheets.read(write(folder, *rows))
    return survey.import_survey(press, survey.Declared(name, "lab.csv", Scale(1, 5)), sheet, sheets.identify)


@pytest.mark.usefixtures("trusting")
def test_killed_at_a_rename_a_survey_is_whole(press: Press, ids: list[str], tmp_path: Path) -> None:
    """Everything appears by a rename: whenever death comes, all of the file's ratings are there or none."""
    take_in(press, tmp_path, f"{ids[0]},A,3,3")
    honest = {name: getattr(os, name) for name in ("replace", "rename")}

    def deadly(moment: int, after: bool) -> Callable[[], None]:
        def work() -> None:
            seen = 0

            def replacement(source: str, target: str, name: str) -> None:
                nonlocal seen
                seen += 1
                if seen == moment and not after:
                    os.kill(os.getpid(), signal.SIGKILL)
                honest[name](source, target)
                if seen == moment:
                    os.kill(os.getpid(), signal.SIGKILL)

            for name in honest:
                setattr(os, name, lambda a, b, name=name: replacement(a, b, name))
            take_in(press, tmp_path, f"{ids[0]},A,3,3", f"{ids[1]},A,3,3", f"{ids[2]},B,3,3")

        return work

    found = []
    for moment in range(1, 8):
        for after in (False, True):
            died = in_a_child(deadly(moment, after))
            lake = imported(press.home)["lab-1"].lake
            for partition, _ in lake.stamps():
                lake.read(partition)
            counts = stored(press.home, "lab-1", "rating").num_rows, stored(press.home, "lab-1", "survey").num_rows
            assert counts in ((1, 1), (3, 2)), f"half of it, killed at {moment}"
            found.append((died, counts))
    assert (signal.SIGKILL, (1, 1)) in found
    assert (signal.SIGKILL, (3, 2)) in found
    assert not take_in(press, tmp_path, f"{ids[1]},A,3,3").new
    stray = surveys(press.home).bench("lab-1") / "rating" / "collection=survey-lab-1" / "game=other.parquet"
    stray.parent.mkdir(parents=True)
    stray.write_bytes(b"half")
    assert take_in(press, tmp_path, f"{ids[3]},A,3,3").new
    games = [partition.game for partition in imported(press.home)["lab-1"].lake.partitions("rating")]
    assert games == ["pick"], "what a killed import left behind is not taken for a part of the next"
    assert ask(press.home, "select count(*) from rating where provenance = 'survey'") == [(4,)]


def test_a_survey_is_checked_like_everything_else(
    press: Press, ids: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("assets.intake.survey_rows.like_formulas", lambda cells: pa.array([False] * len(cells)))
    monkeypatch.setattr(
        "assets.intake.survey.Terms", lambda name, scale, raters, *rest: Terms(name, scale, "=1", *rest)
    )
    with pytest.raises(ChecksFailed, match="rater id is not a formula"):
        take_in(press, tmp_path, f"{ids[0]},A,3,3")
    assert imported(press.home) == {}


@pytest.mark.usefixtures("trusting")
def test_a_damaged_survey_says_what_to_do_and_that_helps(
    press: Press, command: Any, ids: list[str], tmp_path: Path
) -> None:
    take_in(press, tmp_path, f"{ids[0]},A,3,3")
    path = imported(press.home)["lab-1"].lake.path(Partition("rating", "survey-lab-1", "pick"))
    path.write_bytes(b"PAR1")
    with pytest.raises(DamagedFile, match="tsume ratings remove lab-1"):
        all_ratings(press.home)
    for arguments in (("list",), ("export",), ("import", write(tmp_path, f"{ids[0]},A,3,3"), *LAB)):
        status, _, complained = command("ratings", *arguments)
        assert status == 1
        assert "damaged file" in complained[-1]
    assert command("ratings", "remove", "lab-1")[0] == 0
    assert take_in(press, tmp_path, f"{ids[0]},A,3,3").new
