"""The release as a data package: its files in three forms, the manifest, the card, CHANGES, the feed, permalinks."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime
from email.utils import parsedate_to_datetime
from html import escape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import polars
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from frictionless import Package

from assets.core.settings import Settings
from assets.core.stage import Press
from assets.release import feed as feeds
from assets.release import package
from assets.release.manifest import counts
from assets.release.publish import SENTENCES, carried_items
from engines.registry import engine
from tests.conftest import small_release as make
from tests.smallest import PickEngine
from tests.trees import tree
from warehouse.releases import Release, published_releases, set_damaged_aside

EVE, NIGHT, NEXT = "2026-11-14", "2026-11-15", "2026-11-16"


def manifest_of(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "manifest.json").read_text())
    return found


def rows_of(folder: Path, name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pq.read_table(folder / f"{name}.parquet").to_pylist()
    return rows


def test_the_manifest_is_a_data_package_and_its_tables_keep_to_their_schemas(folder: Path) -> None:
    found = Package(str(folder / "manifest.json"))
    assert not list(Package.metadata_validate(found.to_descriptor()))
    whole = [resource.name for resource in found.resources]
    assert whole == [f"{name}{form}" for name in package.SCHEMAS for form in ("", "-parquet", "-jsonl")]
    for resource in [resource for resource in found.resources if resource.format != "csv"]:
        found.remove_resource(resource.name)  # the validator reads CSV by itself; `tsume verify` compares the others
    report = found.validate()
    assert report.valid, report.flatten(["name", "type", "message"])
    assert [task.stats["rows"] for task in report.tasks] == [len(rows_of(folder, name)) for name in package.SCHEMAS]


def spoiled(folder: Path, name: str, change: Callable[[list[dict[str, str]]], None]) -> list[str]:
    """What the validator says of a CSV file that was changed."""
    path = folder / f"{name}.csv"
    rows = list(csv.DictReader(io.StringIO(path.read_text())))
    change(rows)
    with open(path, "w", newline="") as handle:
        writer = csv.DictWriter(handle, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    descriptor = manifest_of(folder)
    descriptor["resources"] = [found for found in descriptor["resources"] if found["format"] == "csv"]
    report = Package.from_descriptor(descriptor, basepath=str(folder)).validate()
    return [kind for (kind,) in report.flatten(["type"])]


@pytest.mark.parametrize(
    ("name", "change", "what"),
    [
        ("puzzles", lambda rows: rows[0].update(level="fiendish"), "constraint-error"),
        ("puzzles", lambda rows: rows[0].update(interest="5.5"), "constraint-error"),
        ("puzzles", lambda rows: rows[0].update(position="0"), "constraint-error"),
        ("puzzles", lambda rows: rows[0].update(puzzle_id="no-id"), "constraint-error"),
        ("puzzles", lambda rows: rows[0].update(added="yesterday"), "type-error"),
        ("puzzles", lambda rows: rows[1].update(puzzle_id=rows[0]["puzzle_id"]), "primary-key"),
        ("solutions", lambda rows: rows[0].update(solution=""), "constraint-error"),
        ("solutions", lambda rows: rows[0].update(puzzle_id="0" * 16), "foreign-key"),
        ("sets", lambda rows: rows[0].update(puzzle_id="0" * 16), "foreign-key"),
        ("sets", lambda rows: rows[0].update(kind="weekly"), "constraint-error"),
        ("sets", lambda rows: rows.pop(), "row-count"),
    ],
)
def test_the_schemas_say_what_is_true(folder: Path, name: str, change: Any, what: str) -> None:
    assert what in spoiled(folder, name, change)


def test_the_manifest_says_what_the_release_is(folder: Path, press: Press) -> None:
    manifest, puzzles, sets = manifest_of(folder), rows_of(folder, "puzzles"), rows_of(folder, "sets")
    for found in manifest["resources"]:
        raw = (folder / found["path"]).read_bytes()
        assert (found["bytes"], found["rows"]) == (len(raw), len(rows_of(folder, found["path"].split(".")[0])))
        assert all(field["description"] for field in found["schema"]["fields"])
    assert manifest["files"] == {
        name: digest for name, digest in tree(folder).items() if name not in ("manifest.json", "SHA256SUMS")
    }
    told = manifest["counts"]
    assert told["puzzles"] == told["added"] == sum(told["levels"].values()) == sum(told["games"].values())
    assert told == counts(NIGHT, puzzles, sets)
    assert told["sets"]["day"] == 1
    assert manifest["licenses"][0]["name"] == "CC0-1.0"
    assert manifest["version"] == "2026.11.15"
    assert [source["title"].split(":")[0] for source in manifest["sources"]] == [
        f"Behind the interest of {len(puzzles)} puzzles",
        f"Behind the difficulty of {len(puzzles)} puzzles",
    ]
    assert "simulated" in manifest["sources"][0]["title"]
    assert "measured" in manifest["sources"][1]["title"]
    assert (manifest["ratings"], manifest["difficulty_from"]) == ("simulated", "measured")
    assert manifest["puzzle_of_the_day"]["puzzle_id"] == next(s["puzzle_id"] for s in sets if s["kind"] == "day")
    assert set(manifest["seeds"]) == set(press.settings.nightly)
    assert set(manifest["versions"]) == {"code", "engines", "models", "data"}
    assert manifest["checks_passed"]["pick"] > 0
    assert manifest["withdrawn"] == manifest["releases_already_published"] == []


def test_sums_are_what_sha256sum_reads(folder: Path) -> None:
    done = subprocess.run(["sha256sum", "-c", "--strict", "SHA256SUMS"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count(": OK\n") == len(tree(folder)) - 1


def test_numbers_in_csv_read_back_the_same(folder: Path) -> None:
    text = csv.DictReader(io.StringIO((folder / "puzzles.csv").read_text()))
    frame = polars.read_csv(folder / "puzzles.csv")
    for number, (row, cells) in enumerate(zip(rows_of(folder, "puzzles"), text, strict=True)):
        for name, value in row.items():
            if isinstance(value, float):
                assert float(cells[name]) == value == frame[name][number]


def test_json_lines_are_puzzles_that_commands_read(folder: Path, command: Any) -> None:
    answers = {row["puzzle_id"]: json.loads(row["solution"]) for row in rows_of(folder, "solutions")}
    status, lines, _ = command("solve", str(folder / "puzzles.jsonl"))
    assert status == 0
    for line in map(json.loads, lines):
        assert (line["verdict"], line["solutions"]) == ("unique", [answers[line["puzzle_id"]]])
    assert len(lines) == len(answers)
    for name in ("draw", "rate"):
        status, lines, _ = command(name, str(folder / "puzzles.jsonl"))
        assert (status, len(lines)) == (0, len(answers))


@pytest.mark.parametrize(
    "text",
    [
        '{"game":"tspin","goal":"tsd","moves":"drop","queue":"S","board":["X...XXXXXX","XX.XXXXXXX"]}',
        '{"game":"puyo","goal":{"kind":"chain","n":1,"exact":true,"color":"all"},"queue":["rr"],"board":["rr...."]}',
        '{"game":"geister","board":"...uu./....RB/.u..../....../....../......","hidden":{"blue":1,"red":2}}',
    ],
)
def test_no_games_fields_hide_a_column(text: str) -> None:
    """In JSON lines a puzzle's fields stand beside the columns."""
    rules = engine(json.loads(text)["game"])
    assert set(rules.encode(rules.decode(json.loads(text)))) & set(package.SCHEMAS["puzzles"].names) == {"game"}


