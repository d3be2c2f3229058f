"""`tsume table`, with an endgame table that is made up: the command knows no game and no rules."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engines.contract import BadPuzzle, Endgame
from orchestration import cli
from tests.smallest import Pick, PickEngine

Run = Callable[..., tuple[int, list[str], list[str]]]
HARDEST = [(3, Pick((1, 2), 3)), (1, Pick((4, 5), 9)), (1, Pick((0, 0), 0))]
asked: list[tuple[str, str, str]] = []


def table(
    self: PickEngine, attacker: str, defender: str, shown: str = "", progress: Callable[[str], None] | None = None
) -> Endgame:
    """A table of any material but that which has an x in it."""
    asked.append((attacker, defender, shown))
    if "x" in attacker + defender:
        raise BadPuzzle("'2x1r' is no material: a number of b, then of r")
    if attacker == "9b9r":
        raise MemoryError
    if progress:
        progress("ply 1")
    wins = {3: 1234, 1: 200_000}

    def hardest(count: int) -> Iterator[tuple[int, Pick]]:
        yield from HARDEST[:count]

    return Endgame(attacker, defender, shown, 1_413_720, wins, 2_500_000, hardest)


@pytest.fixture
def run(smallest: None, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Runs `tsume table` in this process: status, standard output and standard error as lines."""
    monkeypatch.setattr(PickEngine, "table", table)
    monkeypatch.setattr(PickEngine, "offers", ("table",))
    asked.clear()

    def command(*arguments: str) -> tuple[int, list[str], list[str]]:
        monkeypatch.setattr(sys, "argv", ["tsume", "table", *arguments])
        try:
            cli.main()
            status = 0
        except SystemExit as ended:
            status = int(ended.code or 0)
        said, complained = capfd.readouterr()
        return status, said.splitlines(), complained.splitlines()

    return command


def test_the_figures_for_a_person(run: Run) -> None:
    status, said, complained = run("1b1r", "1b1r", "--shown")
    assert (status, complained) == (0, [])
    assert said[:-1] == [
        "1b1r against 1b1r, all shown",
        "positions  1,413,720",
        "wins         201,234",
        "longest            3",
        "in 1         200,000",
        "in 3           1,234",
    ]
    assert said[-1].endswith(" s, 2.5 MB")


@pytest.mark.parametrize(
    ("options", "shown", "words"),
    [
        ([], "", "all hidden"),
        (["--shown"], "2b1r", "all shown"),
        (["--shown-blue", "1"], "1b0r", "1b0r shown"),
        (["--shown-red", "1", "--shown-blue", "2"], "2b1r", "all shown"),
    ],
)
def test_what_is_shown_is_told_as_material(run: Run, options: list[str], shown: str, words: str) -> None:
    _, said, _ = run("1b1r", "2b1r", *options)
    assert asked == [("1b1r", "2b1r", shown)]
    assert said[0] == f"1b1r against 2b1r, {words}"


def test_the_longest_puzzles_follow_as_json_lines(run: Run) -> None:
    _, said, _ = run("1b1r", "1b1r", "--longest", "2")
    assert [json.loads(line) for line in said[-2:]] == [
        {"game": "pick", "digits": "12", "total": 3, "length": 3},
        {"game": "pick", "digits": "45", "total": 9, "length": 1},
    ]
    assert said[-3].endswith(" MB")


def test_the_figures_for_a_program(run: Run) -> None:
    _, [line], _ = run("1b1r", "1b1r", "--format", "json", "--longest", "1")
    found: dict[str, Any] = json.loads(line)
    assert found.pop("seconds") >= 0
    assert found == {
        "attacker": "1b1r",
        "defender": "1b1r",
        "shown": "",
        "positions": 1_413_720,
        "wins": 201_234,
        "longest": 3,
        "by_length": {"1": 200_000, "3": 1234},
        "bytes": 2_500_000,
        "puzzles": [{"game": "pick", "digits": "12", "total": 3, "length": 3}],
    }
    [row] = csv.DictReader(run("1b1r", "1b1r", "--format", "csv")[1])
    assert (row["wins"], json.loads(row["by_length"])) == ("201234", {"1": 200_000, "3": 1234})


@pytest.mark.parametrize(
    ("arguments", "status", "word"),
    [
        (["2x1r", "1b1r"], 2, "is no material"),
        (["9b9r", "1b1r"], 1, "not enough memory"),
        (["1b1r"], 2, "DEFENDER"),
        (["1b1r", "1b1r", "--longest", "-1"], 2, "--longest"),
        (["1b1r", "1b1r", "--shown", "--shown-red", "1"], 2, "leave out"),
        (["1b1r", "1b1r", "--longest", "1", "--format", "csv"], 2, "table or json"),
    ],
)
def test_what_cannot_be_gets_one_line(run: Run, arguments: list[str], status: int, word: str) -> None:
    ended, said, [complaint] = run(*arguments)
    assert (ended, said) == (status, [])
    assert complaint.startswith("tsume: ")
    assert word in complaint


def test_where_no_game_has_tables(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PickEngine, "offers", ())
    assert run("1b1r", "1b1r") == (2, [], ["tsume: no game here has endgame tables"])


def test_a_table_without_a_win() -> None:
    nothing = Endgame("1b1r", "4b4r", "", 10, {}, 0, lambda count: iter(()))
    assert (nothing.wins, nothing.longest) == (0, 0)
