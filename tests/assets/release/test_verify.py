"""`tsume verify`: a good release passes; whatever is changed in one is found and named in one line."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from assets.release import package
from assets.release.manifest import counts
from assets.release.verify import check_sums, verify
from engines.identity import puzzle_id
from engines.registry import engine
from tests.conftest import NIGHT

Rows = list[dict[str, Any]]
NAMES = (
    "CHANGES", "README.md", "SHA256SUMS", "day.svg", "feed.json", "feed.xml", "index.html", "manifest.json",
    "models.html",
    *(f"{name}.{form}" for name in package.SCHEMAS for form in package.FORMS),
)  # fmt: skip


def differences(folder: Path, full: bool = False) -> list[str]:
    return verify(folder, full, workers=1).differences


def one(folder: Path, *words: str, full: bool = False) -> None:
    """Exactly one difference, which says this."""
    (found,) = differences(folder, full)
    assert all(word in found for word in words), found


def rows_of(folder: Path, name: str) -> Rows:
    rows: Rows = pq.read_table(folder / f"{name}.parquet").to_pylist()
    return rows


def put_rows(folder: Path, name: str, rows: Rows) -> None:
    """A table with other rows, in all three forms."""
    data = pa.Table.from_pylist(rows, schema=package.SCHEMAS[name])
    pq.write_table(data, folder / f"{name}.parquet", compression="zstd")
    (folder / f"{name}.csv").write_text(package.csv_text(data))
    (folder / f"{name}.jsonl").write_text(package.jsonl_text(name, data))


def manifest_of(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "manifest.json").read_text())
    return found


def redo_sums(folder: Path) -> None:
    """Make manifest and sums fit the files again, as whoever covers up a change would."""
    manifest = manifest_of(folder)
    files = package.sums(folder, ("manifest.json",))
    for resource in manifest["resources"]:
        path = folder / resource["path"]
        rows = pq.read_table(path.with_suffix(".parquet")).num_rows
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        resource |= {"bytes": path.stat().st_size, "hash": f"sha256:{digest}", "rows": rows}
    manifest["files"] = files
    manifest["counts"] = counts(manifest["night"], rows_of(folder, "puzzles"), rows_of(folder, "sets"))
    put_manifest(folder, manifest)


def put_manifest(folder: Path, manifest: Any) -> None:
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=2))
    package.write_sums(folder)


def test_a_good_release_passes_wherever_it_is_copied(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "a copy"
    shutil.copytree(folder, copy)
    report = verify(copy, full=True, workers=1)
    assert report.differences == []
    said = "\n".join(report.checked)
    count = len(rows_of(folder, "puzzles"))
    assert f"{count} solutions replayed by the referee" in said
    assert f"{count} of {count} proved again by the solver" in said
    assert f"{count} of {count} pick puzzles proved again by the referee" in said


def test_every_file_is_listed_here(folder: Path) -> None:
    assert {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()} >= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_flipped_byte_in_any_file_is_found(folder: Path, name: str) -> None:
    raw = bytearray((folder / name).read_bytes())
    raw[len(raw) // 3] ^= 0x01
    (folder / name).write_bytes(bytes(raw))
    found = differences(folder)
    assert found
    assert name == "SHA256SUMS" or f"{name}: is not as SHA256SUMS says" in found
    assert all("\n" not in line for line in found)


def test_a_flipped_byte_is_found_wherever_it_is(folder: Path) -> None:
    """Every file, pages and folders of pages included."""
    (folder / "nested" / "deeper").mkdir(parents=True)
    (folder / "nested" / "deeper" / "page.html").write_text("a page")
    package.write_sums(folder)
    for path in [path for path in folder.rglob("*") if path.is_file()]:
        honest = path.read_bytes()
        for place in (0, len(honest) // 2, len(honest) - 1):
            raw = bytearray(honest)
            raw[place] ^= 0x80
            path.write_bytes(bytes(raw))
            assert check_sums(folder)[1], (path.name, place)
        path.write_bytes(honest)
    assert check_sums(folder)[1] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_missing_file_is_found(folder: Path, name: str) -> None:
    (folder / name).unlink()
    assert f"{name}: is missing" in differences(folder)


def test_files_too_many_are_found(folder: Path) -> None:
    (folder / "notes").mkdir()
    (folder / "notes" / "mine.txt").write_text("mine")
    found = differences(folder)
    assert "notes/mine.txt: is not listed in SHA256SUMS" in found
    package.write_sums(folder)
    one(folder, "manifest.json: does not list notes/mine.txt")


def test_links_and_empty_folders_are_found(folder: Path, tmp_path: Path) -> None:
    (folder / "nothing").mkdir()
    (folder / "astray.html").symlink_to("nowhere")
    (tmp_path / "index.html").write_bytes((folder / "index.html").read_bytes())
    (folder / "index.html").unlink()
    (folder / "index.html").symlink_to(tmp_path / "index.html")
    found = differences(folder)
    assert [line for line in found if line.startswith(("nothing", "astray", "index"))] == [
        "astray.html: is a link", "index.html: is a link", "nothing: is a folder of nothing",
    ]  # fmt: skip


def test_sums_are_compared_byte_for_byte(folder: Path) -> None:
    path = folder / "SHA256SUMS"
    honest = path.read_text()
    for text in (honest + "\n", honest.replace("  ", " *", 1), "".join(reversed(honest.splitlines(True)))):
        path.write_text(text)
        assert differences(folder)


def swap_solutions(folder: Path) -> list[str]:
    rows = rows_of(folder, "solutions")
    first = rows[0]
    other = next(row for row in rows if row["solution"] != first["solution"])
    first["solution"], other["solution"] = other["solution"], first["solution"]
    put_rows(folder, "solutions", rows)
    redo_sums(folder)
    return [first["puzzle_id"], other["puzzle_id"]]


def test_swapped_solutions_are_found(folder: Path) -> None:
    swapped = swap_solutions(folder)
    found = differences(folder)
    assert found
    assert all("the referee says" in line and any(identity in line for identity in swapped) for line in found)


def again(rows: Rows) -> None:
    rows.append(rows[0] | {"position": len(rows) + 1})


def stranger(rows: Rows) -> None:
    """A good puzzle that nobody chose."""
    puzzle = {"game": "pick", "digits": "19999", "total": 10}
    rules = engine("pick")
    rows.append(rows[0] | {"position": len(rows) + 1, "puzzle": json.dumps(puzzle), "variant": "pick-5"})
    rows[-1]["puzzle_id"] = puzzle_id(rules, rules.decode(puzzle))


def easiest(rows: list[dict[str, Any]]) -> dict[str, Any]:
    return min(rows, key=lambda row: row["difficulty"])


@pytest.mark.parametrize(
    ("name", "change", "words"),
    [
        ("puzzles", again, "is there more than once"),
        ("puzzles", stranger, "solutions: none for"),
        ("solutions", again, "is there more than once"),
        ("sets", again, "is not numbered"),
        ("puzzles", lambda rows: rows.pop(), "is of no puzzle"),
        ("solutions", lambda rows: rows.pop(), "solutions: none for"),
        ("puzzles", lambda rows: rows[0].update(puzzle_id="0" * 16), "its id should be"),
        ("puzzles", lambda rows: rows[0].update(variant="pick-9"), "is of the variant"),
        ("puzzles", lambda rows: rows[0].update(length=3), "its length is 2, not 3"),
        ("puzzles", lambda rows: rows[0].update(level="fiendish"), "'fiendish'"),
        ("puzzles", lambda rows: easiest(rows).update(level="hard"), "is hard, but a difficulty of"),
        ("puzzles", lambda rows: rows[0].update(game="chess"), "is of no game"),
        ("puzzles", lambda rows: rows[0].update(interest=99.0), "interest 99.0"),
        ("puzzles", lambda rows: rows[0].update(difficulty=float("nan")), "difficulty nan"),
        ("puzzles", lambda rows: rows[0].update(interest_low=4.9999), "is no prediction on a scale"),
        ("puzzles", lambda rows: rows[0].update(provenance="guessed"), "its ratings come from 'guessed'"),
        ("puzzles", lambda rows: rows[0].update(puzzle='{"game":"pick"}'), "cannot be read: digits must be"),
        ("puzzles", lambda rows: rows.reverse(), "has position"),
        ("solutions", lambda rows: rows.reverse(), "not in the order of the puzzles"),
        ("sets", lambda rows: rows[0].update(puzzle_id="0" * 16), "is no puzzle of the release"),
        ("sets", lambda rows: rows[0].update(position=7), "is not numbered"),
        ("sets", lambda rows: rows.pop(), "CHANGES"),
        ("sets", lambda rows: rows[0].update(kind="curated"), "more than one kind"),
    ],
)
def test_rows_that_were_changed_everywhere_are_found(folder: Path, name: str, change: Any, words: str) -> None:
    rows = rows_of(folder, name)
    change(rows)
    put_rows(folder, name, rows)
    try:
        redo_sums(folder)
    except KeyError:  # a level that cannot be counted
        package.write_sums(folder)
    found = differences(folder)
    assert any(words in line for line in found), found
    assert all("\n" not in line for line in found)


@pytest.mark.parametrize("form", ["csv", "jsonl"])
@pytest.mark.parametrize("name", package.SCHEMAS)
def test_a_row_too_many_in_one_form_is_found(folder: Path, name: str, form: str) -> None:
    path = folder / f"{name}.{form}"
    path.write_text(path.read_text() + path.read_text().splitlines(True)[-1])
    redo_sums(folder)
    one(folder, f"{name}.{form}: has", "rows, the Parquet file")


def test_a_cell_in_one_form_is_found_with_its_row(folder: Path) -> None:
    path = folder / "puzzles.csv"
    lines = path.read_text().splitlines(True)
    lines[3] = lines[3].replace("simulated", "players", 1)
    path.write_text("".join(lines))
    redo_sums(folder)
    one(folder, "puzzles.csv, row 3: is not as the Parquet file has it")


def test_two_answers_whose_sums_were_redone_are_found_in_full(folder: Path) -> None:
    """All is consistent, and the solution there is one; but it is not the only one."""
    rules = engine("pick")
    puzzles, answers, sets = (rows_of(folder, name) for name in package.SCHEMAS)
    bad = {"game": "pick", "digits": "45546", "total": 9}
    row = next(row for row in puzzles if row["variant"] == "pick-5")
    before, after = row["puzzle_id"], puzzle_id(rules, rules.decode(bad))
    row |= {"puzzle": json.dumps(bad, separators=(",", ":"))}
    for found in (*puzzles, *answers, *sets):
        if found["puzzle_id"] == before:
            found["puzzle_id"] = after
    next(found for found in answers if found["puzzle_id"] == after)["solution"] = "[0, 1]"
    for name, rows in zip(package.SCHEMAS, (puzzles, answers, sets), strict=True):
        put_rows(folder, name, rows)
    changes = folder / "CHANGES"
    changes.write_text(changes.read_text().replace(before, after))
    redo_sums(folder)
    assert differences(folder) == []
    found = differences(folder, full=True)
    assert len(found) == 2
    assert all(after in line and "more than one solution" in line for line in found)


def test_another_solution_than_the_solver_finds_is_found_in_full(folder: Path) -> None:
    rows = rows_of(folder, "solutions")
    rows[0]["solution"] = json.dumps(
        json.loads(rows[0]["solution"])[::-1]
    )  # the same two places, the other way round
    put_rows(folder, "solutions", rows)
    redo_sums(folder)
    assert differences(folder) == []
    one(folder, rows[0]["puzzle_id"], "has another solution", full=True)


def edited(**values: Any) -> Callable[[dict[str, Any]], None]:
    return lambda manifest: manifest.update(values)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda m: m["counts"].update(puzzles=1), "counts.puzzles is 1"),
        (lambda m: m["counts"]["levels"].update(easy=0), "counts.levels"),
        (lambda m: m["files"].pop("index.html"), "does not list index.html"),
        (lambda m: m["files"].update({"gone.txt": "0"}), "lists gone.txt, which is missing"),
        (lambda m: m["files"].update({"index.html": "0"}), "another hash of index.html"),
        (lambda m: m["resources"].pop(), "resources must be"),
        (lambda m: m["resources"][0].update(rows=1), "puzzles.csv: says 1 rows"),
        (lambda m: m["resources"][1].update(bytes=1), "puzzles.parquet: says 1 bytes"),
        (lambda m: m["resources"][2].update(hash="md5:0"), "puzzles.jsonl: another hash"),
        (lambda m: m["resources"][0]["schema"]["fields"].pop(), "the schema is not that of the table: puzzle"),
        (edited(night="2026-11-14"), "is none of the night"),
        (edited(release="2026-11-15-r9"), "feed.json: release is not as the manifest says"),
        (edited(set_sizes={"curated-pick-5": 1}), "1 are the most it may have"),
        (edited(resources=7), "cannot be checked"),
        (lambda m: m.pop("counts"), "cannot be checked: KeyError: 'counts'"),
    ],
)
def test_a_tampered_manifest_is_found(folder: Path, change: Any, words: str) -> None:
    manifest = manifest_of(folder)
    change(manifest)
    put_manifest(folder, manifest)
    found = differences(folder)
    assert any(words in line for line in found), found
    assert all("\n" not in line for line in found)


def test_both_feeds_must_have_the_same_nights(folder: Path) -> None:
    path = folder / "feed.xml"
    path.write_text(path.read_text().replace("<title>Night of", "<title>Day of"))
    redo_sums(folder)
    one(folder, "feed.xml", "not those of feed.json")
    path.write_text("<rss")
    redo_sums(folder)
    one(folder, "feed", "cannot be checked")


def test_a_release_of_an_earlier_version_has_no_rss(folder: Path) -> None:
    (folder / "feed.xml").unlink()
    redo_sums(folder)
    assert differences(folder) == []


def test_withdrawn_puzzles_must_be_gone(folder: Path) -> None:
    identity = rows_of(folder, "puzzles")[0]["puzzle_id"]
    put_manifest(folder, manifest_of(folder) | {"withdrawn": [{"puzzle_id": identity, "why": "bad"}]})
    one(folder, identity, "was withdrawn")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("added ", "added 0000", "agrees with no puzzle"),
        ("0 left", "1 left", "the first line must be"),
        ("\nadded ", "\nremoved ", "cannot be understood"),
    ],
)
def test_changes_must_agree_with_the_tables(folder: Path, old: str, new: str, words: str) -> None:
    path = folder / "CHANGES"
    path.write_text(path.read_text().replace(old, new, 1))
    redo_sums(folder)
    found = differences(folder)
    assert any(words in line for line in found), found


def test_lines_of_changes_that_cannot_be(folder: Path) -> None:
    path = folder / "CHANGES"
    row = next(row for row in rows_of(folder, "sets") if row["kind"] == "curated")
    honest = path.read_text()
    for line, words in (
        (f"left {row['puzzle_id']} {row['set_name']}", "is in it"),
        (f"withdrawn {row['puzzle_id']} bad", "does not bear out"),
    ):
        path.write_text(honest + line + "\n")
        redo_sums(folder)
        assert any(words in found for found in differences(folder))


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b"\xff\xfe", b"null"])
@pytest.mark.parametrize("name", ["manifest.json", "feed.json", "puzzles.parquet", "sets.parquet"])
def test_files_that_cannot_be_read_are_found_in_one_line_each(folder: Path, name: str, raw: bytes) -> None:
    (folder / name).write_bytes(raw)
    package.write_sums(folder)
    found = differences(folder, full=True)
    assert found
    assert all("\n" not in line for line in found)


def test_a_truncated_table_is_found(folder: Path) -> None:
    path = folder / "solutions.parquet"
    path.write_bytes(path.read_bytes()[:-20])
    package.write_sums(folder)
    assert any(line.startswith("solutions: cannot be checked") for line in differences(folder))


def test_releases_of_earlier_versions_are_named_as_such(folder: Path) -> None:
    for path in (*folder.glob("sets.*"), folder / "CHANGES"):
        path.unlink()
    package.write_sums(folder)
    one(folder, "earlier version", "sets.parquet, CHANGES")


def test_the_command(folder: Path, command: Any, tmp_path: Path) -> None:
    for name in (NIGHT, "latest", str(folder)):
        status, lines, complaints = command("verify", name)
        assert (status, complaints) == (0, [])
        assert lines[-1].endswith("all well")
        assert any(line.startswith("referee: ") for line in lines)
    status, lines, _ = command("verify", NIGHT, "--full")
    assert status == 0
    assert any(line.startswith("proofs: ") for line in lines)
    swap_solutions(folder)
    status, lines, complaints = command("verify", NIGHT)
    assert status == 1
    assert sum(line.startswith("difference: puzzles, ") for line in lines) in (1, 2)
    (complaint,) = complaints
    assert complaint.startswith("tsume: ")
    (tmp_path / "other").mkdir()
    for nothing in ("2026-01-01", str(tmp_path / "nowhere"), "--full", "", str(tmp_path / "other")):
        status, lines, complaints = command("verify", nothing)
        assert (status, lines, len(complaints)) == (2, [], 1)


def test_it_needs_neither_lake_nor_warehouse(folder: Path, command: Any) -> None:
    home = folder.parent.parent
    for path in home.iterdir():
        if path.name != "releases":
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    before = sorted(home.rglob("*"))
    assert command("verify", "latest", "--full")[0] == 0
    assert sorted(home.rglob("*")) == before, "and leaves nothing behind"