def test_changes_tell_what_is_added_and_what_left(press: Press, trusting: None) -> None:
    small = replace(press, settings=replace(press.settings, sets={"tonight": 4, "curated": 9, "pool": 20}))
    first, second = make(small, EVE), make(small, NIGHT)
    lines = (first / "CHANGES").read_text().splitlines()
    added = rows_of(first, "puzzles")
    total = f"{len(added)} puzzles"
    assert lines[0] == f"{EVE}: {total} added, 0 left a set, 0 withdrawn; {total} now (before it: none)"
    assert [line.split()[1] for line in lines[1:]] == [row["puzzle_id"] for row in added]
    in_sets = {(row["puzzle_id"], row["set_name"]) for row in rows_of(first, "sets")}
    for line in lines[1:]:
        _, identity, variant, level, names = line.split(" ")
        assert (variant, level) == next((r["variant"], r["level"]) for r in added if r["puzzle_id"] == identity)
        assert {(identity, name) for name in names.split(",")} == {pair for pair in in_sets if pair[0] == identity}
    standing = {pair for pair in in_sets if pair[1].startswith(("curated-", "flash-", "practice-"))}
    still = {(row["puzzle_id"], row["set_name"]) for row in rows_of(second, "sets")}
    lines = (second / "CHANGES").read_text().splitlines()
    left = {tuple(line.split()[1:]) for line in lines if line.startswith("left ")}
    assert left == standing - still != set()
    assert f"{len(left)} left a set, 0 withdrawn" in lines[0]
    assert f"before it: {EVE}" in lines[0]


