"""Withdrawing a puzzle: a list that only grows, releases that stay, and later ones without it. And `tsume show`,
`tsume releases`, which tell of it."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import pyarrow.parquet as pq
import pytest

from assets.core.stage import Press
from assets.release.sets import STANDING
from assets.release.verify import verify
from tests.conftest import NIGHT, small_release
from tests.trees import tree
from warehouse.lake import DamagedFile
from warehouse.publish import publish
from warehouse.withdrawals import withdraw, withdrawals, withdrawn_ids

NEXT, LATER = "2026-11-16", "2026-11-17"
TODAY = date(2026, 11, 16)
WHY = "has two answers\n if you look at it"


def ids_of(folder: Path) -> list[str]:
    ids: list[str] = pq.read_table(folder / "puzzles.parquet").column("puzzle_id").to_pylist()
    return ids


def standing(folder: Path) -> str:
    """A puzzle that the next night would carry on."""
    rows = pq.read_table(folder / "sets.parquet").to_pylist()
    return next(row["puzzle_id"] for row in rows if row["kind"] == "curated")


def told(folder: Path) -> tuple[list[str], list[str]]:
    """What a release says of withdrawn puzzles: in CHANGES and in its manifest."""
    lines = [line for line in (folder / "CHANGES").read_text().splitlines() if line.startswith("withdrawn ")]
    return lines, [row["puzzle_id"] for row in json.loads((folder / "manifest.json").read_text())["withdrawn"]]


def test_the_next_release_is_without_it_and_says_so(press: Press, folder: Path) -> None:
    before, bad = tree(folder), standing(folder)
    withdraw(press.home, bad, WHY, TODAY)
    second = small_release(press, NEXT)
    assert tree(folder) == before, "an old release is never changed"
    first = pq.read_table(folder / "sets.parquet").to_pylist()
    carried = {row["puzzle_id"] for row in first if row["kind"] in STANDING}
    assert carried - set(ids_of(second)) == {bad}
    assert bad not in pq.read_table(second / "sets.parquet").column("puzzle_id").to_pylist()
    assert told(second) == ([f"withdrawn {bad} has two answers if you look at it"], [bad])
    assert f"left {bad}" not in (second / "CHANGES").read_text()
    third = small_release(press, LATER)
    assert told(third) == ([], [bad]), "CHANGES tell it once, the manifest for ever"
    assert bad not in ids_of(third)
    for release in (folder, second, third):
        assert verify(release, workers=1).differences == []


def test_a_night_made_again_after_a_withdrawal(press: Press, folder: Path) -> None:
    bad = standing(folder)
    withdraw(press.home, bad, WHY, TODAY)
    again = small_release(press, NIGHT)
    assert again.name == f"{NIGHT}-r2"
    assert bad not in ids_of(again)
    assert told(again) == ([f"withdrawn {bad} has two answers if you look at it"], [bad])
    before = tree(press.home.releases)
    small_release(press, NIGHT)
    assert tree(press.home.releases) == before, "and once more changes nothing"
    assert verify(again, workers=1).differences == []


def test_later_withdrawals_of_other_puzzles_do_not_touch_a_night(press: Press, folder: Path) -> None:
    second = small_release(press, NEXT)
    only_there = next(identity for identity in ids_of(second) if identity not in ids_of(folder))
    withdraw(press.home, only_there, WHY, date(2026, 11, 20))
    small_release(press, NIGHT)
    assert not (press.home.releases / f"{NIGHT}-r2").exists()


def test_the_list_only_grows(press: Press, folder: Path) -> None:
    first, second = ids_of(folder)[:2]
    assert withdraw(press.home, first, "bad", TODAY)[1]
    line = press.home.withdrawn.read_text()
    assert json.loads(line) == {"puzzle_id": first, "game": "pick", "why": "bad", "withdrawn_on": "2026-11-16"}
    found, new = withdraw(press.home, first, "worse", date(2026, 11, 18))
    assert (found.why, new) == ("bad", False)
    assert press.home.withdrawn.read_text() == line
    withdraw(press.home, second, "also bad", date(2026, 11, 18))
    assert press.home.withdrawn.read_text().startswith(line)
    assert withdrawn_ids(press.home) == {first, second}


def test_the_warehouse_has_them(press: Press, folder: Path) -> None:
    bad = ids_of(folder)[0]
    withdraw(press.home, bad, "bad", TODAY)
    assert publish(press.home)["withdrawal"] == 1
    with duckdb.connect(str(press.home.warehouse), read_only=True) as connection:
        assert connection.execute("from withdrawal").fetchall() == [(bad, "pick", "bad", TODAY)]


@pytest.mark.parametrize(
    "line", ["{", "[]", '{"puzzle_id": "1"}', '{"puzzle_id": "x", "game": 1, "why": ""}', "\udcff"]
)
def test_a_damaged_list_is_named_and_kept(press: Press, folder: Path, line: str) -> None:
    withdraw(press.home, ids_of(folder)[0], "bad", TODAY)
    raw = press.home.withdrawn.read_bytes() + line.encode(errors="surrogateescape") + b"\n"
    press.home.withdrawn.write_bytes(raw)
    with pytest.raises(DamagedFile, match=r"withdrawn\.jsonl"):
        withdrawals(press.home)
    with pytest.raises(DamagedFile):
        withdraw(press.home, ids_of(folder)[1], "bad", TODAY)
    assert press.home.withdrawn.read_bytes() == raw


def test_the_command(folder: Path, press: Press, command: Any) -> None:
    bad = ids_of(folder)[0]
    status, lines, complaints = command("withdraw", "0" * 16, "--why", "bad")
    assert (status, lines, len(complaints)) == (2, [], 1)
    assert "no puzzle here has the id" in complaints[0]
    for wrong in ([bad], [bad, "--why", " "], [], ["--list", bad], ["--why", "x"]):
        status, lines, complaints = command("withdraw", *wrong)
        assert (status, lines, len(complaints)) == (2, [], 1)
    assert not press.home.withdrawn.exists()
    status, lines, _ = command("withdraw", bad.upper(), "--why", "bad")
    assert (status, len(lines)) == (0, 1)
    status, lines, _ = command("withdraw", bad, "--why", "worse")
    assert status == 0
    assert "already" in lines[0]
    assert "bad" in lines[0]
    status, lines, _ = command("withdraw", "--list", "--format", "json")
    (row,) = json.loads("".join(lines))
    assert (status, row["puzzle_id"], row["why"]) == (0, bad, "bad")


def test_puzzles_of_the_lake_can_be_withdrawn(folder: Path, press: Press, ids: list[str]) -> None:
    other = next(identity for identity in ids if identity not in ids_of(folder))
    assert withdraw(press.home, other, "bad", TODAY)[0].game == "pick"


def shown(command: Any, *arguments: str) -> dict[str, Any]:
    status, (line,), _ = command("show", *arguments, "--format", "json")
    assert status == 0
    found: dict[str, Any] = json.loads(line)
    return found


def test_show_tells_all_there_is(folder: Path, press: Press, command: Any) -> None:
    identity = standing(folder)
    bare = shown(command, identity)
    publish(press.home)
    full = shown(command, identity[:8], "--answer")
    assert full["puzzle_id"] == identity
    assert "solution" not in bare
    for name in ("puzzle", "variant", "length", "themes", "releases", "withdrawn"):
        assert bare[name] == full[name], name
    assert set(full["features"]) == {"digits", "total", "distance", "near_misses", "solutions"}
    assert {row["audience"] for row in full["predictions"]} >= {"everyone", "beginner"}
    (released,) = bare["predictions"]
    assert released in [row | {"hill": None} for row in full["predictions"]], "the release has its audience's hill"
    assert full["predictions"][0]["audience"] == "everyone"
    assert full["predictions"][0]["reason"]
    (appearance,) = full["releases"]
    assert appearance["release"] == NIGHT
    assert any(name.startswith("curated-") for name in appearance["sets"])
    withdraw(press.home, identity, "bad", TODAY)
    assert shown(command, identity)["withdrawn"] == {"why": "bad", "withdrawn_on": "2026-11-16"}


def test_show_for_a_person(folder: Path, press: Press, command: Any) -> None:
    identity = standing(folder)
    for from_warehouse in (False, True):
        if from_warehouse:
            publish(press.home)
        status, lines, _ = command("show", identity, "--answer")
        text = "\n".join(lines)
        assert status == 0
        assert text.startswith(identity)
        assert text.count("  = ") == 2, "a drawing of the problem and one of the answer"
        (told,) = [line for line in lines if line.startswith("everyone: ")]
        assert re.fullmatch(
            r"everyone: difficulty [\d.]+( \([^)]*\))?, measured; interest not rated yet",
            told,
        )
        assert {"Fits best:", "Surprise:"} <= {line[:12].strip() for line in lines}
        assert (
            json.loads(command("show", identity, "--format", "json")[1][0])["predictions"][0]["difficulty_from"]
            == "measured"
        )
        assert f"release:    {NIGHT}" in text
    assert "\n".join(command("show", identity)[1]).count("  = ") == 1
    withdraw(press.home, identity, "bad", TODAY)
    assert "WITHDRAWN on 2026-11-16: bad" in command("show", identity)[1]


def test_show_knows_puzzles_that_were_never_released(
    folder: Path, press: Press, command: Any, ids: list[str]
) -> None:
    publish(press.home)
    other = next(identity for identity in ids if identity not in ids_of(folder))
    assert shown(command, other)["releases"] == []
    assert "releases:   none" in command("show", other)[1]


def test_show_of_what_is_not_there(folder: Path, press: Press, command: Any) -> None:
    for from_warehouse in (False, True):
        if from_warehouse:
            publish(press.home)
        for what, words in (("0" * 16, "no puzzle here"), ("12345", "is no id"), ("not-an-id", "is no id")):
            status, lines, complaints = command("show", what)
            assert (status, lines, len(complaints)) == (2, [], 1)
            assert words in complaints[0]


def test_an_ambiguous_prefix_names_some(monkeypatch: pytest.MonkeyPatch) -> None:
    from warehouse.history import the_one
    from warehouse.withdrawals import UnknownPuzzle

    with pytest.raises(UnknownPuzzle, match=r"^2 puzzles have ids that begin with 'abcdef': abcdef01, abcdef02$"):
        the_one("abcdef", ["abcdef01", "abcdef02"])


def test_releases_lists_them(folder: Path, press: Press, command: Any) -> None:
    withdraw(press.home, ids_of(folder)[0], "bad", TODAY)
    second = small_release(press, NEXT)
    (second / "index.html").write_text("")
    status, lines, _ = command("releases", "--format", "json")
    assert status == 0
    newer, older = json.loads("".join(lines))
    assert (newer["release"], newer["state"], newer["withdrawn"]) == (NEXT, "damaged", 0)
    assert (older["release"], older["state"], older["withdrawn"]) == (NIGHT, "whole", 1)
    assert older["puzzles"] == older["added"] == len(ids_of(folder))
    assert newer["puzzles"] > newer["added"]
    assert older["provenance"] == "simulated"
    (second / "puzzles.parquet").write_bytes(b"")
    (second / "manifest.json").write_text("{}")
    status, lines, complaints = command("releases", "--format", "csv")
    assert (status, len(lines), complaints) == (0, 3, [])
    assert f"{NEXT},{NEXT},,,,,,damaged," in lines
