"""The log of players on its way into the lake, on both databases: every event once, in the night that hears it."""

from __future__ import annotations

import itertools
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import pytest

from assets.core import progress
from assets.core.stage import Outcome, Press, run_stage
from assets.intake.collection import answer
from assets.learning.training import ratings_by_people
from assets.stages import candidates, games, heard, players, standings, verdicts
from quality.checks import run_suite
from tests.conftest import Shared
from tests.orchestration.test_kill import in_a_child
from tests.warehouse.players.given import ANN, BOB, began, ended, event, played
from warehouse.history import history
from warehouse.home import Home
from warehouse.lake import PLAYED, SO_FAR, Origin, Partition, rows_to_table
from warehouse.players.log import PlayerLog

NIGHTS = ("2026-11-13", "2026-11-14", "2026-11-15")
Row = dict[str, Any]


@pytest.fixture
def press(press: Press, shared: Shared, monkeypatch: pytest.MonkeyPatch) -> Press:
    """A press whose lake has proved puzzles of one night."""
    monkeypatch.delenv("TSUME_PLAYER_DB", raising=False)

    def prove(folder: Path) -> None:
        shutil.copytree(press.home.root, folder, dirs_exist_ok=True)
        there = replace(press, home=Home(folder))
        for stage in (games.STAGE, candidates.STAGE, verdicts.STAGE):
            run_stage(stage, there, "pick", NIGHTS[0])

    shutil.copytree(shared.once("proved", prove), press.home.root, symlinks=True, dirs_exist_ok=True)
    return press


@pytest.fixture
def log(press: Press, log_address: str | None, monkeypatch: pytest.MonkeyPatch) -> Iterator[PlayerLog]:
    if log_address is not None:
        monkeypatch.setenv("TSUME_PLAYER_DB", log_address)
    with PlayerLog.open(press.home) as opened:
        yield opened


@pytest.fixture
def puzzles(press: Press) -> list[str]:
    """Puzzles that can be solved."""
    rows = press.lake.read(Partition("verdict", NIGHTS[0], "pick")).to_pylist()
    return sorted(row["puzzle_id"] for row in rows if row["count"] > 0)


def hear(press: Press, night: str = NIGHTS[0]) -> Outcome:
    return run_stage(players.STAGE, press, "pick", night)


def heard_rows(press: Press, table: str, night: str | None = None) -> list[Row]:
    """What the lake has of players: all of it, or that of one night."""
    rows = press.lake.read_all(table, "pick").to_pylist()
    return [row for row in rows if row["provenance"] == "players" and night in (None, row["batch"])]


def who_tried(press: Press, night: str | None = None) -> list[tuple[str, str]]:
    return sorted((row["player_id"], row["puzzle_id"]) for row in heard_rows(press, "attempt", night))


def test_what_players_did_and_said(press: Press, log: PlayerLog, puzzles: list[str]) -> None:
    one, two, *_ = puzzles
    log.append(
        *played(ANN, "a1", "failed", puzzle=one, group="regular", mode="test", seconds_limit=30),
        *played(ANN, "a2", "solved", 31.5, puzzle=one, mode="test", seconds_limit=30, hints=2, tries=3),
        *played(BOB, "b1", "given up", puzzle=two, tries=0),
        event(ANN, "a1", "rated", 1, interest=4, asked="before"),
        event(ANN, "a1", "rated", 2, difficulty=2, comment="=)", interest=None),
        event(BOB, "b1", "rated", 1, liked=False, go_on=5),
        event(BOB, "b1", "said", solved=True),
    )
    made = hear(press)
    assert [check for check in made.checks if not check.passed] == []
    assert players.note(made.tables) == "3 attempts and 2 ratings by 2 players"
    whose = {"batch": NIGHTS[0], "night": date.fromisoformat(NIGHTS[0]), "game": "pick", "provenance": "players"}
    ann, bob = f"player/{ANN}", f"player/{BOB}"
    test = {**whose, "player_id": ann, "puzzle_id": one, "mode": "test", "seconds_limit": 30.0}
    assert heard_rows(press, "attempt") == [
        {**test, "player_group": "regular", "number": 1, "solved": False, "seconds": None, "hints": 0} | {"tries": 1},
        {**test, "player_group": None, "number": 2, "solved": True, "seconds": 30.0, "hints": 2, "tries": 3},
        {**whose, "player_id": bob, "puzzle_id": two, "mode": "practice", "seconds_limit": None, "number": 1}
        | {"player_group": None, "solved": False, "seconds": None, "hints": 0, "tries": None},
    ]
    said = {**whose, "survey": f"players-{NIGHTS[0]}", "survey_import": None, "line": None, "useful": None}
    assert heard_rows(press, "rating") == [
        {**said, "rater_id": ann, "rater_group": "regular", "puzzle_id": one, "interest": 4.0, "difficulty": 2.0}
        | {"scale_low": 1.0, "scale_high": 5.0, "asked": "before", "comment": "'=)", "go_on": None},
        {**said, "rater_id": bob, "rater_group": None, "puzzle_id": two, "interest": 1.0, "difficulty": None}
        | {"scale_low": 0.0, "scale_high": 1.0, "asked": None, "comment": None, "go_on": 5.0},
    ]


