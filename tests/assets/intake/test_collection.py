"""Collections of other people's puzzles: taken in as the smallest game, kept apart, never chosen or half there."""

from __future__ import annotations

import json
import os
import shutil
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import pytest

from assets.core.stage import ChecksFailed, Facts, Press, run_stage
from assets.graph.assets import NIGHT_STAGES
from assets.intake import collection
from assets.learning.training import training
from assets.release import publish as release
from assets.stages import selection, verdicts
from engines.contract import Verdict
from engines.identity import puzzle_id
from engines.registry import engine
from orchestration import collection as sheets
from orchestration import lines
from tests.conftest import NIGHT, one_line, tsume
from tests.orchestration.test_kill import in_a_child
from tests.smallest import Pick, PickEngine
from tests.trees import tree
from warehouse.collection import checked_name, imported, known_puzzles
from warehouse.home import Home
from warehouse.lake import DamagedFile, Lake, Partition
from warehouse.schema import TABLES
from warehouse.shelf import BadName

TABLES_OF_ALL = ("verdict", "feature", "prediction")  # that have a row for each puzzle


def pick(digits: str, total: int, **fields: Any) -> str:
    return json.dumps({"game": "pick", "digits": digits, "total": total, **fields})


def identity(digits: str, total: int) -> str:
    rules = engine("pick")
    return puzzle_id(rules, rules.decode(pick(digits, total)))


FIRST, UNKNOWN, AMBIGUOUS, IMPOSSIBLE = ("12348", 12), ("123459", 14), ("11223", 3), ("11111", 9)
MIXED = "\n".join(
    [
        "# Ten minutes each",
        "# level: easy",
        pick(*FIRST, maker="Ann", level=2, source=None),
        pick(FIRST[0][::-1], FIRST[1]),  # a mirror image
        "",
        "what",
        "# level: hard",
        "# title: The sum",
        pick(*UNKNOWN),
        pick(*AMBIGUOUS, title=["a", "b"], source="\ud800 his own"),
        pick("", 5),
        "# level:",
        pick(*IMPOSSIBLE),
    ]
)


def write(folder: Path, text: str) -> str:
    path = folder / "puzzles.txt"
    path.write_text(text)
    return str(path)


def take_in(press: Press, name: str, *puzzles: tuple[str, int]) -> collection.Imported:
    """Import some puzzles without the command."""
    path = write(press.home.root, "\n".join(pick(*puzzle) for puzzle in puzzles))
    sheet = sheets.read(path, {})
    return collection.import_collection(press, name, sheet.sha256, sheet.entries)


def ids(lake: Lake, table: str) -> set[str]:
    return set(lake.read_all(table).column("puzzle_id").to_pylist())


def ask(home: Home, query: str) -> list[Any]:
    with duckdb.connect(str(home.warehouse), read_only=True) as connection:
        return connection.execute(query).fetchall()


def test_a_file_is_taken_in_with_what_its_makers_say(press: Press, command: Any, tmp_path: Path) -> None:
    file = write(tmp_path, MIXED)
    status, said, complained = command(
        "collection", "import", file, "--name", "mine", "--maker", "Zoe", "--source", "A magazine"
    )
    assert status == 2
    reports = [json.loads(line) for line in said]
    assert [(report["line"], report.get("same_as")) for report in reports] == [(6, None), (11, None), (4, 3)]
    assert sum(line.startswith("tsume: line") for line in complained) == 3
    assert "2 refused" in complained[-1]
    for verb in ("import", "prove", "measure", "rate", "answer"):
        assert any(line.startswith(f"  {verb}") for line in complained), f"no word of {verb}"
    aside = [json.loads(line) for line in (press.home.root / "rejected" / "collection=mine.jsonl").open()]
    assert [(row["line"], row["text"]) for row in aside] == [(6, "what"), (11, pick("", 5))]
    assert all(row["error"] for row in aside)

    items = ask(
        press.home,
        """select line, maker, source, title, level, variant, length, verdict, count, provenance from collection_item
           where collection = 'mine'""",
    )
    assert items == [
        (3, "Ann", "A magazine", None, "2", "pick-5", 2, "unique", 1, "simulated"),
        (9, "Zoe", "A magazine", "The sum", "hard", "pick-6", 2, "unique", 1, "simulated"),
        (10, "Zoe", "? his own", '["a", "b"]', "hard", "pick-5", 2, "ambiguous", 4, "simulated"),
        (13, "Zoe", "A magazine", None, None, "pick-5", 2, "impossible", 0, "simulated"),
    ]
    wide = ask(press.home, "select batch, night, interest is null from puzzle where 'mine' in collections")
    assert wide == [("mine", None, False)] * 4
    assert not (press.home.root / "dagster" / "history").exists(), "it needs no run of Dagster"


