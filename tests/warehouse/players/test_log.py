"""The log of players, the same on both databases: what is written down, in which order, and what may be asked."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime, timedelta, timezone

import pytest

from tests.warehouse.players.given import ANN, AT, BOB, OTHER, PUZZLE, began, ended, event, played
from warehouse.players.appending import append
from warehouse.players.log import BadEvent, Event, Others, PlayerLog

Open = Callable[..., PlayerLog]
LIMIT = 60.0  # seconds that anything may take on a slow and busy machine


def test_an_event_comes_back_as_it_was(player_log: PlayerLog) -> None:
    body = {
        "try": 1,
        "moves": [{"piece": "S", "cells": [[0, 1]]}],
        "said": "はい \u0000 \ud800",
        "solved": None,
        "x": 1.5,
    }
    east = AT.astimezone(timezone(timedelta(hours=9)))
    (stored,) = player_log.append(Event("a/tried/1", "tried", ANN, "a", east, body))
    assert stored.number == 1
    (read,) = player_log.events()
    assert read == stored
    assert (read.body, read.at, read.kind, read.player) == (body, AT, "tried", ANN)
    assert read.at.utcoffset() == timedelta(0)


def test_events_are_numbered_in_order_and_read_by_number(player_log: PlayerLog) -> None:
    first = player_log.append(*[event(ANN, "a", "tried", number) for number in range(3)])
    second = player_log.append(event(BOB, "b", "tried", 1))
    assert [each.number for each in (*first, *second)] == [1, 2, 3, 4]
    assert [each.number for each in player_log.events(after=1)] == [2, 3, 4]
    assert [each.number for each in player_log.events(after=1, until=3)] == [2, 3]
    assert [each.number for each in player_log.events(limit=2)] == [1, 2]
    assert [each.player for each in player_log.of_attempt("b")] == [BOB]
    assert [each.number for each in player_log.of_player(ANN)] == [1, 2, 3]
    assert player_log.last_number() == 4


def test_more_events_than_are_read_at_once(player_log: PlayerLog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("warehouse.players.past.PAGE", 3)
    player_log.append(*[event(ANN, "a", "tried", number) for number in range(8)])
    assert [each.number for each in player_log.events()] == list(range(1, 9))
    assert [each.number for each in player_log.events(limit=5)] == list(range(1, 6))
    for number in range(7):
        player_log.append(*played(ANN, f"b{number}", "solved", 1.0, puzzle=f"{number:016x}"))
    assert len(list(player_log.results("pick", 0, 100))) == 7


def test_a_key_counts_once(player_log: PlayerLog, open_log: Open) -> None:
    """In one request, in a later one, and in another service's."""
    once, same = player_log.append(
        event(ANN, "a", "tried", 1, solved=False), event(ANN, "a", "tried", 1, solved=True)
    )
    assert once == same
    assert player_log.append(event(ANN, "a", "tried", 1, solved=True)) == [once]
    again, new = open_log().append(event(ANN, "a", "tried", 1), event(ANN, "a", "tried", 2))
    assert (again, new.number) == (once, 2)
    assert [each.body for each in player_log.events()] == [{"solved": False}, {}]