def test_the_last_word_counts(press: Press, log: PlayerLog, puzzles: list[str]) -> None:
    """Of one attempt all answers together, but a new attempt begins anew."""
    for attempt in ("a", "b"):
        log.append(*played(ANN, attempt, "failed", puzzle=puzzles[0]))
    log.append(
        event(ANN, "a", "rated", 1, interest=1, difficulty=1),
        event(ANN, "b", "rated", 1, interest=4, comment="nice"),
        event(ANN, "b", "rated", 2, liked=True),
        event(BOB, "a", "rated", 3, comment="says nothing that counts"),
    )
    hear(press)
    (row,) = heard_rows(press, "rating")
    assert (row["interest"], row["difficulty"], row["comment"]) == (5.0, None, "nice")


def test_only_attempts_that_are_over_and_say_something(press: Press, log: PlayerLog, puzzles: list[str]) -> None:
    endings = ("failed", "out of time", "left", "seen", "withdrawn")
    for number, how in enumerate(endings):
        log.append(*played(f"p{number}", f"a{number}", how, puzzle=puzzles[0], tries=0))
    log.append(*played("p7", "a7", "left", puzzle=puzzles[0], tries=2), began("p8", "a8", puzzles[0]))
    log.append(event("p4", "a4", "rated", interest=1), event("p3", "a3", "rated", interest=2))
    hear(press)
    assert [row["player_id"] for row in heard_rows(press, "attempt")] == ["player/p0", "player/p1", "player/p7"]
    assert [row["rater_id"] for row in heard_rows(press, "rating")] == ["player/p3"], "not of what was withdrawn"


def test_puzzles_that_are_not_in_the_lake_are_left_out(press: Press, log: PlayerLog, puzzles: list[str]) -> None:
    """Nor tries of what cannot be solved."""
    known = press.lake.read(Partition("verdict", NIGHTS[0], "pick")).slice(0, 1).to_pylist()
    rows = [row | {"puzzle_id": "f" * 16, "count": 0, "verdict": "impossible"} for row in known]
    origin, impossible = Origin("test", "test", "test"), "f" * 16
    press.lake.write(Partition("verdict", NIGHTS[1], "pick"), rows_to_table("verdict", rows), origin)
    for place, puzzle in enumerate((puzzles[0], impossible, "0" * 16)):
        log.append(*played(ANN, f"a{place}", "failed", puzzle=puzzle))
        log.append(event(ANN, f"a{place}", "rated", difficulty=3))
    hear(press)
    assert [row["puzzle_id"] for row in heard_rows(press, "attempt")] == [puzzles[0]]
    assert {row["puzzle_id"] for row in heard_rows(press, "rating")} == {puzzles[0], impossible}