def test_the_card_is_for_hubs_and_says_simulated(folder: Path) -> None:
    card = (folder / "README.md").read_text()
    front = re.match(r"---\n(.*?)\n---\n", card, re.DOTALL)
    assert front is not None
    assert "license: cc0-1.0" in front[1]
    assert "data_files: puzzles.parquet" in front[1]
    assert "Simulated ratings: no person was asked." in card
    assert "Difficulty is measured on the puzzle and its answer." in card
    assert "- *measured*: " in card
    for name, schema in package.SCHEMAS.items():
        assert f"### `{name}`" in card
        assert all(f"| `{column}` |" in card for column in schema.names)


def test_the_code_in_the_card_runs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    (code,) = re.findall(r"```python\n(.*?)```", (folder / "README.md").read_text(), re.DOTALL)
    found: dict[str, Any] = {}
    exec(code, found)
    assert len(found["puzzles"]) == len(rows_of(folder, "puzzles"))
    assert len(found["curated"]) == sum(row["kind"] == "curated" for row in rows_of(folder, "sets"))


def test_the_feed_has_a_night_an_item(press: Press, trusting: None) -> None:
    first, second = make(press, EVE), make(press, NIGHT)
    feed = json.loads((second / "feed.json").read_text())
    assert feed["version"] == "https://jsonfeed.org/version/1.1"
    assert [item["id"] for item in feed["items"]] == [f"tsume-{NIGHT}", f"tsume-{EVE}"]
    assert len(json.loads((first / "feed.json").read_text())["items"]) == 1
    for place in (second / "feed.json", press.home.releases / "feed.json"):
        for item in json.loads(place.read_text())["items"]:
            assert (place.parent / item["url"]).is_file(), "relative to the feed"
            day = item["_tsume"]["puzzle_of_the_day"]
            assert day["puzzle_id"] in day["url"]
            assert (place.parent / day["url"].split("#")[0]).is_file()
            assert day["title"] in item["content_text"]
            there = rows_of(press.home.releases / item["_tsume"]["release"], "puzzles")
            (row,) = [row for row in there if row["puzzle_id"] == day["puzzle_id"]]
            assert (row["reason_short"] or "") in item["content_text"]
            assert row["reason"] not in item["content_text"], "it may tell of the answer"
            assert "Difficulty is measured on the puzzle and its answer." in item["content_text"]
            assert "Nobody has rated interest yet: the choice goes by whom a puzzle suits" in item["content_text"]
            assert (item["_tsume"]["ratings"], item["_tsume"]["difficulty_from"]) == ("simulated", "measured")
            assert (day["provenance"], day["difficulty_provenance"]) == ("simulated", "measured")


