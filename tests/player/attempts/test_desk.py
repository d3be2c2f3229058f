"""The domain without HTTP: many at once, another process in between, a log that fails, a fold that holds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from player.attempts import decide
from player.attempts.history import History
from player.attempts.record import Attempt, attempt_of, begun
from player.attempts.refusals import Busy
from player.attempts.replay import Replays
from player.choice.wishes import Wish
from player.modes import MODES
from player.workers import Workers
from tests.player.conftest import Site
from tests.player.releases import Known
from warehouse.players.events import Event, Stored
from warehouse.players.log import LogUnavailable

Puzzles = dict[str, list[Known]]
AT = datetime(2026, 11, 16, tzinfo=UTC)
BEGAN = Event(
    "a/began", "began", "p", "a", AT,
    {"puzzle_id": "z", "game": "tspin", "mode": "practice", "seconds_limit": None, "run": "r"},
)  # fmt: skip


def one(number: int, event: Event) -> Stored:
    return Stored(event.key, event.kind, event.player, event.attempt, event.at, event.body, number)


async def begun_at(site: Site, known: Known, mode: str = "practice", player: str = "p1") -> Any:
    return await site.service.desk.begin(player, Wish(MODES[mode], game=known.game, puzzle_id=known.puzzle_id), None)


def test_the_same_moves_from_many_tabs_at_once_count_once(site: Site, puzzles: Puzzles) -> None:
    known = puzzles["tsd-1"][0]

    async def play() -> str:
        live = await begun_at(site, known)
        await asyncio.gather(*(site.service.desk.moved(live, known.moves) for _ in range(20)))
        return str(live.record.attempt)

    attempt = asyncio.run(play())
    assert [event.kind for event in site.service.log.of_attempt(attempt)] == ["began", "tried", "ended"]


def test_different_moves_at_once_are_tries_one_after_the_other(site: Site, puzzles: Puzzles) -> None:
    known = puzzles["tsd-1"][0]

    async def play() -> Any:
        live = await begun_at(site, known)
        legal = site.service.desk.replays.after(live.stocked, [])
        import json

        moves = json.loads(legal.legal)[:6]
        await asyncio.gather(*(site.service.desk.moved(live, [one]) for one in moves if [one] != known.moves))
        return live.record

    record = asyncio.run(play())
    stored = site.service.log.of_attempt(record.attempt)
    assert [event.body["try"] for event in stored if event.kind == "tried"] == list(range(1, len(record.tries) + 1))
    assert attempt_of(stored) == record


def test_what_another_process_wrote_meanwhile_is_taken_in(site: Site, puzzles: Puzzles) -> None:
    """Two processes may serve one log. The same try counts once, another counts for itself, the first end counts."""
    known = puzzles["tsd-1"][0]

    async def play(theirs: list[Any], solved: bool, mode: str) -> tuple[Attempt, Attempt | None]:
        live = await begun_at(site, known, mode)
        site.service.log.append(*decide.of_moves(live.record, MODES[mode], theirs, solved, AT, 3.0, False))
        await site.service.desk.moved(live, known.moves)
        return live.record, attempt_of(site.service.log.of_attempt(live.record.attempt))

    ours, stored = asyncio.run(play(known.moves, True, "practice"))
    assert ours == stored
    assert (ours.how, len(ours.tries), ours.seconds) == ("solved", 1, 3.0)
    ours, stored = asyncio.run(play([1], False, "practice"))
    assert stored is not None
    assert (ours.how, [one.solved for one in stored.tries]) == ("solved", [False, True])
    ours, stored = asyncio.run(play([1], False, "training"))
    assert stored is not None
    assert ours.how == stored.how == "failed"


def test_nothing_is_told_before_it_is_written(site: Site, puzzles: Puzzles, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the log fails, so does the request; once it is back, the same request goes through."""
    known = puzzles["tsd-1"][0]

    def fails(*events: Event) -> Future[list[Stored]]:
        future: Future[list[Stored]] = Future()
        future.set_exception(LogUnavailable("the disk is full"))
        return future

    async def play() -> Any:
        live = await begun_at(site, known)
        with monkeypatch.context() as broken:
            broken.setattr(site.service.log, "append_soon", fails)
            with pytest.raises(LogUnavailable):
                await site.service.desk.moved(live, known.moves)
        assert not live.record.over
        again = await site.service.desk.live("p1", live.record.attempt)
        await site.service.desk.moved(again, known.moves)
        return again.record

    assert asyncio.run(play()).how == "solved"


