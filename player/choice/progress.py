"""What a player has done so far, in numbers: pure functions of their attempts, and all of it together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta, tzinfo

from engines.rating.response import Belief
from player.choice.chooser import Chooser
from player.choice.ledger import Attempt, Past
from player.choice.scale import shown
from player.modes import MODES
from player.stock.view import Night
from warehouse.players.events import SEEN


@dataclass(frozen=True)
class DayStreak:
    """Days one after another on which something was solved. Today is not missing until it is over."""

    current: int
    longest: int


@dataclass(frozen=True)
class Strength:
    """How a player does at the puzzles of a game that have a theme (None: at all of them), at the first try
    and without hints. `expected` is the share that a player of this skill should solve of the same puzzles."""

    game: str
    theme: str | None
    tries: int
    solved: float  # share
    expected: float  # share


@dataclass(frozen=True)
class NightDone:
    """How many of a night's puzzles, its puzzle of the day and tonight's set, a player has solved."""

    night: date
    done: int
    total: int


@dataclass(frozen=True)
class Point:
    """Where a player stood after a day."""

    day: date
    rating: float
    deviation: float


@dataclass(frozen=True)
class Progress:
    solved: int  # different puzzles
    seen: int  # how often one was looked at in flash
    misses: tuple[str, ...]  # puzzles whose latest result is a miss, that of longest ago first
    days: DayStreak
    curves: Mapping[str, tuple[Point, ...]]  # by game
    strengths: tuple[Strength, ...]
    calendar: tuple[NightDone, ...]


def day_streak(days: Iterable[date], today: date) -> DayStreak:
    """Streaks of some days."""
    longest = length = current = 0
    before: date | None = None
    for day in sorted(set(days)):
        length = length + 1 if before == day - timedelta(1) else 1
        longest, before = max(longest, length), day
        if today - timedelta(1) <= day <= today:
            current = length
    return DayStreak(current, longest)


def strengths(
    results: Sequence[Attempt], themes: Mapping[str, Sequence[str]], chances: Mapping[str, float]
) -> list[Strength]:
    """Strengths by game and by theme, in order of names, a game's own first, from themes and chances by puzzle. What
    has no chance is left out."""
    groups: dict[tuple[str, str], list[tuple[bool, float]]] = {}
    for attempt in results:
        if attempt.counts and attempt.puzzle_id in chances:
            for theme in ("", *themes[attempt.puzzle_id]):
                groups.setdefault((attempt.game, theme), []).append((attempt.at_once, chances[attempt.puzzle_id]))
    return [
        Strength(game, theme or None, len(found), mean(one for one, _ in found), mean(one for _, one in found))
        for (game, theme), found in sorted(groups.items())
    ]


def is_flashed(attempt: Attempt) -> bool:
    """Whether a puzzle was only to be looked at, and was."""
    return attempt.how == SEEN and attempt.mode in MODES and MODES[attempt.mode].kind == "look"


def mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found)


def calendar(nights: Sequence[Night], past: Past) -> list[NightDone]:
    """What a player has solved of each night."""
    told = []
    for night in nights:
        ids = dict.fromkeys([*([night.day] if night.day else []), *night.tonight])
        told.append(NightDone(night.night, sum(name in past.solved for name in ids), len(ids)))
    return told


def points(curve: Iterable[tuple[int, Belief]]) -> tuple[Point, ...]:
    return tuple(Point(date.fromordinal(day), *shown(skill)) for day, skill in curve)


def progress_of(chooser: Chooser, player: str, zone: tzinfo | None = None) -> Progress:
    """All of it; days one after another are those of a time zone, or else of the settings'."""
    with chooser.lock:
        past, group = chooser.past(player), chooser.group(player)
        games = list(dict.fromkeys(attempt.game for attempt in past.attempts))
        tried = dict.fromkeys(attempt.puzzle_id for attempt in past.results)
        known = [found for name in tried if (found := chooser.puzzle(name))]
        themes = {one.puzzle_id: one.themes for one in known}
        chances = dict(zip(themes, chooser.chance(player, group, known).tolist(), strict=True))
        return Progress(
            len(past.solved),
            sum(map(is_flashed, past.attempts)),
            tuple(attempt.puzzle_id for attempt in past.misses() if attempt.puzzle_id in themes),
            day_streak((chooser.day(one.began, zone) for one in past.results if one.solved), chooser.today(zone)),
            {game: points(chooser.scale(game).curves.get(player, ())) for game in games},
            tuple(strengths(past.results, themes, chances)),
            tuple(calendar(chooser.stock.calendar(), past)),
        )
