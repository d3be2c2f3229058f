"""A night from end to end, with the smallest game: what is left behind, and what doing it again changes."""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import dagster as dg
import duckdb
import pyarrow.parquet as pq
import pytest

import tests.smallest.referee
from assets.core.settings import Settings
from assets.core.stage import ChecksFailed, Press, run_stage
from assets.graph.assets import NIGHT_STAGES
from assets.learning.registry import champion
from assets.release import publish as release
from assets.stages import models, selection
from orchestration.instance import prepare
from orchestration.night import NightFailed
from orchestration.summary import summary
from tests.conftest import Shared
from tests.conftest import make_night as make
from tests.trees import tree
from warehouse.home import Home
from warehouse.lake import DamagedFile, Lake, Origin, Partition, rows_to_table
from warehouse.publish import publish
from warehouse.releases import set_damaged_aside
from warehouse.vocabulary import LEVELS

NIGHT = "2026-11-15"
BESIDE = ["feed.json", "feed.xml", "index.html", "latest", "permalinks"]  # what stands beside the releases
pytestmark = pytest.mark.usefixtures("smallest")


def change_settings(old: str, new: str) -> None:
    path = Path(os.environ["TSUME_SETTINGS"])
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))


@pytest.fixture
def press(founded: Path, shared: Shared) -> Press:
    """A press whose lake has every stage of one night, made without Dagster."""
    press = Press.from_environment()

    def make(folder: Path) -> None:
        shutil.copytree(founded, folder, dirs_exist_ok=True)
        there = replace(press, home=Home(folder))
        prepare(there.home)
        for stage in NIGHT_STAGES:
            run_stage(stage, there, "pick", NIGHT)

    shutil.copytree(shared.once("stages", make), founded, dirs_exist_ok=True)
    return press


def test_a_night_leaves_a_whole_release(made: Path) -> None:
    folder = made / "releases" / NIGHT
    assert (made / "releases" / "latest").resolve() == folder.resolve()
    manifest = json.loads((folder / "manifest.json").read_text())
    puzzles = pq.read_table(folder / "puzzles.parquet").to_pylist()
    answers = {
        row["puzzle_id"]: json.loads(row["solution"])
        for row in pq.read_table(folder / "solutions.parquet").to_pylist()
    }
    assert manifest["ratings"] == "simulated"
    assert manifest["referee"]["pick"] == {
        "replayed": len(puzzles),
        "proved_unique_again": len(puzzles),
        "share": 1.0,
        "budget_seconds": Settings.load().referee["seconds"],
    }
    assert manifest["counts"]["puzzles"] == len(puzzles) > 5
    for row in puzzles:
        puzzle, (first, second) = json.loads(row["puzzle"]), answers[row["puzzle_id"]]
        assert int(puzzle["digits"][first]) + int(puzzle["digits"][second]) == puzzle["total"]
        assert row["provenance"] == "simulated"
    sums = dict(reversed(line.split("  ")) for line in (folder / "SHA256SUMS").read_text().splitlines())
    assert sums == {name: digest for name, digest in tree(folder).items() if name != "SHA256SUMS"}
    assert "Nobody has rated interest yet" in (folder / "index.html").read_text()
    models_page = (folder / "models.html").read_text()
    assert models_page.count('<figure class="plot">') == 5
    assert "Interest is fitted on simulated ratings. Difficulty is measured" in models_page
    assert "http" not in models_page, "no network"


def test_puzzles_released_are_unique_and_the_best_of_their_group(made: Path) -> None:
    with duckdb.connect(str(made / "warehouse.duckdb"), read_only=True) as connection:
        items = connection.execute("select puzzle_id from release_item").fetchall()
        known = dict(
            connection.execute("select puzzle_id, (verdict, count) from verdict where night is not null").fetchall()
        )
        groups = connection.execute(
            "select worth, top_worth, interest from quota where kind = 'curated' and chosen > 0"
        ).fetchall()
        parts = connection.execute(
            "select worth, hill, surprise_share, trust, why from selection where kind = 'curated'"
        ).fetchall()
    assert all(known[identity] == ("unique", 1) for (identity,) in items)
    assert all(top - 0.2 <= worth <= top and interest is None for worth, top, interest in groups)
    assert {share is not None for _, _, share, *_ in parts} == {True}
    assert all(worth == pytest.approx(hill + share) and trust == 0 for worth, hill, share, trust, _ in parts)
    assert all("simulated" not in why and "interest" not in why for *_, why in parts)


