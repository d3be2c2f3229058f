"""Attempts over the API: played to success and to failure, asked twice, by two at once, and by somebody else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient

from engines.registry import engine
from player.modes import MODES
from tests.player.conftest import Site
from tests.player.play import begin, get, move, post, secrets_in, wrong
from tests.player.releases import Known
from warehouse.withdrawals import withdraw

Puzzles = dict[str, list[Known]]
EVERY_GAME = ("tsd-1", "tsd-2", "chain-2x3", "clear-2", "escape-5", "wall-7")


def kinds(site: Site, attempt: str) -> list[str]:
    return [event.kind for event in site.service.log.of_attempt(attempt)]


def ending(site: Site, attempt: str) -> dict[str, Any]:
    (found,) = [event.body for event in site.service.log.of_attempt(attempt) if event.kind == "ended"]
    return dict(found)


@pytest.mark.parametrize("variant", EVERY_GAME)
def test_the_answer_solves_a_puzzle_of_every_game(
    site: Site, browser: TestClient, puzzles: Puzzles, variant: str
) -> None:
    known = puzzles[variant][0]
    began = begin(browser, game=known.game, puzzle_id=known.puzzle_id)
    assert began["puzzle"] == json.loads(json.dumps(site.service.stock.puzzle(known.puzzle_id).puzzle))  # type: ignore[union-attr]
    assert (began["solved"], began["over"], began["tries"], began["moves"]) == (None, False, 0, [])
    assert began["legal"] == engine(known.game).legal(engine(known.game).decode(began["puzzle"]), [])
    site.clock.wait(7.5)
    for length in range(1, len(known.moves) + 1):
        reply = move(browser, began["attempt"], known.moves[:length])
        assert reply["position"]["solved"] is reply["solved"]
        assert reply["moves"][:length] == known.moves[:length]
    assert (reply["solved"], reply["over"], reply["how"], reply["tries"]) == (True, True, "solved", 1)
    assert (reply["legal"], reply["seconds"]) == ([], 7.5)
    assert kinds(site, began["attempt"]) == ["began", "tried", "ended"]
    assert ending(site, began["attempt"]) == {"how": "solved", "solved": True, "seconds": 7.5, "tries": 1, "hints": 0}


@pytest.mark.parametrize("variant", EVERY_GAME)
def test_moves_that_miss_are_tries_and_another_try_may_follow(
    site: Site, browser: TestClient, puzzles: Puzzles, variant: str
) -> None:
    known = puzzles[variant][0]
    attempt = begin(browser, game=known.game, puzzle_id=known.puzzle_id)["attempt"]
    reply = wrong(browser, attempt, known.moves)
    assert (reply["over"], reply["how"], reply["tries"]) == (False, None, 1)
    assert move(browser, attempt, known.moves)["tries"] == 2
    assert kinds(site, attempt) == ["began", "tried", "tried", "ended"]


def test_the_same_moves_sent_twice_count_once(site: Site, browser: TestClient, puzzles: Puzzles) -> None:
    known = puzzles["tsd-1"][0]
    attempt = begin(browser, puzzle_id=known.puzzle_id, game="tspin")["attempt"]
    missed = wrong(browser, attempt, known.moves)
    again = move(browser, attempt, missed["moves"])
    assert again == missed
    solved = move(browser, attempt, known.moves)
    assert move(browser, attempt, known.moves) == solved
    assert kinds(site, attempt) == ["began", "tried", "tried", "ended"]


def test_nothing_is_written_once_it_is_over(site: Site, browser: TestClient, puzzles: Puzzles) -> None:
    known = puzzles["tsd-1"][0]
    attempt = begin(browser, puzzle_id=known.puzzle_id, game="tspin")["attempt"]
    move(browser, attempt, known.moves)
    before = kinds(site, attempt)
    reply = wrong(browser, attempt, known.moves)
    assert (reply["over"], reply["how"], reply["tries"]) == (True, "solved", 1)
    post(browser, f"attempts/{attempt}/end", {"how": "given up"})
    assert kinds(site, attempt) == before
    assert get(browser, f"attempts/{attempt}/after")["solved"] is True


def test_one_try_is_all_there_is_in_modes_that_say_so(site: Site, browser: TestClient, puzzles: Puzzles) -> None:
    known = puzzles["tsd-1"][0]
    attempt = begin(browser, "training", puzzle_id=known.puzzle_id, game="tspin")["attempt"]
    assert MODES["training"].tries == 1
    reply = wrong(browser, attempt, known.moves)
    assert (reply["over"], reply["how"]) == (True, "failed")
    assert ending(site, attempt) == {"how": "failed", "solved": False, "seconds": None, "tries": 1, "hints": 0}
    assert move(browser, attempt, known.moves)["how"] == "failed"


@pytest.mark.parametrize(
    "moves",
    [
        [{"piece": "S", "cells": [[0, 0], [1, 0], [2, 0], [3, 0]]}], ["4N"], [None], [{}], [[]], [7], ["x" * 64],
        [{"cells": [[10**6, 10**6]]}], [{"piece": [], "cells": 3}], [{"piece": "T", "cells": {"a": 1}}], [[[[[]]]]],
    ],
)  # fmt: skip
def test_an_illegal_move_is_refused_gently_and_changes_nothing(
    site: Site, browser: TestClient, puzzles: Puzzles, moves: list[Any]
) -> None:
    for variant in ("tsd-1", "chain-2x3", "escape-5"):
        known = puzzles[variant][0]
        if moves[0] in known.moves or (moves == ["4N"] and known.game == "puyo"):
            continue
        attempt = begin(browser, puzzle_id=known.puzzle_id, game=known.game)["attempt"]
        refused = move(browser, attempt, moves, 422)
        assert list(refused) == ["detail", "words"]
        assert refused["detail"].startswith("moves")
        assert "\n" not in refused["detail"]
        assert kinds(site, attempt) == ["began"]


@pytest.mark.parametrize("text", ["[1e400]", "[NaN]", '["\\ud800"]', '["\\u0000"]', "[" * 5000 + "]" * 5000])
def test_moves_that_no_json_can_be_are_refused(browser: TestClient, text: str) -> None:
    attempt = begin(browser, game="tspin")["attempt"]
    reply = browser.post(
        f"/api/attempts/{attempt}/moves", content=f'{{"moves": {text}}}', headers={"content-type": "application/json"}
    )
    assert reply.status_code in (400, 422)
    assert isinstance(reply.json()["detail"], str)


def test_somebody_elses_attempt_is_not_there(site: Site, browser: TestClient) -> None:
    attempt = begin(browser, game="tspin")["attempt"]
    other = site.browser()
    begin(other, game="tspin")
    for path in ("", "/after", "/answer"):
        assert get(other, f"attempts/{attempt}{path}", 404)["detail"] == "there is no such attempt of yours"
    for path, body in (
        ("moves", {"moves": []}),
        ("end", {"how": "left"}),
        ("rating", {"liked": True}),
        ("hint", None),
    ):
        assert post(other, f"attempts/{attempt}/{path}", body, 404)["detail"] == "there is no such attempt of yours"
    assert kinds(site, attempt) == ["began"]


@pytest.mark.parametrize("attempt", ["nosuchattemptatall00", "x", "a" * 64, "%00", "..", "a'--", "%E2%80%AE"])
def test_an_unknown_attempt_is_not_there(browser: TestClient, attempt: str) -> None:
    begin(browser, game="tspin")
    reply = browser.post(f"/api/attempts/{attempt}/moves", json={"moves": []})
    assert reply.status_code in (404, 405, 422)
    assert isinstance(reply.json()["detail"], str)


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"mode": "nosuch"}, 404), ({}, 422), ({"mode": 3}, 422), ({"mode": "practice", "game": "chess"}, None),
        ({"mode": "practice"}, None), ({"mode": "practice", "game": "tspin", "stranger": 1}, 422),
        ({"mode": "practice", "game": "tspin", "level": "impossible"}, 422),
        ({"mode": "practice", "game": "tspin", "position": 0}, 422),
        ({"mode": "practice", "game": "tspin", "puzzle_id": "zz"}, 422),
        ({"mode": "practice", "game": "tspin", "puzzle_id": "0" * 16}, None),
        ({"mode": "practice", "game": "tspin", "category": "nosuch"}, None),
        ({"mode": "practice", "game": "tspin", "theme": "nosuch"}, None),
        ({"mode": "practice", "game": "tspin", "set": "nosuch"}, None),
        ({"mode": "streak", "game": "tspin", "run": "nosuch"}, 404),
        ({"mode": "practice", "game": "tspin", "run": "nosuch"}, 403),
    ],
)  # fmt: skip
def test_wishes_that_cannot_be_are_refused_in_one_line(
    site: Site, browser: TestClient, fields: dict[str, Any], status: int | None
) -> None:
    reply = browser.post("/api/attempts", json=fields)
    assert 400 <= reply.status_code < 500, reply.text
    assert status in (None, reply.status_code)
    assert isinstance(reply.json()["detail"], str)
    assert not list(site.service.log.events())


def test_a_field_that_is_not_known_is_named(browser: TestClient) -> None:
    reply = browser.post("/api/attempts", json={"mode": "practice", "stranger": 1})
    said = "stranger: there is no such field"
    assert (reply.status_code, reply.json()["detail"]) == (422, said)
    assert reply.json()["words"] == [said, "知らない項目があります。"]


# What is told, and when.


@pytest.mark.parametrize("mode", MODES)
def test_no_reply_tells_the_answer_before_the_attempt_is_over(
    browser: TestClient, puzzles: Puzzles, mode: str
) -> None:
    """Every reply of the API on the way has no key that begins with solution or answer, and no solution under another
    name; and what tells it afterwards is refused."""
    for known in (puzzles["tsd-2"][0], puzzles["chain-2x3"][0], puzzles["escape-5"][0]):
        fields = {} if MODES[mode].kind == "run" else {"puzzle_id": known.puzzle_id}
        reply = browser.post("/api/attempts", json={"mode": mode, "game": known.game, **fields})
        if MODES[mode].kind == "run" and reply.status_code == 404:
            continue  # a small release has no puzzles of that kind
        began = reply.json()
        attempt = began["attempt"]
        told = [began, get(browser, "start"), get(browser, "daily"), get(browser, f"attempts/{attempt}")]
        told += [get(browser, "me"), get(browser, "me/data")]
        told.append(move(browser, attempt, began["legal"][:1]))
        told.append(post(browser, f"attempts/{attempt}/rating", {"liked": True}))
        told += [browser.post(f"/api/attempts/{attempt}/hint").json()]
        for page in told:
            assert secrets_in(page) == set()
            assert json.dumps(known.solution) not in json.dumps(page)
        if began["over"] is False and told[6]["over"] is False:
            get(browser, f"attempts/{attempt}/answer", 403)
            get(browser, f"attempts/{attempt}/after", 403)


@pytest.mark.parametrize("variant", EVERY_GAME)
def test_the_answer_is_played_from_the_problem_to_the_goal(
    browser: TestClient, puzzles: Puzzles, variant: str
) -> None:
    known = puzzles[variant][0]
    attempt = begin(browser, puzzle_id=known.puzzle_id, game=known.game)["attempt"]
    get(browser, f"attempts/{attempt}/answer", 403)
    ended = post(browser, f"attempts/{attempt}/end", {"how": "given up"})
    assert (ended["over"], ended["how"], ended["after"]["solved"]) == (True, "given up", False)
    told = get(browser, f"attempts/{attempt}/answer")
    assert told["moves"] == known.moves
    assert told["steps"][0]["moves"] == []
    assert [len(step["moves"]) for step in told["steps"]] == sorted({len(step["moves"]) for step in told["steps"]})
    assert all(step["moments"] for step in told["steps"])
    assert told["moments"] == [moment for step in told["steps"] for moment in step["moments"]]
    assert all(len(link) == 2 for link in told["links"])


def test_modes_that_never_tell_the_answer_do_not(browser: TestClient, puzzles: Puzzles) -> None:
    known = puzzles["tsd-1"][0]
    attempt = begin(browser, "curated", puzzle_id=known.puzzle_id, game="tspin")["attempt"]
    move(browser, attempt, known.moves)
    assert "never" in get(browser, f"attempts/{attempt}/answer", 403)["detail"]
    after = get(browser, f"attempts/{attempt}/after")
    assert after["page"] is None
    assert secrets_in(after) == set()


def test_a_running_attempt_that_keeps_its_answer_keeps_it_in_other_modes_too(
    browser: TestClient, puzzles: Puzzles
) -> None:
    """Otherwise a second attempt in practice would tell it."""
    known = puzzles["tsd-1"][0]
    kept = begin(browser, "curated", puzzle_id=known.puzzle_id, game="tspin")["attempt"]
    other = begin(browser, "practice", puzzle_id=known.puzzle_id, game="tspin")["attempt"]
    post(browser, f"attempts/{other}/hint", status=403)
    after = post(browser, f"attempts/{other}/end", {"how": "given up"})["after"]
    assert after["page"] is None
    get(browser, f"attempts/{other}/answer", 403)
    move(browser, kept, known.moves)
    get(browser, f"attempts/{other}/answer")


def test_every_running_attempt_keeps_its_answer_until_it_ends(browser: TestClient, puzzles: Puzzles) -> None:
    """Also one that was begun before another of its mode, in another tab: its moves still count."""
    first, second = puzzles["tsd-1"][:2]
    kept = begin(browser, "curated", puzzle_id=first.puzzle_id, game="tspin")["attempt"]
    begin(browser, "curated", puzzle_id=second.puzzle_id, game="tspin")
    other = begin(browser, "practice", puzzle_id=first.puzzle_id, game="tspin")["attempt"]
    assert post(browser, f"attempts/{other}/hint", status=403)["words"][1].startswith("この問題には")
    assert post(browser, f"attempts/{other}/end", {"how": "given up"})["after"]["page"] is None
    get(browser, f"attempts/{other}/answer", 403)
    post(browser, f"attempts/{kept}/end", {"how": "left"})
    get(browser, f"attempts/{other}/answer")


def test_the_puzzles_of_a_test_stay_secret_when_it_is_over(site: Site, browser: TestClient) -> None:
    """The same ones are asked again: no other mode tells their answers, after a restart either."""
    met = begin(browser, "test", game="tspin")
    post(browser, f"attempts/{met['attempt']}/end", {"how": "given up"})
    post(browser, f"runs/{met['run']['id']}/end")
    site.restart()
    other = begin(browser, "practice", puzzle_id=met["puzzle_id"], game="tspin")["attempt"]
    refused = post(browser, f"attempts/{other}/hint", status=403)
    assert "asks the same again" in refused["detail"]
    assert refused["words"][0] == refused["detail"]
    after = post(browser, f"attempts/{other}/end", {"how": "given up"})["after"]
    assert after["page"] is None
    get(browser, f"attempts/{other}/answer", 403)
    somebody = site.browser()
    theirs = begin(somebody, "practice", puzzle_id=met["puzzle_id"], game="tspin")["attempt"]
    post(somebody, f"attempts/{theirs}/hint")


def test_what_is_told_when_it_is_over(site: Site, browser: TestClient, puzzles: Puzzles) -> None:
    known = puzzles["tsd-1"][0]
    attempt = begin(browser, puzzle_id=known.puzzle_id, game="tspin")["attempt"]
    site.clock.wait(3)
    move(browser, attempt, known.moves)
    after = get(browser, f"attempts/{attempt}/after")
    assert (after["solved"], after["seconds"], after["tries"], after["hints"]) == (True, 3.0, 1, 0)
    assert after["others"] is None  # there are fewer than five of them
    assert after["page"] == f"/releases/2026-11-15/puzzle.html#{known.puzzle_id}"
    assert after["standing"]["after"]["rating"] > after["standing"]["before"]["rating"]
    assert (after["provenance"], after["difficulty_provenance"]) == ("simulated", "measured")
    assert (after["interest"], after["interest_state"]) == (None, "not rated yet")
    assert after["difficulty"] == site.service.chooser.puzzle(known.puzzle_id).difficulty
    assert after["links"]
    assert post(browser, f"attempts/{attempt}/rating", {"interest": 4})["rated"] == {"interest": 4.0}
    assert get(browser, f"attempts/{attempt}/after")["rated"] == {"interest": 4.0}


def test_the_others_are_told_of_once_there_are_five(site: Site, puzzles: Puzzles) -> None:
    """Who asks is none of the others."""
    known = puzzles["tsd-1"][0]
    for number in range(6):
        browser = site.browser()
        attempt = begin(browser, puzzle_id=known.puzzle_id, game="tspin")["attempt"]
        site.clock.wait(10 + number)
        if number:
            move(browser, attempt, known.moves)
        else:
            post(browser, f"attempts/{attempt}/end", {"how": "given up"})
        others = get(browser, f"attempts/{attempt}/after")["others"]
        assert others == ({"share": 0.8, "median_seconds": 12.5, "players": 5} if number == 5 else None)


# Hints.


def test_hints_come_in_order_count_and_cost_nothing_twice(site: Site, browser: TestClient, puzzles: Puzzles) -> None:
    known = puzzles["tsd-2"][0]
    attempt = begin(browser, puzzle_id=known.puzzle_id, game="tspin")["attempt"]
    first = post(browser, f"attempts/{attempt}/hint")["hint"]
    again = post(browser, f"attempts/{attempt}/hint", {"number": 1})["hint"]
    assert first == again
    assert first["number"] == 1
    last = post(browser, f"attempts/{attempt}/hint", {"number": first["of"]})["hint"]
    assert last["move"] == known.moves[0]
    assert all(last["words"])
    assert post(browser, f"attempts/{attempt}/hint")["hint"] == last  # there are no more
    assert kinds(site, attempt) == ["began"] + ["hinted"] * first["of"]
    move(browser, attempt, known.moves)
    assert ending(site, attempt)["hints"] == first["of"]


def test_no_hint_is_the_whole_answer(browser: TestClient, puzzles: Puzzles) -> None:
    """The first move of one move is all there is to find."""
    known = puzzles["tsd-1"][0]
    attempt = begin(browser, puzzle_id=known.puzzle_id, game="tspin")["attempt"]
    for _ in range(2):
        hint = post(browser, f"attempts/{attempt}/hint")["hint"]
        assert (hint["number"], hint["of"], hint["move"]) == (1, 1, None)


def test_modes_without_hints_have_none(browser: TestClient, puzzles: Puzzles) -> None:
    attempt = begin(browser, "curated", puzzle_id=puzzles["tsd-1"][0].puzzle_id, game="tspin")["attempt"]
    assert "no hints" in post(browser, f"attempts/{attempt}/hint", status=403)["detail"]


# Ratings and the player's own word.


def test_ratings_are_kept_and_the_last_word_counts(site: Site, browser: TestClient, puzzles: Puzzles) -> None:
    known = puzzles["tsd-1"][0]
    attempt = begin(browser, puzzle_id=known.puzzle_id, game="tspin")["attempt"]
    move(browser, attempt, known.moves)
    rate = f"attempts/{attempt}/rating"
    assert post(browser, rate, {}) == {"rated": {}}
    assert (
        post(browser, rate, {"interest": 4, "comment": "<b>x</b> '; drop table event; --"})["rated"]["interest"] == 4
    )
    assert post(browser, rate, {"interest": 4}) == post(browser, rate, {})
    final = post(browser, rate, {"interest": 2, "difficulty": 5, "liked": False})["rated"]
    said = [event.body for event in site.service.log.of_attempt(attempt) if event.kind == "rated"]
    assert len(said) == 2
    assert {**said[-1]} == {**final, "asked": "after"}
    assert final["comment"] == "<b>x</b> '; drop table event; --"


@pytest.mark.parametrize(
    "body",
    [{"interest": 0}, {"interest": 6}, {"difficulty": 5.5}, {"liked": "yes"}, {"comment": "x" * 2001},
     {"interest": "4"}, {"comment": "\u0000"}, {"stranger": 1}, {"interest": True}, [], "x", {"go_on": 0.5}],
)  # fmt: skip
def test_ratings_out_of_range_are_refused(site: Site, browser: TestClient, body: Any) -> None:
    attempt = begin(browser, game="tspin")["attempt"]
    assert isinstance(post(browser, f"attempts/{attempt}/rating", body, 422)["detail"], str)
    assert kinds(site, attempt) == ["began"]


def test_a_survey_asks_for_the_players_own_word(site: Site, browser: TestClient) -> None:
    began = begin(browser, "survey", game="tspin")
    ended = post(browser, f"attempts/{began['attempt']}/end", {"how": "seen", "solved": True})
    assert ended["over"]
    assert kinds(site, began["attempt"]) == ["began", "said", "ended"]
    post(browser, f"attempts/{began['attempt']}/rating", {"interest": 3, "difficulty": 2})
    (rated,) = [event.body for event in site.service.log.of_attempt(began["attempt"]) if event.kind == "rated"]
    assert rated["asked"] == "before"


def test_the_players_own_word_comes_before_the_end(site: Site, browser: TestClient) -> None:
    """What was not solved in time stays so. The word that was taken may be sent once more."""
    began = begin(browser, "survey", game="tspin")
    attempt = began["attempt"]
    assert post(browser, f"attempts/{attempt}/end", {"how": "out of time"})["how"] == "out of time"
    refused = post(browser, f"attempts/{attempt}/end", {"how": "seen", "solved": True}, 409)
    assert "this attempt is over" in refused["detail"]
    assert kinds(site, attempt) == ["began", "ended"]
    second = begin(browser, "survey", game="tspin", run=began["run"]["id"])["attempt"]
    for _ in range(2):
        post(browser, f"attempts/{second}/end", {"how": "seen", "solved": True})
    assert kinds(site, second) == ["began", "said", "ended"]
    assert post(browser, f"runs/{began['run']['id']}/end")["run"]["solved"] == 1


def test_the_calendar_counts_the_puzzle_of_the_day(browser: TestClient, puzzles: Puzzles) -> None:
    before = get(browser, "daily")
    (night,) = before["calendar"]
    assert (night["done"], night["total"], night["day_done"]) == (0, 1 + len(before["tonight"]), False)
    day = before["puzzle_of_the_day"]["puzzle_id"]
    attempt = begin(browser, "daily", set=f"day-{night['night']}", position=1)
    assert attempt["puzzle_id"] == day
    (known,) = [one for found in puzzles.values() for one in found if one.puzzle_id == day]
    assert move(browser, attempt["attempt"], known.moves)["solved"]
    (night,) = get(browser, "daily")["calendar"]
    assert (night["done"], night["day_done"]) == (1, True)


def test_flash_keeps_how_many_were_seen(site: Site, browser: TestClient) -> None:
    for _ in range(2):
        attempt = begin(browser, "flash", game="tspin")["attempt"]
        assert post(browser, f"attempts/{attempt}/end", {"how": "seen"})["how"] == "seen"
        assert get(browser, f"attempts/{attempt}/answer")["steps"]
    ends = [event.body["how"] for event in site.service.log.events() if event.kind == "ended"]
    assert ends == ["seen", "seen"]


@pytest.mark.parametrize("body", [{"how": "solved"}, {"how": "won"}, {}, {"how": "left", "solved": True}])
def test_ends_that_are_none_are_refused(site: Site, browser: TestClient, body: dict[str, Any]) -> None:
    attempt = begin(browser, game="tspin")["attempt"]
    assert browser.post(f"/api/attempts/{attempt}/end", json=body).status_code in (403, 422)
    assert kinds(site, attempt) == ["began"]


# Time.


def test_what_comes_after_the_limit_does_not_count(site: Site, browser: TestClient) -> None:
    began = begin(browser, "test", game="tspin")
    assert began["seconds_limit"] == began["left"] == 30
    site.clock.wait(32.5)
    reply = move(browser, began["attempt"], began["legal"][:1])
    assert (reply["over"], reply["how"], reply["tries"], reply["left"]) == (True, "out of time", 0, 0)
    assert ending(site, began["attempt"])["solved"] is False


def test_a_move_on_its_way_when_time_ends_counts_at_the_limit(
    site: Site, browser: TestClient, puzzles: Puzzles
) -> None:
    began = begin(browser, "test", game="tspin")
    known = next(one for found in puzzles.values() for one in found if one.puzzle_id == began["puzzle_id"])
    site.clock.wait(31.5)
    reply = move(browser, began["attempt"], known.moves)
    assert (reply["how"], reply["seconds"]) == ("solved", 30.0)


def test_a_clock_that_jumps_changes_no_duration(site: Site, browser: TestClient, puzzles: Puzzles) -> None:
    known = puzzles["tsd-1"][0]
    attempt = begin(browser, puzzle_id=known.puzzle_id, game="tspin")["attempt"]
    site.clock.gone += 4
    site.clock.time = site.clock.time.replace(year=2031)
    assert move(browser, attempt, known.moves)["seconds"] == 4


@pytest.mark.parametrize(("year", "seconds"), [(2025, 0.0), (2030, 30.0)])
def test_after_a_restart_a_clock_that_jumped_counts_up_to_the_limit(
    site: Site, browser: TestClient, puzzles: Puzzles, year: int, seconds: float
) -> None:
    began = begin(browser, "test", game="tspin")
    known = next(one for found in puzzles.values() for one in found if one.puzzle_id == began["puzzle_id"])
    site.clock.time = site.clock.time.replace(year=year)
    site.restart()
    reply = move(browser, began["attempt"], known.moves)
    assert (reply["how"], reply["seconds"]) == ("solved", seconds)


# Restarts, withdrawals, new releases.


def test_a_restart_loses_nothing_that_was_acknowledged(site: Site, browser: TestClient, puzzles: Puzzles) -> None:
    known = puzzles["tsd-2"][0]
    began = begin(browser, puzzle_id=known.puzzle_id, game="tspin")
    missed = wrong(browser, began["attempt"], known.moves)
    post(browser, f"attempts/{began['attempt']}/hint")
    post(browser, f"attempts/{began['attempt']}/rating", {"interest": 5})
    site.clock.wait(5)
    before = get(browser, f"attempts/{began['attempt']}")
    site.restart()
    assert get(browser, f"attempts/{began['attempt']}") == before
    assert move(browser, began["attempt"], missed["moves"])["tries"] == 1
    reply = move(browser, began["attempt"], known.moves)
    assert (reply["how"], reply["tries"], reply["hints"], reply["seconds"]) == ("solved", 2, 1, 5.0)


def test_a_puzzle_that_is_withdrawn_meanwhile_can_be_finished_and_counts_for_nothing(
    site: Site, browser: TestClient, puzzles: Puzzles
) -> None:
    known = puzzles["tsd-1"][0]
    attempt = begin(browser, puzzle_id=known.puzzle_id, game="tspin")["attempt"]
    withdraw(site.home, known.puzzle_id, "two answers", site.clock.now().date())
    reply = move(browser, attempt, known.moves)
    assert (reply["solved"], reply["over"], reply["how"]) == (True, True, "withdrawn")
    assert ending(site, attempt)["solved"] is False
    begin(browser, status=404, puzzle_id=known.puzzle_id, game="tspin")


def test_a_withdrawn_puzzle_can_be_finished_after_a_restart(
    site: Site, browser: TestClient, puzzles: Puzzles
) -> None:
    known = puzzles["tsd-1"][0]
    attempt = begin(browser, puzzle_id=known.puzzle_id, game="tspin")["attempt"]
    withdraw(site.home, known.puzzle_id, "two answers", site.clock.now().date())
    site.restart()
    reply = move(browser, attempt, known.moves)
    assert (reply["over"], reply["how"]) == (True, "withdrawn")
    post(browser, f"attempts/{attempt}/rating", {"liked": False})


def test_two_tabs_of_one_player_share_one_attempt(site: Site, browser: TestClient, puzzles: Puzzles) -> None:
    known = puzzles["tsd-1"][0]
    attempt = begin(browser, puzzle_id=known.puzzle_id, game="tspin")["attempt"]
    tab = site.browser()
    tab.cookies.update(browser.cookies)
    assert move(tab, attempt, known.moves) == move(browser, attempt, known.moves)
    assert kinds(site, attempt) == ["began", "tried", "ended"]


def test_attempts_at_one_puzzle_are_numbered(site: Site, browser: TestClient, puzzles: Puzzles) -> None:
    known = puzzles["tsd-1"][0]
    for number in (1, 2):
        attempt = begin(browser, puzzle_id=known.puzzle_id, game="tspin")["attempt"]
        (began,) = site.service.log.of_attempt(attempt)
        assert began.body["number"] == number
    site.restart()
    attempt = begin(browser, puzzle_id=known.puzzle_id, game="tspin")["attempt"]
    assert site.service.log.of_attempt(attempt)[0].body["number"] == 3


# Runs.


def test_a_run_goes_on_until_the_first_miss_where_the_mode_says_so(
    site: Site, browser: TestClient, puzzles: Puzzles
) -> None:
    answers = {one.puzzle_id: one.moves for found in puzzles.values() for one in found}
    first = begin(browser, "streak", game="tspin")
    assert first["run"] | {"id": ""} == {
        "id": "", "mode": "streak", "number": 1, "length": None, "solved": 0, "over": False,
    }  # fmt: skip
    reply = move(browser, first["attempt"], answers[first["puzzle_id"]])
    assert reply["run"]["solved"] == 1
    second = begin(browser, "streak", game="tspin", run=first["run"]["id"])
    assert second["run"]["number"] == 2
    assert second["puzzle_id"] != first["puzzle_id"]
    assert wrong(browser, second["attempt"], answers[second["puzzle_id"]])["run"]["over"] is True
    begin(browser, "streak", 409, game="tspin", run=first["run"]["id"])
    assert post(browser, f"runs/{first['run']['id']}/end")["run"]["solved"] == 1


def test_a_withdrawal_ends_no_streak(site: Site, browser: TestClient, puzzles: Puzzles) -> None:
    answers = {one.puzzle_id: one.moves for found in puzzles.values() for one in found}
    first = begin(browser, "streak", game="tspin")
    run = first["run"]["id"]
    withdraw(site.home, first["puzzle_id"], "two answers", site.clock.now().date())
    reply = move(browser, first["attempt"], answers[first["puzzle_id"]])
    assert (reply["how"], reply["run"]["over"], reply["run"]["number"]) == ("withdrawn", False, 0)
    second = begin(browser, "streak", game="tspin", run=run)
    assert second["run"]["number"] == 1
    assert second["puzzle_id"] != first["puzzle_id"]
    reply = move(browser, second["attempt"], answers[second["puzzle_id"]])
    assert (reply["run"]["over"], reply["run"]["solved"]) == (False, 1)


def test_a_withdrawal_makes_a_test_no_shorter(site: Site, browser: TestClient) -> None:
    run, numbers, met = None, [], set()
    for place in range(16):
        one = begin(browser, "test", game="tspin", **({"run": run} if run else {}))
        run = one["run"]["id"]
        numbers.append((one["run"]["number"], one["set"], one["why"][0]))
        met.add(one["puzzle_id"])
        if place == 3:
            withdraw(site.home, one["puzzle_id"], "two answers", site.clock.now().date())
        over = post(browser, f"attempts/{one['attempt']}/end", {"how": "given up"})["run"]["over"]
        assert over == (place == 15)
    assert [number for number, _, _ in numbers] == [1, 2, 3, 4, 4, *range(5, 16)]
    assert [why.partition(" of ")[0] for _, _, why in numbers[2:6]] == [
        "Problem 3", "Problem 4", "Problem 4", "Problem 5",
    ]  # fmt: skip
    assert len(met) == 16
    begin(browser, "test", 409, game="tspin", run=run)


def test_a_run_with_nothing_left_ends_with_its_score(site: Site, browser: TestClient) -> None:
    """As one for what hardly any puzzle has: the next is refused, and its score is there all the same."""
    begin(browser, "test", 422, game="tspin", level="hard")
    first = begin(browser, "survey", game="tspin", category="tsd-1")
    run, seen = first["run"]["id"], 1
    while browser.post(
        "/api/attempts", json={"mode": "survey", "game": "tspin", "category": "tsd-1", "run": run}
    ).is_success:
        seen += 1
        assert seen < 10
    assert post(browser, f"runs/{run}/end")["run"]["over"]


def test_to_go_on_without_having_solved_is_a_miss(browser: TestClient) -> None:
    first = begin(browser, "streak", game="tspin")
    begin(browser, "streak", 409, game="tspin", run=first["run"]["id"])
    assert get(browser, f"attempts/{first['attempt']}")["how"] == "left"


def test_somebody_elses_run_is_not_there(site: Site, browser: TestClient) -> None:
    run = begin(browser, "streak", game="tspin")["run"]["id"]
    other = site.browser()
    begin(other, "streak", 404, game="tspin", run=run)
    begin(other, "streak", game="tspin")
    post(other, f"runs/{run}/end", status=404)
    begin(browser, "test", 404, game="tspin", run=run)


def test_a_run_that_is_ended_leaves_what_was_open(site: Site, browser: TestClient) -> None:
    began = begin(browser, "test", game="tspin")
    ended = post(browser, f"runs/{began['run']['id']}/end")["run"]
    assert (ended["over"], ended["number"], ended["solved"], ended["length"]) == (True, 1, 0, 15)
    assert ending(site, began["attempt"])["how"] == "left"
