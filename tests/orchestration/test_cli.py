"""The command line as a user meets it: good input, and bad input typed by hand."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import dagster as dg
import pytest

from quality.referee import referee
from tests.conftest import NIGHT, ROOT, TSUME, Here, one_line, small_environment, tsume

GOOD = '{"game":"tspin","goal":"tsd","moves":"drop","queue":"S","board":["X...XXXXXX","XX.XXXXXXX"]}'


def test_help_is_worth_reading() -> None:
    said = tsume("--help").stdout
    for command in (
        "nightly",
        "generate",
        "variants",
        "solve",
        "draw",
        "convert",
        "simulate",
        "collection",
        "perft",
        "table",
        "sql",
        "ui",
        "bench",
    ):
        assert command in said
        assert len(tsume(command, "--help").stdout.splitlines()) >= 8


def test_generate_gives_exactly_so_many_and_begins_alike() -> None:
    few = tsume("generate", "tsd-2", "--count", "5", "--seed", "7").stdout.splitlines()
    many = tsume("generate", "tsd-2", "--count", "1200", "--seed", "7").stdout.splitlines()
    assert len(few) == 5
    assert len(many) == 1200
    assert many[:5] == few
    assert len(set(many)) > 1100
    assert tsume("generate", "tsd-2", "--count", "5", "--seed", "8").stdout.splitlines() != few
    assert tsume("generate", "tsd-1", "--count", "0").stdout == ""


def test_generate_unique_gives_unique_ones() -> None:
    made = tsume("generate", "tsd-1", "--count", "40", "--seed", "3", "--unique").stdout
    solved = [json.loads(line) for line in tsume("solve", stdin=made).stdout.splitlines()]
    assert len(solved) == 40
    assert {line["verdict"] for line in solved} == {"unique"}


def test_solve_keeps_fields_and_order_and_reports_bad_lines() -> None:
    puzzles = tsume("generate", "tsd-1", "--count", "3", "--seed", "1").stdout.splitlines()
    first = json.dumps(json.loads(puzzles[0]) | {"name": "ひとつめ", "verdict": "old"})
    text = "\n".join([first, "not json", "", puzzles[1], "[1]", '{"game":"chess"}', "{}", puzzles[2]]) + "\n"
    done = tsume("solve", stdin=text)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 2
    assert lines[0]["name"] == "ひとつめ"
    assert lines[0]["verdict"] in ("unique", "ambiguous")
    assert [line.get("line") for line in lines] == [None, 2, None, 5, 6, 7, None]
    assert all("error" in line for line in lines if "line" in line)
    errors = done.stderr.strip().splitlines()
    assert [error.split(":")[1].strip() for error in errors] == ["line 2", "line 5", "line 6", "line 7"]
    assert "chess" in errors[2]


def test_solve_reads_a_file_and_any_verdict_is_success(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    path.write_text(GOOD + "\n")
    done = tsume("solve", str(path))
    assert done.returncode == 0
    (line,) = map(json.loads, done.stdout.splitlines())
    assert {"verdict", "count", "solutions", "nodes"} <= set(line)
    assert len(line["solutions"]) == line["count"]


def test_limits() -> None:
    puzzle = '{"game":"tspin","goal":"tsd","moves":"drop","queue":"LJSZ","board":["X...XXXXXX","XX.XXXXXXX"]}'
    (line,) = map(json.loads, tsume("solve", "--limit", "100", stdin=puzzle).stdout.splitlines())
    assert line["verdict"] in ("unfinished", "ambiguous")
    (line,) = map(json.loads, tsume("solve", "--stop-at", "2", stdin=puzzle).stdout.splitlines())
    assert (line["verdict"], line["count"]) == ("ambiguous", 2)


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        ('{"game":"tspin","goal":"tsd","queue":"","board":["X........."]}', ["queue"]),
        ('{"game":"tspin","goal":"tsd","queue":"Q","board":["X........."]}', ["Q"]),
        ('{"game":"tspin","goal":"tsd","queue":"SSSSSSSS","board":["X........."]}', ["queue", "8"]),
        ('{"game":"tspin","goal":"tsd","queue":"S","board":["X........"]}', ["row 1", "9"]),
        ('{"game":"tspin","goal":"tsd","queue":"S","board":["X.........","X.........."]}', ["row 2", "11"]),
        ('{"game":"tspin","goal":"tsd","queue":"S","board":["XXXXXXXXXX"]}', ["row 1", "full"]),
        ('{"game":"tspin","goal":"tsd","queue":"S","board":["X....?...."]}', ["row 1", "?"]),
        ('{"game":"tspin","goal":"five","queue":"S","board":["X........."]}', ["five"]),
        ('{"game":"tspin","goal":"tsd","moves":"fly","queue":"S","board":["X........."]}', ["fly"]),
        ('{"game":"tspin","goal":"tsd","queue":"S"}', ["board"]),
        ('{"game":"tspin","goal":"tsd","queue":7,"board":["X........."]}', ["queue"]),
        ('{"game":["tspin"],"goal":"tsd","queue":"S","board":["X........."]}', ["game"]),
        ('{"game":"tspin","goal":"tsd","queue":"S","board":"X"}', ["board"]),
    ],
)
def test_bad_puzzles_are_refused_with_the_place(puzzle: str, words: list[str]) -> None:
    done = tsume("solve", stdin=puzzle)
    one_line(done, 2, "line 1", *words)
    assert json.loads(done.stdout)["line"] == 1


TOO_HIGH = "X.........\n" * 20
MIXED = f"""{GOOD[:-1]},"name":"first"}}
tspin tsd S
X...XXXXXX
XX.XXXXXXX