def test_a_game_may_list_one_answer_for_all_and_need_it_to_name_the_family(
    press: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its verdicts pass all checks, and tell variant and length where the puzzle alone does not."""
    honest = PickEngine._solve

    def reticent(self: PickEngine, puzzle: Pick) -> Verdict:
        verdict = honest(self, puzzle)
        if not verdict.count:
            return replace(verdict, verdict="unfinished", searched_to=7)
        return replace(verdict, solutions=({"first": verdict.solutions},))

    def length(self: PickEngine, puzzle: Pick, verdict: Verdict | None = None) -> int:
        return 2 * bool(verdict and verdict.count)

    def variant_of(self: PickEngine, puzzle: Pick, verdict: Verdict | None = None) -> str:
        return f"solved-{verdict.count}" if verdict else "unsolved"

    monkeypatch.setattr(PickEngine, "_solve", reticent)
    monkeypatch.setattr(PickEngine, "length", length)
    monkeypatch.setattr(PickEngine, "variant_of", variant_of)
    monkeypatch.setattr(PickEngine, "labels", lambda self, puzzles, verdicts: [()] * len(puzzles))
    monkeypatch.setattr(PickEngine, "_measure", lambda self, puzzle, verdict: [0] * len(self.features))
    done = take_in(press, "mine", FIRST, AMBIGUOUS, IMPOSSIBLE)
    items = ask(press.home, "select variant, length, verdict, count from collection_item")
    assert items == [
        ("solved-1", 2, "unique", 1),
        ("solved-4", 2, "ambiguous", 4),
        ("solved-0", None, "unfinished", 0),
    ]
    columns = ("count", "listed", "searched_to")
    kept = done.revision.lake.read_all("verdict")
    assert [tuple(row[name] for name in columns) for row in kept.to_pylist()] == [
        (1, 1, None),
        (4, 1, None),
        (0, 0, 7),
    ]
    answers = done.revision.lake.read_all("solution")
    again = {verdict.count: verdict for verdict in verdicts.proved(kept, answers)}
    assert (len(again[4].solutions), again[0].searched_to) == (1, 7)
    assert again[0].as_json()["searched_to"] == 7
    assert "searched_to" not in again[4].as_json()


@pytest.mark.usefixtures("trusting")
def test_the_same_file_twice_changes_nothing(press: Press, command: Any, tmp_path: Path) -> None:
    arguments = ("collection", "import", write(tmp_path, pick(*FIRST)), "--name", "mine")
    assert command(*arguments)[0] == 0
    before = tree(press.home.collections)
    status, said, complained = command(*arguments)
    assert (status, said) == (0, [])
    assert complained[-1] == "mine: 1 puzzle unchanged"
    assert tree(press.home.collections) == before
    assert command(*arguments, "--maker", "Ann")[2][-1] == "mine: 1 puzzle imported", "its maker is news"
    assert ask(press.home, "select maker from collection_item") == [("Ann",)]


@pytest.mark.usefixtures("trusting")
def test_a_changed_file_replaces_the_collection_as_a_whole(press: Press) -> None:
    take_in(press, "mine", FIRST, AMBIGUOUS)
    done = take_in(press, "mine", UNKNOWN)
    assert (done.new, done.unrated) == (True, ())
    for table in ("collection", *TABLES_OF_ALL, "solution"):
        assert ids(done.revision.lake, table) == {identity(*UNKNOWN)}
    assert ask(press.home, "select puzzle_id from collection_item") == [(identity(*UNKNOWN),)]
    assert take_in(press, "mine", IMPOSSIBLE).new
    assert len(list(press.home.collections.iterdir())) == 2, "the last revision and the one before"


@pytest.mark.usefixtures("trusting")
def test_collections_may_share_a_puzzle_and_can_be_removed(press: Press, command: Any) -> None:
    take_in(press, "one", FIRST, UNKNOWN)
    take_in(press, "two", FIRST)
    assert ask(press.home, f"select collections from puzzle where puzzle_id = '{identity(*FIRST)}'") == [
        (["one", "two"],)
    ]
    status, said, _ = command("collection", "list", "--format", "json")
    rows = json.loads("\n".join(said))
    assert status == 0
    assert [(row["collection"], row["games"], row["puzzles"], row["unique"]) for row in rows] == [
        ("one", "pick", 2, 2),
        ("two", "pick", 1, 1),
    ]
    assert command("collection", "remove", "one")[0] == 0
    assert list(imported(press.home)) == ["two"]
    assert ask(press.home, "select distinct batch from verdict where batch != 'founding'") == [("two",)]
    status, _, complained = command("collection", "remove", "one")
    assert (status, complained) == (2, ["tsume: no collection is called 'one': choose from two"])
    assert command("collection", "remove", "two")[0] == 0
    assert list(press.home.collections.iterdir()) == []


@pytest.mark.usefixtures("trusting")
def test_nothing_is_chosen_from_a_collection(press: Press) -> None:
    """What others made is out, be it that we made it too: the night chooses what comes next."""
    for stage in NIGHT_STAGES:
        run_stage(stage, press, "pick", NIGHT)
    first = ids(press.lake, "selection")
    known = [json.loads(row["puzzle"]) for row in press.lake.read_all("verdict", "pick").to_pylist()
             if row["puzzle_id"] in sorted(first)[:4] and row["batch"] == NIGHT]  # fmt: skip
    take_in(press, "mine", UNKNOWN, *((puzzle["digits"], puzzle["total"]) for puzzle in known))
    outcome = run_stage(selection.STAGE, press, "pick", NIGHT)
    chosen = set(outcome.tables["selection"].column("puzzle_id").to_pylist())
    assert not outcome.kept
    assert len(chosen) >= len(first) - 4
    assert chosen & first
    assert not chosen & set(known_puzzles(press.home).column("puzzle_id").to_pylist())
    published = release.publish_release(press, NIGHT)
    assert list(json.loads((published.path / "manifest.json").read_text())["collections_known"]) == ["mine"]
    collection.answer(press)
    assert ask(press.home, "select count(*) from release_entry semi join collection using (puzzle_id)") == [(0,)]
    ours = ask(press.home, "select batch, collections from puzzle where batch = '2026-11-15' and collections != []")
    assert ours == [(NIGHT, ["mine"])] * 4, "ours that others made too can be told"


def careless_facts(known: Facts) -> Facts:
    """As if no puzzle were gone."""
    return replace(known, extra=replace(known.extra, gone=set()))


def test_a_careless_choice_of_a_collections_puzzle_is_stopped(press: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    for stage in NIGHT_STAGES[:-1]:
        run_stage(stage, press, "pick", NIGHT)
    unique = [row for row in press.lake.read(Partition("verdict", NIGHT, "pick")).to_pylist() if row["count"] == 1]
    puzzles = [json.loads(row["puzzle"]) for row in unique]
    take_in(press, "mine", *((puzzle["digits"], puzzle["total"]) for puzzle in puzzles))
    honest = selection.facts
    careless = replace(selection.STAGE, facts=lambda *given: careless_facts(honest(*given)))
    with pytest.raises(ChecksFailed, match="no puzzle is in an imported collection"):
        run_stage(careless, press, "pick", NIGHT)


@pytest.mark.usefixtures("trusting")
def test_models_learn_nothing_from_a_collection(press: Press) -> None:
    before = training(press, "pick").digest
    puzzles = [json.loads(row["puzzle"]) for row in press.lake.read_all("verdict", "pick").to_pylist()[:3]]
    take_in(press, "mine", *((puzzle["digits"], puzzle["total"]) for puzzle in puzzles))
    assert training(press, "pick").digest == before
    assert ask(press.home, "select count(*) from rating where batch = 'mine'") == [(0,)]


@pytest.mark.usefixtures("trusting")
def test_a_game_that_no_night_makes_is_not_rated(press: Press, command: Any, tmp_path: Path) -> None:
    rated = take_in(press, "mine", FIRST)
    shutil.rmtree(press.home.lake)
    none = replace(press, settings=replace(press.settings, nightly={}))
    done = take_in(none, "mine", FIRST)
    assert (rated.unrated, done.unrated) == ((), ("pick",))
    assert ids(done.revision.lake, "feature") == {identity(*FIRST)}
    assert ask(press.home, "select verdict, interest, provenance from collection_item") == [("unique", None, None)]


DEATHS: list[tuple[int | str, bool]] = [
    (1, False), (2, True), (3, False), (5, True), (8, False), (9, True),
    ("mine@2", False), ("mine@2", True), ("warehouse.duckdb", False),
]  # fmt: skip
"""The how-manieth rename, or what is renamed; and whether death comes after it or before."""


@pytest.mark.usefixtures("trusting")
def test_killed_at_a_rename_a_collection_is_whole(press: Press) -> None:
    """Everything appears by a rename: whenever death comes, the old collection is there or the new one."""
    old, new = {identity(*FIRST), identity(*AMBIGUOUS)}, {identity(*UNKNOWN), identity(*AMBIGUOUS)}
    take_in(press, "mine", FIRST, AMBIGUOUS)
    honest = {name: getattr(os, name) for name in ("replace", "rename")}

    def deadly(moment: int | str, after: bool) -> None:
        seen = 0

        def replacement(source: str, target: str, name: str) -> None:
            nonlocal seen
            seen += 1
            now = moment in (seen, Path(target).name)
            if now and not after:
                os.kill(os.getpid(), signal.SIGKILL)
            honest[name](source, target)
            if now:
                os.kill(os.getpid(), signal.SIGKILL)

        for name in honest:
            setattr(os, name, lambda a, b, name=name: replacement(a, b, name))
        take_in(press, "mine", UNKNOWN, AMBIGUOUS)

    for moment, after in DEATHS:
        assert in_a_child(lambda moment=moment, after=after: deadly(moment, after)) == signal.SIGKILL, moment
        lake = imported(press.home)["mine"].lake
        found = [ids(lake, table) for table in ("collection", *TABLES_OF_ALL)]
        renamed = (moment, after) in (DEATHS[-2], DEATHS[-1])
        assert found == [new if renamed else old] * 4, f"half of each, killed at {moment}"
        for partition, _ in lake.stamps():
            lake.read(partition)
    assert not take_in(press, "mine", UNKNOWN, AMBIGUOUS).new
    assert ask(press.home, "select puzzle_id from collection_item order by line") == [
        (identity(*UNKNOWN),),
        (identity(*AMBIGUOUS),),
    ]


@pytest.mark.usefixtures("trusting")
def test_a_damaged_collection_says_what_to_do_and_that_helps(press: Press) -> None:
    path = take_in(press, "mine", FIRST).revision.lake.path(Partition("verdict", "mine", "pick"))
    path.write_bytes(b"PAR1")
    with pytest.raises(DamagedFile, match="tsume collection import FILE --name mine"):
        collection.answer(press)
    assert take_in(press, "mine", FIRST).new
    assert ask(press.home, "select verdict from collection_item") == [("unique",)]


@pytest.mark.usefixtures("trusting")
def test_files_with_nothing_to_import(press: Press, command: Any, tmp_path: Path) -> None:
    for text, words in (
        ("", "there is no puzzle in"),
        ("\n# only words\n", "there is no puzzle in"),
        ("what\n{}\n", "there is no good puzzle in"),
    ):
        status, said, complained = command("collection", "import", write(tmp_path, text), "--name", "mine")
        assert status == 2
        (line,) = complained
        assert words in line
        assert len(said) == (2 if "good" in words else 0)
    for file in (tmp_path / "missing", tmp_path):
        status, _, complained = command("collection", "import", str(file), "--name", "mine")
        assert (status, len(complained)) == (2, 1)
        assert "cannot read" in complained[0]
    assert imported(press.home) == {}


LIKE_OTHERS = ["2026-11-15", "2026-11-15-r2", "founding", "so-far", "survey-a"]


@pytest.mark.parametrize("name", ["", "Mine", "a b", "a_b", "../x", "-x", "é", "a" * 65, "a\n", *LIKE_OTHERS])
def test_bad_names(name: str) -> None:
    with pytest.raises(BadName) as refused:
        checked_name(name)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("name", ["mine", "100-chains", "a", "2026", "7-4"])
def test_good_names(name: str) -> None:
    assert checked_name(name) == name


def test_the_real_command(small_press: dict[str, str], tmp_path: Path) -> None:
    """The session's night has a collection beside it, with a puzzle of a family that we do not generate."""
    items = json.loads(tsume("sql", "--format", "json", "from collection_item", env=small_press).stdout)
    assert [(item["variant"], item["length"], item["maker"]) for item in items] == [
        ("tsd-1", 1, "Ann"),
        ("quad-4", 4, "Bob"),
    ]
    assert all(item["interest"] is not None for item in items)
    one_line(tsume("collection", "import", "x", "--name", "founding", env=small_press), 2, "founding")
    one_line(tsume("collection", "remove", "x", env=small_press), 2, "choose from handmade")
    assert "handmade" in tsume("collection", "list", env=small_press).stdout
    assert set(lines.NOTES) <= set(TABLES["collection"].arrow.names)