def test_a_key_counts_once_however_many_write_it_at_once(player_log: PlayerLog, open_log: Open) -> None:
    logs = [player_log, open_log(), open_log()]
    answers: list[int] = []

    def write(log: PlayerLog) -> None:
        for number in range(20):
            answers.append(log.append(event(ANN, "a", "tried", number))[0].number)

    threads = [threading.Thread(target=write, args=(log,)) for log in logs for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 6 * 20
    assert sorted(set(answers)) == [each.number for each in player_log.events()] == list(range(1, 21))


def test_a_reader_never_misses_what_commits_late(
    player_log: PlayerLog, open_log: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numbers are in the order of commits: while one service's transaction is open, another's cannot overtake it."""
    other, reader = open_log(), open_log(read_only=True)
    at_it, written = threading.Event(), other._writer._written
    monkeypatch.setattr(other._writer, "_written", lambda batch: at_it.set() or written(batch))
    with player_log._store.writing() as connection:
        append(connection, [[event(ANN, "a", "tried", 1)]])
        later = other.append_soon(event(BOB, "b", "tried", 1))
        assert at_it.wait(LIMIT)
        with pytest.raises(TimeoutError):
            later.result(timeout=0.3)
        assert list(reader.events()) == []
    assert later.result()[0].number == 2
    assert [each.number for each in reader.events(after=0)] == [1, 2]


def test_reading_goes_on_while_somebody_writes(player_log: PlayerLog) -> None:
    player_log.append(event(ANN, "a", "tried", 1))
    with player_log._store.writing() as connection:
        append(connection, [[event(ANN, "a", "tried", 2)]])
        assert [each.number for each in player_log.events()] == [1]
    assert [each.number for each in player_log.events()] == [1, 2]


def test_what_comes_meanwhile_is_committed_together(player_log: PlayerLog, monkeypatch: pytest.MonkeyPatch) -> None:
    commits = []
    honest = player_log._writer._written
    monkeypatch.setattr(player_log._writer, "_written", lambda batch: commits.append(len(batch)) or honest(batch))
    with player_log._store.writing():
        soon = [player_log.append_soon(event(ANN, "a", "tried", number)) for number in range(50)]
    assert sorted(future.result()[0].number for future in soon) == list(range(1, 51))
    assert sum(commits) == 50
    assert len(commits) <= 3, "the first alone at most, then those that came while it waited"


def test_the_end_does_not_wait_for_a_database_that_does_not_answer(
    player_log: PlayerLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is anything acknowledged that it has not written."""
    answer, written = threading.Event(), player_log._writer._written
    monkeypatch.setattr(player_log._writer, "_written", lambda batch: answer.wait() and written(batch))
    soon = player_log.append_soon(event(ANN, "a", "tried", 1))
    assert not player_log._writer.close(0.01)
    assert not soon.done()
    answer.set()
    assert player_log._writer.close(LIMIT)
    assert soon.result(LIMIT)[0].number == 1


@pytest.mark.parametrize(
    "bad",
    [
        Event("a/tried/1", "sang", ANN, "a", AT, {}),
        Event("", "tried", ANN, "a", AT, {}),
        Event("a" * 201, "tried", ANN, "a", AT, {}),
        Event("a\x00", "tried", ANN, "a", AT, {}),
        Event("a", "tried", "'; drop table event; --", "a", AT, {}),
        Event("a", "tried", ANN, "a", datetime(2026, 11, 15), {}),
        Event("a", "tried", ANN, "a", AT, {"x": float("nan")}),
        Event("a", "tried", ANN, "a", AT, {"x": {1, 2}}),
        Event("a", "tried", ANN, "a", AT, {"x": "y" * 100_001}),
        Event("a", "began", ANN, "a", AT, {"game": "pick"}),
    ],
)
def test_what_is_no_event_is_refused_and_stops_nobody(player_log: PlayerLog, bad: Event) -> None:
    with pytest.raises(BadEvent):
        player_log.append(event(ANN, "a", "tried", 7), bad)
    assert list(player_log.events()) == []
    assert player_log.append(event(ANN, "a", "tried", 8))[0].number == 1


def test_how_others_did(player_log: PlayerLog) -> None:
    """First attempts without hints that are over and say something; each player once."""
    assert player_log.counts(PUZZLE) == Others(0, None, None)
    player_log.append(*played("p1", "a1", "solved", 10.0), *played("p2", "a2", "solved", 4.0))
    player_log.append(*played("p3", "a3", "failed"), *played("p4", "a4", "given up", tries=0))
    assert player_log.counts(PUZZLE) == Others(4, 0.5, 7.0)
    player_log.append(*played("p1", "a5", "solved", 1.0))  # a second attempt
    player_log.append(*played("p5", "a6", "solved", 1.0, hints=1))
    player_log.append(*played("p6", "a7", "left", tries=0), *played("p7", "a8", "withdrawn"))
    player_log.append(*played("p8", "a9", "seen", tries=0), began("p9", "b1"))
    player_log.append(*played("p1", "b2", "solved", 1.0, puzzle=OTHER))
    assert player_log.counts(PUZZLE) == Others(4, 0.5, 7.0)
    player_log.append(*played("q1", "b3", "left", tries=2), *played("q2", "b4", "solved", 5.0))
    assert player_log.counts(PUZZLE) == Others(6, 0.5, 5.0)


def test_an_attempt_ends_once(player_log: PlayerLog) -> None:
    player_log.append(began(ANN, "a"), ended(ANN, "a", "solved", 3.0))
    late = event(ANN, "a", "ended", 2, how="failed", solved=False, seconds=None, tries=9, hints=0)
    player_log.append(late)
    assert player_log.counts(PUZZLE) == Others(1, 1.0, 3.0)
    (result,) = player_log.results("pick", 0, player_log.last_number())
    assert result.body["how"] == "solved"


def test_two_tabs_make_two_attempts(player_log: PlayerLog) -> None:
    """The service may take both for the first; the log knows which one was."""
    player_log.append(began(ANN, "a"), began(ANN, "b"), began(BOB, "c"), began(ANN, "d", OTHER))
    player_log.append(
        *[ended(who, which, "failed") for who, which in ((ANN, "b"), (ANN, "a"), (BOB, "c"), (ANN, "d"))]
    )
    found = {result.attempt: result.place for result in player_log.results("pick", 0, 100)}
    assert found == {"a": 1, "b": 2, "c": 1, "d": 1}


def test_results_of_a_range(player_log: PlayerLog) -> None:
    """An attempt belongs to where it ended, a rating to where it was given; both know how the attempt began."""
    player_log.append(began(ANN, "a", mode="daily"), began(BOB, "b", game="other"))
    start = player_log.last_number()
    player_log.append(
        ended(ANN, "a", "solved", 2.0), ended(BOB, "b", "failed"), event(ANN, "a", "rated", 1, interest=4)
    )
    until = player_log.last_number()
    player_log.append(event(ANN, "a", "rated", 2, interest=5))
    found = list(player_log.results("pick", start, until))
    assert [(result.kind, result.number, result.puzzle_id) for result in found] == [
        ("ended", start + 1, PUZZLE),
        ("rated", start + 3, PUZZLE),
    ]
    assert all(result.began["mode"] == "daily" for result in found)
    assert list(player_log.results("pick", 0, start)) == []
    assert [result.number for result in player_log.results("other", 0, 100)] == [start + 2]