tspin tsd drop S
X...XXXXXX
XX.XXXXXX
v115@RhA8CeH8AeG8JeAgWUAFLDmClcJSAVDEHBEooRBToA?VB
https://fumen.zui.jp/?v115@RhA8CeH8AeG8JeAgWUAFLDmClcJSAVDEHBEoo
tspin tsd S
XX.XXXXXXXX
tspin tsd S
X...XXXXXX
XXXXXXXXXX

tspin tsd SQ
XX.XXXXXXX
v116@RhA8CeH8AeG8JeAgWUAFLDmClcJSAVDEHBEooRBToA?VB
tspin tsd SZSZSZSZSZSZ
XX.XXXXXXX
tspin tsd S
{TOO_HIGH}
words
tspin tsd S
X...XXXXXX
XX.XXXXXXX
"""
WRONG = {  # the line where it begins, and what is said of it
    6: "board row 2 (from the top) has 9 cells, not 10",
    10: "fumen cut short after character 64: the comment of page 1 is not complete",
    11: "board row 1 (from the top) has 11 cells, not 10",
    13: "board row 2 (from the top) is full",
    17: "unknown piece 'Q' at place 2 of the queue: choose from I, O, T, L, J, S, Z",
    19: "fumen version 116 is unknown: choose from 115, 110",
    20: "queue has 12 pieces, more than 7",
    22: "board row 1 (from the top) has a filled cell at y=19, not below 19",
    44: "neither JSON, nor a link, nor a board that begins with the name of a game (tspin, puyo, geister)",
}


def test_all_forms_in_one_file_and_the_bad_ones_passed(tmp_path: Path) -> None:
    path = tmp_path / "mixed.txt"
    path.write_text(MIXED)
    done = tsume("solve", str(path))
    assert done.returncode == 2
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert {line["line"]: line["error"] for line in lines if "error" in line} == WRONG
    assert done.stderr.splitlines() == [f"tsume: line {number}: {error}" for number, error in WRONG.items()]
    assert [line.get("line") for line in lines] == [None, None, 6, None, *list(WRONG)[1:], None]
    solved = [line for line in lines if "verdict" in line]
    assert solved[0].pop("name") == "first"
    assert len(solved) == 4
    for line in solved[1:]:
        assert line == solved[0]


def test_convert_there_and_back() -> None:
    fields = GOOD[:-1] + ',"name":"kept"}'
    text = tsume("convert", "--to", "text", stdin=f"{fields}\n{GOOD}\n")
    assert text.stdout == "tspin tsd drop S\nX...XXXXXX\nXX.XXXXXXX\n\ntspin tsd drop S\nX...XXXXXX\nXX.XXXXXXX\n"
    links = tsume("convert", "--to", "link", stdin=text.stdout).stdout
    viewer = "https://fumen.zui.jp/?"
    assert [link.startswith(f"{viewer}v115@") for link in links.splitlines()] == [True, True]
    bare = tsume("convert", "--to", "fumen", stdin=text.stdout).stdout
    assert bare == links.replace(viewer, "")
    assert tsume("convert", "--to", "json", stdin=bare).stdout.splitlines() == [GOOD, GOOD]
    answer = tsume("convert", "--to", "link", "--answer", stdin=GOOD).stdout
    assert len(answer) > len(links) / 2
    back = tsume("convert", "--to", "json", stdin=links + answer + fields)
    assert back.stdout.splitlines() == [GOOD, GOOD, GOOD, fields]


def test_convert_refuses() -> None:
    one_line(tsume("convert", stdin=GOOD), 2, "--to")
    one_line(tsume("convert", "--to", "morse", stdin=GOOD), 2, "morse")
    one_line(tsume("convert", "--to", "text", "--answer", stdin=GOOD), 2, "--answer goes with --to link")
    done = tsume("convert", "--to", "link", stdin=f"[1]\n{GOOD}\n")
    one_line(done, 2, "line 1", "array")
    assert len(done.stdout.splitlines()) == 2


def test_bytes_that_are_not_text() -> None:
    done = tsume("solve", stdin=b"\xff\xfe\n" + GOOD.encode() + b"\n")
    one_line(done, 2, "line 1", "UTF-8")
    assert len(done.stdout.splitlines()) == 2


def test_draw(tmp_path: Path) -> None:
    done = tsume("draw", "--answer", stdin=tsume("generate", "tsd-2", "--count", "2", "--unique").stdout)
    for line in map(json.loads, done.stdout.splitlines()):
        assert ElementTree.fromstring(line["svg"]).tag.endswith("svg")
        assert ElementTree.fromstring(line["answer_svg"]).tag.endswith("svg")
        assert line["svg"] != line["answer_svg"]
    saved = tsume("draw", "--out", str(tmp_path / "pictures"), stdin=GOOD)
    assert ElementTree.parse(json.loads(saved.stdout)["file"])
    text = tsume("draw", "--format", "text", stdin=GOOD).stdout
    assert len(text.splitlines()) > 3


def test_bad_input_gets_one_line_and_status_2(tmp_path: Path, here: Here) -> None:
    (tmp_path / "bad.toml").write_text("[nightly]\ntsd-9 = 1\n")
    (tmp_path / "worse.toml").write_text("seed = \n")
    (tmp_path / "odd.toml").write_text("colour = 'red'\n")
    env = small_environment(tmp_path)
    one_line(here("generate", "tsd-9"), 2, "tsd-9", "tsd-1", "tsd-2")
    one_line(here("generate", "tsd-1", "--count", "-3"), 2, "-3")
    one_line(here("generate"), 2, "VARIANT")
    one_line(here("solve", str(tmp_path / "nothing.jsonl")), 2, "nothing.jsonl")
    one_line(here("solve", str(tmp_path)), 2, str(tmp_path))
    one_line(tsume("frobnicate"), 2, "frobnicate")
    one_line(tsume("nightly", "--night", "yesterday", env=env), 2, "yesterday", "2026-11-15")
    one_line(here("nightly", "--night", "2026-1-5", env=env), 2, "2026-1-5")
    one_line(here("nightly", "--night", "", env=env), 2, "2026-11-15")
    one_line(here("solve", "--limit", "99999999999999999999"), 2, "--limit")
    one_line(here("nightly", "--night", "2026-02-30", env=env), 2, "2026-02-30 is no date")
    one_line(here("nightly", "--night", "2999-01-01", env=env), 2, "has not come yet")
    for scale in ("0", "101", "nan", "twice"):
        one_line(here("nightly", "--scale", scale, env=env), 2, "--scale", "from 0.01 to 100", repr(scale))
    one_line(here("nightly", "--night", "1999-01-01", env=env), 2, "first night")
    for name, word in (("bad", "tsd-9"), ("worse", "worse.toml"), ("odd", "colour"), ("none", "none.toml")):
        broken = env | {"TSUME_SETTINGS": str(tmp_path / f"{name}.toml")}
        one_line(here("nightly", env=broken), 2, word)
    one_line(here("nightly", env=env | {"TSUME_TIMEZONE": "Mars/Olympus"}), 2, "Mars/Olympus")
    one_line(here("nightly", env=env | {"TSUME_WORKERS": "many"}), 2, "many")


@pytest.mark.parametrize("command", ["solve", "draw", "rate", "simulate", "convert"])
def test_an_empty_input_is_said_to_be_one(command: str, small_press: dict[str, str]) -> None:
    more = ("--to", "json") if command == "convert" else ()
    for text in ("", "\n\n", "# nothing but words\n"):
        done = tsume(command, *more, stdin=text, env=small_press)
        one_line(done, 2, "there is no puzzle in standard input")
        assert done.stdout == ""


@pytest.mark.parametrize("root", ["file", "file/below"])
@pytest.mark.parametrize(
    "arguments",
    [
        ("nightly",), ("ui",), ("releases",), ("verify", "latest"), ("show", "012345"), ("withdraw", "--list"),
        ("collection", "list"), ("ratings", "list"), ("ratings", "export"), ("models", "list"), ("models", "refresh"),
        ("models", "show", "x"),
        ("sql", "select 1"), ("replay", "--form", "fumen"), ("tune", "tspin"),
    ],
)  # fmt: skip
def test_a_root_that_is_a_file_is_told_as_such(
    arguments: tuple[str, ...], root: str, tmp_path: Path, here: Here
) -> None:
    (tmp_path / "file").write_text("mine")
    done = here(*arguments, env={"TSUME_HOME": str(tmp_path / root)})
    one_line(done, 2, f"TSUME_HOME {tmp_path / root} must be a folder", "is a file")
    assert (tmp_path / "file").read_text() == "mine"


def test_one_picture_goes_into_a_file(tmp_path: Path) -> None:
    """`> one.svg` is a picture; anything else is lines, as ever."""
    picture, lines = tmp_path / "one.svg", tmp_path / "one.txt"
    for path in (picture, lines):
        with open(path, "w") as handle:
            subprocess.run([*TSUME, "draw"], input=GOOD, text=True, stdout=handle, cwd=ROOT, check=True)
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    assert picture.read_text().strip() == json.loads(lines.read_text())["svg"]
    with open(picture, "w") as handle:
        subprocess.run([*TSUME, "draw", "--answer"], input=GOOD, text=True, stdout=handle, cwd=ROOT, check=True)
    with_answer = json.loads(tsume("draw", "--answer", stdin=GOOD).stdout)
    assert picture.read_text().strip() == with_answer["answer_svg"] != with_answer["svg"]


@pytest.mark.parametrize(
    ("text", "words"), [(f"{GOOD}\n{GOOD}\n", "can show one puzzle"), ("[1]\n", "line 1: a puzzle is")]
)
def test_what_is_no_single_picture_is_refused(text: str, words: str, tmp_path: Path) -> None:
    with open(tmp_path / "two.svg", "w") as handle:
        done = subprocess.run(
            [*TSUME, "draw"], input=text, text=True, stdout=handle, stderr=subprocess.PIPE, cwd=ROOT, check=False
        )
    assert done.returncode == 2
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert (tmp_path / "two.svg").read_text() == ""


def test_a_picture_by_name(tmp_path: Path) -> None:
    target = tmp_path / "one.svg"
    (line,) = map(json.loads, tsume("draw", "--answer", "--out", str(target), stdin=GOOD).stdout.splitlines())
    assert (line["file"], line["answer_file"]) == (str(target), str(tmp_path / "one-answer.svg"))
    assert ElementTree.parse(target).getroot().tag.endswith("svg")
    one_line(tsume("draw", "--out", str(target), stdin=f"{GOOD}\n{GOOD}\n"), 2, "can show one puzzle", "--out")
    one_line(tsume("draw", "--out", str(tmp_path / "no" / "one.svg"), stdin=GOOD), 2, "cannot write")


def test_ctrl_c_says_what_is_left() -> None:
    """One whole line was printed when it comes, and the command waits for more."""
    running = subprocess.Popen(
        [*TSUME, "solve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert running.stdin is not None
    assert running.stdout is not None
    long = '{"game":"tspin","goal":"tsd","moves":"drop","queue":"LJSZ","board":["X...XXXXXX","XX.XXXXXXX"]}\n'
    running.stdin.write(long * 5)  # enough for a first chunk
    running.stdin.flush()
    first = running.stdout.readline()
    running.send_signal(signal.SIGINT)
    rest, said = running.communicate()
    assert running.returncode == 130
    lines = [first, *rest.splitlines()]
    assert all("verdict" in json.loads(line) for line in lines)
    many = "1 line was" if len(lines) == 1 else f"{len(lines)} lines were"
    assert said == f"tsume: interrupted: {many} printed, and nothing after that\n"


def test_perft() -> None:
    """The number alone on the first line, the speed on the second; a row for programs."""
    number, speed = tsume("perft", "IOLJ").stdout.splitlines()
    assert number == "188374"
    assert re.fullmatch(r"[\d.]+ s CPU, [\d.,]+ M leaves/s", speed)
    (row,) = json.loads(tsume("perft", "LJT", "--spins", "--format", "json").stdout)
    assert (row["sequence"], row["spins"], row["leaves"]) == ("LJT", True, 42_693)
    one_line(tsume("perft", ""), 2, "empty")
    one_line(tsume("perft", "ioljszt"), 2, "'i'", "I, O, T")


def test_bad_sql(small_press: dict[str, str]) -> None:
    one_line(tsume("sql", "selekt 1", env=small_press), 2, "selekt")
    one_line(tsume("sql", "from nowhere", env=small_press), 2, "nowhere")
    one_line(tsume("sql", "drop table candidate", env=small_press), 2, "read-only")
    one_line(tsume("sql", "", env=small_press), 2, "there is no query")
    one_line(tsume("sql", "select 1; select 2", env=small_press), 2, "one query")
    piped = tsume("sql", "--format", "csv", "-", env=small_press, stdin="select 1 as one")
    assert piped.stdout == "one\n1\n"


def test_no_warehouse_yet(tmp_path: Path) -> None:
    one_line(tsume("sql", "select 1", env=small_environment(tmp_path)), 1, "tsume nightly")


def test_an_unwritable_root(tmp_path: Path) -> None:
    env = small_environment(tmp_path) | {"TSUME_HOME": "/proc/nowhere"}
    one_line(tsume("nightly", "--night", NIGHT, env=env), 1, "/proc/nowhere")


def test_a_reader_that_has_seen_enough() -> None:
    command = f"({' '.join(TSUME)} generate tsd-1 --count 20000; echo status $? >&2) | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=ROOT, timeout=120)
    assert done.stdout.count("\n") == 1
    assert done.stderr == "status 0\n"


@pytest.fixture
def small_disk(tmp_path: Path) -> Path:
    """A file system of two megabytes."""
    disk = tmp_path / "disk"
    disk.mkdir()
    if (
        os.geteuid() != 0
        or subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(disk)], capture_output=True
        ).returncode
    ):
        pytest.skip("cannot mount a small disk here")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def test_a_full_disk(tmp_path: Path, small_disk: Path, small_night: Path) -> None:
    env = small_environment(tmp_path) | {"TSUME_HOME": str(small_disk / "home")}
    (small_disk / "ballast").write_bytes(b"\0" * 1_400_000)
    done = tsume("nightly", "--night", NIGHT, env=env)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("tsume: ")
    assert "space" in last or "full" in last
    assert not list((small_disk / "home" / "releases").glob("2*"))


def test_the_solver_agrees_with_the_referee_on_a_thousand_puzzles() -> None:
    """`tsume generate tsd-2 --count 1000 --seed 7 | tsume solve`, and the referee's own count of each."""
    made = tsume("generate", "tsd-2", "--count", "1000", "--seed", "7").stdout
    solved = [json.loads(line) for line in tsume("solve", stdin=made).stdout.splitlines()]
    assert len(solved) == 1000
    judge = referee("tspin")
    for line in solved:
        puzzle = {key: line[key] for key in ("game", "goal", "moves", "queue", "board")}
        assert judge.count(puzzle, stop_at=0) == line["count"] == len(line["solutions"])
        for solution in line["solutions"]:
            judge.replay(puzzle, solution)
        assert line["verdict"] == ("unique" if line["count"] == 1 else "ambiguous")