def test_the_feed_tells_releases_of_earlier_versions_as_they_were() -> None:
    manifest = {"release": EVE, "night": EVE, "ratings": "survey", "counts": {"tsd-1": {"easy": 3}}}
    (item,) = feeds.feed_of([manifest], "", "")["items"]
    assert item["content_text"] == (
        "3 puzzles. Difficulty is predicted from ratings by people in surveys. "
        "Interest is predicted from ratings by people in surveys."
    )


def test_what_an_earlier_version_said_of_interest_is_not_carried_on(press: Press, trusting: None) -> None:
    """Its sentences took simulated raters' word for it; the puzzles stay, and so do their numbers."""
    first = make(press, EVE)
    table = pq.read_table(first / "puzzles.parquet").drop_columns("difficulty_provenance")
    pq.write_table(table, first / "puzzles.parquet")
    (before,) = published_releases(press.home)
    for item, row in zip(carried_items(before, press.settings), table.to_pylist(), strict=True):
        assert [item[name] for name in SENTENCES] == [None] * 4
        assert row["reason"]
        assert (item["interest"], item["difficulty_provenance"]) == (row["interest"], None)
        assert "difficulty_provenance" in item
    rated = table.set_column(table.column_names.index("provenance"), "provenance", [["players"] * table.num_rows])
    pq.write_table(rated, first / "puzzles.parquet")
    assert all(item["reason"] for item in carried_items(before, press.settings))


def test_the_feed_has_full_addresses_where_there_is_one(press: Press, trusting: None) -> None:
    online = replace(press, settings=replace(press.settings, release={"base_url": "https://a.org/tsume/"}))
    folder = make(online)
    feed = json.loads((folder / "feed.json").read_text())
    assert feed["feed_url"] == f"https://a.org/tsume/{NIGHT}/feed.json"
    assert feed["items"][0]["url"] == f"https://a.org/tsume/{NIGHT}/index.html"
    before = tree(folder)
    make(press)
    assert tree(folder) == before, "another address makes no new revision"
    assert json.loads((press.home.releases / "feed.json").read_text())["feed_url"] == "feed.json"


def rss(folder: Path) -> ElementTree.Element:
    """The channel of a folder's RSS feed."""
    root = ElementTree.fromstring((folder / "feed.xml").read_bytes())
    assert (root.tag, root.get("version")) == ("rss", "2.0")
    channel = root.find("channel")
    assert channel is not None
    return channel


def texts(item: ElementTree.Element, *names: str) -> list[str | None]:
    return [item.findtext(name) for name in names]


def test_both_feeds_say_the_same(press: Press, trusting: None) -> None:
    make(press, EVE)
    second = make(press, NIGHT)
    for place in (second, press.home.releases):
        told, channel = json.loads((place / "feed.json").read_text()), rss(place)
        assert texts(channel, "title", "link", "description") == [
            told["title"], told["home_page_url"], told["description"],
        ]  # fmt: skip
        assert len(told["items"]) == 2
        for item, entry in zip(channel.findall("item"), told["items"], strict=True):
            assert texts(item, "guid", "title", "link") == [entry["id"], entry["title"], entry["url"]]
            assert [category.text for category in item.findall("category")] == entry["tags"]
            assert parsedate_to_datetime(item.findtext("pubDate") or "") == datetime.fromisoformat(
                entry["date_published"]
            )
            said = item.findtext("description") or ""
            assert all(escape(line) in said for line in entry["content_text"].splitlines())
            enclosure = item.find("enclosure")
            assert enclosure is not None
            assert enclosure.get("url") == entry["image"]
            picture = (place / entry["image"]).read_bytes()
            assert enclosure.get("length") == str(len(picture))
            assert ElementTree.fromstring(picture).tag.endswith("svg")
            assert f'<img src="{entry["image"]}"' in said