@pytest.mark.parametrize(
    "body",
    [
        {"interest": 6, "difficulty": 1e300},
        {"interest": "4", "difficulty": True, "asked": 7, "comment": 3},
        {"interest": -1, "liked": "yes", "useful": [1]},
        {},
    ],
)
def test_no_event_stops_a_night(press: Press, log: PlayerLog, puzzles: list[str], body: Row) -> None:
    """Whatever a service has written: what the tables cannot have is left out."""
    log.append(began(ANN, "a", puzzles[0], group="genius", mode=None, seconds_limit=-3))
    log.append(event(ANN, "a", "ended", how="solved", seconds=None, solved=True, tries=1, hints=0))
    log.append(event(ANN, "a", "rated", 1, **body))
    log.append(began(BOB, "b", puzzles[0], group=3, mode=7, seconds_limit="x"))
    log.append(event(BOB, "b", "ended", how="failed", seconds=-1, tries=10**12, hints=10**12))
    assert not hear(press).failed
    assert [row["player_id"] for row in heard_rows(press, "attempt")] == [f"player/{BOB}"]
    assert heard_rows(press, "rating") == []


def test_a_night_hears_what_no_other_night_has(press: Press, log: PlayerLog, puzzles: list[str]) -> None:
    log.append(*played(ANN, "a1", "failed", puzzle=puzzles[0]), began(BOB, "b1", puzzles[0]))
    hear(press, NIGHTS[1])
    log.append(ended(BOB, "b1", "failed"), *played(ANN, "a2", "failed", puzzle=puzzles[1]))
    hear(press, NIGHTS[2])
    ann, bob = f"player/{ANN}", f"player/{BOB}"
    assert who_tried(press, NIGHTS[1]) == [(ann, puzzles[0])]
    assert who_tried(press, NIGHTS[2]) == [(ann, puzzles[1]), (bob, puzzles[0])], "an attempt is where its end is"
    for night in NIGHTS[1:]:
        assert hear(press, night).kept
    hear(press, NIGHTS[0])
    assert who_tried(press, NIGHTS[0]) == []
    log.append(*played(ANN, "a3", "failed", puzzle=puzzles[2]))
    assert not hear(press, NIGHTS[1]).kept
    assert who_tried(press, NIGHTS[1]) == [(ann, puzzles[0]), (ann, puzzles[2])], "its own again, and the new one"
    assert hear(press, NIGHTS[2]).kept
    assert heard.of_night(press.lake, NIGHTS[1], "pick").of("attempt") == {log.identity(): ((1, 3), (7, 8))}


@pytest.mark.usefixtures("trusting")
@pytest.mark.parametrize("seed", range(4))
def test_in_whatever_order_each_event_is_heard_once(
    press: Press, log: PlayerLog, puzzles: list[str], seed: int
) -> None:
    """Nights are made and made again, files get lost, attempts begin in one night and end in another."""
    draw, begun, over = Random(seed), [], []
    for step in range(30):
        what = draw.choice(["begin", "begin", "end", "end", "hear", "hear", "lose"])
        if what == "begin":
            begun.append((f"p{draw.randrange(3)}", f"a{step}", draw.choice(puzzles)))
            log.append(began(*begun[-1]))
        elif what == "end" and begun:
            over.append(begun.pop(draw.randrange(len(begun))))
            log.append(ended(*over[-1][:2], "failed"), event(*over[-1][:2], "rated", difficulty=step % 5 + 1))
        elif what == "hear":
            hear(press, draw.choice(NIGHTS))
        elif what == "lose":
            parts = [part for part in press.lake.partitions(draw.choice(heard.TABLES)) if part.shard == PLAYED]
            if parts:
                press.lake.path(draw.choice(parts)).write_bytes(b"PAR1")
    for night in NIGHTS * 2:
        hear(press, night)
    assert who_tried(press) == sorted((f"player/{player}", puzzle) for player, _, puzzle in over)
    rated = {(row["rater_id"], row["puzzle_id"]) for row in heard_rows(press, "rating")}
    assert rated == {(f"player/{player}", puzzle) for player, _, puzzle in over}
    spans = [heard.of_night(press.lake, night, "pick").of("attempt").get(log.identity(), ()) for night in NIGHTS]
    numbers = [number for span in itertools.chain(*spans) for number in range(span[0], span[1] + 1)]
    assert sorted(numbers) == list(range(1, log.last_number() + 1))