def test_sql_for_programs(small_press: dict[str, str]) -> None:
    """Nested values, dates, nulls and NaN come out as JSON; columns of one name stay apart."""
    query = """-- a comment first
        select map([date '2026-01-01'], [1]) as m, 'nan'::double as x, [null, date '2026-01-02'] as l,
               {'a': 1} as s, true as b, 1 as a, 2 as a"""
    (row,) = json.loads(tsume("sql", "--format", "json", query, env=small_press).stdout)
    assert row == {"m": {"2026-01-01": 1}, "x": None, "l": [None, "2026-01-02"], "s": {"a": 1}, "b": True,
                   "a": 1, "a_2": 2}  # fmt: skip
    header, line = tsume("sql", "--format", "csv", query, env=small_press).stdout.splitlines()
    assert header == "m,x,l,s,b,a,a_2"
    assert line.endswith('"{""a"": 1}",true,1,2')


def test_odd_text_costs_its_own_line_only() -> None:
    odd = [GOOD[:-1] + ',"x":"\\ud800"}', GOOD[:-1] + ',"x":NaN}', "\ufeff" + GOOD, GOOD]
    done = tsume("solve", stdin="\n".join(odd))
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [("verdict" in line) for line in lines] == [True, False, True, True]
    assert done.returncode == 2