def test_there_is_one_scale_of_difficulty(founded: Path) -> None:
    """What a release states is everyone's prediction, whoever its puzzles were chosen for; levels of a game are
    apart, in the next night too, which carries puzzles on; tonight runs from easy to hard; no skill makes it harder.
    """
    settings = Path(os.environ["TSUME_SETTINGS"])
    settings.write_text(f'{settings.read_text()}\n[selection.levels]\n"*" = [2.5, 3.3]\n')
    make(founded)
    make(founded, "2026-11-16")
    with duckdb.connect(str(founded / "warehouse.duckdb"), read_only=True) as connection:
        said = connection.execute(
            """select e.interest = p.interest and e.difficulty = p.difficulty and e.difficulty_low = p.difficulty_low
                      and e.interest_high = p.interest_high and e.reason = p.reason, e.audience, s.audience_interest,
                      (select interest from prediction a where a.puzzle_id = e.puzzle_id and a.batch = p.batch
                              and a.audience = e.audience)
               from release_entry e join prediction p on p.puzzle_id = e.puzzle_id and p.night = e.added
               join selection s on s.puzzle_id = e.puzzle_id where p.audience = 'everyone'"""
        ).fetchall()
        levels = connection.execute(
            "select release, game, level, min(difficulty), max(difficulty) from release_entry group by all"
        ).fetchall()
        tonight = connection.execute(
            "select release, level, difficulty from set_item where set_name = 'tonight' order by release, position"
        ).fetchall()
        orders = connection.execute(
            """select count(*), count(*) filter (
                        greatest(e, r, a) <= coalesce(b, 5) and coalesce(a, 1) <= least(e, r, b)) from (
                 select max(difficulty) filter (audience = 'beginner') as b,
                        max(difficulty) filter (audience = 'regular') as r,
                        max(difficulty) filter (audience = 'advanced') as a,
                        max(difficulty) filter (audience = 'everyone') as e
                 from prediction group by batch, puzzle_id) where coalesce(a, b, r) is not null"""
        ).fetchall()
    assert all(same for same, *_ in said)
    assert {who for _, who, *_ in said} > {"everyone"}
    assert all(counted == own for *_, counted, own in said)
    ends = {(name, game, level): (low, high) for name, game, level, low, high in levels}
    assert len({level for _, _, level in ends}) > 1, ends
    for (name, game, level), (low, _) in ends.items():
        easier = [(name, game, other) for other in LEVELS[: LEVELS.index(level)]]
        assert all(ends[other][1] <= low for other in easier if other in ends)
    for name in {row[0] for row in tonight}:
        rows = [row for row in tonight if row[0] == name]
        assert rows[0][1] == "easy"
        assert [row[2] for row in rows] == sorted(row[2] for row in rows)
    ((puzzles, in_order),) = orders
    assert puzzles == in_order > 0


def test_the_same_night_twice_changes_nothing(made: Path) -> None:
    folder = made / "releases" / NIGHT
    before, link = tree(folder), os.stat(folder).st_ino
    make(made)
    assert tree(folder) == before
    assert os.stat(folder).st_ino == link
    assert sorted(path.name for path in folder.parent.iterdir()) == [NIGHT, *BESIDE]