@pytest.mark.usefixtures("trusting")
def test_killed_at_each_rename_nothing_is_lost_or_counted_twice(
    press: Press, log: PlayerLog, puzzles: list[str]
) -> None:
    """Four files are written: checks and rows of each table. After a death in between another night goes on."""
    honest, tried = os.replace, []
    for round_number in range(8):
        log.append(*played(ANN, f"a{round_number}", "failed", puzzle=puzzles[round_number]))
        log.append(event(ANN, f"a{round_number}", "rated", difficulty=3))
        tried.append((f"player/{ANN}", puzzles[round_number]))

        def die(
            at: int = round_number // 2, after: bool = round_number % 2 == 1, night: int = round_number % 3
        ) -> None:
            seen = itertools.count()

            def deadly(source: str, target: str) -> None:
                last = next(seen) == at
                if last and not after:
                    os.kill(os.getpid(), signal.SIGKILL)
                honest(source, target)
                if last:
                    os.kill(os.getpid(), signal.SIGKILL)

            os.replace = deadly  # type: ignore[assignment]
            hear(press, NIGHTS[night])

        assert in_a_child(die) == signal.SIGKILL
        hear(press, NIGHTS[(round_number + 1) % 3])
        assert who_tried(press) == sorted(tried)
        assert len(heard_rows(press, "rating")) == len(tried)


def test_whoever_is_forgotten_vanishes_from_all_nights(press: Press, log: PlayerLog, puzzles: list[str]) -> None:
    for place, night in enumerate(NIGHTS[:2]):
        for player in (ANN, BOB):
            log.append(*played(player, f"{player}{place}", "failed", puzzle=puzzles[place]))
        log.append(event(ANN, f"{ANN}{place}", "rated", difficulty=3))
        hear(press, night)
    other = press.lake.stamp(Partition("attempt", NIGHTS[0], "pick", PLAYED))
    log.forget(ANN)
    log.append(*played(BOB, "late", "failed", puzzle=puzzles[3]))
    hear(press, NIGHTS[2])
    bob = f"player/{BOB}"
    assert who_tried(press) == sorted((bob, puzzles[place]) for place in (0, 1, 3))
    assert heard_rows(press, "rating") == []
    for table in heard.TABLES:
        for night in NIGHTS:
            part = Partition(table, night, "pick", PLAYED)
            checks = press.lake.read(Partition("check_result", night, "pick", f"{table}-{PLAYED}")).to_pylist()
            stamp = press.lake.stamp(part)
            assert stamp is not None
            assert checks
            assert all(check["passed"] and check["digest"] == stamp.digest for check in checks)
    assert other is not None
    for night in NIGHTS:
        hear(press, night)
        assert hear(press, night).kept
    assert who_tried(press) == sorted((bob, puzzles[place]) for place in (0, 1, 3)), "and nobody is heard twice"


class Listener(progress.Silence):
    """Keeps what is warned of."""

    def __init__(self) -> None:
        self.warned: list[str] = []

    def warn(self, text: str) -> None:
        self.warned.append(text)


def listen(work: Callable[[], Any]) -> list[str]:
    listener = Listener()
    with progress.heard_by(listener):
        work()
    return listener.warned