def test_a_release_can_be_solved_and_drawn_again(small_press: dict[str, str]) -> None:
    """What is released is what the commands read: every line is a puzzle, and unique."""
    folder = Path(small_press["TSUME_HOME"]) / "releases" / NIGHT
    done = tsume("solve", str(folder / "puzzles.jsonl"))
    assert done.returncode == 0, done.stderr
    solved = {line["puzzle_id"]: line for line in map(json.loads, done.stdout.splitlines())}
    answers = [json.loads(line) for line in (folder / "solutions.jsonl").read_text().splitlines()]
    assert {line["verdict"] for line in solved.values()} == {"unique"}
    assert len(answers) == len(solved) > 0
    for answer in answers:
        assert solved[answer["puzzle_id"]]["solutions"] == [answer["solution"]]


def test_damaged_storage_of_dagster(small_press: dict[str, str], tmp_path: Path) -> None:
    environment = small_environment(tmp_path)
    shutil.copytree(small_press["TSUME_HOME"], environment["TSUME_HOME"], symlinks=True)
    for database in Path(environment["TSUME_HOME"], "dagster").rglob("*.db"):
        database.write_text("garbage, and enough of it to be no database")
    done = tsume("nightly", "--night", NIGHT, env=environment)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "move it away" in done.stderr.splitlines()[-1]