def test_rss_has_full_addresses_where_there_is_one(press: Press, trusting: None) -> None:
    """Only then it may say what its own address is."""
    self_link = "{http://www.w3.org/2005/Atom}link"
    online = replace(press, settings=replace(press.settings, release={"base_url": "https://a.org/tsume"}))
    folder = make(online)
    channel = rss(folder)
    (item,) = channel.findall("item")
    enclosure, own = item.find("enclosure"), channel.find(self_link)
    assert enclosure is not None
    assert own is not None
    assert own.get("href") == f"https://a.org/tsume/{NIGHT}/feed.xml"
    assert item.findtext("link") == f"https://a.org/tsume/{NIGHT}/index.html"
    assert enclosure.get("url") == f"https://a.org/tsume/{NIGHT}/day.svg"
    make(press)
    assert rss(press.home.releases).find(self_link) is None


def test_themes_are_a_list_and_one_text_in_csv(folder: Path) -> None:
    table = pq.read_table(folder / "puzzles.parquet")
    assert table.schema.field("themes").type == pa.list_(pa.field("element", pa.string()))
    listed = table.column("themes").to_pylist()
    assert any(len(themes) > 1 for themes in listed), "the test needs some"
    lines = [json.loads(line) for line in (folder / "puzzles.jsonl").read_text().splitlines()]
    assert [line["themes"] for line in lines] == listed
    with open(folder / "puzzles.csv", newline="") as handle:
        assert [row["themes"].split() for row in csv.DictReader(handle)] == listed
    types = {
        resource["format"]: field["type"]
        for resource in manifest_of(folder)["resources"]
        for field in resource["schema"]["fields"]
        if field["name"] == "themes"
    }
    assert types == {"csv": "string", "parquet": "array", "jsonl": "array"}


def test_the_card_and_the_manifest_say_how_solutions_are_written(folder: Path) -> None:
    assert manifest_of(folder)["solution_forms"] == {"pick": PickEngine.solution_form}
    assert f"- **pick**: {PickEngine.solution_form}" in (folder / "README.md").read_text()


def pages(press: Press) -> dict[str, str]:
    """Where each permalink leads: found as the page finds it."""
    home = press.home.releases
    (named,) = set(re.findall(r"permalinks/[0-9a-f]{12}", (home / "index.html").read_text()))
    assert [path.name for path in (home / "permalinks").iterdir()] == [named.split("/")[1]]
    found = {}
    for script in (home / named).iterdir():
        for page, ids in json.loads(script.read_text()[len("found(") : -len(");\n")]).items():
            for identity in ids.split(" "):
                assert identity.startswith(script.stem)
                found[identity] = page.split("/")[0]
    return found


def test_permalinks_lead_to_the_release_that_added_a_puzzle(press: Press, trusting: None) -> None:
    later = make(press, NIGHT)
    assert set(pages(press).values()) == {NIGHT}
    made_late = make(press, EVE)
    after = make(press, NEXT)
    found = pages(press)
    for folder in (later, made_late, after):
        for row in rows_of(folder, "puzzles"):
            assert found[row["puzzle_id"]] == str(row["added"])
    index = (press.home.releases / "index.html").read_text()
    assert re.findall(r'<li><a href="([^/]+)/', index) == [NEXT, NIGHT, EVE]


def test_permalinks_follow_a_night_made_again(press: Press, trusting: None) -> None:
    first = {row["puzzle_id"] for row in rows_of(make(press), "puzzles")}
    fewer = replace(press, settings=replace(press.settings, selection={**press.settings.selection, "per_group": 2}))
    second = {row["puzzle_id"] for row in rows_of(make(fewer), "puzzles")}
    assert second < first
    assert pages(press) == {identity: f"{NIGHT}-r2" if identity in second else NIGHT for identity in first}