def test_two_roots_give_the_same_bytes(founded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other one from nothing, founding models and all, and with more workers."""
    change_settings('[play.games."pick/near"]\ncount = 2', '[play.games."pick/near"]\ncount = 1')
    first = tree(make(founded))
    other = tmp_path / "elsewhere"
    monkeypatch.setenv("TSUME_HOME", str(other))
    monkeypatch.setenv("TSUME_WORKERS", "2")
    assert tree(make(other)) == first


def test_a_changed_night_is_released_beside_the_first(made: Path) -> None:
    folder = made / "releases" / NIGHT
    before = tree(folder)
    change_settings("per_group = 3", "per_group = 2")
    make(made)
    assert tree(folder) == before
    second = folder.with_name(f"{NIGHT}-r2")
    assert json.loads((second / "manifest.json").read_text())["release"] == f"{NIGHT}-r2"
    assert (folder.parent / "latest").resolve() == second.resolve()
    with duckdb.connect(str(made / "warehouse.duckdb"), read_only=True) as connection:
        rows = connection.execute("select release, revision from release order by 1").fetchall()
    assert rows == [(NIGHT, 1), (f"{NIGHT}-r2", 2)]


def test_more_candidates_hold_the_fewer_and_are_a_release_of_their_own(made: Path) -> None:
    def there(table: str, batch: str) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = Lake(made / "lake").read(Partition(table, batch, "pick")).to_pylist()
        return rows

    fewer, models_before = there("candidate", NIGHT), there("model", "founding")
    folder = make(made, scale=1.5)
    more = there("candidate", NIGHT)
    assert (len(fewer), len(more)) == (120 + 5, 180 + 8), "what was generated, and what was met in games"
    generated = [[row for row in rows if row["method"] != "play"] for rows in (fewer, more)]
    assert [row for row in generated[1] if row["number"] < 60] == generated[0]
    assert there("model", "founding") == models_before, "the founding panel does not depend on the scale"
    assert folder.with_name(f"{NIGHT}-r2").is_dir()


def test_an_old_night_made_late_gives_the_same_and_does_not_move_latest(
    made: Path, shared: Shared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An old night knows nothing of later ones; a later one carries on what was there before it."""
    make(late := made, "2026-11-14")
    early = tmp_path / "early"
    shutil.copytree(shared.root / "founded", early)
    monkeypatch.setenv("TSUME_HOME", str(early))
    make(early, "2026-11-14")
    make(early)
    assert (late / "releases" / "latest").resolve() == (late / "releases" / NIGHT).resolve()
    one, two = tree(early / "releases" / "2026-11-14"), tree(late / "releases" / "2026-11-14")
    assert set(one) == set(two)
    assert {name for name in one if one[name] != two[name]} <= {
        "manifest.json",
        "feed.json",
        "feed.xml",
        "SHA256SUMS",
    }
    files = (root / "releases" / NIGHT / "puzzles.parquet" for root in (early, late))
    both, alone = (pq.read_table(file).to_pylist() for file in files)
    assert {str(row["added"]) for row in both} == {"2026-11-14", NIGHT}
    assert {str(row["added"]) for row in alone} == {NIGHT}


def test_no_puzzle_is_chosen_for_two_nights(press: Press) -> None:
    """A second night with the very same candidates has to choose others."""
    first = press.lake.read(Partition("selection", NIGHT, "pick"))
    other = "2026-11-14"
    for table in selection.STAGE.reads:
        data = press.lake.read(Partition(table, NIGHT, "pick"))
        moved = data.set_column(0, "batch", [[other] * data.num_rows]).set_column(
            1, "night", [[date.fromisoformat(other)] * data.num_rows]
        )
        stamp = press.lake.stamp(Partition(table, NIGHT, "pick"))
        assert stamp is not None
        press.lake.write(Partition(table, other, "pick"), moved, Origin("test", "test", "test"))
    second = run_stage(selection.STAGE, press, "pick", other).tables["selection"]
    chosen = set(first.column("puzzle_id").to_pylist())
    assert second.num_rows > 0
    assert not chosen & set(second.column("puzzle_id").to_pylist())


def test_bad_rows_never_enter_the_lake(press: Press) -> None:
    """The suite looks before anything is written; ids are reported, rows set aside, checks stored."""
    partition = Partition("selection", NIGHT, "pick")
    before = press.lake.read(partition)
    ambiguous = next(
        row
        for row in press.lake.read(Partition("verdict", NIGHT, "pick")).to_pylist()
        if row["verdict"] == "ambiguous"
    )
    honest = selection.make

    def careless(work: Any) -> Any:
        rows = honest(work)["selection"].to_pylist()
        rows[0]["puzzle_id"] = ambiguous["puzzle_id"]
        return honest(work) | {"selection": rows_to_table("selection", rows)}

    stricter = replace(press.settings, selection={**press.settings.selection, "per_group": 2})
    press = replace(press, settings=stricter)
    with pytest.raises(ChecksFailed, match=ambiguous["puzzle_id"]):
        run_stage(replace(selection.STAGE, make=careless), press, "pick", NIGHT)
    assert press.lake.read(partition).equals(before)
    assert (press.home.root / "rejected").is_dir()
    stored = press.lake.read(Partition("check_result", NIGHT, "pick", "selection")).to_pylist()
    failed = [row for row in stored if not row["passed"]]
    assert failed
    assert any(ambiguous["puzzle_id"] in row["failed_ids"] for row in failed)
    with pytest.raises(release.ReleaseStopped, match="selection"):
        release.publish_release(press, NIGHT)


def test_the_referee_stops_one_bad_puzzle(press: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    """A swapped solution gets past tables and types, but not past the referee."""
    honest = release.chosen_items

    def swapped(*arguments: Any) -> list[dict[str, Any]]:
        items = honest(*arguments)
        items[3]["solution"] = "[0, 0]"
        return items

    monkeypatch.setattr(release, "chosen_items", swapped)
    bad = honest(press, "pick", NIGHT)[3]
    with pytest.raises(release.ReleaseStopped, match=bad["puzzle_id"]) as stopped:
        release.publish_release(press, NIGHT)
    assert " ".join(json.loads(bad["puzzle"])["digits"]) in str(stopped.value), "the drawing is missing"
    assert not list(press.home.releases.iterdir())


def test_a_release_needs_checks_of_the_data_as_it_stands(press: Press) -> None:
    partition = Partition("prediction", NIGHT, "pick")
    data = press.lake.read(partition)
    press.lake.write(partition, data.slice(0, data.num_rows - 1), Origin("test", "test", "test"))
    with pytest.raises(release.ReleaseStopped, match="prediction"):
        release.publish_release(press, NIGHT)


def test_a_stopped_night_fails_in_one_line_with_an_alert(founded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tests.smallest.referee, "count", lambda puzzle, stop_at=2, meter=None: 2)
    with pytest.raises(NightFailed, match="release failed: the referee stops the release"):
        make(founded)
    assert not list((founded / "releases").iterdir())
    with dg.DagsterInstance.get() as instance:
        (run,) = instance.get_runs()
        assert run.status == dg.DagsterRunStatus.FAILURE
        said = [entry.user_message for entry in instance.all_logs(run.run_id)]
    assert any("ALERT" in text and "referee" in text for text in said)


def test_a_damaged_partition_of_the_night_is_made_again(made: Path) -> None:
    folder = made / "releases" / NIGHT
    before = tree(folder)
    victim = made / "lake" / "verdict" / f"night={NIGHT}" / "game=pick.parquet"
    raw = bytearray(victim.read_bytes())
    raw[len(raw) // 2] ^= 0xFF
    victim.write_bytes(bytes(raw))
    make(made)
    assert tree(folder) == before


def test_a_damaged_partition_of_another_night_is_named(made: Path) -> None:
    victim, tonight = made / "lake" / "verdict" / f"night={NIGHT}" / "game=pick.parquet", "2026-11-16"
    victim.write_bytes(victim.read_bytes()[:100])
    with pytest.raises(NightFailed, match=rf"damaged file .*verdict/night={NIGHT}.*--night {NIGHT}"):
        make(made, tonight)
    assert (made / "releases" / tonight).is_dir(), "tonight's release does not need the damaged night"
    make(made)
    make(made, tonight)


def test_models_fitted_today_are_for_tomorrow(press: Press) -> None:
    founding = champion(press, "pick", "interest", date(2026, 11, 15))
    assert founding is not None
    models.refresh(press, "pick", date(2026, 11, 15))
    rows = models.all_models(press, "pick")
    assert {row["generation"] for row in rows} == {0, 1}
    assert champion(press, "pick", "interest", date(2026, 11, 15)) == founding
    assert all(row["parent"] for row in rows if row["generation"] == 1 and row["audience"] == "everyone")


def test_refreshing_twice_on_the_same_ratings_adds_nothing(press: Press) -> None:
    models.refresh(press, "pick", date(2026, 11, 15))
    before = models.all_models(press, "pick")
    models.refresh(press, "pick", date(2026, 11, 16))
    assert models.all_models(press, "pick") == before


def test_a_damaged_release_is_set_aside_and_released_again(press: Press) -> None:
    folder = release.publish_release(press, NIGHT).path
    before, whole = tree(folder), shutil.copytree(folder, press.home.root / "whole")
    sizes = {name: (folder / name).stat().st_size for name in before}
    damages = [(name, how) for name in before for how in ("removed", "cut short") if how == "removed" or sizes[name]]
    for name, how in damages:
        victim = folder / name
        victim.unlink() if how == "removed" else victim.write_bytes(victim.read_bytes()[:-1])
        if name in ("manifest.json", "puzzles.parquet"):  # of the others it is enough that they are noticed
            again = release.publish_release(press, NIGHT)
            assert (again.name, again.new) == (NIGHT, True), (name, how)
        else:
            assert set_damaged_aside(press.home, NIGHT), (name, how)
            assert not folder.exists()
            shutil.copytree(whole, folder)
        assert tree(folder) == before
    assert len(list((press.home.root / "damaged").iterdir())) == len(damages)


def test_a_damaged_release_of_another_night_is_named_with_its_remedy(press: Press) -> None:
    release.publish_release(press, NIGHT)
    (press.home.releases / NIGHT / "puzzles.parquet").write_bytes(b"PAR1")
    for reader in (lambda: publish(press.home), lambda: selection.released(press, "2026-11-14")):
        with pytest.raises(DamagedFile, match=rf"puzzles.parquet.*tsume nightly --night {NIGHT}"):
            reader()
    release.publish_release(press, NIGHT)
    assert publish(press.home)["release"] == 1
    assert selection.released(press, "2026-11-14")


def test_strangers_among_the_releases_do_no_harm(press: Press) -> None:
    (press.home.releases / "2026-99-99").mkdir()
    (press.home.releases / "notes.txt").write_text("mine")
    (press.home.releases / "latest").mkdir()
    folder = release.publish_release(press, NIGHT).path
    assert (press.home.releases / "latest").resolve() == folder.resolve()


def test_a_damaged_model_says_what_to_do_and_that_helps(press: Press) -> None:
    models.refresh(press, "pick", date(2026, 11, 15))
    victim = press.lake.path(Partition("model", NIGHT, "pick"))
    victim.write_bytes(b"")
    with pytest.raises(DamagedFile, match="delete it"):
        champion(press, "pick", "interest", None)
    victim.unlink()
    assert champion(press, "pick", "interest", None)


def test_everything_that_rests_on_simulated_ratings_says_so(press: Press) -> None:
    published = release.publish_release(press, NIGHT)
    for table in ("rating", "attempt", "prediction", "selection"):
        found = press.lake.read(Partition(table, NIGHT, "pick")).column("provenance").to_pylist()
        assert set(found) == {"simulated"}, table
    known = press.lake.read_all("model").to_pylist()
    assert {(row["target"], row["provenance"]) for row in known if row["audience"] == "everyone"} == {
        ("interest", "simulated"),
        ("difficulty", "measured"),
    }
    rows = pq.read_table(published.path / "puzzles.parquet").to_pylist()
    assert {row["provenance"] for row in rows} == {"simulated"}
    assert not [row["why"] for row in rows if "simulated" in row["why"]]
    assert {(row["people_ratings"], row["trust"]) for row in rows} == {(0, 0.0)}
    assert "rated (difficulty measured, interest not rated yet)" in summary(press.home, ["pick"], NIGHT)
    assert {row["difficulty_provenance"] for row in rows} == {"measured"}
    assert all("nobody has said yet" in row["reason"] and "interesting" not in row["reason_short"] for row in rows)
    manifest = json.loads((published.path / "manifest.json").read_text())
    assert (manifest["ratings"], manifest["difficulty_from"]) == ("simulated", "measured")