@pytest.mark.parametrize(("number", "word"), [(signal.SIGINT, "interrupted"), (signal.SIGTERM, "terminated")])
def test_a_night_that_is_stopped_says_what_is_left_and_nothing_else(
    number: signal.Signals, word: str, tmp_path: Path
) -> None:
    """A terminal sends Ctrl-C to all processes of a command, those of Dagster's logs and the workers among them."""
    process = subprocess.Popen(
        [*TSUME, "nightly", "--night", NIGHT],
        env=small_environment(tmp_path), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip
    assert process.stderr is not None
    while "generate" not in process.stderr.readline():
        assert process.poll() is None
    os.killpg(process.pid, number) if number == signal.SIGINT else process.send_signal(number)
    _, said = process.communicate(timeout=300)
    assert process.returncode == 128 + number
    assert "Traceback" not in said
    assert said.splitlines()[-1].startswith(f"tsume: {word}: finished partitions stay; run `tsume nightly` again")
    with dg.DagsterInstance.from_config(str(tmp_path / "home" / "dagster")) as instance:
        assert [run.status for run in instance.get_runs()] == [dg.DagsterRunStatus.CANCELED]


def test_benchmarks_that_are_none(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """What comes of the benchmarks is told line by line; none at all is bad input."""
    from orchestration.commands import common, counts

    monkeypatch.setattr(counts, "BENCHMARKS", "tests.smallest.benchmarks")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    assert counts.measured(None) == [["pick", 2.5, "s", 3.0, "aim"]]
    assert capsys.readouterr().err == "tsume: measured pick\n"
    with pytest.raises(common.Problem, match="no benchmark has 'nope' in its name"):
        counts.measured("nope")