def test_what_takes_too_long_is_not_waited_for() -> None:
    workers = Workers(threads=1, most_waiting=2, seconds=0.01)
    gate: Future[None] = Future()

    async def ask() -> None:
        with pytest.raises(Busy):
            await workers.run(gate.result)
        with pytest.raises(Busy):
            await workers.run(int)  # waits for the first
        with pytest.raises(Busy):
            await workers.run(int)  # too many wait already
        gate.set_result(None)

    asyncio.run(ask())
    assert workers.close(30)


def test_positions_are_kept_up_to_a_size(site: Site, puzzles: Puzzles) -> None:
    replays = Replays(kept_bytes=40_000)
    for known in puzzles["tsd-1"]:
        found = site.service.stock.puzzle(known.puzzle_id)
        assert found is not None
        replays.after(found, [])
    assert 0 < len(replays.kept) < len(puzzles["tsd-1"])
    assert replays.size == sum(len(each.position) + len(each.legal) for each in replays.kept.values()) <= 40_000


# Properties of the fold.

BODIES = st.one_of(
    st.builds(lambda n, solved: ("tried", {"try": 1, "moves": [n], "solved": solved, "seconds": 1.0, "hints": 0}),
              st.integers(0, 3), st.booleans()),
    st.builds(lambda n: ("hinted", {"hint": n}), st.integers(1, 3)),
    st.builds(lambda how: ("ended", {"how": how, "solved": how == "solved", "seconds": None, "tries": 0, "hints": 0}),
              st.sampled_from(["solved", "failed", "left", "withdrawn"])),
    st.builds(lambda n: ("rated", {"interest": n, "asked": "after"}), st.integers(1, 5)),
)  # fmt: skip


def events_of(bodies: list[tuple[str, dict[str, Any]]]) -> list[Event]:
    return [replace(BEGAN, key=f"a/{kind}/{n}", kind=kind, body=body) for n, (kind, body) in enumerate(bodies)]


@given(st.lists(BODIES, max_size=12))
def test_an_attempt_that_is_over_stays_as_it_ended(bodies: list[tuple[str, dict[str, Any]]]) -> None:
    record = begun(BEGAN)
    for event in events_of(bodies):
        after = record.after(event)
        if record.over:
            assert (after.how, after.solved, after.tries) == (record.how, record.solved, record.tries)
        assert len(after.tries) >= len(record.tries)
        assert len({found.key for found in after.tries}) == len(after.tries)
        record = after
    assert attempt_of([BEGAN, *events_of(bodies)]) == record


@given(st.lists(BODIES, max_size=8), st.booleans())
def test_what_is_decided_twice_is_written_once(bodies: list[tuple[str, dict[str, Any]]], solved: bool) -> None:
    """The state after the events of a request gives no event for the same request."""
    mode, start = MODES["practice"], begun(BEGAN)
    for event in events_of(bodies):
        start = start.after(event)
    wishes: tuple[Callable[[Attempt], list[Event]], ...] = (
        lambda record: decide.of_moves(record, mode, [9], solved, AT, 1.0, False),
        lambda record: decide.of_end(record, mode, "given up", None, AT, 1.0, False),
        lambda record: decide.of_rating(record, {"interest": 3}, "after", AT),
    )
    for wish in wishes:
        record = start
        for event in wish(start):
            record = record.after(event)
        assert wish(record) == []


def test_a_history_may_hear_of_an_end_first() -> None:
    """What is written while a history is being read may come before what it belongs to."""
    at, body = datetime(2026, 11, 17, tzinfo=UTC), {"puzzle_id": "p", "mode": "streak", "game": "tspin", "run": "r"}
    began = Event("a/began", "began", "ann", "a", at, body)
    ended = Event("a/ended", "ended", "ann", "a", at, {"how": "solved", "solved": True, "seconds": 3.0})
    for events in ((began, ended), (ended, began)):
        history = History(events)
        assert history.done == {"p": True}
        assert history.runs["r"].outcomes == {"a": True}
        assert not history.going


@given(st.lists(BODIES, max_size=8), st.integers(0, 3))
def test_a_history_may_hear_the_same_twice(bodies: list[tuple[str, dict[str, Any]]], cut: int) -> None:
    events = [BEGAN, *events_of(bodies)]
    once, twice = History(events), History([*events, *events[cut:]])
    assert (once.done, once.going, once.number("z"), vars(once.runs["r"])) == (
        twice.done, twice.going, twice.number("z"), vars(twice.runs["r"]),
    )  # fmt: skip