def test_a_night_made_again_after_an_earlier_one_was_made_late_follows_it(press: Press, trusting: None) -> None:
    first = make(press, NIGHT)
    eve = make(press, EVE)
    second = make(press, NIGHT)
    assert [manifest_of(folder)["release_before"] for folder in (first, eve, second)] == [None, None, EVE]
    assert second.name == f"{NIGHT}-r2"
    carried = {row["puzzle_id"] for row in rows_of(second, "puzzles") if str(row["added"]) == EVE}
    assert carried
    assert carried <= {row["puzzle_id"] for row in rows_of(eve, "puzzles")}
    assert make(press, NIGHT) == second, "once it follows, it stays"


def test_what_stands_beside_the_releases_is_made_again(press: Press, folder: Path) -> None:
    home = press.home.releases
    before = {name: digest for name, digest in tree(home).items() if not name.startswith(("latest", NIGHT))}
    assert {name.split("/")[0] for name in before} == {"index.html", "feed.json", "feed.xml", "permalinks"}
    inode = os.stat(home / "index.html").st_ino
    make(press)
    assert os.stat(home / "index.html").st_ino == inode, "what would come out the same stays"
    for name in ("index.html", "feed.json", "feed.xml"):
        (home / name).write_text("{")
    make(press)
    assert {name: digest for name, digest in tree(home).items() if not name.startswith(("latest", NIGHT))} == before
    assert [found.name for found in published_releases(press.home)] == [NIGHT]
    assert set_damaged_aside(press.home, NIGHT) == []


def test_a_damaged_manifest_of_another_night_stops_nothing(press: Press, folder: Path) -> None:
    manifest = manifest_of(folder)
    for number, damaged in enumerate(([], {}, manifest | {"counts": 7}, manifest | {"counts": {"puzzles": 1}}), 16):
        (folder / "manifest.json").write_text(json.dumps(damaged))
        later = make(press, f"2026-11-{number}")
        assert later.name in set(pages(press).values())
        assert NIGHT not in {
            item["_tsume"]["night"] for item in json.loads((later / "feed.json").read_text())["items"]
        }


@pytest.mark.parametrize("address", ["a.org", "ftp://a.org", "https://", "https://a b", "https://a.org?x", "7"])
def test_an_address_must_be_one(address: str, press: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    from assets.core.settings import BadSettings, Settings

    path = Path(os.environ["TSUME_SETTINGS"])
    value = address if address == "7" else json.dumps(address)
    path.write_text(path.read_text() + f"\n[release]\nbase_url = {value}\n")
    with pytest.raises(BadSettings, match=r"release\.base_url"):
        Settings.load()


def test_what_an_older_release_has_is_carried_with_its_third_and_a_level_by_the_cuts(tmp_path: Path) -> None:
    """Its level was the third of its kind; now the level follows from its difficulty."""
    settings = Settings.load()
    medium = sum(settings.cuts("tspin")) / 2
    rows = [
        {"puzzle_id": f"{place:016x}", "game": "tspin", "level": level, "difficulty": difficulty}
        for place, (level, difficulty) in enumerate((("hard", 1.2), ("easy", 4.0), ("medium", medium)))
    ]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "puzzles.parquet")
    answers = [{"puzzle_id": row["puzzle_id"], "solution": "[]"} for row in rows]
    pq.write_table(pa.Table.from_pylist(answers), tmp_path / "solutions.parquet")
    before = Release(date.fromisoformat(EVE), 1, tmp_path)
    found = carried_items(before, settings)
    assert [(item["third"], item["level"]) for item in found] == [
        *(("hardest", "easy"), ("easiest", "hard"), ("middle", "medium"))
    ]
    pq.write_table(pa.Table.from_pylist([row | {"third": None} for row in rows]), tmp_path / "puzzles.parquet")
    assert [item["third"] for item in carried_items(before, settings)] == [None] * 3, "drawn by lot"