def test_a_log_that_cannot_be_reached_stops_no_night(
    press: Press, log: PlayerLog, puzzles: list[str], log_address: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    log.append(*played(ANN, "a1", "failed", puzzle=puzzles[0]))
    hear(press)
    log.append(*played(ANN, "a2", "failed", puzzle=puzzles[1]))
    monkeypatch.setenv("TSUME_PLAYER_DB", f"postgresql:///gone?host={press.home.root}")
    (warned,) = listen(lambda: hear(press))
    assert "log of players at postgresql:///gone" in warned
    assert "\n" not in warned
    assert who_tried(press) == [(f"player/{ANN}", puzzles[0])], "what it had heard stays"
    assert listen(lambda: hear(press, NIGHTS[1])) == [warned]
    assert who_tried(press, NIGHTS[1]) == []
    if log_address is None:
        monkeypatch.delenv("TSUME_PLAYER_DB")
    else:
        monkeypatch.setenv("TSUME_PLAYER_DB", log_address)
    assert listen(lambda: hear(press, NIGHTS[2])) == []
    assert who_tried(press, NIGHTS[2]) == [(f"player/{ANN}", puzzles[1])]


def test_another_log_has_other_numbers(press: Press, puzzles: list[str], tmp_path: Path) -> None:
    """Whoever moves to a new database keeps what the lake has of the old one, and misses nothing of the new one."""
    with PlayerLog.open(press.home) as log:
        log.append(*played(ANN, "a1", "failed", puzzle=puzzles[0]), event(ANN, "a1", "rated", difficulty=3))
        hear(press)
    shutil.rmtree(press.home.root / "players")
    assert hear(press).kept, "no log at all"
    with PlayerLog.open(press.home) as log:
        log.append(*played(BOB, "b1", "failed", puzzle=puzzles[1]))
        hear(press)
        both = [(f"player/{ANN}", puzzles[0]), (f"player/{BOB}", puzzles[1])]
        assert who_tried(press, NIGHTS[0]) == both
        assert len(heard_rows(press, "rating")) == 1
        log.append(*played(BOB, "b2", "failed", puzzle=puzzles[2]))
        hear(press, NIGHTS[1])
        assert who_tried(press, NIGHTS[0]) == both
        assert who_tried(press, NIGHTS[1]) == [(f"player/{BOB}", puzzles[2])]
        log.forget(ANN)
        hear(press, NIGHTS[0])
        assert who_tried(press, NIGHTS[0]) == both[1:], "known by the hash alone"


def test_no_log_is_nothing_special(press: Press) -> None:
    """It is not made by asking for it."""
    assert listen(lambda: hear(press)) == []
    assert heard_rows(press, "attempt") == heard_rows(press, "rating") == []
    assert hear(press).kept
    assert not (press.home.root / "players").exists()


def test_nights_leave_the_simulated_rows_alone(press: Press, log: PlayerLog, puzzles: list[str]) -> None:
    """The two stages write the same tables, each its own partition, and each has checks of its own."""
    simulated = Partition("attempt", NIGHTS[0], "pick")
    press.lake.write(simulated, rows_to_table("attempt", []), Origin("test", "test", "test"))
    before = press.lake.path(simulated).read_bytes()
    log.append(*played(ANN, "a1", "failed", puzzle=puzzles[0]))
    hear(press)
    assert press.lake.path(simulated).read_bytes() == before
    checks = press.lake.read(Partition("check_result", NIGHTS[0], "pick", "attempt-players"))
    assert set(checks.column("table_name").to_pylist()) == {"attempt-players"}


def test_what_comes_of_it(press: Press, log: PlayerLog, puzzles: list[str]) -> None:
    """Standings count the first tries, the sensor and the models the ratings, and the warehouse knows of both."""
    log.append(*played(ANN, "a1", "failed", puzzle=puzzles[0]), *played(BOB, "b1", "solved", 5.0, puzzle=puzzles[0]))
    log.append(*played(ANN, "a2", "solved", 9.0, puzzle=puzzles[0]), event(ANN, "a1", "rated", interest=4))
    hear(press)
    assert ratings_by_people(press, "pick") == 1
    found = run_stage(standings.STAGE, press, "pick", SO_FAR).tables["puzzle_standing"].to_pylist()
    (row,) = [row for row in found if row["provenance"] == "players"]
    assert (row["puzzle_id"], row["attempts"], row["solved_share"], row["median_seconds"]) == (
        puzzles[0],
        2,
        0.5,
        5.0,
    )
    answer(press)
    facts = history(press.home, puzzles[0])
    assert facts is not None
    assert facts["ratings"] == {"players": 1}
    assert facts["attempts"] == {"players": 3}
    checks = press.lake.read_all("check_result", "pick")
    assert [result for result in run_suite("check_result", checks) if not result.passed] == []
