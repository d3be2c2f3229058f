"""The chooser on the real log."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from assets.core.settings import Settings
from engines.rating.response import START
from player.choice.chooser import Chooser
from player.choice.making import Maker, Order, made_of
from player.choice.patterns import Pattern
from player.choice.progress import progress_of
from player.choice.scale import shown
from player.choice.wishes import Wish
from player.modes import MODES
from player.stock.stock import Stock
from tests.player.small import GAME
from warehouse.home import Home
from warehouse.players.log import Event, PlayerLog

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)


@pytest.fixture
def log(root: Home) -> Iterator[PlayerLog]:
    with PlayerLog.open(root) as found:
        yield found


def attempt(log: PlayerLog, player: str, puzzle_id: str, solved: bool) -> None:
    name = f"{player}-{puzzle_id}"
    began = {"puzzle_id": puzzle_id, "game": GAME, "variant": "pick-8", "mode": "practice", "number": 1}
    ended = {"how": "solved" if solved else "failed", "solved": solved, "seconds": 9.0, "tries": 1, "hints": 0}
    log.append(
        Event(f"{name}/began", "began", player, name, NOON, began),
        Event(f"{name}/ended", "ended", player, name, NOON + timedelta(seconds=9), ended),
    )


def chooser_on(root: Home, log: PlayerLog) -> Chooser:
    return Chooser(Stock(root), log, now=lambda: NOON)


def test_what_is_in_the_log_is_known_also_after_a_new_start(root: Home, log: PlayerLog) -> None:
    chooser = chooser_on(root, log)
    player, _ = log.newcomer()
    assert chooser.standing(player, GAME) == shown(START[None])
    for number in range(6):
        found = chooser.next(player, Wish(MODES["practice"], game=GAME)).puzzle
        attempt(log, player, found.puzzle_id, number % 3 > 0)
    standing = chooser.standing(player, GAME)
    assert standing[1] < shown(START[None])[1]
    assert len(progress_of(chooser, player).misses) == 2
    again = chooser_on(root, log)
    again.standing(player, GAME)
    assert vars(again.scale(GAME)) | {"prior": 0} == vars(chooser.scale(GAME)) | {"prior": 0}, "to the last bit"
    assert again.standing(player, GAME) == standing
    assert progress_of(again, player) == progress_of(chooser, player)
    wish = Wish(MODES["practice"], game=GAME)
    assert again.next(player, wish).puzzle.puzzle_id == chooser.next(player, wish).puzzle.puzzle_id


def test_a_newcomers_group_is_that_of_their_profile(root: Home, log: PlayerLog) -> None:
    player, _ = log.newcomer()
    log.set_profile(player, group="advanced")
    assert chooser_on(root, log).standing(player, GAME) == shown(START["advanced"])


def test_others_are_those_that_the_log_counts(root: Home, log: PlayerLog) -> None:
    chooser = chooser_on(root, log)
    name = next(iter(chooser.stock.view().puzzles))
    for number in range(6):
        attempt(log, f"p{number}", name, number > 1)
    assert chooser.others(name) == log.counts(name)


def test_a_puzzle_made_on_the_spot_is_found_after_a_new_start(root: Home, log: PlayerLog) -> None:
    made = Maker(Settings.load()).make(Order(Pattern(GAME, "neighbours", "easy"), "pick-8", 5, 2.5))[0]
    log.keep_puzzle(made_of(made, "ann"))
    assert chooser_on(root, log).puzzle(made.puzzle_id) == made
