"""Players: tokens and codes, what they say of themselves, their lists, and how they are forgotten."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.warehouse.players.conftest import Clock
from tests.warehouse.players.given import BOB, OTHER, PUZZLE, began, event, played
from warehouse.home import Home
from warehouse.players import words
from warehouse.players.appending import secret
from warehouse.players.log import BadWords, ForgottenPlayer, Made, PlayerLog, UnknownPlayer
from warehouse.players.store import file_of

Open = Callable[..., PlayerLog]
TRICKS = [
    "'; drop table event; --",
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "%s %(x)s :x ? {0}",
    "\x00",
    "\ud800",
]


def test_a_newcomer_is_known_by_the_token_alone(player_log: PlayerLog, open_log: Open) -> None:
    player, token = player_log.newcomer()
    other, other_token = player_log.newcomer()
    assert player != other
    assert player[0] == "p"
    assert len(player) == 17
    assert set(player[1:]) <= set("0123456789abcdef")
    assert open_log().player_of(token) == player
    assert player_log.player_of(other_token) == other
    assert player_log.player_of(player) is None
    assert player_log.player_of(secret(token)) is None, "the hash is no token"
    assert player_log.profile(player).nickname is None


@pytest.mark.parametrize("trick", TRICKS)
def test_tricks_find_nothing_and_do_nothing(player_log: PlayerLog, trick: str) -> None:
    player, _ = player_log.newcomer()
    assert player_log.player_of(trick) is None
    assert player_log.carry(trick) is None
    assert player_log.list_of(trick) is None
    assert player_log.made(trick) is None
    assert player_log.of_attempt(trick) == player_log.of_player(trick) == []
    assert player_log.counts(trick).players == 0
    with pytest.raises(UnknownPlayer):
        player_log.profile(trick)
    said = player_log.set_profile(player, nickname=trick).nickname
    assert said == (words.line(trick, 40) or None)
    made = player_log.make_list(player, f"x{trick}", note=trick)
    assert player_log.list_of(made.id) == made
    player_log.append(event(player, "a", "rated", comment=trick, interest=1))
    assert player_log.of_attempt("a")[0].body["comment"] == (words.lines(trick, 2000) or None)


def test_a_profile(player_log: PlayerLog, clock: Clock) -> None:
    player, _ = player_log.newcomer()
    joined = clock()
    clock.move(timedelta(days=1))
    said = player_log.set_profile(player, nickname="  Zoë\u202e\t 7\n ", group="regular", language="ja")
    assert (said.nickname, said.group, said.language, said.joined) == ("Zoë 7", "regular", "ja", joined)
    assert player_log.set_profile(player, group=None) == player_log.profile(player)
    assert player_log.profile(player).group is None
    assert player_log.profile(player).nickname == "Zoë 7", "what is not named stays"
    for wrong in ({"group": "genius"}, {"language": "xx"}, {"joined": "2026"}, {"owner": "q"}):
        with pytest.raises(BadWords):
            player_log.set_profile(player, **wrong)
    with pytest.raises(UnknownPlayer):
        player_log.set_profile("pnobody", nickname="x")


def test_a_code_carries_a_player_once(player_log: PlayerLog, clock: Clock) -> None:
    player, token = player_log.newcomer()
    code, until = player_log.carry_code(player)
    assert len(code) == 12
    assert until == clock() + timedelta(minutes=15)
    shown = f" {code[:4].upper()}-{code[4:8]}-{code[8:]} "
    carried = player_log.carry(shown)
    assert carried is not None
    assert carried[0] == player
    assert carried[1] != token
    assert player_log.player_of(carried[1]) == player_log.player_of(token) == player
    assert player_log.carry(code) is None, "it works once"


def test_a_code_is_good_for_a_while_and_until_the_next(player_log: PlayerLog, clock: Clock) -> None:
    player, _ = player_log.newcomer()
    first, _ = player_log.carry_code(player)
    second, _ = player_log.carry_code(player)
    assert player_log.carry(first) is None
    clock.move(timedelta(minutes=15))
    assert player_log.carry(second) is not None
    third, _ = player_log.carry_code(player)
    clock.move(timedelta(minutes=15, microseconds=1))
    assert player_log.carry(third) is None
    with pytest.raises(UnknownPlayer):
        player_log.carry_code("pnobody")


def test_lists_belong_to_one_and_are_seen_by_all(player_log: PlayerLog, clock: Clock) -> None:
    player, _ = player_log.newcomer()
    made = player_log.make_list(player, " My\nlist ", (PUZZLE, OTHER, PUZZLE), "two\nlines")
    assert (made.name, made.puzzle_ids, made.note) == ("My list", (PUZZLE, OTHER), "two\nlines")
    assert player_log.list_of(made.id) == made
    clock.move(timedelta(hours=1))
    changed = player_log.change_list(player, made.id, puzzle_ids=[OTHER])
    assert changed is not None
    assert (changed.puzzle_ids, changed.name, changed.note) == ((OTHER,), "My list", "two\nlines")
    assert (changed.made_at, changed.changed_at) == (made.made_at, clock())
    assert player_log.change_list(BOB, made.id, name="mine now") is None
    assert not player_log.drop_list(BOB, made.id)
    second = player_log.make_list(player, "second")
    assert [each.id for each in player_log.lists(player)] == [made.id, second.id]
    assert player_log.lists(BOB) == []
    assert player_log.drop_list(player, made.id)
    assert player_log.list_of(made.id) is None


def test_what_no_list_can_be(player_log: PlayerLog, monkeypatch: pytest.MonkeyPatch) -> None:
    player, _ = player_log.newcomer()
    made = player_log.make_list(player, "x")
    for wrong in ({"name": " \x00 "}, {"puzzle_ids": ["../etc"]}, {"puzzle_ids": [7]}, {"owner": BOB}):
        with pytest.raises(BadWords):
            player_log.change_list(player, made.id, **wrong)
    with pytest.raises(BadWords):
        player_log.make_list(player, "x", tuple(f"{number:016x}" for number in range(1001)))
    monkeypatch.setattr("warehouse.players.puzzle_lists.MOST_LISTS", 1)
    with pytest.raises(BadWords):
        player_log.make_list(player, "one too many")
    assert player_log.lists(player) == [made]


def test_puzzles_made_on_the_spot_are_kept(player_log: PlayerLog) -> None:
    made = Made(PUZZLE, "pick", "pick-5", {"digits": "12"}, [[1, 2]], "unique", ("sum",), 2.5, made_for=BOB)
    player_log.keep_puzzle(made)
    player_log.keep_puzzle(Made(PUZZLE, "pick", "pick-8", {}, [], "unique"))
    assert player_log.made(PUZZLE) == made
    assert player_log.made(OTHER) is None


def test_all_that_is_known_of_a_player(player_log: PlayerLog) -> None:
    player, token = player_log.newcomer()
    player_log.set_profile(player, nickname="Zoë")
    player_log.append(*played(player, "a", "solved", 2.0), *played(BOB, "b", "failed"))
    player_log.make_list(player, "mine", (PUZZLE,))
    player_log.carry_code(player)
    player_log.keep_puzzle(Made(OTHER, "pick", "pick-5", {}, [], "unique", made_for=player))
    told = player_log.everything(player)
    text = json.dumps(told)
    assert told["player"]["nickname"] == "Zoë"
    assert [each["attempt"] for each in told["events"]] == ["a", "a"]
    assert [each["name"] for each in told["lists"]] == ["mine"]
    assert [each["puzzle_id"] for each in told["puzzles_made_for_you"]] == [OTHER]
    assert token not in text
    assert secret(token) not in text
    assert BOB not in text


def test_whoever_is_forgotten_leaves_a_hash(player_log: PlayerLog, open_log: Open) -> None:
    player, token = player_log.newcomer()
    other, other_token = player_log.newcomer()
    player_log.append(*played(player, "a", "solved", 2.0), *played(other, "b", "solved", 3.0))
    made = player_log.make_list(player, "mine")
    code, _ = player_log.carry_code(player)
    player_log.keep_puzzle(Made(OTHER, "pick", "pick-5", {}, [], "unique", made_for=player))
    player_log.forget(player)
    player_log.forget(player)
    assert player_log.tombstones() == {secret(player): 5}
    assert player_log.of_player(player) == player_log.of_attempt("a") == player_log.lists(player) == []
    assert player_log.player_of(token) is None
    assert player_log.carry(code) is None
    assert player_log.list_of(made.id) is None
    assert (player_log.made(OTHER) or made).made_for is None  # type: ignore[union-attr]
    with pytest.raises(UnknownPlayer):
        player_log.everything(player)
    assert player_log.counts(PUZZLE).players == 1
    assert player_log.player_of(other_token) == other
    with pytest.raises(ForgottenPlayer):
        open_log().append(began(player, "c"))
    with pytest.raises(ForgottenPlayer):
        player_log.make_list(player, "again")
    assert player_log.append(began(other, "d"))[0].number == 6, "numbers are never used again"


def test_nothing_secret_is_in_the_file(tmp_path: Path) -> None:
    """And nothing at all of whoever was forgotten, nor may others read it."""
    home = Home(tmp_path / "home")
    with PlayerLog.open(home) as log:
        player, token = log.newcomer()
        code, _ = log.carry_code(player)
        log.set_profile(player, nickname="Rumpelstiltskin")
        log.append(event(player, "a", "rated", comment="spinning gold", interest=1))
    path = file_of(home)
    assert path.stat().st_mode & 0o077 == 0
    assert path.parent.stat().st_mode & 0o077 == 0
    held = path.read_bytes()
    assert b"Rumpelstiltskin" in held
    assert token.encode() not in held
    assert code.encode() not in held
    with PlayerLog.open(home) as log:
        log.forget(player)
        held = b"".join(each.read_bytes() for each in path.parent.iterdir())
    for said in (b"Rumpelstiltskin", b"spinning gold", player.encode()):
        assert said not in held


@given(st.text(max_size=60), st.integers(0, 50))
def test_words_are_plain_and_stay_so(text: str, most: int) -> None:
    for clean in (words.line, words.lines):
        said = clean(text, most)
        assert clean(said, most) == said
        assert len(said) <= most
        assert unicodedata.is_normalized("NFC", said)
        kinds = {unicodedata.category(character) for character in said.replace("\n", "")}
        assert not kinds & {"Cc", "Cs"}
    assert "\n" not in words.line(text, most)
